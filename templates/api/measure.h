typedef struct $(p)measures {
    size_t valid;        // as $(p)valid_prefix says
    size_t characters;   // in those bytes$(pair_note)
@ if all_units then
    size_t utf16_units;  // that write the same in UTF-16
@ else
    size_t utf16_units;  // that write the same in UTF-16; SIZE_MAX if UTF-16 can't hold a character of it
@ end
    bool ascii;          // whether each of the characters is one byte below 80
} $(p)measures;

// The longest well-formed prefix of a text, its characters and its length in UTF-16.
$(U)_API $(p)measures $(p)measure(const void *text, size_t size);
