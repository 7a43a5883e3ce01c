//@ requires \valid_read((uint8_t *)text + (0 .. size - 1));
//@ assigns \nothing;
@ if has_grammar then
//@ ensures only_well_formed: \result ==> well_formed((uint8_t *)text, size);
//@ ensures all_well_formed: well_formed((uint8_t *)text, size) ==> \result;
@ end
bool $(p)valid(const void *text, size_t size)
{
@ if not sole then
    //@ calls $(U)_CALLED_valid;
@ end
    return $(active "valid")(text, size);
}
