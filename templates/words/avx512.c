$(ruler("avx512: sixty-four bytes"))

#if defined(_MSC_VER) && defined(__clang__)
#include <avx512fintrin.h>
#include <avx512bwintrin.h>
#include <avx512vbmiintrin.h>
#include <avx512vbmi2intrin.h>
#include <bmi2intrin.h>
#include <popcntintrin.h>
#endif
#ifdef $(U)_GNU
#define $(V)_FUNCTION \
    __attribute__((target("avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi2,popcnt")))
#define $(V)_INLINE \
    static inline __attribute__((target("avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi2,popcnt"), \
        always_inline, unused))
#define $(V)_ALIGNED __attribute__((aligned(64)))
#else
#define $(V)_FUNCTION
#define $(V)_INLINE static inline
#define $(V)_ALIGNED
#endif

typedef __m512i $(v)vec;
enum { $(V)_WIDTH = 64 };

// Masks of all lanes, here and there, keep gcc 12 from warning of what its own header leaves undefined.

// Only processors that also have VBMI and VBMI2: earlier ones lower their clock for vectors this wide.
static bool $(v)supported(void)
{
    unsigned r[4];
    $(p)cpuid(0, r);
    if (r[0] < 7 || ($(p)saved_registers() & 0xE6) != 0xE6) {
        return false;
    }
    $(p)cpuid(1, r);
    unsigned popcnt = r[2] >> 23 & 1;
    $(p)cpuid(7, r);
    return popcnt && (r[1] >> 8 & 1) && (r[1] >> 16 & 1) && (r[1] >> 30 & 1) && (r[2] >> 1 & 1) && (r[2] >> 6 & 1);
}

$(V)_INLINE $(v)vec $(v)load(const uint8_t *at)
{
    return _mm512_loadu_si512(at);
}

$(V)_INLINE void $(v)put(uint8_t *to, $(v)vec v)
{
    _mm512_storeu_si512(to, v);
}

// A prefetch hint; the address may point past the text.
$(V)_INLINE void $(v)prefetch(const uint8_t *at)
{
    _mm_prefetch((const char *)at, _MM_HINT_T0);
}

$(V)_INLINE $(v)vec $(v)splat(uint8_t byte)
{
    return _mm512_set1_epi8((char)byte);
}

// `size` bytes, of at most 255 as many as there is room for, and pads behind them.
$(V)_INLINE $(v)vec $(v)load_part(const uint8_t *at, size_t size)
{
    __mmask64 there = _bzhi_u64(~(uint64_t)0, (unsigned)size);
    return _mm512_mask_loadu_epi8($(v)splat($(hex(analysis.pad))), there, at);
}

// What a table says of each byte by its low seven bits.
$(V)_INLINE $(v)vec $(v)lookup(const uint8_t table[128], $(v)vec b)
{
    return _mm512_permutex2var_epi8($(v)load(table), b, $(v)load(table + 64));
}

$(V)_INLINE $(v)vec $(v)and($(v)vec a, $(v)vec b)
{
    return _mm512_and_si512(a, b);
}

$(V)_INLINE $(v)vec $(v)or($(v)vec a, $(v)vec b)
{
    return _mm512_or_si512(a, b);
}

$(V)_INLINE $(v)vec $(v)xor($(v)vec a, $(v)vec b)
{
    return _mm512_xor_si512(a, b);
}

// a & b, but a ^ b in the bits of a mask.
$(V)_INLINE $(v)vec $(v)and_or_xor($(v)vec a, $(v)vec b, uint8_t mask)
{
    return _mm512_ternarylogic_epi64(a, b, $(v)splat(mask), 0x68);
}

// a & ~b
$(V)_INLINE $(v)vec $(v)without($(v)vec a, $(v)vec b)
{
    return _mm512_maskz_andnot_epi64(0xFF, b, a);
}

// a - b, saturating: 0 where b is greater.
$(V)_INLINE $(v)vec $(v)subtract_saturating($(v)vec a, $(v)vec b)
{
    return _mm512_subs_epu8(a, b);
}

$(V)_INLINE $(v)vec $(v)add($(v)vec a, $(v)vec b)
{
    return _mm512_add_epi8(a, b);
}

// a + b, saturating: 255 where that is greater.
$(V)_INLINE $(v)vec $(v)add_saturating($(v)vec a, $(v)vec b)
{
    return _mm512_adds_epu8(a, b);
}

// The greater of a and b in each lane.
$(V)_INLINE $(v)vec $(v)max($(v)vec a, $(v)vec b)
{
    return _mm512_max_epu8(a, b);
}

// What is true of some lanes: a bit for each.
typedef __mmask64 $(v)test;

$(V)_INLINE $(v)test $(v)both($(v)test a, $(v)test b)
{
    return a & b;
}

$(V)_INLINE $(v)test $(v)either($(v)test a, $(v)test b)
{
    return a | b;
}

$(V)_INLINE $(v)test $(v)differ($(v)test a, $(v)test b)
{
    return a ^ b;
}

// The lanes of which some bit under a mask is set.
$(V)_INLINE $(v)test $(v)any_of($(v)vec a, uint8_t mask)
{
    return _mm512_test_epi8_mask(a, $(v)splat(mask));
}

// The lanes in which a and b are equal.
$(V)_INLINE $(v)test $(v)equal($(v)vec a, $(v)vec b)
{
    return _mm512_cmpeq_epi8_mask(a, b);
}

// The lanes in which a is greater than b, as signed numbers.
$(V)_INLINE $(v)test $(v)cmpgt($(v)vec a, $(v)vec b)
{
    return _mm512_cmpgt_epi8_mask(a, b);
}

// Nonzero in the lanes of which it is true.
$(V)_INLINE $(v)vec $(v)marked($(v)test t)
{
    return _mm512_movm_epi8(t);
}

// The lesser of a and b in each lane, as signed numbers.
$(V)_INLINE $(v)vec $(v)min($(v)vec a, $(v)vec b)
{
    return _mm512_min_epi8(a, b);
}

// In how many lanes it is true.
$(V)_INLINE size_t $(v)count_true($(v)test t)
{
    return (size_t)_mm_popcnt_u64(t);
}

// In how many lanes v is less than a byte, as signed numbers.
$(V)_INLINE size_t $(v)count_below($(v)vec v, uint8_t byte)
{
    return $(v)count_true(_mm512_cmplt_epi8_mask(v, $(v)splat(byte)));
}

// In how many lanes v is at least a byte.
$(V)_INLINE size_t $(v)count_from($(v)vec v, uint8_t byte)
{
    return $(v)count_true(_mm512_cmpge_epu8_mask(v, $(v)splat(byte)));
}

$(V)_INLINE bool $(v)any_high_bit($(v)vec v)
{
    return _mm512_movepi8_mask(v) != 0;
}

// Whether some lane has a bit of the mask.
$(V)_INLINE bool $(v)any($(v)vec v, uint8_t mask)
{
    return _mm512_test_epi8_mask(v, $(v)splat(mask)) != 0;
}

// Lane shift by $(n) with carry-in from `before`: lane i holds lane i - $(n).
$(V)_INLINE $(v)vec $(v)prev$(n)($(v)vec v, $(v)vec before)
{
    // Indices from 64 on select lanes of v.
    static const uint8_t lanes[64] $(V)_ALIGNED = {
@ for _, line in ipairs(lane_lines(64 - n)) do
        $(line)
@ end
    };
    return _mm512_permutex2var_epi8(before, $(v)load(lanes), v);
}

// Lane shift by 2, and each bit by one besides$(plan.shifts and "; bit 0 is left over from another byte" or "").
$(V)_INLINE $(v)vec $(v)twice_prev2($(v)vec v, $(v)vec before)
{
@ if plan.shifts then
    return _mm512_shldi_epi64(v, _mm512_maskz_alignr_epi64(0xFF, v, before, 7), 17);
@ else
    $(v)vec moved = $(v)prev2(v, before);
    return $(v)add(moved, moved);
@ end
}

// Each lane's bits moved up by $(n); those that leave it are lost.
$(V)_INLINE $(v)vec $(v)shl$(n)($(v)vec v)
{
    return _mm512_and_si512(_mm512_slli_epi16(v, $(n)), _mm512_set1_epi8($((255 << n & 255) - (n > 0 and 256 or 0))));
}

// Each lane's bits moved down by $(n).
$(V)_INLINE $(v)vec $(v)shr$(n)($(v)vec v)
{
    return _mm512_and_si512(_mm512_srli_epi16(v, $(n)), _mm512_set1_epi8($(255 >> n)));
}

// WIDTH units, each a byte. clang 14 takes vectors of 32 bytes that lie in one of 64 apart by bytes, unless they are extracted as words.
$(V)_INLINE void $(v)put_bytes(uint16_t *to, const uint8_t *at)
{
    const $(v)vec v = $(v)load(at);
    const __m256i low = _mm512_maskz_extracti64x4_epi64(0xF, v, 0), high = _mm512_maskz_extracti64x4_epi64(0xF, v, 1);
    _mm512_storeu_si512(to, _mm512_maskz_cvtepu8_epi16(~(__mmask32)0, low));
    _mm512_storeu_si512(to + 32, _mm512_maskz_cvtepu8_epi16(~(__mmask32)0, high));
}

// How many bits are set.
$(V)_INLINE size_t $(v)ones(uint64_t bits)
{
#ifdef $(U)_GNU
    return (size_t)__builtin_popcountll(bits);
#else
    return (size_t)__popcnt64(bits);
#endif
}

// The units, of a low and a high byte each, in the lanes of which it is true; how many they are. Compressed in a register: straight to memory is slow.
$(V)_INLINE size_t $(v)put_units(uint16_t *to, $(v)vec low, $(v)vec high, $(v)test t)
{
    // Eight bytes of each half of a vector are interleaved with another's: those are brought there.
    const __m512i order = _mm512_set_epi64(7, 3, 6, 2, 5, 1, 4, 0);
    const $(v)vec l = _mm512_maskz_permutexvar_epi64(0xFF, order, low), h = _mm512_maskz_permutexvar_epi64(0xFF, order, high);
    const __mmask64 behind = t >> 32;
    const size_t count = $(v)ones(t & 0xFFFFFFFF);
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi16((__mmask32)t, _mm512_unpacklo_epi8(l, h)));
    _mm512_storeu_si512(to + count, _mm512_maskz_compress_epi16((__mmask32)behind, _mm512_unpackhi_epi8(l, h)));
    return $(v)ones(t);
}
