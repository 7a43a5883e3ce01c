// Conversions from $(utf16.joins and "and to " or "")units of 32 bits first make up to PORTION units of 16 bits.
enum { $(V)_PORTION = 1 << 12 };

@ if not utf16.joins then
$(V)_FUNCTION static size_t $(v)utf32(const uint8_t *text, size_t size, uint32_t *to, size_t room, size_t *read)
{
    return $(v)convert(text, size, to, room, read, true);
}
@ else
// Converts well-formed characters at the beginning of the text to at most `room` code points. Returns their number, and sets *read to the number of bytes.
$(V)_FUNCTION static size_t $(v)utf32(const uint8_t *text, size_t size, uint32_t *to, size_t room, size_t *read)
{
    const size_t width = $(V)_WIDTH;
    // One unit of 0 precedes the units, and WIDTH such units follow.
    uint16_t all[1 + $(V)_PORTION + $(V)_WIDTH], *const units = all + 1;
    size_t count = 0, taken = 0;
    bool progress = true;
    all[0] = 0;
    *read = 0;
    do {
        const size_t start = *read;
        while (size - *read >= $(V)_BLOCK && room - count >= $(V)_BLOCK && $(v)ascii_block(text + *read)) {
            for (size_t i = 0; i < $(V)_BLOCK; i += width) {
                $(w.put_bytes_wide)(to + count + i, text + *read + i);
            }
            *read += $(V)_BLOCK;
            count += $(V)_BLOCK;
        }
        // At most PORTION bytes, which become at most as many units.
        const size_t bytes = size - *read < $(V)_PORTION ? size - *read : (size_t)$(V)_PORTION;
        const size_t n = $(v)utf16(text + *read, bytes, units, room - count < bytes ? room - count : bytes, &taken);
        size_t at = 0;
        // Each step of `width` units may change `width` code points of the output. The last loop writes the rest one by one.
        for (size_t i = 0; i < width; i++) {
            units[n + i] = 0;
        }
        for (; n - at >= width && room - count >= width; at += width) {
            if ($(v)any_with(units + at, width, 0xF800, 0xD800)) {
                count += $(w.put_joined)(to + count, units + at);
            } else {
                $(w.put_wide)(to + count, units + at);
                count += width;
            }
        }
        for (; at < n; at++) {
            const bool pair = (units[at] & 0xFC00) == 0xD800 && (units[at + 1] & 0xFC00) == 0xDC00;
            const bool second = (units[at] & 0xFC00) == 0xDC00 && ((all + at)[0] & 0xFC00) == 0xD800;
            to[count] = second ? ((uint32_t)(all + at)[0] << 10) + units[at] - 0x35FDC00 : units[at];
            count += !pair;
        }
        *read += taken;
        progress = *read > start;
    } while (progress);
    return count;
}
@ end
