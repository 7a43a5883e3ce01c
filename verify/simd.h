// SPDX-License-Identifier: 0BSD
//
// The block check of one instruction set, as functions without vector types.
//
// In: ISA, ISA_UPPER, WIDTH, TARGET, BY_CLASSES and HAS_UNITS. isas.h defines these macros and
// includes this file for each set. Kernels by classes (BY_CLASSES is 1) that look up pairs pass a carry
// to the next vector; kernels by nibbles load whole windows. For a scalable set, WIDTH is the greatest
// width. The vector type of such a set has no size unless words are plain C, so isas.h also defines
// STORE(to, v).
// Out: a struct simd; HAS_CLASSES or HAS_NIBBLES becomes 1. If ENTRY is defined, the file only emits
// a pointer to the struct that an earlier inclusion has defined.

#ifdef ENTRY
&OF(ISA, simd),
#else

#if BY_CLASSES
#undef HAS_CLASSES
#define HAS_CLASSES 1
#else
#undef HAS_NIBBLES
#define HAS_NIBBLES 1
#endif

#ifdef STORE
#define LANES_(prefix) prefix##_WIDTH
#define LANES_OF(prefix) LANES_(prefix)
#define LANES LANES_OF(MACRO(ISA_UPPER))  // UTF8_SVE_WIDTH
#else
#define LANES WIDTH
#define STORE(to, v) memcpy(to, &(v), WIDTH)
#endif

#define VECTOR OF(ISA, vec)
#define LOAD(p) OF(ISA, load)(p)
#if BY_CLASSES
#define PLAN(name) MODEL_CLASSES_##name
#else
#define PLAN(name) MODEL_NIBBLES_##name
#endif
#if BY_CLASSES && PLAN(HAS_PAIRS)
#define CARRY_BEFORE(p) OF(ISA, carry) carry = OF(ISA, carry_of)(LOAD((p)-WIDTH))
#define ERRORS(p) OF(ISA, errors)(LOAD(p), LOAD((p)-1), &carry)
#else
#define CARRY_BEFORE(p)
#define ERRORS(p) OF(ISA, errors)(p)
#endif
// The bits that report no error, but that X_errors may set. Kernels by nibbles, and kernels with
// filtered rules, clear them all.
#define STILL_SILENT (BY_CLASSES && !PLAN(HAS_FILTERED) ? PLAN(SILENT) : 0)

// Stores errors without the bits of `silent`.
TARGET static void OF(ISA, store)(VECTOR e, uint8_t silent, uint8_t *errors)
{
    STORE(errors, e);
    for (size_t lane = 0; lane < LANES; lane++) {
        errors[lane] &= (uint8_t)~silent;
    }
}

TARGET static void OF(ISA, classify_at)(size_t position, const uint8_t *bytes, uint8_t *values)
{
    const VECTOR b = LOAD(bytes);
#if BY_CLASSES && PLAN(HAS_PAIRS)
    const VECTOR c = position % 2 == 0 ? OF(ISA, classify_0)(b) : OF(ISA, classify_1)(b);
#else
    VECTOR c = b;
    switch (position) {
#define CASE(j)                                                                                    \
    case j:                                                                                        \
        c = OF(ISA, classify_##j)(b);                                                              \
        break;
        PLAN(POSITIONS)(CASE)
#undef CASE
    }
#endif
    STORE(values, c);
}

// Combines classified bytes. Kernels by classes look up pairs of these bytes: the bits of the pair
// that is 2 * n bytes earlier are shifted left by n.
TARGET static void OF(ISA, combine_rows)(uint8_t (*values)[SIMD_WIDEST], uint8_t *errors)
{
#define ROW(j) , LOAD(values[j])
#if !PLAN(HAS_PAIRS)
    (void)values;
    memset(errors, 0, LANES);
#elif BY_CLASSES
    uint8_t sum[WIDTH] = {0}, pairs[WIDTH];
    for (size_t n = PLAN(CHAIN) + 1; n-- > 0;) {
        const VECTOR p = OF(ISA, pair)(LOAD(values[2 * n]), LOAD(values[2 * n + 1]));
        memcpy(pairs, &p, WIDTH);
        for (size_t lane = 0; lane < WIDTH; lane++) {
            sum[lane] = (uint8_t)(sum[lane] << 1 ^ pairs[lane]);
        }
    }
    OF(ISA, store)(LOAD(sum), PLAN(SILENT), errors);
#else
    OF(ISA, store)(CALL(OF(ISA, combine), PLAN(POSITIONS)(ROW)), PLAN(SILENT), errors);
#endif
#undef ROW
}

TARGET static void OF(ISA, forbidden_at)(const uint8_t *bytes, uint8_t *errors)
{
#if PLAN(HAS_FORBIDDEN)
    OF(ISA, store)(OF(ISA, forbidden)(LOAD(bytes)), BY_CLASSES ? PLAN(SILENT) : 0, errors);
#else
    (void)bytes;
    memset(errors, 0, LANES);
#endif
}

// IN_LANES makes a vector from the errors of filtered rules. If BROKEN_BITS is 0, these errors are
// a test, whose true lanes become FF. Otherwise, they are a vector, and only BROKEN_BITS are kept.
#if PLAN(BROKEN_BITS)
#define IN_LANES(broken) OF(ISA, and)(broken, OF(ISA, splat)(PLAN(BROKEN_BITS)))
#else
#define IN_LANES(broken) OF(ISA, marked)(broken)
#endif

TARGET static void OF(ISA, deep_rows)(uint8_t (*rows)[SIMD_WIDEST], uint8_t *errors)
{
    memset(errors, 0, LANES);
    (void)rows;
#define ROW(j) , LOAD(rows[j])
#if PLAN(HAS_DEEP)
    OF(ISA, store)(CALL(OF(ISA, deep), PLAN(DEEP)(ROW)), PLAN(SILENT), errors);
#endif
#if PLAN(HAS_FILTERED)
#define GATE(j)                                                                                    \
    , OF(ISA, pair)(OF(ISA, classify_0)(LOAD(rows[j])), OF(ISA, classify_1)(LOAD(rows[j + 1])))
    uint8_t filtered[WIDTH];
#if BY_CLASSES
    const VECTOR f = IN_LANES(CALL(OF(ISA, broken), PLAN(FILTERED)(ROW) PLAN(GATES)(GATE)));
#else
    const VECTOR f = CALL(OF(ISA, filtered), PLAN(FILTERED)(ROW));
#endif
    OF(ISA, store)(f, STILL_SILENT, filtered);
    for (size_t lane = 0; lane < LANES; lane++) {
        errors[lane] |= filtered[lane];
    }
#undef GATE
#endif
#undef ROW
}

TARGET static void OF(ISA, errors_at)(const uint8_t *p, uint8_t *errors)
{
    CARRY_BEFORE(p);
    OF(ISA, store)(ERRORS(p), STILL_SILENT, errors);
}

#if PLAN(HAS_LOOK)
TARGET static bool OF(ISA, look_part_at)(size_t round, size_t position, const uint8_t *bytes,
                                         uint8_t *values)
{
    VECTOR c = OF(ISA, splat)(0xFF);
    bool is_there = false;
#define PART(n, j, name)                                                                           \
    if (round == (n) && position == (j)) {                                                         \
        c = OF(ISA, name)(LOAD(bytes));                                                            \
    }                                                                                              \
    is_there |= round == (n);
    PLAN(ROUNDS)
    (PART)
#undef PART
        STORE(values, c);
    return is_there;
}

TARGET static VECTOR OF(ISA, look_of)(const uint8_t *p)
{
#if BY_CLASSES
    CARRY_BEFORE(p);
    return OF(ISA, look)(LOAD(p), LOAD(p - 1), &carry);
#else
#define LOOKED(j) , LOAD(p - (j))
    return CALL(OF(ISA, look), PLAN(LOOK)(LOOKED));
#undef LOOKED
#endif
}

TARGET static void OF(ISA, look_at)(const uint8_t *p, uint8_t *bits)
{
    const VECTOR l = OF(ISA, look_of)(p);
    STORE(bits, l);
}
#endif

#if PLAN(HAS_BY_PAIRS)
// Finds the errors of windows as X_recheck does: deep rules read bits that were looked up for pairs
// of bytes. If HAS_MOVED, the previous vector passes some of these bits on.
#if PLAN(HAS_MOVED)
#define RECHECK_BEFORE(p) VECTOR left = OF(ISA, left_before)(p)
#define BROKEN(p) OF(ISA, broken_at)(p, left)
#define RECHECK_NEXT(p) left = OF(ISA, left_at)(p)
#else
#define BROKEN(p) OF(ISA, broken_at)(p)
#endif
#define RECHECKED(p)                                                                               \
    OF(ISA, or)                                                                                    \
    (OF(ISA, and)(OF(ISA, flags)(p), OF(ISA, splat)(0xFF ^ PLAN(FILTER))), IN_LANES(BROKEN(p)))
#else
#define RECHECK_BEFORE(p) CARRY_BEFORE(p)
#define RECHECKED(p) ERRORS(p)
#endif
#ifndef RECHECK_BEFORE
#define RECHECK_BEFORE(p)
#endif
#ifndef RECHECK_NEXT
#define RECHECK_NEXT(p)
#endif

#if PLAN(HAS_BY_PAIRS)
TARGET static void OF(ISA, rechecked_at)(const uint8_t *p, uint8_t *errors)
{
    RECHECK_BEFORE(p);
    const VECTOR e = RECHECKED(p);
    STORE(errors, e);
}
#endif

// The arrays that the struct simd of this set points to.
static const uint8_t OF(ISA, deep_positions)[] = {PLAN(REACH)(NUMBER) 0};
enum { OF(ISA, positions) = 0 PLAN(POSITIONS)(ONE) };
#define ASK(rule, position, kind, at, added) {rule, position, ASK_##kind, at, added},
static const struct ask OF(ISA, asks)[] = {PLAN(ASKS)(ASK){0, 0, ASK_equal, 0, 0}};
#undef ASK

#if PLAN(HAS_TWO_BYTE)
TARGET static bool OF(ISA, two_byte_block_at)(const uint8_t *p)
{
    return OF(ISA, two_byte_block)(p);
}

TARGET static void OF(ISA, two_byte_errors_at)(const uint8_t *p, uint8_t *errors)
{
    const VECTOR e = OF(ISA, two_byte_errors)(p);
    STORE(errors, e);
#if PLAN(HAS_LOOK)
    const VECTOR l = OF(ISA, two_byte_look)(p);
    uint8_t bits[WIDTH];
    STORE(bits, l);
    for (size_t lane = 0; lane < LANES; lane++) {
        errors[lane] |= bits[lane] != 0 ? 0x80 : 0;
    }
#endif
}
#endif

#ifdef __clang__
#define SWAP(words) __builtin_shufflevector(words, words, SWAPPED)
#else
#define SWAP(words) __builtin_shuffle(words, (lanes){SWAPPED})
#endif
#if WIDTH == 16
#define SWAPPED 1, 0
#elif WIDTH == 32
#define SWAPPED 1, 0, 3, 2
#else
#define SWAPPED 1, 0, 3, 2, 5, 4, 7, 6
#endif

TARGET static size_t OF(ISA, check_cells)(const uint64_t *cells, size_t words, const int64_t *well,
                                          size_t count)
{
    typedef int64_t lanes __attribute__((vector_size(WIDTH)));
    lanes wrong = {0}, found = {0}, wanted;
    // The bits of each byte that report errors.
    const lanes errors = (lanes){0} + (int64_t)(0x0101010101010101U * (0xFF ^ STILL_SILENT));
    RECHECK_BEFORE((const uint8_t *)cells);
    for (size_t i = 0; i < count * words; i += WIDTH / sizeof *cells) {
        uint8_t stored[WIDTH];
        for (size_t lane = 0; lane < WIDTH; lane += LANES) {
            const uint8_t *at = (const uint8_t *)(cells + i) + lane;
            const VECTOR e = RECHECKED(at);
            STORE(stored + lane, e);
            RECHECK_NEXT(at);
        }
        lanes clean;
        memcpy(&clean, stored, WIDTH);
        clean = (clean & errors) == 0;
        if (words == 2) {
            clean &= SWAP(clean);
        }
        memcpy(&wanted, well + i, WIDTH);
#if PLAN(HAS_LOOK)
        for (size_t lane = 0; lane < WIDTH; lane += LANES) {
            const VECTOR l = OF(ISA, look_of)((const uint8_t *)(cells + i) + lane);
            STORE(stored + lane, l);
        }
        lanes unseen;
        memcpy(&unseen, stored, WIDTH);
        unseen = unseen == 0;
        if (words == 2) {
            unseen &= SWAP(unseen);
        }
        clean &= unseen | wanted;
#endif
        wrong |= clean ^ wanted;
        found -= clean;
    }
    size_t total = 0;
    for (size_t i = 0; i < WIDTH / sizeof *cells; i++) {
        if (wrong[i] != 0) {
            return SIZE_MAX;
        }
        total += (size_t)found[i];
    }
    return total / words;
}

#undef SWAPPED
#undef SWAP

TARGET static size_t OF(ISA, width_now)(void)
{
    return LANES;
}

TARGET static size_t OF(ISA, block_now)(void)
{
    return PASTE(MACRO(ISA_UPPER), BLOCK);
}

static struct simd OF(ISA, simd) = {
    .name = QUOTE(ISA),
    .width_now = OF(ISA, width_now),
    .block_now = OF(ISA, block_now),
    .by_classes = BY_CLASSES,
    .positions = OF(ISA, positions),
    .window = (int)OF(ISA, positions) > (int)MODEL_WINDOW ? (int)OF(ISA, positions)
                                                          : (int)MODEL_WINDOW,
    .chain = PLAN(CHAIN),
    .filter = PLAN(FILTER),
    .deep_positions = OF(ISA, deep_positions),
    .deep_count = COUNT(OF(ISA, deep_positions)) - 1,
    .asks = OF(ISA, asks),
    .ask_count = COUNT(OF(ISA, asks)) - 1,
    .values = BY_CLASSES ? "class_deep_values" : "deep_values",
    .classify = OF(ISA, classify_at),
    .combine = OF(ISA, combine_rows),
    .forbidden = OF(ISA, forbidden_at),
    .deep = OF(ISA, deep_rows),
    .errors = OF(ISA, errors_at),
#if PLAN(HAS_BY_PAIRS)
    .rechecked = OF(ISA, rechecked_at),
#endif
#if PLAN(HAS_LOOK)
    .look_part = OF(ISA, look_part_at),
    .look = OF(ISA, look_at),
    .boundary = P(boundary),
#endif
#if PLAN(HAS_TWO_BYTE)
    .two_byte_block = OF(ISA, two_byte_block_at),
    .two_byte_errors = OF(ISA, two_byte_errors_at),
#endif
#if MODEL_LEAVES_END || MODEL_EDGES
    .may_end = P(may_end),
#endif
    .cells = OF(ISA, check_cells),
#if MODEL_UTF16_BY_VECTORS && HAS_UNITS
    .utf16 = OF(ISA, utf16),
#endif
};

#undef LANES
#undef LANES_OF
#undef LANES_
#undef STORE
#undef VECTOR
#undef LOAD
#undef PLAN
#undef CARRY_BEFORE
#undef ERRORS
#undef RECHECK_BEFORE
#undef RECHECK_NEXT
#undef RECHECKED
#undef IN_LANES
#undef BROKEN
#undef STILL_SILENT
#endif

#undef BY_CLASSES
#undef HAS_UNITS
#undef ISA
#undef ISA_UPPER
#undef WIDTH
#undef TARGET
