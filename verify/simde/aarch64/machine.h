// SPDX-License-Identifier: 0BSD
//
// Compiles as if for aarch64: emitted code after this header has its neon kernel on any machine.
//
// In: unchanged emitted code. It selects its processor by the compiler's macros, and includes the
// header of intrinsics of that processor. Out: its vector kernels, except scalable ones, with these
// intrinsics from SIMDe (Debian's libsimde-dev).
//
// The idea: after all system headers have been included, these macros may be changed. The folder of
// this file precedes the compiler's own, so arm_neon.h is the one here.
//
//     cc -DSIMDE -isystem verify/simde/aarch64 ...     vextq_u8 is _mm_alignr_epi8 on x86
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <arm_neon.h>

#undef __x86_64__
#undef __aarch64__
#define __aarch64__ 1
#undef __ARM_NEON
#define __ARM_NEON 1
