@ if spec.pair then
// The byte after bytes[0..length) led to the error state. If these bytes begin with a high half, returns the length of that half, otherwise `length`.
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
@ if profile then
// The number of leading bytes that begin a character, even one that the profile excludes. Sets *whole to whether they are a whole character.
// The table has only forms of several bytes that write excluded characters. For other bytes, the result is 0.
//@ requires \valid_read(bytes + (0 .. size - 1)) && \valid(whole) && \separated(whole, bytes + (0 .. size - 1));
//@ assigns *whole;
//@ ensures within: \result <= size && \result <= $(longest_row);
//@ ensures bool: 0 <= *whole <= 1;
static size_t $(p)encoded(const uint8_t *bytes, size_t size, bool *whole)
{
    static const struct {
        uint8_t length, low[$(longest_row)], high[$(longest_row)];
    } rows[] = {
@ for _, row in ipairs(encoded) do
        { $(bounds_code(row)) },  // $(row_text(row.bytes))
@ end
    };
    size_t most = 0;
    *whole = false;
    //@ loop invariant place: 0 <= r <= $(#encoded) && most <= size && most <= $(longest_row) && 0 <= *whole <= 1;
    //@ loop assigns r, most, *whole;
    //@ loop variant $(#encoded) - r;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        size_t i = 0;
        //@ loop invariant place: i <= size && i <= rows[r].length;
        //@ loop assigns i;
        //@ loop variant size - i;
        while (i < size && i < rows[r].length && rows[r].low[i] <= bytes[i] && bytes[i] <= rows[r].high[i]) {
            i++;
        }
        if (i > most) {
            most = i;
            *whole = i == rows[r].length;
        }
    }
    return most;
}

@ end
// Finds the first character or ill-formed subpart, by forms$(spec.pair and " and pairs" or ""), regardless of earlier bytes. Returns its length, at least 1. Sets *whole to whether it is a character. `size` is not 0.
//@ requires size > 0 && \valid_read(bytes + (0 .. size - 1)) && \valid(whole) && \separated(whole, bytes + (0 .. size - 1));
//@ assigns *whole;
//@ ensures within: 1 <= \result <= size && \result <= $(longest);
//@ ensures bool: 0 <= *whole <= 1;
@ if begun then
//@ ensures a_character: *whole ==> character((uint8_t *)bytes, \result);
//@ ensures no_character: !*whole ==> \forall integer n; n <= size ==> !character((uint8_t *)bytes, n);
@ end
@ if begun and not profile then
//@ ensures a_beginning: !*whole && \result > 1 ==> begins((uint8_t *)bytes, \result);
//@ ensures no_longer: !*whole ==> \forall integer n; \result < n <= size ==> !begins((uint8_t *)bytes, n);
@ end
static size_t $(p)segment(const uint8_t *bytes, size_t size, bool *whole)
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
@ if profile then
    if (state == $(U)_DEAD) {
        // A character that the profile excludes is ill-formed as a whole.
        bool left_out;
        const size_t encoded = $(p)encoded(bytes, size, &left_out);
        length = encoded > length ? encoded : length;
    }
@ end
    return length > 0 ? length : 1;
}
