// The same, with pairs of surrogates as one code point. Returns the number of code points.
$(V)_INLINE size_t $(v)put_joined(uint32_t *to, const uint16_t *at)
{
    size_t count = 0;
    for (size_t i = 0; i < $(V)_WIDTH; i += 4) {
        const __m128i before = _mm_cvtepu16_epi32(_mm_loadl_epi64((const __m128i *)(const void *)(at + i - 1)));
        const __m128i units = _mm_cvtepu16_epi32(_mm_loadl_epi64((const __m128i *)(const void *)(at + i)));
        const __m128i next = _mm_cvtepu16_epi32(_mm_loadl_epi64((const __m128i *)(const void *)(at + i + 1)));
        count += $(p)put_four_joined(to + count, before, units, next);
    }
    return count;
}
