// SPDX-License-Identifier: 0BSD
// Loops over the characters of a text, linked to functions.cpp and compiled by the compiler of utf8.c. Each function returns the sum of all
// code points, or the number of bytes written.

#include "functions.h"

#include "mutf8.h"
#include "utf8.h"

#ifdef BENCH_ICU
#include <unicode/utf8.h>

size_t bench_u8_next(const char *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    size_t sum = 0;
    for (int32_t at = 0, end = (int32_t)size; at < end;) {
        UChar32 code_point;
        U8_NEXT(bytes, at, end, code_point);
        sum += (uint32_t)code_point;
    }
    return sum;
}
#endif

size_t bench_next(const char *text, size_t size)
{
    size_t sum = 0;
    for (size_t at = 0; at < size;) {
        sum += utf8_next(text, size, &at);
    }
    return sum;
}

size_t bench_mutf8_by_characters(const char *text, size_t size, char *to)
{
    size_t written = 0;
    uint32_t code_point = 0;
    for (size_t at = 0, length = 1; at < size && length > 0; at += length) {
        length = mutf8_decode(text + at, size - at, &code_point);
        // A high surrogate and the low one after it.
        if (code_point >= 0xD800 && code_point <= 0xDBFF) {
            uint32_t low = 0;
            length += mutf8_decode(text + at + length, size - at - length, &low);
            code_point = 0x10000 + ((code_point - 0xD800) << 10) + (low - 0xDC00);
        }
        written += utf8_encode(code_point, to + written);
    }
    return written;
}

size_t bench_utf8_by_characters(const char *text, size_t size, char *to)
{
    size_t written = 0;
    uint32_t code_point = 0;
    for (size_t at = 0, length = 1; at < size && length > 0; at += length) {
        length = utf8_decode(text + at, size - at, &code_point);
        if (code_point > 0xFFFF) {
            written += mutf8_encode(0xD800 + ((code_point - 0x10000) >> 10), to + written);
            code_point = 0xDC00 + (code_point & 0x3FF);
        }
        written += mutf8_encode(code_point, to + written);
    }
    return written;
}
