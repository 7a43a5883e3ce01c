$(main)

#ifdef $(U)_SELF
@ for _, name in ipairs(names) do
#pragma pop_macro("$(name)")
@ end
#endif
#undef $(U)_SELF
@ for _, one in ipairs(kernels) do
#undef $(one.upper)
@ end
#else
$(ruler("The vector kernels, for the instruction set " .. U .. "_ISA"))

$(shared)

#undef $(U)_ISA
@ for _, name in ipairs(names) do
#undef $(name)
@ end
#endif  // $(U)_ISA
