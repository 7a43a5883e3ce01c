$(ruler("avx512bw: sixty-four bytes, without tables of 128"))

#define $(V)_FUNCTION $(U)_TARGET("avx512f,avx512bw,bmi2,popcnt" $(U)_EVEX512)
#define $(V)_INLINE $(U)_TARGET("avx512f,avx512bw,bmi2,popcnt" $(U)_EVEX512) $(U)_ALWAYS_INLINE

typedef __m512i $(v)vec;
enum { $(V)_WIDTH = 64 };

// Also true on Skylake-X and Cascade Lake, which lower their clock rate for vectors of this width.
static bool $(v)supported(void)
{
    return $(p)processor_has(1U << 23, 1U << 8 | 1U << 16 | 1U << 30, 0, 0xE6);
}

$(include_here("isa/avx512_words.c"))

$(V)_INLINE $(v)vec $(v)lookup(const uint8_t table[16], $(v)vec nibbles)
{
    __m128i quarter = _mm_loadu_si128((const __m128i *)(const void *)table);
    return _mm512_shuffle_epi8(_mm512_maskz_broadcast_i32x4(0xFFFF, quarter), nibbles);
}

$(V)_INLINE $(v)vec $(v)high_nibbles($(v)vec v)
{
    return $(v)and(_mm512_srli_epi16(v, 4), $(v)splat(15));
}

$(V)_INLINE $(v)vec $(v)low_nibbles($(v)vec v)
{
    return _mm512_and_si512(v, _mm512_set1_epi8(15));
}

// Looks up bytes below 0x80 by their low nibble; others give 0. vpshufb does exactly this.
$(V)_INLINE $(v)vec $(v)lookup_ascii(const uint8_t table[16], $(v)vec v)
{
    return $(v)lookup(table, v);
}

// a & ~b
$(V)_INLINE $(v)vec $(v)without($(v)vec a, $(v)vec b)
{
    return _mm512_maskz_andnot_epi64(0xFF, b, a);
}

// The mask of the lanes that are at least `byte`.
$(V)_INLINE uint64_t $(v)mask_from($(v)vec v, uint8_t byte)
{
    return _mm512_cmpge_epu8_mask(v, $(v)splat(byte));
}

$(V)_INLINE $(v)vec $(v)max_signed($(v)vec a, $(v)vec b)
{
    return _mm512_max_epi8(a, b);
}

$(V)_INLINE bool $(v)any($(v)vec v)
{
    return _mm512_test_epi8_mask(v, v) != 0;
}

// For each quarter of v, the quarter before it, because vpalignr shifts bytes only within quarters.
$(V)_INLINE $(v)vec $(v)prior($(v)vec v, $(v)vec old)
{
    return _mm512_maskz_alignr_epi64(0xFF, v, old, 6);
}

// prevN: lane i is lane i - N of v; the first N lanes are the last N of the previous vector.
$(V)_INLINE $(v)vec $(v)prev$(n)($(v)vec v, $(v)vec old)
{
    return _mm512_alignr_epi8(v, $(v)prior(v, old), $(16 - n));
}
