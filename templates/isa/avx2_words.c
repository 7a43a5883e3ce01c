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

// a & ~b
$(V)_INLINE $(v)vec $(v)without($(v)vec a, $(v)vec b)
{
    return _mm256_andnot_si256(b, a);
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

@ -- No blend: gcc 12 with -funsigned-char ignores its mask.
// The lanes of a where the mask is FF, those of b where it is 0.
$(V)_INLINE $(v)vec $(v)select($(v)vec m, $(v)vec a, $(v)vec b)
{
    return $(v)xor(b, $(v)and(m, $(v)xor(a, b)));
}

$(V)_INLINE $(v)vec $(v)subtract_saturating($(v)vec a, $(v)vec b)
{
    return _mm256_subs_epu8(a, b);
}

// The mean of a and b, rounded up. Bit 7 of the mean of x and 255 - t is set exactly if x is at least t. Either operand can be in memory.
$(V)_INLINE $(v)vec $(v)average($(v)vec a, $(v)vec b)
{
    return _mm256_avg_epu8(a, b);
}

$(V)_INLINE $(v)vec $(v)subtract($(v)vec a, $(v)vec b)
{
    return _mm256_sub_epi8(a, b);
}

$(V)_INLINE $(v)vec $(v)add($(v)vec a, $(v)vec b)
{
    return _mm256_add_epi8(a, b);
}

$(include_here("isa/tests_in_vectors.c"))

$(V)_INLINE $(v)test $(v)equal($(v)vec a, $(v)vec b)
{
    return _mm256_cmpeq_epi8(a, b);
}

// a > b, as signed numbers.
$(V)_INLINE $(v)test $(v)cmpgt($(v)vec a, $(v)vec b)
{
    return _mm256_cmpgt_epi8(a, b);
}

$(V)_INLINE $(v)test $(v)at_least($(v)vec a, $(v)vec b)
{
    return _mm256_cmpeq_epi8(_mm256_max_epu8(a, b), a);
}

// The lesser of a and b, as signed numbers.
$(V)_INLINE $(v)vec $(v)min($(v)vec a, $(v)vec b)
{
    return _mm256_min_epi8(a, b);
}

$(V)_INLINE $(v)vec $(v)max_signed($(v)vec a, $(v)vec b)
{
    return _mm256_max_epi8(a, b);
}

$(V)_INLINE $(v)vec $(v)max_unsigned($(v)vec a, $(v)vec b)
{
    return _mm256_max_epu8(a, b);
}

$(V)_INLINE $(v)vec $(v)min_unsigned($(v)vec a, $(v)vec b)
{
    return _mm256_min_epu8(a, b);
}

// The sum of all lanes: vpsadbw adds eight bytes at a time.
$(V)_INLINE size_t $(v)sum($(v)vec v)
{
    const $(v)vec sums = _mm256_sad_epu8(v, $(v)splat(0));
    const __m128i high = _mm256_extracti128_si256(sums, 1), two = _mm_add_epi64(_mm256_castsi256_si128(sums), high);
    return (size_t)_mm_cvtsi128_si64(_mm_add_epi64(two, _mm_srli_si128(two, 8)));
}

// The mask of the lanes that are at least `byte`.
$(V)_INLINE uint64_t $(v)mask_from($(v)vec v, uint8_t byte)
{
    return (uint32_t)_mm256_movemask_epi8($(v)average(v, $(v)splat((uint8_t)(255 - byte))));
}

$(V)_INLINE bool $(v)any_high_bit($(v)vec v)
{
    return _mm256_movemask_epi8(v) != 0;
}

$(V)_INLINE bool $(v)any($(v)vec v)
{
    return !_mm256_testz_si256(v, v);
}

// For each half of v, the half before it, because vpalignr shifts bytes only within halves.
$(V)_INLINE $(v)vec $(v)prior($(v)vec v, $(v)vec old)
{
    return _mm256_permute2x128_si256(old, v, 0x21);
}

// prevN: lane i is lane i - N of v; the first N lanes are the last N of the previous vector.
$(V)_INLINE $(v)vec $(v)prev$(n)($(v)vec v, $(v)vec old)
{
    return _mm256_alignr_epi8(v, $(v)prior(v, old), $(16 - n));
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

// Writes WIDTH bytes as units of 16 bits.
$(V)_INLINE void $(v)put_bytes(uint16_t *to, const uint8_t *at)
{
    const $(v)vec v = $(v)load(at);
    _mm256_storeu_si256((__m256i *)(void *)to, _mm256_cvtepu8_epi16(_mm256_castsi256_si128(v)));
    _mm256_storeu_si256((__m256i *)(void *)(to + 16), _mm256_cvtepu8_epi16(_mm256_extracti128_si256(v, 1)));
}

// For each true lane, writes the unit with these low and high bytes. Returns the number of units.
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

$(V)_INLINE $(v)vec $(v)splat_unit(uint16_t unit)
{
    return _mm256_set1_epi16((short)unit);
}

// Whether any unit has one of these bits.
$(V)_INLINE bool $(v)any_bits($(v)vec v, uint16_t b)
{
    return !_mm256_testz_si256(v, $(v)splat_unit(b));
}

// Shifts each unit, which is a pair of lanes.
$(V)_INLINE $(v)vec $(v)shl_units($(v)vec v, uint8_t n)
{
    return _mm256_slli_epi16(v, n);
}

$(V)_INLINE $(v)vec $(v)shr_units($(v)vec v, uint8_t n)
{
    return _mm256_srli_epi16(v, n);
}

// FF in both lanes of equal units, 0 in the others.
$(V)_INLINE $(v)vec $(v)equal_units($(v)vec a, $(v)vec b)
{
    return _mm256_cmpeq_epi16(a, b);
}

// The units in which a is greater than b, as signed numbers.
$(V)_INLINE $(v)vec $(v)greater_units($(v)vec a, $(v)vec b)
{
    return _mm256_cmpgt_epi16(a, b);
}

// Which of WIDTH units are at most `unit`: a lane for each.
$(V)_INLINE $(v)test $(v)at_most(const uint16_t *at, uint16_t unit)
{
    const $(v)vec a = $(v)load((const uint8_t *)(const void *)at), b = $(v)load((const uint8_t *)(const void *)(at + 16));
    const $(v)vec limit = $(v)splat_unit(unit), above = _mm256_packs_epi16(_mm256_subs_epu16(a, limit), _mm256_subs_epu16(b, limit));
    return $(v)equal(_mm256_permute4x64_epi64(above, 0xD8), $(v)splat(0));
}

// The low bytes of WIDTH units below 0x100. Each half of a vector is packed by itself.
$(V)_INLINE $(v)vec $(v)low_bytes(const uint16_t *at)
{
    const $(v)vec a = $(v)load((const uint8_t *)(const void *)at), b = $(v)load((const uint8_t *)(const void *)(at + 16));
    return _mm256_permute4x64_epi64(_mm256_packus_epi16(a, b), 0xD8);
}

// The high bytes of WIDTH units.
$(V)_INLINE $(v)vec $(v)high_bytes(const uint16_t *at)
{
    const $(v)vec a = $(v)load((const uint8_t *)(const void *)at), b = $(v)load((const uint8_t *)(const void *)(at + 16));
    return _mm256_permute4x64_epi64(_mm256_packus_epi16(_mm256_srli_epi16(a, 8), _mm256_srli_epi16(b, 8)), 0xD8);
}

// Writes the bytes `first` and `last` of each true lane, and only `last` of each false lane. Returns the number of bytes.
$(V)_INLINE size_t $(v)put_pairs(uint8_t *to, $(v)vec first, $(v)vec last, $(v)test t)
{
    const $(v)vec even = _mm256_unpacklo_epi8(first, last), odd = _mm256_unpackhi_epi8(first, last);
    const unsigned lanes = (unsigned)_mm256_movemask_epi8(t);
    size_t more = $(p)put_eight_pairs(to, _mm256_castsi256_si128(even), lanes);
    more += $(p)put_eight_pairs(to + 8 + more, _mm256_castsi256_si128(odd), lanes >> 8);
    more += $(p)put_eight_pairs(to + 16 + more, _mm256_extracti128_si256(even, 1), lanes >> 16);
    return 32 + more + $(p)put_eight_pairs(to + 24 + more, _mm256_extracti128_si256(odd, 1), lanes >> 24);
}

// Writes the bytes of the true lanes. Returns their number.
$(V)_INLINE size_t $(v)put_kept(uint8_t *to, $(v)vec v, $(v)test t)
{
    const unsigned lanes = (unsigned)_mm256_movemask_epi8(t);
    const size_t count = $(p)put_sixteen_kept(to, _mm256_castsi256_si128(v), lanes);
    return count + $(p)put_sixteen_kept(to + count, _mm256_extracti128_si256(v, 1), lanes >> 16);
}

// For each pair of lanes, writes both bytes if the second mark is negative, otherwise only the second byte. Returns the number of bytes.
$(V)_INLINE size_t $(v)put_pair_units(uint8_t *to, $(v)vec pairs, $(v)vec marks)
{
    const unsigned lanes = (unsigned)_mm256_movemask_epi8(_mm256_packs_epi16(marks, marks));
    const size_t more = $(p)put_eight_pairs(to, _mm256_castsi256_si128(pairs), lanes);
    return 16 + more + $(p)put_eight_pairs(to + 8 + more, _mm256_extracti128_si256(pairs, 1), lanes >> 16);
}

// For each pair of lanes, writes the bytes of a with negative marks, then one byte of b: the first if the second mark is negative, else the second.
// Returns the number of bytes.
$(V)_INLINE size_t $(v)put_groups(uint8_t *to, $(v)vec a, $(v)vec b, $(v)vec marks)
{
    const $(v)vec even = _mm256_unpacklo_epi16(a, b), odd = _mm256_unpackhi_epi16(a, b);
    const unsigned digits = (unsigned)_mm256_movemask_epi8(marks);
    size_t more = $(p)put_four_groups(to, _mm256_castsi256_si128(even), digits);
    more += $(p)put_four_groups(to + 4 + more, _mm256_castsi256_si128(odd), digits >> 8);
    more += $(p)put_four_groups(to + 8 + more, _mm256_extracti128_si256(even, 1), digits >> 16);
    return 16 + more + $(p)put_four_groups(to + 12 + more, _mm256_extracti128_si256(odd, 1), digits >> 24);
}

// For each true lane, writes the code point with these three bytes. Returns the number.
$(V)_INLINE size_t $(v)put_code_points(uint32_t *to, $(v)vec low, $(v)vec mid, $(v)vec top, $(v)test t)
{
    const $(v)vec zero = _mm256_setzero_si256(), even = _mm256_unpacklo_epi8(low, mid), odd = _mm256_unpackhi_epi8(low, mid);
    const $(v)vec evens = _mm256_unpacklo_epi8(top, zero), odds = _mm256_unpackhi_epi8(top, zero);
    const unsigned lanes = (unsigned)_mm256_movemask_epi8(t);
    size_t count = $(p)put_eight_wide(to, _mm256_castsi256_si128(even), _mm256_castsi256_si128(evens), lanes);
    count += $(p)put_eight_wide(to + count, _mm256_castsi256_si128(odd), _mm256_castsi256_si128(odds), lanes >> 8);
    count += $(p)put_eight_wide(to + count, _mm256_extracti128_si256(even, 1), _mm256_extracti128_si256(evens, 1), lanes >> 16);
    return count + $(p)put_eight_wide(to + count, _mm256_extracti128_si256(odd, 1), _mm256_extracti128_si256(odds, 1), lanes >> 24);
}

// Writes WIDTH bytes as units of 32 bits.
$(V)_INLINE void $(v)put_bytes_wide(uint32_t *to, const uint8_t *at)
{
    const __m128i *v = (const __m128i *)(const void *)at;
    _mm256_storeu_si256((__m256i *)(void *)to, _mm256_cvtepu8_epi32(_mm_loadu_si128(v)));
    _mm256_storeu_si256((__m256i *)(void *)(to + 8), _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)(at + 8))));
    _mm256_storeu_si256((__m256i *)(void *)(to + 16), _mm256_cvtepu8_epi32(_mm_loadu_si128(v + 1)));
    _mm256_storeu_si256((__m256i *)(void *)(to + 24), _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)(at + 24))));
}

// Writes WIDTH units of 16 bits as units of 32 bits.
$(V)_INLINE void $(v)put_wide(uint32_t *to, const uint16_t *at)
{
    const __m128i *v = (const __m128i *)(const void *)at;
    _mm256_storeu_si256((__m256i *)(void *)to, _mm256_cvtepu16_epi32(_mm_loadu_si128(v)));
    _mm256_storeu_si256((__m256i *)(void *)(to + 8), _mm256_cvtepu16_epi32(_mm_loadu_si128(v + 1)));
    _mm256_storeu_si256((__m256i *)(void *)(to + 16), _mm256_cvtepu16_epi32(_mm_loadu_si128(v + 2)));
    _mm256_storeu_si256((__m256i *)(void *)(to + 24), _mm256_cvtepu16_epi32(_mm_loadu_si128(v + 3)));
}

$(include_here("isa/joined_units.c"))

// Whether any of WIDTH units of 32 bits has one of these bits.
$(V)_INLINE bool $(v)any_wide(const uint32_t *at, uint32_t bits)
{
    const uint8_t *v = (const uint8_t *)(const void *)at;
    const $(v)vec all = $(v)or($(v)or($(v)load(v), $(v)load(v + 32)), $(v)or($(v)load(v + 64), $(v)load(v + 96)));
    return !_mm256_testz_si256(all, _mm256_set1_epi32((int)bits));
}

// Writes WIDTH units of 32 bits, below 2^31, as units of 16 bits. Units above FFFF become FFFF.
$(V)_INLINE void $(v)put_narrow(uint16_t *to, const uint32_t *at)
{
    const uint8_t *v = (const uint8_t *)(const void *)at;
    const __m256i a = _mm256_packus_epi32($(v)load(v), $(v)load(v + 32)), b = _mm256_packus_epi32($(v)load(v + 64), $(v)load(v + 96));
    _mm256_storeu_si256((__m256i *)(void *)to, _mm256_permute4x64_epi64(a, 0xD8));
    _mm256_storeu_si256((__m256i *)(void *)(to + 16), _mm256_permute4x64_epi64(b, 0xD8));
}
