enum { $(U)_MASKS = $(#masks.bytes), $(U)_SHORT = $(masks.short) };

// Bit i of mask k says whether byte i of a block of 64 is at least byte k of this list. The first SHORT suffice for characters of one and two bytes.
$(U)_TABLE uint8_t $(p)mask_bytes[$(U)_MASKS] = { $(bytes_list) };

// Sets these masks, the later ones only if a longer character begins in the block.
static $(U)_WRAPS void $(p)scalar_masks(const uint8_t *text, uint64_t *masks)
{
    const uint64_t ones = 0x0101010101010101, one = 1;
    uint64_t words[8];
    $(U)_COPY(words, text, 64);
    // The product has bit 0 of each byte in its highest byte, in the order of the text.
    const uint64_t gather = *(const uint8_t *)&one ? 0x0102040810204080 : 0x8040201008040201;
    for (size_t k = 0; k < $(U)_MASKS$(masks.long and " && (k != " .. U .. "_SHORT || " .. masks.long .. ")" or ""); k++) {
        const unsigned byte = $(p)mask_bytes[k];
        uint64_t mask = 0, added = ones * ($(lowest < 0x80 and "byte < 0x80 ? 0x80 - byte : " or "")0x100 - byte);
        for (unsigned j = 0; j < 8; j++) {
@ if lowest < 0x80 then
            const uint64_t sums = (words[j] & (ones * 0x7F)) + added, reached = byte < 0x80 ? sums | words[j] : sums & words[j];
@ else
            const uint64_t reached = ((words[j] & (ones * 0x7F)) + added) & words[j];
@ end
            mask |= ((reached >> 7 & ones) * gather >> 56) << 8 * j;
        }
        masks[k] = mask;
    }
}
