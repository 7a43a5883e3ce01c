$(ruler("Characters"))

$(part("shared/segment.c"))

@ if back ~= 0 then
// Whether this byte, in any text, begins a character or is outside all characters.
//@ assigns \nothing;
//@ ensures 0 <= \result <= 1;
static bool $(p)is_start(uint8_t byte)
{
    return $(start_test("byte"));
}

@ end
// Finds the character or the ill-formed subpart that contains bytes[at]; `at` is less than `size`. Returns where it begins. Sets *length to its length,
// and *whole to whether it is a whole character.
@ if back == 0 then
// Each character or subpart is a single byte.
@ elseif back then
// Reading from $(back) bytes before `at`, or from a byte that $(p)is_start accepts, finds the same part as reading from the beginning of the
// text.
@ else
// No fixed number of bytes before bytes[at] is enough to find where characters begin. Reading starts at a byte that $(p)is_start accepts, or at the
// beginning of the text.
@ end
//@ requires at < size && \valid_read(bytes + (0 .. size - 1)) && \valid(length) && \valid(whole) && \separated(length, whole);
//@ requires \separated(whole, bytes + (0 .. size - 1)) && \separated(length, bytes + (0 .. size - 1));
//@ assigns *length, *whole;
//@ ensures holds_it: \result <= at < \result + *length <= size$(back and (" && at - \\result <= %d"):format(back) or "");
//@ ensures bool: 0 <= *whole <= 1;
@ if begun then
//@ ensures a_character: *whole ==> character((uint8_t *)bytes + \result, *length);
@ end
static size_t $(p)segment_at(const uint8_t *bytes, size_t size, size_t at, size_t *length, bool *whole)
{
@ if back ~= 0 then
    const size_t least = $(back and ("at > %d ? at - %d : 0"):format(back, back) or "0");
    size_t begin = at;
    //@ loop invariant place: least <= begin <= at;
    //@ loop assigns begin;
    //@ loop variant begin;
    while (begin > least && !$(p)is_start(bytes[begin])) {
        begin--;
    }
    //@ loop invariant place: least <= begin <= at;
    //@ loop assigns begin, *length, *whole;
    //@ loop variant at - begin;
    while (*length = $(p)segment(bytes + begin, size - begin, whole), *length <= at - begin) {
        begin += *length;
    }
    return begin;
@ else
    *length = $(p)segment(bytes + at, size - at, whole);
    return at;
@ end
}

$(part("shared/next_part.c"))

@ if has_code_points then
$(part("shared/code_point.c"))

$(part("shared/spell.c"))
@ end
