$(include_here("class_tables.c"))

@ if plan.alone then
// The high bit of each byte that no text holds.
$(V)_WORD $(v)vec $(v)alone($(v)vec b)
{
    return $(v)without($(v)lookup($(p)alone_class, b), b);
}

@ end
@ if plan.refused_nul then
// Where bytes are in a table of classes: 0 for 01..7F, the others one after the other, FE, FF and 00 together.
$(V)_WORD $(v)vec $(v)index($(v)vec b)
{
    return $(v)add_saturating($(v)max($(v)add(b, $(v)splat(255)), $(v)splat(0x7E)), $(v)splat(2));
}
@ else
// Where bytes are in a table of classes: 0 for those below 80, the others one after the other, FE and FF together.
$(V)_WORD $(v)vec $(v)index($(v)vec b)
{
    return $(v)add_saturating($(v)max(b, $(v)splat(0x7F)), $(v)splat(1));
}
@ end

// The class of a byte as the current one of a pair, ...
$(V)_WORD $(v)vec $(v)classify_0($(v)vec b)
{
    return $(v)lookup($(p)this_class, $(v)index(b));
}

// ... and as the one before it.
$(V)_WORD $(v)vec $(v)classify_1($(v)vec b)
{
    return $(v)lookup($(p)prev_class, $(v)index(b));
}

// What pairs of bytes are: in the bits of $(hex(compared)) whether their classes differ, in the others whether both have it.
$(V)_WORD $(v)vec $(v)pair($(v)vec c0, $(v)vec c1)
{
    return $(v)and_or_xor(c0, c1, $(hex(compared)));
}

$(include_here("rules_on_bytes.c"))

// What a vector leaves for the one behind it.
typedef struct $(v)left {
    $(v)vec pairs;  // what its pairs are
@ for n = 2, plan.chain do
    $(v)vec $(due(n - 1));  // what pairs are due $(2 * n - 2) bytes later
@ end
@ if looks_back then
    $(v)vec bytes;
@ end
} $(v)left;

// What is left by a vector that is like `before`, or ends like it.
$(V)_WORD $(v)left $(v)left_by($(v)vec before)
{
    $(v)left left;
    left.pairs = $(v)pair($(v)classify_0(before), $(v)classify_1($(v)after_1(before, before)));
@ for n = 2, plan.chain do
    left.$(due(n - 1)) = $(v)up_after_2(left.$(due(n - 2)), left.$(due(n - 2)));
@ end
@ if looks_back then
    left.bytes = before;
@ end
    return left;
}

// What pads leave, and plain bytes.
$(V)_WORD $(v)left $(v)left_by_pads(void)
{
@ if pads_leave_nothing then
    $(v)left left;
    left.pairs = $(v)splat(0);
@ for n = 2, plan.chain do
    left.$(due(n - 1)) = $(v)splat(0);
@ end
@ if looks_back then
    left.bytes = $(v)splat($(hex(analysis.pad)));
@ end
    return left;
@ else
    return $(v)left_by($(v)splat($(hex(analysis.pad))));
@ end
}

@ if plan.watch > 0 then
// What is wrong in the windows that end in v, or must be watched there, in the bits of $(hex(signs_mask)). Lane i of `previous` is the byte
// before lane i of v; what is left is of the vector before.
@ else
// What is wrong in the windows that end in v, in the bits of $(hex(signs_mask)). Lane i of `previous` is the byte before lane i of v; what is
// left is of the vector before.
@ end
$(V)_WORD $(v)vec $(v)$(signs)($(v)vec v, $(v)vec previous, $(v)left *left)
{
    $(v)vec pairs = $(v)pair($(v)classify_0(v), $(v)classify_1(previous));
    $(v)vec errors = pairs;
@ for n = 1, plan.chain do
    $(v)vec $(due(n)) = $(v)up_after_2($(due(n - 1)), left->$(due(n - 1)));
    errors = $(v)xor(errors, $(due(n)));
@ end
@ for n = 0, plan.chain > 1 and plan.chain - 1 or 0 do
    left->$(due(n)) = $(due(n));
@ end
@ if plan.alone then
    errors = $(v)or(errors, $(v)alone(v));
@ end
@ if far.reach > 0 then
    errors = $(v)or(errors, $(v)far($(byte_lefts(v, far))));
@ end
@ if looks_back and (plan.watch == 0 or far_looks_back) then
    left->bytes = v;
@ end
    return errors;
}
@ if plan.watch > 0 then

// What is wrong, without what is only to be watched.
$(V)_WORD $(v)vec $(v)errors($(v)vec v, $(v)vec previous, $(v)left *left)
{
@ if gates[#gates] > 0 then
    $(v)vec pairs = left->pairs;
@ end
@ if far_looks_back and watched_looks_back then
    $(v)vec bytes = left->bytes;
@ end
    $(v)vec errors = $(v)and($(v)signs(v, previous, left), $(v)splat($(hex(255 - silent))));
    errors = $(v)or(errors, $(v)watched($(watched_arguments(v, by_classes))));
@ if looks_back and not far_looks_back then
    left->bytes = v;
@ end
    return errors;
}
@ end

$(include_here("plain_bytes.c"))

@ if plan.watch > 0 then
// Looks for errors from text[*clean] to text[to], and from there on as long as something must be watched. Whether there are none; *clean
// is moved to where they end.
$(V)_FUNCTION static $(U)_NOINLINE bool $(v)right(const uint8_t *text, size_t size, size_t to, size_t *clean)
{
    const $(v)vec pads = $(v)splat($(hex(analysis.pad)));
    size_t i = *clean;
    $(v)left left = i > 0 ? $(v)left_by($(v)load(text + i - $(V)_WIDTH)) : $(v)left_by_pads();
    $(v)vec errors = $(v)splat(0), signs;
    do {
        size_t whole = (size - i) / $(V)_WIDTH * $(V)_WIDTH;
        size_t end = i + (whole < $(V)_CAREFUL ? whole : (size_t)$(V)_CAREFUL);
        for (signs = $(v)splat(0); i < end; i += $(V)_WIDTH) {
            $(v)vec v = $(v)load(text + i);
            $(v)vec previous = i > 0 ? $(v)load(text + i - 1) : $(v)after_1(v, pads);
            $(v)left same = left;
            signs = $(v)or(signs, $(v)signs(v, previous, &same));
            errors = $(v)or(errors, $(v)errors(v, previous, &left));
        }
        if ($(v)any(errors, $(hex(signs_mask)))) {
            return false;
        }
        *clean = i;
    } while (i < to || $(v)any(signs, $(hex(signs_mask))));
    return true;
}

@ end
// Whether the text, of at least 2 * $(V)_WIDTH bytes, is well-formed. If not, no window that ends before *clean is ill-formed.
$(V)_FUNCTION static $(U)_NOINLINE bool $(v)scan(const uint8_t *text, size_t size, size_t *clean)
{
    const $(v)vec pads = $(v)splat($(hex(analysis.pad)));
    $(v)left left = $(v)left_by_pads();
    size_t i = $(V)_WIDTH, run = $(V)_UNIT;
    $(v)vec v = $(v)load(text);
    $(v)vec errors = $(v)$(signs)(v, $(v)after_1(v, pads), &left);
    *clean = 0;
@ if plan.watch > 0 then
    if ($(v)any(errors, $(hex(signs_mask)))) {
        if (!$(v)right(text, size, i, clean)) {
            return false;
        }
        i = *clean;
        left = $(v)left_by($(v)load(text + i - $(V)_WIDTH));
    }
@ else
    if ($(v)any(errors, $(hex(signs_mask)))) {
        return false;
    }
@ end
    while (size - i >= $(V)_WIDTH) {
        if (size - i >= $(V)_UNIT && $(v)plain_windows(text + i)) {
            i = $(v)plain_end(text, size, i);
            left = $(v)left_by_pads();
@ if looks_back then
            left.bytes = $(v)load(text + i - $(V)_WIDTH);
@ end
            run = $(V)_UNIT;
            if (size - i < $(V)_WIDTH) {
                break;
            }
        }
        size_t whole = (size - i) / $(V)_WIDTH * $(V)_WIDTH;
        size_t end = i + (whole < run ? whole : run);
        *clean = i;
        errors = $(v)splat(0);
        for (; size >= $(V)_VAST && i < end; i += $(V)_WIDTH) {
            $(v)prefetch(text + i + $(V)_AHEAD);
            errors = $(v)or(errors, $(v)$(signs)($(v)load(text + i), $(v)load(text + i - 1), &left));
        }
        for (; i < end; i += $(V)_WIDTH) {
            errors = $(v)or(errors, $(v)$(signs)($(v)load(text + i), $(v)load(text + i - 1), &left));
        }
@ if looks_back and plan.watch > 0 and not far_looks_back then
        left.bytes = $(v)load(text + i - $(V)_WIDTH);
@ end
        run = run < $(V)_MANY ? 2 * run : run;
@ if plan.watch > 0 then
        if ($(v)any(errors, $(hex(signs_mask)))) {
            if (!$(v)right(text, size, i, clean)) {
                return false;
            }
            i = *clean;
            left = $(v)left_by($(v)load(text + i - $(V)_WIDTH));
        }
@ else
        if ($(v)any(errors, $(hex(signs_mask)))) {
            return false;
        }
@ end
    }
    // The last vector ends with the text and may check some bytes again; behind it stand pads.
    *clean = i;
    left = $(v)left_by($(v)load(text + size - 2 * $(V)_WIDTH));
    v = $(v)load(text + size - $(V)_WIDTH);
    errors = $(v)errors(v, $(v)load(text + size - $(V)_WIDTH - 1), &left);
    errors = $(v)or(errors, $(v)errors(pads, $(v)after_1(pads, v), &left));
    return !$(v)any(errors, $(hex(signs_mask)));
}

// Whether a text of at most MEDIUM bytes is well-formed: one vector, or always the same number of them. Nothing is skipped: what costs
// time in short texts is a branch that goes another way than the last time.
$(V)_WORD bool $(v)medium_valid(const uint8_t *text, size_t size)
{
    $(v)left left = $(v)left_by_pads();
    $(v)vec before = $(v)load_part(text, size);
    $(v)vec errors = $(v)errors(before, $(v)after_1(before, $(v)splat($(hex(analysis.pad)))), &left);
    if (size > $(V)_WIDTH - $(window - 1)) {
#ifdef __GNUC__
#pragma GCC unroll 4
#endif
        for (size_t i = $(V)_WIDTH; i < $(V)_MEDIUM + $(window - 1); i += $(V)_WIDTH) {
            // Where nothing is left, nothing is loaded, from a place that is mapped: others can take long.
            size_t there = (size_t)0 - (i < size);
            $(v)vec v = $(v)load_part(text + (i & there), (size - i) & there);
            errors = $(v)or(errors, $(v)errors(v, $(v)after_1(v, before), &left));
            before = v;
        }
    }
    return !$(v)any(errors, $(hex(signs_mask)));
}

$(V)_FUNCTION static bool $(v)valid(const void *text, size_t size)
{
    size_t clean;
    if (size <= $(V)_MEDIUM) {
        return $(v)medium_valid((const uint8_t *)text, size);
    }
    return $(v)scan((const uint8_t *)text, size, &clean);
}
