// SPDX-License-Identifier: 0BSD
// A byte sought in a bucket of four, in three ways; bench loads this as each compiler makes it.
//
// Each function looks into all buckets, for a byte of its own in each, and returns how many had it.
// The empty asm keeps compilers from looking into several buckets at once: a program has one bucket
// and does something with the answer.

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct bucket {
    uint8_t bytes[4];
    uint8_t sought;
};

// One byte after the other.
static int has_byte_loop(const uint8_t bytes[4], uint8_t sought)
{
    for (int i = 0; i < 4; i++) {
        if (bytes[i] == sought) {
            return 1;
        }
    }
    return 0;
}

// One word, and its bytes out of it.
static int has_shift_loop(const uint8_t bytes[4], uint8_t sought)
{
    uint32_t word;
    memcpy(&word, bytes, 4);
    for (int i = 0; i < 4; i++, word >>= 8) {
        if ((word & 0xFF) == sought) {
            return 1;
        }
    }
    return 0;
}

// A byte of x is zero where the word has the sought one, and then, only then, the sign bit of some
// byte of (x - 01010101) & ~x is set.
static int has_zero_word(const uint8_t bytes[4], uint8_t sought)
{
    uint32_t word;
    memcpy(&word, bytes, 4);
    uint32_t x = word ^ sought * UINT32_C(0x01010101);
    return ((x - UINT32_C(0x01010101)) & ~x & UINT32_C(0x80808080)) != 0;
}

#define COUNT(has)                                                                                 \
    size_t count_##has(const struct bucket *buckets, size_t size)                                  \
    {                                                                                              \
        size_t count = 0;                                                                          \
        for (size_t i = 0; i < size; i++) {                                                        \
            int found = has_##has(buckets[i].bytes, buckets[i].sought);                            \
            __asm__ volatile("" : "+r"(found));                                                    \
            count += (size_t)found;                                                                \
        }                                                                                          \
        return count;                                                                              \
    }

COUNT(byte_loop)
COUNT(shift_loop)
COUNT(zero_word)
