$(ruler("The ends of pieces"))

@ if cuts then
// The last place of a piece where a character may begin, and the state there$(contexts > 1 and "; `before` is where the last character begins" or "").
typedef struct $(p)tail {
    size_t at;
    unsigned state;
@ if contexts > 1 then
    size_t before;
@ end
} $(p)tail;

// The same if a character begins at `from`; .at is 0 if that can't be.
static $(p)tail $(p)tail_from(const uint8_t *bytes, size_t from, size_t size)
{
    $(p)tail tail = { from, $(U)_START$(contexts > 1 and ", from" or "") };
    unsigned state = $(U)_START;
    size_t i = from;
    // Loops of branches, which are predicted: a kernel that looks at what comes before needn't wait for the automaton.
    while (i < size) {
        do {
            state = $(p)dfa_next[state + $(p)dfa_class[bytes[i++]]];
        } while (i < size && $(boundary("state", true)));
        if ($(boundary("state", true))) {
            break;
        }
@ if contexts > 1 then
        tail.before = tail.at;
@ end
        tail.at = i;
        tail.state = state;
    }
    if (state == $(U)_DEAD$(contexts > 1 and " || (tail.at == from && from > 0)" or "")) {
        tail.at = 0;
    }
    return tail;
}

// The tail of a piece before which a text may begin anew; .at is 0 if that can't be told, or if the piece is not well-formed there. `size` is not 0.
$(U)_LOCAL $(p)tail $(p)tail_of(const uint8_t *bytes, size_t size)
{
    size_t from = $(p)boundary(bytes, size);
@ for _ = 2, forms_back do
    from = from > 0 ? $(p)boundary(bytes, from) : 0;
@ end
@ if spec.pair then
    // The low half of a pair begins no character.
    const $(p)tail tail = $(p)tail_from(bytes, from, size);
    return tail.at > 0 || from == 0 ? tail : $(p)tail_from(bytes, $(p)boundary(bytes, from), size);
@ else
    return $(p)tail_from(bytes, from, size);
@ end
}
@ end
