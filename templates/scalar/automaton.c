$(ruler("The automaton"))
@ if predicates then
@ for i, one in ipairs(predicates) do
//@ predicate $(one.name){L}(uint8_t *t, integer n) =
@ for j, line in ipairs(one.lines) do
//@     $(line)$(j == #one.lines and ";" or "")
@ end
@ end
//@ predicate $(p)in_none{L}(uint8_t *t, integer n) =
@ for i, one in ipairs(predicates) do
//@     !$(one.name)(t, n)$(i == #predicates and ";" or " &&")
@ end
//@
@ end

// A state is a multiple of $(dfa.classes), the number of byte classes:
//
@ for state = 1, automaton.count do
//   $(state_line(state))
@ end
enum { $(U)_START = 0, $(U)_DEAD = $(dfa.classes) };
@ for _, state in ipairs(boundaries) do
enum { $(U)_$(automaton.names[state]:upper()) = $((state - 1) * dfa.classes) };
@ end

@ if origin then
// The state in which a text begins. Kernels begin in START, as after a character: they do not know the rules that apply at the start.
enum { $(U)_ORIGIN = $(origin) };

@ end
@ if looked_up then
// For each state, whether a text may end in it, and whether a character may begin in it.
@ for _, set in ipairs { { name = "final", of = "accepts" }, { name = "boundary", of = "boundary" } } do
static const bool $(p)is_$(set.name)[$(automaton.count)] = {
@ for _, line in ipairs(flags(set.of)) do
    $(line)
@ end
};
@ end

@ end
// The class of each byte$(dfa.payload and "; (0xFF >> class) & byte are the payload bits of a lead byte" or "").
//
@ for number = 0, dfa.classes - 1 do
//   $(("%2d"):format(number))  $(ranges_text(dfa.members[number].ranges))
@ end
$(U)_TABLE uint8_t $(p)dfa_class[256] = {
@ for high = 0, 15 do
    $(decimals(dfa.class, high * 16, high * 16 + 15, 2)),  // $(("%X_"):format(high))
@ end
};

// The next state, at [state + class].
$(U)_TABLE $(dfa_type) $(p)dfa_next[$(#dfa.next + 1)] = {
    // $(class_numbers())
@ for state = 1, automaton.count do
@ for _, line in ipairs(state_row(state)) do
    $(line)
@ end
@ end
};

@ if not tables_only then
@ if has_continuations then
//@ assigns \nothing;
//@ ensures 0 <= \result <= 1;
static bool $(p)is_continuation(uint8_t byte)
{
    return $(continuation_test("byte"));
}

@ end
static bool $(p)always(void)
{
    return true;
}
@ end
