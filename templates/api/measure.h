typedef struct $(p)measures {
    size_t valid;        // bytes, as $(p)valid_prefix returns them
    size_t characters;   // in those bytes$(pair_note)
@ if all_units then
    size_t utf16_units;  // of the same text in UTF-16
@ else
    size_t utf16_units;  // of the same text in UTF-16; SIZE_MAX if UTF-16 cannot encode one of its characters
@ end
    bool ascii;          // whether all these bytes are below 80
} $(p)measures;

// Measures the longest well-formed prefix of a text: its bytes, its characters and its length in UTF-16.
$(U)_API $(p)measures $(p)measure(const void *text, size_t size);
