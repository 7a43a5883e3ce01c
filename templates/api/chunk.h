// The number of well-formed bytes, and that of the ill-formed bytes after them (`length` of $(p)error).
typedef struct $(p)chunk {
    size_t valid, invalid;
} $(p)chunk;

// The first chunk of a text. .invalid is 0 exactly if the whole text is well-formed. To iterate over a text, skip .valid + .invalid bytes and call
// the function again for the rest.
@ if starts then
// Each call treats its text as a whole text: the rules at the start of a text also apply to the first character of the rest.
@ end
@ if contexts > 1 then
// If you join the well-formed parts, the result can be ill-formed: the end of one part can forbid the beginning of the next one.
@ end
$(U)_API $(p)chunk $(p)next_chunk(const void *text, size_t size);
