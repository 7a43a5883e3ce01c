@ if starts then
// The kernels as functions that also check the start of a text.
@ if sole then
@ for _, kernel in ipairs(scalar) do
static bool $(p)$(kernel)_whole(const void *text, size_t size)
{
    return $(p)barred((const uint8_t *)text, size) == 0 && $(p)$(kernel)_valid(text, size);
}

static size_t $(p)$(kernel)_whole_prefix(const void *text, size_t size)
{
    return $(p)barred((const uint8_t *)text, size) == 0 ? $(p)$(kernel)_valid_prefix(text, size) : 0;
}

@ end
static const $(p)kernel $(p)whole_kernels[] = {
@ for _, kernel in ipairs(scalar) do
    { "$(kernel)", $(p)always, $(p)$(kernel)_whole, $(p)$(kernel)_whole_prefix },
@ end
};

enum { $(U)_KERNEL_COUNT = sizeof $(p)whole_kernels / sizeof *$(p)whole_kernels };
@ else
#define $(U)_ENTRY($(entry)) \
    static bool $(p)##name##_whole(const void *text, size_t size) \
    { \
        return $(p)barred((const uint8_t *)text, size) == 0 && $(p)##name##_valid(text, size); \
    } \
    static size_t $(p)##name##_whole_prefix(const void *text, size_t size) \
    { \
        return $(p)barred((const uint8_t *)text, size) == 0 ? $(p)##name##_valid_prefix(text, size) : 0; \
    }
$(U)_KERNELS($(U)_ENTRY)
#undef $(U)_ENTRY

#define $(U)_ENTRY($(entry)) { #name, supported, $(p)##name##_whole, $(p)##name##_whole_prefix },
static const $(p)kernel $(p)whole_kernels[] = { $(U)_KERNELS($(U)_ENTRY) };
#undef $(U)_ENTRY
@ end

@ end
size_t $(p)kernel_count(void)
{
    return $(U)_KERNEL_COUNT;
}

const $(p)kernel *$(p)kernel_at(size_t index)
{
    return index < $(U)_KERNEL_COUNT ? &$(p)$(starts and "whole_" or "")kernels[index] : NULL;
}

const char *$(p)active_kernel(void)
{
    return $(sole and '"' .. sole .. '"' or p .. "active()->name");
}
