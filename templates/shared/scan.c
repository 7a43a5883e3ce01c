$(part("scalar/automaton.c"))

$(part("scalar/boundary.c"))

@ if tallied then
$(part("scalar/tally.c"))

@ end
@ if masked then
$(part("scalar/masks.c"))

@ end
@ if units then
$(part("scalar/count_units.c", units))

@ end
@ for i, kernel in ipairs(scalar) do
@ if sole then
$(part("scalar/kernel_" .. kernel .. ".c"))

@ else
#if $(U)_COMPILED & $(kernels[i].bit)
#define $(U)_$(kernel:upper())_KERNEL(X) X($(kernel), $(p)always, $(forms()))

$(part("scalar/kernel_" .. kernel .. ".c"))
#else
#define $(U)_$(kernel:upper())_KERNEL(X)
#endif  // $(U)_COMPILED

@ end
@ end
@ if has_vectors then
$(part("vector/vectors.c"))

@ end
$(part("shared/dispatch.c"))
