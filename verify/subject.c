// SPDX-License-Identifier: 0BSD
//
// The emitted code under test: includes ENCODING.c and the generator's claims in ENCODING_model.h,
// and offers both without their prefix. See subject.h.
#include <stdio.h>
#include <string.h>

#define QUOTE_(text) #text
#define QUOTE(text) QUOTE_(text)
#define PASTE_(a, b) a##_##b
#define PASTE(a, b) PASTE_(a, b)
#define P(name) PASTE(MODEL_PREFIX, name)            // utf8_name
#define MACRO(name) PASTE(MODEL_PREFIX_UPPER, name)  // UTF8_NAME
#define OF(isa, name) PASTE(P(isa), name)            // utf8_sse_name
#define CALL_(function, nothing, ...) function(__VA_ARGS__)
#define CALL(function, ...) CALL_(function, __VA_ARGS__)  // drops the comma that opens a list

#include QUOTE(PASTE(ENCODING, model).h)

#include QUOTE(ENCODING.c)

#include "subject.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

#if MODEL_VECTORS && defined __x86_64__
#define ISA sse
#define WIDTH 16
#define TARGET __attribute__((target("sse4.1")))
#include "simd.h"
#define ISA avx2
#define WIDTH 32
#define TARGET __attribute__((target("avx2")))
#include "simd.h"
#define ISA avx512
#define WIDTH 64
#define TARGET __attribute__((target("avx512f,avx512bw,avx512vbmi,bmi2")))
#include "simd.h"
#elif MODEL_VECTORS && defined __aarch64__
#define ISA neon
#define WIDTH 16
#define TARGET
#include "simd.h"
#endif

// clang-format off
#define SIMD(isa, ISA, width)                                                                      \
    { #isa, width, MACRO(ISA##_UNIT), OF(isa, classify_at), OF(isa, combine_rows), OF(isa, alone_at),                 \
      OF(isa, far_rows), OF(isa, errors_at), OF(isa, check_cells) }
// clang-format on

static const struct simd simds[] = {
#if MODEL_VECTORS && defined __x86_64__
    SIMD(sse, SSE, 16),
    SIMD(avx2, AVX2, 32),
    SIMD(avx512, AVX512, 64),
#elif MODEL_VECTORS && defined __aarch64__
    SIMD(neon, NEON, 16),
#endif
    {0},
};

#define ONE(position) +1
#define NUMBER(position) position,
#if MODEL_VECTORS
enum {
    POSITIONS = 0 MODEL_POSITIONS(ONE),
    WINDOW = MODEL_WINDOW,
    PAD = MODEL_PAD,
    WATCH = MODEL_WATCH
};
#define MATTERS(name, ...) static const uint8_t name##_matters[] = __VA_ARGS__;
MODEL_TABLES(MATTERS)
#undef MATTERS
#else
enum { POSITIONS = 0, WINDOW = 0, PAD = 0, WATCH = 0 };
#endif
#ifndef MODEL_REACH
#define MODEL_REACH(X)
#endif
static const uint8_t far_positions[] = {MODEL_REACH(NUMBER) 0};

// clang-format off
#define TABLE(name, matters, thresholds) \
    { #name, P(name), COUNT(P(name)), sizeof *P(name), matters, thresholds }
#define NIBBLES(name, ...) TABLE(name, name##_matters, false),
#define THRESHOLDS(name) TABLE(name, NULL, true),
static const struct table tables[] = {
#if MODEL_VECTORS
    MODEL_TABLES(NIBBLES)
    MODEL_THRESHOLDS(THRESHOLDS)
#endif
    TABLE(dfa_class, NULL, false),
    TABLE(dfa_next, NULL, false),
#if MODEL_SHIFT
    TABLE(shift_table, NULL, false),
#endif
};
// clang-format on

static size_t dfa_next(size_t entry)
{
    return P(dfa_next)[entry];
}

static bool check(const void *text, size_t size, struct subject_error *error)
{
    if (error == NULL) {
        return P(check)(text, size, NULL);
    }
    P(error) e;
    const bool well = P(check)(text, size, &e);
    const char *fault = e.fault == 0 ? "none" : P(fault_name)(e.fault);
    *error = (struct subject_error){e.offset, e.length, fault, e.state};
    return well;
}

struct subject subject = {
    .name = QUOTE(ENCODING),
#ifdef OPEN
    .open = true,
#endif
    .longest = MODEL_LONGEST,
    .window = WINDOW,
    .positions = POSITIONS,
    .pad = PAD,
    .watch = WATCH,
    .far = far_positions,
    .far_count = COUNT(far_positions) - 1,
    .counts = model_counts,
    .simd = simds,
    .simds = COUNT(simds) - 1,
    .tables = tables,
    .table_count = COUNT(tables),
    .dfa_class = P(dfa_class),
    .dfa_next = dfa_next,
    .dfa_size = COUNT(P(dfa_next)),
#if MODEL_SHIFT
    .shift = P(shift_table),
    .shift_start = MACRO(SHIFT_START),
    .shift_dead = MACRO(SHIFT_DEAD),
#endif
    .valid = P(valid),
    .valid_prefix = P(valid_prefix),
    .check = check,
    .expected = P(expected),
    .active = P(active_kernel),
};

// The sets stand in the order of their widths, and a processor that has one has those before it.
void subject_open(void)
{
    while (subject.simds > 0) {
        const struct kernel k = subject_kernel_named(simds[subject.simds - 1].name);
        if (k.name != NULL && k.supported()) {
            break;
        }
        printf("%s: this processor has no %s\n", subject.name, simds[subject.simds - 1].name);
        subject.simds--;
    }
}

struct kernel subject_kernel(size_t index)
{
    if (index >= P(kernel_count)()) {
        return (struct kernel){0};
    }
    const P(kernel) *k = P(kernel_at)(index);
    return (struct kernel){k->name, k->supported, k->valid, k->valid_prefix};
}

struct kernel subject_kernel_named(const char *name)
{
    size_t i = 0;
    while (subject_kernel(i).name != NULL && strcmp(subject_kernel(i).name, name) != 0) {
        i++;
    }
    return subject_kernel(i);
}

const struct simd *subject_simd(const char *kernel)
{
    for (size_t i = 0; i < subject.simds; i++) {
        if (strcmp(simds[i].name, kernel) == 0) {
            return &simds[i];
        }
    }
    return NULL;
}

const struct table *subject_table(const char *name)
{
    for (size_t i = 0; i < subject.table_count; i++) {
        if (strcmp(tables[i].name, name) == 0) {
            return &tables[i];
        }
    }
    return NULL;
}

uint64_t table_entry(const struct table *table, size_t index)
{
    switch (table->bytes) {
    case 1:
        return ((const uint8_t *)table->entries)[index];
    case 2:
        return ((const uint16_t *)table->entries)[index];
    default:
        return ((const uint64_t *)table->entries)[index];
    }
}

void table_set(const struct table *table, size_t index, uint64_t value)
{
    void *entries = (void *)(uintptr_t)table->entries;
    switch (table->bytes) {
    case 1:
        ((uint8_t *)entries)[index] = (uint8_t)value;
        break;
    case 2:
        ((uint16_t *)entries)[index] = (uint16_t)value;
        break;
    default:
        ((uint64_t *)entries)[index] = value;
    }
}
