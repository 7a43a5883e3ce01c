$(ruler("swar: eight bytes at a time in a machine word, the automaton where they are not plain"))

// From a character's beginning on: skips words without a byte from 80 on, and steps through the automaton to the end of the
// first character that ends on or behind a plain one. Returns where the longest well-formed prefix ends.
static size_t $(p)swar_valid_prefix(const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    unsigned state = $(U)_START;
    size_t i = 0, end = 0;
    while (i < size) {
        if (state == $(U)_START && size - i >= 8) {
            uint64_t word;
            $(U)_COPY(&word, bytes + i, 8);
            if ((word & 0x8080808080808080) == 0) {
                i += 8;
                end = i;
                continue;
            }
        }
        do {
            state = $(p)dfa_next[state + $(p)dfa_class[bytes[i]]];
            i++;
            if (state == $(U)_START) {
                end = i;
            } else if (state == $(U)_DEAD) {
                return end;
            }
        } while (i < size && (state != $(U)_START || bytes[i] >= 0x80));
    }
    return end;
}

static bool $(p)swar_valid(const void *text, size_t size)
{
    return $(p)swar_valid_prefix(text, size) == size;
}
