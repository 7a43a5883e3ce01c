@ if has_utf16 then
// Text as units of 32 bits that are code points, and back; the same holds as for UTF-16.
@ else
// Text as units of 32 bits that are code points, and back.
//
$(part("shared/units.h"))
@ end
$(U)_API $(p)result $(p)to_utf32(const void *text, size_t size, uint32_t *to, size_t room);
$(U)_API $(p)result $(p)from_utf32(const uint32_t *text, size_t units, void *to, size_t room);

// How many units, and bytes, they write with all the room they want: of all, or up to what is wrong; SIZE_MAX if there is no such number.
$(U)_API size_t $(p)utf32_size(const void *text, size_t size);
$(U)_API size_t $(p)size_of_utf32(const uint32_t *text, size_t units);

// The number of units less those at the end that wait for what follows: a final high surrogate$(contexts > 1 and "; a last character that may forbid the next one" or "")$(has_ends and ", or must not be the last" or "").
$(U)_API size_t $(p)trim_utf32(const uint32_t *text, size_t units);
