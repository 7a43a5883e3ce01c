// SPDX-License-Identifier: 0BSD
//
// UTF-8 by hand from RFC 3629. See reference.h.
#include "reference.h"

#include <stdbool.h>

// Section 3: the forms. Free bits are marked x there; `least` is the first code point that needs
// the form: the rows of the table there are mutually exclusive.
static const struct form {
    uint8_t fixed, mask;  // 0xxxxxxx 110xxxxx 1110xxxx 11110xxx
    size_t size;
    uint32_t least;
} forms[] = {
    {0x00, 0x80, 1, 0x0000},
    {0xC0, 0xE0, 2, 0x0080},
    {0xE0, 0xF0, 3, 0x0800},
    {0xF0, 0xF8, 4, 0x10000},
};

static const uint32_t last_code_point = 0x10FFFF;
static const uint32_t first_surrogate = 0xD800, last_surrogate = 0xDFFF;

const uint64_t reference_counts[REFERENCE_LONGEST] = {
    128,      // U+0000..U+007F
    1920,     // U+0080..U+07FF
    61440,    // U+0800..U+FFFF without the 2048 surrogates
    1048576,  // U+10000..U+10FFFF
};

const uint8_t reference_edges[] = {
    0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC,
    0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF7, 0xF8, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF,
};
const size_t reference_edge_count = sizeof reference_edges;

static const struct form *form_of(uint8_t lead)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if ((lead & forms[i].mask) == forms[i].fixed) {
            return &forms[i];
        }
    }
    return NULL;
}

static bool is_continuation(uint8_t octet)
{
    return (octet & 0xC0) == 0x80;  // 10xxxxxx
}

// The code points that octets of this form can stand for, once those that are missing have come.
struct range {
    uint32_t low, high;
};

static struct range decode(const struct form *form, const uint8_t *octets, size_t size)
{
    uint32_t bits = octets[0] & (uint8_t)~form->mask;
    for (size_t i = 1; i < size; i++) {
        bits = bits << 6 | (octets[i] & 0x3F);
    }
    unsigned open = 6 * (unsigned)(form->size - size);
    return (struct range){bits << open, ((bits + 1) << open) - 1};
}

// Why no code point of the range may be written in this form, or NULL if one may.
static const char *exclusion(const struct form *form, struct range range)
{
    if (range.high < form->least) {
        return "overlong";
    }
    if (range.low > last_code_point) {
        return "too_large";
    }
    if (range.low >= first_surrogate && range.high <= last_surrogate) {
        return "surrogate";
    }
    return NULL;  // a range across a bound holds the permitted code point on the other side of it
}

enum reference_verdict reference_character(const uint8_t *octets, size_t size)
{
    if (size == 0) {
        return REFERENCE_LIVE;
    }
    const struct form *form = form_of(octets[0]);
    if (form == NULL || size > form->size) {
        return REFERENCE_DEAD;
    }
    for (size_t i = 1; i < size; i++) {
        if (!is_continuation(octets[i])) {
            return REFERENCE_DEAD;
        }
    }
    if (exclusion(form, decode(form, octets, size)) != NULL) {
        return REFERENCE_DEAD;
    }
    return size == form->size ? REFERENCE_WHOLE : REFERENCE_LIVE;
}

size_t reference_prefix(const uint8_t *text, size_t size)
{
    size_t at = 0;
    while (at < size) {
        const struct form *form = form_of(text[at]);
        if (form == NULL || form->size > size - at ||
            reference_character(text + at, form->size) != REFERENCE_WHOLE) {
            break;
        }
        at += form->size;
    }
    return at;
}

// The fault of octets of which all but the last began a character.
static const char *fault_of(const uint8_t *octets, size_t size)
{
    const struct form *form = form_of(octets[0]);
    if (size == 1 && is_continuation(octets[0])) {
        return "too_long";
    }
    if (size > 1 && !is_continuation(octets[size - 1])) {
        return "too_short";
    }
    return form == NULL ? "not_a_form" : exclusion(form, decode(form, octets, size));
}

struct reference_error reference_check(const uint8_t *text, size_t size)
{
    size_t offset = reference_prefix(text, size), left = size - offset;
    if (left == 0) {
        return (struct reference_error){size, 0, "none", text, 0};
    }
    const uint8_t *octets = text + offset;
    size_t alive = 0;
    while (alive < left && reference_character(octets, alive + 1) == REFERENCE_LIVE) {
        alive++;
    }
    const char *fault = alive == left ? "truncated" : fault_of(octets, alive + 1);
    return (struct reference_error){offset, alive > 0 ? alive : 1, fault, octets, alive};
}
