@ if contexts > 1 then
// The automaton's state after these bytes.
static unsigned $(p)run(const uint8_t *bytes, size_t size, unsigned state)
{
    for (size_t i = 0; i < size; i++) {
        state = $(p)dfa_next[state + $(p)dfa_class[bytes[i]]];
    }
    return state;
}

// Finds the first character of these bytes, if it is allowed in the state *state; otherwise the first ill-formed part. Returns the length, or 0 if it
// depends on later bytes. Sets *whole to whether it is a character, and *state to the state after it. `size` is not 0.
@ if has_ends then
// If *state allows neither these bytes nor the end of a text, the error is before them: returns 1, and *whole is false.
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
    // The encoding may accept more of the bytes than its profile. If those bytes are a whole character, the profile excludes it. If they only begin one, and
    // the text ends after them, later bytes decide. Otherwise they are ill-formed in the encoding, too.
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
    // The last byte read does not continue a character. If a rule forbids an earlier byte, all bytes before the last are one part.
    bool any = false;
    return allowed < length - 1 ? length - 1 : $(p)segment(bytes, size, &any);
}
@ else
// Reads the first part of these bytes: a character, or an ill-formed part. Returns its length, or 0 if it depends on later bytes. Sets *whole to
// whether it is a character. `size` is not 0.
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
    // If the only byte left begins no character, it is ill-formed whatever follows.
    return !*whole && length == size && (length > 1 || $(p)dfa_next[$(U)_START + $(p)dfa_class[bytes[0]]] != $(U)_DEAD) ? 0 : length;
}
@ end
