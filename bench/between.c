// SPDX-License-Identifier: 0BSD
// The conversions between encodings, compiled with one kernel, BENCH_KERNEL. functions.cpp is linked with one such object per kernel,
// since conversions cannot select a kernel at run time. bench.mk includes the emitted files before this one.

#include "functions.h"

#define CONVERT(name)                                                                              \
    static size_t convert_##name(const void *text, size_t size, void *to, size_t room)             \
    {                                                                                              \
        return name(text, size, to, room).written;                                                 \
    }
BENCH_BETWEEN(CONVERT)

#define PASTE(a, b) bench_##a##_##b
#define NAMED(a, b) PASTE(a, b)
#define ROW(name) convert_##name,
extern const struct bench_conversions NAMED(BENCH_KERNEL, conversions);
const struct bench_conversions NAMED(BENCH_KERNEL, conversions) = {BENCH_BETWEEN(ROW)};
