// The offset of the character with index `n`, counted from 0, in a well-formed text; `size` if there is none. For an ill-formed text, an unspecified number, at most
// `size`.
$(U)_API size_t $(p)seek(const void *text, size_t size, size_t n);
