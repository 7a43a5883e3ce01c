// SPDX-License-Identifier: 0BSD
//
// The block check of kernels that carry bits equals the reference, for texts of every length.
//
// In: the emitted check of 64 bytes of one instruction set. Out: a proof that the first byte that
// this check refuses is the one that makes the reference dead; or a block that shows a mistake.
//
// The idea: the verdict on a block depends on the block, and on a few bits that the previous block
// leaves. So a context is a node of the reference and these bits. The exploration begins at
// language.free, with all bits clear. At each place of a block, it tries each byte after each context,
// so it visits every context that well-formed text reaches. A node must always have the same bits.
//
//     | .. .. 82 A0 82 XX .. .. |      at place 5 of a block, after a lead byte: XX is each byte
//
// The bytes before that place lead from some context to the needed one. They are random, or mostly
// equal, so that carries of additions are long. Two things must not matter, and are random: the
// bytes after the place, and the previous block's bits for all its bytes except the last.
#include "checks.h"
#include "../reference/language.h"
#include "../shared/report.h"
#include "../shared/strings.h"

#include <string.h>

enum { BLOCK = 64, MOST_BITS = 4, CONTEXTS = 64, PATHS = 6 };

// The nodes with their bits, in the order in which they were found; the first is language.free.
struct exploration {
    const struct carrying *simd;
    size_t count;
    uint16_t node[CONTEXTS];
    uint8_t bits[CONTEXTS];
    bool reaches[BLOCK][CONTEXTS];  // [n][context]: n bytes lead there from some context
    uint8_t text[BLOCK];            // the block that is tried
    uint64_t random;
    size_t blocks;  // tried so far
};

static size_t context_of(const struct exploration *x, uint16_t node)
{
    size_t i = 0;
    while (i < x->count && x->node[i] != node) {
        i++;
    }
    return i;
}

// Sets reaches[n] for all n.
static void find_paths(struct exploration *x)
{
    memset(x->reaches, 0, sizeof x->reaches);
    for (size_t i = 0; i < x->count; i++) {
        x->reaches[0][i] = true;
    }
    for (size_t n = 0; n + 1 < BLOCK; n++) {
        for (size_t i = 0; i < x->count; i++) {
            for (unsigned b = 0; x->reaches[n][i] && b < 256; b++) {
                const size_t to = context_of(x, language.next[x->node[i]][b]);
                if (to < x->count) {
                    x->reaches[n + 1][to] = true;
                }
            }
        }
    }
}

// Writes n bytes that lead to a context; if `repeat`, mostly equal ones. Returns the first context.
static size_t write_path(struct exploration *x, size_t n, size_t to, bool repeat)
{
    uint8_t last = random_byte(&x->random);
    while (n > 0) {
        // Some context and byte lead to `to`, so the search ends.
        size_t from = random_byte(&x->random) % x->count;
        unsigned tried = 0;
        uint8_t b = repeat ? last : random_byte(&x->random);
        while (!x->reaches[n - 1][from] || language.next[x->node[from]][b] != x->node[to]) {
            if (++tried % 256 == 0) {
                from = (from + 1) % x->count;
            }
            b++;
        }
        x->text[--n] = last = b;
        to = from;
    }
    return to;
}

// Sets the bits that the previous block leaves. Those after its last byte are the bits of the context;
// the others must not matter, and are random.
static void set_bits(struct exploration *x, size_t context, uint64_t *after)
{
    for (size_t k = 0; k < x->simd->bits; k++) {
        for (size_t i = 0; i < sizeof *after; i++) {
            after[k] = after[k] << 8 | random_byte(&x->random);
        }
        after[k] = after[k] >> 1 | (uint64_t)(x->bits[context] >> k & 1) << 63;
    }
}

// Tries the byte at a place of the block, after a context. Adds the context to which the byte leads, if
// it is new. Returns the mistake, or NULL.
static const char *try_byte(struct exploration *x, size_t context, size_t place, uint64_t *after)
{
    const uint16_t to = language.next[x->node[context]][x->text[place]];
    const uint64_t errors = x->simd->block(x->text, after);
    const size_t known = context_of(x, to);
    uint8_t bits = 0;
    for (size_t k = 0; k < x->simd->bits; k++) {
        bits |= (uint8_t)((after[k] >> place & 1) << k);
    }
    if ((errors & (((uint64_t)1 << place) - 1)) != 0) {
        return "refuses a byte before the last one of";
    }
    if ((errors >> place & 1) != (to == LANGUAGE_DEAD)) {
        return to == LANGUAGE_DEAD ? "accepts" : "refuses";
    }
    if (to == LANGUAGE_DEAD) {
        return NULL;
    }
    if (known == x->count && x->count < CONTEXTS) {
        x->node[x->count] = to;
        x->bits[x->count++] = bits;
    }
    if (known == CONTEXTS || x->bits[known] != bits) {
        return "leaves different bits for the same node, after";
    }
    return (bits == 0) == (to == language.free) ? NULL
                                                : "leaves wrong bits about where a character may "
                                                  "begin, after";
}

// Tries each byte after a context at each place that some path to the context reaches. Returns NULL;
// or the mistake, and sets *size to the size of the block up to that byte.
static const char *try_context(struct exploration *x, size_t context, size_t *size)
{
    uint64_t after[MOST_BITS] = {0};
    for (size_t n = 0; n < (size_t)BLOCK * PATHS; n++) {
        const size_t place = n % BLOCK;
        for (unsigned b = 0; x->reaches[place][context] && b < 256; b++, x->blocks++) {
            for (size_t i = 0; i < BLOCK; i++) {
                x->text[i] = random_byte(&x->random);
            }
            set_bits(x, write_path(x, place, context, n / BLOCK % 2 == 1), after);
            x->text[place] = (uint8_t)b;
            const char *wrong = try_byte(x, context, place, after);
            if (wrong != NULL) {
                *size = place + 1;
                return wrong;
            }
        }
    }
    return NULL;
}

static void check_carrying(const struct carrying *simd)
{
    struct exploration x = {.simd = simd, .count = 1, .node = {language.free}, .random = 1};
    size_t size = 0, known = 0;
    const char *wrong = simd->bits > MOST_BITS ? "carries too many bits for" : NULL;
    // New contexts may open new paths to any context.
    while (wrong == NULL && known < x.count) {
        known = x.count;
        find_paths(&x);
        for (size_t i = 0; wrong == NULL && i < known; i++) {
            wrong = try_context(&x, i, &size);
        }
    }
    if (wrong != NULL) {
        report_wrong(simd->name, "%s %s", wrong, report_hex(x.text, size));
    }
    report_end(simd->name, "proved", wrong == NULL ? "blocks" : NULL,
               "%zu contexts; %zu blocks of 64 bytes compared", x.count, x.blocks);
}

void carries_check(void)
{
    report_opening(&(struct report_opening){
        .title = "Proof",
        .establishes =
            "at each place of a block, each byte after each state of the reference is refused "
            "exactly if it is ill-formed there, and otherwise leaves the bits of the next state; "
            "so blocks check texts of any length",
        .assumes =
            "a bit of a block depends on the state before its byte and on this byte alone. "
            "This is tested with random paths to the state, with paths that repeat a byte, and "
            "with random bytes after the byte",
        .excludes = "loads, the text after the last block, and dispatch, which sweep checks",
        .oracle = "reference.c, made finite by language.c",
    });
    for (size_t i = 0; subject.carrying[i] != NULL; i++) {
        const struct kernel k = subject_kernel_named(subject.carrying[i]->name);
        if (k.name != NULL && k.supported() && report_begin(k.name, "proved")) {
            check_carrying(subject.carrying[i]);
        }
    }
}
