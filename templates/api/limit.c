bool $(p)limit_kernels(const char *name)
{
#ifdef $(U)_KERNEL
    (void)name;
    return false;
#else
    if (!name) {
        $(p)store(&$(p)limited, NULL);
        return true;
    }
    for (size_t i = 0; i < $(U)_KERNEL_COUNT; i++) {
        size_t j = 0;
        while (name[j] && name[j] == $(p)kernels[i].name[j]) {
            j++;
        }
        if (name[j] == $(p)kernels[i].name[j]) {
            $(p)store(&$(p)limited, $(p)last_supported(i + 1));
            return true;
        }
    }
    return false;
#endif
}
