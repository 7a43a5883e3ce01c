//
// In numbers:
@ for _, figure in ipairs(figures) do
$(figure.text)
@ end
//
// Proved for texts of every length, by `u8gen verify SPEC` or, for all of out/, `make verify`: the automaton's tables$(has_vectors and " and the vector kernels' checks of windows" or "") accept
// exactly the texts of the spec. Tested there against a reference: loads, loops and all functions, on all short texts and at the ends of
// pages.
//
// Macros, all optional, to be defined when this file is compiled:
@ local function macro(name, text)
$(option_lines(name, text))
@ end
@ macro("_STATIC", "everything is static: define it, then include this file, and no header before, where the functions are used")
@ macro("_TYPES=HEADER", "where there is no <stddef.h>: include HEADER (its quotes belong to it) for size_t, ptrdiff_t, SIZE_MAX, NULL, bool, true, false, uint8_t to uint64_t; define it before the header, too. No vector kernels then")
@ if has_vectors then
@ macro("_NO_SIMD", "leave out the vector kernels, as a kernel of an operating system must; so does a compiler that may not use vectors (-mno-sse)")
@ end
@ for _, isa in ipairs(optional) do
@ macro("_NO_" .. isa.name:upper(), "leave out " .. isa.left_out)
@ end
@ if #droppable > 0 then
@ macro("_NO_NAME", "leave out some functions, and those that need them, here and in the header; NAME is one of " .. droppable)
@ end
@ if not sole then
@ macro("_KERNEL=NAME", "use this kernel, without asking the processor, and compile no other but those that it hands short texts: " .. kernel_names)
@ end
@ if self_including then
@ macro("_FILE=NAME", ("this file's name in quotes, where it is not %s: the file includes itself for each instruction set; gcc from 12 and clang from 9 on find it under any name"):format(name .. (single_header and ".h" or ".c")))
@ end
@ if wide then
@ macro("_ALIGNED_AVX", "gcc for Windows, where its bug 54412 is mended, as Debian's is: compile kernels with more than 16 bytes a vector, too")
@ end
@ if #spared > 0 then
@ macro("_ALL_KERNELS", ("compile %s, too, for comparison: without %s_KERNEL they are never used"):format(spared, U))
@ end
//
// It needs no library, and of a freestanding system only memcpy.
//
// Contents: the automaton; the scalar kernels;$(has_vectors and " the vector kernels;" or "")$(sole and "" or " the choice of a kernel;")$(has_characters and " characters;" or "") the functions.

@ if not single_header then
#include "$(name).h"

@ end
$(part("shared/gnu.c"))

$(part("shared/kernels.c"))

$(part("shared/compiler.c"))

$(part("shared/scan.c"))

$(part("shared/characters.c"))

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
@ if one.always then
$(part("api/" .. one.name .. ".c"))

@ else
#ifndef $(U)_NO_$(one.name:upper())
$(part("api/" .. one.name .. ".c"))
#endif  // $(U)_NO_$(one.name:upper())

@ end
@ end
// Of the macros, only those that may be defined before remain.
@ for _, name in ipairs(macros) do
#undef $(U)_$(name)
@ end
