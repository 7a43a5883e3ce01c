// Characters as units, where there is room for all of them: $(p)append.
static size_t $(p)append_utf$(bits)(const uint8_t *bytes, size_t size, void *to, size_t *units)
{
    uint$(bits)_t *out = (uint$(bits)_t *)to;
    size_t at = 0, n = *units;
    while (at < size) {
@ if plain then
        if (bytes[at] < 0x80) {
            const size_t from = at;
            for (uint64_t word = 0; size - at >= sizeof word; at += sizeof word, n += sizeof word) {
                // A copy, which can't be where `to` is: compilers widen all at once.
                uint8_t block[sizeof word];
                $(U)_COPY(&word, bytes + at, sizeof word);
                if ((word & 0x8080808080808080) != 0) {
                    break;
                }
                $(U)_COPY(block, &word, sizeof word);
                for (size_t i = 0; i < sizeof word; i++) {
                    out[n + i] = block[i];
                }
            }
            if (at == from) {
                out[n++] = bytes[at++];
            }
            for (; at < size && bytes[at] < 0x80; at++) {
                out[n++] = bytes[at];
            }
            continue;
        }
@ end
        const size_t length = $(p)whole_length(bytes + at, $(left_in_append));
@ if unfinished then
        if ($(unfinished)) {
            break;
        }
@ end
        const uint32_t code_point = $(p)code_point(bytes + at, length);
@ if bits == 32 and loose then
        if ($(p)is_low(code_point) && n > *units && $(p)is_high(out[n - 1])) {
            out[n - 1] = $(p)joined(out[n - 1], code_point);
        } else {
            out[n++] = code_point;
        }
@ elseif bits == 32 then
        out[n++] = code_point;
@ elseif above then
@ if beyond then
        if (code_point > 0x10FFFF) {
            break;
        }
@ end
        if (code_point > 0xFFFF) {
            out[n++] = (uint16_t)(0xD800 + ((code_point - 0x10000) >> 10));
            out[n++] = (uint16_t)(0xDC00 + (code_point & 0x3FF));
        } else {
            out[n++] = (uint16_t)code_point;
        }
@ else
        out[n++] = (uint16_t)code_point;
@ end
        at += length;
    }
    *units = n;
    return at;
}

@ if by_vectors then
// For kernels without vectors nothing is done in advance.
static size_t $(p)scalar_utf16(const uint8_t *text, size_t size, uint16_t *to, size_t room, size_t *read)
{
    (void)text, (void)size, (void)to, (void)room;
    *read = 0;
    return 0;
}

$(companions("utf16"))

@ end
$(p)result $(p)to_utf$(bits)(const void *text, size_t size, uint$(bits)_t *to, size_t room)
{
    const uint8_t *bytes = (const uint8_t *)text;
    $(p)result begun = $(p)nothing_done();
@ if by_vectors then
    if (size > $(vector_units) && room >= $(vector_units)) {
        begun.written = $(p)utf16_of[$(p)active_index()](bytes, size, to, room, &begun.read);
        if (begun.read == size) {
            return begun;
        }
    }
@ end
    return $(p)to_units(bytes, size, to, room, $(p)append_utf$(bits), $(bits == 16 and "true" or "false"), begun);
}

@ if measure then
#ifndef $(U)_NO_MEASURE
size_t $(p)utf$(bits)_size(const void *text, size_t size)
{
    return $(p)measure(text, size).$(measure);
}
#else
@ end
static size_t $(p)count_utf$(bits)(const uint8_t *bytes, size_t size, void *to, size_t *units)
{
    (void)to;
    return $(p)count_units(bytes, size, $(bits == 16 and "true" or "false"), units);
}

size_t $(p)utf$(bits)_size(const void *text, size_t size)
{
    const $(p)result result = $(p)to_units((const uint8_t *)text, size, NULL, SIZE_MAX, $(p)count_utf$(bits),
        $(bits == 16 and "true" or "false"), $(p)nothing_done());
    return result.status == $(U)_STATUS_NO_ROOM ? SIZE_MAX : result.written;
}
@ if measure then
#endif  // $(U)_NO_MEASURE
@ end

@ if ascii then
@ local lanes = 64 // bits
// How many units from units[from] on are bytes of their own, up to `most`; these are written unless `to` is NULL: $(p)narrow.
static $(U)_WRAPS size_t $(p)narrow_utf$(bits)(const void *units, size_t from, size_t most, uint8_t *to)
{
    const uint$(bits)_t *text = (const uint$(bits)_t *)units + from;
    size_t at = 0;
    for (uint64_t word = 0, outside = 0; most - at >= 16; at += 16) {
        for (size_t i = 0; i < 16; i += $(lanes)) {
            $(U)_COPY(&word, text + at + i, sizeof word);
            outside |= $(lanes_outside);
        }
        if ((outside & $(hex64(high_bits))) != 0) {
            break;
        }
        if (to) {
            // A copy, which can't be where `to` is: compilers take all at once.
            uint$(bits)_t block[16];
            $(U)_COPY(block, text + at, sizeof block);
            for (size_t i = 0; i < 16; i++) {
                to[at + i] = (uint8_t)block[i];
            }
        }
    }
    for (; at < most && $(one_inside); at++) {
        if (to) {
            to[at] = (uint8_t)text[at];
        }
    }
    return at;
}

@ end
@ local narrow = bits == 16 and "(const uint16_t *)text, NULL" or "NULL, (const uint32_t *)text"
@ local ascii_run = ascii and ", " .. p .. "narrow_utf" .. bits or ""
$(p)result $(p)from_utf$(bits)(const uint$(bits)_t *text, size_t units, void *to, size_t room)
{
    return $(p)from_units($(narrow), units, (uint8_t *)to, room$(ascii_run));
}

size_t $(p)size_of_utf$(bits)(const uint$(bits)_t *text, size_t units)
{
    const $(p)result result = $(p)from_units($(narrow), units, NULL, SIZE_MAX$(ascii_run));
    return result.status == $(U)_STATUS_NO_ROOM ? SIZE_MAX : result.written;
}

size_t $(p)trim_utf$(bits)(const uint$(bits)_t *text, size_t units)
{
    return $(p)trim_units($(narrow), units);
}
