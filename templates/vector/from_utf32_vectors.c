// Writes WIDTH code points as one or two units of 16 bits each. Returns the number of units.
$(V)_INLINE size_t $(v)split(uint16_t *to, const uint32_t *at)
{
    size_t count = 0;
    for (size_t i = 0; i < $(V)_WIDTH; i++) {
        // Both surrogates, the high one in the lower 16 bits. D7C0 is D800 - (10000 >> 10).
        const uint32_t unit = at[i], pair = 0xDC00D7C0 + (unit >> 10) + ((unit & 0x3FF) << 16);
        const uint32_t both = unit > 0xFFFF ? pair : unit;
        $(U)_COPY(to + count, &both, sizeof both);
        count += unit > 0xFFFF ? 2 : 1;
    }
    return count;
}

// Converts units of 32 bits from text[from] on by $(v)from_utf16; it may stop early. Returns the number of bytes, and sets *read to the number of units.
$(V)_FUNCTION static size_t $(v)from_utf32(const uint32_t *text, size_t from, size_t units, uint8_t *to, size_t room, size_t *read)
{
    const size_t width = $(V)_WIDTH;
    // narrow[0] precedes the units: the conversion of a surrogate reads the unit before it.
    uint16_t narrow[1 + $(V)_PORTION];
    size_t at = from, count = 0, end = from;
    narrow[0] = 0;
    do {
        size_t n = 1, taken = 0;
        bool beyond = false;
        at = end;
@ if not utf16.zero and not utf16.rechecked then
        // ASCII is packed directly, except with vectors of 64 bytes, for which this loop is slower.
        for (; width < 64 && units - end >= width && room - count >= width && !$(w.any_wide)(text + end, 0xFFFFFF80); end += width) {
            $(w.put_narrow)(narrow + n, text + end);
            $(w.put)(to + count, $(w.low_bytes)(narrow + n));
            count += width;
        }
@ end
        while (units - end >= width && n + 2 * width <= sizeof narrow / sizeof *narrow && !beyond) {
            const uint32_t *block = text + end;
            end += width;
            if (!$(w.any_wide)(block, 0xFFFF0000)) {
                $(w.put_narrow)(narrow + n, block);
                n += width;
                continue;
            }
            for (size_t i = 0; i < width && $(w.any_wide)(block, 0xFFF00000); i++) {
                beyond = beyond || block[i] > 0x10FFFF;
            }
            n += $(v)split(narrow + n, block);
        }
        count += beyond ? 0 : $(v)from_utf16(narrow, 1, n, to + count, room - count, &taken);
@ if not utf16.checked then
        // Do not stop between the two surrogates of a pair.
        if (taken > 0 && (narrow[taken] & 0xFC00) == 0xD800) {
            taken--;
            count -= 3;
        }
@ end
        // Back to the first unit that is not converted.
        for (size_t left = n - 1 - taken; left > 0 && end > at; end--) {
            left -= text[end - 1] > 0xFFFF && left > 1 ? 2 : 1;
        }
    } while (end > at);
    *read = at - from;
    return count;
}
