// UTF-16 to text: units are in lanes of 16 bits. The bytes of a unit are computed in one or two such lanes.
// STEP units are tested at once. Their conversion may change up to BYTES output bytes.
enum { $(V)_STEP = $(V)_WIDTH > 32 ? $(V)_WIDTH : 32, $(V)_BYTES = 3 * $(V)_STEP + 16$(utf16.rechecked and (", %s_CHECKED = %d"):format(V, utf16.most_checked) or "") };

$(V)_INLINE $(v)vec $(v)units_at(const uint16_t *at)
{
    return $(w.load)((const uint8_t *)(const void *)at);
}

// Marks the units whose bits in `mask` are `bits`.
$(V)_INLINE $(v)vec $(v)units_with($(v)vec units, uint16_t mask, uint16_t bits)
{
    return $(w.equal_units)($(w "and")(units, $(w.splat_unit)(mask)), $(w.splat_unit)(bits));
}

// Writes units below U+0800. Returns the number of bytes.
$(V)_INLINE size_t $(v)two_bytes(uint8_t *to, $(v)vec units)
{
@ if utf16.zero then
    const $(v)vec two = $(w "or")($(w.greater_units)(units, $(w.splat_unit)(0x7F)), $(w.equal_units)(units, $(w.splat)(0)));
@ else
    const $(v)vec two = $(w.greater_units)(units, $(w.splat_unit)(0x7F));
@ end
    const $(v)vec moved = $(w.shl_units)(units, 8), last = $(w "and")(moved, $(w.splat_unit)(0x3F00));
    const $(v)vec pairs = $(w "or")($(w "or")($(w.shr_units)(units, 6), last), $(w.splat_unit)(0x80C0));
    // For a unit of one byte, the minimum selects this byte: it is below 0x80, and the second byte of a pair is not.
    return $(w.put_pair_units)(to, $(w.min_unsigned)($(w "or")(moved, two), pairs), two);
}

// Writes units as one to three bytes each$(utf16.four and "; if `pairs`, each unit of a surrogate pair as two" or ""). Returns the number of bytes.
$(V)_INLINE size_t $(v)three_bytes(uint8_t *to, const uint16_t *at$(utf16.four and ", bool pairs" or ""))
{
    // The comparisons are signed, so 8000 is added to the units.
    const $(v)vec units = $(v)units_at(at), raised = $(w.xor)(units, $(w.splat_unit)(0x8000));
    $(v)vec three = $(w.greater_units)(raised, $(w.splat_unit)(0x87FF)), many = $(w.greater_units)(raised, $(w.splat_unit)(0x807F));
    // Low half: the payload of the first byte of three. High half: the payload of the second byte of three, or of the first byte of two.
    $(v)vec first = $(w "or")($(w "and")($(w.shl_units)(units, 2), $(w.splat_unit)(0x3F00)), $(w.shr_units)(units, 12));
    // Low half: the last byte of two or three. High half: the byte of a unit of one byte.
    $(v)vec last = $(w "or")($(w "and")($(w "or")(units, $(w.shl_units)(units, 8)), $(w.splat_unit)(0x7F3F)), $(w.splat_unit)(0x0080));
    first = $(w.xor)($(w "or")(first, $(w.splat_unit)(0xC0E0)), $(w "and")(three, $(w.splat_unit)(0x4000)));
@ if utf16.zero then
    many = $(w "or")(many, $(w.equal_units)(units, $(w.splat)(0)));
@ end
@ if utf16.four then
    if (pairs) {
        const $(v)vec is_high = $(v)units_with(units, 0xFC00, 0xD800), is_low = $(v)units_with(units, 0xFC00, 0xDC00);
        // The high surrogate becomes the first two bytes. Their payload is its ten payload bits plus 0x40 (0x10000 >> 10), without the last two bits.
        const $(v)vec four = $(w.add)($(w "and")($(w.shr_units)(units, 6), $(w.splat_unit)(0x0F)), $(w.splat_unit)(1));
        const $(v)vec begin = $(w "or")($(w "and")($(w.shl_units)(four, 6), $(w.splat_unit)(0x0700)), $(w.splat_unit)(0xF000));
        const $(v)vec next = $(w "or")($(w "and")($(w.shl_units)(four, 4), $(w.splat_unit)(0x30)), $(w.shr2)($(w "and")(units, $(w.splat_unit)(0x3F))));
        // The low surrogate becomes the last two bytes. The first of them also has the last two bits of the high surrogate.
        const $(v)vec two = $(w "and")($(w.shl_units)($(v)units_at(at - 1), 12), $(w.splat_unit)(0x3000));
        const $(v)vec third = $(w "or")($(w "or")(two, $(w "and")($(w.shl_units)(units, 2), $(w.splat_unit)(0x0F00))), $(w.splat_unit)(0x8000));
        first = $(w.select)(is_high, begin, $(w.select)(is_low, third, first));
        last = $(w.select)(is_high, $(w "or")(next, $(w.splat_unit)(0x80)), last);
        three = $(w.xor)(three, $(w "or")(is_high, is_low));
    }
@ end
    return $(w.put_groups)(to, first, last, $(w "or")(three, $(w "and")(many, $(w.splat_unit)(0xFF00))));
}

@ if utf16.checked then
// Whether each unit of a step is a low surrogate exactly if the unit before it is a high one.
$(V)_INLINE bool $(v)paired(const uint16_t *at)
{
    $(v)vec wrong = $(w.splat)(0);
    for (size_t n = 0; n < $(V)_STEP; n += $(V)_WIDTH / 2) {
        const $(v)vec low = $(v)units_with($(v)units_at(at + n), 0xFC00, 0xDC00);
        const $(v)vec after_high = $(v)units_with($(v)units_at(at + n - 1), 0xFC00, 0xD800);
        wrong = $(w "or")(wrong, $(w.xor)(low, after_high));
    }
    return !$(w.any_high_bit)(wrong);
}

@ end
@ if utf16.four then
// Writes a step with surrogate pairs. Returns the number of bytes.
$(V)_FUNCTION static $(U)_NOINLINE size_t $(v)four_bytes(uint8_t *to, const uint16_t *at)
{
    size_t count = 0;
    for (size_t n = 0; n < $(V)_STEP; n += $(V)_WIDTH / 2) {
        count += $(v)three_bytes(to + count, at + n, true);
    }
    return count;
}

@ end
$(V)_INLINE bool $(v)any_with(const uint16_t *at, size_t units, uint16_t mask, uint16_t bits)
{
    $(v)vec found = $(w.splat)(0);
    for (size_t n = 0; n < units; n += $(V)_WIDTH / 2) {
        found = $(w "or")(found, $(v)units_with($(v)units_at(at + n), mask, bits));
    }
    return $(w.any_high_bit)(found);
}

// The bitwise or of two vectors of units.
$(V)_INLINE $(v)vec $(v)both_bits(const uint16_t *at)
{
    return $(w "or")($(v)units_at(at), $(v)units_at(at + $(V)_WIDTH / 2));
}

// Whether `units` units have none of these bits$(utf16.zero and ", and none is U+0000" or "").
$(V)_INLINE bool $(v)none_of(const uint16_t *at, size_t units, uint16_t bits)
{
    $(v)vec all = $(v)both_bits(at);
    if (units > $(V)_WIDTH) {
        all = $(w "or")(all, $(v)both_bits(at + $(V)_WIDTH));
    }
    if (units > 2 * $(V)_WIDTH) {
        all = $(w "or")(all, $(w "or")($(v)both_bits(at + 2 * $(V)_WIDTH), $(v)both_bits(at + 3 * $(V)_WIDTH)));
    }
    return !$(w.any_bits)(all, bits)$(utf16.zero and " && !" .. v .. "any_with(at, units, 0xFFFF, 0)" or "");
}

@ local last <const> = utf16.rechecked and "end" or "units"
// Converts steps of units from text[from] on, while there is room for BYTES bytes. Returns the number of bytes, and sets *read to the number of
// units. It stops $(utf16.rechecked and "after CHECKED units, or " or "")before $(utf16.checked and "a step with a lone surrogate, a step at text[0] with surrogates, or " or "")a last, incomplete step.
$(V)_FUNCTION static size_t $(v)from_utf16(const uint16_t *text, size_t from, size_t units, uint8_t *to, size_t room, size_t *read)
{
    const size_t width = $(V)_WIDTH, step = $(V)_STEP;
@ if utf16.rechecked then
    const size_t end = units - from < $(V)_CHECKED ? units : from + $(V)_CHECKED;
@ end
    size_t i = from, start = from;
    uint8_t *out = to;
    do {
        // There is room for three bytes of each unit before `stop`.
        const size_t empty = room - (size_t)(out - to), left = empty < $(V)_BYTES ? 0 : (empty - 16) / 3;
        const size_t stop = i + (left < $(last) - i ? left : $(last) - i);
        start = i;
        for (; stop - i >= step; i += step) {
            if ($(v)none_of(text + i, step, 0xFF80)) {
                for (size_t n = 0; n < step; n += width) {
                    $(w.put)(out + n, $(w.low_bytes)(text + i + n));
                }
                out += step;
            } else if ($(v)none_of(text + i, step, 0xF800)) {
                for (size_t n = 0; n < step; n += width / 2) {
                    out += $(v)two_bytes(out, $(v)units_at(text + i + n));
                }
            } else {
@ if utf16.checked then
                const bool surrogates = $(v)any_with(text + i, step, 0xF800, 0xD800);
                if (surrogates && (i == 0 || !$(v)paired(text + i))) {
                    start = i;
                    break;
                }
@ end
@ if utf16.four then
                if (surrogates) {
                    out += $(v)four_bytes(out, text + i);
                }
@ end
                for (size_t n = 0; $(utf16.four and "!surrogates && " or "")n < step; n += width / 2) {
                    out += $(v)three_bytes(out, text + i + n$(utf16.four and ", false" or ""));
                }
@ if utf16.checked then
                // A last high surrogate is converted with the next unit.$(utf16.four and " The room is computed again: if the text has changed, the surrogate may have become three bytes." or "")
                if (surrogates && (text[i + step - 1] & 0xFC00) == 0xD800) {
                    i += step - 1;
                    out -= $(utf16.four and 2 or 3);
                    break;
                }
@ end
            }
        }
    } while (i > start);
@ if utf16.rechecked then
    // The encoding lacks some code points. If the units have one of them, none is converted.
    if ($(v)valid_prefix(to, (size_t)(out - to)) < (size_t)(out - to)) {
        i = from, out = to;
    }
@ end
    *read = i - from;
    return (size_t)(out - to);
}
