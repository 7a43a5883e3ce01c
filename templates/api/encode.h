// The length of the longest character in bytes.
enum { $(U)_LONGEST = $(longest) };

// Writes the character of a code point, at most $(U)_LONGEST bytes, and returns its length. Returns 0 and writes nothing if the encoding has no such
// character.
$(U)_API size_t $(p)encode(uint32_t code_point, void *to);
