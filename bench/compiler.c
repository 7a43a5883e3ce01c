// SPDX-License-Identifier: 0BSD
// Linked to utf8.c in each shared object that bench loads: what compiled it.

extern const char bench_compiler[];

#ifdef __clang__
const char bench_compiler[] = __VERSION__ ", " BENCH_FLAGS;
#else
const char bench_compiler[] = "gcc " __VERSION__ ", " BENCH_FLAGS;
#endif
