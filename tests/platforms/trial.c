// SPDX-License-Identifier: 0BSD
//
// Runs one text through every supported kernel of the encoding that is compiled in (verify/subject.h), and through the public functions
// that read a text, except seek, valid_rows, valid_rows64, valid_utf16, valid_utf32, trim_utf16 and trim_utf32. Also tries encode on code
// points.
//
// In: a text of any bytes. Out: whether every result agrees with the reference of verify/. Choices, such as where a stream is
// split, or the room of a conversion, are random numbers seeded by the text. So a text alone reproduces a failure. libFuzzer calls this
// code (fuzz.c), and it runs on other platforms and under sanitizers (random.c).
//
//     41 ED A0 80    valid by each kernel: no; prefix 1; check: 1, 1, surrogate; chunks 1 + 1, 0 + 1, 0 + 1; repaired
//                    41 EF BF BD EF BF BD EF BF BD; streams of 1 + 1 + 1 + 1 bytes and others; to UTF-16 in rooms of 1 and others
//
// Each text is tried in memory of its exact size, and directly before and directly after an inaccessible page. Unless it is empty or very
// long, it is also tried between ASCII characters.
#define _POSIX_C_SOURCE 200809L
#include "trial.h"

#include "checks/checks.h"
#include "shared/guard.h"
#include "reference/language.h"
#include "reference/reference_utf.h"
#include "shared/report.h"
#include "shared/strings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_REPAIRED = TRIAL_MOST * REFERENCE_LONGEST,
    MOST_ASCII = 140  // a text is tried between two runs of ASCII, each shorter than this
};

static struct guard_room sources, targets;
static struct reference_conversion conversion;
static uint8_t replacement[REFERENCE_LONGEST];
static size_t replacement_size;
static uint64_t random_state;  // seeded by the text

// The text that is being tried, for messages.
static const uint8_t *now;
static size_t now_size;

static uint32_t random_below(uint32_t below)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return below > 0 ? (uint32_t)(random_state >> 33) % below : 0;
}

static void seed_from(const uint8_t *text, size_t size)
{
    random_state = 14695981039346656037u;
    for (size_t i = 0; i < size; i++) {
        random_state = (random_state ^ text[i]) * 1099511628211u;
    }
}

static bool wrong(const char *what)
{
    report_wrong(subject.name, "%s: %s", what, report_hex(now, now_size));
    printf("text ");
    for (size_t i = 0; i < now_size; i++) {
        printf("%02X", now[i]);
    }
    printf("\n");
    fflush(stdout);
    return false;
}

static void *memory(size_t size)
{
    void *room = malloc(size > 0 ? size : 1);
    if (room == NULL) {
        perror("trial: no memory");
        exit(2);
    }
    return room;
}

void trial_start(void)
{
    subject_open();
    reference_start(subject.name);
    language_build();
    strings_prepare(false);
    reference_utf_prepare();
    replacement_size = reference_replacement(replacement);
    if (!faults_prepare()) {
        exit(1);
    }
    sources = guard_open(TRIAL_MOST);
    targets = guard_open(MOST_REPAIRED);
    conversion = reference_conversion_open(TRIAL_MOST);
    guard_catch();
}

// ---- Well-formed or not ----

// The size of the longest prefix after which a text may end.
static size_t prefix_of(const uint8_t *text, size_t size)
{
    size_t prefix = 0;
    uint16_t node = LANGUAGE_START;
    for (size_t i = 0; i < size && node != LANGUAGE_DEAD; i++) {
        node = language.next[node][text[i]];
        prefix = language.accepts[node] ? i + 1 : prefix;
    }
    return prefix;
}

static bool verdicts(const uint8_t *text, size_t size)
{
    const struct reference_error error = reference_check(text, size);
    const bool well = error.length == 0;
    const size_t prefix = prefix_of(text, size);
    struct kernel k;
    if (error.offset != prefix || well != (prefix == size)) {
        return wrong("the reference differs from its automaton");
    }
    for (size_t i = 0; (k = subject_kernel(i)).name != NULL; i++) {
        if (k.supported() &&
            (k.valid(text, size) != well || k.valid_prefix(text, size) != prefix)) {
            wrong(k.name);
            return wrong("valid or valid_prefix of that kernel");
        }
        const char *how = k.supported() ? measures_disagreement(i, text, size) : NULL;
        if (how != NULL) {
            wrong(k.name);
            return wrong(how);
        }
    }
    if (subject.valid(text, size) != well || subject.valid_prefix(text, size) != prefix) {
        return wrong("valid or valid_prefix");
    }
    const char *how = faults_disagreement(text, size, &error);
    return how == NULL || wrong(how);
}

// ---- Chunks and repair ----

// Repairs the text in pieces. All rooms have the same size, which is large enough for any character.
static bool repaired_in_pieces(const uint8_t *text, size_t size, const uint8_t *repaired,
                               size_t written)
{
    const size_t room = REFERENCE_LONGEST + random_below(40);
    uint8_t *to = targets.end - room;
    struct subject_repair_stream stream;
    subject.repair_start(&stream);
    size_t at = 0, end = 0, done = 0;
    for (bool ended = false; !ended;) {
        const bool ends = at == size;
        if (at == end && !ends) {
            end += 1 + random_below((uint32_t)(size - end));
        }
        const struct subject_result r =
            ends ? subject.repair_end(&stream, to, room)
                 : subject.repair_feed(&stream, text + at, end - at, to, room);
        if (r.read > end - at || r.written > room || done + r.written > written ||
            memcmp(to, repaired + done, r.written) != 0 ||
            (r.status == STATUS_NO_ROOM ? r.read + r.written == 0 : at + r.read < end)) {
            return wrong("repair_feed or repair_end");
        }
        at += r.read;
        done += r.written;
        ended = ends && r.status == STATUS_COMPLETE;
    }
    return done == written || wrong("the whole output of a repaired stream");
}

static bool chunks(const uint8_t *text, size_t size)
{
    static uint8_t repaired[MOST_REPAIRED];
    size_t written = 0;
    for (size_t at = 0; at < size;) {
        const struct reference_error error = reference_check(text + at, size - at);
        if (subject.next_chunk != NULL) {
            const struct subject_chunk got = subject.next_chunk(text + at, size - at);
            if (got.valid != error.offset || got.invalid != error.length) {
                return wrong("next_chunk");
            }
        }
        memcpy(repaired + written, text + at, error.offset);
        written += error.offset;
        if (error.length > 0) {
            memcpy(repaired + written, replacement, replacement_size);
            written += replacement_size;
        }
        at += error.offset + error.length;
    }
    if (subject.repair == NULL || replacement_size == 0) {
        return true;
    }
    if (subject.repaired_size(text, size) != written) {
        return wrong("repaired_size");
    }
    // Repairs by repeated calls with a room of one size. If this size is too small for a replacement or a character, the next room has the
    // size of the whole output.
    const size_t some = written > 0 ? random_below((uint32_t)written + 1) : 0;
    for (size_t read = 0, done = 0, room = some; read < size || done < written;) {
        uint8_t *to = targets.end - room;
        const struct subject_result r = subject.repair(text + read, size - read, to, room);
        if (r.read > size - read || r.written > room || done + r.written > written ||
            r.status != (r.read == size - read ? STATUS_COMPLETE : STATUS_NO_ROOM) ||
            memcmp(to, repaired + done, r.written) != 0) {
            return wrong("repair");
        }
        read += r.read;
        done += r.written;
        if (r.read == 0 && room == written) {
            return wrong("repair reads nothing, though there is room");
        }
        room = r.read == 0 ? written : some;
    }
    return subject.repair_feed == NULL || repaired_in_pieces(text, size, repaired, written);
}

// ---- Streams ----

static bool streams(const uint8_t *text, size_t size, uint32_t most)
{
    struct subject_stream stream;
    struct subject_error got, want;
    const bool well = subject.check(text, size, &want);
    uint16_t node = LANGUAGE_START;
    bool known = false;  // whether the text so far is known to be ill-formed
    subject.stream_start(&stream);
    for (size_t at = 0; at < size;) {
        const size_t left = size - at, piece = 1 + random_below(most),
                     to = at + (piece < left ? piece : left);
        const enum subject_status status = subject.stream_feed(&stream, text + at, to - at);
        while (at < to) {
            node = language.next[node][text[at++]];
            known =
                known || (node == LANGUAGE_DEAD && streams_status(text, at) == STATUS_ILL_FORMED);
        }
        if (status != (known                    ? STATUS_ILL_FORMED
                       : node == LANGUAGE_DEAD  ? STATUS_INCOMPLETE
                       : language.accepts[node] ? STATUS_COMPLETE
                                                : STATUS_INCOMPLETE)) {
            return wrong("stream_feed");
        }
    }
    if (subject.stream_end(&stream) != (well ? STATUS_COMPLETE : STATUS_ILL_FORMED) ||
        subject.stream_error(&stream, &got) == well) {
        return wrong("stream_end");
    }
    return well ||
           (got.offset == want.offset && got.length == want.length && got.state == want.state &&
            strcmp(got.fault, want.fault) == 0) ||
           wrong("stream_error");
}

// ---- UTF-16 and UTF-32 ----

enum direction { TO_16, TO_32, FROM_16, FROM_32 };

static bool lossy;            // whether the conversions replace errors
static uint32_t written_for;  // the code point that they write in place of errors

static struct subject_result converted(enum direction d, const void *from, size_t size, void *to,
                                       size_t room)
{
    if (lossy) {
        return d == TO_16     ? subject.to_utf16_lossy(from, size, to, room, NULL)
               : d == TO_32   ? subject.to_utf32_lossy(from, size, to, room, NULL)
               : d == FROM_16 ? subject.from_utf16_lossy(from, size, to, room, NULL)
                              : subject.from_utf32_lossy(from, size, to, room, NULL);
    }
    return d == TO_16     ? subject.to_utf16(from, size, to, room)
           : d == TO_32   ? subject.to_utf32(from, size, to, room)
           : d == FROM_16 ? subject.from_utf16(from, size, to, room)
                          : subject.from_utf32(from, size, to, room);
}

static size_t converted_size(enum direction d, const void *from, size_t size)
{
    if (lossy) {
        return d == TO_16     ? subject.utf16_lossy_size(from, size)
               : d == TO_32   ? subject.utf32_lossy_size(from, size)
               : d == FROM_16 ? subject.size_of_utf16_lossy(from, size)
                              : subject.size_of_utf32_lossy(from, size);
    }
    return d == TO_16     ? subject.utf16_size(from, size)
           : d == TO_32   ? subject.utf32_size(from, size)
           : d == FROM_16 ? subject.size_of_utf16(from, size)
                          : subject.size_of_utf32(from, size);
}

// Whether the output is that of the reference converter.
static bool is_written(enum direction d, const uint8_t *to, size_t count)
{
    if (d == FROM_16 || d == FROM_32) {
        return count == 0 || memcmp(to, conversion.bytes, count) == 0;
    }
    for (size_t i = 0; i < count; i++) {
        uint16_t narrow = 0;
        uint32_t unit = 0;
        if (d == TO_16) {
            memcpy(&narrow, to + 2 * i, sizeof narrow);
        } else {
            memcpy(&unit, to + 4 * i, sizeof unit);
        }
        if ((d == TO_16 ? narrow : unit) != conversion.units[i]) {
            return false;
        }
    }
    return true;
}

// Converts in rooms of several sizes. The expected result is in `conversion`.
static bool rooms(enum direction d, const void *from, size_t size)
{
    const size_t width = d == TO_16 ? 2 : d == TO_32 ? 4 : 1, whole = conversion.written;
    const size_t tried[] = {whole, random_below((uint32_t)whole + 1), whole + random_below(9)};
    if (converted_size(d, from, size) != whole) {
        return wrong("the size of a conversion");
    }
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
        size_t read, written;
        const int status = (int)reference_in_room(&conversion, tried[i], &read, &written);
        uint8_t *to = targets.end - tried[i] * width;
        const struct subject_result got = converted(d, from, size, to, tried[i]);
        if ((int)got.status != status || got.read != read || got.written != written ||
            !is_written(d, to, written)) {
            static const char *const names[][2] = {{"to_utf16", "to_utf16_lossy"},
                                                   {"to_utf32", "to_utf32_lossy"},
                                                   {"from_utf16", "from_utf16_lossy"},
                                                   {"from_utf32", "from_utf32_lossy"}};
            return wrong(names[d][lossy]);
        }
    }
    return true;
}

static bool from_units(enum direction d, const uint32_t *units, size_t size)
{
    const size_t width = d == FROM_16 ? 2 : 4;
    uint8_t *from = memory(size * width);
    for (size_t i = 0; i < size; i++) {
        const uint16_t narrow = (uint16_t)units[i];
        memcpy(from + i * width, width == 2 ? (const void *)&narrow : &units[i], width);
    }
    if (lossy) {
        reference_from_units_lossy(&conversion, written_for, units, size);
    } else {
        reference_from_units(&conversion, units, size);
    }
    const bool fine = rooms(d, from, size);
    free(from);
    return fine;
}

// Converts a text to units. Then converts units back: the units of the text, the same units with one changed, and the bytes of the text
// read as units.
static bool conversions(const uint8_t *text, size_t size, bool narrow)
{
    static uint32_t units[TRIAL_MOST];
    const enum direction to = narrow ? TO_16 : TO_32, back = narrow ? FROM_16 : FROM_32;
    const uint32_t last = narrow ? 0xFFFF : 0x110000;
    if (lossy) {
        reference_to_units_lossy(&conversion, narrow, written_for, text, size);
    } else {
        reference_to_units(&conversion, narrow, text, size);
    }
    if (!rooms(to, text, size)) {
        return false;
    }
    const size_t count = conversion.written < TRIAL_MOST ? conversion.written : TRIAL_MOST;
    if (count > 0) {
        memcpy(units, conversion.units, count * sizeof *units);
    }
    if (!from_units(back, units, count)) {
        return false;
    }
    if (count > 0) {
        units[random_below((uint32_t)count)] =
            random_below(2) ? 0xD800 + random_below(0x800) : random_below(last + 1);
        if (!from_units(back, units, count)) {
            return false;
        }
    }
    const size_t width = narrow ? 2 : 4;
    for (size_t i = 0; i < size / width; i++) {
        units[i] = 0;
        for (size_t j = 0; j < width; j++) {
            units[i] = units[i] << 8 | text[i * width + j];
        }
    }
    return from_units(back, units, size / width);
}

// Tests the conversions that replace errors.
static bool lossy_conversions(const uint8_t *text, size_t size)
{
    if (replacement_size == 0 ||
        (subject.to_utf16_lossy == NULL && subject.to_utf32_lossy == NULL)) {
        return true;
    }
    written_for = (uint32_t)reference_point(replacement, replacement_size);
    lossy = true;
    const bool fine = (subject.to_utf16_lossy == NULL || conversions(text, size, true)) &&
                      (subject.to_utf32_lossy == NULL || conversions(text, size, false));
    lossy = false;
    return fine;
}

static bool encodes(void)
{
    for (unsigned i = 0; subject.encode != NULL && reference_numbered() && i < 8; i++) {
        uint8_t want[REFERENCE_LONGEST], *got = memory(subject.most_encoded);
        const uint32_t point = random_below(1u << (7 + random_below(25)));
        const size_t size = reference_spell(point, want);
        const bool fine = subject.encode(point, got) == size && memcmp(got, want, size) == 0;
        free(got);
        if (!fine) {
            return wrong("encode");
        }
    }
    return true;
}

// ---- All checks of one text ----

static bool everything(const uint8_t *text, size_t size)
{
    now = text;
    now_size = size;
    return verdicts(text, size) && chunks(text, size) &&
           (subject.stream_feed == NULL || (streams(text, size, 1) && streams(text, size, 80) &&
                                            streams(text, size, (uint32_t)size + 1))) &&
           (subject.to_utf16 == NULL || conversions(text, size, true)) &&
           (subject.to_utf32 == NULL || conversions(text, size, false)) &&
           lossy_conversions(text, size) && encodes() &&
           (characters_agree(text, size) || wrong("characters"));
}

// Tries a copy of the text. An access to an inaccessible page is an error.
static bool copied(uint8_t *copy, const uint8_t *text, size_t size)
{
    volatile bool fine = true, touched = true;
    if (size > 0) {
        memcpy(copy, text, size);
    }
    seed_from(text, size);
    GUARDED(fine = everything(copy, size); touched = false);
    return touched ? wrong("accesses memory outside of its arguments") : fine;
}

// Tries the text in the middle of ASCII, so that even a short text reaches loops, vectors and their edges. Skips empty and very long texts.
static bool between(uint8_t *place, const uint8_t *text, size_t size)
{
    seed_from(text, size);
    const size_t before = 16 + random_below(MOST_ASCII - 16), after = random_below(MOST_ASCII);
    if (size == 0 || size > TRIAL_MOST - 2 * MOST_ASCII) {
        return true;
    }
    uint8_t *all = memory(before + size + after);
    memset(all, 'a', before + size + after);
    memcpy(all + before, text, size);
    const bool fine = copied(place - before - size - after, all, before + size + after);
    free(all);
    return fine;
}

bool trial(const uint8_t *text, size_t size)
{
    size = size < TRIAL_MOST ? size : TRIAL_MOST;
    uint8_t *heap = memory(size);
    const bool fine = copied(size > 0 ? heap : heap + 1, text, size) &&
                      copied(sources.end - size, text, size) && copied(sources.begin, text, size) &&
                      between(sources.end, text, size);
    free(heap);
    return fine;
}
