// SPDX-License-Identifier: 0BSD
//
// Tests that each kernel is supported exactly if the processor has its features and the operating
// system saves its registers, that a limit selects only supported kernels, and that functions obey it.
//
// The generated code is included here, and its instructions cpuid and xgetbv are replaced: they
// report a processor that the test simulates. The features are those of Intel's manual, volume 2,
// CPUID, and volume 1, 13.3.
//
// Needs: build/processor_test
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#if defined(__x86_64__)
#include <immintrin.h>

enum { LEAF_1_ECX, LEAF_7_EBX, LEAF_7_ECX, SAVED, WORDS };
enum { XSAVE = 26, OSXSAVE = 27 };

// The simulated processor: its greatest leaf, and the words of features.
static unsigned greatest, has[WORDS];

// Variables with the names of operands: `leaf` and `out` of utf8_cpuid, `low` and `high` of
// utf8_saved_registers.
static unsigned leaf, out[4], low, high;

// Called while a kernel is chosen, as if another thread did something at that time.
static void (*meanwhile)(void);

static void answer(const char *instruction, unsigned number, unsigned words[4], unsigned *a,
                   unsigned *d)
{
    if (strncmp(instruction, "\"xgetbv\"", 8) == 0) {
        *a = has[SAVED];
        *d = 0;
        return;
    }
    assert_int_equal(strncmp(instruction, "\"cpuid\"", 7), 0);
    // Leaves above the greatest one report the features of another leaf: here, all features.
    words[0] = words[1] = words[2] = words[3] = number > greatest ? ~0U : 0;
    if (meanwhile) {
        meanwhile();
    }
    if (number == 0) {
        words[0] = greatest;
    } else if (number == 1) {
        words[2] = has[LEAF_1_ECX];
    } else if (number == 7 && number <= greatest) {
        words[1] = has[LEAF_7_EBX];
        words[2] = has[LEAF_7_ECX];
    }
}

#define __asm__(...) answer(#__VA_ARGS__, leaf, out, &low, &high)
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-function"
#define UTF8_STATIC
#define UTF8_ALL_KERNELS
#define UTF8_VERIFY  // The tables can be changed.
// Because of this line, make builds the test again when out/utf8 changes.
#include "utf8.h"
#include "../../out/utf8/utf8.c"
#undef __asm__

// What each kernel needs, as bits.
static const struct needs {
    const char *name;
    unsigned bits[WORDS];
} needs[] = {
    {"sse", {1U << 19, 0, 0, 0}},
    {"avx2", {1U << 23, 1U << 5, 0, 6}},
    {"avx2gfni", {1U << 23, 1U << 5, 1U << 8, 6}},
    {"avx512bw", {1U << 23, 1U << 8 | 1U << 16 | 1U << 30, 0, 0xE6}},
    {"avx512", {1U << 23, 1U << 8 | 1U << 16 | 1U << 30, 1U << 1 | 1U << 6, 0xE6}},
};
enum { NEEDS = sizeof needs / sizeof *needs };

// Simulates a processor that has these features and no others.
static void simulate(const struct needs *n)
{
    greatest = 7;
    memcpy(has, n->bits, sizeof has);
    has[LEAF_1_ECX] |= n->bits[SAVED] != 0 ? 1U << XSAVE | 1U << OSXSAVE : 0;
}

static bool supported(const char *name)
{
    for (size_t i = 0; i < utf8_kernel_count(); i++) {
        if (strcmp(utf8_kernel_at(i)->name, name) == 0) {
            return utf8_kernel_at(i)->supported();
        }
    }
    fail_msg("no kernel %s", name);
    return false;
}

static void test_exactly_the_needed_features_suffice(void **state)
{
    (void)state;
    for (size_t k = 0; k < NEEDS; k++) {
        simulate(&needs[k]);
        assert_true(supported(needs[k].name));
        for (size_t word = 0; word < WORDS; word++) {
            for (unsigned bit = 0; bit < 32; bit++) {
                if ((needs[k].bits[word] >> bit & 1) != 0) {
                    simulate(&needs[k]);
                    has[word] &= ~(1U << bit);
                    assert_false(supported(needs[k].name));
                }
            }
        }
    }
}

static void test_unsaved_registers_and_missing_leaves(void **state)
{
    (void)state;
    for (size_t k = 0; k < NEEDS; k++) {
        simulate(&needs[k]);
        has[LEAF_1_ECX] &= ~(1U << OSXSAVE);
        assert_int_equal(supported(needs[k].name), needs[k].bits[SAVED] == 0);
        simulate(&needs[k]);
        greatest = 6;
        assert_int_equal(supported(needs[k].name), needs[k].bits[LEAF_7_EBX] == 0);
    }
}

static void test_a_limit_selects_a_supported_kernel(void **state)
{
    (void)state;
    for (size_t k = 0; k < NEEDS; k++) {
        simulate(&needs[k]);
        for (size_t i = 0; i < utf8_kernel_count(); i++) {
            const char *expected = NULL;
            for (size_t j = 0; j <= i; j++) {
                expected = utf8_kernel_at(j)->supported() ? utf8_kernel_at(j)->name : expected;
            }
            assert_true(utf8_limit_kernels(utf8_kernel_at(i)->name));
            assert_string_equal(utf8_active_kernel(), expected);
        }
        assert_true(utf8_limit_kernels(NULL));
    }
}

static void set_a_limit(void)
{
    meanwhile = NULL;
    assert_true(utf8_limit_kernels("dfa"));
}

static void test_the_choice_keeps_the_limit_of_another_thread(void **state)
{
    (void)state;
    simulate(&needs[NEEDS - 1]);
    utf8_unlimited = NULL;
    meanwhile = set_a_limit;
    assert_string_equal(utf8_active_kernel(), needs[NEEDS - 1].name);
    assert_null(meanwhile);
    assert_string_equal(utf8_active_kernel(), "dfa");
    assert_true(utf8_limit_kernels(NULL));
    assert_string_equal(utf8_active_kernel(), needs[NEEDS - 1].name);
}

// With the limit dfa, each of these functions uses the table of dfa: if the table is wrong, so is the result.
static void test_no_function_ignores_a_limit(void **state)
{
    (void)state;
    enum { LONG = 1024 };  // vectors convert such a text
    static uint8_t text[LONG];
    static uint16_t narrow[LONG];
    static uint32_t wide[LONG];
    const uint8_t was = utf8_dfa_class['a'];
    const int32_t offsets[] = {0, 8};
    utf8_error error;
    memset(text, 'a', sizeof text);
    simulate(&needs[NEEDS - 1]);
    utf8_unlimited = NULL;
    assert_string_equal(utf8_active_kernel(), needs[NEEDS - 1].name);
    assert_true(utf8_limit_kernels("dfa"));
    utf8_dfa_class['a'] = utf8_dfa_class[0xFF];
    assert_false(utf8_valid(text, 8));
    assert_int_equal(utf8_valid_prefix(text, 8), 0);
    assert_false(utf8_check(text, 8, &error));
    assert_int_equal(utf8_next_chunk(text, 8).valid, 0);
    assert_int_not_equal(utf8_repaired_size(text, 8), 8);
    assert_int_equal(utf8_measure(text, 8).valid, 0);
    assert_int_equal(utf8_valid_rows(text, offsets, 1), 0);
    assert_int_equal(utf8_to_utf16(text, LONG, narrow, LONG).read, 0);
    assert_int_equal(utf8_to_utf32(text, LONG, wide, LONG).read, 0);
    utf8_dfa_class['a'] = was;
    assert_true(utf8_limit_kernels(NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exactly_the_needed_features_suffice),
        cmocka_unit_test(test_unsaved_registers_and_missing_leaves),
        cmocka_unit_test(test_a_limit_selects_a_supported_kernel),
        cmocka_unit_test(test_no_function_ignores_a_limit),
        cmocka_unit_test(test_the_choice_keeps_the_limit_of_another_thread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#else
int main(void)
{
    puts("skipped: this processor has no cpuid");
    return 0;
}
#endif
