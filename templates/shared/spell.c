@ if pair or many_gaps then
// Writes a code point by the forms and returns its length, or returns 0 and writes
// nothing.$(many_gaps and " It also writes some excluded code points." or "")$(pair and " It also writes the halves of pairs." or "")
//@ requires \valid(to + (0 .. $(longest - 1)));
//@ assigns to[0 .. $(longest - 1)];
//@ ensures within: \result <= $(longest);
static size_t $(p)spell_form(uint32_t code_point, uint8_t *to)
@ else
// Writes the character of a code point, if the encoding has one. Returns its length, or 0.
//@ requires \valid(to + (0 .. $(longest - 1)));
//@ assigns to[0 .. $(longest - 1)];
//@ ensures within: \result <= $(longest);
$(inline) size_t $(p)spell(uint32_t code_point, uint8_t *to)
@ end
{
@ for _, span in ipairs(spans) do
@ if span.hi < 0xFFFFFFFF then
    if (code_point <= $(("0x%X"):format(span.hi))U) {
@ else
    {
@ end
@ if span.below then
        if (code_point < $(("0x%X"):format(span.lo))U) {
            return 0;
        }
@ end
@ if span.gap then
        if ($(span.gap)) {
            return 0;
        }
@ end
@ for i, byte in ipairs(span.bytes) do
        to[$(i - 1)] = $(byte);
@ end
        return $(#span.bytes);
    }
@ end
@ if spans[#spans].hi < 0xFFFFFFFF then
    return 0;
@ end
}

@ if pair or many_gaps then
// Writes the character of a code point, if the encoding has one. Returns its length, or 0.
//@ requires \valid(to + (0 .. $(longest - 1)));
//@ assigns to[0 .. $(longest - 1)];
//@ ensures within: \result <= $(longest);
$(inline) size_t $(p)spell(uint32_t code_point, uint8_t *to)
{
@ if many_gaps then
    uint8_t bytes[$(longest)];
    bool whole = false;
@ end
@ local target = many_gaps and "bytes" or "to"
@ if pair then
    if (code_point >= $(pair.first) && code_point <= $(pair.last)) {
        const uint32_t number = code_point - $(pair.first);
        const size_t high = $(p)spell_form($(pair.high) + number / $(pair.lows), to);
        return high + $(p)spell_form($(pair.low) + number % $(pair.lows), to + high);
    }
    if ($(pair.half)) {
        return 0;
    }
@ end
@ if many_gaps then
    const size_t length = $(p)spell_form(code_point, bytes);
    if (length == 0 || $(p)segment(bytes, length, &whole) != length || !whole) {
        return 0;
    }
    $(U)_COPY(to, bytes, length);
    return length;
@ else
    return $(p)spell_form(code_point, to);
@ end
}
@ end
@ if write() ~= p .. "spell" then

// Like $(p)spell, but not inline.
//@ requires \valid(to + (0 .. $(longest - 1)));
//@ assigns to[0 .. $(longest - 1)];
//@ ensures within: \result <= $(longest);
static $(U)_NOINLINE size_t $(write())(uint32_t code_point, uint8_t *to)
{
    return $(p)spell(code_point, to);
}
@ end
