// SPDX-License-Identifier: 0BSD
//
// A small set of texts between guard pages, and what kernels say of them. See texts.h.
//
// In: the reference. Out: whether valid and valid_prefix agree with it. The texts are rows of one character of each form,
// of sizes around those of vectors and blocks, as they are and with a byte in them that is wrong or missing; each stands once at
// the beginning of a page and once at the end.
//
//     64 of E4 B8 AD ..., the last byte cut off; 64 of 41 with FF in the middle
#include "texts.h"

#include "../checks.h"
#include "../guard.h"
#include "../report.h"

#include <string.h>

enum { MOST = 4096 };

static struct guard_room room;

// Is this right of the text at `at`?
static bool is_right(const struct kernel *k, const uint8_t *at, size_t size, size_t prefix)
{
    volatile bool right = false;
    GUARDED(right = k->valid(at, size) == (prefix == size) && k->valid_prefix(at, size) == prefix);
    return right;
}

static bool try_text(const struct kernel *k, const uint8_t *text, size_t size)
{
    const size_t prefix = reference_prefix(text, size);
    uint8_t *const places[] = {room.begin, room.end - size};
    for (size_t i = 0; i < 2; i++) {
        memcpy(places[i], text, size);
        if (!is_right(k, places[i], size, prefix)) {
            report_wrong(k->name, "on %s", report_hex(text, size));
            return false;
        }
    }
    return true;
}

static bool try_size(const struct kernel *k, const uint8_t *row, size_t size)
{
    uint8_t text[MOST];
    memcpy(text, row, size);
    bool right = try_text(k, text, size);
    for (size_t i = 0; right && size > 0 && i < 3; i++) {
        const size_t at = i * (size - 1) / 2;
        const uint8_t before = text[at];
        text[at] = 0xFF;
        right = try_text(k, text, size);
        text[at] = 'A';
        right = right && try_text(k, text, size);
        text[at] = before;
    }
    return right;
}

static bool try_kernel(const struct kernel *k)
{
    static const size_t sizes[] = {0,  1,  2,  3,  7,   8,   15,  16,  17,  19,  20,  31,  32,   33,   47,
                                   63, 64, 65, 80, 127, 128, 129, 130, 191, 255, 256, 257, 300, 1100, 2200, MOST};
    uint8_t row[MOST], octets[REFERENCE_LONGEST];
    bool right = true;
    size_t own;
    for (size_t form = 0; right && (own = reference_typical(form, octets)) > 0; form++) {
        for (size_t i = 0; i < MOST; i++) {
            row[i] = octets[i % own];
        }
        for (size_t i = 0; right && i < sizeof sizes / sizeof *sizes; i++) {
            right = try_size(k, row, sizes[i]);
        }
    }
    return right;
}

void texts_check(void)
{
    struct kernel k;
    guard_catch();
    room = guard_open(MOST);
    for (size_t i = 0; (k = subject_kernel(i)).name != NULL; i++) {
        if (k.supported() && report_begin(k.name, "texts")) {
            report_end(k.name, "texts", try_kernel(&k), "texts", "a small set of texts");
        }
    }
    if (report_begin("public", "texts")) {
        k = (struct kernel){"public", NULL, subject.valid, subject.valid_prefix};
        report_end("public", "texts", try_kernel(&k), "texts", "a small set of texts");
    }
    guard_close(room);
}
