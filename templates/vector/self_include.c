#ifdef $(U)_VECTORS
// The code of the vector kernels is at the end of this file, which includes itself for each instruction set. There, for $(kernels[1].name), V(load) is $(p)$(kernels[1].name)_load, and W(WIDTH) is $(kernels[1].upper)_WIDTH.
#ifdef $(U)_FILE
#define $(U)_SELF $(U)_FILE
#elif defined(__FILE_NAME__)
#define $(U)_SELF __FILE_NAME__
#else
#define $(U)_SELF "$(file_name)"
#endif
#ifdef __has_include
#if !__has_include($(U)_SELF)
#error "this file includes itself and was not found: define $(U)_FILE as its name in quotes"
#endif
#endif
@ for _, one in ipairs(kernels) do
#define $(one.upper) $(one.bit)
@ end
@ for _, name in ipairs(names) do
#pragma push_macro("$(name)")
#undef $(name)
@ end
#endif
