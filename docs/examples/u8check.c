// SPDX-License-Identifier: 0BSD
/*
 * u8check: are these files UTF-8, and if not, where does the first fault stand?
 *
 * In: files, or standard input. Out: one line for each ill-formed file; exit 0 all well-formed,
 * 1 some file ill-formed, 2 something could not be read or the command line is wrong.
 *
 * The one idea: a regular file is mapped and checked in one call. Anything else comes in chunks; of
 * a chunk the longest well-formed prefix is done with, and what remains is either a fault or the
 * beginning of a character, at most three bytes, which moves to the front of the buffer, before the
 * next chunk.
 *
 * A file that holds 61 0A E0 80 gives
 *     FILE: line 2, column 1, byte 2: overlong (expected A0..BF after E0, found 80)
 * Lines and columns count from 1, a column being one code point; byte is the offset of the
 * ill-formed sequence, counted from 0.
 */
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64

#include "utf8.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { WELL_FORMED = 0, ILL_FORMED = 1, TROUBLE = 2 };

/* What was asked for. */
static const utf8_kernel *kernel;
static bool timed;

/* How far a text is known to be well-formed. */
typedef struct {
    uint64_t bytes, characters, line, column;
} place;

static const place beginning = {0, 0, 1, 1};

/* How many characters begin in these bytes. */
static uint64_t characters_in(const uint8_t *text, size_t size)
{
    uint64_t characters = 0;
    for (size_t i = 0; i < size; i++) {
        characters += (text[i] & 0xC0) != 0x80;
    }
    return characters;
}

/* Moves *at over well-formed bytes. */
static void advance(place *at, const uint8_t *text, size_t size)
{
    const uint8_t *end = text + size;
    const uint8_t *newline;
    at->bytes += size;
    at->characters += timed ? characters_in(text, size) : 0;
    while (text != end && (newline = memchr(text, '\n', (size_t)(end - text))) != NULL) {
        at->line++;
        at->column = 1;
        text = newline + 1;
    }
    at->column += characters_in(text, (size_t)(end - text));
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Prints the line of --time: bytes that took so many seconds. */
static int print_time(const char *name, const place *at, double bytes, double seconds)
{
    printf("%s: %" PRIu64 " bytes, %" PRIu64 " characters", name, at->bytes, at->characters);
    if (bytes > 0 && seconds > 0) {
        printf(", %.2f GB/s", bytes / seconds * 1e-9);
    }
    printf(" (%s)\n", kernel->name);
    return WELL_FORMED;
}

/* Prints the bytes that could have stood in this state, as ranges: "80..8F or C2..F4". */
static void print_expected(uint8_t state)
{
    const char *separator = "";
    for (unsigned low = 0; low < 256; low++) {
        if (!utf8_expected(state, (uint8_t)low)) {
            continue;
        }
        unsigned high = low;
        while (high < 255 && utf8_expected(state, (uint8_t)(high + 1))) {
            high++;
        }
        printf(high > low ? "%s%02X..%02X" : "%s%02X", separator, low, high);
        separator = " or ";
        low = high;
    }
}

/* Prints the fault at *at; text begins with the ill-formed sequence. */
static int print_fault(const char *name, const place *at, const uint8_t *text,
                       const utf8_error *error)
{
    utf8_error empty;
    utf8_check("", 0, &empty);
    bool first = error->state == empty.state; /* not even the first byte could begin a character */
    size_t alive = first ? 0 : error->length;

    printf("%s: line %" PRIu64 ", column %" PRIu64 ", byte %" PRIu64 ": %s (expected ", name,
           at->line, at->column, at->bytes, utf8_fault_name(error->fault));
    print_expected(error->state);
    for (size_t i = 0; i < alive; i++) {
        printf("%s %02X", i == 0 ? " after" : "", text[i]);
    }
    if (error->fault == UTF8_TRUNCATED) {
        printf(", found the end)\n");
    } else {
        printf(", found %02X)\n", text[alive]);
    }
    return ILL_FORMED;
}

static int cannot(const char *what, const char *name)
{
    fprintf(stderr, "u8check: cannot %s %s: %s\n", what, name, strerror(errno));
    return TROUBLE;
}

/* A mapped file follows its writers: two looks at it may differ. */
static int changing(const char *name)
{
    fprintf(stderr, "u8check: %s changes while it is read\n", name);
    return TROUBLE;
}

/* Checks a text that lies in memory as a whole. */
static int check_text(const char *name, const uint8_t *text, size_t size)
{
    place at = beginning;
    size_t good = kernel->valid_prefix(text, size);
    if (good < size) {
        utf8_error error;
        advance(&at, text, good);
        if (utf8_check(text + good, size - good, &error)) {
            return changing(name);
        }
        return print_fault(name, &at, text + good, &error);
    }
    if (!timed) {
        return WELL_FORMED;
    }
    advance(&at, text, size);
    for (uint64_t passes = 1;; passes *= 2) { /* twice as many until the clock can tell */
        double start = now();
        for (uint64_t i = 0; i < passes; i++) {
            if (!kernel->valid(text, size)) {
                return changing(name);
            }
        }
        double seconds = now() - start;
        if (seconds >= 0.02) {
            return print_time(name, &at, (double)passes * (double)size, seconds);
        }
    }
}

/* read(2) that goes on after a signal. */
static ssize_t read_some(int file, void *buffer, size_t size)
{
    for (;;) {
        ssize_t got = read(file, buffer, size);
        if (got >= 0 || errno != EINTR) {
            return got;
        }
    }
}

/* Checks what comes from a pipe, a terminal or whatever cannot be mapped. */
static int check_stream(const char *name, int file)
{
    static uint8_t buffer[256 * 1024];
    size_t pending = 0;
    double seconds = 0;
    place at = beginning;
    for (;;) {
        ssize_t got = read_some(file, buffer + pending, sizeof buffer - pending);
        if (got < 0) {
            return cannot("read", name);
        }
        size_t have = pending + (size_t)got;
        double start = timed ? now() : 0;
        size_t good = kernel->valid_prefix(buffer, have);
        seconds += timed ? now() - start : 0;
        advance(&at, buffer, good);
        pending = have - good;
        if (pending > 0) {
            utf8_error error;
            utf8_check(buffer + good, pending, &error);
            if (error.fault != UTF8_TRUNCATED || got == 0) {
                return print_fault(name, &at, buffer + good, &error);
            }
            memmove(buffer, buffer + good, pending);
        }
        if (got == 0) {
            break;
        }
    }
    return timed ? print_time(name, &at, (double)at.bytes, seconds) : WELL_FORMED;
}

/* A mapped file that another program cuts short raises SIGBUS: say so instead of dying of it. */
static void cut_short(int signal_number)
{
    static const char message[] = "u8check: a file was cut short while it was read\n";
    (void)signal_number;
    ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
    (void)written;
    _exit(TROUBLE);
}

static int check_file(const char *name)
{
    if (strcmp(name, "-") == 0) {
        return check_stream("stdin", STDIN_FILENO);
    }
    int file = open(name, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return cannot("open", name);
    }
    struct stat about;
    void *text = MAP_FAILED;
    size_t size = 0;
    if (fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0 &&
        (uintmax_t)about.st_size <= PTRDIFF_MAX) {
        size = (size_t)about.st_size;
        text = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    }
    int result;
    if (text == MAP_FAILED) {
        result = check_stream(name, file);
    } else {
        result = check_text(name, text, size);
        munmap(text, size);
    }
    close(file);
    return result;
}

/* Names the kernels that this processor runs. */
static void print_kernels(FILE *out)
{
    for (size_t i = 0; i < utf8_kernel_count(); i++) {
        if (utf8_kernel_at(i)->supported()) {
            fprintf(out, " %s", utf8_kernel_at(i)->name);
        }
    }
}

static const utf8_kernel *find_kernel(const char *name)
{
    for (size_t i = 0; i < utf8_kernel_count(); i++) {
        const utf8_kernel *k = utf8_kernel_at(i);
        if (strcmp(k->name, name) == 0 && k->supported()) {
            return k;
        }
    }
    fprintf(stderr, "u8check: no kernel %s on this machine; it has:", name);
    print_kernels(stderr);
    fputc('\n', stderr);
    return NULL;
}

static void print_help(void)
{
    puts("Usage: u8check [--time] [--kernel NAME] [FILE...]\n"
         "Says for each FILE that is not well-formed UTF-8 where its first fault stands:\n"
         "  FILE: line L, column C, byte B: fault (expected RANGES after BYTES, found BYTE)\n"
         "Lines and columns (in code points) count from 1, bytes from 0. Bytes are in hex.\n"
         "Without FILE, or where FILE is -, reads standard input.\n"
         "\n"
         "  -t, --time         also print size, characters and speed of each well-formed file\n"
         "  -k, --kernel NAME  check with this kernel, not with the one it picks\n"
         "  -h, --help         print this\n"
         "\n"
         "Exit status: 0 all well-formed, 1 some file is not, 2 cannot read, or wrong usage.");
    fputs("Kernels here:", stdout);
    print_kernels(stdout);
    printf("; it picks %s.\n", utf8_active_kernel());
}

int main(int count, char **words)
{
    static const struct option options[] = {{"time", no_argument, NULL, 't'},
                                            {"kernel", required_argument, NULL, 'k'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    const char *name = utf8_active_kernel();
    int option;
    while ((option = getopt_long(count, words, "tk:h", options, NULL)) != -1) {
        switch (option) {
        case 't':
            timed = true;
            break;
        case 'k':
            name = optarg;
            break;
        case 'h':
            print_help();
            return fflush(stdout) == 0 ? WELL_FORMED : cannot("write", "stdout");
        default:
            fputs("u8check: see u8check --help\n", stderr);
            return TROUBLE;
        }
    }
    kernel = find_kernel(name);
    if (kernel == NULL) {
        return TROUBLE;
    }
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* whole lines, in order with those of stderr */
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = cut_short;
    sigaction(SIGBUS, &action, NULL);

    int worst = optind == count ? check_file("-") : WELL_FORMED;
    for (int i = optind; i < count; i++) {
        int result = check_file(words[i]);
        worst = result > worst ? result : worst;
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        return cannot("write", "stdout");
    }
    return worst;
}
