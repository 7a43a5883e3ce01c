$(include_here("vector/counters.c"))

// The sums over vectors of text; see $(p)tally.
typedef struct $(v)counts {
@ for _, name in ipairs(quantity_names) do
    $(v)counter $(name);
@ end
@ if fields then
    $(v)counter fields;  // if SUMS: tails in the low four bits of each lane, wide in the high four
@ end
} $(v)counts;

//@ assigns \nothing;
$(V)_INLINE $(v)counts $(v)no_counts(void)
{
    $(v)counts counts;
@ for _, name in ipairs(quantity_names) do
    counts.$(name) = $(v)zero();
@ end
@ if fields then
    counts.fields = $(v)zero();
@ end
    return counts;
}

@ for _, one in ipairs(quantities) do
@ if one.added then
// $(one.meaning)
//@ assigns \nothing;
$(V)_INLINE $(v)counter $(v)add_$(one.name)($(v)counter $(one.name), $(v)vec v)
{
@ if #one.steps == 0 then
    (void)v;
@ end
@ for i = 1, #one.steps - 1 do
    $(one.name) = $(step_code(one, one.steps[i]));
@ end
    return $(#one.steps > 0 and step_code(one, one.steps[#one.steps]) or one.name);
}

@ end
@ end
@ if low then
// Counts pairs, by the first two bytes of their second halves.
$(V)_INLINE $(v)counter $(v)add_low($(v)counter low, $(v)vec v, $(v)vec previous)
{
    $(v)test both = $(w.both)($(w.equal)(previous, $(w.splat)($(hex(low.before)))), $(w.cmpgt)(v, $(w.splat)($(hex(low.above)))));
    return $(v)add_true(low, both);
}

@ end
@ if nibbles then
// Adds to each lane, by the high nibble of its byte: 0x01 if the byte does not begin a form, 0x10 if it begins a form of two UTF-16 units. A field has
// four bits, enough for 15 vectors.
//@ assigns \nothing;
$(V)_INLINE $(v)counter $(v)add_fields($(v)counter fields, $(v)vec v)
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
    counts->fields = $(v)zero();
}

@ elseif fields then
enum { $(V)_FIELDS = 1 << 11 };

// Counters that are numbers have no fields.
//@ requires \valid(counts);
//@ assigns \nothing;
$(V)_INLINE void $(v)empty_fields($(v)counts *counts)
{
    (void)counts;
}

@ end
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
// Counts the vector at `at`, which has only bytes of characters of one and two bytes.
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
//@ requires \valid(tally) && \valid_read(counts) && \separated(tally, counts);
//@ assigns *tally;
$(V)_INLINE void $(v)add_counts($(p)tally *tally, const $(v)counts *counts)
{
@ for _, name in ipairs(quantity_names) do
    tally->$(name) += $(v)total(counts->$(name));
@ end
}

@ if broken then

// Tallies text[from..to), a whole number of vectors.
$(V)_FUNCTION static $(U)_NOINLINE void $(v)tally_vectors(const uint8_t *text, size_t from, size_t to, $(p)tally *tally)
{
@ local most = fields and V .. "_FIELDS" or V .. "_MANY"
    while (from < to) {
        $(v)counts counts = $(v)no_counts();
        size_t end = to - from > $(most) ? from + $(most) : to;
        for (; from < end; from += $(V)_WIDTH) {
            $(v)add_vector(&counts, text + from);
        }
@ if fields then
        $(v)empty_fields(&counts);
@ end
        $(v)add_counts(tally, &counts);
    }
}
@ end
