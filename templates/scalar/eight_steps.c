// The state after eight more bytes.
//@ requires \valid_read(at + (0 .. 7));
@ if not short.shifted then
//@ requires is_state: $(is_state("state"));
@ end
//@ assigns \nothing;
@ if not short.shifted then
//@ ensures is_state: $(is_state("\\result"));
@ end
$(U)_ALWAYS_INLINE $(short.type) $(p)eight_steps($(short.type) state, const uint8_t *at)
{
@ for j = 0, 7 do
    state = $(short.step(j > 0 and ("at[%d]"):format(j) or "at[0]"));
@ end
    return state;
}
