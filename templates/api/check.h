// The reason why a text is ill-formed after its longest well-formed prefix.
typedef enum $(p)fault {
    $(U)_FAULT_NONE,
@ for _, fault in ipairs(faults) do
    $(U)_$(fault.name:upper()),$(pad_to(fault.name, widest_fault))  // $(fault.meaning)
@ end
} $(p)fault;

typedef struct $(p)error {
    // The size of the longest well-formed prefix.
    uint64_t offset;
@ local excluded = profile and restricted and "that the profile excludes or a rule forbids" or profile and "that the profile excludes"
@     or restricted and "that a rule forbids"
    // The number of ill-formed bytes at offset: the beginning of a character, $(excluded and "a whole character " .. excluded .. ", " or "")or a single byte. 0 if there is no error.
    size_t length;
    // The fault of these bytes, alone or together with the next byte.
    $(p)fault fault;
    // The automaton's state where it found the error, for $(p)expected.
    uint32_t state;
} $(p)error;

// Whether the text is well-formed. Sets *error in both cases; `error` may be NULL.
$(U)_API bool $(p)check(const void *text, size_t size, $(p)error *error);

// The fault's name in lower case, such as "$(faults[1].name)"; never NULL.
$(U)_API const char *$(p)fault_name($(p)fault fault);

// Whether a well-formed text can have this byte where the error was found: at offset + length, or at offset if the byte there
// cannot begin a character$(excluded and "; at the first wrong byte of a character " .. excluded or ""). `state` is the member of $(p)error.
$(U)_API bool $(p)expected(uint32_t state, uint8_t byte);
