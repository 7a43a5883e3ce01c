//
// The rules:
//
$(quoted_spec)

$(part("shared/linkage.h"))

// If another thread changes the text during a call, the result is unspecified and the output may be ill-formed. But every function returns, and
// reads and writes only within the given buffers.

@ if #needs > 0 then
// A function that needs an excluded function is excluded, too.
@ for _, one in ipairs(needs) do
#if $(one.test)
#define $(U)_NO_$(one.name:upper())
#endif
@ end

@ end
@ if iterates then
$(part("shared/inline.h"))

@ end
@ for _, one in ipairs(parts) do
@ if not one.always then
#ifndef $(U)_NO_$(one.name:upper())
@ end
$(part("api/" .. one.name .. ".h"))
@ if not one.always then
#endif
@ end

@ end
@ for _, one in ipairs(missing) do
// No $(one.name): $(one.reason).
@ end
@ if #missing > 0 then

@ end
#undef $(U)_API
@ if iterates then
#undef $(U)_INLINE
#undef $(U)_CAST
#undef $(U)_WRAPS
@ end
#ifdef __cplusplus
}
#endif

#endif  // $(U)_H
