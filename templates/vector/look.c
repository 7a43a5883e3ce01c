// Adds the offsets of the lanes with a filter bit to `places`; lane 0 is at text[at]. Returns the new count. Few branches depend on the flags, because such branches would often be mispredicted.
$(V)_INLINE size_t $(v)add_places($(v)vec flags, size_t at, size_t *places, size_t count)
{
@ if scalable then
    uint8_t bits[64] = {0};
    $(w.put)(bits, flags);
    for (size_t n = 0; n < $(V)_WIDTH; n++) {
        places[count] = at + n;
        count += bits[n] != 0;
    }
@ else
    uint64_t lanes = $(w.mask_from)(flags, 1);
    for (int n = 0; n < 4; n++) {
        places[count] = at + $(p)lowest_lane(lanes | (uint64_t)1 << 63);
        count += lanes != 0;
        lanes &= lanes - (lanes != 0);
    }
    for (; lanes != 0; lanes &= lanes - 1) {
        places[count] = at + $(p)lowest_lane(lanes);
        count++;
    }
@ end
    return count;
}

// Checks the windows that end in text[*clean..to) vector by vector. The automaton reads the characters that have a filter bit. Returns whether both checks find no error, and moves *clean to the end of the last vectors that both have accepted. Sets *looked to whether a window has a filter bit.
$(V)_FUNCTION static $(U)_NOINLINE bool $(v)recheck(const uint8_t *text, size_t size, size_t to, size_t *clean, bool *looked)
{
    size_t i = *clean, places[2 * 64 + 1], count = 0;
@ if classes then
    $(v)carry carry = i == 0 ? $(v)carry_of_pads() : $(v)carry_of($(w.load)(text + i - $(V)_WIDTH)), same = carry;
    if (i == 0) {
        const $(v)vec v = $(w.load)(text), previous = $(w.prev1)(v, $(w.splat)($(hex(analysis.pad))));
        if ($(any_error(v .. "errors(v, previous, &same)"))) {
            return false;
        }
        count = $(v)add_places($(v)flags(v, previous, &carry), 0, places, 0);
        i = $(V)_WIDTH;
    }
@ else
    if (i == 0) {
@ if not edges then
        const $(v)vec pads = $(w.splat)($(hex(analysis.pad)));
@ end
        if ($(any_error(first_windows("errors")))) {
            return false;
        }
        count = $(v)add_places($(first_windows("flags")), $(edges and window - 1 or 0), places, 0);
        i = $(V)_WIDTH;
    }
@ end
    *looked = count != 0;
    for (; i < to; i += $(V)_WIDTH) {
@ if classes then
        const $(v)vec v = $(w.load)(text + i), previous = $(w.load)(text + i - 1);
        same = carry;
        const $(v)vec errors = $(v)errors(v, previous, &same), flags = $(v)flags(v, previous, &carry);
@ else
        const $(v)vec errors = $(v)errors(text + i), flags = $(v)flags(text + i);
@ end
        if ($(any_error("errors"))) {
            return false;
        }
        count = $(v)add_places(flags, i, places, count);
        if (count > 64) {
            if (!$(p)accepts_at(text, size, places, count)) {
                return false;
            }
            *looked = true;
            *clean = i + $(V)_WIDTH;
            count = 0;
        }
    }
    *looked = *looked || count != 0;
    if (!$(p)accepts_at(text, size, places, count)) {
        return false;
    }
    *clean = to;
    return true;
}
