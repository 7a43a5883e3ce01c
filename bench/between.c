// SPDX-License-Identifier: 0BSD
// The conversions between MUTF-8 and UTF-8 with only one vector kernel, BENCH_KERNEL. This file is compiled once for each vector kernel and
// linked to functions.cpp, since conversions have no function that selects a kernel at run time.

#define MUTF8_TO_UTF8_STATIC
#define MUTF8_TO_UTF8_KERNEL BENCH_KERNEL
#include "mutf8_to_utf8.c"

#define UTF8_TO_MUTF8_STATIC
#define UTF8_TO_MUTF8_KERNEL BENCH_KERNEL
#include "utf8_to_mutf8.c"

#define PASTE(a, b) bench_##a##_##b
#define NAMED(a, b) PASTE(a, b)

size_t NAMED(BENCH_KERNEL, mutf8_to_utf8)(const char *text, size_t size, char *to, size_t room);
size_t NAMED(BENCH_KERNEL, utf8_to_mutf8)(const char *text, size_t size, char *to, size_t room);

size_t NAMED(BENCH_KERNEL, mutf8_to_utf8)(const char *text, size_t size, char *to, size_t room)
{
    return mutf8_to_utf8(text, size, to, room).written;
}

size_t NAMED(BENCH_KERNEL, utf8_to_mutf8)(const char *text, size_t size, char *to, size_t room)
{
    return utf8_to_mutf8(text, size, to, room).written;
}
