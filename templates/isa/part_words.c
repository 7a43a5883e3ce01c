// Fewer than sixteen bytes as two words, followed by pads. There is no branch: for n = 8, 4, 2 and 1, if the size has the bit n, n bytes are read
// from the text, otherwise from zeros. (An array selects the source: compilers turn a condition into a branch.)
$(U)_ALWAYS_INLINE $(U)_WRAPS void $(p)part_words(const uint8_t *at, size_t size, uint64_t *low, uint64_t *high)
{
    static const uint8_t none[16] = {0};
    const uint8_t *const from[2] = {none, at};
    const uint64_t whole = (uint64_t)0 - (size >> 3);
    uint64_t eight, rest;
    uint32_t four;
    uint16_t two;
    $(U)_COPY(&eight, from[size >> 3], 8);
    $(U)_COPY(&four, from[size >> 2 & 1] + (size & 8), 4);
    $(U)_COPY(&two, from[size >> 1 & 1] + (size & 12), 2);
    rest = from[size & 1][size & 14];
    rest = rest << (8 * (size & 2)) | two;
    rest = rest << (8 * (size & 4)) | four;
@ if analysis.pad ~= 0 then
    rest |= $(pad_word()) << (8 * (size & 7));
@ end
    *low = eight | (rest & ~whole);
@ if analysis.pad ~= 0 then
    *high = (rest & whole) | ($(pad_word()) & ~whole);
@ else
    *high = rest & whole;
@ end
}
