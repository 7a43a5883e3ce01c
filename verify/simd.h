// SPDX-License-Identifier: 0BSD
//
// The block check of one instruction set behind plain functions; subject.c includes this once for
// each, with ISA, WIDTH and TARGET (the attribute that its vectors need) defined.

#define VECTOR OF(ISA, vec)
#define LOAD(p) OF(ISA, load)(p)

TARGET static void OF(ISA, classify_at)(size_t position, const uint8_t *bytes, uint8_t *values)
{
    const VECTOR b = LOAD(bytes);
    VECTOR c = b;
    switch (position) {
#define CASE(j)                                                                                    \
    case j:                                                                                        \
        c = OF(ISA, classify_##j)(b);                                                              \
        break;
        MODEL_POSITIONS(CASE)
#undef CASE
    }
    memcpy(values, &c, WIDTH);
}

TARGET static void OF(ISA, combine_rows)(uint8_t (*values)[SIMD_WIDEST], uint8_t *errors)
{
#define ROW(j) , LOAD(values[j])
    VECTOR e = CALL(OF(ISA, combine), MODEL_POSITIONS(ROW));
#undef ROW
    e = OF(ISA, and)(e, OF(ISA, splat)(0xFF ^ MODEL_WATCH));
    memcpy(errors, &e, WIDTH);
}

TARGET static void OF(ISA, alone_at)(const uint8_t *bytes, uint8_t *errors)
{
#ifdef MODEL_ALONE
    const VECTOR e = OF(ISA, alone)(LOAD(bytes));
    memcpy(errors, &e, WIDTH);
#else
    (void)bytes;
    memset(errors, 0, WIDTH);
#endif
}

TARGET static void OF(ISA, far_rows)(uint8_t (*rows)[SIMD_WIDEST], uint8_t *errors)
{
    VECTOR e = OF(ISA, splat)(0);
    (void)rows;
#define ROW(j) , LOAD(rows[j])
#ifdef MODEL_FAR
    e = OF(ISA, and)(CALL(OF(ISA, far), MODEL_FAR(ROW)), OF(ISA, splat)(0xFF ^ MODEL_WATCH));
#endif
#ifdef MODEL_WATCHED
    e = OF(ISA, or)(e, CALL(OF(ISA, watched), MODEL_WATCHED(ROW)));
#endif
#undef ROW
    memcpy(errors, &e, WIDTH);
}

TARGET static void OF(ISA, errors_at)(const uint8_t *p, uint8_t *errors)
{
    const VECTOR e = OF(ISA, errors)(p);
    memcpy(errors, &e, WIDTH);
}

// Cells of one word.
TARGET static size_t OF(ISA, check_words)(const uint64_t *cells, const int64_t *well, size_t count)
{
    typedef int64_t lanes __attribute__((vector_size(WIDTH)));
    lanes wrong = {0}, found = {0}, says;
    for (size_t i = 0; i < count; i += WIDTH / sizeof *cells) {
        const lanes clean = (lanes)OF(ISA, errors)((const uint8_t *)(cells + i)) == 0;
        memcpy(&says, well + i, WIDTH);
        wrong |= clean ^ says;
        found -= clean;
    }
    size_t total = 0;
    for (size_t i = 0; i < WIDTH / sizeof *cells; i++) {
        if (wrong[i] != 0) {
            return SIZE_MAX;
        }
        total += (size_t)found[i];
    }
    return total;
}

// Cells of two words.
TARGET static size_t OF(ISA, check_pairs)(const uint64_t *cells, const int64_t *well, size_t count)
{
    enum { CELLS = WIDTH / sizeof *cells / 2 };
    uint64_t errors[2 * CELLS];
    int64_t wrong = 0;
    size_t total = 0;
    for (size_t i = 0; i < count; i += CELLS) {
        const VECTOR e = OF(ISA, errors)((const uint8_t *)(cells + 2 * i));
        memcpy(errors, &e, WIDTH);
        for (size_t k = 0; k < CELLS; k++) {
            const int64_t clean = -(int64_t)((errors[2 * k] | errors[2 * k + 1]) == 0);
            wrong |= clean ^ well[i + k];
            total -= (size_t)clean;
        }
    }
    return wrong != 0 ? SIZE_MAX : total;
}

TARGET static size_t OF(ISA, check_cells)(const uint64_t *cells, size_t words, const int64_t *well,
                                          size_t count)
{
    return words == 1 ? OF(ISA, check_words)(cells, well, count)
                      : OF(ISA, check_pairs)(cells, well, count);
}

#undef VECTOR
#undef LOAD
#undef ISA
#undef WIDTH
#undef TARGET
