@ if sole and starts then
@ -- The table is in api/kernels.c, after the functions that it lists.
@ elseif sole then
$(ruler("The kernels"))

// Functions that need a kernel call the last of these.
static const $(p)kernel $(p)kernels[] = {
@ for _, kernel in ipairs(scalar) do
    { "$(kernel)", $(p)always, $(p)$(kernel)_valid, $(p)$(kernel)_valid_prefix },
@ end
};

enum { $(U)_KERNEL_COUNT = sizeof $(p)kernels / sizeof *$(p)kernels };
@ else
$(ruler("The choice of a kernel"))

// Calls X($(entry)) for each kernel. Table NAME_of has, in this order, the function NAME of `form`: a kernel or `scalar`$(entry:find("units") and "; for masks and conversions, of `units`" or "").
$(entries)

// $(U)_KERNEL must be a kernel for this target.
#ifdef $(U)_KERNEL
$(if_lacking)
@ for i, list in ipairs(kernel_lists) do
@ if list.test then
#$(i == 1 and "if" or "elif") $(list.test)
@ elseif i > 1 then
#else
@ end
#error "$(U)_KERNEL must be, for this target, one of $(list.names)"
@ end
@ if #kernel_lists > 1 then
#endif
@ end
#undef $(U)_KERNEL
#endif
#endif

#ifdef $(U)_NO_KERNELS
typedef struct $(p)kernel {
    const char *name;
    bool (*supported)(void);
    bool (*valid)(const void *text, size_t size);
#ifndef $(U)_NO_PREFIX
    size_t (*valid_prefix)(const void *text, size_t size);
#endif
} $(p)kernel;
#endif

// The kernels' valid_prefix is left out if no function needs it.
#if defined($(U)_NO_KERNELS) && defined($(U)_NO_PREFIX)
#define $(U)_FUNCTIONS(name) $(p)##name##_valid
#else
#define $(U)_FUNCTIONS(name) $(p)##name##_valid, $(p)##name##_valid_prefix
#endif

#define $(U)_ENTRY($(entry)) { #name, supported, $(U)_FUNCTIONS(name) },
static const $(p)kernel $(p)kernels[] = { $(U)_KERNELS($(U)_ENTRY) };
#undef $(U)_ENTRY

enum { $(U)_KERNEL_COUNT = sizeof $(p)kernels / sizeof *$(p)kernels };

#ifdef $(U)_KERNEL
#define $(U)_ENTRY($(entry)) $(U)_INDEX_##name,
enum { $(U)_KERNELS($(U)_ENTRY) };
#undef $(U)_ENTRY
#define $(U)_INDEX_OF(name) $(U)_PASTE($(U)_INDEX_, name)

//@ assigns \nothing;
//@ ensures \result == &$(p)kernels[$(U)_INDEX_OF($(U)_KERNEL)];
static const $(p)kernel *$(p)active(void)
{
    return &$(p)kernels[$(U)_INDEX_OF($(U)_KERNEL)];
}
#else
static const $(p)kernel *$(p)load(const $(p)kernel *const *from)
{
#ifdef $(U)_GNU
    return __atomic_load_n(from, __ATOMIC_RELAXED);
#else
    return *(const $(p)kernel *const volatile *)from;
#endif
}

static void $(p)store(const $(p)kernel **to, const $(p)kernel *kernel)
{
#ifdef $(U)_GNU
    __atomic_store_n(to, kernel, __ATOMIC_RELAXED);
#else
    *(const $(p)kernel *volatile *)to = kernel;
#endif
}

// Of the first `count` kernels, the last one that the processor supports.
static const $(p)kernel *$(p)last_supported(size_t count)
{
    while (!$(p)kernels[count - 1].supported()) {
        count--;
    }
    return &$(p)kernels[count - 1];
}

// $(p)limited is NULL if there is no limit; $(p)unlimited is NULL until it is needed. Several threads may set $(p)unlimited at once: all store the same kernel.
#ifndef $(U)_NO_LIMIT
static const $(p)kernel *$(p)limited;
#endif
static const $(p)kernel *$(p)unlimited;

// Not inlined, so that $(p)active stays small: many functions call it.
static $(U)_NOINLINE const $(p)kernel *$(p)choose(void)
{
    const $(p)kernel *kernel = $(p)last_supported($(U)_KERNEL_COUNT);
    $(p)store(&$(p)unlimited, kernel);
    return kernel;
}

// The active kernel, or NULL if none is chosen yet.
static const $(p)kernel *$(p)chosen(void)
{
#ifndef $(U)_NO_LIMIT
    const $(p)kernel *limited = $(p)load(&$(p)limited);
    if (limited) {
        return limited;
    }
#endif
    return $(p)load(&$(p)unlimited);
}

static const $(p)kernel *$(p)active(void)
{
    const $(p)kernel *kernel = $(p)chosen();
    return kernel ? kernel : $(p)choose();
}
#endif

// The index of the active kernel and of its companions.
static size_t $(p)active_index(void)
{
    return (size_t)($(p)active() - $(p)kernels);
}
@ end
