// How many bytes $(p)repair writes in all; SIZE_MAX if they can't be counted.
$(U)_API size_t $(p)repaired_size(const void *text, size_t size);

// Writes the text with $(name) ($(hex_bytes)) for each ill-formed part, .invalid bytes of $(p)next_chunk. What is written is well-formed, and whole
// characters always. COMPLETE, or NO_ROOM: then a call for what lies behind .read goes on as if there had been room. With room for $(progress)
// bytes each call reads something. `to` must not overlap the text.
@ if has_ends then
// What a call without room has written may end after a character that must not be the last: what the next one writes goes on there. Each call
// looks at such characters as far as they follow one another.
@ end
$(U)_API $(p)result $(p)repair(const void *text, size_t size, void *to, size_t room);
