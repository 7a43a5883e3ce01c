// The number of characters of well-formed text. A stride is four vectors. Each of the four has its own sums, so that the additions are independent. A lane counts to 255.
$(V)_FUNCTION static size_t $(v)count(const uint8_t *text, size_t size)
{
    const size_t stride = 4 * $(V)_WIDTH;
    $(p)tally tally = $(p)no_tally();
@ if low then
    size_t i = size > 0;
    $(p)tally_bytes(text, 0, i, 1, &tally);
@ else
    size_t i = 0;
@ end
    while (size - i >= stride) {
        const size_t strides = (size - i) / stride, end = i + (strides > 255 ? 255 : strides) * stride;
        $(v)counter tails_0 = $(v)zero(), tails_1 = tails_0, tails_2 = tails_0, tails_3 = tails_0;
@ if low then
        $(v)counter low_0 = tails_0, low_1 = tails_0, low_2 = tails_0, low_3 = tails_0;
@ end
        for (; i < end; i += stride) {
@ for j = 0, 3 do
@ local at = j == 0 and "text + i" or j == 1 and ("text + i + %s_WIDTH"):format(V) or ("text + i + %d * %s_WIDTH"):format(j, V)
            tails_$(j) = $(v)add_tails(tails_$(j), $(w.load)($(at)));
@ if low then
            low_$(j) = $(v)add_low(low_$(j), $(w.load)($(at)), $(w.load)($(at) - 1));
@ end
@ end
        }
@ for j = 0, 3 do
        tally.tails += $(v)total(tails_$(j));
@ if low then
        tally.low += $(v)total(low_$(j));
@ end
@ end
    }
    $(p)tally_bytes(text, i, size, 1, &tally);
    return size - tally.tails$(low and " - tally.low" or "");
}
