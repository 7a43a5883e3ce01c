// SPDX-License-Identifier: 0BSD
// What the compiler gives and Frama-C lacks: copies of a few bytes into a word, each a function with a contract that is trusted (C11,
// 7.24.2.1), and no attributes.
#include <stdint.h>

#define __attribute__(x)
#define __builtin_memcpy(to, from, size) prove_copy_##size(to, from)

/*@ requires \valid(to) && \valid_read((uint8_t *)from + (0 .. 1)); assigns *to \from from[0 .. 1]; */
void prove_copy_2(uint16_t *to, const uint8_t *from);
/*@ requires \valid(to) && \valid_read((uint8_t *)from + (0 .. 3)); assigns *to \from from[0 .. 3]; */
void prove_copy_4(uint32_t *to, const uint8_t *from);
/*@ requires \valid(to) && \valid_read((uint8_t *)from + (0 .. 7)); assigns *to \from from[0 .. 7]; */
void prove_copy_8(uint64_t *to, const uint8_t *from);

// The bits of a number below 64: the shifts of shift and swar stay within a word.
/*@ axiomatic Bits { axiom below_64: \forall integer x; 0 <= (x & 63) <= 63; } */
