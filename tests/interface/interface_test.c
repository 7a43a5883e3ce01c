// SPDX-License-Identifier: 0BSD
/*
 * Tests the C interface of out/utf8, as a user calls it.
 *
 * Needs: build/interface_test build/interface_test_sanitized
 *
 * In: out/utf8/utf8.{h,c}. Out: cmocka's line for each test and its summary. The tests follow the header's statements about verdicts,
 * errors and kernels. Statements about kernels are tested for each kernel. Other files of this folder test the other functions. verify/
 * tests that the kernels accept the right strings. Example: C2 41 is too_short at offset 0, with length 1; 80..BF are expected.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "utf8.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* A text, the result of utf8_check, and the first and last expected byte. */
typedef struct {
    const char *text;
    size_t size;
    uint64_t offset;
    size_t length;
    utf8_fault fault;
    uint8_t low, high;
} example;

#define TEXT(literal) literal, sizeof(literal) - 1

static const example examples[] = {
    {TEXT("\x80"), 0, 1, UTF8_TOO_LONG, 0x00, 0xF4},
    {TEXT("\xBF"), 0, 1, UTF8_TOO_LONG, 0x00, 0xF4},
    {TEXT("a\x80"), 1, 1, UTF8_TOO_LONG, 0x00, 0xF4},
    {TEXT("\xC3\xA9\x80"), 2, 1, UTF8_TOO_LONG, 0x00, 0xF4},
    {TEXT("\xC2"), 0, 1, UTF8_TRUNCATED, 0x80, 0xBF},
    {TEXT("\xE4\xB8"), 0, 2, UTF8_TRUNCATED, 0x80, 0xBF},
    {TEXT("ab\xF0\x9F\x98"), 2, 3, UTF8_TRUNCATED, 0x80, 0xBF},
    {TEXT("\xE0"), 0, 1, UTF8_TRUNCATED, 0xA0, 0xBF},
    {TEXT("\xED"), 0, 1, UTF8_TRUNCATED, 0x80, 0x9F},
    {TEXT("\xF0"), 0, 1, UTF8_TRUNCATED, 0x90, 0xBF},
    {TEXT("\xF4"), 0, 1, UTF8_TRUNCATED, 0x80, 0x8F},
    {TEXT("\xC2\x41"), 0, 1, UTF8_TOO_SHORT, 0x80, 0xBF},
    {TEXT("\xC2\xC2\x80"), 0, 1, UTF8_TOO_SHORT, 0x80, 0xBF},
    {TEXT("\xE4\xB8\x41"), 0, 2, UTF8_TOO_SHORT, 0x80, 0xBF},
    {TEXT("\xE0\x41"), 0, 1, UTF8_TOO_SHORT, 0xA0, 0xBF},
    {TEXT("\xF0\x9F\x98\xFF"), 0, 3, UTF8_TOO_SHORT, 0x80, 0xBF},
    {TEXT("\xF8\x88\x80\x80\x80"), 0, 1, UTF8_NOT_A_FORM, 0x00, 0xF4},
    {TEXT("a\xFF"), 1, 1, UTF8_NOT_A_FORM, 0x00, 0xF4},
    {TEXT("\xC0\x80"), 0, 1, UTF8_OVERLONG, 0x00, 0xF4},
    {TEXT("\xC1\x80"), 0, 1, UTF8_OVERLONG, 0x00, 0xF4},
    {TEXT("\xE0\x80\x80"), 0, 1, UTF8_OVERLONG, 0xA0, 0xBF},
    {TEXT("\xE0\x9F\xBF"), 0, 1, UTF8_OVERLONG, 0xA0, 0xBF},
    {TEXT("\xF0\x8F\xBF\xBF"), 0, 1, UTF8_OVERLONG, 0x90, 0xBF},
    {TEXT("\xF4\x90\x80\x80"), 0, 1, UTF8_TOO_LARGE, 0x80, 0x8F},
    {TEXT("\xF5\x80\x80\x80"), 0, 1, UTF8_TOO_LARGE, 0x00, 0xF4},
    {TEXT("\xED\xA0\x80"), 0, 1, UTF8_SURROGATE, 0x80, 0x9F},
    {TEXT("\xED\xBF\xBF"), 0, 1, UTF8_SURROGATE, 0x80, 0x9F},
};

/* The empty text, RFC 3629's own examples, and the ends of every row of Unicode's Table 3-7. */
static const struct {
    const char *text;
    size_t size;
} well_formed[] = {
    {TEXT("")},
    {TEXT("\0")},
    {TEXT("\x7F")},
    {TEXT("A\xE2\x89\xA2\xCE\x91.")},
    {TEXT("\xED\x95\x9C\xEA\xB5\xAD\xEC\x96\xB4")},
    {TEXT("\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E")},
    {TEXT("\xEF\xBB\xBF\xF0\xA3\x8E\xB4")},
    {TEXT("\xC2\x80\xDF\xBF\xE0\xA0\x80\xE0\xBF\xBF\xE1\x80\x80\xEC\xBF\xBF\xED\x80\x80\xED\x9F"
          "\xBF")},
    {TEXT("\xEE\x80\x80\xEF\xBF\xBF\xF0\x90\x80\x80\xF0\xBF\xBF\xBF\xF1\x80\x80\x80\xF3\xBF\xBF"
          "\xBF")},
    {TEXT("\xF4\x80\x80\x80\xF4\x8F\xBF\xBF")},
};

/* Copies the text, with some bytes of padding before and after it, into memory of exactly that size, so
 * that AddressSanitizer reports a read outside of it. */
static uint8_t *padded(const char *text, size_t size, size_t before, size_t after)
{
    uint8_t *copy = malloc(before + size + after);
    assert_non_null(copy);
    memset(copy, 'x', before);
    memcpy(copy + before, text, size);
    memset(copy + before + size, 'y', after);
    return copy;
}

static void an_empty_text_is_well_formed(void **state)
{
    (void)state;
    utf8_error error;
    assert_true(utf8_valid(NULL, 0));
    assert_int_equal(utf8_valid_prefix(NULL, 0), 0);
    assert_true(utf8_check(NULL, 0, NULL));
    assert_true(utf8_check(NULL, 0, &error));
    for (size_t i = 0; i < utf8_kernel_count(); i++) {
        const utf8_kernel *kernel = utf8_kernel_at(i);
        if (kernel->supported()) {
            assert_true(kernel->valid(NULL, 0));
            assert_int_equal(kernel->valid_prefix(NULL, 0), 0);
        }
    }
}

static void well_formed_text_passes(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(well_formed); i++) {
        for (size_t before = 0; before < 70; before++) {
            size_t size = before + well_formed[i].size;
            uint8_t *text = padded(well_formed[i].text, well_formed[i].size, before, 0);
            utf8_error error;
            memset(&error, 0xAA, sizeof error);
            assert_true(utf8_valid(text, size));
            assert_int_equal(utf8_valid_prefix(text, size), size);
            assert_true(utf8_check(text, size, NULL));
            assert_true(utf8_check(text, size, &error));
            assert_int_equal(error.offset, size);
            assert_int_equal(error.length, 0);
            assert_int_equal(error.fault, UTF8_FAULT_NONE);
            assert_int_equal(error.state, 0);
            free(text);
        }
    }
}

static void check_reports_offset_and_fault(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(examples); i++) {
        const example *e = &examples[i];
        bool at_end = e->fault == UTF8_TRUNCATED;
        for (size_t before = 0; before < 140; before++) {
            size_t after = at_end ? 0 : before % 7;
            size_t size = before + e->size + after;
            uint8_t *text = padded(e->text, e->size, before, after);
            utf8_error error;
            assert_false(utf8_valid(text, size));
            assert_int_equal(utf8_valid_prefix(text, size), before + e->offset);
            assert_false(utf8_check(text, size, NULL));
            assert_false(utf8_check(text, size, &error));
            assert_int_equal(error.offset, before + e->offset);
            assert_int_equal(error.length, e->length);
            assert_int_equal(error.fault, e->fault);
            free(text);
        }
    }
}

static void expected_bytes_are_those_of_the_automaton(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(examples); i++) {
        const example *e = &examples[i];
        utf8_error error;
        assert_false(utf8_check(e->text, e->size, &error));
        for (unsigned byte = 0; byte < 256; byte++) {
            bool hole = e->low == 0 && byte >= 0x80 && byte < 0xC2;
            bool expected = byte >= e->low && byte <= e->high && !hole;
            assert_int_equal(utf8_expected(error.state, (uint8_t)byte), expected);
            assert_false(utf8_expected(UINT32_MAX, (uint8_t)byte)); /* not a state */
        }
    }
}

static void every_kernel_agrees(void **state)
{
    (void)state;
    for (size_t k = 0; k < utf8_kernel_count(); k++) {
        const utf8_kernel *kernel = utf8_kernel_at(k);
        if (!kernel->supported()) {
            continue;
        }
        for (size_t i = 0; i < COUNT(well_formed); i++) {
            assert_true(kernel->valid(well_formed[i].text, well_formed[i].size));
        }
        for (size_t i = 0; i < COUNT(examples); i++) {
            const example *e = &examples[i];
            for (size_t before = 0; before < 140; before++) {
                size_t after = e->fault == UTF8_TRUNCATED ? 0 : (before * 5) % 140;
                size_t size = before + e->size + after;
                uint8_t *text = padded(e->text, e->size, before, after);
                assert_false(kernel->valid(text, size));
                assert_int_equal(kernel->valid_prefix(text, size), before + e->offset);
                free(text);
            }
        }
    }
}

static void kernels_are_listed(void **state)
{
    (void)state;
    static const char *const portable[] = {"dfa", "shift", "re2c", "swar"};
    size_t count = utf8_kernel_count();
    assert_true(count >= COUNT(portable));
    for (size_t i = 0; i < COUNT(portable); i++) {
        size_t k = 0;
        while (k < count && strcmp(utf8_kernel_at(k)->name, portable[i]) != 0) {
            k++;
        }
        assert_true(k < count);
        assert_true(utf8_kernel_at(k)->supported());
    }
    for (size_t i = 0; i < count; i++) {
        assert_non_null(utf8_kernel_at(i)->name);
        for (size_t k = 0; k < i; k++) {
            assert_string_not_equal(utf8_kernel_at(i)->name, utf8_kernel_at(k)->name);
        }
    }
    assert_null(utf8_kernel_at(count));
    assert_null(utf8_kernel_at(SIZE_MAX));
}

static void dispatch_chooses_a_supported_kernel(void **state)
{
    (void)state;
    const char *name = utf8_active_kernel();
    const utf8_kernel *kernel = NULL;
    for (size_t i = 0; i < utf8_kernel_count(); i++) {
        if (strcmp(utf8_kernel_at(i)->name, name) == 0) {
            kernel = utf8_kernel_at(i);
        }
    }
    assert_non_null(kernel);
    assert_true(kernel->supported());
    assert_ptr_equal(utf8_active_kernel(), name);
}

static void limit_kernels_sets_and_lifts_a_limit_and_refuses_unknown_names(void **state)
{
    (void)state;
    const char *first = utf8_active_kernel(), *best = "";
    for (size_t i = 0; i < utf8_kernel_count(); i++) {
        const utf8_kernel *kernel = utf8_kernel_at(i);
        best = kernel->supported() ? kernel->name : best;
        assert_true(utf8_limit_kernels(kernel->name));
        assert_string_equal(utf8_active_kernel(), best);
        assert_true(utf8_valid("na\xC3\xAFve", 6));
        assert_int_equal(utf8_valid_prefix("na\xC3", 3), 2);
    }
    static const char *const unknown[] = {"", "d", "dfa ", "DFA", "avx51"};
    assert_true(utf8_limit_kernels("shift"));
    for (size_t i = 0; i < COUNT(unknown); i++) {
        assert_false(utf8_limit_kernels(unknown[i]));
        assert_string_equal(utf8_active_kernel(), "shift");
    }
    assert_true(utf8_limit_kernels(NULL));
    assert_ptr_equal(utf8_active_kernel(), first);
}

static void faults_have_names(void **state)
{
    (void)state;
    static const struct {
        utf8_fault fault;
        const char *name;
    } names[] = {
        {UTF8_TRUNCATED, "truncated"},   {UTF8_TOO_LONG, "too_long"}, {UTF8_TOO_SHORT, "too_short"},
        {UTF8_NOT_A_FORM, "not_a_form"}, {UTF8_OVERLONG, "overlong"}, {UTF8_TOO_LARGE, "too_large"},
        {UTF8_SURROGATE, "surrogate"},
    };
    assert_int_equal(UTF8_FAULT_NONE, 0);
    assert_non_null(utf8_fault_name(UTF8_FAULT_NONE));
    assert_string_equal(utf8_fault_name((utf8_fault)(COUNT(names) + 1)), "unknown");
    for (size_t i = 0; i < COUNT(names); i++) {
        assert_string_equal(utf8_fault_name(names[i].fault), names[i].name);
    }
}

static void spec_hash_is_16_hexadecimal_digits(void **state)
{
    (void)state;
    const char *hash = utf8_spec_hash();
    assert_int_equal(strlen(hash), 16);
    assert_int_equal(strspn(hash, "0123456789abcdef"), 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_text_is_well_formed),
        cmocka_unit_test(well_formed_text_passes),
        cmocka_unit_test(check_reports_offset_and_fault),
        cmocka_unit_test(expected_bytes_are_those_of_the_automaton),
        cmocka_unit_test(every_kernel_agrees),
        cmocka_unit_test(kernels_are_listed),
        cmocka_unit_test(dispatch_chooses_a_supported_kernel),
        cmocka_unit_test(limit_kernels_sets_and_lifts_a_limit_and_refuses_unknown_names),
        cmocka_unit_test(faults_have_names),
        cmocka_unit_test(spec_hash_is_16_hexadecimal_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
