// A vector kernel checks 64 bytes at once. Bit i of the 64-bit masks m0, m1 ... says whether byte i is in a set of bytes:
@ for i, mask in ipairs(masks) do
//   m$(i - 1)  $(mask.text)
@ end
// A byte is in the set of a mask if the table entries of its two nibbles share one of the mask's bits$(#tables > 1 and ", in the pair of tables that the kernels use for this mask" or ""):
enum { $(mask_bits) };
@ for i, pair in ipairs(tables) do
$(U)_TABLE uint8_t $(p)carry_high_$(i)[16] = { $(sixteen(pair.high)) };
$(U)_TABLE uint8_t $(p)carry_low_$(i)[16] = { $(sixteen(pair.low)) };
@ end

// A state of the automaton is $(#levels == 1 and "a bit" or "two bits"), 0 where a character begins. b0$(#levels > 1 and " and b1 are" or " is") the state before each byte.
@ for i, level in ipairs(levels) do
//   b$(i - 1)  bytes in $(level.text)
@ end
enum { $(U)_BITS = $(#levels) };
@ if has_kind.turn or has_kind.keep then

// A bit of the state after each byte: `made` bytes set it, `passed` bytes keep it, others clear it. The carries of an addition do the same:
// two ones make a carry, a single one passes a carry on. `before` is the bit before the first byte, 0 or 1.
$(U)_ALWAYS_INLINE $(U)_WRAPS uint64_t $(p)passed_on(uint64_t passed, uint64_t made, uint64_t before)
{
    const uint64_t any = passed | made;
    return made | (passed & ((any + made + before) ^ any ^ made));
}
@ end
@ if has_kind.turn then

// The bit after each byte, if `turns` bytes invert it and others clear it. `turns` bytes keep the XOR of this bit and `even`, so $(p)passed_on computes the XOR.
$(U)_ALWAYS_INLINE uint64_t $(p)turned(uint64_t turns, uint64_t before)
{
    const uint64_t even = 0x5555555555555555;
    return $(p)passed_on(turns, ~turns & even, before) ^ even;
}
@ end
@ if has_kind.parity then

// The bit after each byte, if `turns` bytes invert it and others keep it.
$(U)_ALWAYS_INLINE $(U)_WRAPS uint64_t $(p)parity(uint64_t turns, uint64_t before)
{
    for (unsigned step = 1; step < 64; step *= 2) {
        turns ^= turns << step;
    }
    return turns ^ (0 - before);
}
@ end

// The mask of the wrong bytes. It is exact only up to the first one. `after` has the bits of the state after each byte: on entry, for the previous 64 bytes; on return, for these 64.
$(U)_ALWAYS_INLINE $(U)_WRAPS uint64_t $(p)carry($(parameters), uint64_t *after)
{
@ for i, level in ipairs(levels) do
@ if level.is_read or level.continues then
    const uint64_t last_$(i - 1) = after[$(i - 1)] >> 63;
@ end
    after[$(i - 1)] = $(level.call);
@ if level.is_read then
    const uint64_t b$(i - 1) = after[$(i - 1)] << 1 | last_$(i - 1);
@ end
@ end
    return $(errors);
}
