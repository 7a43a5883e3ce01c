// SPDX-License-Identifier: 0BSD
// The common part of the grammars of encodings (verify/prove/NAME.h). Only Frama-C reads it, before the grammar.
//
// well_formed(t, n): the first n bytes of t are a sequence of characters. A grammar defines `ends(t, n)` from the last character
// backwards: it holds exactly if a text of n >= 1 bytes is well-formed. The recursion on n makes well_formed unique.
//
// If no character depends on its neighbors, a grammar may also define `character(t, n)`: the first n bytes of t are one character; and
// `begins(t, n)`: the first n bytes are a proper prefix of a character (Unicode 15.0, D93b, replaces such a prefix as a whole).
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*@ axiomatic Grammar {
        predicate well_formed{L}(uint8_t *t, integer n) reads t[0 .. n - 1];
        axiom empty{L}: \forall uint8_t *t; well_formed(t, 0);
    } */
