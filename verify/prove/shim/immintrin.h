// SPDX-License-Identifier: 0BSD
// An <immintrin.h> for Frama-C: vectors as structs, and the intrinsics that the words in proved functions call. The contracts of words are
// assumed and not proved, so the intrinsics need no contracts. The lanes of a vector have 64 bits here, so that WP models vectors and texts as
// separate memory.
#include <stdint.h>
typedef struct { uint64_t lanes[2]; } __m128i;
typedef struct { uint64_t lanes[4]; } __m256i;
#define _MM_HINT_T0 0

__m128i _mm_add_epi8(__m128i a, __m128i b);
__m128i _mm_and_si128(__m128i a, __m128i b);
__m128i _mm_or_si128(__m128i a, __m128i b);
__m128i _mm_xor_si128(__m128i a, __m128i b);
__m128i _mm_cmpgt_epi8(__m128i a, __m128i b);
__m128i _mm_max_epu8(__m128i a, __m128i b);
__m128i _mm_min_epi8(__m128i a, __m128i b);
__m128i _mm_subs_epu8(__m128i a, __m128i b);
__m128i _mm_sub_epi8(__m128i a, __m128i b);
__m128i _mm_avg_epu8(__m128i a, __m128i b);
__m128i _mm_shuffle_epi8(__m128i a, __m128i b);
__m128i _mm_unpacklo_epi8(__m128i a, __m128i b);
__m128i _mm_unpackhi_epi8(__m128i a, __m128i b);
__m128i _mm_alignr_epi8(__m128i a, __m128i b, int n);
__m128i _mm_slli_epi16(__m128i a, int n);
__m128i _mm_srli_epi16(__m128i a, int n);
int _mm_movemask_epi8(__m128i a);
int _mm_testz_si128(__m128i a, __m128i b);
__m128i _mm_set1_epi8(char a);
__m128i _mm_loadu_si128(const __m128i *at);
void _mm_storeu_si128(__m128i *at, __m128i a);
__m256i _mm256_add_epi8(__m256i a, __m256i b);
__m256i _mm256_and_si256(__m256i a, __m256i b);
__m256i _mm256_or_si256(__m256i a, __m256i b);
__m256i _mm256_xor_si256(__m256i a, __m256i b);
__m256i _mm256_cmpgt_epi8(__m256i a, __m256i b);
__m256i _mm256_max_epu8(__m256i a, __m256i b);
__m256i _mm256_min_epi8(__m256i a, __m256i b);
__m256i _mm256_subs_epu8(__m256i a, __m256i b);
__m256i _mm256_sub_epi8(__m256i a, __m256i b);
__m256i _mm256_avg_epu8(__m256i a, __m256i b);
__m256i _mm256_sad_epu8(__m256i a, __m256i b);
__m256i _mm256_shuffle_epi8(__m256i a, __m256i b);
__m256i _mm256_unpacklo_epi8(__m256i a, __m256i b);
__m256i _mm256_unpackhi_epi8(__m256i a, __m256i b);
__m256i _mm256_alignr_epi8(__m256i a, __m256i b, int n);
__m256i _mm256_slli_epi16(__m256i a, int n);
__m256i _mm256_srli_epi16(__m256i a, int n);
int _mm256_movemask_epi8(__m256i a);
int _mm256_testz_si256(__m256i a, __m256i b);
__m256i _mm256_set1_epi8(char a);
__m256i _mm256_loadu_si256(const __m256i *at);
void _mm256_storeu_si256(__m256i *at, __m256i a);
__m128i _mm_add_epi64(__m128i a, __m128i b);
__m128i _mm_sad_epu8(__m128i a, __m128i b);
__m128i _mm_srli_si128(__m128i a, int n);
__m128i _mm_setzero_si128(void);
long long _mm_cvtsi128_si64(__m128i a);
__m128i _mm_set_epi64x(long long a, long long b);
void _mm_prefetch(const char *at, int hint);
__m256i _mm256_broadcastsi128_si256(__m128i a);
__m128i _mm256_castsi256_si128(__m256i a);
__m256i _mm256_cvtepu8_epi16(__m128i a);
__m128i _mm256_extracti128_si256(__m256i a, int n);
__m256i _mm256_permute2x128_si256(__m256i a, __m256i b, int n);
