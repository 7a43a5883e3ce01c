// SPDX-License-Identifier: 0BSD
// Searches for a byte in a bucket of four bytes, in three ways. Each compiler builds a shared object of
// this file, and bench loads them.
//
// Each function searches every bucket for that bucket's own byte, and returns the number of hits. The
// empty asm prevents compilers from searching several buckets together: a real program has one bucket
// and needs its result immediately.

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct bucket {
    uint8_t bytes[4];
    uint8_t sought;
};

// Compares byte by byte.
static int has_byte_loop(const uint8_t bytes[4], uint8_t sought)
{
    for (int i = 0; i < 4; i++) {
        if (bytes[i] == sought) {
            return 1;
        }
    }
    return 0;
}

// Loads one word, and extracts its bytes.
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

// x has a zero byte where the word has the wanted byte. (x - 01010101) & ~x has the high bit of some byte set
// if and only if x has a zero byte.
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
