// Whether the windows that end at text[at] and in the bytes after it, of one vector, have no error, and whether the automaton accepts the characters of those with a filter bit.
$(V)_INLINE bool $(v)passes(const uint8_t *text, size_t size, size_t at, $(v)vec errors, $(v)vec flags)
{
    if ($(any_error("errors"))) {
        return false;
    }
@ if scalable then
    uint8_t bits[64] = {0};
    uint64_t lanes = 0;
    $(w.put)(bits, flags);
    for (size_t n = 0; n < $(V)_WIDTH; n++) {
        lanes |= (uint64_t)(bits[n] != 0) << n;
    }
@ else
    uint64_t lanes = $(w.mask_from)(flags, 1);
@ end
    for (; lanes != 0; lanes &= lanes - 1) {
        if (!$(p)accepts_at(text, size, at + $(p)lowest_lane(lanes))) {
            return false;
        }
    }
    return true;
}

// The same for a vector that is not the first.
$(V)_INLINE bool $(v)passes_at(const uint8_t *text, size_t size, size_t at)
{
@ if classes then
    const $(v)vec v = $(w.load)(text + at), previous = $(w.load)(text + at - 1);
    $(v)carry carry = $(v)carry_of($(w.load)(text + at - $(V)_WIDTH)), same = carry;
    const $(v)vec errors = $(v)errors(v, previous, &carry);
    return $(v)passes(text, size, at, errors, $(v)flags(v, previous, &same));
@ else
    return $(v)passes(text, size, at, $(v)errors(text + at), $(v)flags(text + at));
@ end
}

// Checks the windows that end in text[*clean..to) again, vector by vector: the automaton reads the characters that have a filter bit. Returns whether the text is well-formed, and moves *clean to the end of the vectors that are known to be.
$(V)_FUNCTION static $(U)_NOINLINE bool $(v)recheck(const uint8_t *text, size_t size, size_t to, size_t *clean)
{
    size_t i = *clean;
    if (i == 0) {
@ if classes then
        const $(v)vec v = $(w.load)(text), previous = $(w.prev1)(v, $(w.splat)($(hex(analysis.pad))));
        $(v)carry carry = $(v)carry_of_pads(), same = carry;
        const $(v)vec errors = $(v)errors(v, previous, &carry);
        if (!$(v)passes(text, size, 0, errors, $(v)flags(v, previous, &same))) {
@ else
@ if not edges then
        const $(v)vec pads = $(w.splat)($(hex(analysis.pad)));
@ end
        if (!$(v)passes(text, size, $(edges and window - 1 or 0), $(first_windows("errors")), $(first_windows("flags")))) {
@ end
            return false;
        }
        i = $(V)_WIDTH;
    }
    for (; i < to; i += $(V)_WIDTH) {
        *clean = i;
        if (!$(v)passes_at(text, size, i)) {
            return false;
        }
    }
    *clean = to;
    return true;
}
