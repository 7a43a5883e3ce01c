// Like $(p)barred, for a text whose first byte may begin a character that must not be the first.
static $(U)_NOINLINE size_t $(p)barred_by_steps(const uint8_t *bytes, size_t size)
{
    unsigned bound = $(U)_ORIGIN, fresh = $(U)_START;
    size_t length = 0;
    // Once `bound` and `fresh` are equal, the start of the text makes no difference.
    while (length < size && bound != fresh && (length == 0 || $(boundary("fresh", true)))) {
@ if pair then
        const unsigned next = $(p)dfa_next[fresh + $(p)dfa_class[bytes[length]]];
        if (next == $(U)_DEAD) {
            // Not a character, such as a high half without a low one. If the rules for the start of a text forbid each low half after it, the high half is the error.
@ if profile then
            bool left_out;
            return bound == $(U)_DEAD && $(p)encoded(bytes, size, &left_out) <= length ? length : 0;
@ else
            return bound == $(U)_DEAD ? length : 0;
@ end
        }
        fresh = next;
@ else
        fresh = $(p)dfa_next[fresh + $(p)dfa_class[bytes[length]]];
@ end
        bound = $(p)dfa_next[bound + $(p)dfa_class[bytes[length]]];
        length++;
    }
    return bound == $(U)_DEAD && $(boundary("fresh")) ? length : 0;
}

// The length of the first character$(pair and ", or of a high half that no low half follows," or "") if a text must not begin with it; otherwise 0.
static size_t $(p)barred(const uint8_t *bytes, size_t size)
{
    return size > 0 && ($(barred_lead)) ? $(p)barred_by_steps(bytes, size) : 0;
}
