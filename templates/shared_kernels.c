#else
$(ruler("The vector kernels, for the instruction set " .. U .. "_ISA"))

$(shared)

#undef $(U)_ISA
#undef V
#undef W
#undef INLINE
#undef FUNCTION
#undef ALIGNED
#endif  // $(U)_ISA
