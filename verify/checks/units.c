// SPDX-License-Identifier: 0BSD
//
// The vector kernels' own conversion to UTF-16, each kernel by itself, regardless of dispatch.
//
// In: simd.utf16; the tables of eight lanes (unit_lanes, unit_counts) if writable. Out: a verdict for
// every character and selected texts at every place of a block; for a sample of both if `sparse` > 1.
//
// The idea: a kernel converts only the beginning of a text, and chooses how much it leaves to the
// scalar code. So the part that it converts must consist of whole steps of the naive converter
// (reference_utf.h). If text and room are large, the kernel must leave only the end.
//
//     61*63 F0 9F 98 80 61*80   the third byte of four is lane 1 of the second block, the fourth lane 2
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L
#include "checks.h"
#include "../shared/guard.h"
#include "../reference/language.h"
#include "../reference/reference_utf.h"
#include "../shared/report.h"
#include "../shared/strings.h"
#include "../shared/work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROOM = 1 << 16,   // bytes between inaccessible pages
    BLOCK = 64,       // bytes that are converted at once
    PIECE = 1 << 13,  // bytes that are checked at once before they are converted
    LEFT = BLOCK + 2 * REFERENCE_LONGEST,
    BATCH = 3000,  // code points in a text
    BATCHES = (0x110000 + BATCH - 1) / BATCH,
    FACTORS = 24,
    FORMS = 5,  // the forms whose characters surround a factor
    UNTOUCHED = 0x5A
};

struct arena {
    const struct simd *simd;
    struct guard_room source, target;
    struct reference_conversion want;
};

static struct arena *open_arena(const struct simd *simd)
{
    struct arena *a = malloc(sizeof *a);
    if (a == NULL) {
        perror("verify: no memory for texts");
        exit(2);
    }
    *a = (struct arena){simd, guard_open(ROOM), guard_open(ROOM), reference_conversion_open(ROOM)};
    return a;
}

static void close_arena(struct arena *a)
{
    guard_close(a->source);
    guard_close(a->target);
    reference_conversion_close(&a->want);
    free(a);
}

// ---- A text ----

// Does a step of the naive converter end after these bytes and units? Yes if both numbers are 0.
static bool ends_a_step(const struct reference_conversion *want, size_t read, size_t written)
{
    size_t from = 0, to = want->steps;
    while (from < to) {
        const size_t middle = (from + to) / 2;
        if (want->read_by[middle] < read) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    return read == 0 ? written == 0
                     : from < want->steps && want->read_by[from] == read &&
                           want->written_by[from] == written;
}

// Returns how the converted part is wrong with this room, or NULL. a->want must have the result of
// the naive converter.
static const char *wrong_in_room(struct arena *a, const uint8_t *text, size_t size, size_t room)
{
    uint16_t *const to = (uint16_t *)a->target.end - room;
    size_t read = SIZE_MAX;
    memset(to, UNTOUCHED, room * sizeof *to);
    const size_t written = a->simd->utf16(text, size, to, room, &read);
    if (read > size || written > room) {
        return "reports more bytes or units than there are, for";
    }
    if (!ends_a_step(&a->want, read, written)) {
        return "stops inside a character, or writes a wrong number of units, for";
    }
    for (size_t i = 0; i < written; i++) {
        if (to[i] != a->want.units[i]) {
            return "writes a wrong unit for";
        }
    }
    if (a->want.read - read > LEFT && room - written > LEFT && a->want.read == size) {
        return "leaves too many bytes to the scalar code, for";
    }
    return NULL;
}

static bool agrees(struct arena *a, const uint8_t *text, size_t size, size_t room)
{
    const char *volatile what = "reads or writes outside its memory, for";
    GUARDED(what = wrong_in_room(a, text, size, room));
    if (what != NULL) {
        report_wrong(a->simd->name, "the conversion to UTF-16, with room for %zu units, %s %s",
                     room, what, report_hex(text, size));
    }
    return what == NULL;
}

// Tries a text at both ends of its room. The output has more room than it needs, exactly enough,
// one unit less, and half.
static bool try_text(struct arena *a, const uint8_t *text, size_t size)
{
    uint8_t *const last = a->source.end - size;
    memmove(last, text, size);
    reference_to_units(&a->want, true, last, size);
    const size_t whole = a->want.written;
    if (!agrees(a, last, size, whole + 2 * BLOCK) || !agrees(a, last, size, whole) ||
        (whole > 0 && !agrees(a, last, size, whole - 1))) {
        return false;
    }
    memmove(a->source.begin, last, size);
    return agrees(a, a->source.begin, size, whole / 2) &&
           agrees(a, a->source.begin, size, whole + BLOCK);
}

// ---- Test texts ----

// Tries the characters of consecutive code points, so that their places in a block vary.
static bool try_batch(void *context, size_t batch)
{
    struct arena *a = open_arena(context);
    uint8_t *const text = malloc(BATCH * REFERENCE_LONGEST);
    size_t size = 0;
    bool fine = text != NULL;
    for (uint32_t n = 0; fine && n < BATCH; n++) {
        const uint32_t code_point = (uint32_t)batch * BATCH + n;
        uint8_t octets[REFERENCE_LONGEST];
        const size_t length = reference_spell(code_point, octets);
        memcpy(text + size, octets, length);
        size += length;
    }
    fine = fine && try_text(a, text, size);
    free(text);
    close_arena(a);
    return fine;
}

// A text that leads to a node, to be placed in a longer text.
struct factor {
    uint8_t bytes[STRINGS_LONGEST];
    size_t size;
};

// Finds texts that lead to nodes. Three in four are completed to well-formed texts.
static size_t find_factors(struct factor *factors)
{
    size_t count = 0;
    const size_t step = 1 + language.count / FACTORS;
    for (size_t node = 1; node < language.count && count < FACTORS; node += step) {
        struct factor *f = &factors[count];
        if (strings_reach(node, f->bytes, &f->size) &&
            f->size + REFERENCE_LONGEST < STRINGS_LONGEST) {
            f->size += count % 4 > 0 ? language_complete((uint16_t)node, f->bytes + f->size) : 0;
            count++;
        }
    }
    return count;
}

// Tries each factor between characters: before it, `before` bytes of one form; after it, two to three
// blocks of the same or another form.
static bool try_place(struct arena *a, size_t before, size_t index)
{
    static _Thread_local uint8_t text[PIECE + 4 * BLOCK + 2 * STRINGS_LONGEST];
    static _Thread_local struct factor factors[FACTORS];
    const size_t count = find_factors(factors);
    for (size_t i = 0; i < count; i++) {
        const size_t form = (i + index) % FORMS;
        size_t size = strings_fill(text, before, form);
        // One-byte characters fill the remainder, so that the factor is at the right place.
        size += strings_fill(text + size, before - size, 0);
        memcpy(text + size, factors[i].bytes, factors[i].size);
        size += factors[i].size;
        size += strings_fill(text + size, 2 * BLOCK + index % BLOCK, (form + i) % FORMS);
        if (!try_text(a, text, size)) {
            return false;
        }
    }
    return true;
}

static bool try_offset(void *context, size_t offset)
{
    struct arena *a = open_arena(context);
    const bool fine = try_place(a, BLOCK + offset, offset) && try_place(a, offset, offset + 1) &&
                      (offset % 4 != 0 || try_place(a, PIECE - BLOCK / 2 + offset, offset + 2));
    close_arena(a);
    return fine;
}

// ---- The tables of eight lanes ----

// [n]: a character of n bytes, for 1 to 3.
struct lengths {
    uint8_t bytes[4][REFERENCE_LONGEST];
};

// Tries one in RUNS_SPARSE of the texts of texts.c. In some of these, blocks of different kinds,
// and different characters, follow each other.
enum { RUNS_PARTS = 16, RUNS_SPARSE = 4 };

static bool try_runs(void *context, size_t part)
{
    struct arena *a = open_arena(context);
    bool fine = true;
    const uint8_t *text;
    size_t size;
    for (size_t i = part; fine && (text = texts_at(i * RUNS_SPARSE, &size)) != NULL;
         i += RUNS_PARTS) {
        fine = try_text(a, text, size);
    }
    close_arena(a);
    return fine;
}

// Do the two bytes of the character's unit differ, so that a kernel that swaps them is noticed?
static bool differs_in_bytes(const uint8_t *octets, size_t size)
{
    const unsigned last = octets[size - 1], before = size > 1 ? octets[size - 2] : 0;
    const unsigned low = (last & 0x7F) | (size > 1 ? before << 6 & 0xC0 : 0);
    const unsigned high =
        (size > 1 ? before >> 2 & 0x0F : 0) | (size > 2 ? octets[0] << 4 & 0xF0 : 0);
    return low != high;
}

static bool find_lengths(struct lengths *l)
{
    memset(l, 0, sizeof *l);
    for (size_t form = 0; form < FORMS; form++) {
        uint8_t octets[REFERENCE_LONGEST];
        const size_t length = reference_typical(form, octets);
        if (length > 0 && length < 4 && differs_in_bytes(octets, length)) {
            memcpy(l->bytes[length], octets, length);
        }
    }
    return l->bytes[1][0] != 0 && l->bytes[2][0] != 0 && l->bytes[3][0] != 0;
}

// May units end in exactly the lanes of this set of eight? Three lanes in a row always contain an
// end.
static bool may_end_in(unsigned set)
{
    return ((~set & ~set >> 1 & ~set >> 2) & 0x3F) == 0;
}

// Writes characters whose last bytes are in the lanes of `set`, a set of eight lanes. *gap is the
// number of lanes since the last end, before and after the call.
static size_t put_set(uint8_t *text, const struct lengths *l, unsigned set, size_t *gap)
{
    size_t size = 0;
    for (unsigned lane = 0; lane < 8; lane++) {
        ++*gap;
        if (set >> lane & 1) {
            memcpy(text + size, l->bytes[*gap], *gap);
            size += *gap;
            *gap = 0;
        }
    }
    return size;
}

// Writes a set, then eight lanes with an end in each. Returns 0 if units cannot end in the lanes of
// such a set, or if the encoding forbids this text after eight lanes with an end in each.
static size_t put_closed_set(uint8_t *text, const struct lengths *l, unsigned set)
{
    uint8_t whole[6 * 8];
    size_t gap = 0, size = 0;
    const size_t before = put_set(whole, l, 0xFF, &gap);
    if (may_end_in(set)) {
        size = put_set(text, l, set, &gap);
        size += put_set(text + size, l, 0xFF, &gap);
    }
    memcpy(whole + before, text, size);
    return language.accepts[language_walk_rest(whole, before + size)] ? size : 0;
}

// Writes a block of one-byte characters; then all sets, each between eight lanes with an end in
// each; then the sets again, eight lanes further. The last characters have one byte, so the text is
// complete.
static size_t put_all_sets(uint8_t *text, const struct lengths *l)
{
    size_t size = strings_fill(text, BLOCK, 0), gap = 0;
    for (unsigned n = 0; n < 512; n++) {
        size += n % 256 == 0 ? put_set(text + size, l, 0xFF, &gap) : 0;
        size += put_closed_set(text + size, l, n % 256);
    }
    return size + strings_fill(text + size, 2 * BLOCK, 0);
}

static bool try_sets(const struct simd *simd)
{
    struct lengths l;
    struct arena *a = open_arena(simd);
    uint8_t *const text = malloc(PIECE);
    const bool fine =
        text != NULL && (!find_lengths(&l) || try_text(a, text, put_all_sets(text, &l)));
    free(text);
    close_arena(a);
    return fine;
}

// Changes each used entry of the tables of eight lanes. Reports whether each change is noticed.
static void mutate(const struct simd *simd)
{
    const struct table *lanes = subject_table("unit_lanes"), *counts = subject_table("unit_counts");
    struct lengths l;
    size_t planted = 0, noticed = 0;
    if (simd->by_classes || lanes == NULL || counts == NULL || !find_lengths(&l) ||
        !report_begin(simd->name, "mutated.utf16")) {
        return;
    }
    struct arena *a = open_arena(simd);
    uint8_t *const text = malloc(PIECE);
    const size_t size = text == NULL ? 0 : put_all_sets(text, &l);
    memcpy(a->source.begin, text, size);
    reference_to_units(&a->want, true, a->source.begin, size);
    const size_t room = a->want.written + 2 * BLOCK;
    bool fine = size > 0 && wrong_in_room(a, a->source.begin, size, room) == NULL;
    for (unsigned set = 0; set < 256; set++) {
        uint8_t *const count = (uint8_t *)counts->entries + set;
        const bool closed = put_closed_set(text, &l, set) > 0;
        for (unsigned i = 0; closed && i <= 2U * *count; i++) {
            uint8_t *const entry =
                i == 2U * *count ? count : (uint8_t *)lanes->entries + 16 * (set & 0x7F) + i;
            // The changed entry selects the other byte of the same unit, or counts one unit more or
            // less.
            *entry ^= 1;
            planted++;
            noticed += wrong_in_room(a, a->source.begin, size, room) != NULL;
            *entry ^= 1;
        }
    }
    free(text);
    close_arena(a);
    fine = fine && noticed == planted && planted > 0;
    report_end(simd->name, "mutated.utf16", fine ? "" : NULL,
               "%zu of %zu changes noticed in the tables of eight lanes", noticed, planted);
}

// ---- All kernels ----

static void check_simd(const struct simd *simd, size_t sparse)
{
    struct simd one = *simd;
    if (!report_begin(simd->name, "swept.utf16")) {
        return;
    }
    const bool passed =
        work("characters", sparse > 1 ? BATCHES / 8 : BATCHES, try_batch, &one) &&
        work("places in blocks", sparse > 1 ? BLOCK / 4 : BLOCK + 8, try_offset, &one) &&
        work("runs", RUNS_PARTS, try_runs, &one) && try_sets(simd);
    report_end(simd->name, "swept.utf16", passed ? "" : NULL,
               "beginnings of texts to UTF-16: %s; texts that lead to nodes, at places of a block "
               "and at the end of a piece; runs",
               sparse > 1 ? "characters up to U+FFFF and some above" : "all characters");
}

static bool is_possible(void)
{
    for (size_t i = 0; i < subject.simds; i++) {
        if (subject.simd[i]->utf16 != NULL) {
            return true;
        }
    }
    return false;
}

static void open_check(void)
{
    report_opening(&(struct report_opening){
        .title = "UTF-16 by vectors",
        .establishes =
            "each kernel converts the beginning of a text as the naive converter does, in whole "
            "characters and pairs, and most of a text that is long enough. The texts: every "
            "character, or those up to U+FFFF and some above (the lines report which); texts that "
            "reach nodes of the reference, at each place of a block (or, with fewer characters, at "
            "a quarter of the places), at both ends of memory and at the end of a piece, between "
            "characters of each form; random runs of several forms; all sets of eight lanes",
        .assumes =
            "a lane depends on its own byte, three before it and one after it; each word has its "
            "meaning (conformance)",
        .excludes = "how much of short or ill-formed texts is left to the scalar code",
        .oracle = "reference_utf.c",
    });
    guard_catch();
    texts_prepare();
    reference_utf_prepare();
}

void units_check(size_t sparse)
{
    if (!is_possible()) {
        return;
    }
    open_check();
    for (size_t i = 0; i < subject.simds; i++) {
        if (subject.simd[i]->utf16 != NULL) {
            check_simd(subject.simd[i], sparse);
        }
    }
}

void units_mutation(void)
{
    if (!is_possible() || subject_table("unit_lanes") == NULL) {
        return;
    }
    open_check();
    for (size_t i = 0; i < subject.simds; i++) {
        if (subject.simd[i]->utf16 != NULL) {
            mutate(subject.simd[i]);
        }
    }
}
