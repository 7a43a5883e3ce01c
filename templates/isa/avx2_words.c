$(V)_INLINE $(v)vec $(v)load(const uint8_t *at)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)at);
}

$(V)_INLINE void $(v)put(uint8_t *to, $(v)vec v)
{
    _mm256_storeu_si256((__m256i *)(void *)to, v);
}

// A prefetch hint; the address may point past the text.
$(V)_INLINE void $(v)prefetch(const uint8_t *at)
{
    _mm_prefetch((const char *)at, _MM_HINT_T0);
}

$(V)_INLINE $(v)vec $(v)splat(uint8_t byte)
{
    return _mm256_set1_epi8((char)byte);
}

$(V)_INLINE $(v)vec $(v)lookup(const uint8_t table[16], $(v)vec nibbles)
{
    __m128i half = _mm_loadu_si128((const __m128i *)(const void *)table);
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(half), nibbles);
}

// Looks up bytes below 0x80 by their low nibble; others give 0. vpshufb does exactly this.
$(V)_INLINE $(v)vec $(v)lookup_ascii(const uint8_t table[16], $(v)vec v)
{
    return $(v)lookup(table, v);
}

$(V)_INLINE $(v)vec $(v)low_nibbles($(v)vec v)
{
    return _mm256_and_si256(v, _mm256_set1_epi8(15));
}

$(V)_INLINE $(v)vec $(v)and($(v)vec a, $(v)vec b)
{
    return _mm256_and_si256(a, b);
}

$(V)_INLINE $(v)vec $(v)or($(v)vec a, $(v)vec b)
{
    return _mm256_or_si256(a, b);
}

$(V)_INLINE $(v)vec $(v)xor($(v)vec a, $(v)vec b)
{
    return _mm256_xor_si256(a, b);
}

// a - b, saturating: 0 if b is greater.
$(V)_INLINE $(v)vec $(v)subtract_saturating($(v)vec a, $(v)vec b)
{
    return _mm256_subs_epu8(a, b);
}

// The mean of a and b, rounded up. Bit 7 of the mean of b and 255 - t is set exactly if b is at least t. The instruction can load either operand.
$(V)_INLINE $(v)vec $(v)average($(v)vec a, $(v)vec b)
{
    return _mm256_avg_epu8(a, b);
}

$(V)_INLINE $(v)vec $(v)add($(v)vec a, $(v)vec b)
{
    return _mm256_add_epi8(a, b);
}

$(include_here("isa/tests_in_vectors.c"))

// The lanes in which a and b are equal.
$(V)_INLINE $(v)test $(v)equal($(v)vec a, $(v)vec b)
{
    return _mm256_cmpeq_epi8(a, b);
}

// The lanes in which a is greater than b, as signed numbers.
$(V)_INLINE $(v)test $(v)cmpgt($(v)vec a, $(v)vec b)
{
    return _mm256_cmpgt_epi8(a, b);
}

// The lesser of a and b in each lane, as signed numbers.
$(V)_INLINE $(v)vec $(v)min($(v)vec a, $(v)vec b)
{
    return _mm256_min_epi8(a, b);
}

// The greater of a and b in each lane, as signed numbers.
$(V)_INLINE $(v)vec $(v)max_signed($(v)vec a, $(v)vec b)
{
    return _mm256_max_epi8(a, b);
}

// The greater of a and b in each lane.
$(V)_INLINE $(v)vec $(v)max_unsigned($(v)vec a, $(v)vec b)
{
    return _mm256_max_epu8(a, b);
}

// The lesser of a and b in each lane.
$(V)_INLINE $(v)vec $(v)min_unsigned($(v)vec a, $(v)vec b)
{
    return _mm256_min_epu8(a, b);
}

// The number of true lanes.
$(V)_INLINE size_t $(v)count_true($(v)test t)
{
    return (size_t)_mm_popcnt_u32((unsigned)_mm256_movemask_epi8(t));
}

// The number of lanes that are less than a byte, as signed numbers.
$(V)_INLINE size_t $(v)count_below($(v)vec v, uint8_t b)
{
    return $(v)count_true($(v)cmpgt($(v)splat(b), v));
}

// The number of lanes that are at least b: there, bit 7 of the rounded mean of v and 255 - b is set.
$(V)_INLINE size_t $(v)count_from($(v)vec v, uint8_t b)
{
    return $(v)count_true($(v)average(v, $(v)splat((uint8_t)(255 - b))));
}

$(V)_INLINE bool $(v)any_high_bit($(v)vec v)
{
    return _mm256_movemask_epi8(v) != 0;
}

$(V)_INLINE bool $(v)any($(v)vec v)
{
    return !_mm256_testz_si256(v, v);
}

// For each half of v, the half before it: bytes are shifted within halves.
$(V)_INLINE $(v)vec $(v)former($(v)vec v, $(v)vec before)
{
    return _mm256_permute2x128_si256(before, v, 0x21);
}

// prevN: lane i holds lane i - N; the first N lanes hold the last ones of the previous vector.
$(V)_INLINE $(v)vec $(v)prev$(n)($(v)vec v, $(v)vec old)
{
    return _mm256_alignr_epi8(v, $(v)former(v, old), $(16 - n));
}

// shlN: left shift by N within each byte.
$(V)_INLINE $(v)vec $(v)shl$(n)($(v)vec v)
{
    return $(v)and(_mm256_slli_epi16(v, $(n)), $(v)splat($(hex(255 << n & 255))));
}

// shrN: right shift by N within each byte.
$(V)_INLINE $(v)vec $(v)shr$(n)($(v)vec v)
{
    return $(v)and(_mm256_srli_epi16(v, $(n)), $(v)splat($(hex(255 >> n))));
}

// Writes WIDTH bytes as units.
$(V)_INLINE void $(v)put_bytes(uint16_t *to, const uint8_t *at)
{
    const $(v)vec v = $(v)load(at);
    _mm256_storeu_si256((__m256i *)(void *)to, _mm256_cvtepu8_epi16(_mm256_castsi256_si128(v)));
    _mm256_storeu_si256((__m256i *)(void *)(to + 16), _mm256_cvtepu8_epi16(_mm256_extracti128_si256(v, 1)));
}

// Writes the units (low, high) of the true lanes, eight by a lookup. Returns their number.
$(V)_INLINE size_t $(v)put_units(uint16_t *to, $(v)vec low, $(v)vec high, $(v)test t)
{
    // Each half of a vector is interleaved by itself.
    const $(v)vec even = _mm256_unpacklo_epi8(low, high), odd = _mm256_unpackhi_epi8(low, high);
    const unsigned lanes = (unsigned)_mm256_movemask_epi8(t);
    size_t count = $(p)put_eight(to, _mm256_castsi256_si128(even), lanes);
    count += $(p)put_eight(to + count, _mm256_castsi256_si128(odd), lanes >> 8);
    count += $(p)put_eight(to + count, _mm256_extracti128_si256(even, 1), lanes >> 16);
    return count + $(p)put_eight(to + count, _mm256_extracti128_si256(odd, 1), lanes >> 24);
}

// Units 0 to 7 and 16 to 23 from `at` on: the halves of vectors are packed by themselves.
$(V)_INLINE $(v)vec $(v)load_units(const uint16_t *at)
{
    const __m128i half = _mm_loadu_si128((const __m128i *)(const void *)at);
    return _mm256_inserti128_si256(_mm256_castsi128_si256(half), _mm_loadu_si128((const __m128i *)(const void *)(at + 16)), 1);
}

// A unit of two bytes in all pairs of lanes.
$(V)_INLINE $(v)vec $(v)splat_unit(uint16_t unit)
{
    return _mm256_set1_epi16((short)unit);
}

// The low bytes of WIDTH units, and their high bytes.
$(V)_INLINE $(v)vec $(v)low_bytes(const uint16_t *at)
{
    const __m256i low = _mm256_set1_epi16(0xFF);
    return _mm256_packus_epi16(_mm256_and_si256($(v)load_units(at), low), _mm256_and_si256($(v)load_units(at + 8), low));
}

$(V)_INLINE $(v)vec $(v)high_bytes(const uint16_t *at)
{
    return _mm256_packus_epi16(_mm256_srli_epi16($(v)load_units(at), 8), _mm256_srli_epi16($(v)load_units(at + 8), 8));
}

// Writes a pair of bytes for each lane, or only the last one if the lane is false. Returns the number of bytes.
$(V)_INLINE size_t $(v)put_pairs(uint8_t *to, $(v)vec first, $(v)vec last, $(v)test t)
{
    const $(v)vec even = _mm256_unpacklo_epi8(first, last), odd = _mm256_unpackhi_epi8(first, last);
    const unsigned lanes = (unsigned)_mm256_movemask_epi8(t);
    size_t count = $(p)put_eight_pairs(to, _mm256_castsi256_si128(even), lanes);
    count += $(p)put_eight_pairs(to + count, _mm256_castsi256_si128(odd), lanes >> 8);
    count += $(p)put_eight_pairs(to + count, _mm256_extracti128_si256(even, 1), lanes >> 16);
    return count + $(p)put_eight_pairs(to + count, _mm256_extracti128_si256(odd, 1), lanes >> 24);
}

// Writes the bytes of the selected lanes. Returns their number.
$(V)_INLINE size_t $(v)put_kept(uint8_t *to, $(v)vec v, $(v)test t)
{
    const unsigned lanes = (unsigned)_mm256_movemask_epi8(t);
    const size_t count = $(p)put_sixteen_kept(to, _mm256_castsi256_si128(v), lanes);
    return count + $(p)put_sixteen_kept(to + count, _mm256_extracti128_si256(v, 1), lanes >> 16);
}

// Writes one to three bytes for each lane: the first one if `three`, the middle one if `two`, and the last one. Returns their number.
$(V)_INLINE size_t $(v)put_groups(uint8_t *to, $(v)vec first, $(v)vec middle, $(v)vec last, $(v)test two, $(v)test three)
{
    const $(v)vec even = _mm256_unpacklo_epi8(first, middle), odd = _mm256_unpackhi_epi8(first, middle);
    const $(v)vec even_last = _mm256_unpacklo_epi8(last, last), odd_last = _mm256_unpackhi_epi8(last, last);
    const $(v)vec v0 = _mm256_unpacklo_epi16(even, even_last), v1 = _mm256_unpackhi_epi16(even, even_last);
    const $(v)vec v2 = _mm256_unpacklo_epi16(odd, odd_last), v3 = _mm256_unpackhi_epi16(odd, odd_last);
    const unsigned digits = (unsigned)_mm256_movemask_epi8(_mm256_unpacklo_epi8(two, three));
    const unsigned more = (unsigned)_mm256_movemask_epi8(_mm256_unpackhi_epi8(two, three));
    size_t count = $(p)put_four_groups(to, _mm256_castsi256_si128(v0), digits);
    count += $(p)put_four_groups(to + count, _mm256_castsi256_si128(v1), digits >> 8);
    count += $(p)put_four_groups(to + count, _mm256_castsi256_si128(v2), more);
    count += $(p)put_four_groups(to + count, _mm256_castsi256_si128(v3), more >> 8);
    count += $(p)put_four_groups(to + count, _mm256_extracti128_si256(v0, 1), digits >> 16);
    count += $(p)put_four_groups(to + count, _mm256_extracti128_si256(v1, 1), digits >> 24);
    count += $(p)put_four_groups(to + count, _mm256_extracti128_si256(v2, 1), more >> 16);
    return count + $(p)put_four_groups(to + count, _mm256_extracti128_si256(v3, 1), more >> 24);
}

// Writes WIDTH units of 16 bits as units of 32 bits.
$(V)_INLINE void $(v)put_wide(uint32_t *to, const uint16_t *at)
{
    for (size_t i = 0; i < $(V)_WIDTH; i += 8) {
        const __m128i v = _mm_loadu_si128((const __m128i *)(const void *)(at + i));
        _mm256_storeu_si256((__m256i *)(void *)(to + i), _mm256_cvtepu16_epi32(v));
    }
}

$(include_here("isa/joined_units.c"))

// Whether some of WIDTH units of 32 bits is above U+FFFF.
$(V)_INLINE bool $(v)any_wide(const uint32_t *at)
{
    __m256i all = _mm256_setzero_si256();
    for (size_t i = 0; i < $(V)_WIDTH; i += 8) {
        all = _mm256_or_si256(all, _mm256_loadu_si256((const __m256i *)(const void *)(at + i)));
    }
    return !_mm256_testz_si256(all, _mm256_set1_epi32(-0x10000));
}

// The number of WIDTH units of 32 bits that are at least `least`.
$(V)_INLINE size_t $(v)units_from(const uint32_t *at, uint32_t least)
{
    const __m256i limit = _mm256_set1_epi32((int)least);
    size_t count = 0;
    for (size_t i = 0; i < $(V)_WIDTH; i += 8) {
        const __m256i v = _mm256_loadu_si256((const __m256i *)(const void *)(at + i));
        const __m256i found = _mm256_cmpeq_epi32(_mm256_max_epu32(v, limit), v);
        count += (size_t)_mm_popcnt_u32((unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(found)));
    }
    return count;
}

// Writes WIDTH units of 32 bits as units of 16 bits: FFFF if they are greater.
$(V)_INLINE void $(v)put_narrow(uint16_t *to, const uint32_t *at)
{
    for (size_t i = 0; i < $(V)_WIDTH; i += 16) {
        const __m256i a = _mm256_loadu_si256((const __m256i *)(const void *)(at + i));
        const __m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(at + i + 8));
        _mm256_storeu_si256((__m256i *)(void *)(to + i), _mm256_permute4x64_epi64(_mm256_packus_epi32(a, b), 0xD8));
    }
}
