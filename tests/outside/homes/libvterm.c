// SPDX-License-Identifier: 0BSD
// Compares two builds of libvterm.
//
//     libvterm same AS_IT_IS.so SWAPPED.so      compares the output of their UTF-8 decoders
//     libvterm speed AS_IT_IS.so SWAPPED.so     measures the decoder, and a terminal that shows text
#include "vterm_internal.h"

#include "both.h"

static VTermEncoding *encoding[2];
static unsigned long texts, different;

typedef struct {
    // The decoder's state between pieces. data[0] is the number of missing bytes; if it is 0, the other elements have no meaning.
    int data[8];
    uint32_t points[2 * LONGEST + 2];
    int count;
} screen;

// Decodes a piece, as libvterm's on_text does. The decoder stops at control characters: here their values are appended.
static void show(int i, screen *to, const char *bytes, size_t size)
{
    for (size_t at = 0; at < size; at++) {
        encoding[i]->decode(encoding[i], to->data, to->points, &to->count, 2 * LONGEST, bytes, &at,
                            size);
        if (at < size) {
            to->points[to->count++] = (uint8_t)bytes[at];
        }
    }
}

// Compares the results for a text in two pieces.
static void compare(const uint8_t *text, size_t size, size_t cut)
{
    static screen shown[2];
    memset(shown, 0, sizeof shown);
    for (int i = 0; i < 2; i++) {
        encoding[i]->init(encoding[i], shown[i].data);
        show(i, &shown[i], (const char *)text, cut);
        show(i, &shown[i], (const char *)text + cut, size - cut);
        if (shown[i].data[0] == 0) {
            memset(shown[i].data, 0, sizeof shown[i].data);
        }
    }
    texts++;
    different += memcmp(&shown[0], &shown[1], sizeof shown[0]) != 0;
}

// The bytes at the ends of the ranges that the decoder distinguishes.
static const uint8_t ENDS[] = {0x00, 0x1F, 0x20, 0x7E, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0,
                               0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF,
                               0xF0, 0xF1, 0xF4, 0xF5, 0xF8, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF};

// Compares all texts of two bytes; texts of four bytes, the first, third and fourth of them from ENDS; and long texts in which two adjacent
// bytes are replaced by bytes of ENDS.
static void compare_all(void)
{
    uint8_t text[LONGEST] = {0};
    for (unsigned pair = 0; pair < 0x10000; pair++) {
        text[0] = (uint8_t)(pair >> 8);
        text[1] = (uint8_t)pair;
        compare(text, 2, 0);
        for (size_t k = 0; k < sizeof ENDS * sizeof ENDS && memchr(ENDS, text[0], sizeof ENDS);
             k++) {
            text[2] = ENDS[k / sizeof ENDS];
            text[3] = ENDS[k % sizeof ENDS];
            compare(text, 4, k % 4);
        }
    }
    for (size_t at = 0; at + 1 < LONGEST; at++) {
        for (size_t first = 0; first < sizeof ENDS; first++) {
            for (size_t second = 0; second < sizeof ENDS; second++) {
                for (size_t k = 0; k < LONGEST; k++) {
                    text[k] = (uint8_t) "\xEA\xB0\x80\xF0\x9F\x98\x80\xC3\xA9 a"[k % 11];
                }
                text[at] = ENDS[first];
                text[at + 1] = ENDS[second];
                for (size_t cut = 0; cut < LONGEST; cut += 1 + cut / 4) {
                    compare(text, LONGEST, cut);
                }
            }
        }
    }
}

// ---- Speed ----

enum { CALLS = 1000, LINES = 200 };

typedef struct {
    const char *line;
    size_t size;
} shown_line;

static void decode(int i, const void *with)
{
    const shown_line *const one = with;
    static uint32_t points[4096];
    int data[8] = {0};
    for (int k = 0; k < CALLS; k++) {
        int count = 0;
        size_t at = 0;
        encoding[i]->decode(encoding[i], data, points, &count, 4096, one->line, &at, one->size);
    }
}

static struct {
    VTerm *terminal;
    __typeof__(vterm_input_write) *write;
} library[2];

static void write_lines(int i, const void *with)
{
    const shown_line *const one = with;
    for (int k = 0; k < LINES; k++) {
        library[i].write(library[i].terminal, one->line, one->size);
        library[i].write(library[i].terminal, "\r\n", 2);
    }
}

static void race_all(void)
{
    for (int i = 0; i < 2; i++) {
        __typeof__(vterm_new) *create;
        __typeof__(vterm_set_utf8) *set_utf8;
        __typeof__(vterm_obtain_screen) *obtain_screen;
        __typeof__(vterm_screen_reset) *reset;
        find(i, "vterm_new", &create);
        find(i, "vterm_set_utf8", &set_utf8);
        find(i, "vterm_obtain_screen", &obtain_screen);
        find(i, "vterm_screen_reset", &reset);
        find(i, "vterm_input_write", &library[i].write);
        library[i].terminal = create(50, 200);
        set_utf8(library[i].terminal, 1);
        reset(obtain_screen(library[i].terminal), 1);
    }
    static const char *const NAMES[] = {"ASCII", "French", "Korean"};
    static const char *const PARTS[] = {
        "Nov 28 host kernel: ", "d\xC3\xA9j\xC3\xA0 vu, \xC3\xA9t\xC3\xA9 .",
        "\xEA\xB0\x80\xEB\x82\x98\xEB\x8B\xA4\xEB\x9D\xBC \xEB\xA7\x88 .."};
    static const size_t SIZES[] = {20, 80, 160};
    for (int k = 0; k < 9; k++) {
        char line[200], title[80];
        for (size_t at = 0; at < sizeof line; at++) {
            line[at] = PARTS[k / 3][at % strlen(PARTS[k / 3])];
        }
        const shown_line one = {line, SIZES[k % 3]};
        snprintf(title, sizeof title, "decoder, %s, %zu bytes", NAMES[k / 3], one.size);
        race(title, decode, &one, CALLS);
        snprintf(title, sizeof title, "a line of the terminal, %s, %zu bytes", NAMES[k / 3],
                 one.size);
        race(title, write_lines, &one, LINES);
    }
}

int main(int count, char **words)
{
    if (count != 4) {
        return 2;
    }
    open_builds(words + 2);
    for (int i = 0; i < 2; i++) {
        __typeof__(vterm_lookup_encoding) *lookup;
        find(i, "vterm_lookup_encoding", &lookup);
        encoding[i] = lookup(ENC_UTF8, 'u');
    }
    if (strcmp(words[1], "speed") == 0) {
        race_all();
        return 0;
    }
    compare_all();
    printf("%lu texts, %lu different results\n", texts, different);
    return 0;
}
