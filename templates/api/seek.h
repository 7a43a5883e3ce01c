// The offset of the character with index `n`, from 0, of a well-formed text; `size` if there are at most `n`. For an ill-formed text an unspecified number,
// at most size.
$(U)_API size_t $(p)seek(const void *text, size_t size, size_t n);
