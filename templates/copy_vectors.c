// gcc 12 copies halves of vectors from place to place; what clang 14 makes of a variable is slower, ASCII by a third.
$(V)_INLINE void $(v)copy_vector(const uint8_t *from, uint8_t *to)
{
#ifdef __clang__
    $(U)_COPY(to, from, $(V)_WIDTH);
#else
    const $(v)vec v = $(w.load)(from);
    $(U)_COPY(to, &v, $(V)_WIDTH);
#endif
}

// Copies whole vectors as long as no window that ends in them is ill-formed: how many bytes. The last character of them may go on
// behind, or be ill-formed by what stands there.
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
                $(v)copy_vector(text + i$(n > 0 and (" + %s%s_WIDTH"):format(n > 1 and n .. " * " or "", V) or ""), to + i$(n > 0 and (" + %s%s_WIDTH"):format(n > 1 and n .. " * " or "", V) or ""));
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
@ if classes then
            errors = $(w "or")(errors, $(v)errors($(w.load)(text + from), $(w.load)(text + from - 1), &carry));
@ else
            errors = $(w "or")(errors, $(v)errors(text + from));
@ end
            $(v)copy_vector(text + from, to + from);
        }
        if ($(any)) {
            return i;
        }
        i = end;
        run = run < $(V)_MANY ? 2 * run : run;
    }
    return i;
}
