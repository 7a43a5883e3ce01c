enum { $(U)_MASKS = $(#masks.bytes), $(U)_SHORT = $(masks.short) };

// One step of a transposition: exchanges groups of `shift` bits between words i and i + step.
$(U)_ALWAYS_INLINE void $(p)exchange(uint64_t *words, unsigned shift, unsigned step)
{
    const uint64_t low = ~(uint64_t)0 / ((uint64_t)1 << shift | 1);
    for (unsigned i = 0; i < 8; i++) {
        if ((i & step) == 0) {
            const uint64_t moved = (words[i] >> shift ^ words[i + step]) & low;
            words[i] ^= moved << shift;
            words[i + step] ^= moved;
        }
    }
}

// Bit i of mask k says whether byte i of a block of 64 is at least byte k of a list: $(bytes_text). The masks are computed from eight words, one for each bit of a byte.
static void $(p)scalar_masks(const uint8_t *text, uint64_t *masks)
{
    const uint64_t one = 1;
    uint64_t words[8], bits[8];
    $(U)_COPY(words, text, 64);
    // Byte j of word i becomes byte i of word j. Then bit k of each byte of word j becomes bit j of the same byte of word k.
    $(p)exchange(words, 32, 4);
    $(p)exchange(words, 16, 2);
    $(p)exchange(words, 8, 1);
    for (unsigned j = 0; j < 8; j++) {
        bits[j] = words[*(const uint8_t *)&one ? j : 7 - j];
    }
    $(p)exchange(bits, 4, 4);
    $(p)exchange(bits, 2, 2);
    $(p)exchange(bits, 1, 1);
@ for k, code in ipairs(masks.by_bits) do
    masks[$(k - 1)] = $(code);
@ end
}
