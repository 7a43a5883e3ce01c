typedef struct $(p)measures {
    size_t valid;        // the number of bytes, as $(p)valid_prefix returns it
    size_t characters;   // the number of characters in these bytes$(pair_note)
@ if all_units then
    size_t utf16_units;  // the length of these bytes in UTF-16
@ else
    size_t utf16_units;  // the length in UTF-16; SIZE_MAX if UTF-16 cannot encode a character
@ end
    bool ascii;          // whether all these bytes are below 0x80
} $(p)measures;

// Measures the longest well-formed prefix of a text: its bytes, its characters and its length in UTF-16.
$(U)_API $(p)measures $(p)measure(const void *text, size_t size);
