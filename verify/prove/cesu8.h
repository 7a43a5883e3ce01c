// SPDX-License-Identifier: 0BSD
// CESU-8 by its standard, Unicode Technical Report 26: section 3, "Definitions", with the table "CESU-8 Bit Distribution" and table 2,
// which defines well-formedness. Written by hand from the report, not from the spec.
//
// Code points up to U+FFFF except surrogates have one to three bytes, as in UTF-8. Code points above U+FFFF have six: two surrogates of
// three bytes, ED A0..AF 80..BF for the high one and ED B0..BF 80..BF for the low one. Lone surrogates are ill-formed.
//
// cesu8_K(t, n): a character of K bytes ends with the n-th byte.

/*@ predicate tail(integer b) = 0x80 <= b <= 0xBF;
    predicate cesu8_1{L}(uint8_t *t, integer n) = n >= 1 && 0x00 <= t[n - 1] <= 0x7F;
    predicate cesu8_2{L}(uint8_t *t, integer n) = n >= 2 && 0xC2 <= t[n - 2] <= 0xDF && tail(t[n - 1]);
    predicate cesu8_3{L}(uint8_t *t, integer n) = n >= 3 &&
        ((t[n - 3] == 0xE0 && 0xA0 <= t[n - 2] <= 0xBF && tail(t[n - 1])) ||
         (0xE1 <= t[n - 3] <= 0xEC && tail(t[n - 2]) && tail(t[n - 1])) ||
         (t[n - 3] == 0xED && 0x80 <= t[n - 2] <= 0x9F && tail(t[n - 1])) ||
         (0xEE <= t[n - 3] <= 0xEF && tail(t[n - 2]) && tail(t[n - 1])));
    predicate cesu8_6{L}(uint8_t *t, integer n) = n >= 6 &&
        t[n - 6] == 0xED && 0xA0 <= t[n - 5] <= 0xAF && tail(t[n - 4]) &&
        t[n - 3] == 0xED && 0xB0 <= t[n - 2] <= 0xBF && tail(t[n - 1]);
    predicate ends{L}(uint8_t *t, integer n) =
        (cesu8_1(t, n) && well_formed(t, n - 1)) || (cesu8_2(t, n) && well_formed(t, n - 2)) ||
        (cesu8_3(t, n) && well_formed(t, n - 3)) || (cesu8_6(t, n) && well_formed(t, n - 6));
*/
