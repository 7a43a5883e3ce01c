// SPDX-License-Identifier: 0BSD
// Linked into each shared object of ours that bench loads: the name of its compiler.

const char *bench_version(void);

const char *bench_version(void)
{
#ifdef __clang__
    return __VERSION__ ", " BENCH_FLAGS;
#else
    return "gcc " __VERSION__ ", " BENCH_FLAGS;
#endif
}
