// The characters of a well-formed text. Of other texts some number up to size.
$(U)_API size_t $(p)count(const void *text, size_t size);
