// The companion `$(one.name)` of each kernel, in the order of the kernels.
static $(one.result) (*const $(p)$(one.name)_of[])($(parameters)) = {
#define $(U)_ENTRY($(entry)) $(p)##$(one.needs or "form")##_$(one.name),
    $(U)_KERNELS($(U)_ENTRY)
#undef $(U)_ENTRY
};
