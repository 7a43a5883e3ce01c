// The length of the character that begins the text, and in *code_point which one it is; 0, and *code_point is left alone, if no whole one
// does. Characters are told by their forms$(paired and " and pairs" or "") alone: what a rule forbids beside another one is a character, too.
@ if paired then
// A pair is one character, of $(paired).
@ end
$(U)_API size_t $(p)decode(const void *text, size_t size, uint32_t *code_point);

// The same of the character that ends the text.
$(U)_API size_t $(p)decode_last(const void *text, size_t size, uint32_t *code_point);
