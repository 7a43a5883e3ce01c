$(ruler("dfa: one byte a step through the automaton's table"))

$(U)_LOCAL bool $(p)dfa_valid(const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    unsigned state = $(U)_START;
    for (size_t i = 0; i < size && state != $(U)_DEAD; i++) {
        state = $(p)dfa_next[state + $(p)dfa_class[bytes[i]]];
    }
    return $(accepts("state"));
}

$(U)_LOCAL size_t $(p)dfa_valid_prefix(const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    unsigned state = $(U)_START;
    size_t end = 0;
    for (size_t i = 0; i < size && state != $(U)_DEAD; i++) {
        state = $(p)dfa_next[state + $(p)dfa_class[bytes[i]]];
        if ($(accepts("state"))) {
            end = i + 1;
        }
    }
    return end;
}
