$(part("shared/lossy_units.h", lossy))
$(U)_API $(p)result $(p)to_utf16_lossy(const void *text, size_t size, uint16_t *to, size_t room, size_t *replaced);
$(U)_API $(p)result $(p)from_utf16_lossy(const uint16_t *text, size_t units, void *to, size_t room, size_t *replaced);

// The numbers of units and of bytes that these functions write, given enough room. SIZE_MAX if a number does not fit in size_t.
$(U)_API size_t $(p)utf16_lossy_size(const void *text, size_t size);
$(U)_API size_t $(p)size_of_utf16_lossy(const uint16_t *text, size_t units);
