// SPDX-License-Identifier: 0BSD
//
// Compiles as if for an x86 processor that has all instruction sets: see aarch64/machine.h. On other
// processors, this header removes the assembler instructions that detect features. Dispatch then
// chooses an arbitrary kernel; with SIMDe, each of them runs.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <immintrin.h>

#ifndef __x86_64__
#undef __aarch64__
#define __x86_64__ 1
#undef __SSE2__
#define __SSE2__ 1
#define __asm__(...) ((void)0)
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
