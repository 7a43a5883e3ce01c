// The characters of well-formed text. Strides of four vectors, each with sums of its own, so that no addition waits for another.
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
@ if sums then
    while (size - i >= stride) {
        size_t strides = (size - i) / stride, end = i + (strides < 255 ? strides : 255) * stride;
@ else
    {
@ end
        $(counter)tails_0 = $(zero), tails_1 = $(zero), tails_2 = $(zero), tails_3 = $(zero);
@ if low then
        $(counter)low_0 = $(zero), low_1 = $(zero), low_2 = $(zero), low_3 = $(zero);
@ end
        for (; $(sums and "i < end" or "size - i >= stride"); i += stride) {
@ for j = 0, 3 do
@ local at = j == 0 and "text + i" or j == 1 and ("text + i + %s_WIDTH"):format(V) or ("text + i + %d * %s_WIDTH"):format(j, V)
            tails_$(j) = $(v)$(sums and "add" or "count")_tails(tails_$(j), $(w.load)($(at)));
@ if low then
            low_$(j) = $(v)add_low(low_$(j), $(w.load)($(at)), $(w.load)($(at) - 1));
@ end
@ end
        }
@ for j = 0, 3 do
        tally.tails += $(total("tails_" .. j));
@ if low then
        tally.low += $(total("low_" .. j));
@ end
@ end
    }
    $(p)tally_bytes(text, i, size, 1, &tally);
    return size - tally.tails$(low and " - tally.low" or "");
}
