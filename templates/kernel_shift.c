$(ruler("shift: one byte a step, the next state found by a shift"))

// A state is a bit offset; the word of a byte holds, at each state's offset, the next state. So a step
// is one load and one shift, and the loop-carried dependency is one shift.
//
@ for state = 1, automaton.count do
//   $(("%2d"):format(shift.offsets[state]))  $(automaton.names[state])
@ end
enum { $(U)_SHIFT_START = $(shift.offsets[1]), $(U)_SHIFT_DEAD = $(shift.offsets[2]) };
@ for _, state in ipairs(accepting) do
enum { $(U)_SHIFT_$(automaton.names[state]:upper()) = $(shift.offsets[state]) };
@ end

@ for c, class in ipairs(automaton.classes) do
#define $(U)_W$(c) $(hex64(shift.word[class.bytes[1]]))  // $(ranges_text(class.ranges))
@ end
#define $(U)_X4(word) word, word, word, word
#define $(U)_X8(word) $(U)_X4(word), $(U)_X4(word)
#define $(U)_X16(word) $(U)_X8(word), $(U)_X8(word)

$(U)_TABLE uint64_t $(p)shift_table[256] = {
@ for high = 0, 15 do
@ for _, line in ipairs(words(high)) do
    $(line)
@ end
@ end
};

@ for c in ipairs(automaton.classes) do
#undef $(U)_W$(c)
@ end
#undef $(U)_X4
#undef $(U)_X8
#undef $(U)_X16

//@ requires \valid_read((uint8_t *)text + (0 .. size - 1));
//@ assigns \nothing;
$(U)_LOCAL bool $(p)shift_valid(const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    uint64_t state = $(U)_SHIFT_START;
    size_t i = 0;
    //@ loop invariant place: 0 <= i <= size;
    //@ loop assigns i, state;
    //@ loop variant size - i;
    for (; size - i >= 16; i += 16) {
@ for j = 0, 15 do
        state = $(p)shift_table[bytes[i$(j > 0 and " + " .. j or "")]] >> (state & 63);
@ end
        if ((state & 63) == $(U)_SHIFT_DEAD) {
            return false;
        }
    }
    //@ loop invariant place: 0 <= i <= size;
    //@ loop assigns i, state;
    //@ loop variant size - i;
    for (; i < size; i++) {
        state = $(p)shift_table[bytes[i]] >> (state & 63);
    }
    return $(accepts("state & 63"));
}

//@ requires \valid_read((uint8_t *)text + (0 .. size - 1));
//@ assigns \nothing;
//@ ensures within: \result <= size;
$(U)_LOCAL size_t $(p)shift_valid_prefix(const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    uint64_t state = $(U)_SHIFT_START;
    size_t end = 0;
    //@ loop invariant place: 0 <= i <= size && end <= i;
    //@ loop assigns i, state, end;
    //@ loop variant size - i;
    for (size_t i = 0; i < size; i++) {
        state = $(p)shift_table[bytes[i]] >> (state & 63);
        if ($(accepts("state & 63"))) {
            end = i + 1;
        } else if ((state & 63) == $(U)_SHIFT_DEAD) {
            break;
        }
    }
    return end;
}
