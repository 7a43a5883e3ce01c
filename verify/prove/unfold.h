// SPDX-License-Identifier: 0BSD
// Equates well_formed with the `ends` of a grammar for one n, where an annotation calls `unfold`. (With an axiom for all n, a prover might
// unfold well_formed endlessly.)

/*@ ghost
    /@ requires n >= 1;
       assigns \nothing;
       ensures well_formed(t, n) <==> ends(t, n); @/
    void unfold(const uint8_t *t, size_t n); */
