$(ruler("simd128: sixteen bytes, WebAssembly"))

#define $(V)_FUNCTION
#define $(V)_INLINE $(U)_ALWAYS_INLINE

typedef v128_t $(v)vec;
enum { $(V)_WIDTH = 16 };

// Engines without these instructions do not compile the module at all.
static bool $(v)supported(void)
{
    return true;
}

$(V)_INLINE $(v)vec $(v)load(const uint8_t *at)
{
    return wasm_v128_load(at);
}

$(V)_INLINE void $(v)put(uint8_t *to, $(v)vec v)
{
    wasm_v128_store(to, v);
}

$(V)_INLINE $(v)vec $(v)splat(uint8_t byte)
{
    return wasm_i8x16_splat((int8_t)byte);
}

$(V)_INLINE $(v)vec $(v)and($(v)vec a, $(v)vec b)
{
    return wasm_v128_and(a, b);
}

$(V)_INLINE $(v)vec $(v)or($(v)vec a, $(v)vec b)
{
    return wasm_v128_or(a, b);
}

$(V)_INLINE $(v)vec $(v)xor($(v)vec a, $(v)vec b)
{
    return wasm_v128_xor(a, b);
}

// `size` bytes, fewer than a vector has, followed by pads.
$(V)_INLINE $(v)vec $(v)load_part(const uint8_t *at, size_t size)
{
    uint64_t low, high;
    $(p)part_words(at, size, &low, &high);
    return wasm_i64x2_make((int64_t)low, (int64_t)high);
}

$(V)_INLINE $(v)vec $(v)lookup(const uint8_t table[16], $(v)vec nibbles)
{
    return wasm_i8x16_swizzle(wasm_v128_load(table), nibbles);
}

// Bytes are shifted in pairs: for single bytes, engines need five instructions on x86.
$(V)_INLINE $(v)vec $(v)high_nibbles($(v)vec v)
{
    return $(v)and(wasm_u16x8_shr(v, 4), $(v)splat(15));
}

$(V)_INLINE $(v)vec $(v)low_nibbles($(v)vec v)
{
    return wasm_v128_and(v, wasm_i8x16_splat(15));
}

// Looks up bytes below 0x80 by their low nibble; others give 0, because their index has the high bit.
$(V)_INLINE $(v)vec $(v)lookup_ascii(const uint8_t table[16], $(v)vec v)
{
    return $(v)lookup(table, wasm_v128_and(v, $(v)splat(0x8F)));
}

// a - b, saturating: 0 if b is greater.
$(V)_INLINE $(v)vec $(v)subtract_saturating($(v)vec a, $(v)vec b)
{
    return wasm_u8x16_sub_sat(a, b);
}

$(V)_INLINE $(v)vec $(v)subtract($(v)vec a, $(v)vec b)
{
    return wasm_i8x16_sub(a, b);
}

$(V)_INLINE $(v)vec $(v)add($(v)vec a, $(v)vec b)
{
    return wasm_i8x16_add(a, b);
}

$(include_here("isa/tests_in_vectors.c"))

// The lanes in which a and b are equal.
$(V)_INLINE $(v)test $(v)equal($(v)vec a, $(v)vec b)
{
    return wasm_i8x16_eq(a, b);
}

// The lanes in which a is greater than b, as signed numbers.
$(V)_INLINE $(v)test $(v)cmpgt($(v)vec a, $(v)vec b)
{
    return wasm_i8x16_gt(a, b);
}

// The lanes in which a is at least b.
$(V)_INLINE $(v)test $(v)at_least($(v)vec a, $(v)vec b)
{
    return wasm_u8x16_ge(a, b);
}

// The lesser of a and b in each lane, as signed numbers.
$(V)_INLINE $(v)vec $(v)min($(v)vec a, $(v)vec b)
{
    return wasm_i8x16_min(a, b);
}

// The greater of a and b in each lane, as signed numbers.
$(V)_INLINE $(v)vec $(v)max_signed($(v)vec a, $(v)vec b)
{
    return wasm_i8x16_max(a, b);
}

// The greater of a and b in each lane.
$(V)_INLINE $(v)vec $(v)max_unsigned($(v)vec a, $(v)vec b)
{
    return wasm_u8x16_max(a, b);
}

// The lesser of a and b in each lane.
$(V)_INLINE $(v)vec $(v)min_unsigned($(v)vec a, $(v)vec b)
{
    return wasm_u8x16_min(a, b);
}

// The sum of all lanes: of pairs, then of fours, then of these four sums.
$(V)_INLINE size_t $(v)sum($(v)vec v)
{
    const v128_t fours = wasm_u32x4_extadd_pairwise_u16x8(wasm_u16x8_extadd_pairwise_u8x16(v));
    const v128_t eights = wasm_i32x4_add(fours, wasm_i64x2_shuffle(fours, fours, 1, 0));
    return (size_t)wasm_i32x4_extract_lane(eights, 0) + (size_t)wasm_i32x4_extract_lane(eights, 1);
}

$(V)_INLINE bool $(v)any_high_bit($(v)vec v)
{
    return wasm_i8x16_bitmask(v) != 0;
}

$(V)_INLINE bool $(v)any($(v)vec v)
{
    return wasm_v128_any_true(v);
}

// prevN: lane i holds lane i - N; the first N lanes hold the last ones of the previous vector.
$(V)_INLINE $(v)vec $(v)prev$(n)($(v)vec v, $(v)vec before)
{
    return wasm_i8x16_shuffle(before, v, $(lane_lines(16 - n, 16)[1]));
}

// shlN: left shift by N within each byte.
$(V)_INLINE $(v)vec $(v)shl$(n)($(v)vec v)
{
    return $(v)and(wasm_i16x8_shl(v, $(n)), $(v)splat($(hex(255 << n & 255))));
}

// shrN: right shift by N within each byte.
$(V)_INLINE $(v)vec $(v)shr$(n)($(v)vec v)
{
    return $(v)and(wasm_u16x8_shr(v, $(n)), $(v)splat($(hex(255 >> n))));
}

// Writes WIDTH bytes as units.
$(V)_INLINE void $(v)put_bytes(uint16_t *to, const uint8_t *at)
{
    const $(v)vec v = $(v)load(at);
    wasm_v128_store(to, wasm_u16x8_extend_low_u8x16(v));
    wasm_v128_store(to + 8, wasm_u16x8_extend_high_u8x16(v));
}

// Writes the units (low, high) of the true lanes, eight by a lookup. Returns their number.
$(V)_INLINE size_t $(v)put_units(uint16_t *to, $(v)vec low, $(v)vec high, $(v)test t)
{
    const unsigned lanes = wasm_i8x16_bitmask(t);
    const size_t count = $(p)unit_counts[lanes & 0xFF];
    const $(v)vec first = wasm_i8x16_shuffle(low, high, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const $(v)vec second = wasm_i8x16_shuffle(low, high, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    wasm_v128_store(to, wasm_i8x16_swizzle(first, $(v)load($(p)unit_lanes[lanes & 0x7F])));
    wasm_v128_store(to + count, wasm_i8x16_swizzle(second, $(v)load($(p)unit_lanes[lanes >> 8 & 0x7F])));
    return count + $(p)unit_counts[lanes >> 8];
}
