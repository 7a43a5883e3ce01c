// SPDX-License-Identifier: 0BSD
// Modified UTF-8 by its standard: The Java Virtual Machine Specification, section 4.4.7, "The CONSTANT_Utf8_info Structure".
// Written by hand from this section, not from the spec in gen/specs.
//
// Each char, a UTF-16 code unit, is encoded by itself: '\u0001' to '\u007F' in one byte; '\u0080' to '\u07FF' in two; '\u0800' to '\uFFFF',
// including surrogates, in three. The null char has two bytes, neither of which is zero. A supplementary character has two surrogates.
//
// mutf8_K(t, n): a char of K bytes ends with the n-th byte.

/*@ predicate tail(integer b) = 0x80 <= b <= 0xBF;
    predicate mutf8_1{L}(uint8_t *t, integer n) = n >= 1 && 0x01 <= t[n - 1] <= 0x7F;
    predicate mutf8_2{L}(uint8_t *t, integer n) = n >= 2 &&
        ((t[n - 2] == 0xC0 && t[n - 1] == 0x80) || (0xC2 <= t[n - 2] <= 0xDF && tail(t[n - 1])));
    predicate mutf8_3{L}(uint8_t *t, integer n) = n >= 3 &&
        ((t[n - 3] == 0xE0 && 0xA0 <= t[n - 2] <= 0xBF && tail(t[n - 1])) ||
         (0xE1 <= t[n - 3] <= 0xEF && tail(t[n - 2]) && tail(t[n - 1])));
    predicate ends{L}(uint8_t *t, integer n) =
        (mutf8_1(t, n) && well_formed(t, n - 1)) || (mutf8_2(t, n) && well_formed(t, n - 2)) ||
        (mutf8_3(t, n) && well_formed(t, n - 3));
    predicate character{L}(uint8_t *t, integer n) =
        (n == 1 && mutf8_1(t, n)) || (n == 2 && mutf8_2(t, n)) || (n == 3 && mutf8_3(t, n));
    predicate begins{L}(uint8_t *t, integer n) =
        (n == 1 && (t[0] == 0xC0 || 0xC2 <= t[0] <= 0xEF)) ||
        (n == 2 && ((t[0] == 0xE0 && 0xA0 <= t[1] <= 0xBF) || (0xE1 <= t[0] <= 0xEF && tail(t[1]))));
*/
