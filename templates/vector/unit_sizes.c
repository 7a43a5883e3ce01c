@ if not counted then
$(include_here("vector/counters.c"))

@ end
// The number of bytes of units from text[from] on, as long as all of UNITS units can be converted. Sets *read to the number of units.
$(V)_FUNCTION static size_t $(v)sizes(const uint16_t *text, size_t from, size_t units, size_t *read)
{
    size_t i = from, bytes = 0;
    for (; units - i >= $(V)_UNITS; i += $(V)_UNITS) {
        const uint16_t *at = text + i;
        // All units are below U+0800, or some may be surrogates.
        const bool low = $(v)none_of(at, $(V)_UNITS, 0xF800);
        $(v)counter fewer = $(v)zero();
        $(v)vec surrogates = $(w.splat)(0);
        for (size_t n = 0; n < $(V)_UNITS; n += $(V)_WIDTH / 2) {
            const $(v)vec v = $(v)units_at(at + n);
            $(v)vec two = $(w.splat)(0xFF);
            if (!low) {
                const $(v)vec half = $(v)units_with(v, 0xF800, 0xD800);
                surrogates = $(w "or")(surrogates, half);
                // Two bytes$(utf16.four and ", as each surrogate has" or "").
                two = $(utf16.four and ("%s(%sunits_with(v, 0xF800, 0), half)"):format(w "or", v) or v .. "units_with(v, 0xF800, 0)");
            }
            // A mark for each byte less than three.
            two = $(w.select)($(w.splat_unit)(0x00FF), two, $(v)single(v));
            fewer = $(v)add_marks(fewer, two);
        }
@ if utf16.checked then
        if ($(w.any_high_bit)(surrogates) || (i > from && (at[-1] & 0xFC00) == 0xD800)) {
            bool wrong = i == 0;
            for (size_t n = 0; n < $(V)_UNITS && !wrong; n += $(V)_STEP) {
                wrong = !$(v)paired(at + n);
            }
            if (wrong) {
                break;
            }
        }
@ else
        (void)surrogates;
@ end
        bytes += 3 * $(V)_UNITS - $(v)total(fewer);
    }
@ if utf16.checked then
    if (i > from && (text[i - 1] & 0xFC00) == 0xD800) {
        i--;
        bytes -= $(utf16.four and 2 or 3);
    }
@ end
    *read = i - from;
    return bytes;
}
