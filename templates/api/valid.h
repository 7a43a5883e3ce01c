// Whether the `size` bytes at `text` are well-formed $(title). Reads these bytes only. NULL with size 0 is well-formed.
@ if contexts > 1 then
// Two well-formed texts can be ill-formed when joined: the end of one can forbid the beginning of the other.
@ end
$(U)_API bool $(p)valid(const void *text, size_t size);
