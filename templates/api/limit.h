// Limits all functions to the kernels up to the one with this name: "$(example)"$(declines). NULL removes
// the limit. Returns false and changes nothing if there is no such kernel$(sole and "" or ", or if " .. U .. "_KERNEL selects one at compile time"). Thread-safe.
$(U)_API bool $(p)limit_kernels(const char *name);
