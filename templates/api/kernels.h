// The kernels compiled for this target; later ones are preferred$(has_spare and ". " .. U .. "_ALL_KERNELS adds others" or ""). supported() returns whether this processor can run the kernel. If not, do not call its other functions.
typedef struct $(p)kernel {
    const char *name;
    bool (*supported)(void);
    bool (*valid)(const void *text, size_t size);
    size_t (*valid_prefix)(const void *text, size_t size);
} $(p)kernel;

$(U)_API size_t $(p)kernel_count(void);
// The kernel with this index; NULL if the index is $(p)kernel_count() or more.
$(U)_API const $(p)kernel *$(p)kernel_at(size_t index);
// The name of the kernel that $(p)valid uses now.
$(U)_API const char *$(p)active_kernel(void);
