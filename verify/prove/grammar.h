// SPDX-License-Identifier: 0BSD
// What the grammars of encodings (verify/prove/NAME.h) have in common. Included first, by tests of annotations only: gcc never sees it.
//
// well_formed(t, n): the first n bytes of t are characters, one behind the other. A grammar says by `ends` which, from the last one on:
// `ends(t, n)` is what a text of n >= 1 bytes is well-formed by. The definition is recursive on n, so there is exactly one such predicate.
//
// Where no character depends on those beside it, a grammar also says `character(t, n)`: the first n bytes of t are one character; and
// `begins(t, n)`: they are the first ones of a character, but not all of it (the beginnings that Unicode 15.0, D93b, takes as a whole).
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*@ axiomatic Grammar {
        predicate well_formed{L}(uint8_t *t, integer n) reads t[0 .. n - 1];
        axiom empty{L}: \forall uint8_t *t; well_formed(t, 0);
    } */
