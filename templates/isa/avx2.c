$(ruler("avx2: thirty-two bytes"))

#if defined(_MSC_VER) && defined(__clang__)
#include <avxintrin.h>
#include <avx2intrin.h>
#include <popcntintrin.h>
#endif
#ifdef $(U)_GNU
#define $(V)_FUNCTION __attribute__((target("avx2,popcnt")))
#define $(V)_INLINE static inline __attribute__((target("avx2,popcnt"), always_inline, unused))
#else
#define $(V)_FUNCTION
#define $(V)_INLINE static inline
#endif

typedef __m256i $(v)vec;
enum { $(V)_WIDTH = 32 };

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
    return popcnt && (r[1] >> 5 & 1);
}

$(include_here("isa/avx2_words.c"))

$(V)_INLINE $(v)vec $(v)high_nibbles($(v)vec v)
{
    return _mm256_and_si256(_mm256_srli_epi16(v, 4), _mm256_set1_epi8(15));
}
