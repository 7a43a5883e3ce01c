// The kernels compiled for this target, slowest first$(has_spare and "; with " .. U .. "_ALL_KERNELS those, too, that are never chosen" or ""). supported() is whether this processor runs the kernel; call its other functions only then.
typedef struct $(p)kernel {
    const char *name;
    bool (*supported)(void);
    bool (*valid)(const void *text, size_t size);
    size_t (*valid_prefix)(const void *text, size_t size);
} $(p)kernel;

$(U)_API size_t $(p)kernel_count(void);
// NULL from $(p)kernel_count() on.
$(U)_API const $(p)kernel *$(p)kernel_at(size_t index);
// The name of the kernel that $(p)valid uses now.
$(U)_API const char *$(p)active_kernel(void);
