@ if classes then
// The errors and filter bits of the windows that end at `at` and the bytes after it.
$(V)_INLINE $(v)vec $(v)flags_at(const uint8_t *at)
{
    $(v)carry carry = $(v)carry_of($(w.load)(at - $(V)_WIDTH));
    return $(v)flags($(w.load)(at), $(w.load)(at - 1), &carry);
}

@ end
// Where the automaton stopped last, and how many bytes it read there.
typedef struct $(v)look_state {
    size_t end, stretch;
} $(v)look_state;

// Checks text[*clean..to). Where a vector is flagged, the automaton reads a block or slightly less, from the beginning of a character. If the automaton
// stopped less than SPARSE bytes before, it reads four times as many bytes as the last time: vectors gain nothing in such text. Returns whether the text is
// well-formed, and moves *clean to the end of the bytes that are known to be.
$(V)_FUNCTION static $(U)_NOINLINE bool $(v)recheck(const uint8_t *text, size_t size, size_t to, size_t *clean, $(v)look_state *state)
{
    while (*clean < to) {
        size_t i = *clean;
        while (i > 0 && to - i >= $(V)_WIDTH && !$(any_flag(flags_here))) {
            i += $(V)_WIDTH;
        }
        *clean = i;
        if (i < to) {
            const size_t grown = state->stretch < $(V)_MOST_LOOKED ? 4 * state->stretch : state->stretch;
            state->stretch = i - state->end < $(V)_SPARSE ? grown : (size_t)$(V)_BLOCK;
            const size_t from = $(p)restart(text, i);
            size_t end = size - i > state->stretch ? $(p)boundary(text, i + state->stretch) : size;
            // If continuation bytes can begin characters, too, the boundary may be anywhere before.
            end = end > i ? end : size;
@ if leaves_end then
            // A character at `end` may follow one after which no text ends.
            const unsigned state = $(p)reached(text, from, end);
            if (!$(boundary("state"))) {
@ else
            if (!$(p)$(looker)_valid(text + from, end - from)) {
@ end
                return false;
            }
            *clean = state->end = end;
        }
    }
    return true;
}
