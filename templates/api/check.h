// Why the longest well-formed prefix ends where it does.
typedef enum $(p)fault {
    $(U)_FAULT_NONE,
@ for _, fault in ipairs(faults) do
    $(U)_$(fault.name:upper()),$(pad_to(fault.name, widest_fault))  // $(fault.meaning)
@ end
} $(p)fault;

typedef struct $(p)error {
    // The size of the longest well-formed prefix.
    uint64_t offset;
@ if profile then
    // The number of bytes at offset that form the ill-formed part: the beginning of a character, or a whole character that this profile excludes.
    // At least 1; 0 if there is no error.
@ else
    // The number of bytes at offset that are the beginning of a character, at least 1; 0 if there is no error.
@ end
    size_t length;
    // The fault of these bytes, or of the byte after them.
    $(p)fault fault;
    // The automaton's state there, for $(p)expected.
    uint32_t state;
} $(p)error;

// Whether the text is well-formed. Sets *error in any case; `error` may be NULL.
$(U)_API bool $(p)check(const void *text, size_t size, $(p)error *error);

// The fault's name in lower case, such as "$(faults[1].name)"; never NULL.
$(U)_API const char *$(p)fault_name($(p)fault fault);

// Whether some well-formed text has this byte where the ill-formed text has another one: at offset + length, or at offset if the byte there
// cannot begin a character$(profile and "; for a character that the profile excludes, at its first byte after which no character is possible" or ""). `state` is the one of the $(p)error.
$(U)_API bool $(p)expected(uint32_t state, uint8_t byte);
