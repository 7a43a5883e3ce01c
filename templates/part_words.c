// Some bytes, fewer than sixteen, as two words, and pads behind them. Read by words that may overlap.
$(V)_INLINE void $(v)part_words(const uint8_t *at, size_t size, uint64_t *low, uint64_t *high)
{
    if (size >= 8) {
        $(U)_COPY(low, at, 8);
        $(U)_COPY(high, at + size - 8, 8);
        *high = size > 8 ? *high >> (8 * (16 - size)) : 0;
@ if analysis.pad ~= 0 then
        *high |= $(pad_word()) << (8 * (size - 8));
@ end
        return;
    }
    if (size >= 4) {
        uint32_t first, last;
        $(U)_COPY(&first, at, 4);
        $(U)_COPY(&last, at + size - 4, 4);
        *low = first | (uint64_t)last << (8 * (size - 4));
    } else if (size > 0) {
        size_t half = size / 2, end = size - 1;
        *low = at[0] | (uint64_t)at[half] << (8 * half) | (uint64_t)at[end] << (8 * end);
    } else {
        *low = 0;
    }
@ if analysis.pad ~= 0 then
    *low |= $(pad_word()) << (8 * size);
    *high = $(pad_word());
@ else
    *high = 0;
@ end
}
