$(ruler(("%d bytes, in plain C"):format(bytes)))

#define $(V)_FUNCTION
// Operations on vectors are loops here. The compiler chooses which of them to inline. If it inlined all of them, compilation would take four times as long.
#define $(V)_INLINE static inline
@ if classes then
#define $(V)_ALIGNED
@ end

// A lane for each byte. One member of the union is unaligned, so that x86-64 passes vectors in memory. Without it, a vector of 16 bytes
// is passed in two general registers, and the next load of a vector waits for two stores.
typedef struct $(v)vec {
    union {
        uint8_t lane[$(bytes)];
        struct __attribute__((packed)) {
            uint8_t first;
            uint16_t unaligned;
        } in_memory;
    };
} $(v)vec;
enum { $(V)_WIDTH = $(bytes) };

// This kernel needs only C.
static bool $(v)supported(void)
{
    return true;
}

$(V)_INLINE $(v)vec $(v)load(const uint8_t *at)
{
    $(v)vec r;
    $(U)_COPY(r.lane, at, $(V)_WIDTH);
    return r;
}

$(V)_INLINE void $(v)put(uint8_t *to, $(v)vec v)
{
    $(U)_COPY(to, v.lane, $(V)_WIDTH);
}

// Only a hint: nothing is read.
$(V)_INLINE void $(v)prefetch(const uint8_t *at)
{
    (void)at;
}

$(V)_INLINE $(v)vec $(v)splat(uint8_t byte)
{
    $(v)vec r;
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        r.lane[i] = byte;
    }
    return r;
}

// `size` bytes, or the first WIDTH of them, followed by pads.
$(V)_INLINE $(v)vec $(v)load_part(const uint8_t *at, size_t size)
{
    $(v)vec r = $(v)splat($(hex(analysis.pad)));
    for (size_t i = 0; i < $(V)_WIDTH && i < size; i++) {
        r.lane[i] = at[i];
    }
    return r;
}

@ if classes then
// Looks up each byte by its low seven bits.
$(V)_INLINE $(v)vec $(v)lookup(const uint8_t table[128], $(v)vec b)
{
    $(v)vec r;
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        r.lane[i] = table[b.lane[i] & 127];
    }
    return r;
}
@ else
$(V)_INLINE $(v)vec $(v)lookup(const uint8_t table[16], $(v)vec nibbles)
{
    $(v)vec r;
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        r.lane[i] = table[nibbles.lane[i] & 15];
    }
    return r;
}
@ end

// Looks up bytes below 0x80 by their low nibble; others give 0.
$(V)_INLINE $(v)vec $(v)lookup_ascii(const uint8_t table[16], $(v)vec v)
{
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        v.lane[i] = v.lane[i] < 128 ? table[v.lane[i] & 15] : 0;
    }
    return v;
}

$(V)_INLINE $(v)vec $(v)high_nibbles($(v)vec v)
{
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        v.lane[i] = (uint8_t)(v.lane[i] >> 4);
    }
    return v;
}

$(V)_INLINE $(v)vec $(v)low_nibbles($(v)vec v)
{
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        v.lane[i] = (uint8_t)(v.lane[i] & 15);
    }
    return v;
}

$(V)_INLINE $(v)vec $(v)and($(v)vec a, $(v)vec b)
{
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        a.lane[i] = (uint8_t)(a.lane[i] & b.lane[i]);
    }
    return a;
}

$(V)_INLINE $(v)vec $(v)or($(v)vec a, $(v)vec b)
{
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        a.lane[i] = (uint8_t)(a.lane[i] | b.lane[i]);
    }
    return a;
}

$(V)_INLINE $(v)vec $(v)xor($(v)vec a, $(v)vec b)
{
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        a.lane[i] = (uint8_t)(a.lane[i] ^ b.lane[i]);
    }
    return a;
}

// a ^ b in the bits of the mask, a & b in the others.
$(V)_INLINE $(v)vec $(v)and_or_xor($(v)vec a, $(v)vec b, uint8_t mask)
{
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        a.lane[i] = (uint8_t)((a.lane[i] & b.lane[i] & ~mask) | ((a.lane[i] ^ b.lane[i]) & mask));
    }
    return a;
}

// a ^ (b & ~c)
$(V)_INLINE $(v)vec $(v)xor_without($(v)vec a, $(v)vec b, $(v)vec c)
{
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        a.lane[i] ^= (uint8_t)(b.lane[i] & ~c.lane[i]);
    }
    return a;
}

// a & ~b
$(V)_INLINE $(v)vec $(v)without($(v)vec a, $(v)vec b)
{
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        a.lane[i] = (uint8_t)(a.lane[i] & ~b.lane[i]);
    }
    return a;
}

// The lanes of a where the mask is FF, those of b where it is 0.
$(V)_INLINE $(v)vec $(v)select($(v)vec mask, $(v)vec a, $(v)vec b)
{
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        a.lane[i] = mask.lane[i] > 0x7F ? a.lane[i] : b.lane[i];
    }
    return a;
}

$(V)_INLINE $(v)vec $(v)subtract_saturating($(v)vec a, $(v)vec b)
{
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        a.lane[i] = (uint8_t)(a.lane[i] > b.lane[i] ? a.lane[i] - b.lane[i] : 0);
    }
    return a;
}

// a - b
$(V)_INLINE $(v)vec $(v)subtract($(v)vec a, $(v)vec b)
{
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        a.lane[i] = (uint8_t)(a.lane[i] - b.lane[i]);
    }
    return a;
}

// The mean of a and b, rounded up.
$(V)_INLINE $(v)vec $(v)average($(v)vec a, $(v)vec b)
{
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        a.lane[i] = (uint8_t)((a.lane[i] + b.lane[i] + 1) >> 1);
    }
    return a;
}

$(V)_INLINE $(v)vec $(v)add($(v)vec a, $(v)vec b)
{
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        a.lane[i] = (uint8_t)(a.lane[i] + b.lane[i]);
    }
    return a;
}

$(V)_INLINE $(v)vec $(v)add_saturating($(v)vec a, $(v)vec b)
{
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        a.lane[i] = (uint8_t)(a.lane[i] < 255 - b.lane[i] ? a.lane[i] + b.lane[i] : 255);
    }
    return a;
}

$(V)_INLINE $(v)vec $(v)max($(v)vec a, $(v)vec b)
{
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        a.lane[i] = a.lane[i] > b.lane[i] ? a.lane[i] : b.lane[i];
    }
    return a;
}

$(V)_INLINE $(v)vec $(v)max_unsigned($(v)vec a, $(v)vec b)
{
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        a.lane[i] = a.lane[i] > b.lane[i] ? a.lane[i] : b.lane[i];
    }
    return a;
}

$(V)_INLINE $(v)vec $(v)min_unsigned($(v)vec a, $(v)vec b)
{
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        a.lane[i] = a.lane[i] < b.lane[i] ? a.lane[i] : b.lane[i];
    }
    return a;
}

$(V)_INLINE $(v)vec $(v)max_signed($(v)vec a, $(v)vec b)
{
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        a.lane[i] = (int8_t)a.lane[i] > (int8_t)b.lane[i] ? a.lane[i] : b.lane[i];
    }
    return a;
}

// The lesser of a and b, as signed numbers.
$(V)_INLINE $(v)vec $(v)min($(v)vec a, $(v)vec b)
{
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        a.lane[i] = (int8_t)a.lane[i] < (int8_t)b.lane[i] ? a.lane[i] : b.lane[i];
    }
    return a;
}

// 1 for each lane that is true, 0 for others.
typedef struct $(v)test {
    uint8_t lane[$(bytes)];
} $(v)test;

$(V)_INLINE $(v)test $(v)both($(v)test a, $(v)test b)
{
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        a.lane[i] = (uint8_t)(a.lane[i] & b.lane[i]);
    }
    return a;
}

$(V)_INLINE $(v)test $(v)either($(v)test a, $(v)test b)
{
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        a.lane[i] = (uint8_t)(a.lane[i] | b.lane[i]);
    }
    return a;
}

$(V)_INLINE $(v)test $(v)differ($(v)test a, $(v)test b)
{
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        a.lane[i] = (uint8_t)(a.lane[i] ^ b.lane[i]);
    }
    return a;
}

// The lanes with any bit of the mask.
$(V)_INLINE $(v)test $(v)any_of($(v)vec a, uint8_t mask)
{
    $(v)test r;
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        r.lane[i] = (a.lane[i] & mask) != 0;
    }
    return r;
}

$(V)_INLINE $(v)test $(v)equal($(v)vec a, $(v)vec b)
{
    $(v)test r;
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        r.lane[i] = a.lane[i] == b.lane[i];
    }
    return r;
}

// a > b, as signed numbers.
$(V)_INLINE $(v)test $(v)cmpgt($(v)vec a, $(v)vec b)
{
    $(v)test r;
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        r.lane[i] = (int8_t)a.lane[i] > (int8_t)b.lane[i];
    }
    return r;
}

$(V)_INLINE $(v)test $(v)at_least($(v)vec a, $(v)vec b)
{
    $(v)test r;
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        r.lane[i] = a.lane[i] >= b.lane[i];
    }
    return r;
}

// 255 in the true lanes, 0 in others.
$(V)_INLINE $(v)vec $(v)marked($(v)test t)
{
    $(v)vec r;
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        r.lane[i] = (uint8_t)(t.lane[i] ? 255 : 0);
    }
    return r;
}

$(V)_INLINE size_t $(v)count_true($(v)test t)
{
    size_t all = 0;
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        all += (size_t)(t.lane[i]);
    }
    return all;
}

// The mask of the lanes that are at least `byte`.
$(V)_INLINE uint64_t $(v)mask_from($(v)vec v, uint8_t byte)
{
    uint64_t mask = 0;
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        mask |= (uint64_t)(v.lane[i] >= byte) << i;
    }
    return mask;
}

$(V)_INLINE size_t $(v)sum($(v)vec v)
{
    size_t all = 0;
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        all += (size_t)(v.lane[i]);
    }
    return all;
}

$(V)_INLINE bool $(v)any_high_bit($(v)vec v)
{
    uint8_t all = 0;
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        all = (uint8_t)(all | v.lane[i]);
    }
    return all > 127;
}

@ if classes then
// Whether some lane has a bit of the mask.
$(V)_INLINE bool $(v)any($(v)vec v, uint8_t mask)
{
    uint8_t all = 0;
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        all = (uint8_t)(all | v.lane[i]);
    }
    return (all & mask) != 0;
}
@ else
$(V)_INLINE bool $(v)any($(v)vec v)
{
    uint8_t all = 0;
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        all = (uint8_t)(all | v.lane[i]);
    }
    return all != 0;
}
@ end

// prevN: lane i is lane i - N of v; the first N lanes are the last N of the previous vector.
$(V)_INLINE $(v)vec $(v)prev$(n)($(v)vec v, $(v)vec before)
{
    $(v)vec r;
    for (size_t i = 0; i < $(n); i++) {
        r.lane[i] = before.lane[$(V)_WIDTH - $(n) + i];
    }
    for (size_t i = $(n); i < $(V)_WIDTH; i++) {
        r.lane[i] = v.lane[i - $(n)];
    }
    return r;
}

// prev2, with a left shift by one within each byte.
$(V)_INLINE $(v)vec $(v)twice_prev2($(v)vec v, $(v)vec before)
{
    $(v)vec moved = $(v)prev2(v, before);
    return $(v)add(moved, moved);
}

// shlN: left shift by N within each byte.
$(V)_INLINE $(v)vec $(v)shl$(n)($(v)vec v)
{
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        v.lane[i] = (uint8_t)(v.lane[i] << $(n));
    }
    return v;
}

// shrN: right shift by N within each byte.
$(V)_INLINE $(v)vec $(v)shr$(n)($(v)vec v)
{
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        v.lane[i] = (uint8_t)(v.lane[i] >> $(n));
    }
    return v;
}

// Writes WIDTH bytes as units of 16 bits.
$(V)_INLINE void $(v)put_bytes(uint16_t *to, const uint8_t *at)
{
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        to[i] = at[i];
    }
}

// For each true lane, writes the unit with these low and high bytes. Returns the number of units.
$(V)_INLINE size_t $(v)put_units(uint16_t *to, $(v)vec low, $(v)vec high, $(v)test t)
{
    size_t count = 0;
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        to[count] = (uint16_t)(low.lane[i] | high.lane[i] << 8);
        count += t.lane[i];
    }
    return count;
}

// Each pair of lanes gets this unit of two bytes, the low byte first.
$(V)_INLINE $(v)vec $(v)splat_unit(uint16_t unit)
{
    $(v)vec r;
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        r.lane[i] = (uint8_t)(unit >> 8 * (i % 2));
    }
    return r;
}

// Whether any unit has one of these bits.
$(V)_INLINE bool $(v)any_bits($(v)vec v, uint16_t bits)
{
    unsigned all = 0;
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        all |= v.lane[i] & (unsigned)bits >> 8 * (i % 2) & 0xFF;
    }
    return all != 0;
}

// Shifts each unit, which is a pair of lanes.
$(V)_INLINE $(v)vec $(v)shl_units($(v)vec v, uint8_t n)
{
    $(v)vec r;
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        const unsigned unit = v.lane[i / 2 * 2] | (unsigned)v.lane[i / 2 * 2 + 1] << 8;
        r.lane[i] = (uint8_t)(unit << n >> 8 * (i % 2));
    }
    return r;
}

$(V)_INLINE $(v)vec $(v)shr_units($(v)vec v, uint8_t n)
{
    $(v)vec r;
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        const unsigned unit = v.lane[i / 2 * 2] | (unsigned)v.lane[i / 2 * 2 + 1] << 8;
        r.lane[i] = (uint8_t)(unit >> n >> 8 * (i % 2));
    }
    return r;
}

// FF in both lanes of equal units, 0 in the others.
$(V)_INLINE $(v)vec $(v)equal_units($(v)vec a, $(v)vec b)
{
    $(v)vec r;
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        r.lane[i] = a.lane[i] == b.lane[i] && a.lane[i ^ 1] == b.lane[i ^ 1] ? 0xFF : 0;
    }
    return r;
}

// The units in which a is greater than b, as signed numbers.
$(V)_INLINE $(v)vec $(v)greater_units($(v)vec a, $(v)vec b)
{
    $(v)vec r;
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        const size_t low = i & ~(size_t)1, high = i | 1;
        r.lane[i] = (a.lane[high] ^ 0x80) * 256 + a.lane[low] > (b.lane[high] ^ 0x80) * 256 + b.lane[low] ? 0xFF : 0;
    }
    return r;
}

// A lane for each of WIDTH units: whether the unit is at most `unit`.
$(V)_INLINE $(v)test $(v)at_most(const uint16_t *at, uint16_t unit)
{
    $(v)test r;
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        r.lane[i] = at[i] <= unit;
    }
    return r;
}

// The low bytes of WIDTH units below 0x100.
$(V)_INLINE $(v)vec $(v)low_bytes(const uint16_t *at)
{
    $(v)vec r;
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        r.lane[i] = (uint8_t)at[i];
    }
    return r;
}

// The high bytes of WIDTH units.
$(V)_INLINE $(v)vec $(v)high_bytes(const uint16_t *at)
{
    $(v)vec r;
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        r.lane[i] = (uint8_t)(at[i] >> 8);
    }
    return r;
}

// Writes the bytes `first` and `last` of each true lane, and only `last` of each false lane. Returns the number of bytes.
$(V)_INLINE size_t $(v)put_pairs(uint8_t *to, $(v)vec first, $(v)vec last, $(v)test t)
{
    size_t count = 0;
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        to[count] = first.lane[i];
        count += t.lane[i];
        to[count++] = last.lane[i];
    }
    return count;
}

// Writes the bytes of the true lanes. Returns their number.
$(V)_INLINE size_t $(v)put_kept(uint8_t *to, $(v)vec v, $(v)test t)
{
    size_t count = 0;
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        to[count] = v.lane[i];
        count += t.lane[i];
    }
    return count;
}

// For each pair of lanes, writes both bytes if the second mark is negative, otherwise only the second byte. Returns the number of bytes.
$(V)_INLINE size_t $(v)put_pair_units(uint8_t *to, $(v)vec pairs, $(v)vec marks)
{
    size_t count = 0;
    for (size_t i = 0; i < $(V)_WIDTH; i += 2) {
        to[count] = pairs.lane[i];
        count += marks.lane[i + 1] >= 0x80;
        to[count++] = pairs.lane[i + 1];
    }
    return count;
}

// For each pair of lanes, writes the bytes of a with negative marks, then one byte of b: the first if the second mark is negative, else the second.
// Returns the number of bytes.
$(V)_INLINE size_t $(v)put_groups(uint8_t *to, $(v)vec a, $(v)vec b, $(v)vec marks)
{
    size_t count = 0;
    for (size_t i = 0; i < $(V)_WIDTH; i += 2) {
        to[count] = a.lane[i];
        count += marks.lane[i] >= 0x80;
        to[count] = a.lane[i + 1];
        count += marks.lane[i + 1] >= 0x80;
        to[count++] = marks.lane[i + 1] >= 0x80 ? b.lane[i] : b.lane[i + 1];
    }
    return count;
}

// For each true lane, writes the code point with these three bytes. Returns the number.
$(V)_INLINE size_t $(v)put_code_points(uint32_t *to, $(v)vec low, $(v)vec mid, $(v)vec top, $(v)test t)
{
    size_t count = 0;
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        to[count] = low.lane[i] | (uint32_t)mid.lane[i] << 8 | (uint32_t)top.lane[i] << 16;
        count += t.lane[i];
    }
    return count;
}

// Writes WIDTH bytes as units of 32 bits.
$(V)_INLINE void $(v)put_bytes_wide(uint32_t *to, const uint8_t *at)
{
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        to[i] = at[i];
    }
}

// Writes WIDTH units of 16 bits as units of 32 bits.
$(V)_INLINE void $(v)put_wide(uint32_t *to, const uint16_t *at)
{
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        to[i] = at[i];
    }
}

// Like put_wide, but each pair of surrogates becomes one code point. Returns the number of code points.
$(V)_INLINE size_t $(v)put_joined(uint32_t *to, const uint16_t *at)
{
    size_t count = 0;
    for (size_t i = 1; i <= $(V)_WIDTH; i++) {
        const uint32_t before = (at - 1)[i - 1], unit = (at - 1)[i], next = (at - 1)[i + 1];
        const bool second = before >> 10 == 0x36 && unit >> 10 == 0x37, first = unit >> 10 == 0x36 && next >> 10 == 0x37;
        to[count] = second ? (before << 10) + unit - 0x35FDC00 : unit;
        count += !first;
    }
    return count;
}

// Whether any of WIDTH units of 32 bits has one of these bits.
$(V)_INLINE bool $(v)any_wide(const uint32_t *at, uint32_t bits)
{
    uint32_t all = 0;
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        all |= at[i];
    }
    return (all & bits) != 0;
}

// Writes WIDTH units of 32 bits, below 2^31, as units of 16 bits. Units above FFFF become FFFF.
$(V)_INLINE void $(v)put_narrow(uint16_t *to, const uint32_t *at)
{
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        to[i] = (uint16_t)(at[i] < 0xFFFF ? at[i] : 0xFFFF);
    }
}
