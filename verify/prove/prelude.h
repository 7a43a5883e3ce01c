// SPDX-License-Identifier: 0BSD
// Replaces two compiler features that Frama-C lacks. `__builtin_memcpy` of 2, 4 or 8 bytes into a number becomes a function with a
// trusted contract (C11, 7.24.2.1). Attributes are dropped.
#include <stdint.h>

#define __attribute__(x)
#define __builtin_memcpy(to, from, size) prove_copy_##size(to, from)

// The number that 4 or 8 bytes in memory represent; no proof depends on the byte order.
/*@ axiomatic Words {
        logic integer prove_word_4{L}(uint8_t *t) reads t[0 .. 3];
        logic integer prove_word_8{L}(uint8_t *t) reads t[0 .. 7];
    } */

/*@ requires \valid(to) && \valid_read((uint8_t *)from + (0 .. 1)); assigns *to \from from[0 .. 1]; */
void prove_copy_2(uint16_t *to, const uint8_t *from);
/*@ requires \valid(to) && \valid_read((uint8_t *)from + (0 .. 3)); assigns *to \from from[0 .. 3];
    ensures *to == prove_word_4((uint8_t *)from); */
void prove_copy_4(uint32_t *to, const uint8_t *from);
/*@ requires \valid(to) && \valid_read((uint8_t *)from + (0 .. 7)); assigns *to \from from[0 .. 7];
    ensures *to == prove_word_8((uint8_t *)from); */
void prove_copy_8(uint64_t *to, const uint8_t *from);

// The low six bits of a number are a number below 64, so shift and swar never shift by more than 63 bits.
/*@ axiomatic Bits { axiom below_64: \forall integer x; 0 <= (x & 63) <= 63; } */
