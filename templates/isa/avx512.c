$(ruler("avx512: sixty-four bytes"))

#define $(V)_FUNCTION $(U)_TARGET("avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi2,popcnt" $(U)_EVEX512)
#define $(V)_INLINE $(U)_TARGET("avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi2,popcnt" $(U)_EVEX512) $(U)_ALWAYS_INLINE
#ifdef $(U)_GNU
#define $(V)_ALIGNED __attribute__((aligned(64)))
#else
#define $(V)_ALIGNED
#endif

typedef __m512i $(v)vec;
enum { $(V)_WIDTH = 64 };

static bool $(v)supported(void)
{
    return $(p)processor_has(1U << 23, 1U << 8 | 1U << 16 | 1U << 30, 1U << 1 | 1U << 6, 0xE6);
}

$(include_here("isa/avx512_words.c"))

// The mask of the lanes that are at least `byte`.
$(V)_INLINE uint64_t $(v)mask_from($(v)vec v, uint8_t byte)
{
    return _mm512_cmpge_epu8_mask(v, $(v)splat(byte));
}

// Looks up each byte by its low seven bits.
$(V)_INLINE $(v)vec $(v)lookup(const uint8_t table[128], $(v)vec b)
{
    return _mm512_permutex2var_epi8($(v)load(table), b, $(v)load(table + 64));
}

// a ^ b in the bits of the mask, a & b in the others.
$(V)_INLINE $(v)vec $(v)and_or_xor($(v)vec a, $(v)vec b, uint8_t mask)
{
    return _mm512_ternarylogic_epi64(a, b, $(v)splat(mask), 0x68);
}

// a & ~b
$(V)_INLINE $(v)vec $(v)without($(v)vec a, $(v)vec b)
{
    return _mm512_maskz_andnot_epi64(0xFF, b, a);
}

// The greater of a and b, as signed numbers.
$(V)_INLINE $(v)vec $(v)max_signed($(v)vec a, $(v)vec b)
{
    return _mm512_max_epi8(a, b);
}

$(V)_INLINE $(v)vec $(v)add_saturating($(v)vec a, $(v)vec b)
{
    return _mm512_adds_epu8(a, b);
}

$(V)_INLINE $(v)vec $(v)max($(v)vec a, $(v)vec b)
{
    return _mm512_max_epu8(a, b);
}

// Whether some lane has a bit of the mask.
$(V)_INLINE bool $(v)any($(v)vec v, uint8_t mask)
{
    return _mm512_test_epi8_mask(v, $(v)splat(mask)) != 0;
}

// prevN: lane i is lane i - N of v; the first N lanes are the last N of the previous vector.
$(V)_INLINE $(v)vec $(v)prev$(n)($(v)vec v, $(v)vec before)
{
    // Indices from 64 on select lanes of v.
    static const uint8_t lanes[64] $(V)_ALIGNED = {
@ for _, line in ipairs(lane_lines(64 - n, 64)) do
        $(line),
@ end
    };
    return _mm512_permutex2var_epi8(before, $(v)load(lanes), v);
}

// prev2, with each byte shifted left by one$(plan.shifts and "; bit 0 comes from another byte" or "").
$(V)_INLINE $(v)vec $(v)twice_prev2($(v)vec v, $(v)vec before)
{
@ if plan.shifts then
    return _mm512_shldi_epi64(v, _mm512_maskz_alignr_epi64(0xFF, v, before, 7), 17);
@ else
    $(v)vec moved = $(v)prev2(v, before);
    return $(v)add(moved, moved);
@ end
}

$(V)_INLINE size_t $(v)ones(uint64_t bits)
{
#ifdef $(U)_GNU
    return (size_t)__builtin_popcountll(bits);
#else
    return (size_t)__popcnt64(bits);
#endif
}

// For each true lane, writes the unit with these low and high bytes. Returns the number of units. Compressing in a register is faster than to memory.
$(V)_INLINE size_t $(v)put_units(uint16_t *to, $(v)vec low, $(v)vec high, $(v)test t)
{
    // Each quarter is interleaved by itself, so this order first moves the bytes to their quarters.
    const __m512i order = _mm512_set_epi64(7, 3, 6, 2, 5, 1, 4, 0);
    const $(v)vec l = _mm512_maskz_permutexvar_epi64(0xFF, order, low), h = _mm512_maskz_permutexvar_epi64(0xFF, order, high);
    const __mmask64 upper = t >> 32;
    const size_t count = $(v)ones(t & 0xFFFFFFFF);
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi16((__mmask32)t, _mm512_unpacklo_epi8(l, h)));
    _mm512_storeu_si512(to + count, _mm512_maskz_compress_epi16((__mmask32)upper, _mm512_unpackhi_epi8(l, h)));
    return $(v)ones(t);
}

// Writes WIDTH bytes as units of 16 bits. Halves are extracted as 64-bit lanes: clang 14 splits vectors of smaller lanes byte by byte.
$(V)_INLINE void $(v)put_bytes(uint16_t *to, const uint8_t *at)
{
    const $(v)vec v = $(v)load(at);
    const __m256i low = _mm512_maskz_extracti64x4_epi64(0xF, v, 0), high = _mm512_maskz_extracti64x4_epi64(0xF, v, 1);
    _mm512_storeu_si512(to, _mm512_maskz_cvtepu8_epi16(~(__mmask32)0, low));
    _mm512_storeu_si512(to + 32, _mm512_maskz_cvtepu8_epi16(~(__mmask32)0, high));
}

$(V)_INLINE $(v)vec $(v)splat_unit(uint16_t unit)
{
    return _mm512_set1_epi16((short)unit);
}

// The lanes of a where the mask is FF, those of b where it is 0.
$(V)_INLINE $(v)vec $(v)select($(v)vec mask, $(v)vec a, $(v)vec b)
{
    return _mm512_ternarylogic_epi64(mask, a, b, 0xCA);
}

// Whether any unit has one of these bits.
$(V)_INLINE bool $(v)any_bits($(v)vec v, uint16_t b)
{
    return _mm512_test_epi16_mask(v, $(v)splat_unit(b)) != 0;
}

// Shifts each unit, which is a pair of lanes.
$(V)_INLINE $(v)vec $(v)shl_units($(v)vec v, uint8_t n)
{
    return _mm512_sllv_epi16(v, _mm512_set1_epi16(n));
}

$(V)_INLINE $(v)vec $(v)shr_units($(v)vec v, uint8_t n)
{
    return _mm512_srlv_epi16(v, _mm512_set1_epi16(n));
}

// FF in both lanes of equal units, 0 in the others.
$(V)_INLINE $(v)vec $(v)equal_units($(v)vec a, $(v)vec b)
{
    return _mm512_movm_epi16(_mm512_cmpeq_epi16_mask(a, b));
}

// The units in which a is greater than b, as signed numbers.
$(V)_INLINE $(v)vec $(v)greater_units($(v)vec a, $(v)vec b)
{
    return _mm512_movm_epi16(_mm512_cmpgt_epi16_mask(a, b));
}

// A lane for each of WIDTH units: whether the unit is at most `unit`.
$(V)_INLINE $(v)test $(v)at_most(const uint16_t *at, uint16_t unit)
{
    const __m512i limit = $(v)splat_unit(unit);
    const uint64_t high = _mm512_cmple_epu16_mask(_mm512_loadu_si512(at + 32), limit);
    return high << 32 | _mm512_cmple_epu16_mask(_mm512_loadu_si512(at), limit);
}

// The low bytes of WIDTH units below 0x100. Each quarter of a vector is packed by itself.
$(V)_INLINE $(v)vec $(v)low_bytes(const uint16_t *at)
{
    const __m512i order = _mm512_set_epi64(7, 5, 3, 1, 6, 4, 2, 0);
    return _mm512_maskz_permutexvar_epi64(0xFF, order, _mm512_packus_epi16(_mm512_loadu_si512(at), _mm512_loadu_si512(at + 32)));
}

// The high bytes of WIDTH units.
$(V)_INLINE $(v)vec $(v)high_bytes(const uint16_t *at)
{
    const __m512i order = _mm512_set_epi64(7, 5, 3, 1, 6, 4, 2, 0);
    const $(v)vec a = _mm512_srli_epi16(_mm512_loadu_si512(at), 8), b = _mm512_srli_epi16(_mm512_loadu_si512(at + 32), 8);
    return _mm512_maskz_permutexvar_epi64(0xFF, order, _mm512_packus_epi16(a, b));
}

// Writes the bytes `first` and `last` of each true lane, and only `last` of each false lane. Returns the number of bytes.
$(V)_INLINE size_t $(v)put_pairs(uint8_t *to, $(v)vec first, $(v)vec last, $(v)test t)
{
    const __m512i order = _mm512_set_epi64(7, 3, 6, 2, 5, 1, 4, 0);
    const $(v)vec f = _mm512_maskz_permutexvar_epi64(0xFF, order, first), l = _mm512_maskz_permutexvar_epi64(0xFF, order, last);
    const uint64_t lasts = 0xAAAAAAAAAAAAAAAA;
    const __mmask64 front = _pdep_u64(t, ~lasts) | lasts, back = _pdep_u64(t >> 32, ~lasts) | lasts;
    const size_t count = $(v)ones(front);
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi8(front, _mm512_unpacklo_epi8(f, l)));
    _mm512_storeu_si512(to + count, _mm512_maskz_compress_epi8(back, _mm512_unpackhi_epi8(f, l)));
    return count + $(v)ones(back);
}

// Writes the bytes of the true lanes. Returns their number.
$(V)_INLINE size_t $(v)put_kept(uint8_t *to, $(v)vec v, $(v)test t)
{
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi8(t, v));
    return $(v)ones(t);
}

// For each pair of lanes, writes both bytes if the second mark is negative, otherwise only the second byte. Returns the number of bytes.
$(V)_INLINE size_t $(v)put_pair_units(uint8_t *to, $(v)vec pairs, $(v)vec marks)
{
    const __mmask64 kept = _mm512_movepi8_mask(marks) >> 1 | 0xAAAAAAAAAAAAAAAA;
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi8(kept, pairs));
    return $(v)ones(kept);
}

// For each pair of lanes, writes the bytes of a with negative marks, then one byte of b: the first if the second mark is negative, else the second.
// Returns the number of bytes.
$(V)_INLINE size_t $(v)put_groups(uint8_t *to, $(v)vec a, $(v)vec b, $(v)vec marks)
{
    // Each quarter is interleaved by itself, so this order first moves the units to their quarters.
    const __m512i order = _mm512_set_epi64(7, 3, 6, 2, 5, 1, 4, 0);
    const $(v)vec first = _mm512_maskz_permutexvar_epi64(0xFF, order, a), last = _mm512_maskz_permutexvar_epi64(0xFF, order, b);
    // Four bits for the bytes of a group: bits 0 and 1 are the marks, bit 2 equals bit 1, and bit 3 is the complement of bit 1.
    const uint64_t kept = _mm512_movepi8_mask(marks), thirds = 0x4444444444444444, fourths = 2 * thirds;
    const __mmask64 fronts = _pdep_u64(kept, 0x3333333333333333), backs = _pdep_u64(kept >> 32, 0x3333333333333333);
    const __mmask64 front = fronts | (fronts << 1 & thirds) | (~(fronts << 2) & fourths);
    const __mmask64 back = backs | (backs << 1 & thirds) | (~(backs << 2) & fourths);
    const size_t count = $(v)ones(front);
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi8(front, _mm512_unpacklo_epi16(first, last)));
    _mm512_storeu_si512(to + count, _mm512_maskz_compress_epi8(back, _mm512_unpackhi_epi16(first, last)));
    return count + $(v)ones(back);
}

// Of 32 code points, writes those whose bits in `lanes` are set. Returns their number. `tops` has the bits above the lowest 16.
$(V)_INLINE size_t $(v)put_half_wide(uint32_t *to, $(v)vec units, $(v)vec tops, __mmask32 lanes)
{
    const __m512i low = _mm512_maskz_compress_epi16(lanes, units), top = _mm512_maskz_compress_epi16(lanes, tops);
@ for n = 0, 1 do
    const __m512i low$(n) = _mm512_maskz_cvtepu16_epi32(0xFFFF, _mm512_maskz_extracti64x4_epi64(0xF, low, $(n)));
    const __m512i top$(n) = _mm512_maskz_cvtepu16_epi32(0xFFFF, _mm512_maskz_extracti64x4_epi64(0xF, top, $(n)));
    _mm512_storeu_si512(to + $(16 * n), _mm512_or_si512(low$(n), _mm512_maskz_slli_epi32(0xFFFF, top$(n), 16)));
@ end
    return $(v)ones(lanes);
}

// For each true lane, writes the code point with these three bytes. Returns the number.
$(V)_INLINE size_t $(v)put_code_points(uint32_t *to, $(v)vec low, $(v)vec mid, $(v)vec top, $(v)test t)
{
    const __m512i order = _mm512_set_epi64(7, 3, 6, 2, 5, 1, 4, 0), zero = _mm512_setzero_si512();
    const $(v)vec l = _mm512_maskz_permutexvar_epi64(0xFF, order, low), m = _mm512_maskz_permutexvar_epi64(0xFF, order, mid);
    const $(v)vec h = _mm512_maskz_permutexvar_epi64(0xFF, order, top);
    const size_t count = $(v)put_half_wide(to, _mm512_unpacklo_epi8(l, m), _mm512_unpacklo_epi8(h, zero), (__mmask32)t);
    return count + $(v)put_half_wide(to + count, _mm512_unpackhi_epi8(l, m), _mm512_unpackhi_epi8(h, zero), (__mmask32)(t >> 32));
}

// Writes WIDTH bytes as units of 32 bits.
$(V)_INLINE void $(v)put_bytes_wide(uint32_t *to, const uint8_t *at)
{
@ for n = 0, 3 do
    _mm512_storeu_si512(to + $(16 * n), _mm512_maskz_cvtepu8_epi32(0xFFFF, _mm_loadu_si128((const __m128i *)(const void *)(at + $(16 * n)))));
@ end
}

// Writes WIDTH units of 16 bits as units of 32 bits.
$(V)_INLINE void $(v)put_wide(uint32_t *to, const uint16_t *at)
{
@ for n = 0, 3 do
    _mm512_storeu_si512(to + $(16 * n), _mm512_maskz_cvtepu16_epi32(0xFFFF, _mm256_loadu_si256((const __m256i *)(const void *)(at + $(16 * n)))));
@ end
}

// Like put_wide, but each pair of surrogates becomes one code point. Returns the number of code points.
$(V)_INLINE size_t $(v)put_joined(uint32_t *to, const uint16_t *at)
{
    const __m512i kind = _mm512_set1_epi16((short)0xFC00), high = _mm512_set1_epi16((short)0xD800), low = _mm512_set1_epi16((short)0xDC00);
    size_t count = 0;
    for (size_t i = 0; i < $(V)_WIDTH; i += 32) {
        const __m512i before = _mm512_loadu_si512(at + i - 1), units = _mm512_loadu_si512(at + i), next = _mm512_loadu_si512(at + i + 1);
        const __mmask32 second = _mm512_cmpeq_epi16_mask(_mm512_and_si512(before, kind), high) &
            _mm512_cmpeq_epi16_mask(_mm512_and_si512(units, kind), low);
        const __mmask32 kept = ~(_mm512_cmpeq_epi16_mask(_mm512_and_si512(units, kind), high) &
            _mm512_cmpeq_epi16_mask(_mm512_and_si512(next, kind), low));
@ for n = 0, 1 do
        const __m512i one$(n) = _mm512_maskz_cvtepu16_epi32(0xFFFF, _mm512_maskz_extracti64x4_epi64(0xF, units, $(n)));
        const __m512i joined$(n) = _mm512_add_epi32(
            _mm512_maskz_slli_epi32(0xFFFF, _mm512_maskz_cvtepu16_epi32(0xFFFF, _mm512_maskz_extracti64x4_epi64(0xF, before, $(n))), 10),
            _mm512_sub_epi32(one$(n), _mm512_set1_epi32(0x35FDC00)));
        const __mmask16 kept$(n) = (__mmask16)(kept >> $(16 * n));
        _mm512_storeu_si512(to + count, _mm512_maskz_compress_epi32(kept$(n), _mm512_mask_mov_epi32(one$(n), (__mmask16)(second >> $(16 * n)), joined$(n))));
        count += $(v)ones(kept$(n));
@ end
    }
    return count;
}

// Whether any of WIDTH units of 32 bits has one of these bits.
$(V)_INLINE bool $(v)any_wide(const uint32_t *at, uint32_t bits)
{
    const $(v)vec all = $(v)or($(v)or(_mm512_loadu_si512(at), _mm512_loadu_si512(at + 16)),
        $(v)or(_mm512_loadu_si512(at + 32), _mm512_loadu_si512(at + 48)));
    return _mm512_test_epi32_mask(all, _mm512_set1_epi32((int)bits)) != 0;
}

// Writes WIDTH units of 32 bits, below 2^31, as units of 16 bits. Units above FFFF become FFFF.
$(V)_INLINE void $(v)put_narrow(uint16_t *to, const uint32_t *at)
{
@ for n = 0, 3 do
    _mm256_storeu_si256((__m256i *)(void *)(to + $(16 * n)), _mm512_maskz_cvtusepi32_epi16(0xFFFF, _mm512_loadu_si512(at + $(16 * n))));
@ end
}
