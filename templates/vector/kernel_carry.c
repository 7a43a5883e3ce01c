// Checks 64 bytes, and loads each vector only once. For the result and `after`, see $(p)carry.
$(V)_INLINE uint64_t $(v)block(const uint8_t *at, uint64_t *after)
{
    uint64_t $(mask_variables);
    for (size_t n = 0; n < 64; n += $(V)_WIDTH) {
        const $(v)vec b = $(w.load)(at + n);
        const $(v)vec high = $(w.high_nibbles)(b), low = $(w.low_nibbles)(b);
@ for i = 1, pairs_of_tables do
        const $(v)vec bits_$(i) = $(w["and"])($(w.lookup)($(p)carry_high_$(i), high), $(w.lookup)($(p)carry_low_$(i), low));
@ end
@ for i in ipairs(masks) do
        m$(i - 1) |= $(mask_code(i)) << n;
@ end
    }
    return $(p)carry($(mask_names), after);
}

// The end of the leading well-formed blocks, or where a character begins that is incomplete there.
$(V)_FUNCTION static $(U)_WRAPS size_t $(v)blocks_end(const uint8_t *text, size_t size)
{
    uint64_t after[$(U)_BITS] = { 0 }, inside = 0;
    size_t i = 0;
    while (size - i >= 64 && $(v)block(text + i, after) == 0) {
        inside = $(inside);
        i += 64;
    }
    for (; inside >> 63 != 0; inside <<= 1) {
        i--;
    }
    return i;
}

$(V)_FUNCTION static bool $(v)valid(const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    if (size < 64) {
        return $(p)$(short_kernel)_valid(text, size);
    }
    const size_t from = $(v)blocks_end(bytes, size);
    return $(p)$(short_kernel)_valid(bytes + from, size - from);
}

$(V)_FUNCTION static size_t $(v)valid_prefix(const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    if (size < 64) {
        return $(p)$(short_kernel)_valid_prefix(text, size);
    }
    const size_t from = $(v)blocks_end(bytes, size);
    return from + $(p)$(short_kernel)_valid_prefix(bytes + from, size - from);
}
