#include <immintrin.h>
#if defined(_MSC_VER) && defined(__clang__)
// With clang-cl, <immintrin.h> includes only the headers for the target's instruction sets.
#include <smmintrin.h>
@ if xcr0 then
#include <avxintrin.h>
#include <avx2intrin.h>
@ end
@ if newer then
#if __clang_major__ >= 10
@ if wide then
#include <bmi2intrin.h>
#include <popcntintrin.h>
#include <avx512fintrin.h>
#include <avx512bwintrin.h>
#include <avx512vlintrin.h>
#include <avx512vbmiintrin.h>
#include <avx512vbmi2intrin.h>
@ end
#include <gfniintrin.h>
#endif
@ end
#endif
#ifndef $(U)_GNU
#include <intrin.h>
#define $(U)_TARGET(features)
#else
#define $(U)_TARGET(features) __attribute__((target(features)))
#endif

static void $(p)cpuid(unsigned leaf, unsigned out[4])
{
#ifdef $(U)_GNU
    __asm__("cpuid" : "=a"(out[0]), "=b"(out[1]), "=c"(out[2]), "=d"(out[3]) : "a"(leaf), "c"(0));
#else
    __cpuidex((int *)out, (int)leaf, 0);
#endif
}
@ if xcr0 then

// The registers that the operating system saves (XCR0): bit 1 xmm, bit 2 ymm, bits 5 to 7 zmm and masks. 0 if OSXSAVE is clear.
static unsigned $(p)saved_registers(void)
{
    unsigned r[4];
    $(p)cpuid(1, r);
    if (!(r[2] >> 27 & 1)) {
        return 0;
    }
#ifdef $(U)_GNU
    unsigned low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
#else
    return (unsigned)_xgetbv(0);
#endif
}
@ end

// Whether the processor has these features (bits of cpuid: ecx of leaf 1, ebx and ecx of leaf 7)$(xcr0 and " and the operating system saves these registers" or "").
static bool $(p)processor_has(unsigned ecx_1, unsigned ebx_7, unsigned ecx_7, unsigned registers)
{
    unsigned most[4], one[4], seven[4] = {0, 0, 0, 0};
    $(p)cpuid(0, most);
    $(p)cpuid(1, one);
    if (most[0] >= 7) {
        $(p)cpuid(7, seven);
    }
@ if xcr0 then
    if (registers != 0 && ($(p)saved_registers() & registers) != registers) {
        return false;
    }
@ else
    (void)registers;
@ end
    return (one[2] & ecx_1) == ecx_1 && (seven[1] & ebx_7) == ebx_7 && (seven[2] & ecx_7) == ecx_7;
}
@ if has_companions("utf16") or has_companions("recode") then

// Writes 16 bytes that begin with the units marked in `lanes`. Returns the number of units.
$(U)_TARGET("sse4.1") $(U)_ALWAYS_INLINE size_t $(p)put_eight(uint16_t *to, __m128i units, uint64_t lanes)
{
    const __m128i order = _mm_loadu_si128((const __m128i *)(const void *)$(p)unit_lanes[lanes & 0x7F]);
    _mm_storeu_si128((__m128i *)(void *)to, _mm_shuffle_epi8(units, order));
    return $(p)unit_counts[lanes & 0xFF];
}
@ if has_companions("from_utf16") or has_companions("recode") then

// Writes eight pairs of bytes, but only the second byte if a pair's bit is clear. Returns the number of bytes minus eight.
$(U)_TARGET("sse4.1") $(U)_ALWAYS_INLINE size_t $(p)put_eight_pairs(uint8_t *to, __m128i pairs, uint64_t lanes)
{
    const __m128i order = _mm_loadu_si128((const __m128i *)(const void *)$(p)pair_bytes[lanes & 0xFF]);
    _mm_storeu_si128((__m128i *)(void *)to, _mm_shuffle_epi8(pairs, order));
    return $(p)unit_counts[lanes & 0xFF];
}
@ end
@ if has_companions("from_utf16") then

// Of four groups, writes the bytes that $(p)group_bytes[digits] keeps. Returns their number - 4.
$(U)_TARGET("sse4.1") $(U)_ALWAYS_INLINE size_t $(p)put_four_groups(uint8_t *to, __m128i groups, uint64_t digits)
{
    const __m128i order = _mm_loadu_si128((const __m128i *)(const void *)$(p)group_bytes[digits & 0xFF]);
    _mm_storeu_si128((__m128i *)(void *)to, _mm_shuffle_epi8(groups, order));
    return $(p)unit_counts[digits & 0xFF];
}
@ end
@ if has_companions("recode") then

// Of sixteen bytes, writes those whose bits in `lanes` are set. Returns their number. It may change any of the sixteen bytes at `to`.
$(U)_TARGET("sse4.1") $(U)_ALWAYS_INLINE size_t $(p)put_sixteen_kept(uint8_t *to, __m128i v, uint64_t lanes)
{
    const __m128i zero = _mm_setzero_si128();
    const __m128i front_order = _mm_loadu_si128((const __m128i *)(const void *)$(p)unit_lanes[lanes & 0x7F]);
    const __m128i back_order = _mm_loadu_si128((const __m128i *)(const void *)$(p)unit_lanes[lanes >> 8 & 0x7F]);
    const __m128i front = _mm_shuffle_epi8(_mm_unpacklo_epi8(v, zero), front_order);
    const __m128i back = _mm_shuffle_epi8(_mm_unpackhi_epi8(v, zero), back_order);
    const __m128i both = _mm_packus_epi16(front, back);
    const size_t count = $(p)unit_counts[lanes & 0xFF];
    _mm_storel_epi64((__m128i *)(void *)to, both);
    _mm_storel_epi64((__m128i *)(void *)(to + count), _mm_unpackhi_epi64(both, both));
    return count + $(p)unit_counts[lanes >> 8 & 0xFF];
}
@ end
@ if has_companions("utf32") then

// Of eight code points, writes those whose bits in `lanes` are set. Returns their number. `tops` has the bits above the lowest 16.
$(U)_TARGET("sse4.1") $(U)_ALWAYS_INLINE size_t $(p)put_eight_wide(uint32_t *to, __m128i units, __m128i tops, uint64_t lanes)
{
    const __m128i order = _mm_loadu_si128((const __m128i *)(const void *)$(p)unit_lanes[lanes & 0x7F]);
    const __m128i low = _mm_shuffle_epi8(units, order), top = _mm_shuffle_epi8(tops, order);
    _mm_storeu_si128((__m128i *)(void *)to, _mm_unpacklo_epi16(low, top));
    _mm_storeu_si128((__m128i *)(void *)(to + 4), _mm_unpackhi_epi16(low, top));
    return $(p)unit_counts[lanes & 0xFF];
}
@ end

// Writes units of 16 bits as code points. The lane of a low surrogate gets the pair's code point; the lane of the high one is dropped. Also reads the unit
// before these units and the unit after them. Returns the number of code points.
$(U)_TARGET("sse4.1") $(U)_ALWAYS_INLINE size_t $(p)join_units(uint32_t *to, const uint16_t *at, size_t units)
{
    const __m128i kind = _mm_set1_epi32(0xFC00), high = _mm_set1_epi32(0xD800), low = _mm_set1_epi32(0xDC00);
    size_t count = 0;
    for (size_t i = 0; i < units; i += 4) {
        const __m128i before = _mm_cvtepu16_epi32(_mm_loadl_epi64((const __m128i *)(const void *)(at + i - 1)));
        const __m128i four = _mm_cvtepu16_epi32(_mm_loadl_epi64((const __m128i *)(const void *)(at + i)));
        const __m128i next = _mm_cvtepu16_epi32(_mm_loadl_epi64((const __m128i *)(const void *)(at + i + 1)));
        const __m128i second = _mm_and_si128(
            _mm_cmpeq_epi32(_mm_and_si128(before, kind), high), _mm_cmpeq_epi32(_mm_and_si128(four, kind), low));
        const __m128i first = _mm_and_si128(
            _mm_cmpeq_epi32(_mm_and_si128(four, kind), high), _mm_cmpeq_epi32(_mm_and_si128(next, kind), low));
        const __m128i more = _mm_and_si128(second, _mm_sub_epi32(_mm_slli_epi32(before, 10), _mm_set1_epi32(0x35FDC00)));
        const unsigned lanes = (unsigned)_mm_movemask_ps(_mm_castsi128_ps(first)) ^ 15;
        const __m128i order = _mm_loadu_si128((const __m128i *)(const void *)$(p)quad_lanes[lanes & 7]);
        _mm_storeu_si128((__m128i *)(void *)(to + count), _mm_shuffle_epi8(_mm_add_epi32(four, more), order));
        count += $(p)unit_counts[lanes];
    }
    return count;
}
@ end
