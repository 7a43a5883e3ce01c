// SPDX-License-Identifier: 0BSD
//
// Tests that each kernel is supported exactly if the processor has its features and the operating
// system saves its registers, that a limit selects only supported kernels and functions obey the limit,
// and that no function uses instructions that the processor lacks.
//
// The generated code is included here. Its instructions cpuid and xgetbv are replaced by a function
// that reports a simulated processor. The features are those of Intel's manual, volume 2,
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

// The instruction sets that were used, a bit for each entry of `needs`. Each function of a vector kernel loads
// vectors, except two whose loops compilers vectorize (utf8_known_16 and utf8_known_32). Only avx2gfni uses
// _mm256_set1_epi64x, and only avx512 uses _mm512_permutex2var_epi8.
static unsigned used;

static void use(unsigned sets)
{
    used |= sets;
}

#define _mm_loadu_si128(at) (use(1U), (_mm_loadu_si128)(at))
#define _mm256_loadu_si256(at) (use(2U), (_mm256_loadu_si256)(at))
#define _mm512_loadu_si512(at) (use(8U), (_mm512_loadu_si512)(at))
#define _mm256_set1_epi64x(word) (use(4U), (_mm256_set1_epi64x)(word))
#define _mm512_permutex2var_epi8(a, lanes, b) (use(16U), (_mm512_permutex2var_epi8)(a, lanes, b))
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
    {"avx2", {0, 1U << 5, 0, 6}},
    {"avx2gfni", {0, 1U << 5, 1U << 8, 6}},
    {"avx512bw", {1U << 23, 1U << 8 | 1U << 16 | 1U << 30, 0, 0xE6}},
    {"avx512", {1U << 23, 1U << 8 | 1U << 16 | 1U << 30, 1U << 1 | 1U << 6, 0xE6}},
};
enum { NEEDS = sizeof needs / sizeof *needs };

// Simulates a processor that has these features and no others, except XSAVE and OSXSAVE if registers are saved.
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

static void expect_no_choice(void)
{
    assert_null(utf8_chosen());
}

static void test_no_other_thread_sees_a_kernel_before_the_processor_was_asked(void **state)
{
    (void)state;
    simulate(&needs[0]);
    utf8_unlimited = NULL;
    meanwhile = expect_no_choice;
    assert_non_null(utf8_active_kernel());
    meanwhile = NULL;
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

enum { TEXT = 4096, UNITS = TEXT + 8 };

// Calls all functions that use a kernel. (utf16_size and utf32_size only call measure.)
static void call_all(const uint8_t *text, size_t size)
{
    static uint8_t bytes[4 * UNITS];
    static uint16_t narrow[UNITS];
    static uint32_t wide[UNITS];
    const int32_t offsets[] = {0, (int32_t)size};
    const int64_t offsets64[] = {0, (int64_t)size};
    utf8_repair_stream repair;
    utf8_stream stream;
    utf8_error error;
    size_t n;
    utf8_valid(text, size);
    utf8_valid_prefix(text, size);
    utf8_check(text, size, &error);
    utf8_next_chunk(text, size);
    utf8_repaired_size(text, size);
    utf8_repair(text, size, bytes, sizeof bytes);
    utf8_repair_start(&repair);
    utf8_repair_feed(&repair, text, size, bytes, sizeof bytes);
    utf8_stream_start(&stream);
    utf8_stream_feed(&stream, text, size);
    utf8_measure(text, size);
    utf8_count(text, size);
    utf8_seek(text, size, size - 1);
    utf8_valid_rows(text, offsets, 1);
    utf8_valid_rows64(text, offsets64, 1);
    utf8_utf16_lossy_size(text, size);
    n = utf8_to_utf16_lossy(text, size, narrow, UNITS, NULL).written;
    utf8_from_utf16_lossy(narrow, n, bytes, sizeof bytes, NULL);
    utf8_size_of_utf16_lossy(narrow, n);
    n = utf8_to_utf16(text, size, narrow, UNITS).written;
    utf8_from_utf16(narrow, n, bytes, sizeof bytes);
    utf8_size_of_utf16(narrow, n);
    utf8_valid_utf16(narrow, n);
    utf8_utf32_lossy_size(text, size);
    n = utf8_to_utf32_lossy(text, size, wide, UNITS, NULL).written;
    utf8_from_utf32_lossy(wide, n, bytes, sizeof bytes, NULL);
    utf8_size_of_utf32_lossy(wide, n);
    n = utf8_to_utf32(text, size, wide, UNITS).written;
    utf8_from_utf32(wide, n, bytes, sizeof bytes);
    utf8_size_of_utf32(wide, n);
    utf8_valid_utf32(wide, n);
}

// Calls all functions with short and long texts: ASCII, mixed, and two-byte, each also with an error in the middle.
static void call_with_texts(void)
{
    static uint8_t text[TEXT];
    static const char *const parts[] = {"a", "a\xC3\xA9\xE0\xA4\x86\xF0\x9F\x98\x80", "\xC3\xA9"};
    static const size_t sizes[] = {3, 17, 40, 64, 100, 250, 600, TEXT};
    used = 0;
    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
        const size_t length = strlen(parts[p]);
        for (size_t i = 0; i < sizeof text; i++) {
            text[i] = (uint8_t)parts[p][i % length];
        }
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            const size_t at = sizes[i] / 2;
            const uint8_t was = text[at];
            call_all(text, sizes[i]);
            text[at] = 0xFF;
            call_all(text, sizes[i]);
            text[at] = was;
        }
    }
}

// Returns the instruction sets of a processor that supports the first k kernels of `needs`. With AVX-512 (k > 3), GFNI is not
// among them, since such a processor may lack it.
static unsigned allowed(size_t k)
{
    return ((1U << k) - 1) & (k > 3 ? ~4U : ~0U);
}

static void test_no_function_uses_instructions_that_the_processor_lacks(void **state)
{
    (void)state;
    const bool real[NEEDS] = {
        __builtin_cpu_supports("sse4.1") != 0, __builtin_cpu_supports("avx2") != 0,
        __builtin_cpu_supports("gfni") != 0, __builtin_cpu_supports("avx512bw") != 0,
        __builtin_cpu_supports("avx512vbmi2") != 0};
    // A processor without any of the features, then one for each kernel.
    memset(has, 0, sizeof has);
    greatest = 7;
    for (size_t k = 0; k <= NEEDS; k++) {
        if (k == 0 || real[k - 1]) {
            if (k > 0) {
                simulate(&needs[k - 1]);
            }
            utf8_unlimited = NULL;
            call_with_texts();
            assert_int_equal(used & ~allowed(k), 0);
            assert_true(k == 0 || (used >> (k - 1) & 1) != 0);
        }
    }
    // A processor with all features, and each limit.
    memset(has, 0xFF, sizeof has);
    utf8_unlimited = NULL;
    for (size_t k = 0; k <= NEEDS; k++) {
        if (k == 0 || real[k - 1]) {
            assert_true(utf8_limit_kernels(k > 0 ? needs[k - 1].name : "swar"));
            call_with_texts();
            assert_int_equal(used & ~allowed(k), 0);
        }
    }
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
        cmocka_unit_test(test_no_other_thread_sees_a_kernel_before_the_processor_was_asked),
        cmocka_unit_test(test_no_function_uses_instructions_that_the_processor_lacks),
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
