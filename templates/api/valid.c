//@ requires \valid_read((uint8_t *)text + (0 .. size - 1));
//@ assigns \nothing;
@ if has_grammar then
//@ ensures only_well_formed: \result ==> well_formed((uint8_t *)text, size);
//@ ensures all_well_formed: well_formed((uint8_t *)text, size) ==> \result;
@ end
bool $(p)valid(const void *text, size_t size)
{
@ if starts then
    if ($(p)barred((const uint8_t *)text, size) > 0) {
        return false;
    }
@ end
@ if not sole then
#ifndef $(U)_KERNEL
    // If the last kernel is active, it is called directly, because an indirect call takes longer.
    if ($(p)chosen() == &$(p)kernels[$(U)_KERNEL_COUNT - 1]) {
        return $(p)kernels[$(U)_KERNEL_COUNT - 1].valid(text, size);
    }
#endif
    //@ calls $(U)_CALLED_valid;
@ end
    return $(active "valid")(text, size);
}
