@ if first then
// Conversions that replace errors by $(name). $(p)to_utf$(bits)_lossy writes it for each ill-formed part (.invalid bytes of
// $(p)next_chunk)$(beyond and " and for each character that UTF-16 cannot encode" or ""), $(p)from_utf$(bits)_lossy writes $(hex_bytes) for each unit or surrogate pair that cannot be encoded. Otherwise they are like
// $(p)to_utf$(bits) and $(p)from_utf$(bits), and return COMPLETE or NO_ROOM. *replaced, unless `replaced` is NULL, is the number of replacements that this call wrote.
//
// After NO_ROOM, call again with the rest of the source: the joined outputs equal that of a single call. A call with room for at least
// $(units_progress) unit$(units_progress == 1 and "" or "s"), or $(bytes_progress) bytes, reads something.
@ else
// The same for units of 32 bits.$(not beyond and "" or "") A call with room for at least $(units_progress) unit$(units_progress == 1 and "" or "s"), or $(bytes_progress) bytes, reads something.
@ end
$(U)_API $(p)result $(p)to_utf$(bits)_lossy(const void *text, size_t size, uint$(bits)_t *to, size_t room, size_t *replaced);
$(U)_API $(p)result $(p)from_utf$(bits)_lossy(const uint$(bits)_t *text, size_t units, void *to, size_t room, size_t *replaced);

// The numbers of units and of bytes that these functions write, given enough room. SIZE_MAX if a number does not fit in size_t.
$(U)_API size_t $(p)utf$(bits)_lossy_size(const void *text, size_t size);
$(U)_API size_t $(p)size_of_utf$(bits)_lossy(const uint$(bits)_t *text, size_t units);
