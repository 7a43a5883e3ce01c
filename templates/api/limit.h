// From now on $(p)valid, $(p)valid_prefix and $(p)check choose among the kernels up to the one of this name: "$(example)"$(declines). NULL lifts
// that. False, and nothing has changed, if there is no such kernel, or if $(U)_KERNEL has fixed one. Any thread may call it at any time.
$(U)_API bool $(p)limit_kernels(const char *name);
