//@ requires \valid_read((uint8_t *)text + (0 .. size - 1));
//@ assigns \nothing;
//@ ensures within: \result <= size;
@ if has_grammar then
//@ ensures is_well_formed: well_formed((uint8_t *)text, \result);
//@ ensures none_longer: \forall integer n; \result < n <= size ==> !well_formed((uint8_t *)text, n);
@ end
size_t $(p)valid_prefix(const void *text, size_t size)
{
@ if starts then
    if ($(p)barred((const uint8_t *)text, size) > 0) {
        return 0;
    }
@ end
@ if not sole then
    //@ calls $(U)_CALLED_valid_prefix;
@ end
    return $(active "valid_prefix")(text, size);
}
