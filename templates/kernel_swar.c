$(ruler("swar: plain bytes in machine words, the automaton where they are not plain"))

// Whether all eight bytes of a word are in $(plain_range_text()), which are characters wherever one may begin.
static bool $(p)plain_word(uint64_t word)
{
    return ($(plain_word_code()) & 0x8080808080808080) == 0;
}

// From a character's beginning on: skips plain words, and steps through the automaton until a
// character ends before a byte below 80. Returns where the longest well-formed prefix ends.
static size_t $(p)swar_valid_prefix(const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    unsigned state = $(U)_START;
    size_t i = 0, end = 0;
    while (i < size) {
        if ($(accepts("state")) && size - i >= 8) {
            uint64_t word;
            $(U)_COPY(&word, bytes + i, 8);
            if ($(p)plain_word(word)) {
                state = $(U)_START;
                i += 8;
                end = i;
                continue;
            }
        }
        do {
            state = $(p)dfa_next[state + $(p)dfa_class[bytes[i]]];
            i++;
            if ($(accepts("state"))) {
                end = i;
            } else if (state == $(U)_DEAD) {
                return end;
            }
        } while (i < size && ($(accepts("state", true)) || bytes[i] >= 0x80));
    }
    return end;
}

@ if short_kernel == "shift" then
// Two words at a time, which the shifted states go through where one of them is not plain.
static bool $(p)swar_valid(const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    uint64_t state = $(U)_SHIFT_START;
    size_t i = 0;
    for (; size - i >= 16; i += 16) {
        uint64_t first, second;
        $(U)_COPY(&first, bytes + i, 8);
        $(U)_COPY(&second, bytes + i + 8, 8);
        if ($(p)plain_word(first) && $(p)plain_word(second) && $(shift_accepts("state & 63"))) {
            state = $(U)_SHIFT_START;
            continue;
        }
@ for j = 0, 15 do
        state = $(p)shift_table[bytes[i$(j > 0 and " + " .. j or "")]] >> (state & 63);
@ end
        if ((state & 63) == $(U)_SHIFT_DEAD) {
            return false;
        }
    }
    for (; i < size; i++) {
        state = $(p)shift_table[bytes[i]] >> (state & 63);
    }
    return $(shift_accepts("state & 63"));
}
@ else
static bool $(p)swar_valid(const void *text, size_t size)
{
    return $(p)swar_valid_prefix(text, size) == size;
}
@ end
