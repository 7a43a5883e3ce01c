// SPDX-License-Identifier: 0BSD
// Functions that bench-functions measures in addition to those of utf8: characters.c, between.c for each kernel, and peers.
//
//   BENCH_ICU         defined if ICU's headers are installed
//   BENCH_KERNELS(X)  X(name) for swar and each vector kernel of this processor family; bench.mk defines it
//   BENCH_BETWEEN(X)  X(name) for each conversion between encodings; bench.mk defines it
//   BENCH_PEER(X)     X(name) for each function of a peer that is compared with ours

#pragma once

#include <stdbool.h>
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

// A function of a peer, or a conversion. `size` and `room` are in units of source and target. Returns a number (of units
// written, units needed, or characters), or whether the source is well-formed. Peers do not need `room`.
typedef size_t bench_function(const void *source, size_t size, void *to, size_t room);

// A peer is a shared object with peer_NAME for each of these names, and with `bool peer_select(const char *kernel)`. peer_select selects
// the functions for the instruction set of this kernel of utf8, and returns whether the peer has such functions.
#define BENCH_PEER(X)                                                                              \
    X(valid)                                                                                       \
    X(count)                                                                                       \
    X(utf16_size)                                                                                  \
    X(to_utf16)                                                                                    \
    X(to_utf32)                                                                                    \
    X(valid_utf16)                                                                                 \
    X(size_of_utf16)                                                                               \
    X(from_utf16)                                                                                  \
    X(valid_utf32)                                                                                 \
    X(size_of_utf32)                                                                               \
    X(from_utf32)                                                                                  \
    X(latin1_to_utf8)                                                                              \
    X(utf8_to_latin1)

#ifdef BENCH_BETWEEN
#define BENCH_FIELD(name) bench_function *name;
struct bench_conversions {
    BENCH_BETWEEN(BENCH_FIELD)
};
#endif

#ifdef __cplusplus
}
#endif
