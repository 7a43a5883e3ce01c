$(ruler("The ends of pieces"))

@ if cuts then
// The last place of a piece where a character may begin, and the state there$(contexts > 1 and "; `before` is where the last whole character begins" or "").
typedef struct $(p)tail {
    size_t at;
    unsigned state;
@ if contexts > 1 then
    size_t before;
@ end
} $(p)tail;

// The tail of the bytes from `from` on; .at is 0 if they reach the dead state$(contexts > 1 and " or have no whole character" or "").
//@ requires from <= size && \valid_read(bytes + (0 .. size - 1));
//@ assigns \nothing;
//@ ensures place: \result.at == 0 || from <= \result.at <= size;
@ if begun then
//@ ensures rest: \result.at == 0 || \result.at == size || begins((uint8_t *)bytes + \result.at, size - \result.at);
//@ ensures short: \result.at == 0 || size - \result.at < $(longest);
@ end
static $(p)tail $(p)tail_from(const uint8_t *bytes, size_t from, size_t size)
{
    $(p)tail tail = { from, $(U)_START$(contexts > 1 and ", from" or "") };
    unsigned state = $(U)_START;
    size_t i = from;
    // These loops branch on the state: with branch prediction, the processor begins the kernel before the automaton is done.
    //@ loop invariant place: from <= i <= size && tail.at == i;
    //@ loop invariant is_state: $(begun and "state == " .. U .. "_START" or is_state);
    //@ loop assigns i, state, tail;
    //@ loop variant size - i;
    while (i < size) {
        //@ loop invariant inside: tail.at <= i < size && \at(i, LoopEntry) <= i;
        //@ loop invariant is_state: $(is_state)$(begun and " && (state == " .. U .. "_START <==> i == tail.at)" or "");
@ for _, one in ipairs(begun or {}) do
        //@ loop invariant $(one.name:sub(#p + 1)): state == $(one.value) <==> $(one.name)((uint8_t *)bytes + tail.at, i - tail.at);
@ end
        //@ loop assigns i, state;
        //@ loop variant size - i;
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

// The tail of a piece. The automaton is in START before the piece. .at is 0 if the tail cannot be found, or if the automaton finds an error. `size` is not 0.
//@ requires size > 0 && \valid_read(bytes + (0 .. size - 1));
//@ assigns \nothing;
//@ ensures place: \result.at <= size;
@ if begun then
//@ ensures rest: \result.at == 0 || \result.at == size || begins((uint8_t *)bytes + \result.at, size - \result.at);
//@ ensures short: \result.at == 0 || size - \result.at < $(longest);
@ end
static $(p)tail $(p)tail_of(const uint8_t *bytes, size_t size)
{
    size_t from = $(p)boundary(bytes, size);
@ for _ = 2, forms_back do
    from = from > 0 ? $(p)boundary(bytes, from) : 0;
@ end
@ if spec.pair then
    // The low half of a pair begins no character. If a low half is at `from`, search one form earlier.
    const $(p)tail tail = $(p)tail_from(bytes, from, size);
    return tail.at > 0 || from == 0 ? tail : $(p)tail_from(bytes, $(p)boundary(bytes, from), size);
@ else
    return $(p)tail_from(bytes, from, size);
@ end
}
@ end
