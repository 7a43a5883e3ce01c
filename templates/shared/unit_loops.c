// Writes a unit, unless units are only counted.
$(U)_ALWAYS_INLINE void $(p)put_unit(void *to, size_t at, uint32_t unit, unsigned bits, bool written)
{
    if (written && bits == 16) {
        ((uint16_t *)to)[at] = (uint16_t)unit;
    } else if (written) {
        ((uint32_t *)to)[at] = unit;
    }
}

@ if plain then
// Writes or counts the leading ASCII bytes, at least the first one. Returns their number.
$(U)_ALWAYS_INLINE size_t $(p)append_ascii(const uint8_t *bytes, size_t size, void *to, size_t n, unsigned bits, bool written)
{
    size_t at = 0;
    for (uint64_t word = 0, next = 0; size - at >= 16; at += 16) {
        $(U)_COPY(&word, bytes + at, sizeof word);
        $(U)_COPY(&next, bytes + at + sizeof word, sizeof next);
        if (((word | next) & 0x8080808080808080) != 0) {
            break;
        }
        // `block` cannot overlap `to`, so compilers widen and write it at once.
        uint16_t block[16];
        for (size_t i = 0; i < 16; i++) {
            block[i] = bytes[at + i];
        }
        for (size_t i = 0; i < 16; i++) {
            $(p)put_unit(to, n + at + i, block[i], bits, written);
        }
    }
    for (; at == 0 || (at < size && bytes[at] < 0x80); at++) {
        $(p)put_unit(to, n + at, bytes[at], bits, written);
    }
    return at;
}

@ end
// $(p)append for units of `bits` bits, which are `written` or only counted. Callers pass constants, so that each caller gets a loop of its own.
$(U)_ALWAYS_INLINE size_t $(p)append_units(const uint8_t *bytes, size_t size, void *to, size_t *units, unsigned bits, bool written)
{
    size_t at = 0, n = *units;
@ if loose then
    uint32_t before = 0;
@ end
    while (at < size) {
@ if plain then
        if (bytes[at] < 0x80 && size - at > 1 && bytes[at + 1] < 0x80) {
            const size_t run = $(p)append_ascii(bytes + at, size - at, to, n, bits, written);
            at += run, n += run;
@ if loose then
            before = 0;
@ end
            continue;
        }
@ end
        const size_t length = $(p)whole_length(bytes + at, $(left_in_append));
@ if unfinished then
        if ($(unfinished)) {
            break;
        }
@ end
        $(loose and "" or "const ")uint32_t code_point = $(p)code_point(bytes + at, length);
@ if beyond then
        if (bits == 16 && code_point > 0x10FFFF) {
            break;
        }
@ end
@ if loose then
        // A surrogate pair is one unit of 32 bits.
        if (bits == 32 && $(p)is_low(code_point) && $(p)is_high(before)) {
            code_point = $(p)joined(before, code_point);
            n--;
        }
        before = code_point;
@ end
@ if above then
        if (bits == 16 && code_point > 0xFFFF) {
            $(p)put_unit(to, n++, 0xD800 + ((code_point - 0x10000) >> 10), bits, written);
            $(p)put_unit(to, n++, 0xDC00 + (code_point & 0x3FF), bits, written);
        } else {
            $(p)put_unit(to, n++, code_point, bits, written);
        }
@ else
        $(p)put_unit(to, n++, code_point, bits, written);
@ end
        at += length;
    }
    *units = n;
    return at;
}

$(U)_ALWAYS_INLINE uint32_t $(p)unit(const void *units, size_t at, unsigned bits)
{
    return bits == 16 ? ((const uint16_t *)units)[at] : ((const uint32_t *)units)[at];
}
@ if ascii then

// Counts units from units[from] on, at most `most`, while $(one_inside): each is one byte. Writes these bytes unless `to` is NULL.
$(U)_ALWAYS_INLINE $(U)_WRAPS size_t $(p)narrow_units(const void *units, size_t from, size_t most, uint8_t *to, unsigned bits)
{
    const size_t bytes = bits / 8;
    const uint8_t *text = (const uint8_t *)units + from * bytes;
    size_t at = 0;
    for (uint64_t word = 0, outside = 0; most - at >= 16; at += 16) {
        for (size_t i = 0; i < 16 * bytes; i += sizeof word) {
            $(U)_COPY(&word, text + at * bytes + i, sizeof word);
            outside |= $(outside);
        }
        if ((outside & (bits == 16 ? $(hex64(high_bits(16))) : $(hex64(high_bits(32))))) != 0) {
            break;
        }
        // A local copy cannot overlap `to`, so compilers narrow all units at once.
        uint16_t narrow[16];
        uint32_t wide[16];
        $(U)_COPY(bits == 16 ? (void *)narrow : (void *)wide, text + at * bytes, 16 * bytes);
        for (size_t i = 0; to && i < 16; i++) {
            to[at + i] = (uint8_t)(bits == 16 ? narrow[i] : wide[i]);
        }
    }
    for (; at < most; at++) {
        const uint32_t unit = $(p)unit(units, from + at, bits);
        if (!($(one_inside))) {
            break;
        }
        if (to) {
            to[at] = (uint8_t)unit;
        }
    }
    return at;
}
@ end
