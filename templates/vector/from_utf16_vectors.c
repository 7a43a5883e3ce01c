// UTF-16 to text: the bytes of the unit in a lane are in the same lane of two or three vectors, the last byte of each in the last one.
// A vector of units may overwrite BYTES bytes.
enum { $(V)_BYTES = 3 * $(V)_WIDTH + 16$(utf16.rechecked and (", %s_CHECKED = %d"):format(V, utf16.most_checked) or "") };

// Whether units have more than one byte: those from U+0080 on$(utf16.zero and ", and U+0000" or "").
$(V)_INLINE $(v)test $(v)is_long($(v)vec low, $(v)vec high)
{
    // `high` as a signed number would be negative from U+8000 on.
    const $(v)vec zero = $(w.splat)(0), halved = $(w.min_unsigned)(high, $(w.splat)(0x7F));
    const $(v)test is_long = $(w.either)($(w.cmpgt)(halved, zero), $(w.cmpgt)(zero, low));
@ if utf16.zero then
    return $(w.either)(is_long, $(w.equal)($(w "or")(low, high), zero));
@ else
    return is_long;
@ end
}

// The lanes of the units first..first + 7FF, by their high bytes.
$(V)_INLINE $(v)test $(v)are_from($(v)vec high, uint8_t first, uint8_t mask)
{
    return $(w.equal)($(w "and")(high, $(w.splat)(mask)), $(w.splat)(first));
}

// The last bytes: the units themselves, or the last six bits of long ones.
$(V)_INLINE $(v)vec $(v)last_bytes($(v)vec low, $(v)test is_long)
{
    const $(v)vec mask = $(w.marked)(is_long);
    return $(w.xor)($(w "or")(low, $(w "and")(mask, $(w.splat)(0xC0))), $(w "and")(mask, $(w.splat)(0x40)));
}

// The bytes before them, as the first of two bytes.
$(V)_INLINE $(v)vec $(v)lead_bytes($(v)vec low, $(v)vec high)
{
    return $(w "or")($(w "or")($(w.shl2)(high), $(w.shr6)(low)), $(w.splat)(0xC0));
}

// Writes units from U+0800 on, too$(utf16.four and "; if `pairs`, also surrogate pairs, each unit of them as two bytes" or ""). Returns the number of bytes.
$(V)_INLINE size_t $(v)three_bytes(uint8_t *to, $(v)vec low, $(v)vec high$(utf16.four and ", " .. v .. "vec low_before, bool pairs" or ""))
{
    const $(v)vec lead = $(v)lead_bytes(low, high);
    $(v)vec least = $(w.min_unsigned)(high, $(w.splat)(0x7F)), last = $(v)last_bytes(low, $(v)is_long(low, high));
@ if utf16.four then
    const $(v)test surrogates = $(v)are_from(high, 0xD8, 0xF8);
    least = pairs ? $(w.subtract_saturating)(least, $(w.marked)(surrogates)) : least;
@ end
    const $(v)test three = $(w.cmpgt)(least, $(w.splat)(7));
    $(v)vec middle = $(w.xor)(lead, $(w "and")($(w.marked)(three), $(w.splat)(0x40)));
    const $(v)vec first = $(w "or")($(w.shr4)(high), $(w.splat)(0xE0));
@ if utf16.four then
    if (pairs) {
        // The high surrogate becomes the first two bytes: its ten payload bits plus 0x40, which is U+10000 >> 10, without the last two bits.
        const $(v)vec is_high = $(w.marked)($(v)are_from(high, 0xD8, 0xFC)), is_low = $(w.marked)($(v)are_from(high, 0xDC, 0xFC));
        const $(v)vec four = $(w "and")(lead, $(w.splat)(0x0F));
        const $(v)vec begin = $(w "or")($(w.shr2)($(w.add)(four, $(w.splat)(1))), $(w.splat)(0xF0));
        const $(v)vec next = $(w "or")($(w.shr2)($(w.add)(low, $(w.splat)(0x40))), $(w.splat)(0x80));
        // The low surrogate becomes the last two bytes. The first of them also has the last two bits of the high surrogate.
        const $(v)vec third = $(w "or")($(w "or")($(w "and")($(w.shl4)(low_before), $(w.splat)(0x30)), four), $(w.splat)(0x80));
        middle = $(v)select(is_high, begin, $(v)select(is_low, third, middle));
        last = $(v)select(is_high, next, last);
    }
@ end
    return $(w.put_groups)(to, first, middle, last, $(v)is_long(low, high), three);
}

@ if utf16.checked then
// Whether each low surrogate from `at` on follows a high one, and each high one before it precedes a low one.
$(V)_INLINE bool $(v)paired(const uint16_t *at, size_t units)
{
    $(v)vec wrong = $(w.splat)(0);
    for (size_t n = 0; n < units; n += $(V)_WIDTH) {
        const $(v)vec low = $(w.marked)($(v)are_from($(w.high_bytes)(at + n), 0xDC, 0xFC));
        const $(v)vec after_high = $(w.marked)($(v)are_from($(w.high_bytes)(at + n - 1), 0xD8, 0xFC));
        wrong = $(w "or")(wrong, $(w.xor)(low, after_high));
    }
    return !$(w.any_high_bit)(wrong);
}

@ end
// All bits that WIDTH or more units have, as two vectors of bytes.
$(V)_INLINE $(v)vec $(v)all_bits(const uint16_t *at, size_t units)
{
    $(v)vec all = $(w.splat)(0);
    for (size_t n = 0; n < units; n += $(V)_WIDTH) {
        const uint8_t *bytes = (const uint8_t *)(const void *)(at + n);
        all = $(w "or")(all, $(w "or")($(w.load)(bytes), $(w.load)(bytes + $(V)_WIDTH)));
    }
    return all;
}

$(V)_INLINE bool $(v)any_bits($(v)vec units, uint16_t bits)
{
    return $(w.any)($(w "and")(units, $(w.splat_unit)(bits))$(classes and ", 0xFF" or ""));
}

@ if utf16.zero then
$(V)_INLINE bool $(v)any_zero(const uint16_t *at, size_t units)
{
    $(v)vec found = $(w.splat)(0);
    for (size_t n = 0; n < units; n += $(V)_WIDTH) {
        found = $(w "or")(found, $(w.marked)($(w.equal)($(w.low_bytes)(at + n), $(w.splat)(0))));
    }
    return $(w.any_high_bit)(found);
}

@ end
// Writes a group of units below U+0800, all of one byte if `ascii`. Returns the number of bytes.
$(V)_INLINE size_t $(v)low_group(uint8_t *to, const uint16_t *at, size_t units, bool ascii)
{
    size_t count = 0;
    for (size_t n = 0; n < units; n += $(V)_WIDTH) {
        const $(v)vec low = $(w.low_bytes)(at + n);
        if (ascii) {
            $(w.put)(to + count, low);
            count += $(V)_WIDTH;
        } else {
            const $(v)vec high = $(w.high_bytes)(at + n);
            const $(v)test is_long = $(v)is_long(low, high);
            count += $(w.put_pairs)(to + count, $(v)lead_bytes(low, high), $(v)last_bytes(low, is_long), is_long);
        }
    }
    return count;
}

// Writes a group of any units$(utf16.four and "; `pairs`: they have surrogates, which are pairs" or ""). Returns the number of bytes.
$(V)_INLINE size_t $(v)group(uint8_t *to, const uint16_t *at, size_t units$(utf16.four and ", bool pairs" or ""))
{
    size_t count = 0;
    for (size_t n = 0; n < units; n += $(V)_WIDTH) {
        const $(v)vec low = $(w.low_bytes)(at + n), high = $(w.high_bytes)(at + n);
@ if utf16.four then
        count += pairs ? $(v)three_bytes(to + count, low, high, $(w.low_bytes)(at + n - 1), true)
            : $(v)three_bytes(to + count, low, high, low, false);
@ else
        count += $(v)three_bytes(to + count, low, high);
@ end
    }
    return count;
}

@ if utf16.checked then
$(V)_INLINE bool $(v)any_surrogates(const uint16_t *at, size_t units)
{
    $(v)vec found = $(w.splat)(0);
    for (size_t n = 0; n < units; n += $(V)_WIDTH) {
        found = $(w "or")(found, $(w.marked)($(v)are_from($(w.high_bytes)(at + n), 0xD8, 0xF8)));
    }
    return $(w.any_high_bit)(found);
}

@ end
// Converts units from text[from] on, while there is room for any bytes that a vector of them may have. Returns the number of bytes, and sets *read to the number of
// units. It stops before units that it does not convert: $(utf16.checked and "surrogates without a partner, and " or "")the last ones, fewer than a vector has.
$(V)_FUNCTION static size_t $(v)from_utf16(const uint16_t *text, size_t from, size_t units, uint8_t *to, size_t room, size_t *read)
{
    const size_t width = $(V)_WIDTH;
@ if utf16.rechecked then
    const size_t end = units - from < $(V)_CHECKED ? units : from + $(V)_CHECKED;
@ else
    const size_t end = units;
@ end
    size_t i = from, count = 0;
    while (end - i >= width && room - count >= $(V)_BYTES) {
        // A group is several vectors, so that branches depend on many units, or one.
        const bool many = end - i >= $(V)_UNITS && room - count >= 3 * $(V)_UNITS + 16;
        const size_t group = many ? (size_t)$(V)_UNITS : width;
        const $(v)vec all = $(v)all_bits(text + i, group);
@ if utf16.checked then
        // A high surrogate before a group must precede a low one in it.
        const bool after_high = i > from && (text[i - 1] & 0xFC00) == 0xD800;
        if (!after_high && !$(v)any_bits(all, 0xF800)) {
@ else
        if (!$(v)any_bits(all, 0xF800)) {
@ end
            const bool ascii = !$(v)any_bits(all, 0xFF80)$(utf16.zero and " && !" .. v .. "any_zero(text + i, group)" or "");
            count += $(v)low_group(to + count, text + i, group, ascii);
            i += group;
            continue;
        }
@ if utf16.checked then
        const bool surrogates = after_high || $(v)any_surrogates(text + i, group);
        if (surrogates && (i == 0 || !$(v)paired(text + i, group))) {
            break;
        }
@ end
        count += $(v)group(to + count, text + i, group$(utf16.four and ", surrogates" or ""));
        i += group;
    }
@ if utf16.checked then
    // A high surrogate is not converted without the next unit. If the text has changed, there are still as many bytes: more units precede.
    if (i > from && (text[i - 1] & 0xFC00) == 0xD800) {
        i--;
        count -= $(utf16.four and 2 or 3);
    }
@ end
@ if utf16.rechecked then
    // Some code points are not characters here: if there is one, nothing is converted.
    if ($(v)valid_prefix(to, count) < count) {
        i = from;
        count = 0;
    }
@ end
    *read = i - from;
    return count;
}
