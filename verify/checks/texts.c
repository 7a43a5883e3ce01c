// SPDX-License-Identifier: 0BSD
//
// A fixed set of texts for the most likely errors: a fast check.
//
// In: the reference. Out: whether valid and valid_prefix of each kernel agree with it. Each text
// except the last is tried directly after an inaccessible page and directly before one. Only vector
// kernels that carry no bits try the last one, before a page: each of them with --full; with
// --complete, the kernel that dispatch chooses. The texts are:
// - repetitions of one character of each form, with sizes around those of vectors, blocks and runs,
//   unchanged; short ones also with one other byte;
// - repetitions of more than a thousand bytes, with one to four extra continuation bytes at each
//   place of a block, or with one in each of seven groups of eight bytes;
// - one-byte characters with one such extra byte, one lead byte or one incomplete character, and
//   two-byte characters with an incomplete longer one, at each place of some blocks;
// - one-byte characters, then others in the last blocks;
// - chains (strings.h), alone and after up to a block of other characters;
// - pseudo-random runs of these characters, or of any characters, up to some thousand bytes; about
//   half of the texts have one byte changed, removed or inserted;
// - one text of more than 4 GiB, which repeats one character; its last byte is wrong.
//
//     UTF-8: 64 or 1024 bytes of E7 80 80 E7 80 80 ..., which end within a character; E7 80 80 repeated,
//     with four more 80 at offset 1083; 40 * 700, D1 80 * 300, 40 * 90, with 80 instead of the last D1
#define _POSIX_C_SOURCE 200809L
#include "checks.h"
#include "../shared/guard.h"
#include "../reference/language.h"
#include "../shared/report.h"
#include "../shared/strings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST = 9000,
    MOST_RUNS = 6000,
    TEXTS = 12000,
    RUNS = 1000,
    ROOM = 16 << 20,
    MOST_FORMS = 65
};

static struct guard_room room;

// All texts, one after the other; of each, the place, the size, and the size of its well-formed prefix.
static uint8_t bytes[ROOM];
static struct made {
    size_t at, size, prefix;
} texts[TEXTS];
static size_t count, used, offered, left_out;
// The most texts and bytes before the random runs, which are made last and have room of their own.
static size_t most_texts = TEXTS - RUNS, most_bytes = ROOM - RUNS * (MOST_RUNS + 1);
static size_t stride = 1;  // one text in `stride` is kept; `stride` is 8 if the code is not native

static uint32_t random_number(uint32_t below)
{
    static uint64_t state = 0x9E3779B97F4A7C15;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32) % below;
}

static void keep(const uint8_t *text, size_t size)
{
    const bool wanted = offered++ % stride == 0;
    if (wanted && (count == most_texts || used + size > most_bytes)) {
        left_out++;
    } else if (wanted) {
        memcpy(bytes + used, text, size);
        texts[count++] = (struct made){used, size, reference_prefix(text, size)};
        used += size;
    }
}

static void fill(uint8_t *text, size_t size, const uint8_t *octets, size_t own)
{
    for (size_t i = 0; i < size; i++) {
        text[i] = octets[i % own];
    }
}

// Finds the typical one-byte character of the first form that has one. Returns 1, its size; 0 if
// there is none.
static size_t one_byte(uint8_t *octets)
{
    size_t own = 0;
    for (size_t form = 0; own != 1 && reference_form_size(form) > 0; form++) {
        own = reference_typical(form, octets);
    }
    return own == 1;
}

// Makes repetitions with sizes around those of vectors and blocks, also with one byte FF or 41.
static void make_short(const uint8_t *octets, size_t own)
{
    static const size_t sizes[] = {0,  1,  2,  3,  7,  8,   15,  16,  17,  19,  20,  31,  32,  33,
                                   47, 63, 64, 65, 80, 127, 128, 129, 130, 191, 255, 256, 257, 300};
    uint8_t text[MOST];
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        const size_t size = sizes[k];
        fill(text, size, octets, own);
        keep(text, size);
        for (size_t i = 0; size > 0 && i < 3; i++) {
            const size_t at = i * (size - 1) / 2;
            const uint8_t before = text[at];
            text[at] = 0xFF;
            keep(text, size);
            text[at] = 'A';
            keep(text, size);
            text[at] = before;
        }
    }
}

// Makes repetitions that are cut off at sizes around those at which kernels change their loops.
static void make_cut(const uint8_t *octets, size_t own)
{
    uint8_t text[MOST];
    for (size_t size = 256; size <= 4096; size *= 2) {
        for (size_t more = 0; more < 8; more++) {
            fill(text, size - 2 + more, octets, own);
            keep(text, size - 2 + more);
        }
    }
    // Two-byte characters also get sizes from 4096 and 8192 on, since kernels cut runs near these.
    for (size_t size = 4096; own == 2 && size <= 8192; size += 4096) {
        for (size_t more = 0; more < 16; more++) {
            fill(text, size + 32 * more, octets, own);
            keep(text, size + 32 * more);
        }
    }
}

// Makes one-byte characters; then the shortest beginning of this character after which some one-byte
// character is an error; then many of that one-byte character. Makes no text if `one` is an error there.
static void make_fatal(const uint8_t *octets, size_t own, uint8_t one)
{
    enum { FROM = 60, TO = 140, AFTER = 80 };
    uint8_t text[MOST];
    size_t length = 0;
    unsigned fatal = 256;
    while (fatal == 256 && ++length < own) {
        const uint16_t *next = language.next[language_walk_rest(octets, length)];
        fatal = next[one] == LANGUAGE_DEAD ? one : 0;
        while (fatal < 256 && (next[fatal] != LANGUAGE_DEAD ||
                               language.next[language.free][fatal] != language.free)) {
            fatal++;
        }
    }
    for (size_t at = FROM; length < own && fatal != one && at < TO; at++) {
        memset(text, one, at);
        memcpy(text + at, octets, length);
        memset(text + at + length, (int)fatal, AFTER);
        keep(text, at + length + AFTER);
    }
}

// Makes one-byte characters, with a lead byte after them or among them; then the texts of make_fatal.
static void make_leads(const uint8_t *octets, size_t own)
{
    enum { FROM = 60, TO = 140, AFTER = 80 };
    uint8_t text[MOST], one[REFERENCE_LONGEST];
    if (own == 1 || one_byte(one) == 0) {
        return;
    }
    for (size_t at = FROM; at < TO; at++) {
        fill(text, at + AFTER, one, 1);
        text[at] = octets[0];
        keep(text, at + 1);
        keep(text, at + AFTER);
    }
    make_fatal(octets, own, one[0]);
}

// Repeats the last byte of a character one to four times, at each place of a block. To shift that
// place, one-byte characters are inserted before it.
static void make_trailing(const uint8_t *octets, size_t own)
{
    enum { FROM = 1024, BLOCK = 64, NEAR = 16, AFTER = 80, MORE = 4 };
    uint8_t text[MOST], one[REFERENCE_LONGEST];
    const size_t after = AFTER - AFTER % own, begun = FROM - FROM % own + 2 * own;
    const size_t shifts = one_byte(one) == 1 ? own : 1;
    for (size_t k = 0; own > 1 && k < shifts * ((BLOCK + NEAR) / own) * MORE; k++) {
        const size_t shift = k % shifts, more = 1 + k / shifts % MORE;
        const size_t at = begun + shift + k / shifts / MORE * own;
        fill(text, begun, octets, own);
        memset(text + begun, one[0], shift);
        fill(text + begun + shift, at - begun - shift, octets, own);
        memset(text + at, octets[own - 1], more);
        fill(text + at + more, after, octets, own);
        keep(text, at + more + after);
    }
}

// Makes more than a thousand bytes of characters, then an extra continuation byte in each of seven
// groups of eight bytes. A check that skips one of eight bytes would find no error.
static void make_periodic(const uint8_t *octets, size_t own)
{
    enum { FROM = 1024, EIGHT = 8, GROUPS = 7, AFTER = 80 };
    uint8_t text[MOST], one[REFERENCE_LONGEST], group[EIGHT - 1];
    if (own == 1 || own > sizeof group || one_byte(one) == 0) {
        return;
    }
    const size_t begun = (FROM + own - 1) / own * own, after = AFTER - AFTER % own,
                 filled = sizeof group - sizeof group % own;
    fill(group, filled, octets, own);
    memset(group + filled, one[0], sizeof group - filled);
    for (size_t phase = 0; phase < EIGHT; phase++) {
        fill(text, begun, octets, own);
        for (size_t i = 0; i < EIGHT * GROUPS; i++) {
            // `at`: the index in the group of eight. `before`: the number of bytes before this one,
            // without the extra bytes.
            const size_t at = i % EIGHT, before = i / EIGHT * (EIGHT - 1) + at - (at > phase);
            text[begun + i] = at == phase ? octets[own - 1] : group[before % sizeof group];
        }
        fill(text + begun + EIGHT * GROUPS, after, octets, own);
        keep(text, begun + EIGHT * GROUPS + after);
    }
}

// Makes one-byte characters with one stray continuation byte, at each place of some blocks: only
// one window is wrong.
static void make_stray(const uint8_t *octets, size_t own)
{
    enum { FROM = 16, PLACES = 600, AFTER = 600 };
    uint8_t text[MOST], one[REFERENCE_LONGEST];
    if (own != 2 || one_byte(one) == 0) {
        return;
    }
    fill(text, FROM + PLACES + AFTER, one, 1);
    for (size_t at = FROM; at < FROM + PLACES; at++) {
        text[at] = octets[own - 1];
        keep(text, at + AFTER);
        text[at] = one[0];
        keep(text, at + PLACES);
    }
}

// Makes one-byte characters, then longer ones in the last blocks. If a loop over ASCII or over
// longer characters continued too far, it would read after the end of the text.
static void make_ends(const uint8_t *octets, size_t own)
{
    enum { BEFORE = 700, LEAST = 60, SIZE = 460, STEP = 5 };
    uint8_t text[MOST], one[REFERENCE_LONGEST];
    if (own == 1 || one_byte(one) == 0) {
        return;
    }
    fill(text, BEFORE, one, 1);
    fill(text + BEFORE, SIZE / own * own, octets, own);
    for (size_t size = LEAST; size < SIZE; size += STEP) {
        keep(text + size % 3, BEFORE + size / own * own - size % 3);
    }
}

// Makes two-byte characters with an incomplete longer one, at PLACES offsets from each entry of FROM
// on. There, kernels expect two-byte text and must look at the bytes before it. Most do so from offset
// 120 on; those with vectors of 64 bytes, after some ASCII and, when they copy, after several runs.
static void make_cut_among(const uint8_t *octets, size_t own)
{
    enum { PLACES = 208, AFTER = 280, STARTS = 3 };
    static const size_t FROM[STARTS] = {120, 440, 960}, ASCII[STARTS] = {0, 200, 0};
    uint8_t text[MOST], one[REFERENCE_LONGEST], two[REFERENCE_LONGEST];
    if (own <= 2 || one_byte(one) == 0 || reference_typical(1, two) != 2) {
        return;
    }
    for (size_t n = 0; n < STARTS * PLACES * (own - 1); n++) {
        const size_t place = n / (own - 1), length = 1 + n % (own - 1), start = place / PLACES;
        const size_t at = FROM[start] + place % PLACES, before = ASCII[start] + at % 2;
        fill(text, before, one, 1);
        fill(text + before, at - before, two, 2);
        memcpy(text + at, octets, length);
        fill(text + at + length, AFTER, two, 2);
        keep(text, at + length + AFTER);
    }
}

// Can a well-formed text continue after a node?
static bool can_continue(uint16_t node)
{
    bool found = false;
    for (size_t byte = 0; !found && byte < 256; byte++) {
        const uint16_t next = language.next[node][byte];
        found = next != LANGUAGE_DEAD && language.distance[next] != LANGUAGE_NEVER;
    }
    return found;
}

// Finds a random character that may follow a node; if `wanted` is not 0, one of `wanted` bytes.
// Returns its size and moves the node past it. Returns 0 if it finds none.
static size_t some_character(uint16_t *node, size_t wanted, uint8_t *octets)
{
    for (size_t tries = 0; can_continue(*node) && tries < 64; tries++) {
        uint16_t now = *node;
        size_t size = 0;
        do {
            const uint8_t byte = (uint8_t)random_number(256);
            const uint16_t next = language.next[now][byte];
            if (next != LANGUAGE_DEAD && language.distance[next] != LANGUAGE_NEVER) {
                octets[size++] = byte;
                now = next;
            }
        } while (size == 0 || (!language.boundary[now] && size < REFERENCE_LONGEST));
        if (language.accepts[now] && (wanted == 0 || size == wanted)) {
            *node = now;
            return size;
        }
    }
    return 0;
}

// Makes random runs: of the typical character of one of these forms, of any characters, or of any
// characters of one size.
static void make_runs(const size_t *forms, size_t form_count)
{
    uint8_t text[MOST_RUNS + 1], octets[REFERENCE_LONGEST], typical[REFERENCE_LONGEST];
    const size_t most = 1 + random_number(MOST_RUNS);
    size_t size = 0;
    uint16_t node = LANGUAGE_START;
    while (size < most && size + REFERENCE_LONGEST <= MOST_RUNS) {
        const size_t form = forms[random_number((uint32_t)form_count)], kind = random_number(3);
        const size_t own = reference_typical(form, typical);
        for (size_t n = 1 + random_number(1U << random_number(12));
             n > 0 && size + REFERENCE_LONGEST <= MOST_RUNS; n--) {
            const size_t some = kind == 0 ? 0 : some_character(&node, kind == 1 ? own : 0, octets);
            const size_t length = some > 0 ? some : own;
            memcpy(text + size, some > 0 ? octets : typical, length);
            size += length;
            for (size_t i = size - length; some == 0 && i < size; i++) {
                node = language.next[node][text[i]];
            }
        }
    }
    const size_t at = random_number((uint32_t)size);
    switch (random_number(6)) {
    case 0:
        text[at] = (uint8_t)random_number(256);
        break;
    case 1:
        memmove(text + at, text + at + 1, --size - at);
        break;
    case 2:
        memmove(text + at + 1, text + at, size++ - at);
        text[at] = (uint8_t)random_number(256);
        break;
    default:
        break;
    }
    keep(text, size);
}

// Keeps a chain: alone, and after up to a block of other characters.
static bool keep_chain(void *context, const uint8_t *chain, size_t size)
{
    enum { BLOCK = 64 };
    uint8_t longer[BLOCK + STRINGS_CHAIN], unit[STRINGS_WAY];
    const size_t own = strings_loop(unit);
    (void)context;
    keep(chain, size);
    for (size_t before = own; own > 0 && before <= BLOCK; before += own + 12) {
        const size_t filled = before / own * own;
        fill(longer, filled, unit, own);
        memcpy(longer + filled, chain, size);
        keep(longer, filled + size);
    }
    return true;
}

// Makes the texts of each form that has a typical character; those of pairs, as if they were a form
// after the last one; then the random runs.
static void prepare(void)
{
    uint8_t octets[REFERENCE_LONGEST];
    size_t forms[MOST_FORMS], form_count = 0;
    bool more = true;
    for (size_t form = 0; more && form_count < MOST_FORMS; form++) {
        const size_t own = reference_typical(form, octets);
        more = own > 0 || reference_form_size(form) > 0;
        if (own == 0) {
            continue;
        }
        make_short(octets, own);
        make_cut(octets, own);
        make_leads(octets, own);
        make_trailing(octets, own);
        make_periodic(octets, own);
        make_stray(octets, own);
        make_ends(octets, own);
        make_cut_among(octets, own);
        forms[form_count++] = form;
    }
    for (size_t part = 0; part < language.columns; part++) {
        strings_chains(part, keep_chain, NULL);
    }
    most_texts = TEXTS;
    most_bytes = ROOM;
    // Runs are slow to create, so only those that are kept are created.
    for (size_t i = 0; form_count > 0 && i < RUNS; i += stride) {
        offered = 0;
        make_runs(forms, form_count);
    }
}

// Is a kernel right about the text at `at`?
static bool is_right(const struct kernel *k, const uint8_t *at, size_t size, size_t prefix)
{
    volatile bool right = false;
    GUARDED(right = k->valid(at, size) == (prefix == size) &&
                    (k->valid_prefix == NULL || k->valid_prefix(at, size) == prefix));
    return right;
}

static bool try_text(const struct kernel *k, const struct made *t)
{
    uint8_t *const places[] = {room.begin, room.end - t->size};
    for (size_t i = 0; i < 2; i++) {
        memcpy(places[i], bytes + t->at, t->size);
        if (!is_right(k, places[i], t->size, t->prefix)) {
            if (k->name != NULL) {
                report_wrong(k->name,
                             "valid or valid_prefix is wrong or reads too far; expected a "
                             "well-formed prefix of %zu of %zu bytes, for %s",
                             t->prefix, t->size, report_hex(bytes + t->at, t->size));
            }
            return false;
        }
    }
    return true;
}

static bool try_kernel(const struct kernel *k)
{
    size_t i = 0;
    while (i < count && try_text(k, &texts[i])) {
        i++;
    }
    return i == count;
}

// A text of more than 4 GiB. Truncated to 32 bits, its size would be some hundred bytes. The text
// ends at the end of its room. The room is empty if the system has no such sizes or cannot map
// copies (guard_copies), or if no character is suitable.
struct vast {
    struct guard_room room;
    size_t size, own;     // of the text, and of the character that it repeats
    uint8_t last, wrong;  // its last byte, and a byte after which the text may not end
};

// Returns the greatest byte, usually FF, that cannot be the last of a text after these bytes; 256
// if there is none.
static unsigned wrong_last(const uint8_t *octets, size_t size)
{
    const uint16_t node = language_walk(octets, size);
    unsigned byte = 256;
    for (unsigned b = 256; b-- > 0 && byte == 256;) {
        byte = language.accepts[language.next[node][b]] ? 256 : b;
    }
    return byte;
}

static struct vast open_vast(void)
{
    // A piece fits into a cache, and the copies are few enough for the system's limit of mappings.
    enum { CHARACTERS = 3, PAGES = 24, AFTER = 100 };
    struct vast v = {0};
    uint8_t octets[REFERENCE_LONGEST], chosen[REFERENCE_LONGEST];
    for (size_t form = 0, n = 0; n < CHARACTERS && reference_form_size(form) > 0; form++) {
        const size_t own = reference_typical(form, octets);
        const unsigned wrong = own > 0 ? wrong_last(octets, own - 1) : 256;
        n += own > 0;
        if (wrong < 256 && language_walk(octets, own) != LANGUAGE_DEAD) {
            v.own = own;
            v.last = octets[own - 1];
            v.wrong = (uint8_t)wrong;
            memcpy(chosen, octets, own);
        }
    }
    if (v.own == 0) {
        return v;
    }
    const uint64_t wanted = ((uint64_t)1 << 32) / v.own * v.own + AFTER * v.own;
    const size_t piece = v.own * PAGES * guard_page();
    uint8_t *const text = wanted <= SIZE_MAX ? malloc(piece) : NULL;
    if (text != NULL) {
        v.size = (size_t)wanted;
        fill(text, piece, chosen, v.own);
        v.room = guard_copies(text, piece, v.size / piece + 1);
        free(text);
    }
    return v;
}

// Is a kernel right about the text with a wrong last byte and, if valid_prefix is NULL, about the
// unchanged text?
static bool try_vast(const struct kernel *k, const struct vast *v)
{
    const uint8_t *const text = v->room.end - v->size, *const character = v->room.end - v->own;
    bool right = k->valid_prefix != NULL || is_right(k, text, v->size, v->size);
    v->room.end[-1] = v->wrong;
    right =
        right && is_right(k, text, v->size, v->size - v->own + reference_prefix(character, v->own));
    if (!right && k->name != NULL) {
        report_wrong(k->name,
                     "valid or valid_prefix is wrong or reads too far; the text has %zu bytes and "
                     "ends in %s",
                     v->size, report_hex(character, v->own));
    }
    v->room.end[-1] = v->last;
    return right;
}

// Do the functions return the right numbers for the unchanged text? If the size were kept in 32 bits,
// the numbers would be small.
static bool counts_vast(const char *name, size_t kernel, const struct vast *v)
{
    const uint8_t *const text = v->room.end - v->size;
    const size_t characters = v->size / v->own;
    const char *wrong = NULL;
    uint32_t code_point;
    if (subject.trim != NULL && subject.trim(text, v->size) != v->size) {
        wrong = "trim";
    }
    if (subject.floor != NULL && subject.floor(text, v->size, v->size - 1) != v->size - v->own) {
        wrong = "floor";
    }
    if (subject.decode_last != NULL && subject.decode_last(text, v->size, &code_point) != v->own) {
        wrong = "decode_last";
    }
    if (subject.count != NULL && subject.count(kernel, text, v->size) != characters) {
        wrong = "count";
    }
    if (subject.repaired_size != NULL && subject.repaired_size(text, v->size) != v->size) {
        wrong = "repaired_size";
    }
    if (subject.seek != NULL && subject.seek(text, v->size, characters - 1) != v->size - v->own) {
        wrong = "seek";
    }
    if (subject.utf32_size != NULL && subject.utf32_size(text, v->size) != characters) {
        wrong = "utf32_size";
    }
    if (wrong != NULL) {
        report_wrong(name, "%s returns a wrong number for a text of %zu bytes", wrong, v->size);
    }
    return wrong == NULL;
}

void texts_prepare(void)
{
    if (count == 0) {
        stride = strcmp(report_where(), "native") == 0 ? 1 : 8;
        prepare();
    }
}

const uint8_t *texts_at(size_t index, size_t *size)
{
    *size = index < count ? texts[index].size : 0;
    return index < count ? bytes + texts[index].at : NULL;
}

bool texts_notice(bool (*valid)(const void *text, size_t size), bool with_vast)
{
    const struct kernel k = {.valid = valid};
    texts_prepare();
    guard_catch();
    room = guard_open(MOST + 1);
    bool right = try_kernel(&k);
    guard_close(room);
    const struct vast vast = with_vast && right ? open_vast() : (struct vast){0};
    if (vast.room.begin != NULL) {
        right = try_vast(&k, &vast);
        guard_close(vast.room);
    }
    return !right;
}

void texts_check(bool with_vast, bool each)
{
    struct kernel k;
    char dropped[64] = "";
    report_opening(&(struct report_opening){
        .title = "Texts",
        .establishes =
            "valid and valid_prefix of each kernel agree with the reference on repetitions of one "
            "character of each form, short ones with a wrong byte, long ones cut off or with "
            "extra trailing bytes at each place of a block, on over 256 bytes of characters that "
            "must not be the last, and on pseudo-random runs of these or of any characters, up to "
            "6000 bytes, half of them with one byte changed, removed or inserted; nothing is read "
            "outside the text. With --complete or --full, if dispatch chooses a vector kernel that "
            "carries no bits, repaired_size, count, seek and others do not keep the size of the "
            "text of 4 GiB in 32 bits",
        .assumes = "only the compiler and the processor",
        .excludes = "all other texts, for which there are proof, sweep and exhaustive",
        .oracle = "reference.c",
    });
    texts_prepare();
    guard_catch();
    room = guard_open(MOST + 1);
    if (left_out > 0) {
        snprintf(dropped, sizeof dropped, "; there was no room for %zu more", left_out);
    }
    const struct vast vast = with_vast ? open_vast() : (struct vast){0};
    for (size_t i = 0; (k = subject_kernel(i)).name != NULL; i++) {
        if (k.supported() && report_begin(k.name, "swept.texts")) {
            // A kernel without vectors takes seconds for 4 GiB.
            const bool also = vast.room.begin != NULL && subject_simd(k.name) != NULL &&
                              (each || strcmp(k.name, subject.active()) == 0);
            const bool right =
                try_kernel(&k) &&
                (!also || (try_vast(&k, &vast) && (strcmp(k.name, subject.active()) != 0 ||
                                                   counts_vast(k.name, i, &vast))));
            report_end(k.name, "swept.texts", right ? "texts" : NULL,
                       "%zu texts, %zu bytes in all%s%s", count, used,
                       also ? ", and one of 4 GiB" : "", dropped);
        }
    }
    if (vast.room.begin != NULL) {
        guard_close(vast.room);
    }
    guard_close(room);
}
