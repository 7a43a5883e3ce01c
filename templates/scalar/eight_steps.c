// The state after eight more bytes.
//@ requires \valid_read(at + (0 .. 7));
@ if not short.shifted then
//@ requires is_state: $(is_state("state"));
@ end
//@ assigns \nothing;
@ if not short.shifted then
//@ ensures is_state: $(is_state("\\result"));
@ elseif facts then
//@ ensures steps: $(p)shift_state(state & 63) ==> (\result & 63) == $(p)shift_eight(state & 63, (uint8_t *)at);
//@ ensures is_state: $(p)shift_state(state & 63) ==> $(p)shift_state(\result & 63);
@ end
$(U)_ALWAYS_INLINE $(short.type) $(p)eight_steps($(short.type) state, const uint8_t *at)
{
@ for j = 0, 7 do
@ if facts then
    //@ ghost $(p)shift_row(state & 63, at[$(j)]);
    //@
@ end
    state = $(short.step(j > 0 and ("at[%d]"):format(j) or "at[0]"));
@ end
    return state;
}
