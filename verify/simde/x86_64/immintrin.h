// SPDX-License-Identifier: 0BSD
//
// SIMDe's versions of the intrinsics that the compiler does not support here. Without AVX-512
// VBMI2, this file defines some intrinsics itself; SIMDe 0.7.4 has only two of these.
#ifndef VERIFY_SIMDE_IMMINTRIN_H
#define VERIFY_SIMDE_IMMINTRIN_H

#ifdef __x86_64__
#include_next <immintrin.h>
#endif
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/avx2.h>
#include <simde/x86/avx512.h>
#include <simde/x86/gfni.h>

#ifndef __POPCNT__
#undef _mm_popcnt_u64
#define _mm_popcnt_u64(bits) __builtin_popcountll(bits)
#endif

#ifndef __AVX512VBMI2__

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

// This function and some others have no mask. The macros below drop the mask that emitted code
// passes, because all its bits are set.
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

// Reads only the bytes whose bits in the mask are set.
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

SHIM simde__m512i shim_cvtepu8_epi16(simde__m256i a)
{
    simde__m256i_private x = simde__m256i_to_private(a);
    simde__m512i_private r;
    for (size_t i = 0; i < 32; i++) {
        r.u16[i] = x.u8[i];
    }
    return simde__m512i_from_private(r);
}

SHIM simde__m512i shim_compress_epi16(uint32_t mask, simde__m512i a)
{
    simde__m512i_private x = simde__m512i_to_private(a), r = {0};
    for (size_t i = 0, to = 0; i < 32; i++) {
        if (mask >> i & 1) {
            r.u16[to++] = x.u16[i];
        }
    }
    return simde__m512i_from_private(r);
}

SHIM simde__m512i shim_compress_epi8(uint64_t mask, simde__m512i a)
{
    simde__m512i_private x = simde__m512i_to_private(a), r = {0};
    for (size_t i = 0, to = 0; i < 64; i++) {
        if (mask >> i & 1) {
            r.u8[to++] = x.u8[i];
        }
    }
    return simde__m512i_from_private(r);
}

SHIM simde__m512i shim_compress_epi32(uint32_t mask, simde__m512i a)
{
    simde__m512i_private x = simde__m512i_to_private(a), r = {0};
    for (size_t i = 0, to = 0; i < 16; i++) {
        if (mask >> i & 1) {
            r.u32[to++] = x.u32[i];
        }
    }
    return simde__m512i_from_private(r);
}

SHIM simde__m512i shim_cvtepu16_epi32(simde__m256i a)
{
    simde__m256i_private x = simde__m256i_to_private(a);
    simde__m512i_private r;
    for (size_t i = 0; i < 16; i++) {
        r.u32[i] = x.u16[i];
    }
    return simde__m512i_from_private(r);
}

SHIM simde__m256i shim_cvtusepi32_epi16(simde__m512i a)
{
    simde__m512i_private x = simde__m512i_to_private(a);
    simde__m256i_private r;
    for (size_t i = 0; i < 16; i++) {
        r.u16[i] = (uint16_t)(x.u32[i] < 0xFFFF ? x.u32[i] : 0xFFFF);
    }
    return simde__m256i_from_private(r);
}

SHIM uint32_t shim_cmpge_epu32(simde__m512i a, simde__m512i b)
{
    simde__m512i_private x = simde__m512i_to_private(a), y = simde__m512i_to_private(b);
    uint32_t found = 0;
    for (size_t i = 0; i < 16; i++) {
        found |= (uint32_t)(x.u32[i] >= y.u32[i]) << i;
    }
    return found;
}

SHIM simde__m512i shim_cvtepu8_epi32(simde__m128i a)
{
    simde__m128i_private x = simde__m128i_to_private(a);
    simde__m512i_private r;
    for (size_t i = 0; i < 16; i++) {
        r.u32[i] = x.u8[i];
    }
    return simde__m512i_from_private(r);
}

SHIM uint32_t shim_cmpeq_epi16(simde__m512i a, simde__m512i b)
{
    simde__m512i_private x = simde__m512i_to_private(a), y = simde__m512i_to_private(b);
    uint32_t found = 0;
    for (size_t i = 0; i < 32; i++) {
        found |= (uint32_t)(x.u16[i] == y.u16[i]) << i;
    }
    return found;
}

SHIM uint32_t shim_cmpgt_epi16(simde__m512i a, simde__m512i b)
{
    simde__m512i_private x = simde__m512i_to_private(a), y = simde__m512i_to_private(b);
    uint32_t found = 0;
    for (size_t i = 0; i < 32; i++) {
        found |= (uint32_t)(x.i16[i] > y.i16[i]) << i;
    }
    return found;
}

// Moves the low bits of `bits` to the places of the mask's bits.
SHIM uint64_t shim_pdep(uint64_t bits, uint64_t mask)
{
    uint64_t r = 0;
    for (; mask != 0; mask &= mask - 1, bits >>= 1) {
        r |= bits & 1 ? mask & -mask : 0;
    }
    return r;
}

// Works within each quarter of 16 bytes.
SHIM simde__m512i shim_alignr_epi8(simde__m512i a, simde__m512i b, int n)
{
    simde__m512i_private x = simde__m512i_to_private(a), y = simde__m512i_to_private(b), r;
    for (size_t i = 0; i < 64; i++) {
        const size_t from = i % 16 + (size_t)n;
        r.u8[i] = from < 16 ? y.u8[i - i % 16 + from] : x.u8[i - i % 16 + from - 16];
    }
    return simde__m512i_from_private(r);
}

#undef LANES_64
#undef SHIM
#undef _mm512_shldi_epi64
#undef _mm512_maskz_alignr_epi64
#undef _mm512_mask_loadu_epi8
#undef _mm512_maskz_cvtepu8_epi16
#undef _mm512_maskz_compress_epi16
#undef _mm512_alignr_epi8
#undef _mm512_maskz_compress_epi8
#undef _mm512_maskz_compress_epi32
#undef _mm512_maskz_cvtepu16_epi32
#undef _mm512_maskz_cvtusepi32_epi16
#undef _mm512_maskz_cvtepu8_epi32
#undef _mm512_cmpeq_epi16_mask
#undef _mm512_cmpgt_epi16_mask
#undef _mm512_cmpge_epu32_mask
#undef _mm512_maskz_slli_epi32
#undef _pdep_u64
#undef _bzhi_u64
#undef __mmask16
#undef __mmask32
#undef __mmask64
#undef __m512i
#define _mm512_shldi_epi64(a, b, n) shim_shldi_epi64(a, b, n)
#define _mm512_maskz_alignr_epi64(mask, a, b, n) shim_alignr_epi64(a, b, n)
#define _mm512_mask_loadu_epi8(other, mask, at) shim_mask_loadu_epi8(other, mask, at)
#define _mm512_maskz_cvtepu8_epi16(mask, a) shim_cvtepu8_epi16(a)
#define _mm512_maskz_compress_epi16(mask, a) shim_compress_epi16(mask, a)
#define _mm512_alignr_epi8(a, b, n) shim_alignr_epi8(a, b, n)
#define _mm512_maskz_compress_epi8(mask, a) shim_compress_epi8(mask, a)
#define _mm512_maskz_compress_epi32(mask, a) shim_compress_epi32(mask, a)
#define _mm512_maskz_cvtepu16_epi32(mask, a) shim_cvtepu16_epi32(a)
#define _mm512_maskz_cvtusepi32_epi16(mask, a) shim_cvtusepi32_epi16(a)
#define _mm512_maskz_cvtepu8_epi32(mask, a) shim_cvtepu8_epi32(a)
#define _mm512_cmpeq_epi16_mask(a, b) shim_cmpeq_epi16(a, b)
#define _mm512_cmpgt_epi16_mask(a, b) shim_cmpgt_epi16(a, b)
#define _mm512_cmpge_epu32_mask(a, b) shim_cmpge_epu32(a, b)
#define _mm512_maskz_slli_epi32(mask, a, n) simde_mm512_slli_epi32(a, n)
#define _pdep_u64(bits, mask) shim_pdep(bits, mask)
#define _bzhi_u64(x, n) ((n) > 63 ? (x) : (x) & (((uint64_t)1 << (n)) - 1))
#define __mmask16 uint16_t
#define __mmask32 uint32_t
#define __mmask64 uint64_t
#define __m512i simde__m512i

#endif

#endif
