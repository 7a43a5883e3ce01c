// Well-formed text to units: the lane of a unit's last byte computes the unit, and other lanes are dropped. UNITS bytes are tested for ASCII at once.
// Up to PIECE bytes are checked and then converted, while they are in the L1 cache.
enum { $(V)_PIECE = 1 << 13, $(V)_UNITS = $(utf16.units)$(utf16.four and ", " .. V .. "_MORE = 8" or "") };

@ local direct = has_companions("utf32") and not utf16.joins
@ local flag, narrow = direct and ", bool wide" or "", direct and "!wide && " or ""
// Writes the units that end in the vector at `at`, and returns their number. It may write WIDTH units in all, and reads from at - $(utf16.four and 3 or 2) to at + WIDTH.
@ if direct then
// Units have 16 bits, or 32 if `wide`, which is a constant after inlining.
@ end
$(V)_INLINE size_t $(v)units(const uint8_t *at, void *to$(utf16.four and ", bool four" or "")$(flag))
{
    const $(v)vec lead = $(w.splat)($(hex(0xC0)));
    const $(v)vec b = $(w.load)(at), p1 = $(w.load)(at - 1), p2 = $(w.load)(at - 2);
    const $(v)vec trail = $(w.marked)($(w.cmpgt)(lead, b)), trail1 = $(w.marked)($(w.cmpgt)(lead, p1));
    $(v)vec low = $(w "or")($(w "and")(b, $(w.splat)(0x7F)), $(w "and")(trail, $(w.shl6)(p1)));
    $(v)vec high = $(w "or")($(w "and")($(w.shr2)(p1), $(w.splat)(0x0F)), $(w "and")(trail1, $(w.shl4)(p2)));
    // A unit ends where no continuation byte follows.
    $(v)test ends = $(w.cmpgt)($(w.load)(at + 1), $(w.splat)(0xBF));
    high = $(w "and")(trail, high);
@ if utf16.four then
    if (four) {
        const $(v)vec p3 = $(w.load)(at - 3), zero = $(w.splat)(0), floor = $(w.splat)($(hex(utf16.lead - 0x80)));
        // Bytes 3 and 4 of four-byte characters: the byte 2 or 3 places before is at least $(hex(utf16.lead)).
        const $(v)vec fourth = $(w.marked)($(w.cmpgt)(zero, $(w.subtract_saturating)(p3, floor)));
@ if direct then
        if (wide) {
            const $(v)vec top = $(w "or")($(w "and")($(w.shr4)(p2), $(w.splat)(3)), $(w "and")($(w.shl2)(p3), $(w.splat)(0x1C)));
            return $(w.put_code_points)((uint32_t *)to, low, high, $(w "and")(fourth, top), ends);
        }
@ end
        const $(v)test is_third = $(w.cmpgt)(zero, $(w.subtract_saturating)(p2, floor));
        const $(v)vec third = $(w.marked)(is_third);
        // The high byte of a low surrogate: DC, and the two bits of p1 that are in `high` already.
        high = $(w.xor)($(w "or")(high, $(w "and")(fourth, $(w.splat)(0xFC))), $(w "and")(fourth, $(w.splat)(0xFC - 0xDC)));
        // A high surrogate: D7C0 plus the bits of p2, p1 and b, in this order. The high byte is p2 + D8 - F0; it is one less if p1 is below 90, because the low byte then has no carry.
        const $(v)vec before = $(w.add)($(w.add)(p2, $(w.splat)(0xE8)), $(w.marked)($(w.cmpgt)($(w.splat)(0x90), p1)));
        const $(v)vec rest = $(w "or")($(w.shl2)(p1), $(w "and")($(w.shr4)(b), $(w.splat)(3)));
        high = $(w.select)(third, before, high);
        low = $(w.select)(third, $(w.add)(rest, $(w.splat)(0xC0)), low);
        ends = $(w.either)(ends, is_third);
    }
@ end
@ if direct then
    if (wide) {
        return $(w.put_code_points)((uint32_t *)to, low, high, $(w.splat)(0), ends);
    }
@ end
    return $(w.put_units)((uint16_t *)to, low, high, ends);
}

// Folds UNITS bytes into one vector: each lane has the greatest of some of them.
$(V)_INLINE $(v)vec $(v)greatest(const uint8_t *at)
{
    const size_t width = $(V)_WIDTH;
    $(v)vec v = $(w.load)(at);
    if (width < $(V)_UNITS) {
        v = $(w.max_unsigned)(v, $(w.load)(at + width));
    }
    if (2 * width < $(V)_UNITS) {
        v = $(w.max_unsigned)(v, $(w.max_unsigned)($(w.load)(at + 2 * width), $(w.load)(at + 3 * width)));
    }
    return v;
}

@ local place = direct and ("(uint8_t *)to + count * (wide ? 4 : 2)") or "(uint16_t *)to + count"
@ local more = direct and ", wide" or ""
// Writes UNITS bytes of ASCII as UNITS units.
$(V)_INLINE void $(v)put_ascii(void *to, const uint8_t *at$(flag))
{
    for (size_t n = 0; n < $(V)_UNITS; n += $(V)_WIDTH) {
@ if direct then
        if (wide) {
            $(w.put_bytes_wide)((uint32_t *)to + n, at + n);
            continue;
        }
@ end
        $(w.put_bytes)((uint16_t *)to + n, at + n);
    }
}

// Converts text[*from..end) in blocks, as long as more than one block is left and there is room for one. They are part of
// a well-formed text. Three more bytes of it, or zeros, precede them. Returns the number of units, and moves *from to the first unconverted character.
$(V)_INLINE size_t $(v)blocks(const uint8_t *text, size_t *from, size_t end, void *to, size_t room$(flag))
{
    size_t i = *from, count = 0;
@ if utf16.four then
    // How many more blocks to convert as if they had characters of four bytes: the last such character may end in the next block, and
    // others are likely to follow.
    unsigned four = 0;
@ end
    for (; end - i > $(V)_UNITS && room - count >= $(V)_UNITS; i += $(V)_UNITS) {
        const uint8_t *at = text + i;
        const $(v)vec greatest = $(v)greatest(at);
        if (!$(w.any_high_bit)(greatest)) {
            $(v)put_ascii($(place), at$(more));
            count += $(V)_UNITS;
            continue;
        }
@ if utf16.four then
        const $(v)vec leads = $(w.subtract_saturating)(greatest, $(w.splat)($(hex(utf16.lead - 0x80))));
        four = $(w.any_high_bit)(leads) ? (unsigned)$(V)_MORE : four - (four > 0);
@ end
        for (size_t n = 0; n < $(V)_UNITS; n += $(V)_WIDTH) {
            count += $(v)units(at + n, $(place)$(utf16.four and ", four > 0" or "")$(more));
        }
    }
    // Back to the start of the character at byte i; at most three bytes, even if the text has changed.
    size_t at = i;
    while (at > *from && i - at < 3 && (text[at] & 0xC0) == $(hex(utf16.trail))) {
        at--;
    }
@ if utf16.four then
    // Three bytes of a four-byte character became a high surrogate: do not count it.
    count -= $(narrow)i - at == 3 && count > 0;
@ end
@ if utf16.halves > 0 then
    // A high surrogate is not split from a low one that may follow.
    if ($(narrow)count > 0 && (((uint16_t *)to)[count - 1] & 0xFC00) == 0xD800) {
        count--;
        at -= $(utf16.halves);
    }
@ end
    *from = at;
    return count;
}

// Converts blocks up to the first one that is not ASCII. Returns the number of bytes.
$(V)_FUNCTION static $(U)_NOINLINE size_t $(v)ascii_units(const uint8_t *text, size_t size, void *to$(flag))
{
    size_t at = 0;
    while (size - at >= $(V)_BLOCK && $(v)ascii_block(text + at)) {
        for (size_t n = 0; n < $(V)_BLOCK; n += $(V)_UNITS, at += $(V)_UNITS) {
@ if direct then
            if (wide) {
                $(v)put_ascii((uint32_t *)to + at, text + at, true);
                continue;
            }
@ end
            $(v)put_ascii((uint16_t *)to + at, text + at$(direct and ", false" or ""));
        }
    }
    return at;
}

// Converts well-formed characters at the beginning of the text to at most `room` units. Returns the number of units, and sets *read to the number of
// bytes. The scalar code handles the rest: too few bytes, too little room, or an error.
$(V)_INLINE size_t $(v)convert(const uint8_t *text, size_t size, void *to, size_t room, size_t *read$(flag))
{
    uint8_t first[3 + $(V)_UNITS + 1];
    size_t at = 0, count = 0;
    for (;;) {
        const size_t ascii = $(v)ascii_units(text + at, (size - at < room - count ? size - at : room - count), $(place)$(more));
        at += ascii;
        count += ascii;
        if (size - at <= $(V)_UNITS || room - count < $(V)_UNITS) {
            break;
        }
        // The room limits the check: three bytes for each unit$(direct and ". If characters have four, the next round of this loop continues" or "").
        const size_t from = at, left = room - count;
        const size_t most = left < $(V)_PIECE / 3 ? 3 * left : (size_t)$(V)_PIECE;
        size_t end = size;
        if (size - at > most) {
            end = at + most;
            while ((text[end] & 0xC0) == $(hex(utf16.trail)) && end > at) {
                end--;
            }
@ if utf16.pair then
            if (end - at > 3 && text[end - 3] == $(hex(utf16.pair[1])) && (text[end - 2] & 0xF0) == $(hex(utf16.pair[2]))) {
                end -= 3;
            }
@ end
        }
        end = at + $(v)valid_prefix(text + at, end - at);
        bool begins = at == 0 && end > $(V)_UNITS;
        if (begins) {
            // No bytes precede the text: its first block is copied after three zeros.
            first[0] = first[1] = first[2] = 0;
            $(U)_COPY(first + 3, text, $(V)_UNITS + 1);
        }
        for (size_t rounds = begins ? 2 : 1; rounds > 0; rounds--, begins = false) {
            size_t converted = begins ? 3 : at;
            count += $(v)blocks(begins ? first : text, &converted, begins ? sizeof first : end, $(place), room - count$(more));
            at = begins ? converted - 3 : converted;
        }
        if (at == from) {
            break;
        }
    }
    *read = at;
    return count;
}

$(V)_FUNCTION static size_t $(v)utf16(const uint8_t *text, size_t size, uint16_t *to, size_t room, size_t *read)
{
    return $(v)convert(text, size, to, room, read$(direct and ", false" or ""));
}
