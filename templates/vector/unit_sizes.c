// The number of bytes of units from text[from] on, as long as all of UNITS units can be converted. Sets *read to the number of units.
$(V)_FUNCTION static size_t $(v)sizes(const uint16_t *text, size_t from, size_t units, size_t *read)
{
    const size_t width = $(V)_WIDTH;
    size_t i = from, bytes = 0;
    for (; units - i >= $(V)_UNITS; i += $(V)_UNITS) {
        const uint16_t *at = text + i;
        size_t more = 0;
@ if sums then
        $(v)vec counts = $(w.splat)(0);
@ end
        $(v)vec surrogates = $(w.splat)(0);
        for (size_t n = 0; n < $(V)_UNITS; n += width) {
            const $(v)vec low = $(w.low_bytes)(at + n), high = $(w.high_bytes)(at + n);
            const $(v)test is_long = $(v)is_long(low, high), half = $(v)are_from(high, 0xD8, 0xF8);
            $(v)vec least = $(w.min_unsigned)(high, $(w.splat)(0x7F));
            surrogates = $(w "or")(surrogates, $(w.marked)(half));
@ if utf16.four then
            // A surrogate has two bytes.
            least = $(w.subtract_saturating)(least, $(w.marked)(half));
@ end
            const $(v)test three = $(w.cmpgt)(least, $(w.splat)(7));
@ if sums then
            counts = $(w.subtract)($(w.subtract)(counts, $(w.marked)(is_long)), $(w.marked)(three));
@ else
            more += $(w.count_true)(is_long) + $(w.count_true)(three);
@ end
        }
@ if sums then
        more = $(w.sum)(counts);
@ end
@ if utf16.checked then
        if ($(w.any_high_bit)(surrogates) || (i > from && (at[-1] & 0xFC00) == 0xD800)) {
            if (i == 0 || !$(v)paired(at, $(V)_UNITS)) {
                break;
            }
        }
@ else
        (void)surrogates;
@ end
        bytes += $(V)_UNITS + more;
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
