// SPDX-License-Identifier: 0BSD
//
// Tests the headers' statements about measures and counts, with each kernel of UTF-8, and with encodings that have other results.
//
// Needs: build/measure_test build/measure_test_sanitized
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "cesu8.h"
#include "cesu8lax.h"
#include "fssutf.h"
#include "mutf8.h"
#include "utf8.h"
#include "wtf8.h"

// Asserts the measures of a text: the size of its well-formed prefix, the prefix's characters and units of UTF-16, and whether it is ASCII.
#define ASSERT_MEASURES(prefix, text, size, valid_, characters_, units_, ascii_)                   \
    do {                                                                                           \
        const prefix##_measures m = prefix##_measure(text, size);                                  \
        assert_int_equal(m.valid, valid_);                                                         \
        assert_int_equal(m.characters, characters_);                                               \
        assert_true(m.utf16_units == (units_));                                                    \
        assert_int_equal(m.ascii, ascii_);                                                         \
    } while (0)

// The empty text, ASCII, two examples of RFC 3629, section 7, and incomplete or ill-formed texts.
static void short_texts(void **state)
{
    (void)state;
    ASSERT_MEASURES(utf8, NULL, 0, 0, 0, 0, true);
    ASSERT_MEASURES(utf8, "plain", 5, 5, 5, 5, true);
    ASSERT_MEASURES(utf8, "A\xE2\x89\xA2\xCE\x91.", 7, 7, 4, 4, false);
    ASSERT_MEASURES(utf8, "\xEF\xBB\xBF\xF0\xA3\x8E\xB4", 7, 7, 2, 3, false);
    ASSERT_MEASURES(utf8, "ab\xF0\xA3\x8E", 5, 2, 2, 2, true);
    ASSERT_MEASURES(utf8, "\xFFzz", 3, 0, 0, 0, true);
    assert_int_equal(utf8_count(NULL, 0), 0);
    assert_int_equal(utf8_count("\xEF\xBB\xBF\xF0\xA3\x8E\xB4", 7), 2);
    assert_true(utf8_count("\x80\xFF\xC3", 3) <= 3);
}

// A surrogate pair is one character of CESU-8, and two of lax CESU-8 and MUTF-8. MUTF-8 encodes U+0000 as C0 80.
static void pairs(void **state)
{
    (void)state;
    ASSERT_MEASURES(cesu8, "\xED\xA0\xBD\xED\xB8\x80z", 7, 7, 2, 3, false);
    ASSERT_MEASURES(cesu8, "z\xED\xA0\xBD", 4, 1, 1, 1, true);
    ASSERT_MEASURES(cesu8lax, "\xED\xA0\xBD\xED\xB8\x80z", 7, 7, 3, 3, false);
    ASSERT_MEASURES(mutf8, "\xC0\x80\xED\xA0\xBD\xED\xB8\x80", 8, 8, 3, 3, false);
    assert_int_equal(cesu8_count("\xED\xA0\xBD\xED\xB8\x80z", 7), 2);
}

// Wherever a text has a character that a `never` rule forbids, its well-formed prefix ends there.
static void a_forbidden_character_ends_the_prefix(void **state)
{
    (void)state;
    enum { BEFORE = 5000 };
    static char text[BEFORE + 6];
    for (size_t before = 0; before < BEFORE; before += 37) {
        memset(text, 'a', before);
        memcpy(text + before, "\xED\xA0\x80\xED\xB0\x80", 6);
        ASSERT_MEASURES(wtf8, text, before + 6, before + 3, before + 1, before + 1, false);
    }
}

// UTF-16 cannot encode code points above U+10FFFF; then utf16_units is SIZE_MAX.
static void beyond_utf16(void **state)
{
    (void)state;
    ASSERT_MEASURES(fssutf, "a\xF4\x8F\xBF\xBF", 5, 5, 2, 3, false);
    ASSERT_MEASURES(fssutf, "a\xF4\x90\x80\x80", 5, 5, 2, SIZE_MAX, false);
    ASSERT_MEASURES(fssutf, "\xFD\xBF\xBF\xBF\xBF\xBF", 6, 6, 1, SIZE_MAX, false);
}

// The characters of a text have one length, so that the expected counts are products. Each text is tried whole, followed by an error, and
// without its last byte.
static void long_texts(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t size, units;
    } characters[] = {
        {"a", 1, 1}, {"\xD0\x96", 2, 1}, {"\xE4\xB8\xAD", 3, 1}, {"\xF0\x9F\x98\x80", 4, 2}};
    enum { MOST = 20000 };
    static char text[4 * MOST + 1];
    for (size_t k = 0; k < utf8_kernel_count(); k++) {
        if (!utf8_kernel_at(k)->supported()) {
            continue;
        }
        assert_true(utf8_limit_kernels(utf8_kernel_at(k)->name));
        for (size_t c = 0; c < 4; c++) {
            for (size_t count = 1; count < MOST; count += count / 3 + 1) {
                const size_t size = count * characters[c].size;
                for (size_t i = 0; i < count; i++) {
                    memcpy(text + i * characters[c].size, characters[c].bytes, characters[c].size);
                }
                text[size] = '\x80';
                ASSERT_MEASURES(utf8, text, size, size, count, count * characters[c].units, c == 0);
                ASSERT_MEASURES(utf8, text, size + 1, size, count, count * characters[c].units,
                                c == 0);
                ASSERT_MEASURES(utf8, text, size - 1, size - characters[c].size, count - 1,
                                (count - 1) * characters[c].units, c == 0 || count == 1);
                assert_int_equal(utf8_count(text, size), count);
            }
        }
    }
    assert_true(utf8_limit_kernels(NULL));
}

/* Texts from 1 MiB on may exceed a core's caches, so some kernels prefetch in them. */
static void texts_larger_than_caches(void **state)
{
    (void)state;
    const size_t pairs = (1 << 19) + 77;
    char *text = malloc(5 * pairs);
    assert_non_null(text);
    for (size_t i = 0; i < pairs; i++) {
        memcpy(text + 5 * i, "\xC3\xA9\xE2\x82\xAC", 5);
    }
    for (size_t k = 0; k < utf8_kernel_count(); k++) {
        if (!utf8_kernel_at(k)->supported()) {
            continue;
        }
        assert_true(utf8_limit_kernels(utf8_kernel_at(k)->name));
        const utf8_measures m = utf8_measure(text, 5 * pairs);
        assert_int_equal(m.valid, 5 * pairs);
        assert_int_equal(m.characters, 2 * pairs);
        assert_true(utf8_valid(text, 5 * pairs));
    }
    assert_true(utf8_limit_kernels(NULL));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_texts),
        cmocka_unit_test(pairs),
        cmocka_unit_test(a_forbidden_character_ends_the_prefix),
        cmocka_unit_test(beyond_utf16),
        cmocka_unit_test(long_texts),
        cmocka_unit_test(texts_larger_than_caches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
