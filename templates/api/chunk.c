//@ requires \valid_read((uint8_t *)text + (0 .. size - 1));
//@ assigns \nothing;
//@ ensures within: \result.valid <= size && \result.invalid <= size - \result.valid;
//@ ensures progress: size > 0 ==> \result.valid + \result.invalid > 0;
//@ ensures all: \result.invalid == 0 ==> \result.valid == size;
@ if begun then
//@ ensures is_well_formed: well_formed((uint8_t *)text, \result.valid);
//@ ensures none_longer: \forall integer n; \result.valid < n <= size ==> !well_formed((uint8_t *)text, n);
@ end
$(p)chunk $(p)next_chunk(const void *text, size_t size)
{
    $(p)error error;
    $(p)chunk chunk;
    $(p)check(text, size, &error);
    chunk.valid = (size_t)error.offset;
    chunk.invalid = error.length;
    return chunk;
}
