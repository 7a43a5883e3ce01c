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
//   $(U)_NO_SIMD      leave out the vector kernels
@ for _, name in ipairs(optional) do
//   $(U)_NO_$(name:upper())$(pad_to(name, 10))leave out $(name)
@ end
@ if #droppable > 0 then
//   $(U)_NO_NAME      leave out some functions, and those that need them; NAME is one of
//   $(pad_to("", #U + 14))  $(droppable)
@ end
//   $(U)_KERNEL=NAME  always use this kernel, without asking the processor:
//   $(pad_to("", #U + 14))  $(kernel_names)
@ if #spared > 0 then
//   $(U)_ALL_KERNELS  compile $(spared), too, for comparison: without
//   $(pad_to("", #U + 14))  $(U)_KERNEL they are never used
@ end
//
// Contents: the automaton; the scalar kernels; the vector kernels; the choice of a kernel; characters; the
// functions.

@ if not single_header then
#include "$(name).h"

@ end
// GNU C: gcc, and clang, also where it stands in for MSVC and does not define __GNUC__.
#if (defined(__GNUC__) || defined(__clang__)) && !defined(__TINYC__)
#define $(U)_GNU 1
#define $(U)_COPY __builtin_memcpy
#define $(U)_NOINLINE __attribute__((noinline))
#define $(U)_LOCAL static __attribute__((unused))
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

@ if #needs > 0 then
// What needs functions that are left out is left out, too.
@ for _, one in ipairs(needs) do
#if $(one.test)
#define $(U)_NO_$(one.name:upper())
#endif
@ end

@ end
// The tables are constant, except in a verification build, which edits them to see that each of their bits matters.
#ifdef $(U)_VERIFY
#define $(U)_TABLE static
#else
#define $(U)_TABLE static const
#endif

$(part("automaton.c"))

@ for _, kernel in ipairs(scalar) do
@ if spare[kernel] then
#if defined($(U)_ALL_KERNELS) || defined($(U)_KERNEL)
#define $(U)_$(kernel:upper())_KERNEL(X) X($(kernel), $(p)always, scalar)

$(part("kernel_" .. kernel .. ".c"))
#else
#define $(U)_$(kernel:upper())_KERNEL(X)
#endif  // $(U)_ALL_KERNELS

@ else
$(part("kernel_" .. kernel .. ".c"))

@ end
@ end
@ if has_vectors then
$(part("vectors.c"))

@ end
$(part("dispatch.c"))

$(part("characters.c"))

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
