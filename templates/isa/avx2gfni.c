$(ruler("avx2gfni: thirty-two bytes, nibbles by one instruction"))

#if defined(_MSC_VER) && defined(__clang__)
#include <avx512fintrin.h>
#include <avx512bwintrin.h>
#include <avx512vlintrin.h>
#include <gfniintrin.h>
#include <popcntintrin.h>
#endif
#ifdef $(U)_GNU
#define $(V)_FUNCTION __attribute__((target("avx2,gfni,popcnt")))
#define $(V)_INLINE static inline __attribute__((target("avx2,gfni,popcnt"), always_inline, unused))
#else
#define $(V)_FUNCTION
#define $(V)_INLINE static inline
#endif

typedef __m256i $(v)vec;
enum { $(V)_WIDTH = 32 };

// Alder Lake and what came behind it: these have no AVX-512.
static bool $(v)supported(void)
{
    unsigned r[4];
    $(p)cpuid(0, r);
    if (r[0] < 7 || ($(p)saved_registers() & 6) != 6) {
        return false;
    }
    $(p)cpuid(1, r);
    unsigned popcnt = r[2] >> 23 & 1;
    $(p)cpuid(7, r);
    return popcnt && (r[1] >> 5 & 1) && (r[2] >> 8 & 1);
}

$(include_here("isa/avx2_words.c"))

// Row k of the matrix says which bits make bit 7 - k: the upper four become the lower ones.
$(V)_INLINE $(v)vec $(v)high_nibbles($(v)vec v)
{
    return _mm256_gf2p8affine_epi64_epi8(v, _mm256_set1_epi64x(0x1020408000000000), 0);
}
