// SPDX-License-Identifier: 0BSD
//
// As if for aarch64: emitted code that comes behind this has its neon kernel on any machine.
//
// In: emitted code as it stands, which asks the compiler's macros which processor it is compiled for, and
// includes that one's header of intrinsics. Out: its vector kernels, of what SIMDe (Debian's
// libsimde-dev) makes of those intrinsics here. The one idea: once all headers of the system are in,
// these macros may lie; and as the folder of this file stands before the compiler's own, arm_neon.h
// is the one here.
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
