$(ruler("The vector kernels"))

@ if carry then
#ifdef $(U)_VECTORS
$(include("vector/carry.c", carry))
#endif
@ else
@ if plan.set then
// A text is well-formed exactly if its bytes are in a set. A kernel checks one byte per lane.

@ else
@ if edges then
// A text is well-formed exactly if the automaton accepts its beginning and its end, and no window of $(window) bytes is ill-formed. A kernel
@ elseif leaves_end then
// A text between pads (bytes $(hex(analysis.pad))) is well-formed exactly if it may end with its last character, and has no ill-formed window of $(window) bytes. A kernel
@ else
// A text between pads (bytes $(hex(analysis.pad))) is well-formed exactly if it has no ill-formed window of $(window) bytes. A kernel
@ end
// checks one window per lane: lane i has the window that ends with byte i.

@ if restart.ends or edges then
// The state after text[from..end), from START.
static unsigned $(p)reached(const uint8_t *text, size_t from, size_t end)
{
    unsigned state = $(U)_START;
    for (size_t i = from; i < end && state != $(U)_DEAD; i++) {
        state = $(p)dfa_next[state + $(p)dfa_class[text[i]]];
    }
    return state;
}

@ end
// A place, at most `at`, where a check can restart as in a new text. No window that ends before `at` is ill-formed.
static size_t $(p)restart(const uint8_t *text, size_t at)
{
    // An error is detected at most $(restart.back) byte$(restart.back == 1 and "" or "s") late. Go back this far, then to the start of a form.
    size_t from = at > $(restart.back) ? at - $(restart.back) : 0;
@ if has_continuations then
    from = from > 0 ? $(p)boundary(text, from) : 0;
@ end
@ if restart.ends then
    // Some characters must not be the last. Go back, form by form, to a character that may be the last.
    size_t end = from;
    while (from > 0) {
        from = $(p)boundary(text, from);
        const unsigned state = $(p)reached(text, from, end);
        if ($(accepts("state"))) {
            break;
        }
        // The second half of a pair is read with the first one.
        end = state == $(U)_DEAD ? end : from;
    }
@ end
@ if restart.form then
    // Begin with the previous character, which may forbid this one.
    from = from > 0 ? $(p)boundary(text, from) : 0;
@ end
@ if restart.pair then
    // Go back one more form. If this form cannot begin a character, it is the second half of a pair: go back to the first half.
    const size_t end = from;
    unsigned state = $(U)_START;
    from = from > 0 ? $(p)boundary(text, from) : 0;
    for (size_t i = from; i < end && state != $(U)_DEAD; i++) {
        state = $(p)dfa_next[state + $(p)dfa_class[text[i]]];
    }
    if (from > 0 && state == $(U)_DEAD) {
        from = $(p)boundary(text, from);
    }
@ end
@ if not (has_continuations or restart.ends or restart.form or restart.pair) then
    (void)text;
@ end
    return from;
}

@ end
#ifdef $(U)_VECTORS
@ if words_of_part then

$(include("isa/part_words.c"))

@ end
@ if by_nibbles and plan.set then
$(include("vector/set_tables.c"))
@ elseif by_nibbles then

$(include("vector/nibble_tables.c", { facts = plans_made[1] }))
@ end
@ if by_nibbles and (has_companions("utf16") or recode) then

$(include("vector/unit_tables.c"))
@ end
@ if not plan.set then

@ if restart.may_end then
// Whether a text may end with its last character. Vectors have found no other error.
static $(U)_NOINLINE bool $(p)may_end_here(const uint8_t *text, size_t size)
{
    size_t from = $(p)boundary(text, size);
    unsigned state = $(p)reached(text, from, size);
@ if restart.may_end.pair then
    if (state == $(U)_DEAD && from > 0) {
        // The second half of a pair is read with the first one.
        from = $(p)boundary(text, from);
        state = $(p)reached(text, from, size);
    }
@ end
    return $(accepts("state"));
}

// Whether a text, which may be empty, may end with its last character. The last byte alone decides most texts.
static bool $(p)may_end(const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    return size == 0 || !($(byte_set(restart.may_end.open, "bytes[size - 1]"))) || $(p)may_end_here(bytes, size);
}

@ end
@ if looks then
// Whether the automaton accepts each character that contains a byte at one of these places. It assumes that the text before the character is well-formed.
static bool $(p)accepts_at(const uint8_t *text, size_t size, const size_t *places, size_t count)
{
    for (size_t n = 0; n < count; n++) {
        size_t i = $(p)boundary(text, places[n] + 1);
@ if contexts > 1 then
        // Begin with the previous character, which may forbid this one.
        i = i > 0 ? $(p)boundary(text, i) : 0;
@ end
        unsigned state = $(U)_START;
        do {
            state = $(p)dfa_next[state + $(p)dfa_class[text[i]]];
            i++;
        } while (i < size && !($(contexts > 1 and "i > places[n] && " or "")$(boundary("state"))) && state != $(U)_DEAD);
        if (state == $(U)_DEAD || !($(boundary("state")))) {
            return false;
        }
    }
    return true;
}

// The lowest lane of a set that is not empty.
static size_t $(p)lowest_lane(uint64_t lanes)
{
#if defined($(U)_GNU) && (defined(__x86_64__) || defined(__aarch64__) || defined(__wasm__))
    return (size_t)__builtin_ctzll(lanes);
#else
    size_t n = 0;
    while ((lanes >> n & 1) == 0) {
        n++;
    }
    return n;
#endif
}

@ end
@ if edges then
// No byte can be a pad. So the automaton reads the first bytes of the text and, in $(p)may_end, the last ones, which vectors may leave undecided.
static bool $(p)begins_well(const uint8_t *text)
{
    return $(p)reached(text, 0, $(restart.head)) != $(U)_DEAD;
}

static $(U)_NOINLINE bool $(p)may_end(const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    const size_t from = $(p)restart(bytes, size);
    return $(p)$(short_kernel)_valid(bytes + from, size - from);
}

@ end
// Returns the verdict by a branch, so that prediction hides the latency of the vectors.
//@ assigns \nothing;
//@ ensures \result <==> verdict;
static bool $(p)predicted(bool verdict)
{
    if (!verdict) {
#ifdef $(U)_GNU
        __asm__ volatile("");  // keeps compilers from removing the branch
#endif
        return false;
    }
    return true;
}

// The size of the longest well-formed prefix. The vectors stopped at `at`; a scalar kernel restarts there or earlier.
static $(U)_NOINLINE size_t $(p)prefix_from(const uint8_t *text, size_t size, size_t at)
{
    const size_t from = $(p)restart(text, at);
    return from + $(p)$(short_kernel)_valid_prefix(text + from, size - from);
}
@ end
#endif
@ end
@ for _, family in ipairs(families) do

#if defined($(U)_$(family.name)) && $(U)_COMPILED & $(family.bits)
$(family_entries(family))

@ if not plain_words then
@ local newer = false
@ for _, isa in ipairs(family.kernels) do newer = newer or isa.since ~= nil end
$(include(family.template, { xcr0 = family.xcr0, newer = newer, wide = family.widest == 64 }))
@ end
@ for _, isa in ipairs(family.kernels) do

#if $(isa.guarded and "defined(" .. U .. "_KERNEL_" .. isa.name .. ") && " or "")$(U)_COMPILED & $(isa.bit)
#define $(U)_$(isa.name:upper())_KERNEL(X) X($(isa.name), $(p)$(isa.name)_supported, $(forms(isa)))

$(vector_kernel(isa))

#undef $(U)_$(isa.name:upper())_FUNCTION
#undef $(U)_$(isa.name:upper())_INLINE
@ if isa.classes then
#undef $(U)_$(isa.name:upper())_ALIGNED
@ end
#else
#define $(U)_$(isa.name:upper())_KERNEL(X)
#endif  // $(U)_COMPILED
@ end
#else
#define $(U)_$(family.name)_KERNELS(X)
#endif  // $(U)_$(family.name)
@ end
