// SPDX-License-Identifier: 0BSD
//
// The cases for decoders. See cases.h.
#include "cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 16, LONGEST_CLASSES = 8, LONGEST_RANDOM = 2000 };

size_t width_of(enum operation operation)
{
    return operation == FROM_16 || operation == FROM_16_LOSSY   ? 2
           : operation == FROM_32 || operation == FROM_32_LOSSY ? 4
                                                                : 1;
}

bool rows_add(struct rows *rows, const char *written)
{
    static const char *const places[] = {"anywhere:", "begin:", "end:", "alone:"};
    if (rows->count == MOST_ROWS) {
        return false;
    }
    struct row *row = &rows->row[rows->count];
    *row = (struct row){0};
    size_t place = 0;
    while (place < 4 && strncmp(written, places[place], strlen(places[place])) != 0) {
        place++;
    }
    if (place == 4) {
        return false;
    }
    row->place = (enum place)place;
    for (const char *at = written + strlen(places[place]); *at != '\0'; row->size++) {
        unsigned lo, hi;
        int used = 0;
        if (row->size == ROW_BYTES || sscanf(at, " %2x%n", &lo, &used) != 1) {
            return false;
        }
        at += used;
        hi = lo;
        if (strncmp(at, "..", 2) == 0) {
            if (sscanf(at, "..%2x%n", &hi, &used) != 1) {
                return false;
            }
            at += used;
        }
        row->lo[row->size] = (uint8_t)lo;
        row->hi[row->size] = (uint8_t)hi;
    }
    rows->count++;
    return row->size > 0;
}

static bool row_at(const struct row *row, const uint8_t *text)
{
    for (size_t i = 0; i < row->size; i++) {
        if (text[i] < row->lo[i] || text[i] > row->hi[i]) {
            return false;
        }
    }
    return true;
}

static size_t row_find(const struct row *row, const uint8_t *text, size_t size, size_t width)
{
    if (size < row->size || (row->place == ALONE && size != row->size)) {
        return SIZE_MAX;
    }
    const size_t last = size - row->size;
    for (size_t at = row->place == AT_END ? last : 0; at <= last; at += width) {
        if (row_at(row, text + at)) {
            return at;
        }
        if (row->place == AT_BEGIN) {
            break;
        }
    }
    return SIZE_MAX;
}

size_t rows_find(const struct rows *rows, const uint8_t *text, size_t size, size_t width)
{
    size_t first = SIZE_MAX;
    for (size_t i = 0; i < rows->count; i++) {
        const size_t at = row_find(&rows->row[i], text, size, width);
        first = at < first ? at : first;
    }
    return first;
}

size_t rows_length(const struct rows *rows, const uint8_t *text, size_t size, size_t at)
{
    size_t longest = 0;
    for (size_t i = 0; i < rows->count; i++) {
        const struct row *row = &rows->row[i];
        const bool ends = row->place == AT_END || row->place == ALONE;
        const bool begins = row->place == AT_BEGIN || row->place == ALONE;
        if (row->size > longest && row->size <= size - at && (!ends || row->size == size - at) &&
            (!begins || at == 0) && row_at(row, text + at)) {
            longest = row->size;
        }
    }
    return longest;
}

// ---- Blocks ----

struct filling {
    const struct plan *plan;
    void (*take)(void *context, uint8_t *block, size_t count, size_t size);
    void *context;
    size_t width, count, size, left_out;
    uint8_t block[BLOCK];
};

static void flush(struct filling *f)
{
    if (f->count > 0) {
        f->take(f->context, f->block, f->count, f->size);
    }
    f->count = 0;
}

static void add(struct filling *f, const uint8_t *source, size_t size)
{
    if (rows_find(&f->plan->left_out, source, size, f->width) != SIZE_MAX) {
        f->left_out++;
        return;
    }
    if (size != f->size || (f->count + 1) * size > BLOCK || f->count == BLOCK) {
        flush(f);
        f->size = size;
    }
    if (size > 0) {
        memcpy(f->block + f->count * size, source, size);
    }
    f->count++;
}

// ---- Short strings, and strings of representatives ----

static void add_short(struct filling *f)
{
    uint8_t text[sizeof(uint32_t)];
    for (unsigned size = 0; size <= f->plan->shortest; size++) {
        for (uint32_t number = 0; number < UINT32_C(1) << 8 * size; number++) {
            for (unsigned i = 0; i < size; i++) {
                text[i] = (uint8_t)(number >> 8 * (size - 1 - i));
            }
            add(f, text, size);
        }
    }
}

// Returns the number of strings of representatives that begin with the first `size` bytes of `text` and are longer. At most `after` + 1
// bytes follow the first fault of a string. Calls `add` for each string; if f is NULL, only counts, and may stop above plan->most.
static size_t by_classes(struct filling *f, const struct plan *plan, uint8_t *text, size_t size,
                         size_t after)
{
    size_t count = 0;
    for (size_t i = 0; i < plan->representative_count; i++) {
        text[size] = plan->representatives[i];
        count++;
        if (f != NULL) {
            add(f, text, size + 1);
        }
        if (size + 1 < plan->classes) {
            const struct verdict verdict = subject_check(text, size + 1);
            const bool live = verdict.well_formed || verdict.offset + verdict.length == size + 1;
            if (live || size - verdict.offset - verdict.length < after) {
                count += by_classes(f, plan, text, size + 1, after);
            }
        }
        if (f == NULL && count > plan->most) {
            break;
        }
    }
    return count;
}

static void add_classes(struct filling *f)
{
    uint8_t text[LONGEST_CLASSES];
    if (f->plan->classes == 0) {
        return;
    }
    size_t after = f->plan->classes;
    while (after > 0 && by_classes(NULL, f->plan, text, 0, after) > f->plan->most) {
        after--;
    }
    by_classes(f, f->plan, text, 0, after);
}

// ---- Random sources ----

// Sebastiano Vigna's splitmix64.
static uint64_t seed;

static uint64_t random_below(uint64_t below)
{
    uint64_t z = seed += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return (z ^ z >> 31) % below;
}

// Returns a number at or next to an end of some rule's range, or at or next to a letter.
static uint32_t edge(void)
{
    static const uint32_t edges[] = {
        0x0,       0x9,       0xA,        0xD,      0x20,     0x7F,     0x80,     0x85,
        0xA0,      0x400,     0x800,      0x1000,   0xD000,   0xD800,   0xDB80,   0xDC00,
        0xE000,    0xFDD0,    0xFDF0,     0xFEFF,   0xFFFD,   0xFFFE,   0x10000,  0x1FFFE,
        0x20000,   0x40000,   0x8FFFE,    0x100000, 0x10FFFE, 0x110000, 0x1FFFFF, 0x200000,
        0x3FFFFFF, 0x4000000, 0x7FFFFFFF, 0x61,     0x61,     0x61,     0xE9,     0x4E2D,
    };
    return edges[random_below(sizeof edges / sizeof *edges)] + (uint32_t)random_below(3) - 1;
}

static uint32_t code_point(unsigned style)
{
    switch (random_below(8) < 5 ? style : random_below(6)) {
    case 0:
        return 0x20 + (uint32_t)random_below(0x5F);
    case 1:
        return 0x80 + (uint32_t)random_below(0x780);
    case 2:
        return 0x800 + (uint32_t)random_below(0xF800);
    case 3:
        return 0x10000 + (uint32_t)random_below(0x100000);
    case 4:
        return 0xD800 + (uint32_t)random_below(0x800);
    default:
        return edge();
    }
}

// Returns a random length. The bound is LONGEST_RANDOM for one in ten, so that loops over blocks run several times, and at
// most 150 for the others.
static size_t length(void)
{
    const size_t most =
        (const size_t[]){8, 40, 40, 40, 150, 150, 150, 150, 150, LONGEST_RANDOM}[random_below(10)];
    return random_below(most);
}

static size_t well_formed(uint8_t *text)
{
    const size_t wanted = length();
    const unsigned style = (unsigned)random_below(6);
    size_t size = 0;
    while (size < wanted) {
        size += subject_encode(code_point(style), text + size);
    }
    return size;
}

static uint8_t odd_byte(const struct plan *plan)
{
    const size_t count = plan->representative_count;
    return random_below(2) == 0 || count == 0 ? (uint8_t)random_below(256)
                                              : plan->representatives[random_below(count)];
}

static size_t mutated(const struct plan *plan, uint8_t *text, size_t size)
{
    const size_t at = random_below(size + 1);
    switch (size == 0 ? 0 : random_below(7)) {
    case 0:  // insert a byte
        memmove(text + at + 1, text + at, size - at);
        text[at] = odd_byte(plan);
        return size + 1;
    case 1:  // remove a byte
        memmove(text + at, text + at + (at < size), size - at - (at < size));
        return size - (at < size);
    case 2:  // flip a bit
        text[at % size] ^= (uint8_t)(1U << random_below(8));
        return size;
    case 3:  // cut the text
        return at;
    case 4: {  // copy some bytes of the text to another place
        const size_t from = random_below(size), room = size - (at > from ? at : from);
        memmove(text + at, text + from, room == 0 ? 0 : random_below(room < 7 ? room + 1 : 7));
        return size;
    }
    default:
        text[at % size] = odd_byte(plan);
        return size;
    }
}

static void add_random_text(struct filling *f)
{
    static uint8_t text[2 * LONGEST_RANDOM];
    size_t size = well_formed(text);
    for (uint64_t left = random_below(2) * (1 + random_below(3)); left > 0; left--) {
        size = mutated(f->plan, text, size);
    }
    add(f, text, size);
}

static void put_unit(uint8_t *bytes, size_t *size, uint32_t unit, size_t width)
{
    for (size_t i = 0; i < width; i++) {
        bytes[(*size)++] = (uint8_t)(unit >> 8 * i);
    }
}

static void add_random_units(struct filling *f, size_t width)
{
    static uint8_t units[2 * LONGEST_RANDOM];
    const size_t wanted = length();
    const unsigned style = (unsigned)random_below(6);
    size_t size = 0;
    while (size < wanted) {
        const uint32_t c = random_below(200) == 0 ? edge() : code_point(style);
        if (width == 2 && c > 0xFFFF && random_below(20) > 0) {
            put_unit(units, &size, 0xD7C0 + (c >> 10 & 0x7FF), width);
            put_unit(units, &size, 0xDC00 + (c & 0x3FF), width);
        } else {
            put_unit(units, &size, c, width);
        }
    }
    add(f, units, size);
}

// ---- Characters and units ----

static void add_characters(struct filling *f)
{
    uint8_t text[16];
    for (uint32_t c = 0; c < 0x110000; c++) {
        const size_t size = subject_encode(c, text);
        if (size > 0) {
            add(f, text, size);
        }
    }
}

static void add_units(struct filling *f, const uint32_t *units, size_t count, size_t width)
{
    uint8_t bytes[16];
    size_t size = 0;
    for (size_t i = 0; i < count; i++) {
        put_unit(bytes, &size, units[i], width);
    }
    add(f, bytes, size);
}

// Adds each unit (of UTF-32, up to 1107FF), or one in 97, alone; one in 16 of these between two letters; and surrogates before
// surrogates of the other kind.
static void add_all_units(struct filling *f, size_t width)
{
    const uint32_t step = f->plan->characters ? 1 : 97;
    const uint32_t end = width == 2 ? 0x10000 : 0x110800;
    for (uint32_t unit = 0; unit < end; unit += step) {
        add_units(f, &unit, 1, width);
    }
    for (uint32_t unit = 0; unit < end; unit += 16 * step) {
        add_units(f, (const uint32_t[]){0x61, unit, 0x62}, 3, width);
    }
    for (uint32_t unit = 0xD800; unit < 0xE000; unit += step) {
        const uint32_t other = (unit < 0xDC00 ? 0xDC00 : 0xD800) + unit * 7 % 0x400;
        add_units(f, (const uint32_t[]){unit, other, 0x62}, 3, width);
    }
}

size_t cases_each(const struct plan *plan,
                  void (*take)(void *context, uint8_t *block, size_t count, size_t size),
                  void *context)
{
    static struct filling f;
    const size_t width = width_of(plan->operation);
    f = (struct filling){.plan = plan, .take = take, .context = context, .width = width};
    seed = 1;
    if (width > 1) {
        add_all_units(&f, width);
    } else {
        add_short(&f);
        add_classes(&f);
        if (plan->characters) {
            add_characters(&f);
        }
    }
    for (size_t i = 0; i < plan->random; i++) {
        if (width > 1) {
            add_random_units(&f, width);
        } else {
            add_random_text(&f);
        }
    }
    flush(&f);
    return f.left_out;
}
