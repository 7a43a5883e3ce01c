// SPDX-License-Identifier: 0BSD
/*
 * u8check: are these files UTF-8, and if not, where does the first fault stand? The same for the
 * other encodings of out/. With --repair or --to it copies them, mended or in another encoding.
 *
 * In: files, or standard input. Out: one line for each ill-formed file, and on stderr what it might
 * be instead; exit 0 all well-formed, 1 some file ill-formed, 2 something could not be read or the
 * command line is wrong.
 *
 * The one idea: a regular file is mapped and checked in one call. Anything else comes in pieces
 * that an X_stream takes; of a piece the last character stays at hand, and what follows it, to tell
 * more of a fault with the next piece.
 *
 * A file that holds 61 0A E0 80 gives
 *     FILE: line 2, column 1, byte 2: overlong (expected A0..BF after E0, found 80)
 * Lines and columns count from 1, a column being one character; byte is the offset of the
 * ill-formed sequence, counted from 0.
 *
 * Beside it: encodings.c, one interface to the sixteen; u8check_convert.c, the copies;
 * u8check_hint.c, what a file might be instead; u8check_shown.c, file names as they may be shown.
 */
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64

#include "encodings.h"
#include "u8check_convert.h"
#include "u8check_hint.h"
#include "u8check_shown.h"

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

/* What was asked for. */
static const encoding *encoded;
static conversion copy;
static bool copied, timed, counted, verbose;

/* How far a text is known to be well-formed. */
typedef struct {
    uint64_t bytes, characters, utf16_units, line, column;
    bool beyond_utf16; /* it holds what UTF-16 has no units for */
} place;

static const place beginning = {.line = 1, .column = 1};

/* A file or a stream. */
typedef struct {
    const char *name; /* as it may be shown */
    uint8_t head[HEAD];
    size_t head_size; /* how many of its first bytes are known, at most HEAD */
    place at;         /* of the first byte that is at hand */
} input;

/* Moves *at over well-formed bytes. */
static void advance(place *at, const uint8_t *text, size_t size)
{
    const uint8_t *end = text + size;
    const uint8_t *newline;
    at->bytes += size;
    if (timed || counted) {
        text_measures m = encoded->measure(text, size);
        at->characters += m.characters;
        at->utf16_units += m.utf16_units;
        at->beyond_utf16 = at->beyond_utf16 || m.utf16_units == SIZE_MAX;
    }
    while (text != end && (newline = memchr(text, '\n', (size_t)(end - text))) != NULL) {
        at->line++;
        at->column = 1;
        text = newline + 1;
    }
    at->column += encoded->measure(text, (size_t)(end - text)).characters;
}

/* Takes what the input begins with from its first bytes, so far as it is not known yet. */
static void remember_head(input *in, const uint8_t *text, size_t size)
{
    while (in->head_size < HEAD && in->head_size < size) {
        in->head[in->head_size] = text[in->head_size];
        in->head_size++;
    }
}

static void print_note(const input *in)
{
    if (verbose && in->head_size >= 3 && memcmp(in->head, "\xEF\xBB\xBF", 3) == 0) {
        fprintf(stderr, "%s: note: begins with a byte order mark (EF BB BF)\n", in->name);
    }
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Says that all is well, with --count what is in it, and with --time in how many seconds so many
 * bytes were checked. */
static int well_formed(const input *in, double bytes, double seconds)
{
    print_note(in);
    if (timed || counted) {
        printf("%s: %" PRIu64 " bytes, %" PRIu64 " characters", in->name, in->at.bytes,
               in->at.characters);
        if (counted && in->at.beyond_utf16) {
            printf(", beyond UTF-16");
        } else if (counted) {
            printf(", %" PRIu64 " units of UTF-16", in->at.utf16_units);
        }
        if (timed && bytes > 0 && seconds > 0) {
            printf(", %.2f GB/s", bytes / seconds * 1e-9);
        }
        printf(timed ? " (%s)\n" : "\n", encoded->active_kernel());
    }
    return WELL_FORMED;
}

/* Prints the expected bytes as ranges: "80..8F or C2..F4". */
static void print_expected(const bool expected[256])
{
    const char *separator = "";
    for (unsigned low = 0; low < 256; low++) {
        if (!expected[low]) {
            continue;
        }
        unsigned high = low;
        while (high < 255 && expected[high + 1]) {
            high++;
        }
        printf(high > low ? "%s%02X..%02X" : "%s%02X", separator, low, high);
        separator = " or ";
        low = high;
    }
}

static void print_bytes(const char *before, const uint8_t *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        printf("%s %02X", i == 0 ? before : "", text[i]);
    }
}

/* Whether a text is well-formed as far as it goes. */
static bool could_go_on(const uint8_t *text, size_t size)
{
    text_error error;
    return encoded->check(text, size, &error) || error.truncated;
}

/* Says in parentheses what was expected, after which bytes, and what was found; the ill-formed
 * sequence begins at text + good, and the character before it at text + before. */
static void print_reason(const uint8_t *text, size_t size, size_t before, size_t good,
                         const text_error *error)
{
    const uint8_t *wrong = text + good;
    size_t left = size - good, length = error->length, end = 0;
    printf(" (expected ");
    print_expected(error->expected);
    if (error->truncated) {
        print_bytes(" after", wrong, length);
        printf(", found the end)\n");
        return;
    }
    do { /* wrong[end - 1] is the first byte with which nothing can go on */
        end++;
    } while (end < left && could_go_on(text + before, good - before + end));
    if (end > length) { /* the sequence could go on, but not so */
        print_bytes(" after", wrong, length);
        print_bytes(", found", wrong + length, end - length);
    } else if (could_go_on(wrong, end)) { /* it may not stand after the character before it */
        size_t alive = error->expected[*wrong] ? 0 : end - 1;
        print_bytes(" after", text + before, good - before + alive);
        print_bytes(", found", wrong + alive, end - alive);
    } else { /* it cannot begin so */
        print_bytes(", found", wrong, end);
    }
    printf(")\n");
}

/* Prints on stderr what the input might be instead; so many well-formed bytes before text are at
 * hand, too. */
static void print_hint(const input *in, size_t behind, const uint8_t *text, size_t size,
                       size_t good, bool to_the_end)
{
    const uint8_t *fault = text + good;
    size_t before = behind + good < AROUND ? behind + good : AROUND;
    size_t after = size - good < AROUND ? size - good : AROUND;
    while (before > 0 && (fault[-(ptrdiff_t)before] & 0xC0) == 0x80) {
        before--;
    }
    sample s = {.head = in->head,
                .head_size = in->head_size,
                .text = fault - before,
                .size = before + after,
                .offset = in->at.bytes + good - before,
                .fault = before,
                .to_the_end = to_the_end && after == size - good};
    char room[100];
    const char *words = hint(encoded, &s, room, sizeof room);
    if (words != NULL) {
        fprintf(stderr, "%s: hint: this %s\n", in->name, words);
    }
}

int cannot(const char *what, const char *name)
{
    fprintf(stderr, "u8check: cannot %s %s: %s\n", what, name, strerror(errno));
    return TROUBLE;
}

/* A mapped file follows its writers: two looks at it may differ. */
static int changing(const input *in)
{
    fprintf(stderr, "u8check: %s changes while it is read\n", in->name);
    return TROUBLE;
}

/* Says what is wrong behind the well-formed prefix of a text, whose place is in->at. */
static int ill_formed(const input *in, size_t behind, const uint8_t *text, size_t size, size_t good,
                      bool to_the_end)
{
    text_error error;
    size_t before = last_character(encoded, text, good);
    if (encoded->check(text + before, size - before, &error) || before + error.offset != good) {
        return changing(in);
    }
    place at = in->at;
    advance(&at, text, good);
    print_note(in);
    printf("%s: line %" PRIu64 ", column %" PRIu64 ", byte %" PRIu64 ": %s", in->name, at.line,
           at.column, at.bytes, error.fault);
    print_reason(text, size, before, good, &error);
    print_hint(in, behind, text, size, good, to_the_end);
    return ILL_FORMED;
}

/* Checks a text that lies in memory as a whole. */
static int check_text(input *in, const uint8_t *text, size_t size)
{
    remember_head(in, text, size);
    size_t good = encoded->valid_prefix(text, size);
    if (good < size) {
        return ill_formed(in, 0, text, size, good, true);
    }
    if (timed || counted) {
        advance(&in->at, text, size);
    }
    if (!timed) {
        return well_formed(in, 0, 0);
    }
    for (uint64_t passes = 1;; passes *= 2) { /* twice as many until the clock can tell */
        double start = now();
        for (uint64_t i = 0; i < passes; i++) {
            if (!encoded->valid(text, size)) {
                return changing(in);
            }
        }
        double seconds = now() - start;
        if (seconds >= 0.02) {
            return well_formed(in, (double)passes * (double)size, seconds);
        }
    }
}

ptrdiff_t read_some(int file, uint8_t *room, size_t size, bool all)
{
    size_t have = 0;
    for (;;) {
        ptrdiff_t got = read(file, room + have, size - have);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return got;
        }
        have += (size_t)got;
        if (got == 0 || have == size || !all) {
            return (ptrdiff_t)have;
        }
    }
}

/* Checks what comes from a pipe, a terminal or whatever cannot be mapped. Of what is done with, some
 * stays in the buffer for a hint. A clock that runs for small pieces tells more of itself than of
 * them: with --time the buffer is filled before each check, and what fits into it is timed as a
 * text in memory. */
static int check_stream(input *in, int file)
{
    static uint8_t buffer[AROUND + (256 << 10)];
    size_t done = 0, have = 0; /* bytes of the buffer; in->at is the place of buffer[done] */
    double seconds = 0;
    text_stream stream;
    encoded->stream_start(&stream);
    for (bool first = true;; first = false) {
        ptrdiff_t got = read_some(file, buffer + have, sizeof buffer - have, timed);
        if (got < 0) {
            return cannot("read", in->name);
        }
        have += (size_t)got;
        if (timed && first && have < sizeof buffer) {
            return check_text(in, buffer, have);
        }
        if (in->at.bytes == done) { /* the buffer begins with the input's beginning */
            remember_head(in, buffer, have);
        }
        double start = timed ? now() : 0;
        text_status status = got == 0
                                 ? encoded->stream_end(&stream)
                                 : encoded->stream_feed(&stream, buffer + have - got, (size_t)got);
        seconds += timed ? now() - start : 0;
        if (status == TEXT_ILL_FORMED) {
            size_t good = (size_t)(encoded->stream_offset(&stream) - in->at.bytes);
            return ill_formed(in, done, buffer + done, have - done, good, got == 0);
        }
        size_t good = encoded->trim(buffer + done, have - done);
        if (got > 0) {
            good = last_character(encoded, buffer + done, good);
        }
        advance(&in->at, buffer + done, good);
        done += good;
        if (got == 0) {
            return well_formed(in, (double)in->at.bytes, seconds);
        }
        if (have == sizeof buffer) {
            memmove(buffer, buffer + done - AROUND, have - done + AROUND);
            have -= done - AROUND;
            done = AROUND;
        }
    }
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

static int check_opened(input *in, int file)
{
    struct stat about;
    if (fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0 &&
        (uintmax_t)about.st_size <= PTRDIFF_MAX) {
        size_t size = (size_t)about.st_size;
        void *text = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
        if (text != MAP_FAILED) {
            int result = check_text(in, text, size);
            munmap(text, size);
            return result;
        }
    }
    return check_stream(in, file);
}

static int check_file(const char *path)
{
    input in = {.name = "stdin", .at = beginning};
    if (strcmp(path, "-") == 0) {
        return copied ? convert(&copy, STDIN_FILENO, in.name) : check_stream(&in, STDIN_FILENO);
    }
    char *name = shown(path);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    in.name = name;
    int result = file < 0 ? cannot("open", name)
                 : copied ? convert(&copy, file, name)
                          : check_opened(&in, file);
    if (file >= 0) {
        close(file);
    }
    free(name);
    return result;
}

/* Names the kernels that this processor runs. */
static void print_kernels(FILE *out)
{
    for (size_t i = 0; i < encoded->kernel_count(); i++) {
        if (encoded->kernel_at(i).supported()) {
            fprintf(out, " %s", encoded->kernel_at(i).name);
        }
    }
}

/* Says that there is none of this name, and returns it in a form that may be shown. */
static void no_such(const char *what, const char *name)
{
    char *word = shown(name);
    fprintf(stderr, "u8check: no %s %s; ", what, word);
    free(word);
}

static bool find_encoding(const char *name, const encoding **found)
{
    *found = encoding_named(name);
    if (*found == NULL) {
        no_such("encoding", name);
        fprintf(stderr, "the nearest is %s; there are:\n", encoding_nearest(name)->name);
        print_encodings(stderr, " ");
        return false;
    }
    return true;
}

/* What to check for, and what to copy to, if that is asked for. UTF-16 and UTF-32 are only read where
 * they become one of the sixteen. */
static bool find_conversion(const char *from, const char *to)
{
    copy.from_wide = to != NULL ? wide_named(from) : NULL;
    copy.to_wide = to != NULL && copy.from_wide == NULL ? wide_named(to) : NULL;
    if (!find_encoding(copy.from_wide != NULL ? to : from, &encoded)) {
        return false;
    }
    copy.from = encoded;
    copy.to = copy.from_wide != NULL ? encoded : NULL;
    return to == NULL || copy.from_wide != NULL || copy.to_wide != NULL ||
           find_encoding(to, &copy.to);
}

/* Makes all functions use this kernel; NULL stands for the one that they pick. */
static bool find_kernel(const char *name)
{
    if (name == NULL) {
        return true;
    }
    if (encoded->limit_kernels(name) && strcmp(encoded->active_kernel(), name) == 0) {
        return true;
    }
    encoded->limit_kernels(NULL);
    no_such("kernel", name);
    fprintf(stderr, "for %s this machine has:", encoded->name);
    print_kernels(stderr);
    fputc('\n', stderr);
    return false;
}

static int print_help(void)
{
    puts("Usage: u8check [--encoding NAME] [--kernel NAME] [--time] [--count] [--verbose] "
         "[FILE...]\n"
         "       u8check [--encoding NAME] --repair | --to NAME [FILE...]\n"
         "Says for each FILE that is not well-formed UTF-8 where its first fault stands:\n"
         "  FILE: line L, column C, byte B: fault (expected RANGES after BYTES, found BYTE)\n"
         "Lines and columns (in characters) count from 1, bytes from 0. Bytes are in hex.\n"
         "Without FILE, or where FILE is -, reads standard input. Hints and notes go to\n"
         "stderr. In file names, \\xNN and \\u{N} stand for what a terminal acts upon,\n"
         "and \\\\ for a backslash.\n"
         "\n"
         "  -e, --encoding NAME  check for this encoding, not for UTF-8\n"
         "  -k, --kernel NAME    check with this kernel, not with the one it picks\n"
         "  -t, --time           also print size, characters and speed of each well-formed file\n"
         "  -c, --count          also print how many bytes, characters and units of UTF-16 it has\n"
         "  -r, --repair         copy to standard output, U+FFFD in place of what is ill-formed\n"
         "      --to NAME        copy to standard output in this encoding, as far as that can be;\n"
         "                       here and, with this, as --encoding also UTF-16LE, -BE, UTF-32LE, "
         "-BE\n"
         "  -v, --verbose        also note a byte order mark at the beginning\n"
         "  -h, --help           print this\n"
         "\n"
         "Exit status: 0 all well-formed, 1 some file is not, 2 cannot read, or wrong usage.\n"
         "Encodings:");
    print_encodings(stdout, " ");
    fputs("Kernels here:", stdout);
    print_kernels(stdout);
    printf("; for %s it picks %s.\n", encoded->name, encoded->active_kernel());
    return fflush(stdout) == 0 ? WELL_FORMED : cannot("write", "stdout");
}

/* The word that getopt_long has just refused. */
static int wrong_option(char **words)
{
    char letter[] = {'-', (char)optopt, '\0'};
    char *word = shown(optopt != 0 ? letter : words[optind - 1]);
    fprintf(stderr, "u8check: wrong option %s; see u8check --help\n", word);
    free(word);
    return TROUBLE;
}

int main(int count, char **words)
{
    static const struct option options[] = {{"encoding", required_argument, NULL, 'e'},
                                            {"kernel", required_argument, NULL, 'k'},
                                            {"time", no_argument, NULL, 't'},
                                            {"verbose", no_argument, NULL, 'v'},
                                            {"count", no_argument, NULL, 'c'},
                                            {"repair", no_argument, NULL, 'r'},
                                            {"to", required_argument, NULL, 'T'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    const char *encoding_name = "utf-8", *kernel_name = NULL, *target_name = NULL;
    bool help = false, repaired = false;
    int option;
    opterr = 0;
    while ((option = getopt_long(count, words, "e:k:tcrvh", options, NULL)) != -1) {
        switch (option) {
        case 'e':
            encoding_name = optarg;
            break;
        case 'k':
            kernel_name = optarg;
            break;
        case 't':
            timed = true;
            break;
        case 'c':
            counted = true;
            break;
        case 'r':
            repaired = true;
            break;
        case 'T':
            target_name = optarg;
            break;
        case 'v':
            verbose = true;
            break;
        case 'h':
            help = true;
            break;
        default:
            return wrong_option(words);
        }
    }
    if (!find_conversion(encoding_name, target_name) || !find_kernel(kernel_name)) {
        return TROUBLE;
    }
    if (repaired && target_name != NULL) {
        fputs("u8check: --repair and --to go one after the other, through a pipe\n", stderr);
        return TROUBLE;
    }
    copied = repaired || target_name != NULL;
    if (help) {
        return print_help();
    }
    if (!copied) {
        setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* whole lines, in order with those of stderr */
    }
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
