// SPDX-License-Identifier: 0BSD
//
// The verdict of the reference on any text. See judge.h.
//
//     41 ED A0 80    ->    1 1 surrogate
#include "judge.h"

#include "../shared/intern.h"
#include "reference.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A growing text.
struct text {
    uint8_t *bytes;
    size_t size, room;
};

static void add_byte(struct text *t, int high, int low)
{
    static const char digits[] = "0123456789abcdef";
    if (t->size == t->room) {
        t->room = 2 * t->room + 64;
        t->bytes = intern_more(t->bytes, t->room, 1);
    }
    const size_t of_high = (size_t)(strchr(digits, tolower(high)) - digits),
                 of_low = (size_t)(strchr(digits, tolower(low)) - digits);
    t->bytes[t->size++] = (uint8_t)(of_high << 4 | of_low);
}

// Reads one line. *more is false at the end of the input. Returns false if the line holds anything
// but bytes and blanks.
static bool read_line(struct text *t, bool *more)
{
    int c = getchar();
    t->size = 0;
    *more = c != EOF;
    while (c != EOF && c != '\n') {
        if (isxdigit(c)) {
            const int low = getchar();
            if (!isxdigit(low)) {
                return false;
            }
            add_byte(t, c, low);
        } else if (c != ' ' && c != '\t' && c != '\r') {
            return false;
        }
        c = getchar();
    }
    return true;
}

bool judge(void)
{
    struct text t = {.bytes = intern_room(1, 1), .room = 1};
    bool more = true, right = true;
    while (right && more) {
        right = read_line(&t, &more);
        if (right && more) {
            const struct reference_error e = reference_check(t.bytes, t.size);
            printf("%zu %zu %s\n", e.offset, e.length, e.fault);
        }
    }
    free(t.bytes);
    return right;
}
