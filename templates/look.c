// Looks at text[*clean] to text[to]: where a vector is flagged, the automaton reads from the character on that goes on there, *stretch bytes or
// what is left, and twice as many the next time. Whether all is well-formed; *clean moves to where that is known.
$(V)_FUNCTION static $(U)_NOINLINE bool $(v)recheck(const uint8_t *text, size_t size, size_t to, size_t *clean, size_t *stretch)
{
    while (*clean < to) {
        size_t i = *clean;
        while (i > 0 && to - i >= $(V)_WIDTH && !$(w.any)($(v)flags(text + i))) {
            i += $(V)_WIDTH;
        }
        *clean = i;
        if (i < to) {
            size_t from = $(p)restart(text, i), end = size - i > *stretch ? $(p)boundary(text, i + *stretch) : size;
            if (!$(p)$(looker)_valid(text + from, end - from)) {
                return false;
            }
            *clean = end;
            *stretch = *stretch < $(V)_MOST_LOOKED ? 2 * *stretch : *stretch;
        }
    }
    return true;
}
