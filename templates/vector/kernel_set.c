@ if scalable then
#define $(V)_BLOCK ($(block_vectors) * $(V)_WIDTH)
@ else
enum { $(V)_BLOCK = $(block_vectors) * $(V)_WIDTH };
@ end

@ if classes and plan.forbidden.above then
// Bit 80 of entry b is set if the byte b is outside of the set.
@ elseif classes then
// Bit 80 of entry b is set if the byte b is outside of the set; bit 40, if the byte b + 0x80 is outside of it.
@ end
@ if classes then
$(U)_TABLE uint8_t $(p)forbidden_class[128] $(V)_ALIGNED = {
@ for _, line in ipairs(sixteen_lines(plan.forbidden.class)) do
    $(line)
@ end
};

@ end
$(functions("check"))

$(functions("ascii"))

@ local run = not plan.passthrough.ascii.exact
@ local hints = prefetch and plan.passthrough.ascii.kind ~= "tables"
@ if hints then
// Texts larger than the L1 cache are prefetched, because the test of a block takes less time than its loads from the L2 cache. The address may be past the text.
enum { $(V)_LARGE = 1 << 15, $(V)_AHEAD = 1 << 11 };

$(V)_INLINE void $(v)prefetch_block(const uint8_t *at)
{
    const uintptr_t ahead = (uintptr_t)at + $(V)_AHEAD;
@ for n = 0, block_vectors * bytes - 1, 64 do
    $(w.prefetch)((const uint8_t *)$(n == 0 and "ahead" or ("(ahead + %d)"):format(n)));
@ end
}

@ end
// The size of the leading blocks whose bytes are all in the set, plus half a block if ascii_half accepts it, too.$(run and " If a block fails the cheaper test, this block and the next seven are tested by the other test alone." or "")
$(V)_FUNCTION static $(U)_NOINLINE size_t $(v)span_of_blocks(const uint8_t *text, size_t size)
{
    size_t i = 0;
@ if hints then
    const bool large = size > $(V)_LARGE;
@ end
@ if run then
    size_t end;
    do {
        while (size - i >= $(V)_BLOCK && $(v)ascii_block(text + i)) {
@ if hints then
            if (large) {
                $(v)prefetch_block(text + i);
            }
@ end
            i += $(V)_BLOCK;
        }
        end = i + 8 * $(V)_BLOCK;
        while (i < end && size - i >= $(V)_BLOCK && $(v)whole_block(text + i)) {
            i += $(V)_BLOCK;
        }
    } while (i == end);
@ else
    while (size - i >= $(V)_BLOCK && $(v)ascii_block(text + i)) {
@ if hints then
        if (large) {
            $(v)prefetch_block(text + i);
        }
@ end
        i += $(V)_BLOCK;
    }
@ end
    return size - i >= $(V)_BLOCK / 2 && $(v)ascii_half(text + i) ? i + $(V)_BLOCK / 2 : i;
}

// The number of bytes before the first vector with a byte outside of the set, or before the last, incomplete vector.
$(V)_FUNCTION static size_t $(v)span(const uint8_t *text, size_t size)
{
    size_t i = size < $(V)_BLOCK / 2 ? 0 : $(v)span_of_blocks(text, size);
    while (size - i >= $(V)_WIDTH && !$(v)any_outside($(v)errors(text + i))) {
        i += $(V)_WIDTH;
    }
    return i;
}

$(V)_FUNCTION static bool $(v)valid(const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    if (size < $(V)_WIDTH) {
        return $(p)$(narrower)_valid(text, size);
    }
    return size - $(v)span(bytes, size) < $(V)_WIDTH && !$(v)any_outside($(v)errors(bytes + size - $(V)_WIDTH));
}

$(V)_FUNCTION static size_t $(v)valid_prefix(const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    const size_t span = size < $(V)_WIDTH ? 0 : $(v)span(bytes, size);
    return span + $(p)$(narrower)_valid_prefix(bytes + span, size - span);
}
