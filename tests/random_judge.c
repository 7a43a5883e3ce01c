// SPDX-License-Identifier: 0BSD
// The judge of tests/random_specs_test.lua: every kernel of a generated file against code points decoded by the forms of its spec.
//
// In: judge.h, written by the test: the forms, the rules, texts with the faults that the model says they have. Out: nothing and exit
// status 0, or the first text on which a kernel errs.

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "judge.h"

// Room for a text in the middle of pads, longer than any vector.
enum { BEFORE = 70, AFTER = 70, LONGEST = 40 };

static bool in(range r, uint32_t code_point)
{
    return r.lo <= code_point && code_point <= r.hi;
}

static bool in_any(const range *list, uint32_t code_point)
{
    for (; list->lo <= list->hi; list++) {
        if (in(*list, code_point)) {
            return true;
        }
    }
    return false;
}

// How many bytes the code point at text[i] takes, 0 if none is there.
static int decode(const uint8_t *text, int size, int i, uint32_t *code_point)
{
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
        uint32_t value = 0;
        bool like = i + forms[f].length <= size;
        for (int j = 0; like && j < forms[f].length; j++) {
            uint32_t byte = text[i + j];
            like =
                byte >> forms[f].bytes[j].bits == forms[f].bytes[j].fixed >> forms[f].bytes[j].bits;
            value = value << forms[f].bytes[j].bits | (byte - forms[f].bytes[j].fixed);
        }
        if (like) {
            *code_point = value;
            return in_any(forms[f].allowed, value) && !in_any(forms[f].left_out, value)
                       ? forms[f].length
                       : 0;
        }
    }
    return 0;
}

// How many bytes from the beginning on are well-formed.
static int valid_prefix(const uint8_t *text, int size)
{
    uint32_t before = 0, here, second;
    bool alone = false;
    for (int i = 0, length; i < size; i += length) {
        bool is_pair = false;
        length = decode(text, size, i, &here);
        if (length == 0 || in(low, here)) {
            return i;
        }
        if (in(high, here)) {
            int rest = decode(text, size, i + length, &second);
            if (rest == 0 || !in(low, second)) {
                return i;
            }
            length += rest;
            is_pair = true;
        }
        for (size_t n = 0; alone && !is_pair && n < sizeof nevers / sizeof *nevers; n++) {
            if (in(nevers[n].first, before) && in(nevers[n].second, here)) {
                return i;
            }
        }
        before = here;
        alone = !is_pair;
    }
    return size;
}

static int fail(const char *kernel, const uint8_t *text, int size, int known, int said)
{
    printf("%s: ", kernel);
    for (int i = 0; i < size; i++) {
        printf("%02X ", text[i]);
    }
    printf("has %d well-formed bytes, not %d\n", known, said);
    return 1;
}

// The kernels that this processor runs: asking it takes longer than a text.
static const KERNEL *kernels[16];
static size_t kernel_count;

// A text by itself, and in the middle of pads if the encoding has any: what is short goes another way than what is long.
static int compare(const uint8_t *text, int size)
{
    static uint8_t padded[BEFORE + LONGEST + AFTER];
    int known = valid_prefix(text, size), total = BEFORE + size + AFTER;
    int known_padded = known == size ? total : BEFORE + known;
    if (PAD >= 0) {
        memset(padded, PAD, sizeof padded);
        memcpy(padded + BEFORE, text, (size_t)size);
    }
    for (size_t k = 0; k < kernel_count; k++) {
        const KERNEL *kernel = kernels[k];
        int said = (int)kernel->valid_prefix(text, (size_t)size);
        if (said != known || kernel->valid(text, (size_t)size) != (known == size)) {
            return fail(kernel->name, text, size, known, said);
        }
        if (PAD >= 0 && kernel->valid(padded, (size_t)total) != (known == size)) {
            return fail(kernel->name, padded, total, known_padded, -1);
        }
        said = PAD >= 0 && known < size ? (int)kernel->valid_prefix(padded, (size_t)total)
                                        : known_padded;
        if (said != known_padded) {
            return fail(kernel->name, padded, total, known_padded, said);
        }
    }
    return 0;
}

int main(void)
{
    uint8_t text[LONGEST];
    const int count = (int)sizeof representatives;
    for (size_t k = 0; k < KERNEL_COUNT(); k++) {
        kernels[kernel_count] = KERNEL_AT(k);
        kernel_count += kernels[kernel_count]->supported();
    }
    for (int a = 0; a < 256; a++) {
        text[0] = (uint8_t)a;
        if (compare(text, 1)) {
            return 1;
        }
        for (int b = 0; b < 256; b++) {
            text[1] = (uint8_t)b;
            if (compare(text, 2)) {
                return 1;
            }
        }
    }
    for (int a = 0; a < count; a++) {
        for (int b = 0; b < count; b++) {
            for (int c = 0; c < count; c++) {
                text[0] = representatives[a];
                text[1] = representatives[b];
                text[2] = representatives[c];
                if (compare(text, 3)) {
                    return 1;
                }
            }
        }
    }
    for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
        ERROR error;
        int size = texts[t].length;
        if (compare(texts[t].bytes, size)) {
            return 1;
        }
        bool right = CHECK(texts[t].bytes, (size_t)size, &error) == (texts[t].offset == size);
        if (!right || (int)error.offset != texts[t].offset ||
            (int)error.length != texts[t].faulty ||
            strcmp(FAULT_NAME(error.fault), texts[t].fault) != 0) {
            printf("the fault says %d+%d %s, and should say %d+%d %s: ", (int)error.offset,
                   (int)error.length, FAULT_NAME(error.fault), texts[t].offset, texts[t].faulty,
                   texts[t].fault);
            return fail("check", texts[t].bytes, size, texts[t].offset, (int)error.offset);
        }
    }
    return 0;
}
