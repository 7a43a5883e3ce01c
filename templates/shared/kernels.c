@ if sole then
#ifdef $(U)_KERNEL
#define $(U)_IS_$(sole) 1
#define $(U)_PASTE(a, b) a##b
#define $(U)_IS(name) $(U)_PASTE($(U)_IS_, name)
#if !$(U)_IS($(U)_KERNEL)
#error "$(U)_KERNEL can only be $(sole): this file has no other kernel"
#endif
#endif
@ else
// A bit for each kernel. NEEDED_BY_x: the bits of x and of the kernels whose functions x uses.
@ for _, kernel in ipairs(kernels) do
#define $(U)_NEEDED_BY_$(kernel.name) $(kernel.needed)
@ end
$(all_needed)

// The kernels to compile: $(U)_KERNEL and those that it needs, all, or those for dispatch.
#ifdef $(U)_KERNEL
#define $(U)_PASTE(a, b) a##b
#define $(U)_NEEDED_BY(name) $(U)_PASTE($(U)_NEEDED_BY_, name)
#define $(U)_COMPILED ($(U)_ALL & $(U)_NEEDED_BY($(U)_KERNEL))
@ if #spared > 0 then
#elif defined($(U)_ALL_KERNELS)
#define $(U)_COMPILED $(U)_ALL
@ end
#else
#define $(U)_COMPILED ($(U)_ALL & $(chosen_kernels))
#endif
@ if has_vectors then

// The processors with vector kernels. $(U)_KERNEL_x: the optional kernel x can be compiled.
@ for _, family in ipairs(families) do
#if $(condition(family))
@ if family.widest and not plain_words then
// Unpatched, gcc for Windows aligns vectors on the stack to at most 16 bytes (bug 54412).
#if !(defined(_WIN32) || defined(__CYGWIN__)) || !defined(__GNUC__) || defined(__clang__) || \
    defined($(U)_ALIGNED_AVX)
#define $(U)_WIDE
#endif
@ end
@ if family.widest == 64 and not plain_words then
// With -mno-evex512, clang 18 to 20 has registers of 64 bytes only in functions with the target evex512, such as AVX-512's kernels. A target
// with AVX-512 but without such registers has none of these kernels.
#if !defined(__clang__) || defined(__apple_build_version__) || \
    __clang_major__ < 18 || __clang_major__ > 20
#define $(U)_EVEX512 ""
#elif defined(__EVEX512__) || !defined(__AVX512F__)
#define $(U)_EVEX512 ",evex512"
#endif
@ end
@ for _, isa in ipairs(family.kernels) do
@ if isa.guarded then
#if $(guard(isa))
#define $(U)_KERNEL_$(isa.name) 1
#endif
@ end
@ end
@ if family.always then
#define $(U)_$(family.name)
@ else
#if $(any_kernel(family))
#define $(U)_$(family.name)
#endif
@ end
#endif
@ end

#if ($(families_defined)) && $(U)_COMPILED & $(vector_bits)
#define $(U)_VECTORS
#endif
@ end
@ end
