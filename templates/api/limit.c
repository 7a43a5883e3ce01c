@ if not sole then
#ifndef $(U)_KERNEL
@ end
// Not inlined, so that compilers do not unroll the loop over the kernels.
static $(U)_NOINLINE bool $(p)same_name(const char *a, const char *b)
{
    for (; *a && *a == *b; a++) {
        b++;
    }
    return *a == *b;
}
@ if not sole then
#endif
@ end

bool $(p)limit_kernels(const char *name)
{
@ if sole then
    return !name || $(p)same_name(name, "$(sole)");
@ else
#ifdef $(U)_KERNEL
    (void)name;
    return false;
#else
    if (!name) {
        $(p)store(&$(p)limited, NULL);
        return true;
    }
    for (size_t i = 0; i < $(U)_KERNEL_COUNT; i++) {
        if ($(p)same_name(name, $(p)kernels[i].name)) {
            $(p)store(&$(p)limited, $(p)last_supported(i + 1));
            return true;
        }
    }
    return false;
#endif
@ end
}
