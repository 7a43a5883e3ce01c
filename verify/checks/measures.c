// SPDX-License-Identifier: 0BSD
//
// The results of X_measure: the longest well-formed prefix of a text, the characters and UTF-16
// units of this prefix, and whether it is ASCII; and of X_count: the number of characters.
//
// In: X_measure and X_count: for short texts by the active kernel, for longer ones by each kernel
// that counts. Out: a verdict on every text of one and two bytes, on some of three, on those of
// strings.h, on some of texts.c, and on repetitions of a character, some with others inserted.
//
// The idea: the right result is found one character at a time, from the nodes and code points of
// the reference, but kernels count bytes. So some texts have a character between those of another
// form, at each place of a vector, a block or a run.
//
//     CESU-8  61 ED A0 BD ED B8 80 61 ED A0   valid 8: 3 characters, one of them a pair; 4 units
//
// Each text ends directly before an inaccessible page.
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L
#include "checks.h"
#include "../shared/guard.h"
#include "../reference/language.h"
#include "../reference/reference.h"
#include "../shared/report.h"
#include "../shared/strings.h"
#include "../shared/work.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROOM = 1 << 21,          // bytes before the inaccessible page
    VAST = (1 << 20) + 100,  // from this size on, kernels may expect that no cache has the text
    KERNELS = 32,            // the most kernels
    FILLERS = 16,            // the most fillers
    NEAR = 2 * SIMD_WIDEST,  // all offsets below this one are tried ...
    PLACES = 4,              // ... and AROUND offsets around each entry of `places`
    AROUND = 96,
    SOME = 8,    // if `sparse` is above this, long repetitions are left out
    SPARSE = 24  // one in SPARSE texts of strings.h is also put into a long one
};
static const size_t places[PLACES] = {256, 512, 2 * 1024, 4 * 1024};

// A character that fills texts.
struct filler {
    uint8_t octets[REFERENCE_LONGEST];
    size_t size, units;
};

struct measures_check {
    struct filler fillers[FILLERS];
    size_t filler_count;
    size_t kernels[KERNELS], kernel_count;  // the kernels that count
    atomic_bool wrong[KERNELS];
    size_t sparse;    // one in `sparse` of the long texts at offsets is tried
    unsigned thirds;  // one in `thirds` of the third bytes of short texts is tried
};

struct arena {
    struct measures_check *check;
    struct guard_room room;
    size_t turn;
};

// The last text of a thread, for the report of an access outside it.
static _Thread_local const uint8_t *volatile tried;
static _Thread_local volatile size_t tried_size, tried_kernel;

static struct arena *open_arena(struct measures_check *check)
{
    struct arena *a = malloc(sizeof *a);
    if (a == NULL) {
        perror("verify: no memory for texts");
        exit(2);
    }
    *a = (struct arena){.check = check, .room = guard_open(ROOM)};
    return a;
}

static void close_arena(struct arena *a)
{
    guard_close(a->room);
    free(a);
}

// ---- The right results ----

// Returns the UTF-16 units of one character; 0 if UTF-16 cannot encode it.
static size_t units_of(const uint8_t *octets, size_t size)
{
    const uint64_t point = reference_point(octets, size);
    return point > 0x10FFFF ? 0 : point > 0xFFFF ? 2 : 1;
}

static struct subject_measures by_hand(const uint8_t *text, size_t size,
                                       const struct filler *filler)
{
    struct subject_measures longest = {0, 0, 0, true}, now = longest;
    uint16_t node = LANGUAGE_START;
    size_t begin = 0;
    for (size_t i = 0; i < size && node != LANGUAGE_DEAD; i++) {
        node = language.next[node][text[i]];
        if (node == LANGUAGE_DEAD || !language.boundary[node]) {
            continue;
        }
        const size_t length = i + 1 - begin;
        const bool filled = filler != NULL && length == filler->size &&
                            memcmp(text + begin, filler->octets, length) == 0;
        const size_t units = filled ? filler->units : units_of(text + begin, length);
        now.valid = begin = i + 1;
        now.characters++;
        now.utf16_units =
            units == 0 || now.utf16_units == SIZE_MAX ? SIZE_MAX : now.utf16_units + units;
        for (size_t j = 0; j < length; j++) {
            now.ascii = now.ascii && text[i - j] < 0x80;
        }
        longest = language.accepts[node] ? now : longest;
    }
    return longest;
}

// ---- One text ----

static _Thread_local char how[200];

static const char *differs(size_t kernel, const uint8_t *text, size_t size,
                           const struct subject_measures *want)
{
    if (subject.measure != NULL) {
        const struct subject_measures got = subject.measure(kernel, text, size);
        if (got.valid != want->valid || got.characters != want->characters ||
            got.utf16_units != want->utf16_units || got.ascii != want->ascii) {
            snprintf(how, sizeof how,
                     "measures prefix %zu, characters %zu, UTF-16 units %zu, ASCII %d; expected "
                     "%zu, %zu, %zu, %d in",
                     got.valid, got.characters, got.utf16_units, got.ascii, want->valid,
                     want->characters, want->utf16_units, want->ascii);
            return how;
        }
    }
    if (subject.count != NULL) {
        const size_t count = subject.count(kernel, text, size);
        if (want->valid == size ? count != want->characters : count > size) {
            snprintf(how, sizeof how, "counts %zu characters instead of %zu in", count,
                     want->characters);
            return how;
        }
    }
    return NULL;
}

const char *measures_disagreement(size_t kernel, const uint8_t *text, size_t size)
{
    const struct subject_measures want = by_hand(text, size, NULL);
    return differs(kernel, text, size, &want);
}

static void note_wrong(const struct arena *a, size_t k, const char *what, const uint8_t *text,
                       size_t size)
{
    const char *const name = subject_kernel(a->check->kernels[k]).name;
    if (!atomic_exchange(&a->check->wrong[k], true)) {
        report_wrong(name, "%s %s", what, report_hex(text, size));
    }
}

// Tries a text at the end of the room with each kernel that was right so far. Is one still right?
static bool try_text(struct arena *a, const uint8_t *text, size_t size, const struct filler *filler)
{
    const struct subject_measures want = by_hand(text, size, filler);
    bool some = false;
    tried = text;
    tried_size = size;
    for (size_t k = 0; k < a->check->kernel_count; k++) {
        if (atomic_load_explicit(&a->check->wrong[k], memory_order_relaxed)) {
            continue;
        }
        tried_kernel = k;
        const char *const what = differs(a->check->kernels[k], text, size, &want);
        if (what != NULL) {
            note_wrong(a, k, what, text, size);
        }
        some = some || what == NULL;
    }
    return some;
}

// The approximate numbers of bytes of a filler before a text and after it.
struct around {
    const struct filler *filler;
    size_t before, after;
};

// Tries a text between fillers.
static bool try_long(struct arena *a, const uint8_t *text, size_t size, struct around around)
{
    const struct filler *filler = around.filler;
    const size_t head = around.before / filler->size, tail = around.after / filler->size;
    // One-byte characters before the fillers, if the encoding has any, move the fillers to any offset.
    const size_t shift = a->check->fillers[0].size == 1 ? around.before % filler->size : 0;
    const size_t length = shift + head * filler->size + size + tail * filler->size;
    uint8_t *const begin = a->room.end - length, *to = begin;
    memset(to, a->check->fillers[0].octets[0], shift);
    to += shift;
    for (size_t i = 0; i < head; i++, to += filler->size) {
        memcpy(to, filler->octets, filler->size);
    }
    if (size > 0) {
        memcpy(to, text, size);
    }
    to += size;
    for (size_t i = 0; i < tail; i++, to += filler->size) {
        memcpy(to, filler->octets, filler->size);
    }
    return try_text(a, begin, length, filler);
}

// ---- Test texts ----

// Runs a part of the work between inaccessible pages.
static bool guarded(struct arena *a, size_t index, bool (*part)(struct arena *, size_t))
{
    volatile bool fine = false, touched = true;
    GUARDED(fine = part(a, index); touched = false);
    if (touched) {
        note_wrong(a, tried_kernel, "reads outside the text", tried, tried_size);
    }
    close_arena(a);
    return fine;
}

// Tries the empty text, and texts of up to three bytes that begin with this byte. If the first two
// bytes are ill-formed, tries only one third byte; otherwise one in `thirds` of them, from the second
// byte modulo `thirds` on.
static bool each_short(struct arena *a, size_t first)
{
    uint8_t *const at = a->room.end - 3;
    bool fine = true;
    a->room.end[-1] = (uint8_t)first;
    fine = try_text(a, a->room.end - 1, 1, NULL) && try_text(a, a->room.end, 0, NULL);
    for (unsigned second = 0; fine && second < 256; second++) {
        at[1] = (uint8_t)first;
        at[2] = (uint8_t)second;
        fine = try_text(a, at + 1, 2, NULL);
        const bool dead = language_walk(at + 1, 2) == LANGUAGE_DEAD;
        at[0] = at[1];
        at[1] = at[2];
        const unsigned step = dead ? 256 : a->check->thirds;
        for (unsigned third = second % step; fine && third < 256; third += step) {
            at[2] = (uint8_t)third;
            fine = try_text(a, at, 3, NULL);
        }
    }
    return fine;
}

static bool try_short(void *context, size_t first)
{
    return guarded(open_arena(context), first, each_short);
}

static bool try_string(void *context, const uint8_t *text, size_t size, uint16_t node,
                       size_t prefix)
{
    struct arena *a = context;
    const struct measures_check *check = a->check;
    const size_t turn = a->turn++;
    (void)node, (void)prefix;
    memcpy(a->room.end - size, text, size);
    if (!try_text(a, a->room.end - size, size, NULL)) {
        return false;
    }
    const size_t place = turn / SPARSE;
    return check->filler_count == 0 || turn % SPARSE > 0 ||
           try_long(a, text, size,
                    (struct around){&check->fillers[place % check->filler_count],
                                    SIMD_WIDEST + place % 389, 257 + place % 331});
}

static bool each_string(struct arena *a, size_t part)
{
    a->turn = part;
    return strings_each(part, try_string, a);
}

static bool try_strings(void *context, size_t part)
{
    return guarded(open_arena(context), part, each_string);
}

static size_t offset_count(void)
{
    return NEAR + PLACES * AROUND;
}

// Puts one, three or 64 characters of each filler, or one character without its last byte, between
// characters of each filler, at the offset of this index. Of these texts, tries one in `sparse`.
static bool each_between(struct arena *a, size_t index)
{
    const struct measures_check *check = a->check;
    const size_t at =
        index < NEAR ? index : places[(index - NEAR) / AROUND] - AROUND / 2 + index % AROUND;
    static const size_t tails[] = {0, 1, 300, 2500};
    bool fine = true;
    for (size_t f = 0; f < check->filler_count; f++) {
        for (size_t g = 0; g < check->filler_count; g++) {
            const struct filler *odd = &check->fillers[g];
            uint8_t text[64 * REFERENCE_LONGEST];
            for (size_t i = 0; i < 64; i++) {
                memcpy(text + i * odd->size, odd->octets, odd->size);
            }
            const size_t sizes[] = {odd->size, odd->size - 1, 3 * odd->size, 64 * odd->size};
            for (size_t i = 0; i < 8 && fine; i++) {
                const size_t turn = index + 3 * f + 5 * g + i;
                if (turn % check->sparse == 0) {
                    fine = try_long(
                        a, text, sizes[i % 4],
                        (struct around){&check->fillers[f], at, tails[(turn + i / 4 * 2) % 4]});
                }
            }
        }
    }
    return fine;
}

static bool try_offset(void *context, size_t index)
{
    return guarded(open_arena(context), index, each_between);
}

// Tries 64 copies of a character that begins with this byte, if it can be repeated. This covers the
// lookups by nibbles in vectors.
static bool each_lead(struct arena *a, size_t first)
{
    const struct measures_check *check = a->check;
    uint8_t text[64 * REFERENCE_LONGEST], octets[REFERENCE_LONGEST];
    const uint16_t node = language.next[LANGUAGE_START][first];
    bool fine = true;
    if (node == LANGUAGE_DEAD || language.distance[node] >= REFERENCE_LONGEST) {
        return true;
    }
    octets[0] = (uint8_t)first;
    const size_t own = 1 + language_complete(node, octets + 1);
    for (size_t i = 0; i < 64; i++) {
        memcpy(text + i * own, octets, own);
    }
    if (language_walk(text, 2 * own) == LANGUAGE_DEAD) {
        return true;
    }
    for (size_t f = 0; fine && f < check->filler_count; f++) {
        fine = try_long(a, text, 64 * own, (struct around){&check->fillers[f], 300 + first, 300});
    }
    return fine;
}

static bool try_lead(void *context, size_t first)
{
    return guarded(open_arena(context), first, each_lead);
}

// Puts this byte twice after 384 or more bytes of each filler, at each offset modulo 64 that whole
// fillers reach: kernels subtract the bytes that vectors have counted after an error.
static bool each_twice(struct arena *a, size_t byte)
{
    const struct measures_check *check = a->check;
    const uint8_t text[] = {(uint8_t)byte, (uint8_t)byte};
    const size_t step = check->sparse > SOME ? 5 : 1;
    bool fine = true;
    for (size_t f = 0; f < check->filler_count; f++) {
        const size_t unit = check->fillers[0].size == 1 ? 1 : check->fillers[f].size;
        for (size_t n = byte % step; fine && n < 64; n += step) {
            fine = try_long(a, text, sizeof text,
                            (struct around){&check->fillers[f], 384 + n * unit, 0});
        }
    }
    return fine;
}

static bool try_twice(void *context, size_t byte)
{
    return guarded(open_arena(context), byte, each_twice);
}

// Repeats each filler. Lanes of 8 bits overflow after 255 strides of four vectors of 16 bytes, so a
// text has about 256 or 512 of these; the text of index 0 has VAST bytes.
static bool each_row(struct arena *a, size_t index)
{
    enum { STRIDE = 64, LANE = 256 };
    const struct measures_check *check = a->check;
    bool fine = true;
    for (size_t f = 0; fine && f < check->filler_count; f++) {
        const size_t strides = (1 + index % 2) * LANE - 3 + index / 2;
        const size_t size = index == 0 ? VAST : STRIDE * strides + index;
        fine = try_long(a, NULL, 0, (struct around){&check->fillers[f], size, 0});
    }
    return fine;
}

static bool try_row(void *context, size_t index)
{
    return guarded(open_arena(context), index, each_row);
}

enum { ROWS_TRIED = 12 };

// Tries some of the texts of texts.c. In some of these, runs of different forms meet at any place.
enum { TEXTS_OF_A_PART = 32, TEXTS_PARTS = 64, TEXTS_SPARSE = 3 };

static bool each_text(struct arena *a, size_t part)
{
    bool fine = true;
    size_t size;
    for (size_t i = 0; fine && i < TEXTS_OF_A_PART; i++) {
        const size_t index = (part + i * TEXTS_PARTS) * TEXTS_SPARSE * a->check->sparse / 2;
        const uint8_t *text = texts_at(index, &size);
        if (text == NULL) {
            break;
        }
        uint8_t *const at = a->room.end - size;
        memcpy(at, text, size);
        fine = try_text(a, at, size, NULL);
    }
    return fine;
}

static bool try_texts(void *context, size_t part)
{
    return guarded(open_arena(context), part, each_text);
}

// ---- The check ----

// Finds the fillers: first the pad, if it is a character of one byte; then the typical character of
// each form, and a typical pair.
static void find_fillers(struct measures_check *check)
{
    struct filler *f = check->fillers;
    f->octets[0] = subject.pad;
    f->size = language.boundary[language.next[language.free][subject.pad]] ? 1 : 0;
    f->units = f->size > 0 ? units_of(f->octets, 1) : 0;
    check->filler_count = f->size;
    for (size_t form = 0; check->filler_count < FILLERS; form++) {
        f = &check->fillers[check->filler_count];
        f->size = reference_typical(form, f->octets);
        if (f->size > 0) {
            f->units = units_of(f->octets, f->size);
            check->filler_count++;
        } else if (reference_form_size(form) == 0) {
            break;
        }
    }
}

static void check_long(struct measures_check *check, const char *const *names)
{
    bool begun[KERNELS] = {false}, any = false;
    for (size_t k = 0; k < check->kernel_count; k++) {
        begun[k] = report_begin(names[k], "swept.measures");
        atomic_store(&check->wrong[k], !begun[k]);
        any = any || begun[k];
    }
    const bool passed =
        any && work("measures of longer texts", strings_parts(), try_strings, check) &&
        work("measures of each lead byte", 256, try_lead, check) &&
        work("measures before each byte", 256, try_twice, check) &&
        (check->sparse > SOME || work("measures of long rows", ROWS_TRIED, try_row, check)) &&
        work("measures of runs", TEXTS_PARTS, try_texts, check) &&
        work("measures at each offset", offset_count(), try_offset, check);
    for (size_t k = 0; k < check->kernel_count; k++) {
        if (begun[k]) {
            report_end(
                names[k], "swept.measures", passed && !check->wrong[k] ? "measures" : NULL,
                "measures and counts: each of %zu characters among the others at %zu offsets; "
                "each lead byte, runs, and each byte after longer text; %s",
                check->filler_count, offset_count(), strings_claim());
        }
    }
}

void measures_check(bool full, size_t sparse)
{
    static struct measures_check check;
    if (subject.measure == NULL && subject.count == NULL) {
        return;
    }
    report_opening(&(struct report_opening){
        .title = "Measures",
        .establishes =
            "X_measure gives the longest well-formed prefix, its characters, their UTF-16 units, "
            "and whether this prefix is ASCII, and X_count the characters, counted one at a "
            "time. The texts: all of 1 and 2 bytes, those of 3 whose first two are not ill-formed "
            "(without --full, one in 16 of them), texts that reach each node of the reference, "
            "alone and in long ones, and characters of each form among those of each other form, "
            "some cut short, at each offset of vectors and around the ends of runs; a character "
            "of each lead byte 64 times; each byte twice after longer text; random runs of several "
            "forms; nothing is read after the text",
        .assumes = "longer texts contain more of the same runs",
        .excludes = "X_count of ill-formed text, except that it is at most the size",
        .oracle = "the reference's nodes and code points",
    });
    guard_catch();
    texts_prepare();
    find_fillers(&check);
    check.sparse = sparse;
    check.thirds = full ? 1 : 16;
    check.kernel_count = 1;
    size_t active = 0;
    while (strcmp(subject_kernel(active).name, subject.active()) != 0) {
        active++;
    }
    check.kernels[0] = active;
    if (report_begin("measure", "exhaustive")) {
        const bool passed = work("measures of short texts", 256, try_short, &check);
        report_end("measure", "exhaustive",
                   !(passed && !check.wrong[0]) ? NULL
                   : full                       ? "2^24"
                                                : "2^20",
                   "texts to %d bytes, by %s", full ? 3 : 2, subject.active());
    }
    const char *names[KERNELS] = {"measure"};
    check.kernel_count = !subject.counts_by_kernel;
    for (size_t k = 0; subject.counts_by_kernel && subject_kernel(k).name != NULL; k++) {
        // All kernels without vectors share one function.
        if (subject_kernel(k).supported() &&
            (k == 0 || subject_simd(subject_kernel(k).name) != NULL)) {
            names[check.kernel_count] = subject_kernel(k).name;
            check.kernels[check.kernel_count++] = k;
        }
    }
    check_long(&check, names);
}
