// SPDX-License-Identifier: 0BSD
// Functions that functions.cpp measures in addition to those of utf8: characters.c, and between.c for each vector kernel.
//
//   BENCH_ICU      defined if ICU's headers are installed
//   BENCH_ISAS(X)  X(name) for each vector kernel of this machine; bench.mk defines it

#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __has_include
#if __has_include(<unicode/utf8.h>)
#define BENCH_ICU
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

size_t bench_next(const char *text, size_t size);
size_t bench_u8_next(const char *text, size_t size);

// Conversions that use only decode and encode.
size_t bench_mutf8_by_characters(const char *text, size_t size, char *to);
size_t bench_utf8_by_characters(const char *text, size_t size, char *to);

#define BENCH_DECLARE(isa)                                                                         \
    size_t bench_##isa##_mutf8_to_utf8(const char *text, size_t size, char *to, size_t room);      \
    size_t bench_##isa##_utf8_to_mutf8(const char *text, size_t size, char *to, size_t room);
BENCH_ISAS(BENCH_DECLARE)
#undef BENCH_DECLARE

#ifdef __cplusplus
}
#endif
