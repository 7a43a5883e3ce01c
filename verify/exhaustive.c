// SPDX-License-Identifier: 0BSD
//
// Every text of one to four bytes: 4,311,810,304 of them, by call and in the lanes of vectors.
//
// In: the kernels' public functions, and X_errors. Out: a verdict, and how many texts of each
// length were accepted. The one idea: the reference's answer depends on the first bytes only
// through the node they lead to, so 256 texts that share all but the last byte are made in one go
// and compared with one row of answers.
//
//     (i)  by call    E0 9F 80 00, E0 9F 80 01, ... E0 9F 80 FF     valid(text, 4), 256 times
//     (ii) in lanes   00 00 00 00 00 00 00 00 | E0 9F 80 00 00 00 00 00 | E0 9F 80 01 00 00 ...
//
// A call with four bytes takes a kernel's path for short texts, so (i) never sees vectors and (ii)
// nothing else: a SIMD kernel has passed only with both.
#include "checks.h"
#include "language.h"
#include "report.h"
#include "work.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 4, CELL = 8 };  // bytes of the longest text, and of a cell in a vector

static uint32_t last_byte[LONGEST + 1][256];  // texts of one byte, at the last place
static int64_t well[LANGUAGE_NODES][256];     // the answers: -1 is well-formed

struct test {
    struct kernel kernel;
    const struct simd *simd;  // not NULL: in lanes
    size_t length;
    bool prefix;  // valid_prefix, too
    bool brief;   // in lanes: not what the first three bytes decide
    atomic_size_t accepted;
    atomic_size_t decided;  // texts that were left out so
};

static void prepare(void)
{
    for (size_t length = 1; length <= LONGEST; length++) {
        for (unsigned b = 0; b < 256; b++) {
            uint8_t text[LONGEST] = {0};
            text[length - 1] = (uint8_t)b;
            memcpy(&last_byte[length][b], text, sizeof text);
        }
    }
    for (size_t node = 0; node < language.count; node++) {
        for (unsigned b = 0; b < 256; b++) {
            well[node][b] = language.next[node][b] == LANGUAGE_START ? -1 : 0;
        }
    }
}

static bool wrong(const struct test *t, const char *function, const uint8_t *text, size_t says)
{
    report_wrong(t->kernel.name, "%s(%s) is %zu", function, report_hex(text, t->length), says);
    return false;
}

// (i) The 256 texts that begin with these bytes, by call.
static bool try_calls(struct test *t, const uint8_t start[LONGEST])
{
    const size_t shared = t->length - 1;
    const uint8_t node = language_walk(start, shared);
    uint32_t texts[256], common;
    size_t accepted = 0;
    memcpy(&common, start, sizeof common);
    for (unsigned b = 0; b < 256; b++) {
        texts[b] = common | last_byte[t->length][b];
    }
    for (unsigned b = 0; b < 256; b++) {
        const bool says = t->kernel.valid(&texts[b], t->length);
        accepted += says;
        if (says != (well[node][b] != 0)) {
            return wrong(t, "valid", (const uint8_t *)&texts[b], says);
        }
    }
    t->accepted += accepted;
    const size_t before = t->prefix ? reference_prefix(start, shared) : 0;
    for (unsigned b = 0; t->prefix && b < 256; b++) {
        const size_t says = t->kernel.valid_prefix(&texts[b], t->length);
        if (says != (well[node][b] != 0 ? t->length : before)) {
            return wrong(t, "valid_prefix", (const uint8_t *)&texts[b], says);
        }
    }
    return true;
}

// Are the lanes of these bytes enough for an error? No byte behind them can take it back.
static bool is_decided(const struct test *t, const uint8_t *start, size_t size)
{
    uint8_t text[SIMD_POSITIONS + SIMD_WIDEST], errors[SIMD_WIDEST], any = 0;
    memset(text, subject.pad, sizeof text);
    memcpy(text + SIMD_POSITIONS, start, size);
    t->simd->errors(text + SIMD_POSITIONS, errors);
    for (size_t i = 0; i < size; i++) {
        any |= errors[i];
    }
    return any != 0;
}

// (ii) The same texts, each in a cell of its own with pads behind it.
static bool try_lanes(struct test *t, const uint8_t start[LONGEST])
{
    enum { BEFORE = SIMD_WIDEST / CELL };
    const uint8_t node = language_walk(start, t->length - 1);
    uint64_t cells[BEFORE + 256], pads, common;
    uint8_t cell[CELL];
    if (t->brief && node == LANGUAGE_DEAD && is_decided(t, start, t->length - 1)) {
        t->decided += 256;
        return true;
    }
    memset(cell, subject.pad, sizeof cell);
    memcpy(&pads, cell, sizeof pads);
    memcpy(cell, start, t->length);
    memcpy(&common, cell, sizeof common);
    cells[BEFORE - 1] = pads;
    for (unsigned b = 0; b < 256; b++) {
        cells[BEFORE + b] = common | last_byte[t->length][b];  // vectors are little-endian here
    }
    const size_t accepted = t->simd->cells(cells + BEFORE, well[node], 256);
    if (accepted != SIZE_MAX) {
        t->accepted += accepted;
        return true;
    }
    for (unsigned b = 0; b < 256; b++) {
        uint8_t errors[SIMD_WIDEST], any = 0;
        for (size_t i = 1; i < SIMD_WIDEST / CELL; i++) {
            cells[BEFORE + i] = pads;
        }
        cells[BEFORE] = common | last_byte[t->length][b];
        t->simd->errors((const uint8_t *)(cells + BEFORE), errors);
        for (size_t i = 0; i < CELL; i++) {
            any |= errors[i];
        }
        if ((any == 0) != (well[node][b] != 0)) {
            return wrong(t, "no error in lanes", (const uint8_t *)(cells + BEFORE), any == 0);
        }
    }
    return wrong(t, "cells", start, 0);
}

// A part is the texts that share all but their last two bytes. High bytes come first: what begins
// with a lead byte is where a kernel is most likely wrong.
static bool try_part(void *context, size_t index)
{
    struct test *t = context;
    uint8_t start[LONGEST] = {0};
    const size_t parts = (size_t)1 << 8 * (t->length > 2 ? t->length - 2 : 0);
    size_t rest = parts - 1 - index;
    for (size_t place = t->length; place-- > 2;) {
        start[place - 2] = (uint8_t)rest;
        rest >>= 8;
    }
    if (t->length == 1) {
        return t->simd != NULL ? try_lanes(t, start) : try_calls(t, start);
    }
    for (unsigned b = 0; b < 256; b++) {
        start[t->length - 2] = (uint8_t)b;
        if (!(t->simd != NULL ? try_lanes(t, start) : try_calls(t, start))) {
            return false;
        }
    }
    return true;
}

// Texts of `length` bytes that are whole characters, from the counts of characters.
static uint64_t well_formed(size_t length)
{
    uint64_t texts = length == 0;
    for (size_t size = 1; size <= length && size <= REFERENCE_LONGEST; size++) {
        texts += reference_counts[size - 1] * well_formed(length - size);
    }
    return texts;
}

// All texts of one length; writes how many were accepted to `counts`, returns whether all is well.
static bool try_length(struct test *t, size_t length)
{
    char label[64];
    t->length = length;
    t->accepted = 0;
    snprintf(label, sizeof label, "%s, %zu bytes, %s", t->kernel.name, length,
             t->simd != NULL ? "in lanes" : "by call");
    if (!work(label, (size_t)1 << 8 * (length > 2 ? length - 2 : 0), try_part, t)) {
        return false;
    }
    if (t->accepted != well_formed(length)) {
        report_wrong(t->kernel.name, "accepts %zu texts of %zu bytes, there are %" PRIu64,
                     (size_t)t->accepted, length, well_formed(length));
        return false;
    }
    return true;
}

static bool try_lengths(struct test *t, size_t from, size_t to)
{
    for (size_t length = from; length <= to; length++) {
        if (!try_length(t, length)) {
            return false;
        }
    }
    return true;
}

static void try_kernel(struct kernel kernel, bool full, bool brief)
{
    const struct simd *simd = subject_simd(kernel.name);
    struct test calls = {.kernel = kernel, .prefix = true};
    struct test lanes = {.kernel = kernel, .simd = simd, .brief = brief};
    char left_out[96] = "";
    bool passed = kernel.valid(NULL, 0) && kernel.valid_prefix(NULL, 0) == 0;
    if (!passed) {
        report_wrong(kernel.name, "is wrong about the empty text");
    }
    passed = passed && try_lengths(&calls, 1, 3) && (simd == NULL || try_lengths(&lanes, 1, 4));
    calls.prefix = full;
    passed = passed && try_lengths(&calls, 4, 4);
    if (simd != NULL && brief) {
        snprintf(left_out, sizeof left_out,
                 ", where %zu texts are decided by their first three bytes", (size_t)lanes.decided);
    }
    report_end(kernel.name, "exhaustive", passed,
               simd == NULL ? "2^32"
               : brief      ? "2^32, lanes brief"
                            : "2^32 both",
               "by call%s%s", simd != NULL ? " and in lanes" : "", left_out);
}

void exhaustive_check(bool full, bool brief)
{
    report_opening(&(struct report_opening){
        .title = "Exhaustive check",
        .establishes =
            "every text of 1, 2, 3 and 4 bytes, 256 + 65,536 + 16,777,216 + 4,294,967,296 of "
            "them, is accepted exactly if it is well-formed: by call, and for SIMD also in "
            "the lanes of vectors; valid_prefix of those up to 3 bytes (--full: 4)",
        .assumes = "nothing but compiler and processor",
        .excludes = "longer texts: proof and sweep",
        .oracle = "reference.c, made finite by language.c",
    });
    prepare();
    printf("  Well-formed texts of 1 to 4 bytes: %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
           well_formed(1), well_formed(2), well_formed(3), well_formed(4));
    struct kernel k;
    for (size_t i = 0; (k = subject_kernel(i)).name != NULL; i++) {
        if (k.supported() && report_begin(k.name, "exhaustive")) {
            try_kernel(k, full, brief);
        }
    }
}
