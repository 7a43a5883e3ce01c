// SPDX-License-Identifier: 0BSD
// For encodings without a grammar: nothing is claimed about well-formed texts.

/*@ predicate ends{L}(uint8_t *t, integer n) = well_formed(t, n); */
