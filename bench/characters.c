// SPDX-License-Identifier: 0BSD
// For functions.cpp: loops over the characters of a text, compiled by the compiler of utf8.c. Each function returns the sum of all
// code points.

#include "functions.h"

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
