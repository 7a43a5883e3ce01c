// SPDX-License-Identifier: 0BSD
/*
 * Checks one input of any size, in blocks.
 *
 * In: a path. Out: reports, in a sink.
 *
 * The idea: within a block, only the last character can depend on later bytes: it may be incomplete, or
 * it may forbid the next character. So this character is kept for the next block, with the earlier bytes
 * that a hint needs. The reports are then the same as for the whole text in one block.
 *
 *     buffer  | done, kept for hints | last character | next block, being read ... |
 *                                    done                                          have
 *
 * Blocks are read, not mapped. If another program truncates a mapped file, reading it causes a signal. And
 * reading blocks that fit into the second-level cache is at least as fast, except for the largest files
 * (bench/results/u8check-zen5.md).
 */
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64

#include "u8check_scan.h"

#include "u8check_dump.h"
#include "u8check_files.h"
#include "u8check_hint.h"
#include "u8check_place.h"
#include "u8check_progress.h"
#include "u8check_report.h"
#include "u8check_shown.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK = 512 << 10, ROOM = AROUND + BLOCK };

typedef struct {
    const request *ask;
    const encoding *e;
    title name;
    bool found;
    sink *out;
    int file;
    bool regular, ended;
    uint8_t *buffer;
    size_t done, have; /* offsets in the buffer: end of the checked bytes, end of the bytes read */
    place at;          /* of buffer[done] */
    uint8_t head[HEAD];
    size_t head_size; /* bytes in head */
    uint64_t faults, characters, utf16_units;
    bool beyond_utf16;
    double seconds; /* spent on checking */
} scan;

size_t scan_room(void)
{
    return ROOM;
}

/* ---- Reading ---- */

/* Returns the bytes that are read and not yet checked. */
static const uint8_t *text_of(const scan *s)
{
    return s->buffer + s->done;
}

static size_t size_of(const scan *s)
{
    return s->have - s->done;
}

/* Whether buffer[0] is the first byte of the input. */
static bool from_the_beginning(const scan *s)
{
    return s->at.bytes == s->done;
}

static void remember_head(scan *s)
{
    if (from_the_beginning(s) && s->head_size < HEAD) {
        s->head_size = s->have < HEAD ? s->have : HEAD;
        memcpy(s->head, s->buffer, s->head_size);
    }
}

/* Reads more bytes. If the buffer is full, discards all checked bytes except the last AROUND. False on error. */
static bool read_more(scan *s)
{
    if (s->have == ROOM) {
        size_t from = s->done > AROUND ? s->done - AROUND : 0;
        memmove(s->buffer, s->buffer + from, s->have - from);
        s->done -= from;
        s->have -= from;
    }
    size_t room = ROOM - s->have;
    ptrdiff_t got = read_some(s->file, s->buffer + s->have, room, s->regular || s->ask->timed);
    if (got < 0) {
        say_cannot(s->out, "read", s->name.shown, errno);
        return false;
    }
    s->ended = got == 0 || (s->regular && (size_t)got < room);
    s->have += (size_t)got;
    remember_head(s);
    progress_add((uint64_t)got, 0);
    return true;
}

/* ---- Checking ---- */

/* Advances over `size` well-formed bytes. */
static void pass(scan *s, size_t size)
{
    if (s->ask->timed || s->ask->counted) {
        text_measures m = s->e->measure(text_of(s), size);
        s->characters += m.characters;
        s->utf16_units += m.utf16_units;
        s->beyond_utf16 = s->beyond_utf16 || m.utf16_units == SIZE_MAX;
    }
    if (reports_faults(s->ask)) {
        place_pass(&s->at, s->e, text_of(s), size);
    } else {
        s->at.bytes += size;
    }
    s->done += size;
}

/* Returns the size of the longest well-formed prefix of the unchecked bytes. */
static size_t valid_prefix(scan *s)
{
    if (!s->ask->timed) {
        return s->e->valid_prefix(text_of(s), size_of(s));
    }
    double start = seconds_now();
    size_t good = s->e->valid_prefix(text_of(s), size_of(s));
    s->seconds += seconds_now() - start;
    return good;
}

/* ---- Hints ---- */

/* Guesses the actual format of the input. Sets *binary if the input is compressed, or if no guess
 * applies and there is a zero byte within AROUND bytes of the fault. */
static const char *hint_of(const scan *s, size_t good, char *room, size_t size, bool *binary)
{
    const uint8_t *fault = text_of(s) + good;
    size_t before = s->done + good < AROUND ? s->done + good : AROUND;
    size_t after = size_of(s) - good < AROUND ? size_of(s) - good : AROUND;
    while (before > 0 && (fault[-(ptrdiff_t)before] & 0xC0) == 0x80) {
        before--;
    }
    sample a = {.head = s->head,
                .head_size = s->head_size,
                .text = fault - before,
                .size = before + after,
                .offset = s->at.bytes + good - before,
                .fault = before,
                .to_the_end = s->ended && after == size_of(s) - good};
    const char *words = hint(s->e, &a, room, size);
    *binary = compressed(&a) != NULL || (words == NULL && memchr(a.text, 0, a.size) != NULL);
    return words;
}

static bool skips_binary(const scan *s)
{
    return s->ask->skipped == BINARY_ALL || (s->ask->skipped == BINARY_FOUND && s->found);
}

/* Returns the number of bytes, from the start of a fault, that must be read before the fault is reported.
 * The first fault of a regular file needs AROUND bytes for the hint; other faults need the bytes of a
 * dump. A hint must not block on a pipe. */
static size_t wanted(const scan *s)
{
    size_t dumped = s->ask->verbose ? DUMPED : 0;
    return s->regular && s->faults == 0 ? AROUND : dumped;
}

/* ---- Results ---- */

static void note_mark(const scan *s)
{
    if (s->ask->verbose && !s->ask->quiet && s->head_size >= 3 &&
        memcmp(s->head, "\xEF\xBB\xBF", 3) == 0) {
        remark(s->out, "%s%s: note: begins with a byte order mark (EF BB BF)\n",
               before_name(s->ask), s->name.shown);
    }
}

/* Speed in bytes per second. If the whole text is in the buffer, it is checked again and again, twice as
 * often each time, until the time can be measured. */
static double speed_of(const scan *s)
{
    double bytes = (double)s->at.bytes;
    if (s->at.bytes == 0) {
        return 0;
    }
    if (!from_the_beginning(s)) {
        return s->seconds > 0 ? bytes / s->seconds : 0;
    }
    for (uint64_t passes = 1;; passes *= 2) {
        bool good = true;
        double start = seconds_now();
        for (uint64_t i = 0; i < passes; i++) {
            good = s->e->valid(s->buffer, s->have) && good;
        }
        double seconds = seconds_now() - start;
        if (seconds >= 0.02 && good) {
            return (double)passes * bytes / seconds;
        }
    }
}

static void end_well_formed(scan *s)
{
    sink_totals(s->out)->well_formed = 1;
    note_mark(s);
    if (s->ask->list && s->ask->invert) {
        report_name(s->out, s->ask, &s->name);
    } else if (reports_faults(s->ask) && (s->ask->timed || s->ask->counted)) {
        measured m = {s->name,        s->at.bytes,     s->characters,
                      s->utf16_units, s->beyond_utf16, s->ask->timed ? speed_of(s) : 0};
        report_measured(s->out, s->ask, &m);
    }
}

/* Reports the fault after `good` well-formed bytes, and advances over it; does neither if the file is
 * skipped as binary. The last character before the fault begins at `before`. Returns whether to continue. */
static bool report(scan *s, size_t before, size_t good, const text_error *error)
{
    char room[100];
    bool binary = false;
    const char *words = NULL;
    if (s->faults == 0 && (reports_faults(s->ask) || skips_binary(s))) {
        words = hint_of(s, good, room, sizeof room, &binary);
    }
    if (binary && skips_binary(s)) {
        sink_totals(s->out)->binary = 1;
        return false;
    }
    if (s->faults++ == 0) {
        sink_totals(s->out)->ill_formed = 1;
        note_mark(s);
    }
    if (s->ask->list && !s->ask->invert) {
        report_name(s->out, s->ask, &s->name);
    }
    finding f = {.name = s->name,
                 .error = *error,
                 .text = s->buffer,
                 .size = s->have,
                 .fault = s->done + good,
                 .before = s->done + before,
                 .hint = words};
    pass(s, good);
    if (reports_faults(s->ask)) {
        f.at = s->at;
        report_fault(s->out, s->ask, &f);
    }
    place_skip(&s->at, text_of(s), error->length);
    s->done += error->length;
    bool closed = false;
    if (sink_is_full(s->out)) {
        sink_offer(s->out);
        closed = output_closed();
    }
    return s->ask->all && s->faults < s->ask->most && !closed;
}

/* Whether the fault after `good` bytes may become longer when more bytes are read, because the bytes read so
 * far end inside its character. The last character before the fault begins at `before`. */
static bool grows(const scan *s, size_t before, size_t good, const text_error *error)
{
    return s->e->trim(text_of(s) + before, size_of(s) - before) < good - before + error->length;
}

/* Checks the bytes that are read. Returns whether to read more. */
static bool check(scan *s)
{
    for (;;) {
        size_t good = valid_prefix(s);
        size_t before = last_character(s->e, text_of(s), good);
        text_error error;
        bool wrong =
            good < size_of(s) && !s->e->check(text_of(s) + before, size_of(s) - before, &error);
        if (!wrong && s->ended) {
            pass(s, good);
            if (s->faults == 0) {
                end_well_formed(s);
            }
            return false;
        }
        if (!wrong ||
            (!s->ended && (grows(s, before, good, &error) || size_of(s) - good < wanted(s)))) {
            pass(s, before);
            return true;
        }
        if (!report(s, before, good, &error)) {
            return false;
        }
    }
}

static void scan_file(scan *s)
{
    do {
        sink_offer(s->out);
    } while (!output_closed() && read_more(s) && check(s));
    sink_totals(s->out)->bytes = s->at.bytes;
}

/* ---- Opening ---- */

/* Opens the input. If it was found in a folder, a link in its place is not followed, and a pipe does not
 * block. */
static int open_input(const scan *s)
{
    if (strcmp(s->name.path, "-") == 0 && !s->found) {
        return STDIN_FILENO;
    }
    return files_open(s->name.path,
                      O_RDONLY | O_CLOEXEC | (s->found ? O_NOFOLLOW | O_NONBLOCK : 0));
}

void scan_path(const request *ask, const char *path, bool found, uint8_t *room, sink *out)
{
    bool in = strcmp(path, "-") == 0 && !found;
    char *name = shown(in ? "stdin" : path);
    scan s = {.ask = ask,
              .e = ask->encoded,
              .name = {path, name},
              .found = found,
              .out = out,
              .buffer = room,
              .at = beginning};
    struct stat about;
    s.file = open_input(&s);
    if (s.file < 0) {
        say_cannot(out, "open", name, errno);
    } else {
        s.regular = fstat(s.file, &about) == 0 && S_ISREG(about.st_mode);
        if (found && !s.regular) {
            sink_totals(out)->special = 1;
        } else {
            scan_file(&s);
        }
        if (!in) {
            close(s.file);
        }
    }
    progress_add(0, 1);
    free(name);
}
