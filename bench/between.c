// SPDX-License-Identifier: 0BSD
// Linked to functions.cpp once for each kernel: the conversions between encodings with only this kernel, since they have no function to
// select one at run time. BENCH_KERNEL is its name. bench.mk includes the emitted files before this one.

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
