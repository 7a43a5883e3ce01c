// SPDX-License-Identifier: 0BSD
// For encodings whose grammar stands nowhere: nothing is said of well-formed texts.

/*@ predicate ends{L}(uint8_t *t, integer n) = well_formed(t, n); */
