// Conversion to UTF-16 in the byte order of the machine, and back.
//
$(part("shared/units.h"))
$(U)_API $(p)result $(p)to_utf16(const void *text, size_t size, uint16_t *to, size_t room);
$(U)_API $(p)result $(p)from_utf16(const uint16_t *text, size_t units, void *to, size_t room);

// The numbers of units and of bytes that these functions write, given enough room. SIZE_MAX if a number
// does not fit in size_t.
$(U)_API size_t $(p)utf16_size(const void *text, size_t size);
$(U)_API size_t $(p)size_of_utf16(const uint16_t *text, size_t units);

// Whether all units can be converted to text: $(p)from_utf16 would return COMPLETE, given enough room.
$(U)_API bool $(p)valid_utf16(const uint16_t *text, size_t units);

// The number of units that can be converted before more units are known: all except a final high surrogate$(contexts > 1 and " or a last character that may forbid the next one" or "")$(has_ends and " or characters that must not be the last" or "").
$(U)_API size_t $(p)trim_utf16(const uint16_t *text, size_t units);
