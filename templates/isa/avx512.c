$(ruler("avx512: sixty-four bytes"))

#define $(V)_FUNCTION $(U)_TARGET("avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi2,popcnt" $(U)_EVEX512)
#define $(V)_INLINE $(U)_TARGET("avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi2,popcnt" $(U)_EVEX512) $(U)_ALWAYS_INLINE
#ifdef $(U)_GNU
#define $(V)_ALIGNED __attribute__((aligned(64)))
#else
#define $(V)_ALIGNED
#endif

typedef __m512i $(v)vec;
enum { $(V)_WIDTH = 64 };

static bool $(v)supported(void)
{
    return $(p)processor_has(1U << 23, 1U << 8 | 1U << 16 | 1U << 30, 1U << 1 | 1U << 6, 0xE6);
}

$(include_here("isa/avx512_words.c"))

// Looks up each byte by its low seven bits.
$(V)_INLINE $(v)vec $(v)lookup(const uint8_t table[128], $(v)vec b)
{
    return _mm512_permutex2var_epi8($(v)load(table), b, $(v)load(table + 64));
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

// a + b, saturating: at most 255.
$(V)_INLINE $(v)vec $(v)add_saturating($(v)vec a, $(v)vec b)
{
    return _mm512_adds_epu8(a, b);
}

// The greater of a and b in each lane.
$(V)_INLINE $(v)vec $(v)max($(v)vec a, $(v)vec b)
{
    return _mm512_max_epu8(a, b);
}

// Whether some lane has a bit of the mask.
$(V)_INLINE bool $(v)any($(v)vec v, uint8_t mask)
{
    return _mm512_test_epi8_mask(v, $(v)splat(mask)) != 0;
}

// prevN: lane i holds lane i - N; the first N lanes hold the last ones of the previous vector.
$(V)_INLINE $(v)vec $(v)prev$(n)($(v)vec v, $(v)vec before)
{
    // Indices from 64 on select lanes of v.
    static const uint8_t lanes[64] $(V)_ALIGNED = {
@ for _, line in ipairs(lane_lines(64 - n, 64)) do
        $(line),
@ end
    };
    return _mm512_permutex2var_epi8(before, $(v)load(lanes), v);
}

// prev2, with a left shift by one within each byte$(plan.shifts and "; bit 0 comes from another byte" or "").
$(V)_INLINE $(v)vec $(v)twice_prev2($(v)vec v, $(v)vec before)
{
@ if plan.shifts then
    return _mm512_shldi_epi64(v, _mm512_maskz_alignr_epi64(0xFF, v, before, 7), 17);
@ else
    $(v)vec moved = $(v)prev2(v, before);
    return $(v)add(moved, moved);
@ end
}

// The number of bits that are set.
$(V)_INLINE size_t $(v)ones(uint64_t bits)
{
#ifdef $(U)_GNU
    return (size_t)__builtin_popcountll(bits);
#else
    return (size_t)__popcnt64(bits);
#endif
}

// Writes the units (low, high) of the true lanes. Returns their number. Compressing in a register is faster than to memory.
$(V)_INLINE size_t $(v)put_units(uint16_t *to, $(v)vec low, $(v)vec high, $(v)test t)
{
    // Each quarter of a vector is interleaved by itself: this order moves the right bytes there.
    const __m512i order = _mm512_set_epi64(7, 3, 6, 2, 5, 1, 4, 0);
    const $(v)vec l = _mm512_maskz_permutexvar_epi64(0xFF, order, low), h = _mm512_maskz_permutexvar_epi64(0xFF, order, high);
    const __mmask64 behind = t >> 32;
    const size_t count = $(v)ones(t & 0xFFFFFFFF);
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi16((__mmask32)t, _mm512_unpacklo_epi8(l, h)));
    _mm512_storeu_si512(to + count, _mm512_maskz_compress_epi16((__mmask32)behind, _mm512_unpackhi_epi8(l, h)));
    return $(v)ones(t);
}
