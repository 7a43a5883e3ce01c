// SPDX-License-Identifier: 0BSD
/*
 * Prints the bytes around a fault, 16 per row, each row preceded by its offset.
 *
 * Carets mark the ill-formed sequence, tildes the bytes that were found where others were expected:
 *
 *     00000000  6E 61 EF 76 65 0A                                |na.ve.|
 *                     ^^ ~~                                        ^~
 *
 * A dump has the rows with marked bytes, and the row before them, if it is in memory.
 */
#include "u8check_dump.h"

#include <inttypes.h>

enum { ROW = 16 };

/* A row at offset `place`: text[from .. to) after `skip` empty columns. */
typedef struct {
    uint64_t place;
    size_t skip, from, to;
} row;

static char mark_of(const finding *f, const reason *r, size_t i)
{
    return i >= f->fault && i < f->fault + f->error.length ? '^'
           : i >= r->from && i < r->from + r->size         ? '~'
                                                           : ' ';
}

static void put_bytes_of(sink *s, const request *ask, const finding *f, const reason *r,
                         const row *w)
{
    say(s, "%08" PRIX64 " %*s", w->place, (int)(3 * w->skip), "");
    for (size_t i = w->from; i < w->to; i++) {
        bool red = ask->colored && mark_of(f, r, i) != ' ';
        say(s, red ? " \033[1;31m%02X\033[m" : " %02X", f->text[i]);
    }
    say(s, "%*s  |%*s", (int)(3 * (ROW - w->skip - (w->to - w->from))), "", (int)w->skip, "");
    for (size_t i = w->from; i < w->to; i++) {
        say(s, "%c", f->text[i] >= 0x20 && f->text[i] < 0x7F ? f->text[i] : '.');
    }
    say(s, "|\n");
}

static void put_marks_of(sink *s, const request *ask, const finding *f, const reason *r,
                         const row *w)
{
    size_t last = w->to;
    while (last > w->from && mark_of(f, r, last - 1) == ' ') {
        last--;
    }
    if (last == w->from) {
        return;
    }
    say(s, "         %*s%s", (int)(3 * w->skip), "", ask->colored ? "\033[1;31m" : "");
    for (size_t i = w->from; i < w->to; i++) {
        char mark = mark_of(f, r, i);
        say(s, " %c%c", mark, mark);
    }
    say(s, "%*s   %*s", (int)(3 * (ROW - w->skip - (w->to - w->from))), "", (int)w->skip, "");
    for (size_t i = w->from; i < last; i++) {
        say(s, "%c", mark_of(f, r, i));
    }
    say(s, "%s\n", ask->colored ? "\033[m" : "");
}

void put_dump(sink *s, const request *ask, const finding *f, const reason *r)
{
    uint64_t start = f->at.bytes - f->fault; /* offset of text[0] in the input */
    uint64_t at = f->at.bytes / ROW * ROW;
    uint64_t end = f->at.bytes + (r->from + r->size - f->fault);
    if (end < f->at.bytes + f->error.length) {
        end = f->at.bytes + f->error.length;
    }
    for (at -= at >= ROW ? ROW : 0; at < end; at += ROW) {
        row w = {.place = at};
        if (at + ROW <= start) {
            continue;
        }
        w.skip = at < start ? (size_t)(start - at) : 0;
        w.from = at < start ? 0 : (size_t)(at - start);
        w.to = w.from + ROW - w.skip;
        w.to = w.to < f->size ? w.to : f->size;
        put_bytes_of(s, ask, f, r, &w);
        put_marks_of(s, ask, f, r, &w);
    }
}
