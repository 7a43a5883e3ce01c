@ if one.optional then
#define $(p)scalar_$(one.name) NULL
@ end
#define $(U)_ENTRY($(entry)) $(p)##$(one.needs or "form")##_$(one.name),
static $(one.result) (*const $(p)$(one.name)_of[])($(parameters)) = { $(U)_KERNELS($(U)_ENTRY) };
#undef $(U)_ENTRY
@ if one.optional then
#undef $(p)scalar_$(one.name)
@ end
