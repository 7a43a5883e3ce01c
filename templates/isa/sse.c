$(ruler("sse: sixteen bytes, SSE4.1"))

#define $(V)_FUNCTION $(U)_TARGET("sse4.1")
#define $(V)_INLINE $(U)_TARGET("sse4.1") $(U)_ALWAYS_INLINE

typedef __m128i $(v)vec;
enum { $(V)_WIDTH = 16 };

static bool $(v)supported(void)
{
    return $(p)processor_has(1U << 19, 0, 0, 0);
}

$(V)_INLINE $(v)vec $(v)load(const uint8_t *at)
{
    return _mm_loadu_si128((const __m128i *)(const void *)at);
}

$(V)_INLINE void $(v)put(uint8_t *to, $(v)vec v)
{
    _mm_storeu_si128((__m128i *)(void *)to, v);
}

// A prefetch hint; the address may point past the text.
$(V)_INLINE void $(v)prefetch(const uint8_t *at)
{
    _mm_prefetch((const char *)at, _MM_HINT_T0);
}

$(V)_INLINE $(v)vec $(v)splat(uint8_t byte)
{
    return _mm_set1_epi8((char)byte);
}

$(V)_INLINE $(v)vec $(v)and($(v)vec a, $(v)vec b)
{
    return _mm_and_si128(a, b);
}

$(V)_INLINE $(v)vec $(v)or($(v)vec a, $(v)vec b)
{
    return _mm_or_si128(a, b);
}

$(V)_INLINE $(v)vec $(v)xor($(v)vec a, $(v)vec b)
{
    return _mm_xor_si128(a, b);
}

// `size` bytes, fewer than a vector has, followed by pads.
$(V)_INLINE $(v)vec $(v)load_part(const uint8_t *at, size_t size)
{
    uint64_t low, high;
    $(p)part_words(at, size, &low, &high);
    return _mm_set_epi64x((int64_t)high, (int64_t)low);
}

$(V)_INLINE $(v)vec $(v)lookup(const uint8_t table[16], $(v)vec nibbles)
{
    return _mm_shuffle_epi8($(v)load(table), nibbles);
}

// Looks up bytes below 0x80 by their low nibble; others give 0. pshufb does exactly this.
$(V)_INLINE $(v)vec $(v)lookup_ascii(const uint8_t table[16], $(v)vec v)
{
    return $(v)lookup(table, v);
}

// a & ~b
$(V)_INLINE $(v)vec $(v)without($(v)vec a, $(v)vec b)
{
    return _mm_andnot_si128(b, a);
}

$(V)_INLINE $(v)vec $(v)high_nibbles($(v)vec v)
{
    return $(v)and(_mm_srli_epi16(v, 4), $(v)splat(15));
}

$(V)_INLINE $(v)vec $(v)low_nibbles($(v)vec v)
{
    return _mm_and_si128(v, _mm_set1_epi8(15));
}

@ -- No blend: gcc 12 with -funsigned-char ignores its mask.
// The lanes of a where the mask is FF, those of b where it is 0.
$(V)_INLINE $(v)vec $(v)select($(v)vec m, $(v)vec a, $(v)vec b)
{
    return $(v)xor(b, $(v)and(m, $(v)xor(a, b)));
}

$(V)_INLINE $(v)vec $(v)subtract_saturating($(v)vec a, $(v)vec b)
{
    return _mm_subs_epu8(a, b);
}

$(V)_INLINE $(v)vec $(v)subtract($(v)vec a, $(v)vec b)
{
    return _mm_sub_epi8(a, b);
}

$(V)_INLINE $(v)vec $(v)add($(v)vec a, $(v)vec b)
{
    return _mm_add_epi8(a, b);
}

$(include_here("isa/tests_in_vectors.c"))

$(V)_INLINE $(v)test $(v)equal($(v)vec a, $(v)vec b)
{
    return _mm_cmpeq_epi8(a, b);
}

// a > b, as signed numbers.
$(V)_INLINE $(v)test $(v)cmpgt($(v)vec a, $(v)vec b)
{
    return _mm_cmpgt_epi8(a, b);
}

$(V)_INLINE $(v)test $(v)at_least($(v)vec a, $(v)vec b)
{
    return _mm_cmpeq_epi8(_mm_max_epu8(a, b), a);
}

// The lesser of a and b, as signed numbers.
$(V)_INLINE $(v)vec $(v)min($(v)vec a, $(v)vec b)
{
    return _mm_min_epi8(a, b);
}

$(V)_INLINE $(v)vec $(v)max_signed($(v)vec a, $(v)vec b)
{
    return _mm_max_epi8(a, b);
}

$(V)_INLINE $(v)vec $(v)max_unsigned($(v)vec a, $(v)vec b)
{
    return _mm_max_epu8(a, b);
}

$(V)_INLINE $(v)vec $(v)min_unsigned($(v)vec a, $(v)vec b)
{
    return _mm_min_epu8(a, b);
}

// The sum of all lanes: psadbw adds the eight bytes of each half.
$(V)_INLINE size_t $(v)sum($(v)vec v)
{
    __m128i halves = _mm_sad_epu8(v, _mm_setzero_si128());
    return (size_t)_mm_cvtsi128_si64(_mm_add_epi64(halves, _mm_srli_si128(halves, 8)));
}

// The mask of the lanes that are at least `byte`.
$(V)_INLINE uint64_t $(v)mask_from($(v)vec v, uint8_t byte)
{
    return (uint32_t)_mm_movemask_epi8(_mm_avg_epu8(v, $(v)splat((uint8_t)(255 - byte))));
}

$(V)_INLINE bool $(v)any_high_bit($(v)vec v)
{
    return _mm_movemask_epi8(v) != 0;
}

$(V)_INLINE bool $(v)any($(v)vec v)
{
    return !_mm_testz_si128(v, v);
}

// prevN: lane i is lane i - N of v; the first N lanes are the last N of the previous vector.
$(V)_INLINE $(v)vec $(v)prev$(n)($(v)vec v, $(v)vec before)
{
    return _mm_alignr_epi8(v, before, $(16 - n));
}

// shlN: left shift by N within each byte.
$(V)_INLINE $(v)vec $(v)shl$(n)($(v)vec v)
{
    return $(v)and(_mm_slli_epi16(v, $(n)), $(v)splat($(hex(255 << n & 255))));
}

// shrN: right shift by N within each byte.
$(V)_INLINE $(v)vec $(v)shr$(n)($(v)vec v)
{
    return $(v)and(_mm_srli_epi16(v, $(n)), $(v)splat($(hex(255 >> n))));
}

// Writes WIDTH bytes as units of 16 bits.
$(V)_INLINE void $(v)put_bytes(uint16_t *to, const uint8_t *at)
{
    const $(v)vec v = $(v)load(at);
    _mm_storeu_si128((__m128i *)(void *)to, _mm_unpacklo_epi8(v, _mm_setzero_si128()));
    _mm_storeu_si128((__m128i *)(void *)(to + 8), _mm_unpackhi_epi8(v, _mm_setzero_si128()));
}

// For each true lane, writes the unit with these low and high bytes. Returns the number of units.
$(V)_INLINE size_t $(v)put_units(uint16_t *to, $(v)vec low, $(v)vec high, $(v)test t)
{
    const unsigned lanes = (unsigned)_mm_movemask_epi8(t);
    const size_t count = $(p)put_eight(to, _mm_unpacklo_epi8(low, high), lanes);
    return count + $(p)put_eight(to + count, _mm_unpackhi_epi8(low, high), lanes >> 8);
}

$(V)_INLINE $(v)vec $(v)splat_unit(uint16_t unit)
{
    return _mm_set1_epi16((short)unit);
}

// Whether any unit has one of these bits.
$(V)_INLINE bool $(v)any_bits($(v)vec v, uint16_t b)
{
    return !_mm_testz_si128(v, $(v)splat_unit(b));
}

// Shifts each unit, which is a pair of lanes.
$(V)_INLINE $(v)vec $(v)shl_units($(v)vec v, uint8_t n)
{
    return _mm_slli_epi16(v, n);
}

$(V)_INLINE $(v)vec $(v)shr_units($(v)vec v, uint8_t n)
{
    return _mm_srli_epi16(v, n);
}

// FF in both lanes of equal units, 0 in the others.
$(V)_INLINE $(v)vec $(v)equal_units($(v)vec a, $(v)vec b)
{
    return _mm_cmpeq_epi16(a, b);
}

// The units in which a is greater than b, as signed numbers.
$(V)_INLINE $(v)vec $(v)greater_units($(v)vec a, $(v)vec b)
{
    return _mm_cmpgt_epi16(a, b);
}

// A lane for each of WIDTH units: whether the unit is at most `unit`.
$(V)_INLINE $(v)test $(v)at_most(const uint16_t *at, uint16_t unit)
{
    const __m128i a = _mm_loadu_si128((const __m128i *)(const void *)at), b = _mm_loadu_si128((const __m128i *)(const void *)(at + 8));
    const __m128i limit = $(v)splat_unit(unit);
    return $(v)equal(_mm_packs_epi16(_mm_subs_epu16(a, limit), _mm_subs_epu16(b, limit)), $(v)splat(0));
}

// The low bytes of WIDTH units below 0x100.
$(V)_INLINE $(v)vec $(v)low_bytes(const uint16_t *at)
{
    return _mm_packus_epi16(_mm_loadu_si128((const __m128i *)(const void *)at), _mm_loadu_si128((const __m128i *)(const void *)(at + 8)));
}

// The high bytes of WIDTH units.
$(V)_INLINE $(v)vec $(v)high_bytes(const uint16_t *at)
{
    const __m128i a = _mm_loadu_si128((const __m128i *)(const void *)at), b = _mm_loadu_si128((const __m128i *)(const void *)(at + 8));
    return _mm_packus_epi16(_mm_srli_epi16(a, 8), _mm_srli_epi16(b, 8));
}

// Writes the bytes `first` and `last` of each true lane, and only `last` of each false lane. Returns the number of bytes.
$(V)_INLINE size_t $(v)put_pairs(uint8_t *to, $(v)vec first, $(v)vec last, $(v)test t)
{
    const unsigned lanes = (unsigned)_mm_movemask_epi8(t);
    const size_t more = $(p)put_eight_pairs(to, _mm_unpacklo_epi8(first, last), lanes);
    return 16 + more + $(p)put_eight_pairs(to + 8 + more, _mm_unpackhi_epi8(first, last), lanes >> 8);
}

// Writes the bytes of the true lanes. Returns their number.
$(V)_INLINE size_t $(v)put_kept(uint8_t *to, $(v)vec v, $(v)test t)
{
    return $(p)put_sixteen_kept(to, v, (unsigned)_mm_movemask_epi8(t));
}

// For each pair of lanes, writes both bytes if the second mark is negative, otherwise only the second byte. Returns the number of bytes.
$(V)_INLINE size_t $(v)put_pair_units(uint8_t *to, $(v)vec pairs, $(v)vec marks)
{
    return 8 + $(p)put_eight_pairs(to, pairs, (unsigned)_mm_movemask_epi8(_mm_packs_epi16(marks, marks)));
}

// For each pair of lanes, writes the bytes of a with negative marks, then one byte of b: the first if the second mark is negative, else the second.
// Returns the number of bytes.
$(V)_INLINE size_t $(v)put_groups(uint8_t *to, $(v)vec a, $(v)vec b, $(v)vec marks)
{
    const unsigned digits = (unsigned)_mm_movemask_epi8(marks);
    const size_t more = $(p)put_four_groups(to, _mm_unpacklo_epi16(a, b), digits);
    return 8 + more + $(p)put_four_groups(to + 4 + more, _mm_unpackhi_epi16(a, b), digits >> 8);
}

// For each true lane, writes the code point with these three bytes. Returns the number.
$(V)_INLINE size_t $(v)put_code_points(uint32_t *to, $(v)vec low, $(v)vec mid, $(v)vec top, $(v)test t)
{
    const __m128i zero = _mm_setzero_si128();
    const unsigned lanes = (unsigned)_mm_movemask_epi8(t);
    const size_t count = $(p)put_eight_wide(to, _mm_unpacklo_epi8(low, mid), _mm_unpacklo_epi8(top, zero), lanes);
    return count + $(p)put_eight_wide(to + count, _mm_unpackhi_epi8(low, mid), _mm_unpackhi_epi8(top, zero), lanes >> 8);
}

// Writes WIDTH bytes as units of 32 bits.
$(V)_INLINE void $(v)put_bytes_wide(uint32_t *to, const uint8_t *at)
{
    const $(v)vec v = $(v)load(at), zero = _mm_setzero_si128();
    const $(v)vec low = _mm_unpacklo_epi8(v, zero), high = _mm_unpackhi_epi8(v, zero);
    _mm_storeu_si128((__m128i *)(void *)to, _mm_unpacklo_epi16(low, zero));
    _mm_storeu_si128((__m128i *)(void *)(to + 4), _mm_unpackhi_epi16(low, zero));
    _mm_storeu_si128((__m128i *)(void *)(to + 8), _mm_unpacklo_epi16(high, zero));
    _mm_storeu_si128((__m128i *)(void *)(to + 12), _mm_unpackhi_epi16(high, zero));
}

// Writes WIDTH units of 16 bits as units of 32 bits.
$(V)_INLINE void $(v)put_wide(uint32_t *to, const uint16_t *at)
{
    const $(v)vec zero = _mm_setzero_si128(), a = $(v)load((const uint8_t *)(const void *)at), b = $(v)load((const uint8_t *)(const void *)(at + 8));
    _mm_storeu_si128((__m128i *)(void *)to, _mm_unpacklo_epi16(a, zero));
    _mm_storeu_si128((__m128i *)(void *)(to + 4), _mm_unpackhi_epi16(a, zero));
    _mm_storeu_si128((__m128i *)(void *)(to + 8), _mm_unpacklo_epi16(b, zero));
    _mm_storeu_si128((__m128i *)(void *)(to + 12), _mm_unpackhi_epi16(b, zero));
}

$(include_here("isa/joined_units.c"))

// Whether any of WIDTH units of 32 bits has one of these bits.
$(V)_INLINE bool $(v)any_wide(const uint32_t *at, uint32_t bits)
{
    const uint8_t *v = (const uint8_t *)(const void *)at;
    const $(v)vec all = $(v)or($(v)or($(v)load(v), $(v)load(v + 16)), $(v)or($(v)load(v + 32), $(v)load(v + 48)));
    return !_mm_testz_si128(all, _mm_set1_epi32((int)bits));
}

// Writes WIDTH units of 32 bits, below 2^31, as units of 16 bits. Units above FFFF become FFFF.
$(V)_INLINE void $(v)put_narrow(uint16_t *to, const uint32_t *at)
{
    const uint8_t *v = (const uint8_t *)(const void *)at;
    _mm_storeu_si128((__m128i *)(void *)to, _mm_packus_epi32($(v)load(v), $(v)load(v + 16)));
    _mm_storeu_si128((__m128i *)(void *)(to + 8), _mm_packus_epi32($(v)load(v + 32), $(v)load(v + 48)));
}
