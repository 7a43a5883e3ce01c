// The maskz_ functions avoid a warning: gcc 12 finds undefined values in its own unmasked ones.

$(V)_INLINE $(v)vec $(v)load(const uint8_t *at)
{
    return _mm512_loadu_si512(at);
}

$(V)_INLINE void $(v)put(uint8_t *to, $(v)vec v)
{
    _mm512_storeu_si512(to, v);
}

// A prefetch hint; the address may point past the text.
$(V)_INLINE void $(v)prefetch(const uint8_t *at)
{
    _mm_prefetch((const char *)at, _MM_HINT_T0);
}

$(V)_INLINE $(v)vec $(v)splat(uint8_t byte)
{
    return _mm512_set1_epi8((char)byte);
}

// `size` bytes, or the first 64 of them, followed by pads. `size` is at most 255.
$(V)_INLINE $(v)vec $(v)load_part(const uint8_t *at, size_t size)
{
    __mmask64 there = _bzhi_u64(~(uint64_t)0, (unsigned)size);
    return _mm512_mask_loadu_epi8($(v)splat($(hex(analysis.pad))), there, at);
}

$(V)_INLINE $(v)vec $(v)and($(v)vec a, $(v)vec b)
{
    return _mm512_and_si512(a, b);
}

$(V)_INLINE $(v)vec $(v)or($(v)vec a, $(v)vec b)
{
    return _mm512_or_si512(a, b);
}

$(V)_INLINE $(v)vec $(v)xor($(v)vec a, $(v)vec b)
{
    return _mm512_xor_si512(a, b);
}

$(V)_INLINE $(v)vec $(v)subtract_saturating($(v)vec a, $(v)vec b)
{
    return _mm512_subs_epu8(a, b);
}

// a ^ (b & ~c)
$(V)_INLINE $(v)vec $(v)xor_without($(v)vec a, $(v)vec b, $(v)vec c)
{
    return _mm512_ternarylogic_epi64(a, b, c, 0xB4);
}

// The mean of a and b, rounded up. Bit 7 of the mean of x and 255 - t is set exactly if x is at least t. Either operand can be in memory.
$(V)_INLINE $(v)vec $(v)average($(v)vec a, $(v)vec b)
{
    return _mm512_avg_epu8(a, b);
}

$(V)_INLINE $(v)vec $(v)add($(v)vec a, $(v)vec b)
{
    return _mm512_add_epi8(a, b);
}

// A bit for each lane that is true.
typedef __mmask64 $(v)test;

$(V)_INLINE $(v)test $(v)both($(v)test a, $(v)test b)
{
    return a & b;
}

$(V)_INLINE $(v)test $(v)either($(v)test a, $(v)test b)
{
    return a | b;
}

$(V)_INLINE $(v)test $(v)differ($(v)test a, $(v)test b)
{
    return a ^ b;
}

// The lanes with any bit of the mask.
$(V)_INLINE $(v)test $(v)any_of($(v)vec a, uint8_t mask)
{
    return _mm512_test_epi8_mask(a, $(v)splat(mask));
}

$(V)_INLINE $(v)test $(v)equal($(v)vec a, $(v)vec b)
{
    return _mm512_cmpeq_epi8_mask(a, b);
}

// a > b, as signed numbers.
$(V)_INLINE $(v)test $(v)cmpgt($(v)vec a, $(v)vec b)
{
    return _mm512_cmpgt_epi8_mask(a, b);
}

$(V)_INLINE $(v)test $(v)at_least($(v)vec a, $(v)vec b)
{
    return _mm512_cmpge_epu8_mask(a, b);
}

// 255 in the true lanes, 0 in others.
$(V)_INLINE $(v)vec $(v)marked($(v)test t)
{
    return _mm512_movm_epi8(t);
}

// The lesser of a and b, as signed numbers.
$(V)_INLINE $(v)vec $(v)min($(v)vec a, $(v)vec b)
{
    return _mm512_min_epi8(a, b);
}

$(V)_INLINE size_t $(v)count_true($(v)test t)
{
    return (size_t)_mm_popcnt_u64(t);
}

$(V)_INLINE bool $(v)any_high_bit($(v)vec v)
{
    return _mm512_movepi8_mask(v) != 0;
}

// shlN: left shift by N within each byte.
$(V)_INLINE $(v)vec $(v)shl$(n)($(v)vec v)
{
    return $(v)and(_mm512_slli_epi16(v, $(n)), $(v)splat($(hex(255 << n & 255))));
}

// shrN: right shift by N within each byte.
$(V)_INLINE $(v)vec $(v)shr$(n)($(v)vec v)
{
    return $(v)and(_mm512_srli_epi16(v, $(n)), $(v)splat($(hex(255 >> n))));
}

$(V)_INLINE $(v)vec $(v)max_unsigned($(v)vec a, $(v)vec b)
{
    return _mm512_max_epu8(a, b);
}

$(V)_INLINE $(v)vec $(v)min_unsigned($(v)vec a, $(v)vec b)
{
    return _mm512_min_epu8(a, b);
}
