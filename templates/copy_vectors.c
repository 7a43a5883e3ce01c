// Copies whole vectors as long as no window that ends in them is ill-formed: how many bytes. The last character of them may go on
// behind, or be ill-formed by what stands there. Vectors are copied by way of variables: gcc 12 halves what it copies from place to place.
$(V)_FUNCTION static $(U)_NOINLINE size_t $(v)copy(const uint8_t *text, size_t size, uint8_t *to)
{
    const $(v)vec pads = $(w.splat)($(hex(analysis.pad)));
    size_t i = $(V)_WIDTH, run = $(V)_BLOCK;
    if (size < 2 * $(V)_BLOCK) {
        return 0;
    }
@ if classes then
    $(v)carry carry = $(v)carry_of_pads();
    $(v)vec errors = $(v)errors($(w.load)(text), $(w.prev1)($(w.load)(text), pads), &carry);
@ else
    $(v)vec errors = $(v)errors_after($(w.load)(text), pads);
@ end
@ local any = classes and w.any .. "(errors, " .. hex(flags_mask) .. ")" or w.any .. "(errors)"
    if ($(any)) {
        return 0;
    }
    $(U)_COPY(to, text, $(V)_WIDTH);
    while (size - i >= $(V)_BLOCK) {
        if ($(v)ascii_windows(text + i)) {
            do {
@ for n = 0, block_vectors - 1 do
                const $(v)vec v$(n) = $(w.load)(text + i$(n > 0 and (" + %s%s_WIDTH"):format(n > 1 and n .. " * " or "", V) or ""));
@ end
@ for n = 0, block_vectors - 1 do
                $(U)_COPY(to + i$(n > 0 and (" + %s%s_WIDTH"):format(n > 1 and n .. " * " or "", V) or ""), &v$(n), $(V)_WIDTH);
@ end
                i += $(V)_BLOCK;
            } while (size - i >= $(V)_BLOCK && $(v)ascii_block(text + i));
@ if classes then
            carry = $(v)carry_of_pads();
@ if looks_back then
            carry.bytes = $(w.load)(text + i - $(V)_WIDTH);
@ end
@ end
            run = $(V)_BLOCK;
            continue;
        }
        const size_t left = (size - i) / $(V)_BLOCK * $(V)_BLOCK, end = i + (left < run ? left : run);
        errors = $(w.splat)(0);
        for (size_t from = i; from < end; from += $(V)_WIDTH) {
            const $(v)vec v = $(w.load)(text + from);
@ if classes then
            errors = $(w "or")(errors, $(v)errors(v, $(w.load)(text + from - 1), &carry));
@ else
            errors = $(w "or")(errors, $(v)errors(text + from));
@ end
            $(U)_COPY(to + from, &v, $(V)_WIDTH);
        }
        if ($(any)) {
            return i;
        }
        i = end;
        run = run < $(V)_MANY ? 2 * run : run;
    }
    return i;
}
