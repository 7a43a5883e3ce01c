// SPDX-License-Identifier: 0BSD
// Text of XML 1.0 in UTF-8 by its standards: Extensible Markup Language 1.0 (Fifth Edition), section 2.2, production 2,
//
//     Char ::= #x9 | #xA | #xD | [#x20-#xD7FF] | [#xE000-#xFFFD] | [#x10000-#x10FFFF]
//
// and RFC 3629, section 3, for the bytes of a code point. Written by hand from these, not from the spec. U+FFFE and U+FFFF are EF BF BE and
// EF BF BF.
//
// xml10_K(t, n): a Char of K bytes ends with the n-th byte.

/*@ predicate tail(integer b) = 0x80 <= b <= 0xBF;
    predicate xml10_1{L}(uint8_t *t, integer n) = n >= 1 &&
        (t[n - 1] == 0x09 || t[n - 1] == 0x0A || t[n - 1] == 0x0D || 0x20 <= t[n - 1] <= 0x7F);
    predicate xml10_2{L}(uint8_t *t, integer n) = n >= 2 && 0xC2 <= t[n - 2] <= 0xDF && tail(t[n - 1]);
    predicate xml10_3{L}(uint8_t *t, integer n) = n >= 3 && tail(t[n - 1]) &&
        ((t[n - 3] == 0xE0 && 0xA0 <= t[n - 2] <= 0xBF) ||
         (0xE1 <= t[n - 3] <= 0xEC && tail(t[n - 2])) ||
         (t[n - 3] == 0xED && 0x80 <= t[n - 2] <= 0x9F) ||
         (0xEE <= t[n - 3] <= 0xEF && tail(t[n - 2]))) &&
        !(t[n - 3] == 0xEF && t[n - 2] == 0xBF && t[n - 1] >= 0xBE);
    predicate xml10_4{L}(uint8_t *t, integer n) = n >= 4 &&
        ((t[n - 4] == 0xF0 && 0x90 <= t[n - 3] <= 0xBF && tail(t[n - 2]) && tail(t[n - 1])) ||
         (0xF1 <= t[n - 4] <= 0xF3 && tail(t[n - 3]) && tail(t[n - 2]) && tail(t[n - 1])) ||
         (t[n - 4] == 0xF4 && 0x80 <= t[n - 3] <= 0x8F && tail(t[n - 2]) && tail(t[n - 1])));
    predicate ends{L}(uint8_t *t, integer n) =
        (xml10_1(t, n) && well_formed(t, n - 1)) || (xml10_2(t, n) && well_formed(t, n - 2)) ||
        (xml10_3(t, n) && well_formed(t, n - 3)) || (xml10_4(t, n) && well_formed(t, n - 4));
    predicate character{L}(uint8_t *t, integer n) =
        (n == 1 && xml10_1(t, n)) || (n == 2 && xml10_2(t, n)) ||
        (n == 3 && xml10_3(t, n)) || (n == 4 && xml10_4(t, n));
    predicate xml10_first_two{L}(uint8_t *t) =
        (t[0] == 0xE0 && 0xA0 <= t[1] <= 0xBF) || (0xE1 <= t[0] <= 0xEC && tail(t[1])) ||
        (t[0] == 0xED && 0x80 <= t[1] <= 0x9F) || (0xEE <= t[0] <= 0xEF && tail(t[1])) ||
        (t[0] == 0xF0 && 0x90 <= t[1] <= 0xBF) || (0xF1 <= t[0] <= 0xF3 && tail(t[1])) ||
        (t[0] == 0xF4 && 0x80 <= t[1] <= 0x8F);
    predicate begins{L}(uint8_t *t, integer n) =
        (n == 1 && 0xC2 <= t[0] <= 0xF4) || (n == 2 && xml10_first_two(t)) ||
        (n == 3 && 0xF0 <= t[0] && xml10_first_two(t) && tail(t[2]));
*/
