// What vectors of text tell, see $(p)tally: $(sums and "in each lane, up to 255" or "so far").
typedef struct $(v)counts {
@ for _, name in ipairs(quantity_names) do
    $(counter)$(name);
@ end
@ if nibbles then
    $(counter)fields;  // tails in the low four bits of each lane, wide in the high four
@ end
} $(v)counts;

//@ assigns \nothing;
$(V)_INLINE $(v)counts $(v)no_counts(void)
{
    $(v)counts counts;
@ for _, name in ipairs(quantity_names) do
    counts.$(name) = $(zero);
@ end
@ if nibbles then
    counts.fields = $(zero);
@ end
    return counts;
}

@ for _, one in ipairs(quantities) do
@ if one.added then
// $(one.meaning)
//@ assigns \nothing;
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
@ end
@ if not sums then
// The same of a vector that nothing else is asked of: on the right of a comparison gcc 12 makes its load an operand.
$(V)_INLINE size_t $(v)count_tails(size_t tails, $(v)vec v)
{
@ if #quantities[1].steps == 0 then
    (void)v;
@ end
@ for _, step in ipairs(quantities[1].steps) do
    tails = $(step_code(quantities[1], step, true));
@ end
    return tails;
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
@ if nibbles then
// The bytes that begin no form, 01, and those that begin a form of two UTF-16 units, 10, by the high nibble. A field overflows after 15 vectors.
//@ assigns \nothing;
$(V)_INLINE $(counter)$(v)add_fields($(counter)fields, $(v)vec v)
{
    static const uint8_t weights[16] = { $(sixteen(nibbles)) };
    return $(w.add)(fields, $(w.lookup)(weights, $(w.high_nibbles)(v)));
}

enum { $(V)_FIELDS = 15 * $(V)_WIDTH };

//@ requires \valid(counts);
//@ assigns *counts;
$(V)_INLINE void $(v)empty_fields($(v)counts *counts)
{
    counts->tails = $(w.add)(counts->tails, $(w.low_nibbles)(counts->fields));
    counts->wide = $(w.add)(counts->wide, $(w.high_nibbles)(counts->fields));
    counts->fields = $(zero);
}

@ end
// The vector at `at`$(low and ", and the byte before it" or "").
//@ requires \valid(counts) && \valid_read(at + (0 .. $(bytes) - 1));
//@ assigns *counts;
$(V)_INLINE void $(v)add_vector($(v)counts *counts, const uint8_t *at)
{
    $(v)vec v = $(w.load)(at);
@ if nibbles then
    counts->fields = $(v)add_fields(counts->fields, v);
@ end
@ for _, one in ipairs(quantities) do
@ if not one.in_fields then
    counts->$(one.name) = $(v)add_$(one.name)(counts->$(one.name), v);
@ end
@ end
@ if low then
    counts->low = $(v)add_low(counts->low, v, $(w.load)(at - 1));
@ end
}

@ if two_byte then
// The vector at `at`, which holds none but the bytes of characters of one byte and two.
//@ requires \valid(counts) && \valid_read(at + (0 .. $(bytes) - 1));
//@ assigns *counts;
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
// What was counted.
//@ requires \valid(tally) && \valid_read(counts) && \separated(tally, counts);
//@ assigns *tally;
$(V)_INLINE void $(v)add_counts($(p)tally *tally, const $(v)counts *counts)
{
@ for _, name in ipairs(quantity_names) do
    tally->$(name) += $(total("counts->" .. name));
@ end
}

@ if tallied and broken then

// Tallies text[from] to text[to], whole vectors.
$(V)_FUNCTION $(U)_LOCAL $(U)_NOINLINE void $(v)tally_vectors(const uint8_t *text, size_t from, size_t to, $(p)tally *tally)
{
@ local most = nibbles and V .. "_FIELDS" or V .. "_MANY"
    while (from < to) {
        $(v)counts counts = $(v)no_counts();
        size_t end = to - from > $(most) ? from + $(most) : to;
        for (; from < end; from += $(V)_WIDTH) {
            $(v)add_vector(&counts, text + from);
        }
@ if nibbles then
        $(v)empty_fields(&counts);
@ end
        $(v)add_counts(tally, &counts);
    }
}
@ end
