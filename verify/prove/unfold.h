// SPDX-License-Identifier: 0BSD
// The definition of well_formed, behind a grammar's `ends`: for one n at a time, where an annotation asks for it. (As an axiom on all n a
// prover would unfold it without end.)

/*@ ghost
    /@ requires n >= 1;
       assigns \nothing;
       ensures well_formed(t, n) <==> ends(t, n); @/
    void unfold(const uint8_t *t, size_t n); */
