@ if spec.pair then
// How many of the first bytes, which no low half follows, are the high half of a pair; all of them if none is whole.
static size_t $(p)high_half(const uint8_t *bytes, size_t length)
{
@ for _, row in ipairs(high_halves) do
    // $(row.text)
    if ($(row.test)) {
        return $(row.length);
    }
@ end
    return length;
}

@ end
// The first character of some bytes, by forms$(spec.pair and " and pairs" or "") alone, whatever stands before it: its length, and *whole is
// true; or that of the ill-formed subpart there, at least 1. `size` is not 0.
$(U)_LOCAL size_t $(p)segment(const uint8_t *bytes, size_t size, bool *whole)
{
    unsigned state = $(U)_START;
    size_t length = 0;
    do {
        state = $(p)dfa_next[state + $(p)dfa_class[bytes[length]]];
        length += state != $(U)_DEAD;
    } while (length < size && state != $(U)_DEAD && $(boundary("state", true)));
    *whole = $(boundary("state"));
@ if spec.pair then
    if (state == $(U)_DEAD) {
        length = $(p)high_half(bytes, length);
    }
@ end
    return length > 0 ? length : 1;
}
