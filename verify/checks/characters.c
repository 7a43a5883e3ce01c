// SPDX-License-Identifier: 0BSD
//
// Code points and boundaries of characters: decoding, encoding, moving in both directions, and
// trimming.
//
// In: X_decode, X_decode_last, X_encode, X_next, X_previous, X_trim, X_floor. Out: the first text
// or code point on which one of them is wrong.
//
// The idea: the reference reads a text from its beginning, one character at a time. Each function
// must agree with this reading; X_previous and X_floor must agree at every offset.
//
//     CESU-8  ED A0 80 | ED A0 80 ED B0 80 | ED A0     U+FFFD, U+10000, unfinished
//             trim 9; floor of 4: 3; floor of 1: 1, since no character is there; previous of 9: U+10000, 3
//
// Texts end directly before an inaccessible page, or begin directly after one.
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L
#include "checks.h"
#include "../shared/guard.h"
#include "../reference/language.h"
#include "../shared/report.h"
#include "../shared/strings.h"
#include "../shared/work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NOT_A_CHARACTER = 0xFFFD,
    UNTOUCHED = 0xA5,
    MOST_TEXT = STRINGS_CHAIN,
    CLASS_BYTES = 6,  // bytes of the longest text in which one byte represents each class
    MOST_CLASS_TEXTS = 1 << 17,  // about the most such texts of each size, except in a full check
    CLASS_PARTS = 16,            // parts of the work, for each size
    RANDOM_PARTS = 8,
    RANDOM_TEXTS = 6000,  // random texts in each part
    RANDOM_BYTES = 24,    // bytes of the longest random text
    POINT_PARTS = 64,
    POINTS = 0x120000,      // all code points below this one are tried
    MOST_POINTS = 1 << 20,  // about this many of the others are tried, or all in a full check
};

// ---- Characters as the reference reads them ----

// The character, or the ill-formed part, that contains a byte.
struct piece {
    size_t begin, size;
    bool whole;
    bool open;  // bytes after the end of the text could change the piece
    uint32_t point;
};

static struct piece piece_at(const uint8_t *text, size_t size, size_t begin)
{
    struct piece p = {begin, 0, false, false, NOT_A_CHARACTER};
    uint16_t node = language.free;
    for (size_t at = begin; at < size; at++) {
        node = language.next[node][text[at]];
        if (node == LANGUAGE_DEAD) {
            const size_t half = reference_high_half(text + begin, at - begin);
            bool out = false;
            const size_t encoded = reference_encoded(text + begin, size - begin, &out);
            p.size = half > 0 ? half : at > begin ? at - begin : 1;
            p.size = half == 0 && encoded > p.size ? encoded : p.size;
            p.open = encoded == size - begin && !out;
            return p;
        }
        if (language.boundary[node]) {
            p.size = at + 1 - begin;
            p.whole = true;
            p.point = reference_numbered() ? (uint32_t)reference_point(text + begin, p.size) : 0;
            return p;
        }
    }
    p.size = size - begin;
    p.open = true;
    return p;
}

// ---- Texts ----

static _Thread_local struct {
    struct guard_room room;
    const uint8_t *text;  // the text that is tried
    size_t size;
    size_t count;
} arena;
static bool planted;  // a deviation is planted; errors are not reported

// The result of a function: a size or an offset, and a code point.
struct answer {
    size_t size;
    uint32_t point;
};

static bool wrong(const char *what, size_t at, struct answer got, struct answer want)
{
    const char *const text = report_hex(arena.text, arena.size);
    if (!planted && got.point == want.point && got.size == want.size) {
        report_wrong("characters",
                     "%s at offset %zu returns %zu, but a text must not be cut there: %s", what, at,
                     got.size, text);
    } else if (!planted && got.point == want.point) {
        report_wrong("characters", "%s at offset %zu returns %zu; expected %zu, for %s", what, at,
                     got.size, want.size, text);
    } else if (!planted) {
        report_wrong("characters",
                     "%s at offset %zu returns %zu, U+%04X; expected %zu, U+%04X, for %s", what, at,
                     got.size, got.point, want.size, want.point, text);
    }
    return false;
}

// ---- Comparing ----

static bool agree_on_ends(const uint8_t *text, size_t size, const struct piece *first,
                          const struct piece *last)
{
    uint32_t point = UNTOUCHED;
    const size_t begins = subject.decode(text, size, &point);
    if (begins != (first->whole ? first->size : 0) ||
        point != (first->whole ? first->point : UNTOUCHED)) {
        return wrong("decode", 0, (struct answer){begins, point},
                     (struct answer){first->whole ? first->size : 0, first->point});
    }
    point = UNTOUCHED;
    const size_t ends = subject.decode_last(text, size, &point);
    if (ends != (last->whole ? last->size : 0) ||
        point != (last->whole ? last->point : UNTOUCHED)) {
        return wrong("decode_last", size, (struct answer){ends, point},
                     (struct answer){last->whole ? last->size : 0, last->point});
    }
    return true;
}

enum { HALVES = 0x400 };  // number of high surrogates, and of low ones

// has_contexts: do some characters restrict the next one, or the end of a text? is_loose: are surrogates
// characters, and may a low one follow a high one?
static _Thread_local bool cuts_prepared, has_contexts, is_loose;

static bool may_meet(void)
{
    uint8_t high[REFERENCE_LONGEST], low[HALVES][REFERENCE_LONGEST];
    size_t sizes[HALVES];
    for (size_t i = 0; i < HALVES; i++) {
        sizes[i] = reference_spell(0xDC00 + i, low[i]);
    }
    for (size_t i = 0; i < HALVES; i++) {
        const size_t size = reference_spell(0xD800 + i, high);
        const uint16_t begin = size > 0 ? language_walk_rest(high, size) : LANGUAGE_DEAD;
        for (size_t k = 0; begin != LANGUAGE_DEAD && k < HALVES; k++) {
            uint16_t node = begin;
            for (size_t at = 0; at < sizes[k]; at++) {
                node = language.next[node][low[k][at]];
            }
            if (sizes[k] > 0 && node != LANGUAGE_DEAD) {
                return true;
            }
        }
    }
    return false;
}

static void prepare_cuts(void)
{
    cuts_prepared = true;
    has_contexts = language_has_contexts();
    is_loose = reference_numbered() && may_meet();
}

// Moves *at to the next ill-formed part, and returns its length; 0 at the end of the text. Sets
// *begin to the start of the well-formed bytes before it.
static size_t next_fault(const uint8_t *text, size_t size, size_t *at, size_t *begin)
{
    const struct reference_error e = reference_check_rest(text + *at, size - *at);
    *begin = *at;
    *at += e.length > 0 ? e.offset : size - *at;
    return e.length;
}

// Can a text be completed, although it must not end here?
static bool reads_on(const uint8_t *text, size_t size)
{
    const uint16_t node = language_walk_rest(text, size);
    return node != LANGUAGE_DEAD && !language.accepts[node];
}

// Do both sides of a cut together have the errors of the whole text? Is the node after the next
// piece the same with and without the text before the cut? Sets *node to the node at the cut.
static bool is_right_cut(const uint8_t *text, size_t size, size_t cut, const struct piece *pieces,
                         uint16_t *node)
{
    size_t whole = 0, part = 0, begin = 0, left = cut, length;
    do {
        size_t before = 0;
        length = next_fault(text, left, &part, &begin);
        if (length == 0 && left == cut) {
            *node = language_walk_rest(text + begin, cut - begin);
            left = size;
            part = cut;
            length = next_fault(text, left, &part, &begin);
        }
        // A character that must not be the last one may become well-formed if more follows.
        if (length > 0 && cut == size && reads_on(text + begin, cut - begin)) {
            return false;
        }
        if (next_fault(text, size, &whole, &before) != length || whole != part) {
            return false;
        }
        whole += length;
        part += length;
    } while (length > 0);
    if (*node == language.free) {
        return true;
    }
    uint16_t bound = *node, fresh = language.free;
    const struct piece *p = cut < size ? &pieces[cut] : NULL;
    for (size_t at = cut; p != NULL && at < cut + p->size; at++) {
        bound = language.next[bound][text[at]];
        fresh = language.next[fresh][text[at]];
    }
    return p != NULL && bound == fresh && (bound != LANGUAGE_DEAD || p->open);
}

// Is the byte at `at` in an ill-formed part?
static bool is_ill_formed(const uint8_t *text, size_t size, size_t at)
{
    size_t end = 0, begin = 0, length;
    do {
        length = next_fault(text, size, &end, &begin);
        if (length > 0 && at >= end && at < end + length) {
            return true;
        }
        end += length;
    } while (length > 0 && end <= at);
    return false;
}

// May the cut separate a high surrogate from a low one? Each is a character here; in UTF-16, both
// together are one code point.
static bool parts_surrogates(const uint8_t *text, size_t size, size_t cut,
                             const struct piece *pieces)
{
    return is_loose && cut > 0 && pieces[cut - 1].whole &&
           pieces[cut - 1].point >> 10 == 0xD800 >> 10 && !is_ill_formed(text, size, cut - 1) &&
           (cut == size || pieces[cut].open || pieces[cut].point >> 10 == 0xDC00 >> 10);
}

static bool agree_on_trim(const uint8_t *text, size_t size, const struct piece *pieces)
{
    if (!cuts_prepared) {
        prepare_cuts();
    }
    const size_t cut = subject.trim(text, size);
    size_t left = size > 0 && pieces[size - 1].open ? pieces[size - 1].begin : size;
    if (has_contexts || is_loose) {
        uint16_t node = LANGUAGE_DEAD;
        if (cut > left || parts_surrogates(text, size, cut, pieces) ||
            !is_right_cut(text, size, cut, pieces, &node)) {
            return wrong("trim", size, (struct answer){cut, 0}, (struct answer){left, 0});
        }
        if (parts_surrogates(text, size, left, pieces)) {
            left = pieces[left - 1].begin;
        }
        if (cut < left && is_right_cut(text, size, left, pieces, &node) && node == language.free) {
            return wrong("trim", size, (struct answer){cut, 0}, (struct answer){left, 0});
        }
        return true;
    }
    // The text before the cut, read alone, must not end with an incomplete pair: a high half and the
    // beginning of a low half. So the cut moves back to the end of the high half.
    for (size_t begin = 0; left < size && begin < left;) {
        const struct piece p = piece_at(text, left, begin);
        left = p.open ? begin + pieces[begin].size : left;
        begin += p.size;
    }
    return cut == left || wrong("trim", size, (struct answer){cut, 0}, (struct answer){left, 0});
}

static bool agree_on_cuts(const uint8_t *text, size_t size, const struct piece *pieces)
{
    if (!agree_on_trim(text, size, pieces)) {
        return false;
    }
    for (size_t at = 0; at <= size + 1; at++) {
        const size_t floor = subject.floor(text, size, at);
        const size_t want = at >= size ? size : pieces[at].whole ? pieces[at].begin : at;
        if (floor != want) {
            return wrong("floor", at, (struct answer){floor, 0}, (struct answer){want, 0});
        }
    }
    return true;
}

static bool agree_on_steps(const uint8_t *text, size_t size, const struct piece *pieces)
{
    size_t at = 0;
    while (at < size) {
        const struct piece *p = &pieces[at];
        const size_t before = at;
        const uint32_t point = subject.next(text, size, &at);
        if (point != p->point || at != p->begin + p->size) {
            return wrong("next", before, (struct answer){at, point},
                         (struct answer){p->begin + p->size, p->point});
        }
    }
    if (subject.next(text, size, &at) != NOT_A_CHARACTER || at != size) {
        return wrong("next", size, (struct answer){at, 0}, (struct answer){size, NOT_A_CHARACTER});
    }
    for (size_t from = 0; from <= size + 1; from++) {
        const struct piece *p =
            from > 0 && size > 0 ? &pieces[(from < size ? from : size) - 1] : NULL;
        const size_t want = p != NULL ? p->begin : from;
        at = from;
        const uint32_t point = subject.previous(text, size, &at);
        if (at != want || point != (p != NULL ? p->point : NOT_A_CHARACTER)) {
            return wrong("previous", from, (struct answer){at, point},
                         (struct answer){want, p != NULL ? p->point : NOT_A_CHARACTER});
        }
    }
    return true;
}

// Checks a text in place. `pieces` has room for one piece per byte, at least one.
static bool agree_here(const uint8_t *text, size_t size, struct piece *pieces)
{
    pieces[0] = (struct piece){.point = NOT_A_CHARACTER};
    arena.text = text;
    arena.size = size;
    for (size_t begin = 0; begin < size;) {
        const struct piece p = piece_at(text, size, begin);
        for (size_t at = begin; at < begin + p.size; at++) {
            pieces[at] = p;
        }
        begin += p.size;
    }
    return (subject.decode == NULL ||
            agree_on_ends(text, size, &pieces[0], &pieces[size > 0 ? size - 1 : 0])) &&
           (subject.trim == NULL || agree_on_cuts(text, size, pieces)) &&
           (subject.next == NULL || agree_on_steps(text, size, pieces));
}

bool characters_agree(const uint8_t *text, size_t size)
{
    struct piece *pieces = malloc((size + 1) * sizeof *pieces);
    if (pieces == NULL) {
        perror("verify: no memory for characters");
        exit(2);
    }
    const bool fine = agree_here(text, size, pieces);
    free(pieces);
    return fine;
}

static bool agree(const uint8_t *bytes, size_t size)
{
    struct piece pieces[MOST_TEXT + 1];
    uint8_t *text = arena.count++ % 2 == 0 ? arena.room.end - size : arena.room.begin;
    if (size > 0) {
        memcpy(text, bytes, size);
    }
    return agree_here(text, size, pieces);
}

// Runs a part of the texts between inaccessible pages.
static bool guarded(bool (*part)(void *context, size_t index), void *context, size_t index)
{
    volatile bool fine = false, touched = true;
    arena.room = guard_open(1);
    GUARDED(fine = part(context, index); touched = false);
    if (touched) {
        report_wrong("characters", "reads outside of %s", report_hex(arena.text, arena.size));
    }
    guard_close(arena.room);
    return fine;
}

static bool sampled;

// Tries texts of one to three bytes that begin with this byte. A full check tries all of them. Other
// checks try only ends of ranges as third bytes, and a sample only after second bytes that are ends.
static bool short_texts(void *full, size_t first)
{
    uint8_t text[3] = {(uint8_t)first};
    const size_t thirds = *(const bool *)full ? 256 : language.edge_count;
    bool fine = agree(text, 1);
    for (unsigned second = 0; fine && second < 256; second++) {
        text[1] = (uint8_t)second;
        fine = agree(text, 2);
        for (size_t i = 0; fine && i < thirds && (!sampled || language_is_edge((uint8_t)second));
             i++) {
            text[2] = *(const bool *)full ? (uint8_t)i : language.edges[i];
            fine = agree(text, 3);
        }
    }
    return fine;
}

// Tries texts of four to six bytes; one byte represents each class. Tries a sample if there are too
// many, except in a full check.
static bool class_texts(void *full, size_t part)
{
    const size_t size = 4 + part / CLASS_PARTS;
    uint8_t text[CLASS_BYTES];
    size_t count = 1;
    for (size_t i = 0; i < size; i++) {
        count *= language.columns;
    }
    const size_t stride =
        *(const bool *)full ? 1 : count / (sampled ? MOST_CLASS_TEXTS / 4 : MOST_CLASS_TEXTS) | 1;
    for (size_t n = part % CLASS_PARTS * stride; n < count; n += CLASS_PARTS * stride) {
        for (size_t i = 0, rest = n; i < size; i++, rest /= language.columns) {
            text[i] = language.typical[rest % language.columns];
        }
        if (!agree(text, size)) {
            return false;
        }
    }
    return true;
}

static uint32_t random_number(uint64_t *random)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*random >> 33);
}

// Tries texts of up to RANDOM_BYTES bytes. Except in chains, the functions look back less far. The
// texts have few kinds of bytes, or are mostly well-formed.
static bool random_texts(void *full, size_t part)
{
    uint64_t random = part + 1;
    uint8_t text[RANDOM_BYTES], few[3];
    const size_t texts = *(const bool *)full ? 100 * RANDOM_TEXTS : RANDOM_TEXTS;
    for (size_t n = 0; n < texts; n++) {
        const size_t size = random_number(&random) % (RANDOM_BYTES + 1);
        const bool mostly_well = random_number(&random) % 2 == 0;
        uint16_t node = language.free;
        for (size_t i = 0; i < sizeof few; i++) {
            few[i] = language.edges[random_number(&random) % language.edge_count];
        }
        for (size_t i = 0; i < size; i++) {
            unsigned tries = 0;
            do {
                text[i] = mostly_well ? language.edges[random_number(&random) % language.edge_count]
                                      : few[random_number(&random) % sizeof few];
            } while (mostly_well && language.next[node][text[i]] == LANGUAGE_DEAD && tries++ < 64);
            node = language.next[node][text[i]];
            node = node == LANGUAGE_DEAD ? language.free : node;
        }
        if (!agree(text, size)) {
            return false;
        }
    }
    return true;
}

static bool take_chain(void *context, const uint8_t *text, size_t size)
{
    (void)context;
    return agree(text, size);
}

static bool chains(void *full, size_t part)
{
    return strings_chains(part, take_chain, full);
}

static bool guarded_chains(void *full, size_t index)
{
    return guarded(chains, full, index);
}

static bool guarded_short(void *full, size_t index)
{
    return guarded(short_texts, full, index);
}

static bool guarded_classes(void *full, size_t index)
{
    return guarded(class_texts, full, index);
}

static bool guarded_random(void *full, size_t index)
{
    return guarded(random_texts, full, index);
}

// ---- Code points ----

// Does the table of forms read these bytes as the code point, as mbtowc did in 1992? A pair
// is two characters there, so it is not compared.
static bool agree_on_table(const uint8_t *bytes, size_t size, uint64_t point)
{
    bool read = subject.forms->lmask == 0 || reference_high_half(bytes, size) > 0;
    for (const struct table_form *form = subject.forms; form->lmask != 0; form++) {
        const size_t later = form->shift == 0 ? 0 : form->shift / subject.later_bits;
        uint64_t l = bytes[0];
        bool fits = (bytes[0] & form->cmask) == form->cval && size == 1 + later;
        for (size_t i = 1; fits && i < size; i++) {
            const unsigned bits = bytes[i] ^ subject.later;
            fits = bits >> subject.later_bits == 0;
            l = l << subject.later_bits | bits;
        }
        read |= fits && (l & form->lmask) == point && point >= form->lval;
    }
    return read;
}

// Returns how a code point is encoded or decoded wrongly, or NULL.
static const char *wrong_point(uint64_t point)
{
    static _Thread_local char how[160];
    uint8_t want[REFERENCE_LONGEST], got[REFERENCE_LONGEST + 1];
    const size_t size = reference_spell(point, want);
    memset(got, UNTOUCHED, sizeof got);
    const size_t written = subject.encode((uint32_t)point, got);
    if (written != size || memcmp(got, want, size) != 0 || written > subject.most_encoded) {
        snprintf(how, sizeof how, "is encoded as %s instead of %s", report_hex(got, written),
                 report_hex(want, size));
        return how;
    }
    for (size_t i = size; i < sizeof got; i++) {
        if (got[i] != UNTOUCHED) {
            return "is encoded with more bytes than encode returns";
        }
    }
    uint32_t read = 0;
    if (size > 0 && subject.decode != NULL &&
        (subject.decode(got, size, &read) != size || read != point ||
         subject.decode_last(got, size, &read) != size || read != point)) {
        snprintf(how, sizeof how, "is encoded as %s, but decoded as U+%04X", report_hex(got, size),
                 read);
        return how;
    }
    if (size > 0 && !agree_on_table(got, size, point)) {
        snprintf(how, sizeof how, "is encoded as %s, but no row of the table of forms reads that",
                 report_hex(got, size));
        return how;
    }
    return NULL;
}

static bool agree_on_point(uint64_t point)
{
    const char *how = wrong_point(point);
    if (how != NULL && !planted) {
        report_wrong("points", "U+%04llX %s", (unsigned long long)point, how);
    }
    return how == NULL;
}

// Tries one in POINT_PARTS of the code points. Unless `full`, tries only a sample of the code
// points from POINTS on.
static bool some_points(void *full, size_t part)
{
    const uint64_t last = reference_last();
    const uint64_t end = last + 2 < UINT32_MAX ? last + 2 : (uint64_t)UINT32_MAX + 1;
    const uint64_t above = end > POINTS ? end - POINTS : 0;
    const uint64_t step = *(const bool *)full ? 1 : above / MOST_POINTS | 1;
    for (uint64_t point = part; point < end && point < POINTS; point += POINT_PARTS) {
        if (!agree_on_point(point)) {
            return false;
        }
    }
    for (uint64_t point = POINTS + part * step; point < end; point += POINT_PARTS * step) {
        if (!agree_on_point(point)) {
            return false;
        }
    }
    // Also tries powers of two, the largest code points, and their neighbors.
    for (uint64_t delta = 0; delta < 5; delta++) {
        const uint64_t power = ((uint64_t)1 << part % 33) + delta - 2;
        const uint64_t at_end = end + delta - 4;
        if (power <= UINT32_MAX && !agree_on_point(power)) {
            return false;
        }
        if (at_end <= UINT32_MAX && !agree_on_point(at_end)) {
            return false;
        }
    }
    return true;
}

// ---- Deviations that must be noticed ----

static struct subject right;  // the functions without deviations
static size_t bytes_back;     // the number of bytes before an offset that a planted function reads

static size_t trim_nothing(const void *text, size_t size)
{
    (void)text;
    return size;
}

static size_t floor_nearby(const void *text, size_t size, size_t at)
{
    const size_t from = at > bytes_back && at < size ? at - bytes_back : 0;
    return from + right.floor((const uint8_t *)text + from, size - from, at - from);
}

static size_t last_nearby(const void *text, size_t size, uint32_t *point)
{
    const size_t from = size > bytes_back + 1 ? size - bytes_back - 1 : 0;
    return right.decode_last((const uint8_t *)text + from, size - from, point);
}

static uint32_t next_by_bytes(const void *text, size_t size, size_t *at)
{
    const size_t begin = *at;
    const uint32_t point = right.next(text, size, at);
    *at = point == NOT_A_CHARACTER && *at > begin ? begin + 1 : *at;
    return point;
}

static uint32_t previous_without_rest(const void *text, size_t size, size_t *at)
{
    return right.previous(text, *at < size ? *at : size, at);
}

static size_t decode_as_zero(const void *text, size_t size, uint32_t *point)
{
    const size_t length = right.decode(text, size, point);
    *point = length == 0 ? 0 : *point;
    return length;
}

static size_t encode_and_end(uint32_t point, void *to)
{
    const size_t length = right.encode(point, to);
    ((uint8_t *)to)[length] = 0;
    return length;
}

static void plant(size_t deviation)
{
    subject = right;
    switch (deviation) {
    case 0:
        subject.trim = trim_nothing;
        break;
    case 1:
        subject.floor = floor_nearby;
        break;
    case 2:
        subject.decode_last = last_nearby;
        break;
    case 3:
        subject.decode = decode_as_zero;
        break;
    case 4:
        subject.encode = encode_and_end;
        break;
    case 5:
        subject.next = next_by_bytes;
        break;
    default:
        subject.previous = previous_without_rest;
    }
}

// Tries the character of the last code point, whole and cut short. If it is a pair, also tries each
// byte as the second byte of its low half.
static bool deviates(void)
{
    uint8_t text[REFERENCE_LONGEST + 1];
    const size_t size = reference_spell(reference_last(), text);
    const size_t high = reference_high_half(text, size);
    bool fine = agree(NULL, 0) && agree(text, size) && agree_on_point(reference_last());
    for (size_t less = 1; fine && less < size; less++) {
        fine = agree(text, less);
    }
    for (unsigned byte = 0; fine && high > 0 && byte < 256; byte++) {
        text[high + 1] = (uint8_t)byte;
        fine = agree(text, high + 2);
    }
    return !fine;
}

// Does the decision on a high half and one more byte depend on the next byte? It does if some next
// byte makes the pair ill-formed.
static bool depends_on_rest(const uint8_t *pair, size_t high, size_t size)
{
    if (high == 0 || size - high < 2) {
        return false;
    }
    const uint16_t node = language_walk_rest(pair, high + 1);
    unsigned byte = 0;
    while (byte < 256 && language.next[node][byte] != LANGUAGE_DEAD) {
        byte++;
    }
    return byte < 256;
}

static void check_deviations(void)
{
    static const char *const names[] = {
        "trim cuts nothing",
        "floor looks back too little",
        "decode_last looks back too little",
        "decode writes 0 if there is no character",
        "encode adds a byte 00",
        "next moves by one byte",
        "previous ignores the bytes after its offset",
    };
    uint8_t text[REFERENCE_LONGEST];
    const size_t size = reference_spell(reference_last(), text);
    const size_t high = reference_high_half(text, size);
    bool passed = true;
    size_t tried = 0;
    if (size < 3 || !report_begin("characters", "mutated")) {
        return;
    }
    arena.room = guard_open(1);
    right = subject;
    bytes_back = size - 2;
    planted = true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (i + 1 == sizeof names / sizeof *names && !depends_on_rest(text, high, size)) {
            continue;
        }
        plant(i);
        tried++;
        if (!deviates()) {
            report_wrong("characters", "this check does not notice a planted deviation: %s",
                         names[i]);
            passed = false;
        }
    }
    subject = right;
    planted = false;
    guard_close(arena.room);
    report_end("characters", "mutated", passed ? "deviations" : NULL, "%zu deviations are noticed",
               tried);
}

static void check_points(bool full)
{
    if (subject.encode == NULL || !report_begin("points", "exhaustive")) {
        return;
    }
    const uint64_t last = reference_last();
    const bool passed = work("code points", POINT_PARTS, some_points, &full);
    report_end("points", "exhaustive",
               !passed                   ? NULL
               : last >= POINTS && !full ? "sampled"
                                         : "all",
               "every number to U+%llX%s", (unsigned long long)last + 1,
               last >= POINTS && !full ? ", from U+120000 on about a million of them" : "");
}

void characters_check(bool full, bool sample)
{
    sampled = sample && !full;
    report_opening(&(struct report_opening){
        .title = "Characters",
        .establishes =
            "X_decode, X_decode_last, X_next, X_previous, X_trim and X_floor find the same "
            "characters and code points as a reading from the beginning of the text: in every "
            "text of one and two bytes, and of three (quick: with ends of ranges last; --sample: "
            "also before the last), in texts of up to six bytes with one byte for each class, and "
            "in random longer ones; X_encode writes each code point, also surrogates and those "
            "after the last one, as the reference does or not at all; X_decode reads it back, and "
            "so does Thompson and Pike's table; planted deviations are noticed",
        .assumes =
            "only the compiler and the processor; for texts of classes, that the bytes of a class "
            "are treated alike after the same node",
        .excludes =
            "other longer texts: gen/language/cuts.lua proves how far back functions must look",
        .oracle = "reference_point and reference_spell in reference.c; the reference's nodes",
    });
    check_points(full);
    if (subject.decode != NULL && subject.encode != NULL && subject.next != NULL &&
        subject.trim != NULL) {
        check_deviations();
    }
    if ((subject.decode == NULL && subject.trim == NULL && subject.next == NULL) ||
        !report_begin("characters", "exhaustive")) {
        return;
    }
    guard_catch();
    const bool passed =
        work("characters, 1 to 3 bytes", 256, guarded_short, &full) &&
        work("characters, classes", (CLASS_BYTES - 3) * CLASS_PARTS, guarded_classes, &full) &&
        work("characters, random", RANDOM_PARTS, guarded_random, &full) &&
        work("characters, chains", language.columns, guarded_chains, &full);
    report_end("characters", "exhaustive",
               !passed ? NULL
               : full  ? "2^24"
                       : "2^16",
               "all texts to %d bytes; %zu classes to %d bytes; random longer texts", full ? 3 : 2,
               language.columns, CLASS_BYTES);
}
