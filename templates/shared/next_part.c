@ if contexts > 1 then
// The state behind some bytes.
static unsigned $(p)run(const uint8_t *bytes, size_t size, unsigned state)
{
    for (size_t i = 0; i < size; i++) {
        state = $(p)dfa_next[state + $(p)dfa_class[bytes[i]]];
    }
    return state;
}

// What stands first in some bytes behind a state, which becomes that behind it: the length of a character that is allowed there, and *whole is
// true; or of an ill-formed part; 0 if more bytes decide that. `size` is not 0.
@ if has_ends then
// Behind a character that must not be the last: 1 and not whole if what stands here may not follow it.
@ end
static size_t $(p)next_part(const uint8_t *bytes, size_t size, unsigned *state, bool *whole)
{
    unsigned bound = *state, fresh = $(U)_START;
    size_t length = 0, allowed = 0;
    do {
        bound = $(p)dfa_next[bound + $(p)dfa_class[bytes[length]]];
        fresh = $(p)dfa_next[fresh + $(p)dfa_class[bytes[length]]];
        length++;
        allowed += bound != $(U)_DEAD;
    } while (length < size && fresh != $(U)_DEAD && $(boundary("fresh", true)));
    *whole = $(boundary("bound"));
    if (*whole) {
        *state = bound;
        return length;
    }
@ if has_ends then
    if (bound == $(U)_DEAD && !($(accepts("*state")))) {
        *state = $(U)_START;
        return 1;
    }
@ end
@ if profile then
    // What the encoding reads further is left out as a whole, undecided at the end of the bytes, or ill-formed in the encoding, too.
    bool left_out;
    const size_t encoded = $(p)encoded(bytes, size, &left_out);
    if (encoded > length - (fresh == $(U)_DEAD)) {
        *state = left_out || encoded < size ? (unsigned)$(U)_START : *state;
        return left_out || encoded < size ? encoded : 0;
    }
@ end
    if (fresh != $(U)_DEAD && $(boundary("fresh", true))) {
        return 0;
    }
    *state = $(U)_START;
    if (fresh != $(U)_DEAD) {
        return length;
    }
    // What a rule forbids there is one part as far as it goes.
    bool any = false;
    return allowed < length - 1 ? length - 1 : $(p)segment(bytes, size, &any);
}
@ else
// What stands first in some bytes: the length of a character, and *whole is true; or of an ill-formed part; 0 if more bytes decide that. `size`
// is not 0.
static size_t $(p)next_part(const uint8_t *bytes, size_t size, bool *whole)
{
    const size_t length = $(p)segment(bytes, size, whole);
@ if profile then
    bool left_out;
    const bool undecided = $(p)encoded(bytes, size, &left_out) == size && !left_out;
    if (undecided && !*whole) {
        return 0;
    }
    if (left_out) {
        return length;
    }
@ end
    // One byte may also be no beginning of any character.
    return !*whole && length == size && (length > 1 || $(p)dfa_next[$(U)_START + $(p)dfa_class[bytes[0]]] != $(U)_DEAD) ? 0 : length;
}
@ end
