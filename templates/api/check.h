// What is wrong at the end of the longest well-formed prefix.
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
    // The bytes from offset on that could have begun a character, or all of one that the encoding writes and this profile leaves out; at least 1,
    // or 0 if nothing is wrong.
@ else
    // The bytes from offset on that could have begun a character; at least 1, or 0 if nothing is wrong.
@ end
    size_t length;
    // What is wrong with them, or with the byte behind them.
    $(p)fault fault;
    // The automaton's state there, for $(p)expected.
    uint32_t state;
} $(p)error;

// Whether the text is well-formed; if not, *error (which may be NULL) says where it stops being so, and why.
$(U)_API bool $(p)check(const void *text, size_t size, $(p)error *error);

// The fault's name in lower case, such as "$(faults[1].name)"; never NULL.
$(U)_API const char *$(p)fault_name($(p)fault fault);

// Whether this byte could have stood where the text stopped being well-formed: at offset + length, or at offset if that byte is wrong
// in itself$(profile and "; of a character that the profile leaves out, in the place of the first byte with which nothing can go on" or ""). The state is an $(p)error's.
$(U)_API bool $(p)expected(uint32_t state, uint8_t byte);
