//
// The rules:
//
$(quoted_spec)

$(part("linkage.h"))

@ if #needs > 0 then
// What needs functions that are left out is left out, too.
@ for _, one in ipairs(needs) do
#if $(one.test)
#define $(U)_NO_$(one.name:upper())
#endif
@ end

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
#ifdef __cplusplus
}
#endif

#endif  // $(U)_H
