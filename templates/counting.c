// What vectors of text tell, see $(p)tally: $(sums and "in each lane, up to 255" or "so far").
typedef struct $(v)counts {
@ for _, name in ipairs(quantity_names) do
    $(counter)$(name);
@ end
} $(v)counts;

$(V)_INLINE $(v)counts $(v)no_counts(void)
{
    $(v)counts counts;
@ for _, name in ipairs(quantity_names) do
    counts.$(name) = $(sums and w.splat .. "(0)" or "0");
@ end
    return counts;
}

@ for _, one in ipairs(quantities) do
// $(one.meaning)
$(V)_INLINE $(counter)$(v)add_$(one.name)($(counter)$(one.name), $(v)vec v)
{
@ if #one.steps == 0 then
    (void)v;
@ end
@ for _, step in ipairs(one.steps) do
    $(one.name) = $(step_code(one, step));
@ end
    return $(one.name);
}

@ end
@ if low then
// The pairs: their second halves, by their first two bytes.
$(V)_INLINE $(counter)$(v)add_low($(counter)low, $(v)vec v, $(v)vec previous)
{
    $(v)test both = $(w.both)($(w.equal)(previous, $(w.splat)($(hex(low.before)))), $(w.cmpgt)(v, $(w.splat)($(hex(low.above)))));
@ if sums then
    return $(w.subtract)(low, $(w.marked)(both));
@ else
    return low + $(w.count_true)(both);
@ end
}

@ end
// The vector at `at`$(low and ", and the byte before it" or "").
$(V)_INLINE void $(v)add_vector($(v)counts *counts, const uint8_t *at)
{
    $(v)vec v = $(w.load)(at);
@ for _, one in ipairs(quantities) do
    counts->$(one.name) = $(v)add_$(one.name)(counts->$(one.name), v);
@ end
@ if low then
    counts->low = $(v)add_low(counts->low, v, $(w.load)(at - 1));
@ end
}

@ if two_byte then
// The vector at `at`, which holds none but the bytes of characters of one byte and two.
$(V)_INLINE void $(v)add_two_byte($(v)counts *counts, const uint8_t *at)
{
    $(v)vec v = $(w.load)(at);
@ for _, one in ipairs(quantities) do
@ if one.in_two_byte then
    counts->$(one.name) = $(v)add_$(one.name)(counts->$(one.name), v);
@ end
@ end
@ if low then
    counts->low = $(v)add_low(counts->low, v, $(w.load)(at - 1));
@ end
}

@ end
// What was counted in `size` bytes.
$(V)_INLINE void $(v)add_counts($(p)tally *tally, const $(v)counts *counts, size_t size)
{
@ if not any_base then
    (void)size;
@ end
@ for _, one in ipairs(quantities) do
    tally->$(one.name) += $(one.steps.base == 1 and "size - " or "")$(total("counts->" .. one.name));
@ end
@ if low then
    tally->low += $(total("counts->low"));
@ end
}

@ if tallied and plan.filter > 0 then

// Tallies text[from] to text[to], whole vectors.
$(V)_FUNCTION $(U)_LOCAL $(U)_NOINLINE void $(v)tally_vectors(const uint8_t *text, size_t from, size_t to, $(p)tally *tally)
{
    while (from < to) {
        $(v)counts counts = $(v)no_counts();
        size_t end = to - from > $(V)_MANY ? from + $(V)_MANY : to, begin = from;
        for (; from < end; from += $(V)_WIDTH) {
            $(v)add_vector(&counts, text + from);
        }
        $(v)add_counts(tally, &counts, end - begin);
    }
}
@ end
