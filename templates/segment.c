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
@ if begun then
@ for _, one in ipairs(begun) do
//@ predicate $(one.name){L}(uint8_t *t, integer n) =
@ for j, line in ipairs(one.lines) do
//@     $(line)$(j == #one.lines and ";" or "")
@ end
@ end
//@
@ end
// The first character of some bytes, by forms$(spec.pair and " and pairs" or "") alone, whatever stands before it: its length, and *whole is
// true; or that of the ill-formed subpart there, at least 1. `size` is not 0.
//@ requires size > 0 && \valid_read(bytes + (0 .. size - 1)) && \valid(whole) && \separated(whole, bytes + (0 .. size - 1));
//@ assigns *whole;
//@ ensures within: 1 <= \result <= size && \result <= $(longest);
//@ ensures bool: 0 <= *whole <= 1;
@ if begun then
//@ ensures a_character: *whole ==> character((uint8_t *)bytes, \result);
//@ ensures no_character: !*whole ==> \forall integer n; n <= size ==> !character((uint8_t *)bytes, n);
//@ ensures a_beginning: !*whole && \result > 1 ==> begins((uint8_t *)bytes, \result);
//@ ensures no_longer: !*whole ==> \forall integer n; \result < n <= size ==> !begins((uint8_t *)bytes, n);
@ end
$(U)_LOCAL size_t $(p)segment(const uint8_t *bytes, size_t size, bool *whole)
{
    unsigned state = $(U)_START;
    size_t length = 0;
    //@ loop invariant place: 0 <= length < size && (state == $(U)_START <==> length == 0);
    //@ loop invariant is_state: $(is_state) && state != $(U)_DEAD;
@ for _, one in ipairs(begun or {}) do
    //@ loop invariant $(one.name:sub(#p + 1)): state == $(one.value) <==> $(one.name)((uint8_t *)bytes, length);
@ end
    //@ loop assigns state, length;
    //@ loop variant size - length;
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
