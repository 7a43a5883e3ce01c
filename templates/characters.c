$(ruler("Characters"))

$(part("segment.c"))

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

@ if has_code_points then
$(part("code_point.c"))

$(part("spell.c"))
@ end
