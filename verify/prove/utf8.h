// SPDX-License-Identifier: 0BSD
// UTF-8 by its standard: RFC 3629, section 4, "Syntax of UTF-8 Byte Sequences". Written by hand from the RFC, not from gen/specs/.
//
//     UTF8-octets = *( UTF8-char )
//     UTF8-char   = UTF8-1 / UTF8-2 / UTF8-3 / UTF8-4
//     UTF8-1      = %x00-7F
//     UTF8-2      = %xC2-DF UTF8-tail
//     UTF8-3      = %xE0 %xA0-BF UTF8-tail / %xE1-EC 2( UTF8-tail ) /
//                   %xED %x80-9F UTF8-tail / %xEE-EF 2( UTF8-tail )
//     UTF8-4      = %xF0 %x90-BF 2( UTF8-tail ) / %xF1-F3 3( UTF8-tail ) /
//                   %xF4 %x80-8F 2( UTF8-tail )
//     UTF8-tail   = %x80-BF
//
// utf8_K(t, n): a character of K bytes ends with the n-th byte.

/*@ predicate tail(integer b) = 0x80 <= b <= 0xBF;
    predicate utf8_1{L}(uint8_t *t, integer n) = n >= 1 && 0x00 <= t[n - 1] <= 0x7F;
    predicate utf8_2{L}(uint8_t *t, integer n) = n >= 2 && 0xC2 <= t[n - 2] <= 0xDF && tail(t[n - 1]);
    predicate utf8_3{L}(uint8_t *t, integer n) = n >= 3 &&
        ((t[n - 3] == 0xE0 && 0xA0 <= t[n - 2] <= 0xBF && tail(t[n - 1])) ||
         (0xE1 <= t[n - 3] <= 0xEC && tail(t[n - 2]) && tail(t[n - 1])) ||
         (t[n - 3] == 0xED && 0x80 <= t[n - 2] <= 0x9F && tail(t[n - 1])) ||
         (0xEE <= t[n - 3] <= 0xEF && tail(t[n - 2]) && tail(t[n - 1])));
    predicate utf8_4{L}(uint8_t *t, integer n) = n >= 4 &&
        ((t[n - 4] == 0xF0 && 0x90 <= t[n - 3] <= 0xBF && tail(t[n - 2]) && tail(t[n - 1])) ||
         (0xF1 <= t[n - 4] <= 0xF3 && tail(t[n - 3]) && tail(t[n - 2]) && tail(t[n - 1])) ||
         (t[n - 4] == 0xF4 && 0x80 <= t[n - 3] <= 0x8F && tail(t[n - 2]) && tail(t[n - 1])));
    predicate ends{L}(uint8_t *t, integer n) =
        (utf8_1(t, n) && well_formed(t, n - 1)) || (utf8_2(t, n) && well_formed(t, n - 2)) ||
        (utf8_3(t, n) && well_formed(t, n - 3)) || (utf8_4(t, n) && well_formed(t, n - 4));
    predicate character{L}(uint8_t *t, integer n) =
        (n == 1 && utf8_1(t, n)) || (n == 2 && utf8_2(t, n)) ||
        (n == 3 && utf8_3(t, n)) || (n == 4 && utf8_4(t, n));
    predicate utf8_first_two{L}(uint8_t *t) =
        (t[0] == 0xE0 && 0xA0 <= t[1] <= 0xBF) || (0xE1 <= t[0] <= 0xEC && tail(t[1])) ||
        (t[0] == 0xED && 0x80 <= t[1] <= 0x9F) || (0xEE <= t[0] <= 0xEF && tail(t[1])) ||
        (t[0] == 0xF0 && 0x90 <= t[1] <= 0xBF) || (0xF1 <= t[0] <= 0xF3 && tail(t[1])) ||
        (t[0] == 0xF4 && 0x80 <= t[1] <= 0x8F);
    predicate begins{L}(uint8_t *t, integer n) =
        (n == 1 && 0xC2 <= t[0] <= 0xF4) || (n == 2 && utf8_first_two(t)) ||
        (n == 3 && 0xF0 <= t[0] && utf8_first_two(t) && tail(t[2]));
*/
