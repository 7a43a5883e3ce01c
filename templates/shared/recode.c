// The end of the groups of eight bytes from text[at] on without a difference.
static size_t $(p)same_end(const uint8_t *text, size_t at, size_t end)
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

// Converts like the vectors, but character by character.
static size_t $(p)scalar_recode(const uint8_t *text, size_t size, uint8_t *to, size_t room, size_t *read)
{
    uint8_t spare[8];
    size_t at = 0, count = 0;
    for (;;) {
        const size_t from = at;
        $(widens and "const " or "")size_t end = $(p)piece_end(text, size, at, room - count);
@ if not widens then
        end = at + $(active "valid_prefix")(text + at, end - at);
@ end
        while (at < end) {
            const size_t stop = $(p)same_end(text, at, end);
            if (stop > at) {
                if (to) {
                    $(U)_COPY(to + count, text + at, stop - at);
                }
                count += stop - at;
                at = stop;
            }
            // The eight bytes after them, or the last ones, character by character.
            for (const size_t last = end - at < 8 ? end : at + 8; at < last;) {
                const uint8_t byte = text[at];
                uint8_t *out = to ? to + count : spare;
@ if other then
                if ($(other)) {
                    *read = at;
                    return count;
                }
@ end
@ if recode.wide and recode.splits then
                out[0] = $(wide_first);
                out[1] = $(wide_last);
                count += $(wide_length);
                at++;
@ elseif recode.splits then
@ if recode.pairs then
                if (byte >= 0xF0 && end - at >= 4) {
                    // The payload bits without those of the lead byte, less 10000.
                    const unsigned second = text[at + 1], third = text[at + 2], plane = ((byte & 7U) << 2 | (second >> 4 & 3)) - 1;
                    out[0] = out[3] = $(hex(0xED));
                    out[1] = (uint8_t)(0xA0 | (plane & 0x0F));
                    out[2] = (uint8_t)(0x80 | (second & 0x0F) << 2 | (third >> 4 & 3));
                    out[4] = (uint8_t)(0xB0 | (third & 0x0F));
                    out[5] = text[at + 3];
                    count += 6;
                    at += 4;
                    continue;
                }
@ end
@ if recode.zero then
                out[0] = byte > 0 ? byte : 0xC0;
                out[1] = 0x80;
                count += byte > 0 ? 1 : 2;
@ else
                out[0] = byte;
                count++;
@ end
                at++;
@ else
@ if recode.pairs then
                if (byte == $(hex(0xED)) && end - at >= 6 && text[at + 1] >= 0xA0) {
                    const unsigned second = text[at + 1], third = text[at + 2], plane = (second & 0x0F) + 1;
                    out[0] = (uint8_t)(0xF0 | plane >> 2);
                    out[1] = (uint8_t)(0x80 | (plane & 3) << 4 | (third >> 2 & 0x0F));
                    out[2] = (uint8_t)(0x80 | (third & 3) << 4 | (text[at + 4] & 0x0F));
                    out[3] = text[at + 5];
                    count += 4;
                    at += 6;
                    continue;
                }
@ end
@ if recode.zero or recode.wide then
                if ($(joined) && end - at >= 2) {
                    out[0] = (uint8_t)(byte << 6 | (text[at + 1] & 0x3F));
                    count++;
                    at += 2;
                    continue;
                }
@ end
                out[0] = byte;
                count++;
                at++;
@ end
            }
        }
        if (at == from) {
            *read = at;
            return count;
        }
    }
}
@ if has_companions("recode") then

$(companions("recode"))
@ end
