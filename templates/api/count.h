// The number of characters of a well-formed text; for an ill-formed text, an unspecified number, at most `size`.
$(U)_API size_t $(p)count(const void *text, size_t size);
