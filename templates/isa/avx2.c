$(ruler("avx2: thirty-two bytes"))

#define $(V)_FUNCTION $(U)_TARGET("avx2")
#define $(V)_INLINE $(U)_TARGET("avx2") $(U)_ALWAYS_INLINE

typedef __m256i $(v)vec;
enum { $(V)_WIDTH = 32 };

static bool $(v)supported(void)
{
    return $(p)processor_has(0, 1U << 5, 0, 6);
}

$(include_here("isa/avx2_words.c"))

$(V)_INLINE $(v)vec $(v)high_nibbles($(v)vec v)
{
    return $(v)and(_mm256_srli_epi16(v, 4), $(v)splat(15));
}
