// SPDX-License-Identifier: 0BSD
//
// Conversions to and from UTF-16 and UTF-32: status, room, resuming, sizes.
//
// In: X_to_utf16, X_utf16_size, X_from_utf16, X_size_of_utf16, their lossy forms, X_valid_utf16,
// X_trim_utf16, and all these for UTF-32. Out: a verdict for every code point and unit (in a sample,
// not of every plane), for texts of up to three bytes, for those of strings.h, and for texts longer
// than the pieces that a conversion handles at once.
//
// The idea: the right result for any room follows from the steps of the naive converter
// (reference_utf.h). Many sources and targets are directly at inaccessible pages. The processor stops
// an access to such a page, and the report names the text.
//
//     WTF-8  ED A0 80 ED B0 80   D800 | ILL_FORMED at 3, also if there is room for one unit only
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
    ROOM = 1 << 16,     // bytes before each inaccessible page
    LONGEST = 1 << 13,  // the most bytes and units of a text: twice a piece
    PLANES = 0x120000 >> 16,
    UNITS = 256,   // the most typical units
    SHIFTS = 24,   // places around the end of a piece
    FACTORS = 48,  // at these places: the most pairs of characters, and the most texts that lead
                   // to nodes
    PIECE = 1 << 12,
    AFTER = 512,  // bytes after a place, enough for the longest steps of conversions
    CALM = 256,   // the most bytes without an error before a lossy conversion calls the kernel
    SHORT_PIECE = 64,
    MORE = 10,     // units and characters in a row
    RUN = 40,      // characters of one byte in a row
    SPARE = 1024,  // units or bytes of room after those that are written, enough for several steps
    BLOCKS = 150,  // units in a row, more than two vectors
    FORMS = 5,
    CONTEXTS = 8,   // the most nodes after a character that find_typical compares
    SPARSE = 32,    // has no divisor in common with FORMS, so that a sample has all forms
    REPEATED = 31,  // units in a row that the deviation `repeated` writes twice
    APART = 64      // bytes between a text and the page: masked loads into the page are slow
};

// One of the two encodings of units, UTF-16 or UTF-32, and whether errors are replaced.
struct form {
    bool utf16, lossy;
    const char *name;
    size_t width;  // bytes of a unit
};

struct arena {
    const struct form *form;
    struct guard_room source, target;
    struct reference_conversion want;
    uint32_t units[LONGEST];
};

// ---- Arenas ----

static struct work_idle idle;

static struct arena *new_arena(void)
{
    struct arena *a = malloc(sizeof *a);
    if (a == NULL) {
        perror("verify: no memory for texts");
        exit(2);
    }
    *a = (struct arena){.source = guard_open(ROOM),
                        .target = guard_open(ROOM),
                        .want = reference_conversion_open(LONGEST)};
    return a;
}

static struct arena *open_arena(const struct form *form)
{
    struct arena *a = work_take(&idle);
    a = a == NULL ? new_arena() : a;
    a->form = form;
    return a;
}

static void close_arena(struct arena *a)
{
    a = work_keep(&idle, a);
    if (a == NULL) {
        return;
    }
    guard_close(a->source);
    guard_close(a->target);
    reference_conversion_close(&a->want);
    free(a);
}

// ---- Calls ----

// A conversion: its direction, its source, and the size of the source in bytes or units.
struct call {
    bool to_units;
    const void *source;
    size_t size;
};

static uint32_t replacement;           // a code point
static _Thread_local size_t replaced;  // by the last lossy conversion

static struct subject_result converted(const struct form *form, const struct call *c, void *to,
                                       size_t room)
{
    if (form->lossy && c->to_units) {
        return form->utf16 ? subject.to_utf16_lossy(c->source, c->size, to, room, &replaced)
                           : subject.to_utf32_lossy(c->source, c->size, to, room, &replaced);
    }
    if (form->lossy) {
        return form->utf16 ? subject.from_utf16_lossy(c->source, c->size, to, room, &replaced)
                           : subject.from_utf32_lossy(c->source, c->size, to, room, &replaced);
    }
    if (c->to_units) {
        return form->utf16 ? subject.to_utf16(c->source, c->size, to, room)
                           : subject.to_utf32(c->source, c->size, to, room);
    }
    return form->utf16 ? subject.from_utf16(c->source, c->size, to, room)
                       : subject.from_utf32(c->source, c->size, to, room);
}

// A planted deviation, which must be noticed: the functions that change a right result and a right size.
struct defect {
    const char *name;
    struct subject_result (*changed)(const struct form *form, const struct call *c, void *to,
                                     size_t room, struct subject_result right);
    size_t (*size)(const struct form *form, const struct call *c, size_t right);
};

static const struct defect *planted;

static struct subject_result convert(const struct form *form, const struct call *c, void *to,
                                     size_t room)
{
    const struct subject_result right = converted(form, c, to, room);
    return planted != NULL && planted->changed != NULL ? planted->changed(form, c, to, room, right)
                                                       : right;
}

static size_t right_size(const struct form *form, const struct call *c)
{
    if (form->lossy && c->to_units) {
        return form->utf16 ? subject.utf16_lossy_size(c->source, c->size)
                           : subject.utf32_lossy_size(c->source, c->size);
    }
    if (form->lossy) {
        return form->utf16 ? subject.size_of_utf16_lossy(c->source, c->size)
                           : subject.size_of_utf32_lossy(c->source, c->size);
    }
    if (c->to_units) {
        return form->utf16 ? subject.utf16_size(c->source, c->size)
                           : subject.utf32_size(c->source, c->size);
    }
    return form->utf16 ? subject.size_of_utf16(c->source, c->size)
                       : subject.size_of_utf32(c->source, c->size);
}

static size_t size_of(const struct form *form, const struct call *c)
{
    const size_t right = right_size(form, c);
    return planted != NULL && planted->size != NULL ? planted->size(form, c, right) : right;
}

// Does the output equal that of the naive converter, from this unit or byte on?
static bool is_written(const struct arena *a, bool to_units, const void *at, size_t from,
                       size_t count)
{
    if (!to_units) {
        return count == 0 || memcmp(at, a->want.bytes + from, count) == 0;
    }
    for (size_t i = 0; i < count; i++) {
        const uint32_t unit =
            a->form->utf16 ? ((const uint16_t *)at)[i] : ((const uint32_t *)at)[i];
        if (unit != a->want.units[from + i]) {
            return false;
        }
    }
    return true;
}

static _Thread_local char how[160];

static const char *name_of(enum subject_status status)
{
    static const char *const names[] = {"complete", "incomplete", "no room", "ill-formed"};
    return (size_t)status < sizeof names / sizeof *names ? names[status] : "an unknown status";
}

static const char *differs(const char *what, size_t room, const struct subject_result *got,
                           const struct subject_result *want)
{
    snprintf(
        how, sizeof how,
        "%s with room for %zu: %s, %zu read, %zu written; expected %s, %zu read, %zu written, for",
        what, room, name_of(got->status), got->read, got->written, name_of(want->status),
        want->read, want->written);
    return how;
}

// Returns how a conversion into this room is wrong, or (if `resume`) how its continuation with
// enough room is wrong; NULL if both are right.
static const char *wrong_in_room(const struct arena *a, const struct call *c, size_t room,
                                 bool resume)
{
    const size_t width = c->to_units ? a->form->width : 1;
    const size_t source_width = c->to_units ? 1 : a->form->width;
    size_t read, written;
    const int status = (int)reference_in_room(&a->want, room, &read, &written);
    const struct subject_result want = {(enum subject_status)status, read, written};
    uint8_t *to = room > 0 ? a->target.end - room * width - (resume ? 0 : APART) : NULL;
    guard_mark(to);
    const struct subject_result got = convert(a->form, c, to, room);
    if (!guard_is_marked(to)) {
        return "a conversion writes before its room, for";
    }
    if (got.status != want.status || got.read != read || got.written != written) {
        return differs("a conversion", room, &got, &want);
    }
    const size_t before = reference_replaced(&a->want, room);
    if (a->form->lossy && replaced != before) {
        snprintf(how, sizeof how,
                 "a conversion with room for %zu reports %zu replacements, not %zu, for", room,
                 replaced, before);
        return how;
    }
    if (!is_written(a, c->to_units, to, 0, written)) {
        snprintf(how, sizeof how, "a conversion with room for %zu writes wrong output for", room);
        return how;
    }
    if (!resume || status != REFERENCE_NO_ROOM) {
        return NULL;
    }
    const struct call rest = {c->to_units, (const uint8_t *)c->source + read * source_width,
                              c->size - read};
    const size_t left = a->want.written - written;
    to = left > 0 ? a->target.end - left * width : NULL;
    guard_mark(to);
    const struct subject_result then = convert(a->form, &rest, to, left);
    if (!guard_is_marked(to)) {
        return "resuming a conversion writes before its room, for";
    }
    const struct subject_result rest_want = {(enum subject_status)(int)a->want.status,
                                             a->want.read - read, left};
    if (then.status != rest_want.status || then.read != rest_want.read || then.written != left) {
        return differs("resuming a conversion", room, &then, &rest_want);
    }
    if (a->form->lossy && before + replaced != reference_replaced(&a->want, SIZE_MAX)) {
        return "resuming a conversion reports a wrong number of replacements for";
    }
    return is_written(a, c->to_units, to, written, left)
               ? NULL
               : "resuming a conversion writes wrong output for";
}

enum rooms { ENOUGH, SHORT_BY_ONE, EACH };

static bool has_contexts;  // may a character forbid the next one, or the end of the text?

// Returns how the cut of trim_utf16 or trim_utf32, called with the first `known` units, is wrong,
// or NULL. A cut is wrong if converting both pieces does not give the result for all units, if a
// final high surrogate is before the cut, or, without contexts, if other units are after it.
static const char *wrong_cut(const struct arena *a, const struct call *c, size_t known)
{
    const size_t width = a->form->width;
    const size_t cut = a->form->utf16 ? subject.trim_utf16(c->source, known)
                                      : subject.trim_utf32(c->source, known);
    const uint32_t last = known == 0       ? 0
                          : a->form->utf16 ? ((const uint16_t *)c->source)[known - 1]
                                           : ((const uint32_t *)c->source)[known - 1];
    const size_t most = known - (last >> 10 == 0xD800 >> 10);
    snprintf(how, sizeof how, "trim cuts at a wrong place, after %zu of %zu units, in", cut, known);
    if (cut > most || (!has_contexts && cut != most)) {
        return how;
    }
    uint8_t *to = a->target.end - a->want.written - APART;
    const struct call piece = {false, c->source, cut};
    struct subject_result got = convert(a->form, &piece, to, a->want.written);
    if (got.status == STATUS_COMPLETE || got.status == STATUS_INCOMPLETE) {
        const struct call rest = {false, (const uint8_t *)c->source + got.read * width,
                                  c->size - got.read};
        const struct subject_result then =
            convert(a->form, &rest, to + got.written, a->want.written - got.written);
        got =
            (struct subject_result){then.status, got.read + then.read, got.written + then.written};
    }
    return (int)got.status == (int)a->want.status && got.read == a->want.read &&
                   got.written == a->want.written && is_written(a, false, to, 0, got.written)
               ? NULL
               : how;
}

// Does valid_utf16 or valid_utf32 agree with the naive converter on whether all units can be
// converted?
static bool valid_agrees(const struct arena *a, const struct call *c)
{
    const bool valid = a->form->utf16 ? subject.valid_utf16(c->source, c->size)
                                      : subject.valid_utf32(c->source, c->size);
    return valid == (a->want.status == REFERENCE_COMPLETE);
}

// Returns how a conversion is wrong, or NULL. a->want must have the result of the naive converter.
static const char *wrong(const struct arena *a, const struct call *c, enum rooms rooms)
{
    const size_t whole = a->want.written;
    const char *what = wrong_in_room(a, c, whole, false);
    // Vectors reach an error only if there is room for more steps.
    if (what == NULL && a->want.status != REFERENCE_COMPLETE) {
        what = wrong_in_room(a, c, whole + SPARE, false);
    }
    if (what == NULL && size_of(a->form, c) != whole) {
        snprintf(how, sizeof how, "the size function returns %zu instead of %zu for",
                 size_of(a->form, c), whole);
        what = how;
    }
    if (!c->to_units && !a->form->lossy && what == NULL && !valid_agrees(a, c)) {
        what = "valid is wrong about";
    }
    const bool at_page = rooms != ENOUGH || c->size % 2 == 1;
    const bool cuts = at_page && !c->to_units && planted == NULL;
    for (size_t less = 0; cuts && less < 2 && less <= c->size && what == NULL; less++) {
        what = wrong_cut(a, c, c->size - less);
    }
    if (rooms == SHORT_BY_ONE && whole > 0 && what == NULL) {
        what = wrong_in_room(a, c, whole - 1, true);
        what = what == NULL ? wrong_in_room(a, c, 0, false) : what;
    }
    for (size_t room = 0; rooms == EACH && room < whole + 2 && what == NULL; room++) {
        what = wrong_in_room(a, c, room, true);
    }
    return what;
}

static bool agrees(const struct arena *a, const struct call *c, enum rooms rooms)
{
    const char *volatile what = "reads or writes outside its memory, for";
    GUARDED(what = wrong(a, c, rooms));
    if (what != NULL && planted == NULL) {
        const size_t width = c->to_units ? 1 : a->form->width;
        report_wrong(a->form->name, "%s_%s: %s %s", c->to_units ? "to" : "from", a->form->name,
                     what, report_hex(c->source, c->size * width));
    }
    return what == NULL;
}

// ---- Texts and units ----

// If rooms vary, the source ends directly at the page after it. Otherwise, a source of odd size begins
// at the page before it, and other sources end APART bytes before the page after them.
static uint8_t *source_of(const struct arena *a, size_t size, size_t width, enum rooms rooms)
{
    if (rooms == ENOUGH && size % 2 == 1) {
        return a->source.begin;
    }
    return a->source.end - size * width - (rooms == ENOUGH ? APART : 0);
}

static bool try_text(struct arena *a, const uint8_t *text, size_t size, enum rooms rooms)
{
    uint8_t *source = source_of(a, size, 1, rooms);
    memmove(source, text, size);
    if (a->form->lossy) {
        reference_to_units_lossy(&a->want, a->form->utf16, replacement, source, size);
    } else {
        reference_to_units(&a->want, a->form->utf16, source, size);
    }
    return agrees(a, &(struct call){true, size > 0 ? source : NULL, size}, rooms);
}

static bool try_units(struct arena *a, const uint32_t *units, size_t size, enum rooms rooms)
{
    uint8_t *source = source_of(a, size, a->form->width, rooms);
    for (size_t i = 0; i < size; i++) {
        if (a->form->utf16) {
            ((uint16_t *)source)[i] = (uint16_t)units[i];
        } else {
            ((uint32_t *)source)[i] = units[i];
        }
    }
    if (a->form->lossy) {
        reference_from_units_lossy(&a->want, replacement, units, size);
    } else {
        reference_from_units(&a->want, units, size);
    }
    return agrees(a, &(struct call){false, size > 0 ? source : NULL, size}, rooms);
}

static bool try_code_point(struct arena *a, uint64_t code_point, enum rooms rooms)
{
    uint8_t text[REFERENCE_LONGEST];
    uint32_t units[2] = {(uint32_t)code_point};
    const size_t size = reference_spell(code_point, text);
    if (size > 0 && !try_text(a, text, size, rooms)) {
        return false;
    }
    if (!a->form->utf16) {
        return try_units(a, units, 1, rooms);
    }
    if (code_point > 0x10FFFF) {
        return true;
    }
    if (code_point > 0xFFFF) {
        units[0] = (uint32_t)(0xD800 + (code_point - 0x10000) / 0x400);
        units[1] = (uint32_t)(0xDC00 + (code_point - 0x10000) % 0x400);
    }
    return try_units(a, units, code_point > 0xFFFF ? 2 : 1, rooms);
}

// ---- Test texts ----

// A sample skips planes 3 to 13, which are alike, and tries one in SPARSE of the blocks and long texts
// (of the pairs, one in 4), different ones for each kernel.
static bool sampled;
static size_t kernel_now;

static bool is_tried(size_t plane)
{
    return !sampled || plane <= 2 || plane >= 14;
}

// Tries a unit at a place of the blocks that kernels check at once.
static bool try_among(struct arena *a, uint32_t unit, size_t place)
{
    uint32_t units[AFTER];
    for (size_t i = 0; i < AFTER; i++) {
        units[i] = i == place ? unit : 'A';
    }
    return try_units(a, units, AFTER, ENOUGH);
}

// Tries units of 32 bits. Some are near multiples of 0x400 from 0x10F000 on, since kernels compare
// (unit ^ 0xD800) - 0x800 with one limit. Others are U+10000 with higher bits set, which the
// computation of a pair would add to the low surrogate.
static bool try_limits(struct arena *a)
{
    static const uint32_t offsets[] = {0xFFFFFFFF, 0, 1};
    bool fine = true;
    for (uint32_t unit = 0x10F000; fine && unit < 0x120000; unit += 0x400) {
        for (size_t n = 0; fine && n < sizeof offsets / sizeof *offsets; n++) {
            fine = try_among(a, unit + offsets[n], AFTER / 3);
        }
    }
    for (uint32_t high = 1; fine && high < 64; high++) {
        fine = try_among(a, high << 26 | 0x10000, high);
    }
    return fine;
}

// Tries the code points of a plane. The last part tries some other numbers, of up to 32 bits.
static bool try_plane(void *context, size_t plane)
{
    struct arena *a = open_arena(context);
    bool fine = true;
    for (uint64_t c = 0; fine && plane < PLANES && is_tried(plane) && c < 0x10000; c++) {
        fine = try_code_point(a, plane << 16 | c, c % 64 == 0 ? EACH : ENOUGH);
    }
    for (unsigned bits = 20; fine && plane == PLANES && bits <= 32; bits++) {
        for (uint64_t c = 0; fine && c < 4096; c++) {
            fine = try_code_point(a, ((uint64_t)1 << bits) - 1 - c * c * c % ((uint64_t)1 << bits),
                                  EACH) &&
                   try_code_point(a, (uint32_t)(((uint64_t)1 << bits) + c), EACH);
        }
    }
    fine = fine && (plane < PLANES || a->form->utf16 || try_limits(a));
    close_arena(a);
    return fine;
}

// Typical units: ends of ranges of units that are encoded alike and forbidden by the same contexts.
static uint32_t typical[UNITS];
static size_t typical_count;

// The first nodes where a character may begin, if has_contexts.
static uint16_t contexts[CONTEXTS];
static size_t context_count;

static void find_contexts(void)
{
    has_contexts = language_has_contexts();
    context_count = 0;
    for (size_t node = 1; has_contexts && node < language.count; node++) {
        if (language.boundary[node] && context_count < CONTEXTS) {
            contexts[context_count++] = (uint16_t)node;
        }
    }
}

// Returns one bit for each of these contexts: does it forbid the character?
static uint32_t forbidding(const uint8_t *octets, size_t size)
{
    uint32_t bits = 0;
    for (size_t n = 0; n < context_count; n++) {
        uint16_t node = contexts[n];
        for (size_t i = 0; i < size; i++) {
            node = language.next[node][octets[i]];
        }
        bits |= node == LANGUAGE_DEAD ? (uint32_t)1 << n : 0;
    }
    return bits;
}

static void find_typical(const struct form *form)
{
    const uint32_t last = form->utf16 ? 0xFFFF : 0x110000;
    uint8_t octets[REFERENCE_LONGEST];
    uint32_t before = 0, forbidden_before = 0;
    find_contexts();
    typical_count = 0;
    for (uint32_t unit = 0; unit <= last; unit++) {
        const size_t size = reference_spell(unit, octets);
        const uint32_t now = (uint32_t)size << 16 | language_walk_rest(octets, size);
        const uint32_t forbidden = forbidding(octets, size);
        const bool surrogate = unit == 0xD800 || unit == 0xDC00 || unit == 0xE000;
        if ((now != before || forbidden != forbidden_before || surrogate || unit == 0 ||
             unit == last) &&
            typical_count + 2 <= UNITS) {
            if (unit > 0 && typical[typical_count - 1] != unit - 1) {
                typical[typical_count++] = unit - 1;
            }
            typical[typical_count++] = unit;
        }
        before = now, forbidden_before = forbidden;
    }
}

// Appends the character of a typical unit; returns the new size.
static size_t add_typical(uint8_t *text, size_t size, size_t index)
{
    return size + reference_spell(typical[index % typical_count], text + size);
}

// Tries three adjacent characters near the end of the shortest piece, with rooms of every size.
static bool try_near_end(struct arena *a, size_t first, size_t second, size_t before)
{
    uint8_t text[2 * SHORT_PIECE + 3 * REFERENCE_LONGEST];
    size_t size = strings_fill(text, SHORT_PIECE - before, (first + second) % FORMS);
    size = add_typical(text, size, first);
    size = add_typical(text, size, second);
    size = add_typical(text, size, first + second);
    size += strings_fill(text + size, before, first % FORMS);
    return try_text(a, text, size, EACH);
}

// Tries texts that begin with a typical unit: alone, with each typical unit after it, and with some
// more after that.
static bool try_typical(void *context, size_t index)
{
    struct arena *a = open_arena(context);
    uint32_t units[MORE] = {typical[index]};
    uint8_t text[MORE * REFERENCE_LONGEST];
    bool fine = try_units(a, units, 0, EACH) && try_units(a, units, 1, EACH);
    for (size_t i = 0; fine && i < typical_count; i++) {
        size_t size = add_typical(text, add_typical(text, 0, index), i);
        units[1] = typical[i];
        fine = try_units(a, units, 2, EACH) && try_text(a, text, size, EACH) &&
               try_near_end(a, index, i, (index + i) % 13);
        // The first unit may affect the third if the second is replaced.
        for (size_t third = 0; fine && has_contexts && third < typical_count; third++) {
            units[2] = typical[third];
            fine = try_units(a, units, 3, EACH);
        }
        for (size_t more = 2; fine && more < MORE; more++) {
            const size_t next = (i * 7 + more * (index + 3)) % typical_count;
            units[more] = typical[next];
            size = add_typical(text, size, next);
            fine = try_units(a, units, more + 1, more < 4 ? EACH : SHORT_BY_ONE) &&
                   try_text(a, text, size, more < 4 ? EACH : SHORT_BY_ONE);
        }
    }
    close_arena(a);
    return fine;
}

// Tries all texts of one and two bytes that begin with this byte. If two bytes end in an incomplete
// character, tries all third bytes after them (in a sample, only ends of ranges); after two other
// bytes, one third byte of each class. In a sample, if the second byte is not the end of a range,
// tries one room and no third byte.
static bool try_short(void *context, size_t first)
{
    struct arena *a = open_arena(context);
    uint8_t text[3] = {(uint8_t)first};
    bool fine = try_text(a, text, 1, EACH);
    for (unsigned second = 0; fine && second < 256; second++) {
        text[1] = (uint8_t)second;
        const uint16_t node = language_walk_rest(text, 2);
        const bool open = node != LANGUAGE_DEAD && !language.boundary[node];
        const bool brief = sampled && !language_is_edge(text[1]);
        const size_t thirds = brief     ? 0
                              : !open   ? language.columns
                              : sampled ? language.edge_count
                                        : 256;
        fine = try_text(a, text, 2, brief ? ENOUGH : EACH);
        for (size_t i = 0; fine && i < thirds; i++) {
            text[2] = !open ? language.typical[i] : sampled ? language.edges[i] : (uint8_t)i;
            fine = try_text(a, text, 3, ENOUGH);
        }
    }
    close_arena(a);
    return fine;
}

static bool take_chain(void *context, const uint8_t *text, size_t size)
{
    struct arena *a = context;
    const bool fine = try_text(a, text, size, ENOUGH);
    const size_t written = a->want.written;
    memcpy(a->units, a->want.units, written * sizeof *a->units);
    return fine && try_units(a, a->units, written, ENOUGH);
}

static bool try_chains(void *context, size_t part)
{
    struct arena *a = open_arena(context);
    const bool fine = strings_chains(part, take_chain, a);
    close_arena(a);
    return fine;
}

// Loops convert many one-byte characters at once. So this tries runs of them, with another character
// at one place. The runs are long enough for rooms that end at each place of such a block.
static bool try_runs(void *context, size_t before)
{
    struct arena *a = open_arena(context);
    uint8_t text[RUN + 2 * REFERENCE_LONGEST];
    bool fine = true;
    for (size_t i = 0; fine && i < FORMS; i++) {
        size_t size = strings_fill(text, before, 0);
        size = add_typical(text, size, i * typical_count / FORMS + before);
        size += strings_fill(text + size, RUN - before, 0);
        fine = try_text(a, text, size, EACH);
        const size_t written = a->want.written;
        memcpy(a->units, a->want.units, written * sizeof *a->units);
        fine = fine && try_units(a, a->units, written, EACH);
    }
    // Among zeros, every wrong bit of the unit shows.
    for (size_t i = 0; fine && i < typical_count; i++) {
        memset(a->units, 0, (RUN + 1) * sizeof *a->units);
        a->units[before] = typical[i];
        fine = try_units(a, a->units, RUN + 1, ENOUGH);
    }
    close_arena(a);
    return fine;
}

// Writes the units of a form's characters; if these are too few, also typical units.
static void fill_units(struct arena *a, size_t form, uint32_t units[BLOCKS])
{
    uint8_t text[BLOCKS * REFERENCE_LONGEST];
    reference_to_units(&a->want, a->form->utf16, text, strings_fill(text, sizeof text, form));
    for (size_t n = 0; n < BLOCKS; n++) {
        units[n] = n < a->want.written ? a->want.units[n] : typical[n % typical_count];
    }
}

// Two characters, the first of which may affect the second, or bytes that lead to a node. The pairs
// come first.
struct factor {
    uint8_t bytes[STRINGS_LONGEST + 1];
    size_t size;
    uint32_t units[2];  // of a pair
};

static struct factor factors[2 * FACTORS];
static size_t factor_count, pair_count;

// Tries pairs of characters, the first of which may forbid the second, at the end of one-byte characters
// and among them. Vectors convert one-byte characters without a check.
static bool try_pairs(struct arena *a, size_t before)
{
    uint8_t text[BLOCKS + STRINGS_LONGEST + 1];
    const size_t step = sampled ? 4 : 1;
    bool fine = true;
    for (size_t i = (before + kernel_now) % step; fine && i < pair_count; i += step) {
        const size_t from = strings_fill(text, before, 0), size = from + factors[i].size;
        memcpy(text + from, factors[i].bytes, factors[i].size);
        fine = try_text(a, text, size, ENOUGH) &&
               try_text(a, text, size + strings_fill(text + size, BLOCKS - before, 0), ENOUGH);
    }
    return fine;
}

// If a vector loop cannot convert some units, it is tried again AGAIN units later. Here, this is
// directly after the first unit of a pair; one-byte characters separate it from the second unit.
static bool try_again(struct arena *a)
{
    enum { AGAIN = 64 };
    uint32_t units[3 * AGAIN];
    bool fine = true;
    for (size_t i = 0; fine && i < pair_count; i++) {
        for (size_t n = 0; n < 3 * AGAIN; n++) {
            units[n] = 'A';
        }
        units[0] = units[AGAIN - 1] = factors[i].units[0];
        units[2 * AGAIN] = factors[i].units[1];
        fine = try_units(a, units, 3 * AGAIN, ENOUGH);
    }
    return fine;
}

// Tries two units among others, at a place of the blocks that vectors convert at once, and the text
// of their characters. At odd places, the number of units is odd, too (see source_of).
static bool try_blocks(void *context, size_t before)
{
    struct arena *a = open_arena(context);
    uint32_t among[FORMS][BLOCKS];
    for (size_t form = 0; form < FORMS; form++) {
        fill_units(a, form, among[form]);
    }
    bool fine = true;
    const size_t step = sampled ? SPARSE : 1;
    for (size_t i = (before + kernel_now) % step; fine && i < FORMS * typical_count; i += step) {
        const size_t form = i % FORMS, next = (i / FORMS * 7 + before) % typical_count;
        const enum rooms rooms = i / step % 8 == before % 8 ? SHORT_BY_ONE : ENOUGH;
        uint8_t text[(BLOCKS + 2) * REFERENCE_LONGEST], octets[REFERENCE_LONGEST];
        uint32_t units[BLOCKS];
        const size_t length = reference_typical(form, octets);
        memcpy(units, among[form], sizeof units);
        units[before] = typical[i / FORMS];
        units[before + 1] = typical[next];
        size_t size = strings_fill(text, before * length, form);
        size = add_typical(text, add_typical(text, size, i / FORMS), next);
        size += strings_fill(text + size, (BLOCKS - before) * length, form);
        fine = try_units(a, units, BLOCKS - before % 2, rooms) && try_text(a, text, size, rooms);
    }
    uint32_t units[BLOCKS];
    for (size_t i = 0; i < BLOCKS; i++) {
        // In one of these units of 32 bits, one of the upper 16 bits is set.
        units[i] = 'A' + (i == before ? (uint32_t)1 << (16 + before % 16) : 0);
    }
    fine = fine && (a->form->utf16 || try_units(a, units, BLOCKS, ENOUGH)) &&
           try_pairs(a, before) && (before > 0 || try_again(a));
    close_arena(a);
    return fine;
}

static bool take(void *context, const uint8_t *text, size_t size, uint16_t node, size_t prefix)
{
    (void)node;
    (void)prefix;
    return try_text(context, text, size, EACH);
}

static bool try_strings(void *context, size_t part)
{
    struct arena *a = open_arena(context);
    const bool fine = strings_each(part, take, a);
    close_arena(a);
    return fine;
}

// ---- Texts longer than a piece ----

static bool is_surrogate(uint32_t unit)
{
    return unit >= 0xD800 && unit <= 0xDFFF;
}

static void find_factors(void)
{
    size_t pairs = 0, kept = 0;
    factor_count = 0;
    // The first pass counts the pairs, so that the second one keeps an even sample.
    for (size_t pass = 0; pass < 2; pass++) {
        const size_t step = 1 + pairs / FACTORS;
        for (size_t i = 0; i < typical_count * typical_count; i++) {
            const size_t first = i / typical_count, second = i % typical_count;
            struct factor *f = &factors[kept];
            uint8_t text[2 * REFERENCE_LONGEST];
            const size_t size = add_typical(text, 0, first), both = add_typical(text, size, second);
            const bool forbids = language_walk_rest(text, both) == LANGUAGE_DEAD &&
                                 language_walk_rest(text + size, both - size) != LANGUAGE_DEAD;
            // Keeps forbidden pairs, pairs of surrogates, and some others after a restricting character.
            const bool matters = forbids ||
                                 (i % 8 == 0 && language_walk_rest(text, size) != language.free) ||
                                 (is_surrogate(typical[first]) && is_surrogate(typical[second]));
            pairs += pass == 0 && size > 0 && matters;
            if (pass == 1 && size > 0 && matters && i % step == 0 && kept < FACTORS) {
                f->size = add_typical(f->bytes, add_typical(f->bytes, 0, first), second);
                f->units[0] = typical[first], f->units[1] = typical[second];
                kept++;
            }
        }
    }
    pair_count = kept;
    const size_t step = 1 + language.count / FACTORS;
    for (size_t node = 2; node < language.count && kept < 2 * FACTORS; node += step) {
        struct factor *f = &factors[kept];
        if (strings_reach(node, f->bytes, &f->size)) {
            // Of three such texts, one is not changed, one gets one more byte, and one is completed.
            if (kept % 3 == 1) {
                f->bytes[f->size++] = (uint8_t)(kept * 37);
            } else if (kept % 3 == 2) {
                f->size += language_complete((uint16_t)node, f->bytes + f->size);
            }
            kept++;
        }
    }
    factor_count = kept;
}

// Tries factors near the end of a piece, with characters of one form before them and of one form
// after them. For one factor in four, also changes one unit of the result, and converts the units back.
static bool try_long(void *context, size_t shift)
{
    struct arena *a = open_arena(context);
    static _Thread_local uint8_t text[LONGEST];
    const size_t step = sampled ? SPARSE : 1;
    bool fine = true;
    for (size_t i = (shift + kernel_now) % step; fine && i < factor_count; i += step) {
        const bool back = i / step % 4 == shift % 4;
        size_t size = strings_fill(text, PIECE - SHIFTS / 2 + shift, i % FORMS);
        memcpy(text + size, factors[i].bytes, factors[i].size);
        size += factors[i].size;
        if (a->form->lossy) {
            // Adds another error, near the place where lossy conversions call the kernel again.
            size += strings_fill(text + size, CALM - SHIFTS / 2 + (shift * 7 + i) % SHIFTS,
                                 (i + shift) % FORMS);
            memcpy(text + size, factors[i].bytes, factors[i].size);
            size += factors[i].size;
        }
        size += strings_fill(text + size, AFTER, (i + shift) % FORMS);
        fine = try_text(a, text, size, back ? SHORT_BY_ONE : ENOUGH);
        const size_t written = a->want.written;
        memcpy(a->units, a->want.units, written * sizeof *a->units);
        if (written > 0) {
            // Half of the changes are near the beginning, so that vectors also convert units after them.
            const size_t near = shift % written, at = shift % 8 < 4 ? near : written - 1 - near;
            a->units[at] = typical[(i * SHIFTS + shift) % typical_count];
        }
        fine = fine && (!back || try_units(a, a->units, written, SHORT_BY_ONE));
    }
    // In most encodings, no character begins with 80. A lossy conversion into a small room checks
    // only a part of the text.
    memset(text, 0x80, AFTER);
    fine = fine && (shift > 0 || try_text(a, text, AFTER, EACH));
    close_arena(a);
    return fine;
}

// Tries blocks and long texts with each kernel up to the active one.
static bool try_each_kernel(struct form *form)
{
    size_t active = 0;
    while (strcmp(subject_kernel(active).name, subject.active()) != 0) {
        active++;
    }
    bool fine = true;
    for (size_t k = 0; fine && k <= active; k++) {
        if (!subject_kernel(k).supported()) {
            continue;
        }
        subject.use(k);
        kernel_now = k;
        fine = work("units in blocks", BLOCKS - 2, try_blocks, form) &&
               work("texts of several pieces", SHIFTS, try_long, form);
    }
    subject.use(active);
    return fine;
}

// ---- Deviations ----

static uint32_t unit_at(const struct form *form, const void *units, size_t at)
{
    return form->utf16 ? ((const uint16_t *)units)[at] : ((const uint32_t *)units)[at];
}

static void set_unit(const struct form *form, void *units, size_t at, uint32_t unit)
{
    if (form->utf16) {
        ((uint16_t *)units)[at] = (uint16_t)unit;
    } else {
        ((uint32_t *)units)[at] = unit;
    }
}

// Reports missing room before it reads the next character.
static struct subject_result room_first(const struct form *form, const struct call *c, void *to,
                                        size_t room, struct subject_result right)
{
    (void)form;
    (void)to;
    if (right.read < c->size && right.written == room) {
        right.status = STATUS_NO_ROOM;
    }
    return right;
}

// Fills the room with the first half of a pair.
static struct subject_result parted(const struct form *form, const struct call *c, void *to,
                                    size_t room, struct subject_result right)
{
    uint32_t more[64];
    if (c->to_units && right.status == STATUS_NO_ROOM && room < 60) {
        const struct subject_result all = converted(form, c, more, right.written + 2);
        if (all.written > room && right.written < room) {
            set_unit(form, to, right.written, unit_at(form, more, right.written));
            right.written++;
        }
    }
    return right;
}

// Reports a final high surrogate as incomplete.
static struct subject_result no_final(const struct form *form, const struct call *c, void *to,
                                      size_t room, struct subject_result right)
{
    (void)to;
    (void)room;
    if (!c->to_units && c->size > 0 && right.status == STATUS_COMPLETE) {
        const uint32_t last = unit_at(form, c->source, c->size - 1);
        right.status = last >= 0xD800 && last <= 0xDBFF ? STATUS_INCOMPLETE : right.status;
    }
    return right;
}

// Writes the two-byte spelling that `also` allows, instead of the one that X_encode writes.
static struct subject_result also(const struct form *form, const struct call *c, void *to,
                                  size_t room, struct subject_result right)
{
    uint8_t *bytes = to;
    (void)form;
    if (!c->to_units && right.written == 1 && room > 1 && bytes[0] < 0x80) {
        bytes[1] = (uint8_t)(0x80 | (bytes[0] & 0x3F));
        bytes[0] = (uint8_t)(0xC0 | bytes[0] >> 6);
        right.written = 2;
    }
    return right;
}

// Issue 4609 of libuv: code points above U+1000, and not only above U+FFFF, are written as a pair.
static struct subject_result pairs_above_1000(const struct form *form, const struct call *c,
                                              void *to, size_t room, struct subject_result right)
{
    for (size_t i = 0; c->to_units && i < right.written; i++) {
        const uint32_t unit = unit_at(form, to, i);
        if (unit > 0x1000 && (unit < 0xD800 || unit > 0xDFFF) && unit <= 0xFFFF) {
            set_unit(form, to, i, 0xD800 + ((unit - 0x10000) >> 10 & 0x3FF));
            if (i + 1 < room) {
                set_unit(form, to, i + 1, 0xDC00 + (unit & 0x3FF));
                right.written += right.written == i + 1;
            }
            i++;
        }
    }
    return right;
}

// A similar bug: U+1000 is written as U+0FFF.
static struct subject_result below_1000(const struct form *form, const struct call *c, void *to,
                                        size_t room, struct subject_result right)
{
    (void)room;
    for (size_t i = 0; c->to_units && i < right.written; i++) {
        if (unit_at(form, to, i) == 0x1000) {
            set_unit(form, to, i, 0xFFF);
        }
    }
    return right;
}

// Writes one byte after the room.
static struct subject_result after_room(const struct form *form, const struct call *c, void *to,
                                        size_t room, struct subject_result right)
{
    if (to != NULL && right.written == room) {
        *((volatile uint8_t *)to + room * (c->to_units ? form->width : 1)) = 0;
    }
    return right;
}

// Writes one byte before the room.
static struct subject_result before_room(const struct form *form, const struct call *c, void *to,
                                         size_t room, struct subject_result right)
{
    (void)form;
    (void)c;
    if (to != NULL && right.written == room) {
        *((volatile uint8_t *)to - 1) = 0;
    }
    return right;
}

// Reads one byte before the source.
static struct subject_result before_source(const struct form *form, const struct call *c, void *to,
                                           size_t room, struct subject_result right)
{
    (void)form;
    (void)to;
    (void)room;
    if (c->size > 0) {
        (void)*((volatile const uint8_t *)c->source - 1);
    }
    return right;
}

// Counts U+1000 as if the shorter form encoded it.
static size_t size_1000(const struct form *form, const struct call *c, size_t right)
{
    for (size_t i = 0; !c->to_units && i < c->size; i++) {
        right -= unit_at(form, c->source, i) == 0x1000;
    }
    return right;
}

// Reports one replacement too few.
static struct subject_result miscounted(const struct form *form, const struct call *c, void *to,
                                        size_t room, struct subject_result right)
{
    (void)form;
    (void)c;
    (void)to;
    (void)room;
    replaced -= replaced > 0;
    return right;
}

// Writes a question mark for the replacement.
static struct subject_result question(const struct form *form, const struct call *c, void *to,
                                      size_t room, struct subject_result right)
{
    (void)room;
    for (size_t i = 0; c->to_units && i < right.written; i++) {
        if (unit_at(form, to, i) == replacement) {
            set_unit(form, to, i, '?');
        }
    }
    return right;
}

// Stops at errors, as the strict conversions do.
static struct subject_result strict(const struct form *form, const struct call *c, void *to,
                                    size_t room, struct subject_result right)
{
    (void)right;
    return converted(&(struct form){form->utf16, false, form->name, form->width}, c, to, room);
}

// Writes the first REPEATED units or bytes again, instead of the next ones.
static struct subject_result repeated(const struct form *form, const struct call *c, void *to,
                                      size_t room, struct subject_result right)
{
    const size_t width = c->to_units ? form->width : 1;
    (void)room;
    if (right.written >= 2 * REPEATED) {
        memcpy((uint8_t *)to + REPEATED * width, to, REPEATED * width);
    }
    return right;
}

static const struct defect defects[] = {
    {"miscounted", miscounted, NULL},
    {"question", question, NULL},
    {"strict", strict, NULL},
    {"room_first", room_first, NULL},
    {"parted", parted, NULL},
    {"no_final", no_final, NULL},
    {"also", also, NULL},
    {"below_1000", below_1000, NULL},
    {"after_room", after_room, NULL},
    {"before_room", before_room, NULL},
    {"before_source", before_source, NULL},
    {"repeated", repeated, NULL},
    {"size_1000", NULL, size_1000},
    {"pairs_above_1000", pairs_above_1000, NULL},
};

// Is the character of a code point a well-formed text? Sets its size.
static bool is_text(uint64_t code_point, size_t *size)
{
    uint8_t octets[REFERENCE_LONGEST];
    *size = reference_spell(code_point, octets);
    return *size > 0 && language.accepts[language_walk_rest(octets, *size)];
}

// Tries texts of the characters of each form, and their units.
static bool try_fillings(struct arena *a)
{
    uint8_t text[4 * REPEATED * REFERENCE_LONGEST];
    bool fine = true;
    for (size_t i = 0; fine && i < FORMS; i++) {
        fine = try_text(a, text, strings_fill(text, sizeof text, i), ENOUGH);
        const size_t written = a->want.written;
        memcpy(a->units, a->want.units, written * sizeof *a->units);
        fine = fine && try_units(a, a->units, written, ENOUGH);
    }
    return fine;
}

// Do the first REPEATED units of some form's characters differ from the next ones?
static bool are_varied(const struct form *form)
{
    struct arena *a = open_arena(form);
    uint8_t text[4 * REPEATED * REFERENCE_LONGEST];
    bool varied = false;
    for (size_t i = 0; !varied && i < FORMS; i++) {
        reference_to_units(&a->want, form->utf16, text, strings_fill(text, sizeof text, i));
        varied = a->want.written >= 2 * REPEATED &&
                 memcmp(a->want.units, a->want.units + REPEATED, REPEATED * sizeof *a->units) != 0;
    }
    close_arena(a);
    return varied;
}

// Can this deviation show in this encoding?
static bool applies(const struct form *form, const struct defect *d)
{
    size_t size;
    if (d->changed == question) {
        return form->lossy && replacement != '?';
    }
    if (d->changed == miscounted || d->changed == strict) {
        return form->lossy;
    }
    if (d->changed == room_first && form->lossy) {
        return false;
    }
    for (size_t i = 0; d->changed == room_first; i++) {
        if (i == 256 || !language.accepts[language.next[language.free][i]]) {
            return i < 256;
        }
    }
    if (d->changed == parted) {
        return form->utf16 && is_text(0x10000, &size);
    }
    if (d->changed == no_final) {
        return is_text(0xD800, &size);
    }
    if (d->changed == also) {
        uint8_t one[REFERENCE_LONGEST];
        const uint8_t two[] = {0xC1, 0xBF};
        return reference_character(REFERENCE_START, two, 2, NULL) == REFERENCE_WHOLE &&
               is_text(0x7F, &size) && reference_spell(0x7F, one) == 1 && one[0] < 0x80;
    }
    if (d->changed == repeated) {
        return are_varied(form);
    }
    if (d->changed == pairs_above_1000) {
        return form->utf16 && is_text(0xFFFF, &size);
    }
    if (d->changed == before_source) {
        return true;
    }
    for (size_t i = 0; d->changed == after_room || d->changed == before_room; i++) {
        if (i == typical_count || is_text(typical[i], &size)) {
            return i < typical_count;
        }
    }
    return is_text(0x1000, &size);
}

// Does some unit, code point or text show the planted deviation?
static bool is_noticed(struct form *form)
{
    static const uint64_t points[] = {0x7F, 0xFFF, 0x1000, 0xD800, 0xFFFF, 0x10000};
    struct arena *a = open_arena(form);
    bool fine = true;
    for (size_t i = 0; fine && i < sizeof points / sizeof *points; i++) {
        fine = try_code_point(a, points[i], EACH) && try_code_point(a, points[i], ENOUGH);
    }
    for (size_t i = 0; fine && i <= FORMS; i++) {
        uint8_t octets[REFERENCE_LONGEST];
        fine = try_text(a, octets, reference_typical(i, octets), EACH);
    }
    for (unsigned i = 0; fine && i < 256; i++) {
        fine = try_text(a, (const uint8_t[]){(uint8_t)i}, 1, EACH);
    }
    for (size_t i = 0; fine && i < typical_count; i++) {
        fine = try_typical(form, i);
    }
    fine = fine && try_fillings(a);
    close_arena(a);
    return !fine;
}

static bool all_noticed(struct form *form, char *names, size_t room)
{
    bool passed = true;
    names[0] = '\0';
    for (size_t i = 0; i < sizeof defects / sizeof *defects; i++) {
        if (applies(form, &defects[i])) {
            planted = &defects[i];
            const bool noticed = is_noticed(form);
            planted = NULL;
            const size_t used = strlen(names);
            snprintf(names + used, room - used, " %s", defects[i].name);
            if (!noticed) {
                report_wrong(form->name, "this check does not notice a planted deviation: %s",
                             defects[i].name);
            }
            passed = passed && noticed;
        }
    }
    return passed;
}

static void check_form(struct form *form)
{
    if (form->utf16 ? (form->lossy ? subject.to_utf16_lossy == NULL : subject.to_utf16 == NULL)
                    : (form->lossy ? subject.to_utf32_lossy == NULL : subject.to_utf32 == NULL)) {
        return;
    }
    find_typical(form);
    if (report_begin(form->name, "exhaustive")) {
        const bool passed = work("runs", RUN + 1, try_runs, form) &&
                            work("chains", language.columns, try_chains, form) &&
                            work("units", typical_count, try_typical, form) &&
                            work("longer texts", strings_parts(), try_strings, form) &&
                            work("texts of 1 to 3 bytes", 256, try_short, form) &&
                            work("code points", PLANES + 1, try_plane, form);
        report_end(form->name, "exhaustive",
                   !passed       ? NULL
                   : sampled     ? "7 planes, units"
                   : form->utf16 ? "all points, units"
                                 : "all points",
                   "both ways, in each room; %s", strings_claim());
    }
    if (report_begin(form->name, "swept")) {
        find_factors();
        report_end(form->name, "swept", try_each_kernel(form) ? "pieces" : NULL,
                   "texts at %d places around the end of a piece", SHIFTS);
    }
    if (report_begin(form->name, "mutated")) {
        char names[160];
        const bool passed = all_noticed(form, names, sizeof names);
        report_end(form->name, "mutated", passed ? "deviations" : NULL, "noticed:%s", names);
    }
}

void utf_check(bool sample)
{
    static struct form forms[] = {{true, false, "utf16", 2},
                                  {false, false, "utf32", 4},
                                  {true, true, "utf16_lossy", 2},
                                  {false, true, "utf32_lossy", 4}};
    if (subject.to_utf16 == NULL && subject.to_utf32 == NULL) {
        return;
    }
    report_opening(&(struct report_opening){
        .title = "UTF-16 and UTF-32",
        .establishes =
            "conversions in both directions give the status, the counts and the units or bytes of "
            "the naive converter, in each room and resumed after it (most code points and long "
            "texts: in enough room only); the size functions give the sizes for unlimited room. "
            "The texts: every code point to U+11FFFF (in a sample, of planes 0 to 2 and from 14 "
            "on) and some larger ones; every unit; each unit at which the encoding changes (at "
            "most "
            "256), with each other such unit after it; every text of 1 and 2 bytes, and of 3 whose "
            "first two begin a longer one (in a sample, with ends of ranges second and last); "
            "texts that reach each node of the reference. Nothing is read outside the source or "
            "written outside the room",
        .assumes =
            "longer texts consist of pieces, joined like those that are tried around the end of a "
            "piece",
        .excludes = "sizes that overflow",
        .oracle = "reference_utf.c",
    });
    sampled = sample;
    guard_catch();
    reference_utf_prepare();
    uint8_t octets[REFERENCE_LONGEST];
    const size_t length = reference_replacement(octets);
    replacement = length > 0 ? (uint32_t)reference_point(octets, length) : 0;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        check_form(&forms[i]);
    }
}
