$(ruler("The vector kernels"))

// A text between pads (bytes $(hex(analysis.pad))) is well-formed exactly if each window of $(window) bytes in it is. A kernel
// checks as many windows at once as a vector has lanes: lane i holds the window that ends with byte
// i. What a byte contributes to a window is looked up by its nibbles, high (b >> 4) and low (b & 15),
// in tables of sixteen bytes. Each bit is a rule, broken where the previous byte's high nibble, its
// low nibble and the current byte's high nibble all have it:
//
//   bit rule                     previous: high, low      current: high
@ for _, bit in ipairs(plan.bits) do
//   $(("%02X"):format(bit.mask))  $(("%-24s %-16s %-7s %s"):format(bit.name, nibbles_text(bit.product[1]), nibbles_text(bit.product[2]), nibbles_text(bit.product[3])))
@ end
//
// Two continuation bytes in a row are neither right nor wrong by themselves: they must stand exactly
// where $(demand_text()).
@ if plan.watch > 0 then
//
// A bit that watches is no error by itself: only where it is set are more bytes looked at.
@ end

@ for _, family in ipairs(families) do
#if $(family.condition)
#define $(U)_$(family.name)
#endif
@ end

#if $(families_defined())
@ for axis, name in ipairs(axes) do

@ local runs, everywhere = runs_of(plan.tables[name])
// By the $(axis_text(axis))$(everywhere).
$(U)_TABLE uint8_t $(p)$(name)[16] = {
@ for _, run in ipairs(runs) do
    $(run.bytes),$(pad_to(run.bytes, 22))  // $(run.comment)
@ end
};
@ end

@ if #plan.demands > 0 then
// A byte from these on demands a continuation byte $(demand_distances()) bytes later.
$(U)_TABLE uint8_t $(p)demand[$(#plan.demands)] = { $(demand_list()) };

@ end
@ if plan.alone then
// A byte below 80 that no text holds has a bit in both: by its high nibble, by its low nibble.
$(U)_TABLE uint8_t $(p)alone_high[16] = {
    $(sixteen(plan.alone.high)),
};
$(U)_TABLE uint8_t $(p)alone_low[16] = {
    $(sixteen(plan.alone.low)),
};

@ end
@ if #far_values > 0 then
// What the rules on more bytes compare with, in the order in which they do.
$(U)_TABLE uint8_t $(p)far_values[$(#far_values)] = {
    $(far_value_list()),
};

@ end
@ if boundary_in == "vectors" then
$(include("boundary.c"))

@ end
// The longest well-formed prefix, by the automaton from the character on in which the vectors stopped.
static size_t $(p)prefix_from(const uint8_t *text, size_t size, size_t at)
{
    // What dies is flagged within $(window - 1) bytes, so all before them is alive. Begin with the last form there.
    size_t from = at > $(window - 1) ? at - $(window - 1) : 0;
@ if has_continuations then
    from = from > 0 ? $(p)boundary(text, from) : 0;
@ end
@ if contexts > 1 then
    // What the character before it forbids must be known too.
    from = from > 0 ? $(p)boundary(text, from) : 0;
@ end
@ if spec.pair then
    // The second half of a pair does not begin a character: go back to the first.
    if (from > 0) {
        unsigned state = $(p)dfa_next[$(U)_START + $(p)dfa_class[text[from]]];
        if ($(p)dfa_next[state + $(p)dfa_class[text[from + 1]]] == $(U)_DEAD) {
            from = $(p)boundary(text, from);
        }
    }
@ end
    return from + $(p)$(short_kernel)_valid_prefix(text + from, size - from);
}
#endif
@ for _, family in ipairs(families) do

#ifdef $(U)_$(family.name)
#define $(U)_$(family.name)_KERNELS(X)$(family_entries(family))

$(include(family.template, family))
@ for _, isa in ipairs(family.kernels) do
@ if isa.wide then

// Older compilers do not know these instructions.
#if !defined($(U)_NO_$(isa.name:upper())) && (!defined(__GNUC__) || defined(__clang__) || __GNUC__ >= 8)
#define $(U)_$(isa.name:upper())_KERNEL(X) X($(isa.name), $(p)$(isa.name)_supported)
@ end

$(include("isa_" .. isa.name .. ".c", isa))

$(include("kernel_simd.c", isa))
@ if isa.wide then
#else
#define $(U)_$(isa.name:upper())_KERNEL(X)
#endif  // $(U)_NO_$(isa.name:upper())
@ end
@ end
#else
#define $(U)_$(family.name)_KERNELS(X)
#endif  // $(U)_$(family.name)
@ end
