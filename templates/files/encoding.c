//
// In numbers:
@ for _, figure in ipairs(figures) do
$(figure.text)
@ end
//
// `u8gen verify SPEC` proves, for texts of every length, that the automaton's
// tables$(has_vectors and " and the vector kernels' checks" or "") accept exactly the texts of
// the spec. It also tests loads, loops and all functions against a reference, on short texts and at the ends of pages.
//
// Macros, all optional; define them when you compile this file:
@ local function macro(name, text)
$(option_lines(name, text))
@ end
@ macro("_STATIC", "make everything static: define it, then include this file instead of the header where the functions are used")
@ local numbers = "uint8_t to uint64_t"
@ for _, one in ipairs(parts) do
@ numbers = (one.name == "rows" or one.name:find "^utf") and "int32_t, int64_t, uint8_t to uint64_t" or numbers
@ end
@ macro("_TYPES=HEADER", "for systems without <stddef.h>: include HEADER (with its quotes) for size_t, ptrdiff_t, SIZE_MAX, NULL, bool, true, false, " .. numbers .. ((#droppable > 0 or not sole) and ", and memcpy unless the compiler is gcc or clang" or "") .. "; also define it before the header" .. (has_vectors and ". It leaves out the vector kernels" or ""))
@ if has_vectors then
@ macro("_NO_SIMD", "leave out the vector kernels, for example in an operating system's kernel. A compiler that must not use vectors (-mno-sse) leaves them out, too")
@ end
@ for _, isa in ipairs(optional) do
@ macro("_NO_" .. isa.name:upper(), "leave out " .. isa.left_out)
@ end
@ if #droppable > 0 then
@ macro("_NO_NAME", "leave out some functions, and those that need them, here and in the header; NAME is one of " .. droppable)
@ end
@ if not sole then
@ macro("_KERNEL=NAME", "use this kernel without a test of the processor, and compile only this one and those that it needs. NAME is one of " .. kernel_names)
@ end
@ if self_including then
@ macro("_FILE=NAME", ("this file's name in quotes, if it is not %s: the file includes itself for each instruction set. gcc from 12 on and clang from 9 on do not need the macro"):format(name .. (single_header and ".h" or ".c")))
@ end
@ if wide then
@ macro("_ALIGNED_AVX", "for a gcc for Windows whose bug 54412 is fixed, such as Debian's: compile the kernels with vectors of more than 16 bytes, too")
@ end
@ if #spared > 0 then
@ macro("_ALL_KERNELS", ("also compile %s, which only %s_KERNEL or a limit chooses"):format(spared, U))
@ end
//
// This file needs no library function except memcpy, also on a freestanding system.$(asks_system and " On Linux for AArch64 and RISC-V, it also calls getauxval if that is linked." or "")
//
// Main parts: the automaton; the scalar kernels;$(sole and "" or " the choice of a kernel;")$(has_characters and " characters;" or "") the functions$(has_vectors and "; the vector kernels" or "").

@ if not single_header then
#include "$(name).h"

@ end
$(part("shared/gnu.c"))

$(part("shared/kernels.c"))

$(part("shared/compiler.c"))

$(part("shared/scan.c"))

$(part("shared/characters.c"))

@ if starts then
$(part("shared/starts.c"))

@ end
$(part("shared/tails.c"))

@ if walked then
$(part("shared/walk.c"))

@ end
@ if has_results then
$(part("shared/result.c"))

@ end
@ if has_units then
$(part("shared/units.c"))

@ end
$(ruler("The functions"))

@ for _, one in ipairs(parts) do
@ if one == first_lossy then
$(part("shared/append_lossy.c"))

@ end
@ if one.always then
$(part("api/" .. one.name .. ".c"))

@ else
#ifndef $(U)_NO_$(one.name:upper())
$(part("api/" .. one.name .. ".c"))
#endif  // $(U)_NO_$(one.name:upper())

@ end
@ end
// These macros are only for this file.
@ for _, name in ipairs(macros) do
#undef $(U)_$(name)
@ end
