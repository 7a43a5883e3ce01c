$(ruler("shift: one byte a step, the next state found by a shift"))

@ if kind.wide then
// A state is a bit offset in two words of 64 bits; offsets from 64 on are in the second word. The words of a byte hold the next state at the offset of each state. While
// states are in the first word, a step is one load, one shift and one branch, and the loop-carried dependency is one shift.
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
@ if facts then
@ -- shift_next and shift_reached stay symbols to the provers, except where shift_meaning gives their definitions. shift_row is the one fact
@ -- about the table; verify/prove/rows.lua checks it for each state and each byte.
//@ predicate $(p)shift_state(integer s) = $(facts.is_state);
//@
//@ axiomatic $(p)Shift {
//@     logic integer $(p)shift_next(integer s, integer b);
//@     predicate $(p)shift_reached{L}(integer s, uint8_t *t, integer n) reads t[0 .. n - 1];
//@ }
//@
//@ logic integer $(p)shift_eight{L}(integer s, uint8_t *t) =
//@     $(facts.eight);
//@
//@ ghost
//@ /@ assigns \nothing;
//@    ensures row: $(p)shift_state(s) ==> (($(p)shift_table[b] >> s) & 63) == $(p)shift_next(s, b);
//@    ensures is_state: $(p)shift_state(s) ==> $(p)shift_state($(p)shift_next(s, b)); @/
//@ void $(p)shift_row(uint64_t s, uint8_t b);
//@
//@ ghost
//@ /@ assigns \nothing;
//@    ensures next: \forall integer s, b; $(p)shift_next(s, b) == (
@ for _, line in ipairs(facts.next) do
//@        $(line)
@ end
//@        );
//@    ensures reached: \forall integer s; $(p)shift_reached(s, (uint8_t *)t, n) <==> ($(p)shift_state(s)
@ for i, one in ipairs(facts.predicates) do
//@        && (s == $(shift.offsets[one.state]) <==> $(one.name)((uint8_t *)t, n))
@ end
//@        ); @/
//@ void $(p)shift_meaning(const uint8_t *t, size_t n);
//@
//@ ghost
//@ /@ requires \valid_read(t + (0 .. n)) && n < SIZE_MAX;
//@    assigns \nothing;
//@    ensures reached: \forall integer s;
//@        $(p)shift_reached(s, (uint8_t *)t, n) ==> $(p)shift_reached($(p)shift_next(s, t[n]), (uint8_t *)t, n + 1); @/
//@ void $(p)shift_read(const uint8_t *t, size_t n) {
//@     unfold(t, n + 1);
//@     $(p)shift_meaning(t, n);
//@     $(p)shift_meaning(t, n + 1);
@ for _, one in ipairs(facts.predicates) do
//@     /@ assert \forall integer s; $(p)shift_reached(s, (uint8_t *)t, n) ==>
//@            ($(p)shift_next(s, t[n]) == $(shift.offsets[one.state]) <==> $(one.name)((uint8_t *)t, n + 1)); @/
@ end
//@ }
//@
//@ ghost
//@ /@ requires \valid_read(t + (0 .. n + 3)) && n <= SIZE_MAX - 4;
//@    assigns \nothing;
//@    ensures reached: \forall integer s;
//@        $(p)shift_reached(s, (uint8_t *)t, n) ==> $(p)shift_reached($(facts.after[4]), (uint8_t *)t, n + 4); @/
//@ void $(p)shift_read_4(const uint8_t *t, size_t n) {
@ for j, after in ipairs(facts.after) do
//@     $(p)shift_read(t, n + $(j - 1));
//@     /@ assert \forall integer s; $(p)shift_reached(s, (uint8_t *)t, n) ==>
//@            $(p)shift_reached($(after), (uint8_t *)t, n + $(j)); @/
@ end
//@ }
//@
//@ ghost
//@ /@ requires \valid_read(t + (0 .. n + 7)) && n <= SIZE_MAX - 8;
//@    assigns \nothing;
//@    ensures reached: \forall integer s;
//@        $(p)shift_reached(s, (uint8_t *)t, n) ==> $(p)shift_reached($(p)shift_eight(s, (uint8_t *)t + n), (uint8_t *)t, n + 8); @/
//@ void $(p)shift_read_8(const uint8_t *t, size_t n) {
//@     /@ assert (size_t)(n + 4) == n + 4; @/
//@     $(p)shift_read_4(t, n);
//@     $(p)shift_read_4(t, n + 4);
//@     /@ assert \forall integer s; $(p)shift_reached(s, (uint8_t *)t, n + 4) ==>
//@            $(p)shift_reached($(facts.later), (uint8_t *)t, n + 8); @/
//@     /@ assert \forall integer s; $(p)shift_reached(s, (uint8_t *)t, n) ==>
//@            $(p)shift_reached($(facts.whole), (uint8_t *)t, n + 8); @/
//@ }
//@
@ end
$(part("scalar/eight_steps.c", eight_steps))

//@ requires \valid_read((uint8_t *)text + (0 .. size - 1));
//@ assigns \nothing;
@ if facts then
//@ ensures only_well_formed: \result ==> well_formed((uint8_t *)text, size);
//@ ensures all_well_formed: well_formed((uint8_t *)text, size) ==> \result;
@ end
static bool $(p)shift_valid(const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    uint64_t state = $(U)_SHIFT_START;
    size_t i = 0;
@ if facts then
    //@ ghost $(p)shift_meaning(bytes, 0);
    //@
@ end
    //@ loop invariant place: 0 <= i <= size;
@ if facts then
    //@ loop invariant is_state: $(p)shift_state(state & 63);
    //@ loop invariant reached: $(p)shift_reached(state & 63, bytes, i);
@ end
    //@ loop assigns i, state;
    //@ loop variant size - i;
    for (; size - i >= 16; i += 16) {
@ if facts then
        //@ ghost $(p)shift_read_8(bytes, i);
        //@
        //@ assert eight: $(p)shift_reached($(p)shift_eight(state & 63, bytes + i), bytes, i + 8);
        //@
        //@ assert fits: (size_t)(i + 8) == i + 8;
        //@
        //@ ghost $(p)shift_read_8(bytes, i + 8);
        //@
        //@ assert again: \forall integer s;
        //@     $(p)shift_reached(s, bytes, i + 8) ==> $(p)shift_reached($(p)shift_eight(s, bytes + i + 8), bytes, i + 16);
        //@
        //@ assert sixteen:
        //@     $(p)shift_reached($(p)shift_eight($(p)shift_eight(state & 63, bytes + i), bytes + i + 8), bytes, i + 16);
        //@
@ end
        state = $(p)eight_steps($(p)eight_steps(state, bytes + i), bytes + i + 8);
        if ($(kind.state) == $(U)_SHIFT_DEAD) {
@ if facts then
            //@ ghost size_t g = i + 16;
            //@
            //@ ghost $(p)shift_meaning(bytes, g);
            //@
            //@ ghost
            //@ /@ loop invariant rest: i + 16 <= g <= size;
            //@    loop invariant dead: $(p)shift_reached($(U)_SHIFT_DEAD, bytes, g);
            //@    loop assigns g;
            //@    loop variant size - g; @/
            //@    while (g < size) { $(p)shift_read(bytes, g); g++; $(p)shift_meaning(bytes, g); }
            //@
            //@ ghost $(p)shift_meaning(bytes, size);
            //@
@ end
            return false;
        }
    }
    //@ loop invariant place: 0 <= i <= size;
@ if facts then
    //@ loop invariant is_state: $(p)shift_state(state & 63);
    //@ loop invariant reached: $(p)shift_reached(state & 63, bytes, i);
@ end
    //@ loop assigns i, state;
    //@ loop variant size - i;
    for (; i < size; i++) {
@ if facts then
        //@ ghost $(p)shift_row(state & 63, bytes[i]);
        //@
        //@ ghost $(p)shift_read(bytes, i);
        //@
@ end
        state = $(kind.step("bytes[i]"));
    }
@ if facts then
    //@ ghost $(p)shift_meaning(bytes, size);
    //@
@ end
    return $(kind.accepts);
}

//@ requires \valid_read((uint8_t *)text + (0 .. size - 1));
//@ assigns \nothing;
//@ ensures within: \result <= size;
@ if facts then
//@ ensures is_well_formed: well_formed((uint8_t *)text, \result);
//@ ensures none_longer: \forall integer n; \result < n <= size ==> !well_formed((uint8_t *)text, n);
@ end
static size_t $(p)shift_valid_prefix(const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    uint64_t state = $(U)_SHIFT_START;
    size_t end = 0;
@ if facts then
    //@ ghost size_t g = 0;
    //@
    //@ ghost $(p)shift_meaning(bytes, 0);
    //@
    //@ loop invariant place: 0 <= i <= size && end <= i && g == i;
    //@ loop invariant is_state: $(p)shift_state(state & 63);
    //@ loop invariant reached: $(p)shift_reached(state & 63, bytes, i);
    //@ loop invariant ends_well: well_formed(bytes, end);
    //@ loop invariant none_since: \forall integer n; end < n <= i ==> !well_formed(bytes, n);
    //@ loop assigns i, g, state, end;
@ else
    //@ loop invariant place: 0 <= i <= size && end <= i;
    //@ loop assigns i, state, end;
@ end
    //@ loop variant size - i;
    for (size_t i = 0; i < size; i++) {
@ if facts then
        //@ ghost $(p)shift_row(state & 63, bytes[i]);
        //@
        //@ ghost $(p)shift_read(bytes, i);
        //@
        //@ ghost $(p)shift_meaning(bytes, i + 1);
        //@
        //@ ghost g = i + 1;
        //@
@ end
        state = $(kind.step("bytes[i]"));
        if ($(kind.accepts)) {
            end = i + 1;
        } else if ($(kind.state) == $(U)_SHIFT_DEAD) {
            break;
        }
    }
@ if facts then
    //@ ghost
    //@ /@ loop invariant rest: 0 <= end <= g <= size;
    //@    loop invariant dead: g == size || $(p)shift_reached($(U)_SHIFT_DEAD, bytes, g);
    //@    loop invariant none_since: \forall integer n; end < n <= g ==> !well_formed(bytes, n);
    //@    loop assigns g;
    //@    loop variant size - g; @/
    //@    while (g < size) { $(p)shift_read(bytes, g); g++; $(p)shift_meaning(bytes, g); }
@ end
    return end;
}
