// Decodes the first character of the text: returns its length in bytes and sets *code_point. Returns 0, and does not set *code_point, if the text does
// not begin with a whole character. The function does not check rules on neighboring characters.
@ if paired then
// A pair is one character, of $(paired).
@ end
$(U)_API size_t $(p)decode(const void *text, size_t size, uint32_t *code_point);

// Decodes the last character of the text, or returns 0 if the text does not end with one.
$(U)_API size_t $(p)decode_last(const void *text, size_t size, uint32_t *code_point);
