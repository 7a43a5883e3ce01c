size_t $(p)seek(const void *text, size_t size, size_t n)
{
    const uint8_t *bytes = (const uint8_t *)text;
    size_t at = 0;
@ if by_bytes then
    if (n >= size) {
        return size;
    }
    // Skips blocks with at most `n` characters. A block that surely has more is not counted.
    for (size_t block = 1 << 14; block >= 64;) {
@ local length = "block"
@ if low then
@ length = "length"
        // A block does not end between the two bytes by which a pair is counted.
        const size_t length = size - at < block ? 0 : block - (bytes[at + block - 1] == $(hex(low.before)));
@ end
        const size_t count = size - at < block || block / $(longest) > n ? SIZE_MAX : $(companion "count")(bytes + at, $(length));
        if (count <= n) {
            n -= count;
            at += $(length);
        } else {
            block /= 2;
        }
    }
@ local low_half = low and (" || (bytes[at] == %s && at + 1 < size && (bytes[at + 1] ^ 0x80) > %s)"):format(hex(low.before), hex(low.above ~ 0x80)) or ""
    for (; at < size; at++) {
        const bool begins = !($(tail)$(low_half));
        if (begins && n == 0) {
            break;
        }
        n -= begins;
    }
    return at;
@ else
    unsigned state = $(U)_START;
    for (size_t i = 0; i < size && n > 0; i++) {
        state = $(p)dfa_next[state + $(p)dfa_class[bytes[i]]];
        if ($(boundary("state"))) {
            at = i + 1;
            n--;
        }
    }
    return n > 0 ? size : at;
@ end
}
