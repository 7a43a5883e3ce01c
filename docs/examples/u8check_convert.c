// SPDX-License-Identifier: 0BSD
/*
 * Copies text of any size in pieces: repaired, or in another encoding by way of its code points.
 *
 * The one idea: a piece ends where the text may be cut (cut_before_end), and what lies behind the cut
 * comes first in the next piece. So no character is parted, and no surrogate from the other half.
 *
 * From mutf-8 to utf-8, 61 C0 80 ED A0 BD | ED B8 80 gives 61 00 F0 9F 98 80: the second cut is before
 * ED A0 BD.
 */
#include "u8check_convert.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    PIECE = 64 << 10,
    GROWTH = 6 /* bytes that a byte becomes at most: a replacement, or FSS-UTF's longest form */
};

/* A piece of the input, whose first byte is at `offset`. */
typedef struct {
    uint8_t text[PIECE];
    size_t size;
    uint64_t offset;
} piece;

static int write_all(const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, stdout) == size ? WELL_FORMED : cannot("write", "stdout");
}

static int repair(const encoding *e, const piece *p, size_t size)
{
    static uint8_t out[GROWTH * PIECE];
    text_result r = e->repair(p->text, size, out, sizeof out);
    return write_all(out, r.written);
}

/* Says what stands at so many bytes of a piece and is ill-formed. */
static int cannot_read(const encoding *from, const piece *p, size_t at, const char *name)
{
    text_error error;
    size_t before = last_character(from, p->text, at);
    from->check(p->text + before, p->size - before, &error);
    fprintf(stderr, "%s: byte %" PRIu64 ": %s\n", name, p->offset + at, error.fault);
    return ILL_FORMED;
}

/* The same of a code point that the other encoding does not have. */
static int cannot_write(const encoding *to, const piece *p, size_t at, uint32_t code_point,
                        const char *name)
{
    fprintf(stderr, "%s: byte %" PRIu64 ": %s has no U+%04" PRIX32 "\n", name, p->offset + at,
            to->name, code_point);
    return ILL_FORMED;
}

static int recode(const encoding *from, const encoding *to, const piece *p, size_t size,
                  const char *name)
{
    static uint32_t points[PIECE];
    static uint8_t out[GROWTH * PIECE];
    text_result taken = from->to_utf32(p->text, size, points, PIECE);
    text_result given = to->from_utf32(points, taken.written, out, sizeof out);
    if (write_all(out, given.written) != WELL_FORMED) {
        return TROUBLE;
    }
    if (given.status != TEXT_COMPLETE) {
        uint32_t wrong = points[given.read];
        /* As many bytes as the code points before it. */
        taken = from->to_utf32(p->text, size, points, given.read);
        return cannot_write(to, p, taken.read, wrong, name);
    }
    return taken.status == TEXT_COMPLETE ? WELL_FORMED : cannot_read(from, p, taken.read, name);
}

int convert(const encoding *from, const encoding *to, int file, const char *name)
{
    static piece p;
    p.size = 0;
    p.offset = 0;
    for (;;) {
        ptrdiff_t got = read_some(file, p.text + p.size, PIECE - p.size, false);
        if (got < 0) {
            return cannot("read", name);
        }
        p.size += (size_t)got;
        size_t size = got == 0 ? p.size : cut_before_end(from, p.text, p.size);
        int result = to == NULL ? repair(from, &p, size) : recode(from, to, &p, size, name);
        if (result != WELL_FORMED || got == 0) {
            return result;
        }
        memmove(p.text, p.text + size, p.size - size);
        p.size -= size;
        p.offset += size;
    }
}
