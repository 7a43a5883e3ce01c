// The length of the first character of a text, if it must not be the first of a text; otherwise 0.
static size_t $(p)barred(const uint8_t *bytes, size_t size)
{
    unsigned bound = $(U)_ORIGIN, fresh = $(U)_START;
    size_t length = 0;
    // From the first byte on that leads both to the same state, the start of the text makes no difference.
    while (length < size && bound != fresh && (length == 0 || $(boundary("fresh", true)))) {
        bound = $(p)dfa_next[bound + $(p)dfa_class[bytes[length]]];
        fresh = $(p)dfa_next[fresh + $(p)dfa_class[bytes[length]]];
        length++;
    }
    return bound == $(U)_DEAD && $(boundary("fresh")) ? length : 0;
}
