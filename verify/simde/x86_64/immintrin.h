// SPDX-License-Identifier: 0BSD
//
// The intrinsics of immintrin.h that the processor lacks, by SIMDe, and what SIMDe 0.7.4 itself lacks.
#ifndef VERIFY_SIMDE_IMMINTRIN_H
#define VERIFY_SIMDE_IMMINTRIN_H

#ifdef __x86_64__
#include_next <immintrin.h>
#endif
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/avx2.h>
#include <simde/x86/avx512.h>

#ifndef __POPCNT__
#undef _mm_popcnt_u32
#undef _mm_popcnt_u64
#define _mm_popcnt_u32(bits) __builtin_popcount(bits)
#define _mm_popcnt_u64(bits) __builtin_popcountll(bits)
#endif

#ifndef SIMDE_X86_AVX512F_NATIVE

#include <stdint.h>
#include <string.h>

#define LANES_64(i) for (size_t i = 0; i < 8; i++)
#define SHIM static inline __attribute__((always_inline))

SHIM simde__m512i shim_shldi_epi64(simde__m512i a, simde__m512i b, int n)
{
    simde__m512i_private x = simde__m512i_to_private(a), y = simde__m512i_to_private(b);
    LANES_64(i)
    {
        x.u64[i] = x.u64[i] << n | y.u64[i] >> (64 - n);
    }
    return simde__m512i_from_private(x);
}

// All lanes of the mask are set wherever this is used.
SHIM simde__m512i shim_alignr_epi64(simde__m512i a, simde__m512i b, int n)
{
    simde__m512i_private x = simde__m512i_to_private(a), y = simde__m512i_to_private(b), r;
    LANES_64(i)
    {
        const size_t from = i + (size_t)n;
        r.u64[i] = from < 8 ? y.u64[from] : x.u64[from - 8];
    }
    return simde__m512i_from_private(r);
}

// Reads no byte whose bit in the mask is clear.
SHIM simde__m512i shim_mask_loadu_epi8(simde__m512i other, uint64_t mask, const void *at)
{
    simde__m512i_private x = simde__m512i_to_private(other);
    for (size_t i = 0; i < 64; i++) {
        if (mask >> i & 1) {
            x.u8[i] = ((const uint8_t *)at)[i];
        }
    }
    return simde__m512i_from_private(x);
}

#undef LANES_64
#undef SHIM
#undef _mm512_shldi_epi64
#undef _mm512_maskz_alignr_epi64
#undef _mm512_mask_loadu_epi8
#undef _bzhi_u64
#undef __mmask64
#undef __m512i
#define _mm512_shldi_epi64(a, b, n) shim_shldi_epi64(a, b, n)
#define _mm512_maskz_alignr_epi64(mask, a, b, n) shim_alignr_epi64(a, b, n)
#define _mm512_mask_loadu_epi8(other, mask, at) shim_mask_loadu_epi8(other, mask, at)
#define _bzhi_u64(x, n) ((n) > 63 ? (x) : (x) & (((uint64_t)1 << (n)) - 1))
#define __mmask64 uint64_t
#define __m512i simde__m512i

#endif

#endif
