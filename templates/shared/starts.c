// `barred`, if the first byte may begin a character that must not be the first of a text.
static $(U)_NOINLINE size_t $(p)barred_by_steps(const uint8_t *bytes, size_t size)
{
    unsigned bound = $(U)_ORIGIN, fresh = $(U)_START;
    size_t length = 0;
    // From the first byte on that leads both to the same state, the start of the text makes no difference.
    while (length < size && bound != fresh && (length == 0 || $(boundary("fresh", true)))) {
@ if pair then
        const unsigned next = $(p)dfa_next[fresh + $(p)dfa_class[bytes[length]]];
        if (next == $(U)_DEAD) {
            // A high half without a low one, before which the start of the text forbids the pair.
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

// If the first character of a text must not be the first of a text, its length$(pair and ", or that of its beginning, if another byte follows this" or ""); otherwise 0.
static size_t $(p)barred(const uint8_t *bytes, size_t size)
{
    return size > 0 && ($(barred_lead)) ? $(p)barred_by_steps(bytes, size) : 0;
}
