// SPDX-License-Identifier: 0BSD
/*
 * Tests the functions that read, write and find characters and that cut texts, in five encodings.
 *
 * Needs: build/characters_test_sanitized
 *
 * In: out/NAME/NAME.{h,c} of UTF-8, WTF-8, CESU-8, MUTF-8 and FSS-UTF. Out: cmocka's line for each test and
 * its summary. The texts test the headers' statements on these functions. verify/
 * uses many more texts. Example: ED A0 80 ED B0 80 is U+10000 in CESU-8; in WTF-8, it is two characters that must not be adjacent.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "cesu8.h"
#include "fssutf.h"
#include "mutf8.h"
#include "utf8.h"
#include "wtf8.h"

#define TEXT(literal) literal, sizeof(literal) - 1
#define PAIR "\xED\xA0\x80\xED\xB0\x80"

enum { UNTOUCHED = 0x55555555 };

static void test_decode_gives_length_and_code_point(void **state)
{
    (void)state;
    uint32_t c = UNTOUCHED;
    assert_int_equal(utf8_decode(TEXT("A"), &c), 1);
    assert_int_equal(c, 'A');
    assert_int_equal(utf8_decode(TEXT("\xC3\xA9."), &c), 2);
    assert_int_equal(c, 0xE9);
    assert_int_equal(utf8_decode(TEXT("\xE4\xB8\xAD\xFF"), &c), 3);
    assert_int_equal(c, 0x4E2D);
    assert_int_equal(utf8_decode(TEXT("\xF0\x9F\x98\x80"), &c), 4);
    assert_int_equal(c, 0x1F600);
    assert_int_equal(mutf8_decode(TEXT("\xC0\x80"), &c), 2);
    assert_int_equal(c, 0);
    assert_int_equal(fssutf_decode(TEXT("\xFD\xBF\xBF\xBF\xBF\xBF"), &c), 6);
    assert_int_equal(c, 0x7FFFFFFF);
}

static void test_a_failed_decode_does_not_write_the_code_point(void **state)
{
    (void)state;
    uint32_t c = UNTOUCHED;
    assert_int_equal(utf8_decode(NULL, 0, &c), 0);
    assert_int_equal(utf8_decode(TEXT("\x80"), &c), 0);
    assert_int_equal(utf8_decode(TEXT("\xE4\xB8"), &c), 0);
    assert_int_equal(utf8_decode(TEXT("\xED\xA0\x80"), &c), 0);
    assert_int_equal(cesu8_decode(TEXT("\xED\xA0\x80"), &c), 0);
    assert_int_equal(cesu8_decode(TEXT("\xED\xB0\x80"), &c), 0);
    assert_int_equal(utf8_decode_last(NULL, 0, &c), 0);
    assert_int_equal(utf8_decode_last(TEXT("A\xE4\xB8"), &c), 0);
    assert_int_equal(utf8_decode_last(TEXT("A\x80"), &c), 0);
    assert_int_equal(cesu8_decode_last(TEXT(PAIR "\xED\xB0\x80"), &c), 0);
    assert_int_equal(c, UNTOUCHED);
}

static void test_decode_last_looks_from_the_end(void **state)
{
    (void)state;
    uint32_t c = UNTOUCHED;
    assert_int_equal(utf8_decode_last(TEXT("\x80\x80\xC3\xA9"), &c), 2);
    assert_int_equal(c, 0xE9);
    assert_int_equal(utf8_decode_last(TEXT("\xF0\x9F"
                                           "A"),
                                      &c),
                     1);
    assert_int_equal(c, 'A');
    /* This sequence is ill-formed in WTF-8 and is read as two characters; in CESU-8 it is one. */
    assert_int_equal(wtf8_decode_last(TEXT(PAIR), &c), 3);
    assert_int_equal(c, 0xDC00);
    assert_int_equal(cesu8_decode_last(TEXT(PAIR), &c), 6);
    assert_int_equal(c, 0x10000);
    assert_int_equal(cesu8_decode_last(TEXT("\xED\xA0\x80\xED\xAF\xBF\xED\xBF\xBF"), &c), 6);
    assert_int_equal(c, 0x10FFFF);
}

static void test_encode_writes_the_shortest_form(void **state)
{
    (void)state;
    uint8_t to[FSSUTF_LONGEST];
    assert_int_equal(utf8_encode('A', to), 1);
    assert_memory_equal(to, "A", 1);
    assert_int_equal(utf8_encode(0x20AC, to), 3);
    assert_memory_equal(to, "\xE2\x82\xAC", 3);
    assert_int_equal(utf8_encode(0x10FFFF, to), UTF8_LONGEST);
    assert_memory_equal(to, "\xF4\x8F\xBF\xBF", 4);
    assert_int_equal(wtf8_encode(0xD800, to), 3);
    assert_memory_equal(to, "\xED\xA0\x80", 3);
    assert_int_equal(cesu8_encode(0x10000, to), CESU8_LONGEST);
    assert_memory_equal(to, PAIR, 6);
    assert_int_equal(mutf8_encode(0, to), 2);
    assert_memory_equal(to, "\xC0\x80", 2);
    assert_int_equal(fssutf_encode(0x7FFFFFFF, to), FSSUTF_LONGEST);
    assert_memory_equal(to, "\xFD\xBF\xBF\xBF\xBF\xBF", 6);
}

static void test_encode_writes_only_characters_of_the_encoding(void **state)
{
    (void)state;
    uint8_t to[FSSUTF_LONGEST], before[FSSUTF_LONGEST];
    memset(to, 0x55, sizeof to);
    memset(before, 0x55, sizeof before);
    assert_int_equal(utf8_encode(0xD800, to), 0);
    assert_int_equal(utf8_encode(0xDFFF, to), 0);
    assert_int_equal(utf8_encode(0x110000, to), 0);
    assert_int_equal(utf8_encode(UINT32_MAX, to), 0);
    assert_int_equal(cesu8_encode(0xD800, to), 0);
    assert_int_equal(cesu8_encode(0x110000, to), 0);
    assert_int_equal(mutf8_encode(0x10000, to), 0);
    assert_int_equal(fssutf_encode(0x80000000, to), 0);
    assert_memory_equal(to, before, sizeof to);
}

/* Each text, and the code points and places that next and previous visit. */
static const struct {
    const char *text;
    size_t size;
    uint32_t points[8];
    size_t ends[8]; /* of the characters */
} visits[] = {
    {TEXT("a\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x98\x80"), {'a', 0xE9, 0x4E2D, 0x1F600}, {1, 3, 6, 10}},
    /* Maximal subparts: the beginning of an example in earlier versions of the Unicode Standard, section 3.9. */
    {TEXT("\x61\xF1\x80\x80\xE1\x80\xC2\x62"), {'a', 0xFFFD, 0xFFFD, 0xFFFD, 'b'}, {1, 4, 6, 7, 8}},
    {TEXT("\xC0\x80"
          "b"),
     {0xFFFD, 0xFFFD, 'b'},
     {1, 2, 3}},
    {TEXT("\x80\x80\x80\x80\x80"), {0xFFFD, 0xFFFD, 0xFFFD, 0xFFFD, 0xFFFD}, {1, 2, 3, 4, 5}},
    {TEXT("z\xF4\x8F"), {'z', 0xFFFD}, {1, 3}},
};

static void test_next_and_previous_visit_the_same_characters(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof visits / sizeof *visits; i++) {
        const char *text = visits[i].text;
        const size_t size = visits[i].size;
        size_t at = 0, n = 0;
        for (; at < size; n++) {
            assert_int_equal(utf8_next(text, size, &at), visits[i].points[n]);
            assert_int_equal(at, visits[i].ends[n]);
        }
        while (n-- > 0) {
            assert_int_equal(utf8_previous(text, size, &at), visits[i].points[n]);
            assert_int_equal(at, n > 0 ? visits[i].ends[n - 1] : 0);
        }
    }
}

static void test_next_and_previous_stay_at_the_ends(void **state)
{
    (void)state;
    size_t at = 0;
    assert_int_equal(utf8_next(NULL, 0, &at), 0xFFFD);
    assert_int_equal(utf8_previous(NULL, 0, &at), 0xFFFD);
    assert_int_equal(utf8_previous(TEXT("A"), &at), 0xFFFD);
    assert_int_equal(at, 0);
    at = 1;
    assert_int_equal(utf8_next(TEXT("A"), &at), 0xFFFD);
    assert_int_equal(at, 1);
}

/* ED after a high surrogate belongs to an incomplete pair, or is a separate fault. The next byte decides. */
static void test_previous_looks_ahead(void **state)
{
    (void)state;
    size_t at = 4;
    assert_int_equal(cesu8_previous(TEXT("\xED\xA0\x80\xED"), &at), 0xFFFD);
    assert_int_equal(at, 0);
    at = 4;
    assert_int_equal(cesu8_previous(TEXT("\xED\xA0\x80\xED"
                                         "A"),
                                    &at),
                     0xFFFD);
    assert_int_equal(at, 3);
    at = 6;
    assert_int_equal(cesu8_previous(TEXT(PAIR), &at), 0x10000);
    assert_int_equal(at, 0);
    at = 6;
    assert_int_equal(wtf8_previous(TEXT(PAIR), &at), 0xDC00);
    assert_int_equal(at, 3);
}

static void test_trim_cuts_an_incomplete_character(void **state)
{
    (void)state;
    assert_int_equal(utf8_trim(NULL, 0), 0);
    assert_int_equal(utf8_trim(TEXT("abc")), 3);
    assert_int_equal(utf8_trim(TEXT("ab\xF0\x9F\x98")), 2);
    assert_int_equal(utf8_trim(TEXT("ab\xF0\x9F\x98\x80")), 6);
    /* Ill-formed bytes are not trimmed. */
    assert_int_equal(utf8_trim(TEXT("ab\xFF")), 3);
    assert_int_equal(utf8_trim(TEXT("ab\x80\x80")), 4);
    assert_int_equal(utf8_trim(TEXT("\xED\xA0")), 2);
    /* trim also cuts off a final high surrogate: in WTF-8 a rule may forbid the next character; in CESU-8 it is half of a pair. */
    assert_int_equal(wtf8_trim(TEXT("a\xED\xA0\x80")), 1);
    assert_int_equal(wtf8_trim(TEXT("a\xED\xA0\x80\xED")), 1);
    assert_int_equal(wtf8_trim(TEXT("a\xED\xA0\x80\xC3")), 4);
    assert_int_equal(wtf8_trim(TEXT("a\xED\xA0\x80!")), 5);
    assert_int_equal(wtf8_trim(TEXT("a\xED\xB0\x80")), 4);
    assert_int_equal(wtf8_trim(TEXT("a" PAIR)), 7);
    for (size_t size = 4; size < 7; size++) {
        assert_int_equal(cesu8_trim("a" PAIR, size), 1);
    }
    assert_int_equal(cesu8_trim("a" PAIR, 7), 7);
    assert_int_equal(cesu8_trim(TEXT("a\xED\xA0\x80\xED\xA0\x80")), 4);
}

static void test_floor_returns_where_a_character_begins(void **state)
{
    (void)state;
    assert_int_equal(utf8_floor(NULL, 0, 0), 0);
    assert_int_equal(utf8_floor(NULL, 0, 5), 0);
    for (size_t at = 1; at < 5; at++) {
        assert_int_equal(utf8_floor(TEXT("a\xF0\x9F\x98\x80"), at), 1);
    }
    assert_int_equal(utf8_floor(TEXT("a\xF0\x9F\x98\x80"), 5), 5);
    assert_int_equal(utf8_floor(TEXT("a\xF0\x9F\x98\x80"), SIZE_MAX), 5);
    /* Inside of ill-formed bytes, floor returns the offset. */
    assert_int_equal(utf8_floor(TEXT("a\xF0\x9F"
                                     "b"),
                                2),
                     2);
    assert_int_equal(utf8_floor(TEXT("\xF0\x9F\x98"), 2), 2);
    assert_int_equal(wtf8_floor(TEXT(PAIR), 4), 3);
    assert_int_equal(cesu8_floor(TEXT(PAIR), 4), 0);
    assert_int_equal(cesu8_floor(TEXT("\xED\xA0\x80" PAIR), 8), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_decode_gives_length_and_code_point),
        cmocka_unit_test(test_a_failed_decode_does_not_write_the_code_point),
        cmocka_unit_test(test_decode_last_looks_from_the_end),
        cmocka_unit_test(test_encode_writes_the_shortest_form),
        cmocka_unit_test(test_encode_writes_only_characters_of_the_encoding),
        cmocka_unit_test(test_next_and_previous_visit_the_same_characters),
        cmocka_unit_test(test_next_and_previous_stay_at_the_ends),
        cmocka_unit_test(test_previous_looks_ahead),
        cmocka_unit_test(test_trim_cuts_an_incomplete_character),
        cmocka_unit_test(test_floor_returns_where_a_character_begins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
