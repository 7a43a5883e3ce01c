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

$(part("scalar/automaton.c"))

$(part("scalar/boundary.c"))

@ if tallied then
$(part("scalar/tally.c"))

@ end
@ for i, kernel in ipairs(scalar) do
#if $(U)_COMPILED & $(kernels[i].bit)
#define $(U)_$(kernel:upper())_KERNEL(X) X($(kernel), $(p)always, scalar)

$(part("scalar/kernel_" .. kernel .. ".c"))
#else
#define $(U)_$(kernel:upper())_KERNEL(X)
#endif  // $(U)_COMPILED

@ end
@ if has_vectors then
$(part("vector/vectors.c"))

@ end
$(part("shared/dispatch.c"))
