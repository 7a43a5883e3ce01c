$(ruler("avx2gfni: thirty-two bytes, high nibbles by one instruction"))

#define $(V)_FUNCTION $(U)_TARGET("avx2,gfni")
#define $(V)_INLINE $(U)_TARGET("avx2,gfni") $(U)_ALWAYS_INLINE

typedef __m256i $(v)vec;
enum { $(V)_WIDTH = 32 };

// The fastest kernel for processors from Alder Lake on that have no AVX-512.
static bool $(v)supported(void)
{
    return $(p)processor_has(0, 1U << 5, 1U << 8, 6);
}

$(include_here("isa/avx2_words.c"))

// Byte k of the matrix selects the source of bit 7 - k: the upper four bits become the lower.
$(V)_INLINE $(v)vec $(v)high_nibbles($(v)vec v)
{
    return _mm256_gf2p8affine_epi64_epi8(v, _mm256_set1_epi64x(0x1020408000000000), 0);
}
