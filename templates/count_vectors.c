// The characters of well-formed text. Strides of four vectors, each with sums of its own, so that no addition waits for another.
$(V)_FUNCTION static size_t $(v)count(const uint8_t *text, size_t size)
{
    enum { STRIDE = 4 * $(V)_WIDTH };
    $(p)tally tally = $(p)no_tally();
@ if low then
    size_t i = size > 0;
    $(p)tally_bytes(text, 0, i, 1, &tally);
@ else
    size_t i = 0;
@ end
    while (size - i >= STRIDE) {
        size_t strides = (size - i) / STRIDE;
@ if sums then
        size_t end = i + (strides < 255 ? strides : 255) * STRIDE;
@ else
        size_t end = i + strides * STRIDE;
@ end
        $(counter)forms_0 = $(zero), forms_1 = $(zero), forms_2 = $(zero), forms_3 = $(zero);
@ if low then
        $(counter)low_0 = $(zero), low_1 = $(zero), low_2 = $(zero), low_3 = $(zero);
@ end
@ if forms_base == 1 then
        tally.forms += end - i;
@ end
        for (; i < end; i += STRIDE) {
@ for j = 0, 3 do
@ local at = j == 0 and "text + i" or j == 1 and ("text + i + %s_WIDTH"):format(V) or ("text + i + %d * %s_WIDTH"):format(j, V)
            forms_$(j) = $(v)add_forms(forms_$(j), $(w.load)($(at)));
@ if low then
            low_$(j) = $(v)add_low(low_$(j), $(w.load)($(at)), $(w.load)($(at) - 1));
@ end
@ end
        }
@ for j = 0, 3 do
        tally.forms $(forms_base == 1 and "-=" or "+=") $(total("forms_" .. j));
@ if low then
        tally.low += $(total("low_" .. j));
@ end
@ end
    }
    $(p)tally_bytes(text, i, size, 1, &tally);
    return tally.forms$(low and " - tally.low" or "");
}
