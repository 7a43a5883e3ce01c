// SPDX-License-Identifier: 0BSD
// The judge of tests/random_specs_test.lua: every kernel of a generated file against code points
// decoded by the forms of its spec, and its faults against those that the spec's words give.
//
// In: judge.h, written by the test: the forms and the rules; a file of texts, one a line, with
// offset, length and name of its fault and the bytes expected there (256 bits in hexadecimal).
// Out: nothing and exit status 0, or the first text on which something errs.

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge.h"

// Room for a text in the middle of pads, longer than any vector.
enum { BEFORE = 70, AFTER = 70, LONGEST = 40, ACROSS = 5 * 64 };

static bool in(const range *list, uint32_t code_point)
{
    for (; list->lo <= list->hi; list++) {
        if (list->lo <= code_point && code_point <= list->hi) {
            return true;
        }
    }
    return false;
}

// What stands somewhere: a code point, half of a pair maybe, or a row of bytes, which has none.
typedef struct {
    int length;  // in bytes, 0 if nothing is there that some form writes
    bool row;
    uint32_t code_point;
} character;

static character decode(const uint8_t *text, int size, int i)
{
    character none = {0, false, 0};
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
        uint32_t value = 0;
        bool like = i + forms[f].length <= size;
        for (int j = 0; like && j < forms[f].length; j++) {
            uint32_t byte = text[i + j];
            like = forms[f].places[j].lo <= byte && byte <= forms[f].places[j].hi;
            value = value << forms[f].places[j].bits | (byte - forms[f].places[j].lo);
        }
        value += forms[f].base;
        bool half = like && (in(high, value) || in(low, value));
        if (like && (forms[f].row ||
                     (in(forms[f].allowed, value) && (half || !in(forms[f].left_out, value))))) {
            return (character){forms[f].length, forms[f].row, value};
        }
    }
    return none;
}

// How many bytes from the beginning on are well-formed.
static int valid_prefix(const uint8_t *text, int size)
{
    character before = {0, true, 0};
    int well_formed = 0;
    for (int i = 0; i < size;) {
        character here = decode(text, size, i);
        if (here.length == 0 || (!here.row && in(low, here.code_point))) {
            return well_formed;
        }
        i += here.length;
        if (!here.row && in(high, here.code_point)) {
            character second = decode(text, size, i);
            if (second.length == 0 || second.row || !in(low, second.code_point)) {
                return well_formed;
            }
            i += second.length;
            here.code_point = PAIRS_FROM;
        }
        bool final = true;
        for (size_t n = 0; n < sizeof nevers / sizeof *nevers; n++) {
            if (!before.row && in(nevers[n].first, before.code_point) && !here.row &&
                in(nevers[n].second, here.code_point)) {
                return well_formed;
            }
            final = final && !(nevers[n].ends && !here.row && in(nevers[n].first, here.code_point));
        }
        well_formed = final ? i : well_formed;
        before = here;
    }
    return well_formed;
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
    int known = valid_prefix(text, size), total = BEFORE + size + AFTER, known_padded = 0;
    if (PAD >= 0) {
        memset(padded, PAD, sizeof padded);
        memcpy(padded + BEFORE, text, (size_t)size);
        // One pad after another changes nothing, so the judge needs one on each side.
        known_padded = BEFORE - 1 + valid_prefix(padded + BEFORE - 1, size + 2);
        known_padded = known_padded == BEFORE + size + 1 ? total : known_padded;
    }
    for (size_t k = 0; k < kernel_count; k++) {
        const KERNEL *kernel = kernels[k];
        int said = (int)kernel->valid_prefix(text, (size_t)size);
        if (said != known || kernel->valid(text, (size_t)size) != (known == size)) {
            return fail(kernel->name, text, size, known, said);
        }
        if (PAD >= 0 && kernel->valid(padded, (size_t)total) != (known_padded == total)) {
            return fail(kernel->name, padded, total, known_padded, -1);
        }
        said = PAD >= 0 && known_padded < total ? (int)kernel->valid_prefix(padded, (size_t)total)
                                                : known_padded;
        if (said != known_padded) {
            return fail(kernel->name, padded, total, known_padded, said);
        }
    }
    return 0;
}

// A text in the middle of pads where vectors of 16, 32 and 64 bytes meet, behind one vector and more:
// what they carry from one to the next decides.
static int compare_across(const uint8_t *text, int size)
{
    static uint8_t padded[ACROSS];
    const int from[] = {ACROSS / 5 - 8, 2 * ACROSS / 5 - 8};
    for (size_t f = 0; PAD >= 0 && f < sizeof from / sizeof *from; f++) {
        for (int at = from[f]; at <= from[f] + 8; at++) {
            memset(padded, PAD, sizeof padded);
            memcpy(padded + at, text, (size_t)size);
            int known = at - 1 + valid_prefix(padded + at - 1, size + 2);
            known = known == at + size + 1 ? ACROSS : known;
            for (size_t k = 0; k < kernel_count; k++) {
                int said = (int)kernels[k]->valid_prefix(padded, ACROSS);
                if (said != known || kernels[k]->valid(padded, ACROSS) != (known == ACROSS)) {
                    return fail(kernels[k]->name, padded, ACROSS, known, said);
                }
            }
        }
    }
    return 0;
}

// The value of a line's next hexadecimal digits.
static int digits(const char *at, int count)
{
    char word[3] = {at[0], count > 1 ? at[1] : (char)0, 0};
    return (int)strtol(word, NULL, 16);
}

// A line of the file of texts.
static int compare_fault(const char *hex, int offset, int length, const char *fault,
                         const char *expected)
{
    uint8_t text[LONGEST];
    int size = (int)strlen(hex) / 2;
    ERROR error;
    for (int i = 0; i < size; i++) {
        text[i] = (uint8_t)digits(hex + 2 * i, 2);
    }
    if (compare(text, size) || compare_across(text, size)) {
        return 1;
    }
    bool right = CHECK(text, (size_t)size, &error) == (offset == size);
    if (!right || (int)error.offset != offset || (int)error.length != length ||
        strcmp(FAULT_NAME(error.fault), fault) != 0) {
        printf("the fault says %d+%d %s, and should say %d+%d %s: ", (int)error.offset,
               (int)error.length, FAULT_NAME(error.fault), offset, length, fault);
        return fail("check", text, size, offset, (int)error.offset);
    }
    for (int byte = 0; offset < size && byte < 256; byte++) {
        bool known = digits(expected + byte / 4, 1) >> (3 - byte % 4) & 1;
        if (EXPECTED(error.state, (uint8_t)byte) != known) {
            printf("%02X is %sexpected in state %d: ", (unsigned)byte, known ? "" : "not ",
                   (int)error.state);
            return fail("expected", text, size, offset, (int)error.offset);
        }
    }
    return 0;
}

static int compare_faults(const char *name)
{
    char hex[2 * LONGEST + 1], fault[128], expected[65];
    int offset, length, lines = 0;
    FILE *file = fopen(name, "r");
    if (file == NULL) {
        printf("cannot read %s\n", name);
        return 1;
    }
    while (fscanf(file, "%80s %d %d %127s %64s", hex, &offset, &length, fault, expected) == 5) {
        lines++;
        if (compare_fault(hex, offset, length, fault, expected)) {
            return 1;
        }
    }
    bool whole = feof(file) && lines > 0;
    fclose(file);
    if (!whole) {
        printf("line %d of %s is none\n", lines + 1, name);
    }
    return !whole;
}

int main(int argc, char **argv)
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
    return argc == 2 ? compare_faults(argv[1]) : 2;
}
