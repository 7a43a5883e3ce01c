// SPDX-License-Identifier: 0BSD
// Linked to the C in each shared object of ours that bench loads: what compiled it.

const char *bench_version(void);

const char *bench_version(void)
{
#ifdef __clang__
    return __VERSION__ ", " BENCH_FLAGS;
#else
    return "gcc " __VERSION__ ", " BENCH_FLAGS;
#endif
}
