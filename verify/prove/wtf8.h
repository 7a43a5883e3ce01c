// SPDX-License-Identifier: 0BSD
// WTF-8 by its standard, "The WTF-8 encoding" (Sapin): sections 3.3, "Surrogate byte sequences", 5, "Generalized UTF-8", and 6, "The WTF-8
// encoding". Written by hand from this document, not from the spec in gen/specs.
//
// Generalized UTF-8 is UTF-8 in which surrogates also have three bytes. Well-formed WTF-8 is generalized UTF-8 without a surrogate pair
// byte sequence, ED A0..AF 80..BF ED B0..BF 80..BF: a pair is written as the four bytes of its code point.
//
// wtf8_K(t, n): a code point of K bytes ends with the n-th byte. surrogate_pair(t, n): a surrogate pair byte sequence ends with this byte.

/*@ predicate tail(integer b) = 0x80 <= b <= 0xBF;
    predicate wtf8_1{L}(uint8_t *t, integer n) = n >= 1 && 0x00 <= t[n - 1] <= 0x7F;
    predicate wtf8_2{L}(uint8_t *t, integer n) = n >= 2 && 0xC2 <= t[n - 2] <= 0xDF && tail(t[n - 1]);
    predicate wtf8_3{L}(uint8_t *t, integer n) = n >= 3 &&
        ((t[n - 3] == 0xE0 && 0xA0 <= t[n - 2] <= 0xBF && tail(t[n - 1])) ||
         (0xE1 <= t[n - 3] <= 0xEF && tail(t[n - 2]) && tail(t[n - 1])));
    predicate wtf8_4{L}(uint8_t *t, integer n) = n >= 4 &&
        ((t[n - 4] == 0xF0 && 0x90 <= t[n - 3] <= 0xBF && tail(t[n - 2]) && tail(t[n - 1])) ||
         (0xF1 <= t[n - 4] <= 0xF3 && tail(t[n - 3]) && tail(t[n - 2]) && tail(t[n - 1])) ||
         (t[n - 4] == 0xF4 && 0x80 <= t[n - 3] <= 0x8F && tail(t[n - 2]) && tail(t[n - 1])));
    predicate surrogate_pair{L}(uint8_t *t, integer n) = n >= 6 &&
        t[n - 6] == 0xED && 0xA0 <= t[n - 5] <= 0xAF && tail(t[n - 4]) &&
        t[n - 3] == 0xED && 0xB0 <= t[n - 2] <= 0xBF && tail(t[n - 1]);
    predicate ends{L}(uint8_t *t, integer n) = !surrogate_pair(t, n) &&
        ((wtf8_1(t, n) && well_formed(t, n - 1)) || (wtf8_2(t, n) && well_formed(t, n - 2)) ||
         (wtf8_3(t, n) && well_formed(t, n - 3)) || (wtf8_4(t, n) && well_formed(t, n - 4)));
*/
