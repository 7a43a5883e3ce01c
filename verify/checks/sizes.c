// SPDX-License-Identifier: 0BSD
//
// Numbers above 2^16: offsets, sizes, and numbers of rows, units and replacements.
//
// In: the functions of the encoding. Out: a verdict on a text of MANY repetitions of a few characters
// with an ill-formed byte after it, and on MANY ill-formed bytes or units.
//
// The idea: the other checks call most functions with short texts only. Such texts do not show that
// a number is kept in 8 or 16 bits by mistake. Here, the right numbers follow from those of one
// repetition. 2^32 is added to the offset of a stream.
//
//     41*66000 FF     offset 66000     FF*66000     66000 replacements
#include "checks.h"
#include "../reference/language.h"
#include "../reference/reference_utf.h"
#include "../shared/report.h"
#include "../shared/strings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 66000, PIECE = 1000, NONE = 256 };
static const uint64_t far = (uint64_t)1 << 32;  // is added to the offset of a stream

static uint8_t unit[STRINGS_WAY], replacement[REFERENCE_LONGEST];
static size_t unit_size, replacement_size;
static size_t characters, last;  // the characters of the unit, and the bytes of its last one
static unsigned bad;   // a byte that is an ill-formed part by itself wherever it occurs, or NONE
static uint8_t *text;  // MANY units, then the bad byte
static uint8_t *bads;  // MANY bad bytes
static void *output, *back;
static size_t size, room;

static const char *wrong;  // the name of a function that is wrong, or NULL

static void expect(bool right, const char *name)
{
    wrong = right ? wrong : name;
}

static void *memory(size_t count, size_t bytes)
{
    void *p = calloc(count, bytes);
    if (p == NULL) {
        perror("verify: no memory for sizes");
        exit(2);
    }
    return p;
}

static bool is_one_part(struct reference_error e)
{
    return e.offset == 0 && e.length == 1;
}

static unsigned find_bad(void)
{
    for (unsigned byte = NONE; byte-- > 0;) {
        const uint8_t three[] = {(uint8_t)byte, (uint8_t)byte, (uint8_t)byte};
        bool right = language.next[language.free][byte] == LANGUAGE_DEAD;
        for (size_t i = 1; right && i <= sizeof three; i++) {
            right = is_one_part(reference_check(three, i)) &&
                    is_one_part(reference_check_rest(three, i));
        }
        if (right) {
            return byte;
        }
    }
    return NONE;
}

static void prepare(void)
{
    uint16_t node = LANGUAGE_START;
    unit_size = strings_loop(unit);
    replacement_size = reference_replacement(replacement);
    characters = last = 0;
    for (size_t i = 0, begin = 0; i < unit_size; i++) {
        node = language.next[node][unit[i]];
        if (language.boundary[node]) {
            characters++;
            last = i + 1 - begin;
            begin = i + 1;
        }
    }
    bad = find_bad();
    size = MANY * unit_size;
    room = MANY * (unit_size + REFERENCE_LONGEST) * 4;
    text = memory(size + 1, 1);
    bads = memory(MANY, 1);
    output = memory(room, 1);
    back = memory(room, 1);
    for (size_t i = 0; i < size; i++) {
        text[i] = unit[i % unit_size];
    }
    text[size] = (uint8_t)bad;
    memset(bads, (int)bad, MANY);
}

static void finish(void)
{
    free(text);
    free(bads);
    free(output);
    free(back);
}

static bool is_complete(struct subject_result r, size_t read, size_t written)
{
    return r.status == STATUS_COMPLETE && r.read == read && r.written == written;
}

// ---- Text ----

static void try_faults(void)
{
    struct subject_error e;
    if (subject.check != NULL) {
        expect(!subject.check(text, size + 1, &e) && e.offset == size && e.length == 1, "check");
    }
    if (subject.next_chunk != NULL) {
        const struct subject_chunk chunk = subject.next_chunk(text, size + 1);
        expect(chunk.valid == size && chunk.invalid == 1, "next_chunk");
    }
    if (subject.stream_feed != NULL) {
        struct subject_stream stream;
        subject.stream_start(&stream);
        for (size_t at = 0; at <= size; at += PIECE) {
            subject.stream_feed(&stream, text + at, size + 1 - at < PIECE ? size + 1 - at : PIECE);
            if (at == 0) {
                uint64_t offset;  // the first member of X_stream
                memcpy(&offset, &stream, sizeof offset);
                offset += far;
                memcpy(&stream, &offset, sizeof offset);
            }
        }
        subject.stream_end(&stream);
        expect(subject.stream_error(&stream, &e) && e.offset == far + size && e.length == 1,
               "stream_error");
    }
}

static void try_repair(void)
{
    if (subject.repair == NULL || replacement_size == 0) {
        return;
    }
    const size_t wanted = size + replacement_size, all = MANY * replacement_size;
    expect(is_complete(subject.repair(text, size + 1, output, room), size + 1, wanted) &&
               memcmp(output, text, size) == 0,
           "repair");
    expect(is_complete(subject.repair(bads, MANY, output, room), MANY, all), "repair");
    expect(subject.repaired_size(text, size + 1) == wanted &&
               subject.repaired_size(bads, MANY) == all,
           "repaired_size");
}

static size_t active(void)
{
    size_t k = 0;
    while (strcmp(subject_kernel(k).name, subject.active()) != 0) {
        k++;
    }
    return k;
}

static void try_places(void)
{
    const size_t number = MANY * characters, begin = size - last;
    size_t at = size;
    uint32_t point;
    if (subject.trim != NULL) {
        expect(subject.trim(text, size) == size, "trim");
        expect(subject.floor(text, size, size - 1) == begin, "floor");
    }
    if (subject.decode != NULL) {
        expect(subject.decode_last(text, size, &point) == last, "decode_last");
    }
    if (subject.previous != NULL) {
        subject.previous(text, size, &at);
        expect(at == begin, "previous");
        subject.next(text, size, &at);
        expect(at == size, "next");
    }
    if (subject.count != NULL) {
        expect(subject.count(active(), text, size) == number, "count");
    }
    if (subject.measure != NULL) {
        const struct subject_measures m = subject.measure(active(), text, size + (bad != NONE));
        expect(m.valid == size && m.characters == number, "measure");
    }
    if (subject.seek != NULL) {
        expect(subject.seek(text, size, number - 1) == begin &&
                   subject.seek(text, size, number) == size,
               "seek");
    }
}

static void try_rows(void)
{
    if (subject.valid_rows == NULL) {
        return;
    }
    int32_t *const offsets = memory(MANY + 1, sizeof *offsets);
    int64_t *const wide = memory(MANY + 1, sizeof *wide);
    for (size_t i = 0; i <= MANY; i++) {
        offsets[i] = (int32_t)(i * unit_size);
        wide[i] = offsets[i];
    }
    expect(subject.valid_rows(text, offsets, MANY) == MANY, "valid_rows");
    expect(subject.valid_rows64(text, wide, MANY) == MANY, "valid_rows64");
    if (bad != NONE) {
        wide[MANY] = ++offsets[MANY];
        expect(subject.valid_rows(text, offsets, MANY) == MANY - 1, "valid_rows");
        expect(subject.valid_rows64(text, wide, MANY) == MANY - 1, "valid_rows64");
    }
    free(offsets);
    free(wide);
}

// ---- Units ----

// Converts the well-formed text to units and back.
static void try_units(bool utf16)
{
    struct reference_conversion one = reference_conversion_open(2 * STRINGS_WAY);
    uint8_t twice[2 * STRINGS_WAY];
    memcpy(twice, unit, unit_size);
    memcpy(twice + unit_size, unit, unit_size);
    reference_to_units(&one, utf16, unit, unit_size);
    const size_t each = one.written;
    uint32_t units[2 * STRINGS_WAY];
    memcpy(units, one.units, each * sizeof *units);
    reference_to_units(&one, utf16, twice, 2 * unit_size);
    bool regular = one.written == 2 * each && each > 0;
    reference_from_units(&one, units, each);
    regular = regular && one.written == unit_size && memcmp(one.bytes, unit, unit_size) == 0;
    reference_conversion_close(&one);
    const size_t all = MANY * each;
    if (!regular) {
        return;  // the reference joins two units, or the text has another spelling
    }
    expect(is_complete(utf16 ? subject.to_utf16(text, size, output, room / 2)
                             : subject.to_utf32(text, size, output, room / 4),
                       size, all),
           utf16 ? "to_utf16" : "to_utf32");
    expect((utf16 ? subject.utf16_size : subject.utf32_size)(text, size) == all,
           utf16 ? "utf16_size" : "utf32_size");
    expect(is_complete(utf16 ? subject.from_utf16(output, all, back, room)
                             : subject.from_utf32(output, all, back, room),
                       all, size) &&
               memcmp(back, text, size) == 0,
           utf16 ? "from_utf16" : "from_utf32");
    expect((utf16 ? subject.size_of_utf16(output, all) : subject.size_of_utf32(output, all)) ==
               size,
           utf16 ? "size_of_utf16" : "size_of_utf32");
    expect((utf16 ? subject.trim_utf16(output, all) : subject.trim_utf32(output, all)) == all,
           utf16 ? "trim_utf16" : "trim_utf32");
}

// Returns the greatest unit of 16 bits that is neither a code point of the encoding nor a surrogate;
// 0 if there is none.
static uint32_t bad_unit(void)
{
    uint8_t octets[REFERENCE_LONGEST];
    uint32_t found = 0xFFFF;
    while (found > 0 && (reference_spell(found, octets) > 0 || found >> 11 == 0xD800 >> 11)) {
        found--;
    }
    return found;
}

// Replaces the bad byte after the text.
static void try_lossy_after_text(bool utf16, size_t replacement_units)
{
    size_t n = 0;
    const size_t all =
        (utf16 ? subject.utf16_size : subject.utf32_size)(text, size) + replacement_units;
    const struct subject_result r =
        utf16 ? subject.to_utf16_lossy(text, size + 1, output, room / 2, &n)
              : subject.to_utf32_lossy(text, size + 1, output, room / 4, &n);
    expect(is_complete(r, size + 1, all) && n == 1, utf16 ? "to_utf16_lossy" : "to_utf32_lossy");
    expect((utf16 ? subject.utf16_lossy_size : subject.utf32_lossy_size)(text, size + 1) == all,
           utf16 ? "utf16_lossy_size" : "utf32_lossy_size");
}

// Replaces each bad byte, and each bad unit.
static void try_lossy(bool utf16)
{
    size_t n = 0;
    const size_t length = replacement_size;
    const uint64_t point = length > 0 ? reference_point(replacement, length) : 0;
    const size_t each = utf16 && point > 0xFFFF ? 2 : 1, all = MANY * each;
    if (bad != NONE && unit_size > 0) {
        try_lossy_after_text(utf16, each);
    }
    if (bad != NONE) {
        const struct subject_result r =
            utf16 ? subject.to_utf16_lossy(bads, MANY, output, room / 2, &n)
                  : subject.to_utf32_lossy(bads, MANY, output, room / 4, &n);
        expect(is_complete(r, MANY, all) && n == MANY, utf16 ? "to_utf16_lossy" : "to_utf32_lossy");
        expect((utf16 ? subject.utf16_lossy_size : subject.utf32_lossy_size)(bads, MANY) == all,
               utf16 ? "utf16_lossy_size" : "utf32_lossy_size");
    }
    const uint32_t u = bad_unit();
    for (size_t i = 0; i < MANY; i++) {
        if (utf16) {
            ((uint16_t *)back)[i] = (uint16_t)u;
        } else {
            ((uint32_t *)back)[i] = u;
        }
    }
    if (u == 0) {
        return;
    }
    const struct subject_result r = utf16 ? subject.from_utf16_lossy(back, MANY, output, room, &n)
                                          : subject.from_utf32_lossy(back, MANY, output, room, &n);
    expect(is_complete(r, MANY, MANY * length) && n == MANY,
           utf16 ? "from_utf16_lossy" : "from_utf32_lossy");
    expect((utf16 ? subject.size_of_utf16_lossy(back, MANY)
                  : subject.size_of_utf32_lossy(back, MANY)) == MANY * length,
           utf16 ? "size_of_utf16_lossy" : "size_of_utf32_lossy");
}

// ---- The check ----

void sizes_check(void)
{
    report_opening(&(struct report_opening){
        .title = "Sizes",
        .establishes =
            "functions do not keep sizes, offsets and numbers of rows, units and replacements in "
            "16 bits or less: on 66000 repetitions of a few characters, with an ill-formed byte "
            "after them, and on 66000 ill-formed bytes or units",
        .assumes = "only the compiler and the processor",
        .excludes =
            "32 bits except in streams; `texts` has a text of 4 GiB with --complete or --full",
        .oracle = "the reference's results for one repetition",
    });
    if (!report_begin("sizes", "swept")) {
        return;
    }
    wrong = NULL;
    prepare();
    if (unit_size > 0) {
        try_places();
        try_rows();
    }
    if (unit_size > 0 && bad != NONE) {
        try_faults();
        try_repair();
    }
    reference_utf_prepare();
    if (unit_size > 0 && subject.to_utf16 != NULL) {
        try_units(true);
    }
    if (unit_size > 0 && subject.to_utf32 != NULL) {
        try_units(false);
    }
    if (subject.to_utf16_lossy != NULL) {
        try_lossy(true);
    }
    if (subject.to_utf32_lossy != NULL) {
        try_lossy(false);
    }
    if (wrong != NULL) {
        report_wrong("sizes", "X_%s returns a wrong number for %d times %s, or for %d times %s",
                     wrong, MANY, report_hex(unit, unit_size), MANY, report_hex(bads, 1));
    }
    report_end("sizes", "swept", wrong == NULL ? "2^16" : NULL, "%d times %s, %d times %s", MANY,
               report_hex(unit, unit_size), MANY, bad == NONE ? "nothing" : report_hex(bads, 1));
    finish();
}
