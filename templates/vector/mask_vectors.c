// The masks of $(p)scalar_masks$(masks.long and "; only the first SHORT of them if no byte may begin a character of more than two bytes" or ""). Each vector is loaded only once, so that all masks describe the same bytes.
$(V)_FUNCTION static void $(v)masks(const uint8_t *text, uint64_t *masks)
{
    static const uint8_t least[$(U)_MASKS] = { $(mask_bytes) };
    $(v)vec vectors[64 / $(V)_WIDTH];
    for (size_t n = 0; n < 64 / $(V)_WIDTH; n++) {
        vectors[n] = $(w.load)(text + n * $(V)_WIDTH);
    }
    for (size_t k = 0; k < $(U)_MASKS$(masks.long and " && (k != " .. U .. "_SHORT || " .. masks.long .. ")" or ""); k++) {
        uint64_t mask = 0;
        for (size_t n = 0; n < 64 / $(V)_WIDTH; n++) {
            mask |= (uint64_t)$(w.mask_from)(vectors[n], least[k]) << n * $(V)_WIDTH % 64;
        }
        masks[k] = mask;
    }
}
