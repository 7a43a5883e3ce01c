// Skips groups of eight bytes from text[at] on that are surely the same in both encodings. Returns the end of these groups.
static $(U)_WRAPS size_t $(p)same_end(const uint8_t *text, size_t at, size_t end)
{
    while (end - at >= 8) {
        uint64_t word = 0;
        $(U)_COPY(&word, text + at, 8);
        if ($(above and "(word & 0x8080808080808080) != 0 && " or "")($(differences) & 0x8080808080808080) != 0) {
            break;
        }
        at += 8;
    }
    return at;
}

@ if recode.pairs then
// Converts $(splits and "the four bytes of a character to the six of two surrogates" or "the six bytes of two surrogates to the four of a character").
static $(U)_WRAPS void $(p)recode_pair(const uint8_t *from, uint8_t *to)
{
    const unsigned second = from[1], third = from[2];
@ if splits then
    // The payload bits above the lowest 16, minus 1: surrogates encode the code point minus 0x10000.
    const unsigned plane = ((from[0] & 7U) << 2 | (second >> 4 & 3)) - 1;
    to[0] = to[3] = 0xED;
    to[1] = (uint8_t)(0xA0 | (plane & 0x0F));
    to[2] = (uint8_t)(0x80 | (second & 0x0F) << 2 | (third >> 4 & 3));
    to[4] = (uint8_t)(0xB0 | (third & 0x0F));
    to[5] = from[3];
@ else
    const unsigned plane = (second & 0x0F) + 1;
    to[0] = (uint8_t)(0xF0 | plane >> 2);
    to[1] = (uint8_t)(0x80 | (plane & 3) << 4 | (third >> 2 & 0x0F));
    to[2] = (uint8_t)(0x80 | (third & 3) << 4 | (from[4] & 0x0F));
    to[3] = from[5];
@ end
}

@ end
// Converts the well-formed characters that begin in text[at..last); they end in text[at..end). Adds the number of bytes written to *count. Returns where it
// stopped$(other and ", which may be before a byte that is not a character" or "").
static size_t $(p)recode_few(const uint8_t *text, size_t at, size_t last, size_t end, uint8_t *to, size_t *count)
{
    uint8_t spare[8];
    size_t written = 0;
@ if not (recode.pairs or joined) then
    (void)end;
@ end
    while (at < last) {
        const uint8_t byte = text[at];
        uint8_t *out = to ? to + written : spare;
@ if other then
        if ($(other)) {
            break;
        }
@ end
@ if recode.pairs then
        if ($(splits and "byte >= 0xF0 && end - at >= 4" or "byte == 0xED && end - at >= 6 && text[at + 1] >= 0xA0")) {
            $(p)recode_pair(text + at, out);
            written += $(splits and 6 or 4);
            at += $(splits and 4 or 6);
            continue;
        }
@ end
@ if joined then
        if ($(joined) && end - at >= 2) {
            out[0] = (uint8_t)(byte << 6 | (text[at + 1] & 0x3F));
            written++;
            at += 2;
            continue;
        }
@ end
@ if splits and (recode.wide or recode.zero) then
        out[0] = $(first);
        out[1] = $(second);
        written += $(length);
@ else
        out[0] = byte;
        written++;
@ end
        at++;
    }
    *count += written;
    return at;
}

// Converts the same characters as the vector kernels, but without vectors.
static size_t $(p)scalar_recode(const uint8_t *text, size_t size, uint8_t *to, size_t room, size_t *read)
{
    size_t at = 0, count = 0, from = 0;
    do {
        from = at;
        $(widens and "const " or "")size_t end = $(p)piece_end(text, size, at, room - count);
@ if not widens then
        end = at + $(active "valid_prefix")(text + at, end - at);
@ end
        while (at < end) {
            const size_t begin = at, same = $(p)same_end(text, at, end);
            if (same > at && to) {
                $(U)_COPY(to + count, text + at, same - at);
            }
            count += same - at;
            // Converts the next eight bytes, or fewer at the end, character by character.
            at = $(p)recode_few(text, same, end - same < 8 ? end : same + 8, end, to ? to + count : NULL, &count);
            if (at == begin) {
                *read = at;
                return count;
            }
        }
    } while (at > from);
    *read = at;
    return count;
}
@ if has_companions("recode") then

$(companions("recode"))
@ end
