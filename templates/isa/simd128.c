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

// Shifts pairs of bytes: to shift single bytes, engines on x86 need five instructions.
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

// a & ~b
$(V)_INLINE $(v)vec $(v)without($(v)vec a, $(v)vec b)
{
    return wasm_v128_andnot(a, b);
}

// The lanes of a where the mask is FF, those of b where it is 0.
$(V)_INLINE $(v)vec $(v)select($(v)vec mask, $(v)vec a, $(v)vec b)
{
    return wasm_v128_bitselect(a, b, mask);
}

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

$(V)_INLINE $(v)test $(v)equal($(v)vec a, $(v)vec b)
{
    return wasm_i8x16_eq(a, b);
}

// a > b, as signed numbers.
$(V)_INLINE $(v)test $(v)cmpgt($(v)vec a, $(v)vec b)
{
    return wasm_i8x16_gt(a, b);
}

$(V)_INLINE $(v)test $(v)at_least($(v)vec a, $(v)vec b)
{
    return wasm_u8x16_ge(a, b);
}

// The mask of the lanes that are at least `byte`.
$(V)_INLINE uint64_t $(v)mask_from($(v)vec v, uint8_t byte)
{
    return (uint32_t)wasm_i8x16_bitmask(wasm_u8x16_ge(v, $(v)splat(byte)));
}

// The lesser of a and b, as signed numbers.
$(V)_INLINE $(v)vec $(v)min($(v)vec a, $(v)vec b)
{
    return wasm_i8x16_min(a, b);
}

$(V)_INLINE $(v)vec $(v)max_signed($(v)vec a, $(v)vec b)
{
    return wasm_i8x16_max(a, b);
}

$(V)_INLINE $(v)vec $(v)max_unsigned($(v)vec a, $(v)vec b)
{
    return wasm_u8x16_max(a, b);
}

$(V)_INLINE $(v)vec $(v)min_unsigned($(v)vec a, $(v)vec b)
{
    return wasm_u8x16_min(a, b);
}

// Computes the sums of two lanes each, then of four, of eight, and of all.
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

// prevN: lane i is lane i - N of v; the first N lanes are the last N of the previous vector.
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

// Writes WIDTH bytes as units of 16 bits.
$(V)_INLINE void $(v)put_bytes(uint16_t *to, const uint8_t *at)
{
    const $(v)vec v = $(v)load(at);
    wasm_v128_store(to, wasm_u16x8_extend_low_u8x16(v));
    wasm_v128_store(to + 8, wasm_u16x8_extend_high_u8x16(v));
}

// For each true lane, writes the unit with these low and high bytes. Returns the number of units.
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

$(V)_INLINE $(v)vec $(v)splat_unit(uint16_t unit)
{
    return wasm_i16x8_splat((int16_t)unit);
}

// Whether any unit has one of these bits.
$(V)_INLINE bool $(v)any_bits($(v)vec v, uint16_t b)
{
    return wasm_v128_any_true(wasm_v128_and(v, $(v)splat_unit(b)));
}

// Shifts each unit, which is a pair of lanes.
$(V)_INLINE $(v)vec $(v)shl_units($(v)vec v, uint8_t n)
{
    return wasm_i16x8_shl(v, n);
}

$(V)_INLINE $(v)vec $(v)shr_units($(v)vec v, uint8_t n)
{
    return wasm_u16x8_shr(v, n);
}

// FF in both lanes of equal units, 0 in the others.
$(V)_INLINE $(v)vec $(v)equal_units($(v)vec a, $(v)vec b)
{
    return wasm_i16x8_eq(a, b);
}

// The units in which a is greater than b, as signed numbers.
$(V)_INLINE $(v)vec $(v)greater_units($(v)vec a, $(v)vec b)
{
    return wasm_i16x8_gt(a, b);
}

// A lane for each of WIDTH units: whether the unit is at most `unit`.
$(V)_INLINE $(v)test $(v)at_most(const uint16_t *at, uint16_t unit)
{
    const $(v)vec limit = $(v)splat_unit(unit);
    return wasm_i8x16_narrow_i16x8(wasm_u16x8_le(wasm_v128_load(at), limit), wasm_u16x8_le(wasm_v128_load(at + 8), limit));
}

// The low bytes of WIDTH units below 0x100.
$(V)_INLINE $(v)vec $(v)low_bytes(const uint16_t *at)
{
    return wasm_u8x16_narrow_i16x8(wasm_v128_load(at), wasm_v128_load(at + 8));
}

// The high bytes of WIDTH units.
$(V)_INLINE $(v)vec $(v)high_bytes(const uint16_t *at)
{
    const $(v)vec a = wasm_v128_load(at), b = wasm_v128_load(at + 8);
    return wasm_i8x16_shuffle(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
}

// zip_low interleaves the lower lanes of a and b, zip_high the upper lanes.
$(V)_INLINE $(v)vec $(v)zip_low($(v)vec a, $(v)vec b)
{
    return wasm_i8x16_shuffle(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

$(V)_INLINE $(v)vec $(v)zip_high($(v)vec a, $(v)vec b)
{
    return wasm_i8x16_shuffle(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

// Writes the bytes `first` and `last` of each true lane, and only `last` of each false lane. Returns the number of bytes.
$(V)_INLINE size_t $(v)put_pairs(uint8_t *to, $(v)vec first, $(v)vec last, $(v)test t)
{
    const unsigned lanes = wasm_i8x16_bitmask(t), front = lanes & 0xFF, back = lanes >> 8;
    const size_t count = 8U + $(p)unit_counts[front];
    wasm_v128_store(to, wasm_i8x16_swizzle($(v)zip_low(first, last), $(v)load($(p)pair_bytes[front])));
    wasm_v128_store(to + count, wasm_i8x16_swizzle($(v)zip_high(first, last), $(v)load($(p)pair_bytes[back])));
    return count + 8U + $(p)unit_counts[back];
}

// Writes the bytes of the true lanes. Returns their number.
$(V)_INLINE size_t $(v)put_kept(uint8_t *to, $(v)vec v, $(v)test t)
{
    const unsigned lanes = wasm_i8x16_bitmask(t);
    const $(v)vec front = wasm_i8x16_swizzle($(v)zip_low(v, v), $(v)load($(p)unit_lanes[lanes & 0x7F]));
    const $(v)vec back = wasm_i8x16_swizzle($(v)zip_high(v, v), $(v)load($(p)unit_lanes[lanes >> 8 & 0x7F]));
    const $(v)vec both = wasm_i8x16_shuffle(front, back, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    const size_t count = $(p)unit_counts[lanes & 0xFF];
    wasm_v128_store64_lane(to, both, 0);
    wasm_v128_store64_lane(to + count, both, 1);
    return count + $(p)unit_counts[lanes >> 8 & 0xFF];
}

// For each pair of lanes, writes both bytes if the second mark is negative, otherwise only the second byte. Returns the number of bytes.
$(V)_INLINE size_t $(v)put_pair_units(uint8_t *to, $(v)vec pairs, $(v)vec marks)
{
    const unsigned lanes = wasm_i16x8_bitmask(marks);
    wasm_v128_store(to, wasm_i8x16_swizzle(pairs, $(v)load($(p)pair_bytes[lanes])));
    return 8U + $(p)unit_counts[lanes];
}

// For each pair of lanes, writes the bytes of a with negative marks, then one byte of b: the first if the second mark is negative, else the second.
// Returns the number of bytes.
$(V)_INLINE size_t $(v)put_groups(uint8_t *to, $(v)vec a, $(v)vec b, $(v)vec marks)
{
    const $(v)vec first = wasm_i16x8_shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11), second = wasm_i16x8_shuffle(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
    const unsigned digits = wasm_i8x16_bitmask(marks), front = digits & 0xFF, back = digits >> 8;
    const size_t count = 4U + $(p)unit_counts[front];
    wasm_v128_store(to, wasm_i8x16_swizzle(first, $(v)load($(p)group_bytes[front])));
    wasm_v128_store(to + count, wasm_i8x16_swizzle(second, $(v)load($(p)group_bytes[back])));
    return count + 4U + $(p)unit_counts[back];
}

// Of eight code points, writes those whose bits in `lanes` are set. Returns their number. `tops` has the bits above the lowest 16.
$(V)_INLINE size_t $(v)put_eight_wide(uint32_t *to, $(v)vec units, $(v)vec tops, unsigned lanes)
{
    const $(v)vec order = $(v)load($(p)unit_lanes[lanes & 0x7F]), low = wasm_i8x16_swizzle(units, order), top = wasm_i8x16_swizzle(tops, order);
    wasm_v128_store(to, wasm_i16x8_shuffle(low, top, 0, 8, 1, 9, 2, 10, 3, 11));
    wasm_v128_store(to + 4, wasm_i16x8_shuffle(low, top, 4, 12, 5, 13, 6, 14, 7, 15));
    return $(p)unit_counts[lanes & 0xFF];
}

// For each true lane, writes the code point with these three bytes. Returns the number.
$(V)_INLINE size_t $(v)put_code_points(uint32_t *to, $(v)vec low, $(v)vec mid, $(v)vec top, $(v)test t)
{
    const unsigned lanes = wasm_i8x16_bitmask(t);
    const $(v)vec zero = wasm_i8x16_splat(0);
    const size_t count = $(v)put_eight_wide(to, $(v)zip_low(low, mid), $(v)zip_low(top, zero), lanes);
    return count + $(v)put_eight_wide(to + count, $(v)zip_high(low, mid), $(v)zip_high(top, zero), lanes >> 8);
}

// Writes WIDTH bytes as units of 32 bits.
$(V)_INLINE void $(v)put_bytes_wide(uint32_t *to, const uint8_t *at)
{
    for (size_t i = 0; i < $(V)_WIDTH; i += 8) {
        const $(v)vec v = wasm_u16x8_load8x8(at + i);
        wasm_v128_store(to + i, wasm_u32x4_extend_low_u16x8(v));
        wasm_v128_store(to + i + 4, wasm_u32x4_extend_high_u16x8(v));
    }
}

// Writes WIDTH units of 16 bits as units of 32 bits.
$(V)_INLINE void $(v)put_wide(uint32_t *to, const uint16_t *at)
{
    for (size_t i = 0; i < $(V)_WIDTH; i += 4) {
        wasm_v128_store(to + i, wasm_u32x4_load16x4(at + i));
    }
}

// Like put_wide, but each pair of surrogates becomes one code point. Returns the number of code points.
$(V)_INLINE size_t $(v)put_joined(uint32_t *to, const uint16_t *at)
{
    const $(v)vec kind = wasm_i32x4_splat(0xFC00), high = wasm_i32x4_splat(0xD800), low = wasm_i32x4_splat(0xDC00);
    size_t count = 0;
    for (size_t i = 0; i < $(V)_WIDTH; i += 4) {
        const $(v)vec before = wasm_u32x4_load16x4(at + i - 1), units = wasm_u32x4_load16x4(at + i), next = wasm_u32x4_load16x4(at + i + 1);
        const $(v)vec second = wasm_v128_and(wasm_i32x4_eq(wasm_v128_and(before, kind), high), wasm_i32x4_eq(wasm_v128_and(units, kind), low));
        const $(v)vec first = wasm_v128_and(wasm_i32x4_eq(wasm_v128_and(units, kind), high), wasm_i32x4_eq(wasm_v128_and(next, kind), low));
        const $(v)vec joined = wasm_i32x4_sub(wasm_i32x4_add(wasm_i32x4_shl(before, 10), units), wasm_i32x4_splat(0x35FDC00));
        const unsigned lanes = wasm_i32x4_bitmask(first) ^ 15U;
        wasm_v128_store(to + count, wasm_i8x16_swizzle(wasm_v128_bitselect(joined, units, second), $(v)load($(p)quad_lanes[lanes & 7])));
        count += $(p)unit_counts[lanes];
    }
    return count;
}

// Whether any of WIDTH units of 32 bits has one of these bits.
$(V)_INLINE bool $(v)any_wide(const uint32_t *at, uint32_t bits)
{
    $(v)vec all = wasm_i32x4_splat(0);
    for (size_t i = 0; i < $(V)_WIDTH; i += 4) {
        all = wasm_v128_or(all, wasm_v128_load(at + i));
    }
    return wasm_v128_any_true(wasm_v128_and(all, wasm_i32x4_splat((int32_t)bits)));
}

// Writes WIDTH units of 32 bits, below 2^31, as units of 16 bits. Units above FFFF become FFFF.
$(V)_INLINE void $(v)put_narrow(uint16_t *to, const uint32_t *at)
{
    for (size_t i = 0; i < $(V)_WIDTH; i += 8) {
        wasm_v128_store(to + i, wasm_u16x8_narrow_i32x4(wasm_v128_load(at + i), wasm_v128_load(at + i + 4)));
    }
}
