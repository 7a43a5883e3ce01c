// SPDX-License-Identifier: 0BSD
//
// The instruction sets of gen/kernel/isas.lua; written by `make isas`, not by hand.
//
// ISAS(X) lists all of them: X(name, NAME, bytes of a vector, target attribute or nothing, 1 if its
// kernel looks up classes, machine). For a scalable set, the bytes are the most that its kernel uses.
//
// If EACH_ISA is defined as the name of a header, in quotes, that header is included once for each
// set that has a kernel in the model and is for this machine (if ALL_MACHINES is 1, for any). The
// header can use the macros ISA, ISA_UPPER, WIDTH (the bytes), TARGET, BY_CLASSES (1 or 0) and
// HAS_UNITS (1 if the kernel may convert to UTF-16 itself), and must undefine them. Unless
// ALL_MACHINES is 1, scalable sets also have STORE(to, v), and are left out if SIMDE is defined.
// clang-format off
#ifndef VERIFY_ISAS_H
#define VERIFY_ISAS_H

#ifndef ALL_MACHINES
#define ALL_MACHINES 0
#endif

#define ISAS(X) \
    X(sse, SSE, 16, __attribute__((target("sse4.1"))), 0, x86_64) \
    X(avx2, AVX2, 32, __attribute__((target("avx2"))), 0, x86_64) \
    X(avx2gfni, AVX2GFNI, 32, __attribute__((target("avx2,gfni"))), 0, x86_64) \
    X(avx512bw, AVX512BW, 64, __attribute__((target("avx512f,avx512bw,bmi2,popcnt"))), 0, x86_64) \
    X(avx512, AVX512, 64, __attribute__((target("avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi2,popcnt"))), 1, x86_64) \
    X(neon, NEON, 16, , 0, aarch64) \
    X(sve, SVE, 64, __attribute__((target("+sve"))), 0, aarch64) \
    X(rvv, RVV, 64, __attribute__((target("arch=+v"))), 0, riscv64) \
    X(simd128, SIMD128, 16, , 0, wasm32)

#endif

#ifdef EACH_ISA

#if MODEL_SSE && (ALL_MACHINES || defined __x86_64__)
#define ISA sse
#define ISA_UPPER SSE
#define WIDTH 16
#define TARGET __attribute__((target("sse4.1")))
#define BY_CLASSES 0
#define HAS_UNITS 1
#include EACH_ISA
#endif

#if MODEL_AVX2 && (ALL_MACHINES || defined __x86_64__)
#define ISA avx2
#define ISA_UPPER AVX2
#define WIDTH 32
#define TARGET __attribute__((target("avx2")))
#define BY_CLASSES 0
#define HAS_UNITS 1
#include EACH_ISA
#endif

#if MODEL_AVX2GFNI && (ALL_MACHINES || defined __x86_64__)
#define ISA avx2gfni
#define ISA_UPPER AVX2GFNI
#define WIDTH 32
#define TARGET __attribute__((target("avx2,gfni")))
#define BY_CLASSES 0
#define HAS_UNITS 0
#include EACH_ISA
#endif

#if MODEL_AVX512BW && (ALL_MACHINES || defined __x86_64__)
#define ISA avx512bw
#define ISA_UPPER AVX512BW
#define WIDTH 64
#define TARGET __attribute__((target("avx512f,avx512bw,bmi2,popcnt")))
#define BY_CLASSES 0
#define HAS_UNITS 0
#include EACH_ISA
#endif

#if MODEL_AVX512 && (ALL_MACHINES || defined __x86_64__)
#define ISA avx512
#define ISA_UPPER AVX512
#define WIDTH 64
#define TARGET __attribute__((target("avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi2,popcnt")))
#define BY_CLASSES 1
#define HAS_UNITS 1
#include EACH_ISA
#endif

#if MODEL_NEON && (ALL_MACHINES || defined __aarch64__)
#define ISA neon
#define ISA_UPPER NEON
#define WIDTH 16
#define TARGET
#define BY_CLASSES 0
#define HAS_UNITS 1
#include EACH_ISA
#endif

#if MODEL_SVE && (ALL_MACHINES || (defined __aarch64__ && !defined SIMDE))
#define ISA sve
#define ISA_UPPER SVE
#define WIDTH 64
#define TARGET __attribute__((target("+sve")))
#define BY_CLASSES 0
#define HAS_UNITS 0
#if !ALL_MACHINES
#define STORE(to, v) svst1_u8(svptrue_b8(), to, v)
#endif
#include EACH_ISA
#endif

#if MODEL_RVV && (ALL_MACHINES || (defined __riscv && !defined SIMDE))
#define ISA rvv
#define ISA_UPPER RVV
#define WIDTH 64
#define TARGET __attribute__((target("arch=+v")))
#define BY_CLASSES 0
#define HAS_UNITS 0
#if !ALL_MACHINES
#define STORE(to, v) __riscv_vse8_v_u8m1(to, v, 64)
#endif
#include EACH_ISA
#endif

#if MODEL_SIMD128 && (ALL_MACHINES || defined __wasm32__)
#define ISA simd128
#define ISA_UPPER SIMD128
#define WIDTH 16
#define TARGET
#define BY_CLASSES 0
#define HAS_UNITS 1
#include EACH_ISA
#endif

#undef EACH_ISA
#endif
