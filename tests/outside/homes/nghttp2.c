// SPDX-License-Identifier: 0BSD
// Compares two builds of nghttp2.
//
//     nghttp2 same AS_IT_IS.so SWAPPED.so      compares the answers of functions that check header fields
//     nghttp2 speed AS_IT_IS.so SWAPPED.so     measures three of these functions, and a server's session that receives requests
#include <nghttp2/nghttp2.h>

#include "both.h"

typedef int check(const uint8_t *text, size_t size);

static const char *const CHECKS[] = {
    "nghttp2_check_header_name", "nghttp2_check_header_value", "nghttp2_check_header_value_rfc9113",
    "nghttp2_check_method",      "nghttp2_check_path",         "nghttp2_check_authority",
};

static unsigned long texts, different;

static void compare(check *const *checks, const uint8_t *text, size_t size)
{
    texts++;
    different += !checks[0](text, size) != !checks[1](text, size);
}

// Compares all texts of up to two bytes, and longer texts of the letter a with one byte replaced by each value.
static void compare_all(check *const *checks)
{
    uint8_t text[LONGEST] = {0};
    compare(checks, text, 0);
    for (unsigned first = 0; first < 256; first++) {
        text[0] = (uint8_t)first;
        compare(checks, text, 1);
        for (unsigned second = 0; second < 256; second++) {
            text[1] = (uint8_t)second;
            compare(checks, text, 2);
        }
    }
    memset(text, 'a', sizeof text);
    for (size_t size = 3; size <= LONGEST; size++) {
        for (size_t at = 0; at < size; at++) {
            for (unsigned byte = 0; byte < 256; byte++) {
                text[at] = (uint8_t)byte;
                compare(checks, text, size);
            }
            text[at] = 'a';
        }
    }
}

// ---- Single functions ----

enum { CALLS = 2000 };

typedef struct {
    check *checks[2];
    const uint8_t *text;
    size_t size;
} call;

static volatile int answer;

static void many_calls(int i, const void *with)
{
    const call *const one = with;
    for (int k = 0; k < CALLS; k++) {
        answer = one->checks[i](one->text, one->size);
    }
}

static void race_calls(const char *name, const size_t *sizes)
{
    static uint8_t text[4000];
    memset(text, 'a', sizeof text);
    call one = {.text = text};
    find(0, name, &one.checks[0]);
    find(1, name, &one.checks[1]);
    for (; *sizes != 0; sizes++) {
        char title[80];
        one.size = *sizes;
        snprintf(title, sizeof title, "%s, %zu bytes", name + strlen("nghttp2_check_"), one.size);
        race(title, many_calls, &one, CALLS);
    }
}

// ---- A server that receives requests ----

enum { REQUESTS = 100, FIELDS = 12 };

typedef struct {
    uint8_t *bytes;
    size_t size;
} recording;

// The functions of each build.
static struct {
    __typeof__(nghttp2_session_callbacks_new) *callbacks_new;
    __typeof__(nghttp2_session_server_new) *server_new;
    __typeof__(nghttp2_session_mem_recv) *receive;
    __typeof__(nghttp2_session_del) *end;
    nghttp2_session_callbacks *callbacks;
} library[2];

static void serve(int i, const void *with)
{
    const recording *const requests = with;
    nghttp2_session *session;
    if (library[i].server_new(&session, library[i].callbacks, NULL) != 0 ||
        library[i].receive(session, requests->bytes, requests->size) != (ssize_t)requests->size) {
        fprintf(stderr, "nghttp2 refused the requests\n");
        exit(2);
    }
    library[i].end(session);
}

static nghttp2_nv field(const char *name, const char *value, uint8_t flags)
{
    return (nghttp2_nv){(uint8_t *)(uintptr_t)name, (uint8_t *)(uintptr_t)value, strlen(name),
                        strlen(value), flags};
}

// The bytes that a client sends for REQUESTS requests with a cookie of this size. If the requests are `alike`, all have the same path and
// cookie, else each request has its own.
static recording recorded(size_t cookie_size, int alike)
{
    __typeof__(nghttp2_session_client_new2) *client_new2;
    __typeof__(nghttp2_submit_settings) *submit_settings;
    __typeof__(nghttp2_submit_request) *submit;
    __typeof__(nghttp2_session_mem_send) *send;
    __typeof__(nghttp2_option_new) *option_new;
    __typeof__(nghttp2_option_set_peer_max_concurrent_streams) *set_streams;
    find(0, "nghttp2_session_client_new2", &client_new2);
    find(0, "nghttp2_submit_settings", &submit_settings);
    find(0, "nghttp2_submit_request", &submit);
    find(0, "nghttp2_session_mem_send", &send);
    find(0, "nghttp2_option_new", &option_new);
    find(0, "nghttp2_option_set_peer_max_concurrent_streams", &set_streams);
    nghttp2_option *option;
    nghttp2_session *session;
    option_new(&option);
    set_streams(option, REQUESTS);
    client_new2(&session, library[0].callbacks, NULL, option);
    submit_settings(session, NGHTTP2_FLAG_NONE, NULL, 0);
    recording made = {malloc(1 << 24), 0};
    char *const cookie = malloc(cookie_size + 1);
    uint32_t random = 1;
    for (int request = 0; request < REQUESTS; request++) {
        char path[80];
        snprintf(path, sizeof path, "/articles/2026/11/%d/index.html?from=search&page=2",
                 alike ? 0 : request);
        for (size_t k = 0; k < cookie_size && !(alike && request > 0); k++) {
            random = random * 1664525 + 1013904223;
            cookie[k] =
                "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789=-"[random >> 26];
        }
        cookie[cookie_size] = '\0';
        const nghttp2_nv fields[FIELDS] = {
            field(":method", "GET", 0),
            field(":scheme", "https", 0),
            field(":authority", "www.example.org", 0),
            field(":path", path, 0),
            field("user-agent",
                  "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", 0),
            field("accept",
                  "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/"
                  "*;q=0.8",
                  0),
            field("accept-language", "en-US,en;q=0.5", 0),
            field("accept-encoding", "gzip, deflate, br, zstd", 0),
            field("referer", "https://www.example.org/search?q=validation+of+text", 0),
            field("sec-fetch-site", "same-origin", 0),
            field("priority", "u=0, i", 0),
            field("cookie", cookie, 0),
        };
        submit(session, NULL, fields, FIELDS, NULL, NULL);
    }
    const uint8_t *bytes;
    for (ssize_t size; (size = send(session, &bytes)) > 0;) {
        memcpy(made.bytes + made.size, bytes, (size_t)size);
        made.size += (size_t)size;
    }
    return made;
}

static void race_all(void)
{
    static const size_t NAMES[] = {4, 10, 25, 0}, VALUES[] = {10, 40, 120, 500, 4000, 0};
    race_calls("nghttp2_check_header_name", NAMES);
    race_calls("nghttp2_check_path", VALUES);
    race_calls("nghttp2_check_header_value_rfc9113", VALUES);
    for (int i = 0; i < 2; i++) {
        find(i, "nghttp2_session_callbacks_new", &library[i].callbacks_new);
        find(i, "nghttp2_session_server_new", &library[i].server_new);
        find(i, "nghttp2_session_mem_recv", &library[i].receive);
        find(i, "nghttp2_session_del", &library[i].end);
        library[i].callbacks_new(&library[i].callbacks);
    }
    static const size_t COOKIES[] = {40, 500, 4000};
    for (int k = 0; k < 6; k++) {
        const recording requests = recorded(COOKIES[k / 2], k % 2);
        char title[80];
        snprintf(title, sizeof title, "a request, cookie of %zu bytes, %s", COOKIES[k / 2],
                 k % 2 ? "repeated" : "new");
        race(title, serve, &requests, REQUESTS);
    }
}

int main(int count, char **words)
{
    if (count != 4) {
        return 2;
    }
    open_builds(words + 2);
    if (strcmp(words[1], "speed") == 0) {
        race_all();
        return 0;
    }
    for (size_t k = 0; k < sizeof CHECKS / sizeof *CHECKS; k++) {
        check *checks[2];
        find(0, CHECKS[k], &checks[0]);
        find(1, CHECKS[k], &checks[1]);
        compare_all(checks);
    }
    printf("%lu texts, %lu different answers\n", texts, different);
    return 0;
}
