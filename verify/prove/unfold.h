// SPDX-License-Identifier: 0BSD
// Equates well_formed with the `ends` of a grammar, for one n at a time, where an annotation needs it. (A prover would unfold an axiom
// about all n without end.)

/*@ ghost
    /@ requires n >= 1;
       assigns \nothing;
       ensures well_formed(t, n) <==> ends(t, n); @/
    void unfold(const uint8_t *t, size_t n); */
