// SPDX-License-Identifier: 0BSD
//
// Tests the headers' statements about columns (valid_rows) and positions of characters (seek), with UTF-8, CESU-8 (surrogates begin with a
// byte that begins other characters, too), WTF-8 (no low surrogate may follow a high one) and XML.
//
// Needs: build/rows_test build/rows_test_sanitized
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "cesu8.h"
#include "utf8.h"
#include "wtf8.h"
#include "xml10.h"

enum { ROWS = 6000, LONGEST_ROW = 40, MOST = 1 << 17 };

static const struct encoding {
    const char *name;
    bool (*valid)(const void *text, size_t size);
    size_t (*count)(const void *text, size_t size);
    size_t (*seek)(const void *text, size_t size, size_t n);
    size_t (*rows)(const void *data, const int32_t *offsets, size_t rows);
    size_t (*rows_64)(const void *data, const int64_t *offsets, size_t rows);
    size_t (*kernels)(void);
    const char *(*kernel)(size_t k);  // NULL if this processor does not support it
    bool (*limit)(const char *name);
} * now;

#define ENCODING(p)                                                                                \
    {                                                                                              \
#p, p##_valid, p##_count, p##_seek, p##_valid_rows, p##_valid_rows64, p##_kernel_count,    \
            p##_name_of, p##_limit_kernels                                                         \
    }
#define NAME_OF(p)                                                                                 \
    static const char *p##_name_of(size_t k)                                                       \
    {                                                                                              \
        return p##_kernel_at(k)->supported() ? p##_kernel_at(k)->name : NULL;                      \
    }
NAME_OF(utf8)
NAME_OF(cesu8)
NAME_OF(wtf8)
NAME_OF(xml10)
static const struct encoding encodings[] = {ENCODING(utf8), ENCODING(cesu8), ENCODING(wtf8),
                                            ENCODING(xml10)};
enum { ENCODINGS = sizeof encodings / sizeof *encodings };

static uint32_t state;

static size_t below(size_t bound)
{
    state = (state & 0x7FFFFFFF) * 1103515245u + 12345u;
    return (state >> 8 & 0x3FFFFF) % bound;
}

static int64_t wide[ROWS + 1];
static int32_t narrow[ROWS + 1];
static uint8_t text[MOST];

/* Asserts the result of valid_rows and valid_rows64 for the column whose offsets are in `wide`. */
static void assert_rows(const void *data, size_t rows, size_t expected)
{
    for (size_t i = 0; i <= rows; i++) {
        narrow[i] = (int32_t)wide[i];
    }
    assert_int_equal(now->rows(data, narrow, rows), expected);
    assert_int_equal(now->rows_64(data, wide, rows), expected);
}

#define ASSERT_ROWS(p, data, expected, ...)                                                        \
    do {                                                                                           \
        static const int32_t offsets[] = {__VA_ARGS__};                                            \
        static const int64_t offsets_64[] = {__VA_ARGS__};                                         \
        const size_t rows = sizeof offsets / sizeof *offsets - 1;                                  \
        assert_int_equal(p##_valid_rows(data, offsets, rows), expected);                           \
        assert_int_equal(p##_valid_rows64(data, offsets_64, rows), expected);                      \
    } while (0)

static void short_columns(void **unused)
{
    (void)unused;
    /* No row, no data, empty rows. */
    assert_int_equal(utf8_valid_rows(NULL, NULL, 0), 0);
    assert_int_equal(utf8_valid_rows64(NULL, NULL, 0), 0);
    ASSERT_ROWS(utf8, NULL, 0, 0);
    ASSERT_ROWS(utf8, NULL, 3, 0, 0, 0, 0);
    ASSERT_ROWS(utf8, "", 2, 0, 0, 0);
    ASSERT_ROWS(utf8, "abc", 4, 0, 0, 1, 3, 3);
    /* If a character begins in one row and ends in the next, neither row is well-formed. */
    ASSERT_ROWS(utf8, "a\xC3\xA9z", 2, 0, 3, 4);
    ASSERT_ROWS(utf8, "a\xC3\xA9z", 0, 0, 2, 4);
    ASSERT_ROWS(utf8, "a\xC3\xA9z", 1, 0, 1, 2, 3, 4);
    ASSERT_ROWS(utf8, "a\xC3\xA9z", 2, 0, 1, 1, 2, 2, 4);
    ASSERT_ROWS(utf8, "ab\xFF", 2, 0, 1, 2, 3);
    /* The first offset need not be 0: the bytes before it are not read. */
    ASSERT_ROWS(utf8, "\xFF\xFFok\xC3\xA9", 2, 2, 4, 6);
    ASSERT_ROWS(utf8, "\xC3\xA9", 0, 1, 2);
    ASSERT_ROWS(utf8, "abc\xFF", 1, 2, 3);
    /* In CESU-8, both surrogates of a pair must be in one row. ED also begins U+D000 to U+D7FF. */
    ASSERT_ROWS(cesu8, "\xED\xA0\xBD\xED\xB8\x80", 1, 0, 6);
    ASSERT_ROWS(cesu8, "\xED\xA0\xBD\xED\xB8\x80", 0, 0, 3, 6);
    ASSERT_ROWS(cesu8, "x\xED\x80\x80\xED\x80\x80", 3, 0, 1, 4, 7);
    /* WTF-8 forbids this pair in one row, but not in two rows. */
    ASSERT_ROWS(wtf8, "\xED\xA0\xBD\xED\xB8\x80", 0, 0, 6);
    ASSERT_ROWS(wtf8, "\xED\xA0\xBD\xED\xB8\x80", 2, 0, 3, 6);
    ASSERT_ROWS(wtf8, "a\xED\xA0\xBD\xED\xB8\x80\xFF", 3, 0, 1, 4, 7, 8);
    ASSERT_ROWS(xml10, "a\nb\x01", 1, 0, 3, 4);
}

/* Offsets of 64 bits, which exceed INT32_MAX or UINT32_MAX from the first row on or from a later one. */
static void offsets_beyond_32_bits(void **unused)
{
    enum { ROW = 21, ROOM = 1 << 20 };
    static const int64_t begins[] = {INT32_MAX - 5000LL, UINT32_MAX - 5000LL, 1LL << 32, 1LL << 40};
    (void)unused;
    uint8_t *data = malloc(ROOM); /* large, so that its address is large, too */
    assert_non_null(data);
    for (size_t i = 0; i < ROWS * ROW; i++) {
        data[i] = i % ROW == ROW - 1 ? 'a' : i % ROW % 2 == 0 ? 0xC3 : 0xA9;
    }
    for (size_t turn = 0; turn < 4 * ENCODINGS; turn++) {
        const int64_t begin = begins[turn % 4];
        now = &encodings[turn / 4];
        if ((uintptr_t)data < (uint64_t)begin) {
            continue;
        }
        const uint8_t *column = (const uint8_t *)((uintptr_t)data - (uintptr_t)begin);
        for (size_t i = 0; i <= ROWS; i++) {
            wide[i] = begin + (int64_t)(i * ROW);
        }
        assert_int_equal(now->rows_64(column, wide, ROWS), ROWS);
        for (size_t row = 0; row < ROWS; row += 599) {
            data[row * ROW] = 0xFF;
            assert_int_equal(now->rows_64(column, wide, ROWS), row);
            data[row * ROW] = 0xC3;
            wide[row + 1]--;
            assert_int_equal(now->rows_64(column, wide, ROWS), ROWS);
            wide[row + 1]--;
            assert_int_equal(now->rows_64(column, wide, ROWS), row);
            wide[row + 1] += 2;
        }
    }
    free(data);
}

/* Offsets that decrease or are out of range are an error of the caller. The result is then unspecified, at most `rows`. */
static void wrong_offsets(void **unused)
{
    (void)unused;
    enum { SIZE = 3000, COUNT = 300 };
    uint8_t *data = malloc(SIZE);
    assert_non_null(data);
    for (size_t turn = 0; turn < 200; turn++) {
        state = (uint32_t)turn;
        now = &encodings[turn % ENCODINGS];
        memset(data, 'a', SIZE);
        for (size_t i = 0; turn % 3 > 0 && i + 2 <= SIZE; i += 2 + below(40)) {
            memcpy(data + i, "\xC3\xA9", 2);
        }
        for (size_t i = 0; i <= COUNT; i++) {
            wide[i] = (int64_t)(i * SIZE / COUNT);
        }
        for (size_t i = below(5); i < 5; i++) {
            static const int64_t values[] = {-1,        INT64_MIN, INT64_MAX, INT32_MAX,
                                             1LL << 32, 2999,      3000,      0};
            wide[1 + below(COUNT - 1)] = values[below(8)];
        }
        for (size_t i = 0; i <= COUNT; i++) {
            narrow[i] = (int32_t)(wide[i] < INT32_MIN   ? INT32_MIN
                                  : wide[i] > INT32_MAX ? INT32_MAX
                                                        : wide[i]);
        }
        assert_true(now->rows(data, narrow, COUNT) <= COUNT);
        assert_true(now->rows_64(data, wide, COUNT) <= COUNT);
    }
    ASSERT_ROWS(utf8, data, 0, -5, 3);
    ASSERT_ROWS(utf8, data, 0, 3, 2);
    free(data);
}

/* Characters, pairs and surrogates, some of which are ill-formed in some of the encodings; and ill-formed bytes. */
static const char *const parts[] = {"a",
                                    "text ",
                                    "\xC3\xA9",
                                    "\xE2\x82\xAC",
                                    "\xED\x80\x81",
                                    "\xED\xA0\xBD\xED\xB8\x80",
                                    "\xED\xB8\x80",
                                    "\xED\xA0\xBD",
                                    "\xF0\x9F\x98\x80"};
static const char *const wrong[] = {"\x80", "\xC3", "\xE2\x82", "\xFF", "\xED\xA0", "\xF0\x9F\x98"};

/* Fills `text` with rows from `begin` on; from row `first_wrong` on, some are ill-formed. Returns the end. */
static size_t fill(size_t begin, size_t rows, size_t longest, size_t first_wrong)
{
    size_t at = begin;
    const size_t kinds = below(2) == 0 ? 2 : sizeof parts / sizeof *parts;
    wide[0] = (int64_t)at;
    for (size_t i = 0; i < rows; i++) {
        for (size_t count = below(longest + 1); count > 0; count--) {
            const char *part =
                i >= first_wrong && below(10) == 0 ? wrong[below(6)] : parts[below(kinds)];
            const size_t size = strlen(part);
            if (!(i < first_wrong && !now->valid(part, size)) && at + size <= MOST) {
                memcpy(text + at, part, size);
                at += size;
            }
        }
        wide[i + 1] = (int64_t)at;
    }
    return at;
}

/* Random columns, compared with `valid` of each row. */
static void random_columns(void **unused)
{
    (void)unused;
    for (size_t e = 0; e < ENCODINGS; e++) {
        now = &encodings[e];
        for (size_t k = 0; k < now->kernels(); k++) {
            if (now->kernel(k) == NULL) {
                continue;
            }
            assert_true(now->limit(now->kernel(k)));
            for (size_t turn = 0; turn < 24; turn++) {
                state = (uint32_t)(1000 * k + turn);
                const size_t most = turn == 0 ? ROWS : 1 + below(500);
                const size_t begin = below(9), rows = 1 + below(most),
                             longest = below(2) == 0 ? 3 : LONGEST_ROW;
                const size_t size =
                    fill(begin, rows, turn == 0 ? 5 : longest, below(2) == 0 ? rows : below(rows));
                uint8_t *copy = malloc(size > 0 ? size : 1);
                assert_non_null(copy);
                memcpy(copy, text, size);
                size_t expected = 0;
                while (expected < rows &&
                       now->valid(copy + wide[expected],
                                  (size_t)(wide[expected + 1] - wide[expected]))) {
                    expected++;
                }
                assert_rows(copy, rows, expected);
                free(copy);
            }
        }
        assert_true(now->limit(NULL));
    }
}

/* A row of more than 32 KiB, and thousands of rows. */
static void long_columns(void **unused)
{
    (void)unused;
    for (size_t e = 0; e < ENCODINGS; e++) {
        now = &encodings[e];
        for (size_t i = 0; i < MOST; i += 2) {
            memcpy(text + i, "\xC3\xA9", 2);
        }
        wide[0] = 0;
        wide[1] = 2;
        wide[2] = MOST - 2;
        wide[3] = MOST;
        assert_rows(text, 3, 3);
        text[MOST - 5] = 'a';
        assert_rows(text, 3, 1);
        for (size_t i = 0; i <= ROWS; i++) {
            wide[i] = (int64_t)(2 * i);
        }
        assert_rows(text, ROWS, ROWS);
        for (size_t i = 1; i < ROWS; i = 2 * i + 1) {
            wide[i]++;
            assert_rows(text, ROWS, i - 1);
            wide[i]--;
        }
    }
}

static void positions(void **unused)
{
    (void)unused;
    assert_int_equal(utf8_seek(NULL, 0, 0), 0);
    assert_int_equal(utf8_seek(NULL, 0, 5), 0);
    assert_int_equal(utf8_seek("a\xC3\xA9z", 4, 0), 0);
    assert_int_equal(utf8_seek("a\xC3\xA9z", 4, 1), 1);
    assert_int_equal(utf8_seek("a\xC3\xA9z", 4, 2), 3);
    assert_int_equal(utf8_seek("a\xC3\xA9z", 4, 3), 4);
    assert_int_equal(utf8_seek("a\xC3\xA9z", 4, SIZE_MAX), 4);
    assert_true(utf8_seek("\x80\x80\xFF", 3, 1) <= 3);
    /* A pair is one character of CESU-8; in WTF-8, surrogates are characters. */
    assert_int_equal(cesu8_seek("\xED\xA0\xBD\xED\xB8\x80z", 7, 1), 6);
    assert_int_equal(wtf8_seek("\xED\xB8\x80\xED\xA0\xBDz", 7, 1), 3);
    for (size_t e = 0; e < ENCODINGS; e++) {
        now = &encodings[e];
        for (size_t k = 0; k < now->kernels(); k++) {
            if (now->kernel(k) == NULL) {
                continue;
            }
            assert_true(now->limit(now->kernel(k)));
            for (size_t turn = 0; turn < 6; turn++) {
                state = (uint32_t)(1000 * k + turn);
                size_t size = fill(0, turn == 0 ? ROWS : 1 + below(600), LONGEST_ROW / 4, ROWS);
                size = now->valid(text, size) ? size : 0;
                const size_t all = now->count(text, size);
                for (size_t i = 0; i < 40; i++) {
                    const size_t n = i < 4 ? all + 1 - (i <= all ? i : 0) : below(all + 1);
                    const size_t at = now->seek(text, size, n);
                    assert_int_equal(now->count(text, at), n < all ? n : all);
                    assert_int_equal(now->count(text + at, size - at), n < all ? all - n : 0);
                    assert_true(n < all ? now->valid(text, at) : at == size);
                }
            }
        }
        assert_true(now->limit(NULL));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_columns),  cmocka_unit_test(wrong_offsets),
        cmocka_unit_test(random_columns), cmocka_unit_test(long_columns),
        cmocka_unit_test(positions),      cmocka_unit_test(offsets_beyond_32_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
