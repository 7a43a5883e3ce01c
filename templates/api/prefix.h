// The size in bytes of the longest well-formed prefix of the text; `size` if the whole text is well-formed.
$(U)_API size_t $(p)valid_prefix(const void *text, size_t size);
