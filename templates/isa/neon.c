$(ruler("neon: sixteen bytes, AArch64"))

#define $(V)_FUNCTION
#define $(V)_INLINE $(U)_ALWAYS_INLINE

typedef uint8x16_t $(v)vec;
enum { $(V)_WIDTH = 16 };

// Compiled only for targets with NEON.
static bool $(v)supported(void)
{
    return true;
}

$(V)_INLINE $(v)vec $(v)load(const uint8_t *at)
{
    return vld1q_u8(at);
}

$(V)_INLINE void $(v)put(uint8_t *to, $(v)vec v)
{
    vst1q_u8(to, v);
}

$(V)_INLINE $(v)vec $(v)splat(uint8_t byte)
{
    return vdupq_n_u8(byte);
}

// `size` bytes, fewer than a vector has, followed by pads.
$(V)_INLINE $(v)vec $(v)load_part(const uint8_t *at, size_t size)
{
    uint64_t low, high;
    $(p)part_words(at, size, &low, &high);
    return vcombine_u8(vcreate_u8(low), vcreate_u8(high));
}

$(V)_INLINE $(v)vec $(v)lookup(const uint8_t table[16], $(v)vec nibbles)
{
    return vqtbl1q_u8(vld1q_u8(table), nibbles);
}

// Looks up bytes below 0x80 by their low nibble; others give 0, because their index has the high bit.
$(V)_INLINE $(v)vec $(v)lookup_ascii(const uint8_t table[16], $(v)vec v)
{
    return $(v)lookup(table, vandq_u8(v, vdupq_n_u8(0x8F)));
}

// a & ~b
$(V)_INLINE $(v)vec $(v)without($(v)vec a, $(v)vec b)
{
    return vbicq_u8(a, b);
}

$(V)_INLINE $(v)vec $(v)high_nibbles($(v)vec v)
{
    return vshrq_n_u8(v, 4);
}

$(V)_INLINE $(v)vec $(v)low_nibbles($(v)vec v)
{
    return vandq_u8(v, vdupq_n_u8(15));
}

$(V)_INLINE $(v)vec $(v)and($(v)vec a, $(v)vec b)
{
    return vandq_u8(a, b);
}

$(V)_INLINE $(v)vec $(v)or($(v)vec a, $(v)vec b)
{
    return vorrq_u8(a, b);
}

$(V)_INLINE $(v)vec $(v)xor($(v)vec a, $(v)vec b)
{
    return veorq_u8(a, b);
}

// The lanes of a where the mask is FF, those of b where it is 0.
$(V)_INLINE $(v)vec $(v)select($(v)vec mask, $(v)vec a, $(v)vec b)
{
    return vbslq_u8(mask, a, b);
}

$(V)_INLINE $(v)vec $(v)subtract_saturating($(v)vec a, $(v)vec b)
{
    return vqsubq_u8(a, b);
}

$(V)_INLINE $(v)vec $(v)subtract($(v)vec a, $(v)vec b)
{
    return vsubq_u8(a, b);
}

$(V)_INLINE $(v)vec $(v)add($(v)vec a, $(v)vec b)
{
    return vaddq_u8(a, b);
}

$(include_here("isa/tests_in_vectors.c"))

$(V)_INLINE $(v)test $(v)equal($(v)vec a, $(v)vec b)
{
    return vceqq_u8(a, b);
}

// a > b, as signed numbers.
$(V)_INLINE $(v)test $(v)cmpgt($(v)vec a, $(v)vec b)
{
    return vcgtq_s8(vreinterpretq_s8_u8(a), vreinterpretq_s8_u8(b));
}

$(V)_INLINE $(v)test $(v)at_least($(v)vec a, $(v)vec b)
{
    return vcgeq_u8(a, b);
}

// The mask of the lanes that are at least `byte`.
$(V)_INLINE uint64_t $(v)mask_from($(v)vec v, uint8_t byte)
{
    // Each lane of a half keeps a different bit, so the sum of the lanes is the mask of the half.
    const uint8x8_t bit = vcreate_u8(0x8040201008040201);
    const $(v)vec kept = vandq_u8(vcgeq_u8(v, $(v)splat(byte)), vcombine_u8(bit, bit));
    return vaddv_u8(vget_low_u8(kept)) | (uint64_t)vaddv_u8(vget_high_u8(kept)) << 8;
}

// The lesser of a and b, as signed numbers.
$(V)_INLINE $(v)vec $(v)min($(v)vec a, $(v)vec b)
{
    return vreinterpretq_u8_s8(vminq_s8(vreinterpretq_s8_u8(a), vreinterpretq_s8_u8(b)));
}

$(V)_INLINE $(v)vec $(v)max_signed($(v)vec a, $(v)vec b)
{
    return vreinterpretq_u8_s8(vmaxq_s8(vreinterpretq_s8_u8(a), vreinterpretq_s8_u8(b)));
}

$(V)_INLINE $(v)vec $(v)max_unsigned($(v)vec a, $(v)vec b)
{
    return vmaxq_u8(a, b);
}

$(V)_INLINE $(v)vec $(v)min_unsigned($(v)vec a, $(v)vec b)
{
    return vminq_u8(a, b);
}

$(V)_INLINE size_t $(v)sum($(v)vec v)
{
    return vaddlvq_u8(v);
}

$(V)_INLINE bool $(v)any_high_bit($(v)vec v)
{
    return vmaxvq_u8(v) >= 128;
}

$(V)_INLINE bool $(v)any($(v)vec v)
{
    return vmaxvq_u32(vreinterpretq_u32_u8(v)) != 0;
}

// prevN: lane i is lane i - N of v; the first N lanes are the last N of the previous vector.
$(V)_INLINE $(v)vec $(v)prev$(n)($(v)vec v, $(v)vec before)
{
    return vextq_u8(before, v, $(16 - n));
}

// shlN: left shift by N within each byte.
$(V)_INLINE $(v)vec $(v)shl$(n)($(v)vec v)
{
    return vshlq_n_u8(v, $(n));
}

// shrN: right shift by N within each byte.
$(V)_INLINE $(v)vec $(v)shr$(n)($(v)vec v)
{
    return vshrq_n_u8(v, $(n));
}

// Writes WIDTH bytes as units of 16 bits.
$(V)_INLINE void $(v)put_bytes(uint16_t *to, const uint8_t *at)
{
    const $(v)vec v = vld1q_u8(at);
    vst1q_u16(to, vmovl_u8(vget_low_u8(v)));
    vst1q_u16(to + 8, vmovl_u8(vget_high_u8(v)));
}

// For each true lane, writes the unit with these low and high bytes. Returns the number of units.
$(V)_INLINE size_t $(v)put_units(uint16_t *to, $(v)vec low, $(v)vec high, $(v)test t)
{
    static const uint8_t bit_of[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const $(v)vec bits = vandq_u8(t, vld1q_u8(bit_of));
    const unsigned first = vaddv_u8(vget_low_u8(bits)), second = vaddv_u8(vget_high_u8(bits));
    const size_t count = $(p)unit_counts[first];
    const $(v)vec front = vqtbl1q_u8(vzip1q_u8(low, high), $(v)load($(p)unit_lanes[first & 0x7F]));
    const $(v)vec back = vqtbl1q_u8(vzip2q_u8(low, high), $(v)load($(p)unit_lanes[second & 0x7F]));
    vst1q_u16(to, vreinterpretq_u16_u8(front));
    vst1q_u16(to + count, vreinterpretq_u16_u8(back));
    return count + $(p)unit_counts[second];
}

$(V)_INLINE $(v)vec $(v)splat_unit(uint16_t unit)
{
    return vreinterpretq_u8_u16(vdupq_n_u16(unit));
}

// Whether any unit has one of these bits.
$(V)_INLINE bool $(v)any_bits($(v)vec v, uint16_t b)
{
    return vmaxvq_u8(vandq_u8(v, $(v)splat_unit(b))) != 0;
}

// Shifts each unit, which is a pair of lanes.
$(V)_INLINE $(v)vec $(v)shl_units($(v)vec v, uint8_t n)
{
    return vreinterpretq_u8_u16(vshlq_u16(vreinterpretq_u16_u8(v), vdupq_n_s16(n)));
}

$(V)_INLINE $(v)vec $(v)shr_units($(v)vec v, uint8_t n)
{
    return vreinterpretq_u8_u16(vshlq_u16(vreinterpretq_u16_u8(v), vdupq_n_s16((int16_t)-n)));
}

// FF in both lanes of equal units, 0 in the others.
$(V)_INLINE $(v)vec $(v)equal_units($(v)vec a, $(v)vec b)
{
    return vreinterpretq_u8_u16(vceqq_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b)));
}

// The units in which a is greater than b, as signed numbers.
$(V)_INLINE $(v)vec $(v)greater_units($(v)vec a, $(v)vec b)
{
    return vreinterpretq_u8_u16(vcgtq_s16(vreinterpretq_s16_u8(a), vreinterpretq_s16_u8(b)));
}

// A lane for each of WIDTH units: whether the unit is at most `unit`.
$(V)_INLINE $(v)test $(v)at_most(const uint16_t *at, uint16_t unit)
{
    const uint16x8_t limit = vdupq_n_u16(unit);
    return vcombine_u8(vmovn_u16(vcleq_u16(vld1q_u16(at), limit)), vmovn_u16(vcleq_u16(vld1q_u16(at + 8), limit)));
}

// The low bytes of WIDTH units below 0x100.
$(V)_INLINE $(v)vec $(v)low_bytes(const uint16_t *at)
{
    const uint8_t *bytes = (const uint8_t *)(const void *)at;
    return vuzp1q_u8($(v)load(bytes), $(v)load(bytes + 16));
}

// The high bytes of WIDTH units.
$(V)_INLINE $(v)vec $(v)high_bytes(const uint16_t *at)
{
    const uint8_t *bytes = (const uint8_t *)(const void *)at;
    return vuzp2q_u8($(v)load(bytes), $(v)load(bytes + 16));
}

// A bit for each of the 16 lanes: 1 if the lane is true.
$(V)_INLINE unsigned $(v)bits_of($(v)test t)
{
    static const uint8_t bit_of[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const $(v)vec bits = vandq_u8(t, vld1q_u8(bit_of));
    return vaddv_u8(vget_low_u8(bits)) | (unsigned)vaddv_u8(vget_high_u8(bits)) << 8;
}

// Writes the bytes `first` and `last` of each true lane, and only `last` of each false lane. Returns the number of bytes.
$(V)_INLINE size_t $(v)put_pairs(uint8_t *to, $(v)vec first, $(v)vec last, $(v)test t)
{
    const unsigned lanes = $(v)bits_of(t), front = lanes & 0xFF, back = lanes >> 8;
    const size_t count = 8U + $(p)unit_counts[front];
    vst1q_u8(to, vqtbl1q_u8(vzip1q_u8(first, last), $(v)load($(p)pair_bytes[front])));
    vst1q_u8(to + count, vqtbl1q_u8(vzip2q_u8(first, last), $(v)load($(p)pair_bytes[back])));
    return count + 8U + $(p)unit_counts[back];
}

// Writes the bytes of the true lanes. Returns their number.
$(V)_INLINE size_t $(v)put_kept(uint8_t *to, $(v)vec v, $(v)test t)
{
    const unsigned lanes = $(v)bits_of(t);
    const $(v)vec front = vqtbl1q_u8(vzip1q_u8(v, v), $(v)load($(p)unit_lanes[lanes & 0x7F]));
    const $(v)vec back = vqtbl1q_u8(vzip2q_u8(v, v), $(v)load($(p)unit_lanes[lanes >> 8 & 0x7F]));
    const size_t count = $(p)unit_counts[lanes & 0xFF];
    vst1_u8(to, vget_low_u8(vuzp1q_u8(front, front)));
    vst1_u8(to + count, vget_low_u8(vuzp1q_u8(back, back)));
    return count + $(p)unit_counts[lanes >> 8 & 0xFF];
}

// For each pair of lanes, writes both bytes if the second mark is negative, otherwise only the second byte. Returns the number of bytes.
$(V)_INLINE size_t $(v)put_pair_units(uint8_t *to, $(v)vec pairs, $(v)vec marks)
{
    static const uint16_t bit_of[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    const unsigned lanes = vaddvq_u16(vandq_u16(vcltzq_s16(vreinterpretq_s16_u8(marks)), vld1q_u16(bit_of)));
    vst1q_u8(to, vqtbl1q_u8(pairs, $(v)load($(p)pair_bytes[lanes])));
    return 8U + $(p)unit_counts[lanes];
}

// For each pair of lanes, writes the bytes of a with negative marks, then one byte of b: the first if the second mark is negative, else the second.
// Returns the number of bytes.
$(V)_INLINE size_t $(v)put_groups(uint8_t *to, $(v)vec a, $(v)vec b, $(v)vec marks)
{
    static const uint8_t bit_of[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint16x8_t first = vreinterpretq_u16_u8(a), last = vreinterpretq_u16_u8(b);
    const $(v)vec bits = vandq_u8(vcltzq_s8(vreinterpretq_s8_u8(marks)), vld1q_u8(bit_of));
    const unsigned front = vaddv_u8(vget_low_u8(bits)), back = vaddv_u8(vget_high_u8(bits));
    const size_t count = 4U + $(p)unit_counts[front];
    vst1q_u8(to, vqtbl1q_u8(vreinterpretq_u8_u16(vzip1q_u16(first, last)), $(v)load($(p)group_bytes[front])));
    vst1q_u8(to + count, vqtbl1q_u8(vreinterpretq_u8_u16(vzip2q_u16(first, last)), $(v)load($(p)group_bytes[back])));
    return count + 4U + $(p)unit_counts[back];
}

// Of eight code points, writes those whose bits in `lanes` are set. Returns their number. `tops` has the bits above the lowest 16.
$(V)_INLINE size_t $(v)put_eight_wide(uint32_t *to, $(v)vec units, $(v)vec tops, unsigned lanes)
{
    const $(v)vec order = $(v)load($(p)unit_lanes[lanes & 0x7F]);
    const uint16x8_t low = vreinterpretq_u16_u8(vqtbl1q_u8(units, order)), top = vreinterpretq_u16_u8(vqtbl1q_u8(tops, order));
    vst1q_u32(to, vreinterpretq_u32_u16(vzip1q_u16(low, top)));
    vst1q_u32(to + 4, vreinterpretq_u32_u16(vzip2q_u16(low, top)));
    return $(p)unit_counts[lanes & 0xFF];
}

// For each true lane, writes the code point with these three bytes. Returns the number.
$(V)_INLINE size_t $(v)put_code_points(uint32_t *to, $(v)vec low, $(v)vec mid, $(v)vec top, $(v)test t)
{
    const unsigned lanes = $(v)bits_of(t);
    const $(v)vec zero = vdupq_n_u8(0);
    const size_t count = $(v)put_eight_wide(to, vzip1q_u8(low, mid), vzip1q_u8(top, zero), lanes);
    return count + $(v)put_eight_wide(to + count, vzip2q_u8(low, mid), vzip2q_u8(top, zero), lanes >> 8);
}

// Writes WIDTH bytes as units of 32 bits.
$(V)_INLINE void $(v)put_bytes_wide(uint32_t *to, const uint8_t *at)
{
    for (size_t i = 0; i < $(V)_WIDTH; i += 8) {
        const uint16x8_t v = vmovl_u8(vld1_u8(at + i));
        vst1q_u32(to + i, vmovl_u16(vget_low_u16(v)));
        vst1q_u32(to + i + 4, vmovl_u16(vget_high_u16(v)));
    }
}

// Writes WIDTH units of 16 bits as units of 32 bits.
$(V)_INLINE void $(v)put_wide(uint32_t *to, const uint16_t *at)
{
    for (size_t i = 0; i < $(V)_WIDTH; i += 4) {
        vst1q_u32(to + i, vmovl_u16(vld1_u16(at + i)));
    }
}

// Like put_wide, but each pair of surrogates becomes one code point. Returns the number of code points.
$(V)_INLINE size_t $(v)put_joined(uint32_t *to, const uint16_t *at)
{
    static const uint32_t bit_of[4] = {1, 2, 4, 8};
    const uint32x4_t kind = vdupq_n_u32(0xFC00), high = vdupq_n_u32(0xD800), low = vdupq_n_u32(0xDC00);
    size_t count = 0;
    for (size_t i = 0; i < $(V)_WIDTH; i += 4) {
        const uint32x4_t before = vmovl_u16(vld1_u16(at + i - 1)), units = vmovl_u16(vld1_u16(at + i)), next = vmovl_u16(vld1_u16(at + i + 1));
        const uint32x4_t second = vandq_u32(vceqq_u32(vandq_u32(before, kind), high), vceqq_u32(vandq_u32(units, kind), low));
        const uint32x4_t first = vandq_u32(vceqq_u32(vandq_u32(units, kind), high), vceqq_u32(vandq_u32(next, kind), low));
        const uint32x4_t joined = vsubq_u32(vaddq_u32(vshlq_n_u32(before, 10), units), vdupq_n_u32(0x35FDC00));
        const unsigned lanes = vaddvq_u32(vbicq_u32(vld1q_u32(bit_of), first));
        const uint8x16_t found = vreinterpretq_u8_u32(vbslq_u32(second, joined, units));
        vst1q_u32(to + count, vreinterpretq_u32_u8(vqtbl1q_u8(found, $(v)load($(p)quad_lanes[lanes & 7]))));
        count += $(p)unit_counts[lanes];
    }
    return count;
}

// Whether any of WIDTH units of 32 bits has one of these bits.
$(V)_INLINE bool $(v)any_wide(const uint32_t *at, uint32_t bits)
{
    uint32x4_t all = vdupq_n_u32(0);
    for (size_t i = 0; i < $(V)_WIDTH; i += 4) {
        all = vorrq_u32(all, vld1q_u32(at + i));
    }
    return vmaxvq_u32(vandq_u32(all, vdupq_n_u32(bits))) != 0;
}

// Writes WIDTH units of 32 bits, below 2^31, as units of 16 bits. Units above FFFF become FFFF.
$(V)_INLINE void $(v)put_narrow(uint16_t *to, const uint32_t *at)
{
    for (size_t i = 0; i < $(V)_WIDTH; i += 4) {
        vst1_u16(to + i, vqmovn_u32(vld1q_u32(at + i)));
    }
}
