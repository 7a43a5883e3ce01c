$(part("automaton.c"))

$(part("boundary.c"))

@ if tallied then
$(part("tally.c"))

@ end
@ for i, kernel in ipairs(scalar) do
@ if sole then
$(part("kernel_" .. kernel .. ".c"))

@ else
#if $(U)_COMPILED & $(kernels[i].bit)
#define $(U)_$(kernel:upper())_KERNEL(X) X($(kernel), $(p)always, scalar)

$(part("kernel_" .. kernel .. ".c"))
#else
#define $(U)_$(kernel:upper())_KERNEL(X)
#endif  // $(U)_COMPILED

@ end
@ end
@ if has_vectors then
$(part("vectors.c"))

@ end
$(part("dispatch.c"))
