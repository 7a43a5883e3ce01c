// How many bytes $(p)repair writes in all; SIZE_MAX if they can't be counted.
$(U)_API size_t $(p)repaired_size(const void *text, size_t size);

// Writes the text with $(name) ($(hex_bytes)) for each ill-formed part, .invalid bytes of $(p)next_chunk. What is written is well-formed, and whole
// characters always. COMPLETE, or NO_ROOM: then a call for what lies behind .read goes on as if there had been room. With room for $(progress)
// bytes each call reads something$(has_ends and ", unless a character that must not be the last stands before others" or ""). `to` must not overlap the text.
$(U)_API $(p)result $(p)repair(const void *text, size_t size, void *to, size_t room);
