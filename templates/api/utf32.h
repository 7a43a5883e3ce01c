@ if has_utf16 then
// Conversion to units of 32 bits that are code points, and back, with the same rules as for UTF-16.
@ else
// Conversion to units of 32 bits that are code points, and back.
//
$(part("shared/units.h"))
@ end
$(U)_API $(p)result $(p)to_utf32(const void *text, size_t size, uint32_t *to, size_t room);
$(U)_API $(p)result $(p)from_utf32(const uint32_t *text, size_t units, void *to, size_t room);

// The numbers of units and of bytes that these functions write, given enough room, for the whole source or up to its first error. SIZE_MAX if a number
// does not fit in size_t.
$(U)_API size_t $(p)utf32_size(const void *text, size_t size);
$(U)_API size_t $(p)size_of_utf32(const uint32_t *text, size_t units);

// Whether all units can be converted to text: $(p)from_utf32 would return COMPLETE, given enough room.
$(U)_API bool $(p)valid_utf32(const uint32_t *text, size_t units);

// The number of units that can be converted before more units are known: all except a final high surrogate$(contexts > 1 and " or a last character that may forbid the next one" or "")$(has_ends and " or characters that must not be the last" or "").
$(U)_API size_t $(p)trim_utf32(const uint32_t *text, size_t units);
