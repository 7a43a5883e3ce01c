$(quoted_spec)

#ifndef $(U)_H
#define $(U)_H

#include <stddef.h>
#include <stdint.h>
#ifndef __cplusplus
#include <stdbool.h>
#else
extern "C" {
#endif

// Whether the size bytes at text are well-formed $(title). NULL with size 0 is well-formed. Reads exactly those bytes.
@ if contexts > 1 then
// Two well-formed texts may not be well-formed when joined: the end of one can forbid the beginning of the other.
@ end
bool $(p)valid(const void *text, size_t size);

// The size in bytes of the longest well-formed prefix of the text; size itself if all of it is well-formed.
size_t $(p)valid_prefix(const void *text, size_t size);

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
    // The bytes from offset on that could have begun a character; at least 1, or 0 if nothing is wrong.
    size_t length;
    // What is wrong with them, or with the byte behind them.
    $(p)fault fault;
    // The automaton's state there, for $(p)expected.
    uint32_t state;
} $(p)error;

// Whether the text is well-formed; if not, *error (which may be NULL) says where it stops being so, and why.
bool $(p)check(const void *text, size_t size, $(p)error *error);

// The fault's name in lower case, such as "$(faults[1].name)"; never NULL.
const char *$(p)fault_name($(p)fault fault);

// Whether this byte could have stood where the text stopped being well-formed: at offset + length, or at offset if that byte is wrong
// in itself. The state is an $(p)error's.
bool $(p)expected(uint32_t state, uint8_t byte);

// The kernels compiled for this target, slowest first. supported() asks the processor; the others may be called only if it says yes.
typedef struct $(p)kernel {
    const char *name;
    bool (*supported)(void);
    bool (*valid)(const void *text, size_t size);
    size_t (*valid_prefix)(const void *text, size_t size);
} $(p)kernel;

size_t $(p)kernel_count(void);
// NULL from $(p)kernel_count() on.
const $(p)kernel *$(p)kernel_at(size_t index);
// The name of the kernel that $(p)valid uses now.
const char *$(p)active_kernel(void);

// From now on $(p)valid, $(p)valid_prefix and $(p)check choose among the kernels up to the one of this name: "$(limit_example)"$(limit_declines). NULL lifts
// that. False, and nothing has changed, if there is no such kernel, or if $(U)_KERNEL has fixed one. Any thread may call it at any time.
bool $(p)limit_kernels(const char *name);

// A fingerprint of the rules that this code was generated from: 16 hexadecimal digits.
const char *$(p)spec_hash(void);

#ifdef __cplusplus
}
#endif

#endif  // $(U)_H
