size_t $(p)kernel_count(void)
{
    return $(U)_KERNEL_COUNT;
}

const $(p)kernel *$(p)kernel_at(size_t index)
{
    return index < $(U)_KERNEL_COUNT ? &$(p)kernels[index] : NULL;
}

const char *$(p)active_kernel(void)
{
    return $(sole and '"' .. sole .. '"' or p .. "active()->name");
}
