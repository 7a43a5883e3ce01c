// SPDX-License-Identifier: 0BSD
// The compiler, its version and the optimization level, linked into each of our shared objects that bench loads.

const char *bench_version(void);

const char *bench_version(void)
{
#ifdef __clang__
    return __VERSION__ ", " BENCH_FLAGS;
#else
    return "gcc " __VERSION__ ", " BENCH_FLAGS;
#endif
}
