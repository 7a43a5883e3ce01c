// SPDX-License-Identifier: 0BSD
// For encodings without a grammar. This definition of `ends` says nothing about which texts are well-formed.

/*@ predicate ends{L}(uint8_t *t, integer n) = well_formed(t, n); */
