@ if first then
// Conversions that replace errors by $(name). $(p)to_utf$(bits)_lossy writes it for each ill-formed part (.invalid bytes of
// $(p)next_chunk)$(beyond and " and for each character that UTF-16 cannot encode" or ""); $(p)from_utf$(bits)_lossy writes $(hex_bytes) for each unit or surrogate pair that cannot be encoded. Otherwise they are like
// $(p)to_utf$(bits) and $(p)from_utf$(bits), and return COMPLETE or NO_ROOM. *replaced, unless `replaced` is NULL, is the number of replacements that this call wrote.
//
// After NO_ROOM, call again with the rest of the source: the joined outputs are those of a single call. A call with room for at least
// $(units_progress) unit$(units_progress == 1 and "" or "s"), or $(bytes_progress) bytes, reads something if any is left.
@ else
// Lossy conversions to and from units of 32 bits, like $(p)to_utf16_lossy and $(p)from_utf16_lossy. A call with room for at least $(units_progress) unit$(units_progress == 1 and "" or "s"), or $(bytes_progress) bytes, reads something.
@ end
