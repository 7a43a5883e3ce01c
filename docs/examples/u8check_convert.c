// SPDX-License-Identifier: 0BSD
/*
 * Copies a text of any size in pieces, repaired or converted. A conversion between two encodings of the
 * catalogue uses UTF-32 in between.
 *
 * The idea: each piece ends where the text may be cut (cut_of). The rest moves to the front of the next
 * piece. So neither a character nor a surrogate pair is ever split.
 *
 * From mutf-8 to utf-8, 61 C0 80 ED A0 BD | ED B8 80 gives 61 00 F0 9F 98 80: the first piece ends
 * before ED A0 BD.
 */
#include "u8check_convert.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    PIECE = 64 << 10,
    GROWTH = 6 /* bound on output bytes per input byte: FSS-UTF's longest form */
};

/* A piece of the input; `offset` is the offset of its first byte in the input. */
typedef struct {
    const char *name;
    uint8_t text[PIECE];
    size_t size;
    uint64_t offset;
} piece;

static uint8_t out[GROWTH * PIECE];
static uint16_t units[PIECE];
static uint32_t points[PIECE];

static const wide wides[] = {
    {"utf-16le", 2, false}, {"utf-16be", 2, true}, {"utf-32le", 4, false}, {"utf-32be", 4, true}};

const wide *wide_named(const char *name)
{
    for (size_t i = 0; i < sizeof wides / sizeof *wides; i++) {
        if (same_name(name, wides[i].name)) {
            return &wides[i];
        }
    }
    return NULL;
}

static int write_all(size_t size)
{
    return fwrite(out, 1, size, stdout) == size ? WELL_FORMED : cannot("write", "stdout");
}

/* Prints a message about offset `at` of a piece. */
static int wrong_at(const piece *p, size_t at, const char *how)
{
    fprintf(stderr, "%s: byte %" PRIu64 ": %s\n", p->name, p->offset + at, how);
    return ILL_FORMED;
}

static int cannot_read(const encoding *from, const piece *p, size_t at)
{
    text_error error;
    size_t before = last_character(from, p->text, at);
    from->check(p->text + before, p->size - before, &error);
    return wrong_at(p, at, error.fault);
}

static int cannot_write(const char *to, const piece *p, size_t at, uint32_t code_point)
{
    char how[64];
    snprintf(how, sizeof how, "%s has no U+%04" PRIX32, to, code_point);
    return wrong_at(p, at, how);
}

static int repair(const encoding *e, const piece *p, size_t size)
{
    return write_all(e->repair(p->text, size, out, sizeof out).written);
}

/* ---- Units of UTF-16 and UTF-32 as bytes ---- */

static uint32_t unit_of(const wide *w, const uint8_t *bytes)
{
    uint32_t unit = 0;
    for (size_t i = 0; i < w->width; i++) {
        unit |= (uint32_t)bytes[i] << 8 * (w->big ? w->width - 1 - i : i);
    }
    return unit;
}

static void write_unit(const wide *w, uint32_t unit, uint8_t *bytes)
{
    for (size_t i = 0; i < w->width; i++) {
        bytes[i] = (uint8_t)(unit >> 8 * (w->big ? w->width - 1 - i : i));
    }
}

/* ---- One piece ---- */

static text_result to_units(const encoding *from, size_t width, bool repaired, const piece *p,
                            size_t size)
{
    return width == 2
               ? (repaired ? from->to_utf16_lossy : from->to_utf16)(p->text, size, units, PIECE)
               : (repaired ? from->to_utf32_lossy : from->to_utf32)(p->text, size, points, PIECE);
}

static text_result from_units(const encoding *to, size_t width, bool repaired, size_t count)
{
    return width == 2
               ? (repaired ? to->from_utf16_lossy : to->from_utf16)(units, count, out, sizeof out)
               : (repaired ? to->from_utf32_lossy : to->from_utf32)(points, count, out, sizeof out);
}

static int widen(const encoding *from, const wide *to, bool repaired, const piece *p, size_t size)
{
    text_result r = to_units(from, to->width, repaired, p, size);
    for (size_t i = 0; i < r.written; i++) {
        write_unit(to, to->width == 2 ? units[i] : points[i], out + i * to->width);
    }
    int result = write_all(r.written * to->width);
    if (result != WELL_FORMED || r.status == TEXT_COMPLETE) {
        return result;
    }
    return from->valid_prefix(p->text, size) > r.read ? wrong_at(p, r.read, "beyond UTF-16")
                                                      : cannot_read(from, p, r.read);
}

/* Returns the code point at points[at], which holds units of UTF-16 or UTF-32. */
static uint32_t code_point_at(const wide *from, size_t at, size_t count)
{
    uint32_t high = points[at], low = at + 1 < count ? points[at + 1] : 0;
    bool pair = from->width == 2 && high >> 10 == 0xD800 >> 10 && low >> 10 == 0xDC00 >> 10;
    return pair ? 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00) : high;
}

static int narrow(const wide *from, const encoding *to, bool repaired, const piece *p, size_t size)
{
    size_t count = size / from->width;
    for (size_t i = 0; i < count; i++) {
        uint32_t unit = unit_of(from, p->text + i * from->width);
        points[i] = unit;
        units[i] = (uint16_t)unit;
    }
    if (repaired && size % from->width > 0) { /* an incomplete unit at the end */
        units[count] = 0xFFFD;
        points[count++] = 0xFFFD;
        size = count * from->width;
    }
    text_result r = from_units(to, from->width, repaired, count);
    int result = write_all(r.written);
    if (result != WELL_FORMED || r.status == TEXT_COMPLETE) {
        return result == WELL_FORMED && size % from->width > 0
                   ? wrong_at(p, count * from->width, "truncated")
                   : result;
    }
    return cannot_write(to->name, p, r.read * from->width, code_point_at(from, r.read, count));
}

static int recode(const encoding *from, const encoding *to, bool repaired, const piece *p,
                  size_t size)
{
    text_result taken = to_units(from, 4, repaired, p, size);
    text_result given = from_units(to, 4, repaired, taken.written);
    int result = write_all(given.written);
    if (result == WELL_FORMED && given.status != TEXT_COMPLETE) {
        uint32_t wrong = points[given.read];
        taken = from->to_utf32(p->text, size, points, given.read);
        return cannot_write(to->name, p, taken.read, wrong);
    }
    return result != WELL_FORMED || taken.status == TEXT_COMPLETE
               ? result
               : cannot_read(from, p, taken.read);
}

static int convert_piece(const conversion *c, const piece *p, size_t size)
{
    return c->from_wide != NULL ? narrow(c->from_wide, c->to, c->repaired, p, size)
           : c->to_wide != NULL ? widen(c->from, c->to_wide, c->repaired, p, size)
           : c->to != NULL      ? recode(c->from, c->to, c->repaired, p, size)
                                : repair(c->from, p, size);
}

/* Returns the place at which a piece other than the last may be cut. */
static size_t cut_of(const conversion *c, const piece *p)
{
    if (c->from_wide == NULL) {
        return cut_before_end(c->from, p->text, p->size);
    }
    size_t width = c->from_wide->width, cut = p->size - p->size % width;
    bool high = cut > 0 && unit_of(c->from_wide, p->text + cut - width) >> 10 == 0xD800 >> 10;
    return high ? cut - width : cut;
}

int convert(const conversion *c, int file, const char *name)
{
    static piece p;
    p.name = name;
    p.size = 0;
    p.offset = 0;
    for (;;) {
        ptrdiff_t got = read_some(file, p.text + p.size, PIECE - p.size, false);
        if (got < 0) {
            return cannot("read", name);
        }
        p.size += (size_t)got;
        size_t size = got == 0 ? p.size : cut_of(c, &p);
        int result = convert_piece(c, &p, size);
        if (result != WELL_FORMED || got == 0) {
            return result;
        }
        memmove(p.text, p.text + size, p.size - size);
        p.size -= size;
        p.offset += size;
    }
}
