$(ruler("shift: one byte a step, the next state found by a shift"))

@ if kind.wide then
// A state is a bit offset in two words of 64 bits; offsets from 64 on are in the second word. The words of a byte hold the next state at the offset of each state. A
// step is one load, one shift and one branch. While states are in the first word, the loop-carried dependency is one shift.
@ else
// A state is a bit offset. The 64-bit word of a byte holds the next state at the offset of each state.
// So a step is one load and one shift, and the loop-carried dependency is one shift.
@ end
//
@ for state = 1, automaton.count do
//   $((kind.wide and "%3d" or "%2d"):format(shift.offsets[state]))  $(automaton.names[state])
@ end
enum { $(U)_SHIFT_START = $(shift.offsets[1]), $(U)_SHIFT_DEAD = $(shift.offsets[2]) };
@ for _, state in ipairs(accepting) do
enum { $(U)_SHIFT_$(automaton.names[state]:upper()) = $(shift.offsets[state]) };
@ end

#define $(U)_X2(word) word, word
#define $(U)_X4(word) word, word, word, word
#define $(U)_X8(word) $(U)_X4(word), $(U)_X4(word)
#define $(U)_X16(word) $(U)_X8(word), $(U)_X8(word)

$(U)_TABLE uint64_t $(p)shift_table[$(256 * shift.words)] = {
@ for from = 0, 256 * shift.words - 1, 16 do
@ if from == 256 then
    // Second words.
@ end
@ for _, line in ipairs(words(from)) do
    $(line)
@ end
@ end
};

#undef $(U)_X2
#undef $(U)_X4
#undef $(U)_X8
#undef $(U)_X16

@ if kind.wide then
// The state after one more byte. Most texts need only the first word, so the branch is predicted. The second load is volatile to keep this branch: otherwise
// clang merges the two loads into one, whose address depends on the state (four times slower).
//@ assigns \nothing;
static inline uint64_t $(p)shift_step(uint64_t state, uint8_t byte)
{
    uint64_t word = $(p)shift_table[byte];
    if ((state & 64) != 0) {
        word = *(const volatile uint64_t *)&$(p)shift_table[256 + byte];
    }
    return word >> (state & 63);
}

@ end
$(part("scalar/eight_steps.c", eight_steps))

//@ requires \valid_read((uint8_t *)text + (0 .. size - 1));
//@ assigns \nothing;
static bool $(p)shift_valid(const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    uint64_t state = $(U)_SHIFT_START;
    size_t i = 0;
    //@ loop invariant place: 0 <= i <= size;
    //@ loop assigns i, state;
    //@ loop variant size - i;
    for (; size - i >= 16; i += 16) {
        state = $(p)eight_steps($(p)eight_steps(state, bytes + i), bytes + i + 8);
        if ($(kind.state) == $(U)_SHIFT_DEAD) {
            return false;
        }
    }
    //@ loop invariant place: 0 <= i <= size;
    //@ loop assigns i, state;
    //@ loop variant size - i;
    for (; i < size; i++) {
        state = $(kind.step("bytes[i]"));
    }
    return $(kind.accepts);
}

//@ requires \valid_read((uint8_t *)text + (0 .. size - 1));
//@ assigns \nothing;
//@ ensures within: \result <= size;
static size_t $(p)shift_valid_prefix(const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    uint64_t state = $(U)_SHIFT_START;
    size_t end = 0;
    //@ loop invariant place: 0 <= i <= size && end <= i;
    //@ loop assigns i, state, end;
    //@ loop variant size - i;
    for (size_t i = 0; i < size; i++) {
        state = $(kind.step("bytes[i]"));
        if ($(kind.accepts)) {
            end = i + 1;
        } else if ($(kind.state) == $(U)_SHIFT_DEAD) {
            break;
        }
    }
    return end;
}
