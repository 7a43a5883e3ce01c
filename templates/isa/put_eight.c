// Those of eight units whose bits are set; how many they are.
$(V)_INLINE size_t $(v)put_eight(uint16_t *to, __m128i units, unsigned lanes)
{
    const __m128i order = _mm_loadu_si128((const __m128i *)(const void *)$(p)unit_lanes[lanes & 0x7F]);
    _mm_storeu_si128((__m128i *)(void *)to, _mm_shuffle_epi8(units, order));
    return $(p)unit_counts[lanes & 0xFF];
}
