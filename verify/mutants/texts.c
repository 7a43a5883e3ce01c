// SPDX-License-Identifier: 0BSD
//
// A small set of texts between guard pages, and what kernels say of them. See texts.h.
//
// In: the reference. Out: whether valid and valid_prefix agree with it. The texts are rows of one character of each form,
// of sizes around those of vectors and blocks, as they are and with a byte in them that is wrong; and runs of
// such characters of all lengths, by chance but the same ones each time, up to some thousand bytes, half of them with one byte
// changed, left out or put in. Each stands once at the beginning of a page and once at the end.
//
//     64 of E4 B8 AD ..., the last byte cut off; 64 of 41 with FF in the middle; 41 * 700, C3 A4 * 300, 41 * 90, with 80 for the last C3
#include "texts.h"

#include "../checks.h"
#include "../guard.h"
#include "../report.h"

#include <string.h>

enum { MOST = 6000, TEXTS = 1500, ROOM = 4 << 20 };

static struct guard_room room;

// All texts, one behind the other, and what the reference says of them.
static uint8_t bytes[ROOM];
static struct made {
    size_t at, size, prefix;
} texts[TEXTS];
static size_t count, used;

static uint32_t chance(uint32_t below)
{
    static uint64_t state = 0x9E3779B97F4A7C15;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32) % below;
}

static void keep(const uint8_t *text, size_t size)
{
    if (count < TEXTS && used + size <= ROOM) {
        memcpy(bytes + used, text, size);
        texts[count++] = (struct made){used, size, reference_prefix(text, size)};
        used += size;
    }
}

static void make_row(const uint8_t *octets, size_t own)
{
    static const size_t sizes[] = {0,  1,  2,  3,  7,  8,  15,  16,  17,  19,  20,  31,  32,  33,
                                   47, 63, 64, 65, 80, 127, 128, 129, 130, 191, 255, 256, 257, 300};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        uint8_t text[MOST];
        const size_t size = sizes[k];
        for (size_t i = 0; i < size; i++) {
            text[i] = octets[i % own];
        }
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

static void make_runs(size_t forms)
{
    uint8_t text[MOST + 1], octets[REFERENCE_LONGEST];
    const size_t most = 1 + chance(MOST);
    size_t size = 0;
    while (size < most) {
        const size_t own = reference_typical(chance((uint32_t)forms), octets);
        for (size_t n = 1 + chance(1U << chance(12)); n > 0 && size + own <= MOST; n--) {
            memcpy(text + size, octets, own);
            size += own;
        }
        if (size + REFERENCE_LONGEST > MOST) {
            break;
        }
    }
    const size_t at = chance((uint32_t)size);
    switch (chance(6)) {
    case 0:
        text[at] = (uint8_t)chance(256);
        break;
    case 1:
        memmove(text + at, text + at + 1, --size - at);
        break;
    case 2:
        memmove(text + at + 1, text + at, size++ - at);
        text[at] = (uint8_t)chance(256);
        break;
    default:
        break;
    }
    keep(text, size);
}

void texts_prepare(void)
{
    uint8_t octets[REFERENCE_LONGEST];
    size_t forms = 0, own;
    while ((own = reference_typical(forms, octets)) > 0) {
        make_row(octets, own);
        forms++;
    }
    while (count < TEXTS && used + MOST < ROOM) {
        make_runs(forms);
    }
}

// Is this right of the text at `at`?
static bool is_right(const struct kernel *k, const uint8_t *at, size_t size, size_t prefix)
{
    volatile bool right = false;
    GUARDED(right = k->valid(at, size) == (prefix == size) && k->valid_prefix(at, size) == prefix);
    return right;
}

static bool try_text(const struct kernel *k, const struct made *t)
{
    uint8_t *const places[] = {room.begin, room.end - t->size};
    for (size_t i = 0; i < 2; i++) {
        memcpy(places[i], bytes + t->at, t->size);
        if (!is_right(k, places[i], t->size, t->prefix)) {
            report_wrong(k->name, "on %s", report_hex(bytes + t->at, t->size));
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

void texts_check(void)
{
    struct kernel k;
    guard_catch();
    room = guard_open(MOST + 1);
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
