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
@ macro("_NO_SIMD", "leave out the vector kernels, as a kernel of an operating system must")
@ for _, name in ipairs(optional) do
@ macro("_NO_" .. name:upper(), "leave out " .. name)
@ end
@ if #droppable > 0 then
@ macro("_NO_NAME", "leave out some functions, and those that need them, here and in the header; NAME is one of " .. droppable)
@ end
@ macro("_KERNEL=NAME", "use this kernel, without asking the processor, and compile no other but those that it hands short texts: " .. kernel_names)
@ if #spared > 0 then
@ macro("_ALL_KERNELS", ("compile %s, too, for comparison: without %s_KERNEL they are never used"):format(spared, U))
@ end
//
// It needs no library, and of a freestanding system only memcpy.
//
// Contents: the automaton; the scalar kernels; the vector kernels; the choice of a kernel; characters; the functions.

@ if not single_header then
#include "$(name).h"

@ end
// GNU C: gcc, and clang, also where it stands in for MSVC and does not define __GNUC__.
#if (defined(__GNUC__) || defined(__clang__)) && !defined(__TINYC__)
#define $(U)_GNU 1
#define $(U)_COPY __builtin_memcpy
#define $(U)_NOINLINE __attribute__((noinline))
#define $(U)_LOCAL static __attribute__((unused))  // which some macros leave without a use
#else
#include <string.h>
#define $(U)_COPY memcpy
#ifdef _MSC_VER
#define $(U)_NOINLINE __declspec(noinline)
#else
#define $(U)_NOINLINE
#define $(U)_LOCAL static
#endif
#endif

@ if #left_out > 0 then
// What was left out when this was generated.
@ for _, name in ipairs(left_out) do
#ifndef $(U)_NO_$(name:upper())
#define $(U)_NO_$(name:upper())
#endif
@ end

@ end
// The tables are constant, except in a verification build, which edits them to see that each of their bits matters.
#ifdef $(U)_VERIFY
#define $(U)_TABLE $(U)_LOCAL
#else
#define $(U)_TABLE $(U)_LOCAL const
#endif

// Which kernels are compiled, a bit each: all that may be chosen; or $(U)_KERNEL alone, with those that it hands texts to.
@ for _, kernel in ipairs(kernels) do
#define $(U)_NEEDED_BY_$(kernel.name) $(kernel.needed)
@ end
#define $(U)_PASTE(a, b) a##b
#define $(U)_NEEDED_BY(name) $(U)_PASTE($(U)_NEEDED_BY_, name)
#ifdef $(U)_KERNEL
#define $(U)_COMPILED $(U)_NEEDED_BY($(U)_KERNEL)
@ if #spared > 0 then
#elif defined($(U)_ALL_KERNELS)
#define $(U)_COMPILED $(all_kernels)
@ end
#else
#define $(U)_COMPILED $(chosen_kernels)
#endif

$(part("automaton.c"))

@ if tallied then
$(part("tally.c"))

@ end
@ for i, kernel in ipairs(scalar) do
#if $(U)_COMPILED & $(kernels[i].bit)
#define $(U)_$(kernel:upper())_KERNEL(X) X($(kernel), $(p)always, scalar)

$(part("kernel_" .. kernel .. ".c"))
#else
#define $(U)_$(kernel:upper())_KERNEL(X)
#endif  // $(U)_COMPILED

@ end
@ if has_vectors then
$(part("vectors.c"))

@ end
$(part("dispatch.c"))

$(part("characters.c"))

@ if walked then
$(part("walk.c"))

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
