$(ruler("Characters"))

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

@ if back ~= 0 then
// Whether this byte begins a character, or is no part of one, wherever it stands.
static bool $(p)is_start(uint8_t byte)
{
    return $(start_test("byte"));
}

@ end
// The character, or ill-formed subpart, that holds the byte at `at`, which is less than size: where it begins, its length, and whether it is
// a whole character.
@ if back == 0 then
// Each is one byte.
@ elseif back then
// What begins $(back) bytes before, or at such a byte, reads `at` as what begins at the text's beginning does.
@ else
// No number of bytes before it tells where characters begin: one has to begin at such a byte, or at the text's beginning.
@ end
$(U)_LOCAL size_t $(p)segment_at(const uint8_t *bytes, size_t size, size_t at, size_t *length, bool *whole)
{
@ if back ~= 0 then
    const size_t least = $(back and ("at > %d ? at - %d : 0"):format(back, back) or "0");
    size_t begin = at;
    while (begin > least && !$(p)is_start(bytes[begin])) {
        begin--;
    }
    while (*length = $(p)segment(bytes + begin, size - begin, whole), *length <= at - begin) {
        begin += *length;
    }
    return begin;
@ else
    *length = $(p)segment(bytes + at, size - at, whole);
    return at;
@ end
}

@ if lengths then
$(part("code_point.c"))

$(part("spell.c"))
@ end
