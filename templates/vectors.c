// ---- The vector kernels -------------------------------------------------------------------------------------------------------

// A text between pads (bytes $(hex(analysis.pad))) is well-formed exactly if each window of $(window) bytes in it is. A kernel checks as many
// windows at once as a vector has lanes: lane i holds the window that ends with byte i. What a byte contributes to a window is
// looked up by its nibbles, high (b >> 4) and low (b & 15), in tables of sixteen bytes. Each bit stands for one rule:
//
@ for _, bit in ipairs(plan.bits) do
//   $(("%02X"):format(bit.mask))  $(("%-24s"):format(bit.name)) $(product_text(bit.product))
@ end
//
// (the previous byte's high and low nibble, the current byte's high nibble). A rule is broken where all three entries have its bit.
// Two continuation bytes in a row are neither right nor wrong by themselves: they are right exactly where a byte $(demand_text()).
@ for axis, name in ipairs(axes) do

$(U)_TABLE uint8_t $(p)$(name)[16] = {
@ for _, run in ipairs(runs(plan.tables[name])) do
    $(run.bytes),$(pad_to(run.bytes, 48))  // $(run.comment)
@ end
};
@ end

// A byte from these on demands a continuation byte $(demand_distances()) bytes later.
$(U)_TABLE uint8_t $(p)demand[$(#plan.demands)] = { $(demand_list()) };

// The beginning of the last character before `at`, where no window that ends before `at` is ill-formed.
static size_t $(p)boundary(const uint8_t *text, size_t at)
{
    do {
        at--;
    } while (at > 0 && $(p)is_continuation(text[at]));
    return at;
}

// The longest well-formed prefix, by the automaton from the character on in which the vectors stopped.
static size_t $(p)prefix_from(const uint8_t *text, size_t size, size_t at)
{
    size_t from = at > 0 ? $(p)boundary(text, at) : 0;
    return from + $(p)$(short_kernel)_valid_prefix(text + from, size - from);
}
@ for _, family in ipairs(families) do

#if $(family.condition)
#define $(U)_$(family.name)_KERNELS(X)$(family_entries(family))

$(include(family.template))
@ for _, isa in ipairs(family.kernels) do

$(include("isa_" .. isa.name .. ".c", isa))

$(include("kernel_simd.c", isa))
@ end
#else
#define $(U)_$(family.name)_KERNELS(X)
#endif  // $(family.name)
@ end
