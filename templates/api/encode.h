// How many bytes the longest character has.
enum { $(U)_LONGEST = $(longest) };

// Writes the character of a code point, at most $(U)_LONGEST bytes, and returns its length; 0, and nothing is written, if there is none.
$(U)_API size_t $(p)encode(uint32_t code_point, void *to);
