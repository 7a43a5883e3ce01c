// The number of well-formed bytes, and of the ill-formed bytes after them that are one error: `length` in the error of $(p)check.
typedef struct $(p)chunk {
    size_t valid, invalid;
} $(p)chunk;

// The first chunk of a text. .invalid is 0 exactly if the whole text is well-formed. To iterate over any text, skip both numbers of bytes and call
// the function again for the rest.
@ if contexts > 1 then
// Well-formed parts that are joined may be ill-formed: that depends on the bytes left out or inserted between them.
@ end
$(U)_API $(p)chunk $(p)next_chunk(const void *text, size_t size);
