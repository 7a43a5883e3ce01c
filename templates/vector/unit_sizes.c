@ if not counted then
$(include_here("vector/counters.c"))

@ end
// How many bytes units from text[from] on become, by blocks of UNITS units$(utf16.checked and ", up to the first block with a lone surrogate" or ""). Sets *read to the number of units.
$(V)_FUNCTION static size_t $(v)sizes(const uint16_t *text, size_t from, size_t units, size_t *read)
{
    size_t i = from, bytes = 0;
@ if utf16.checked then
    // For each unit of the last tested vector, a byte with the unit's upper six bits.
    $(v)vec last = $(w.splat)(0);
@ end
    for (; units - i >= $(V)_UNITS; i += $(V)_UNITS) {
        const uint16_t *at = text + i;
        // Each unit counts as three bytes: one less below U+0800, two less $(utf16.zero and "in U+0001..U+007F" or "below U+0080")$(utf16.four and ", and two less for a low surrogate, because a pair has four bytes" or "").
        $(v)counter fewer = $(v)zero()$(utf16.four and (", lows = %szero()"):format(v) or "")$(utf16.zero and (", zeros = %szero()"):format(v) or "");
        size_t less = $(V)_UNITS;
        if (!$(v)none_of(at, $(V)_UNITS, 0xF800)$(utf16.checked and " || (i > from && (at[-1] & 0xFC00) == 0xD800)" or "")) {
            less = 0;
@ if utf16.checked then
            $(v)test wrong = $(w.any_of)($(w.splat)(0), 0xFF);
@ end
            for (size_t n = 0; n < $(V)_UNITS; n += $(V)_WIDTH) {
                const $(v)vec high = $(w.high_bytes)(at + n);
                fewer = $(v)add_true(fewer, $(w.equal)($(w "and")(high, $(w.splat)(0xF8)), $(w.splat)(0)));
@ if utf16.checked then
                const $(v)vec kind = $(w "and")(high, $(w.splat)(0xFC)), before = $(w.prev1)(kind, last);
                const $(v)test low = $(w.equal)(kind, $(w.splat)(0xDC));
                wrong = $(w.either)(wrong, $(w.differ)(low, $(w.equal)(before, $(w.splat)(0xD8))));
                last = kind;
@ end
@ if utf16.four then
                lows = $(v)add_true(lows, low);
@ end
            }
@ if utf16.checked then
            if ($(w.any_high_bit)($(w.marked)(wrong))) {
                break;
            }
@ end
        }
        for (size_t n = 0; n < $(V)_UNITS; n += $(V)_WIDTH) {
            fewer = $(v)add_true(fewer, $(w.at_most)(at + n, 0x7F));
@ if utf16.zero then
            zeros = $(v)add_true(zeros, $(w.at_most)(at + n, 0));
@ end
        }
        bytes += 3 * $(V)_UNITS - less - $(v)total(fewer)$(utf16.four and (" - 2 * %stotal(lows)"):format(v) or "")$(utf16.zero and (" + %stotal(zeros)"):format(v) or "");
    }
@ if utf16.checked then
    if (i > from && (text[i - 1] & 0xFC00) == 0xD800) {
        i--;
        bytes -= 3;
    }
@ end
    *read = i - from;
    return bytes;
}

// Like $(p)scalar_known, with vectors.
$(V)_FUNCTION static size_t $(v)known(const uint16_t *narrow, const uint32_t *wide, size_t from, size_t units, size_t *bytes)
{
    size_t read = 0;
    if (narrow && bytes) {
        *bytes += $(v)sizes(narrow, from, units, &read);
        return read;
    }
    return narrow ? $(p)known_16(narrow + from, units - from, 8 * $(V)_WIDTH, NULL)
        : $(p)known_32(wide + from, units - from, 4 * $(V)_WIDTH, bytes);
}
