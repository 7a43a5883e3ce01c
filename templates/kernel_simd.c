// What a byte contributes to a window as its current byte, ...
$(V)_WORD $(v)vec $(v)classify_0($(v)vec b)
{
    return $(v)lookup($(p)this_high, $(v)high_nibbles(b));
}

// ... as the byte before that, ...
$(V)_WORD $(v)vec $(v)classify_1($(v)vec b)
{
    return $(v)and($(v)lookup($(p)prev_high, $(v)high_nibbles(b)),
        $(v)lookup($(p)prev_low, $(v)low_nibbles(b)));
}
@ for i, demand in ipairs(plan.demands) do

// ... and $(demand.distance) bytes before it: bit 7 if it demands a continuation byte there.
$(V)_WORD $(v)vec $(v)classify_$(demand.distance)($(v)vec b)
{
    return $(v)subtract_saturating($(in_order(v, "b")), $(v)splat((uint8_t)($(p)demand[$(i - 1)] - 128)));
}
@ end

// The errors of windows, unreduced: a lane is not zero exactly if its window is ill-formed.
$(V)_WORD $(v)vec $(v)combine(
    $(parameters(v)))
{
@ if #plan.demands > 0 then
    $(v)vec demanded = $(v)and($(demanded(v)), $(v)splat($(plan.bit)));
    return $(v)xor($(v)and(c0, c1), demanded);
@ else
    return $(v)and(c0, c1);
@ end
}
@ if plan.alone then

// The bytes that no text holds.
$(V)_WORD $(v)vec $(v)alone($(v)vec b)
{
    return $(v)and($(v)lookup($(p)alone_high, $(v)high_nibbles(b)),
        $(v)lookup($(p)alone_low, $(v)low_nibbles(b)));
}
@ end

$(include_here("rules_on_bytes.c"))

@ if plan.watch > 0 then
// What is wrong in the windows that end at `at` and the bytes after it, and what must be watched there.
@ else
// The errors of the windows that end at `at` and the bytes after it. Reads from at - $(window - 1) to at + $(V)_WIDTH - 1.
@ end
$(V)_WORD $(v)vec $(v)$(signs)(const uint8_t *at)
{
    $(v)vec errors = $(v)combine(
@ for n = 0, positions - 1 do
        $(v)classify_$(n)($(v)load(at$(n > 0 and " - " .. n or "")))$(comma_or_end(n))
@ end
@ if plan.alone then
    errors = $(v)or(errors, $(v)alone($(v)load(at)));
@ end
@ if far.reach > 0 then
    errors = $(v)or(errors, $(v)far($(byte_loads(v, far))));
@ end
    return errors;
}
@ if plan.watch > 0 then

// The errors alone. Reads from at - $(window - 1) to at + $(V)_WIDTH - 1.
$(V)_WORD $(v)vec $(v)errors(const uint8_t *at)
{
    $(v)vec errors = $(v)and($(v)signs(at), $(v)splat($(hex(255 - plan.watch))));
@ if plan.alone then
    errors = $(v)or(errors, $(v)alone($(v)load(at)));
@ end
    return $(v)or(errors, $(v)watched($(byte_loads(v, watched))));
}
@ end

@ if plan.watch > 0 then
// The same for the windows that end in v, which follows `before`: what is wrong or must be watched ...
@ else
// The errors of the windows that end in v, which follows `before`.
@ end
$(V)_WORD $(v)vec $(v)$(signs)_after($(v)vec v, $(v)vec before)
{
    $(v)vec errors = $(v)combine(
        $(v)classify_0(v),
@ for n = 1, positions - 1 do
        $(v)classify_$(n)($(v)after_$(n)(v, before))$(comma_or_end(n))
@ end
@ if plan.alone then
    errors = $(v)or(errors, $(v)alone(v));
@ end
@ if far.reach > 0 then
    errors = $(v)or(errors, $(v)far($(byte_afters(v, far))));
@ end
    return errors;
}
@ if plan.watch > 0 then

// ... and the errors alone.
$(V)_WORD $(v)vec $(v)errors_after($(v)vec v, $(v)vec before)
{
    $(v)vec errors = $(v)and($(v)signs_after(v, before), $(v)splat($(hex(255 - plan.watch))));
@ if plan.alone then
    errors = $(v)or(errors, $(v)alone(v));
@ end
    return $(v)or(errors, $(v)watched($(byte_afters(v, watched))));
}
@ end

$(include_here("plain_bytes.c"))

@ if plan.watch > 0 then
// Whether there are no errors in text[from] up to text[to]$(ahead > 0 and ", and in the vector behind, up to which the rules reach" or "").
$(V)_FUNCTION static bool $(v)right(const uint8_t *text, $(ahead > 0 and "size_t size, " or "")size_t from, size_t to)
{
    $(v)vec errors = $(v)splat(0);
@ if ahead > 0 then
    to += size - to >= $(V)_WIDTH ? $(V)_WIDTH : 0;
@ end
    for (; from < to; from += $(V)_WIDTH) {
        errors = $(v)or(errors, $(v)errors(text + from));
    }
    return !$(v)any(errors);
}

@ end
// Whether the text, of at least $(V)_WIDTH + $(window - 1) bytes, is well-formed. If not, no window that ends before *clean is ill-formed.
$(V)_FUNCTION static $(U)_NOINLINE bool $(v)scan(const uint8_t *text, size_t size, size_t *clean)
{
    const $(v)vec pads = $(v)splat($(hex(analysis.pad)));
    size_t i = $(V)_WIDTH, run = $(V)_FEW;
    *clean = 0;
@ if ahead > 0 then
    if ($(v)any($(v)signs_after($(v)load(text), pads)) && ($(v)any($(v)errors_after($(v)load(text), pads)) ||
        !$(v)right(text, size, $(V)_WIDTH, $(V)_WIDTH))) {
@ else
    if ($(v)any($(v)errors_after($(v)load(text), pads))) {
@ end
        return false;
    }
    while (size - i >= $(V)_WIDTH) {
        // Of the windows in plain units, only those in the first vector can reach back to other bytes.
        $(v)vec errors = $(v)$(signs)(text + i);
        size_t end = $(v)plain_end(text, size, i);
@ if plan.watch > 0 then
        size_t checked = i + $(V)_WIDTH;
@ end
        *clean = i;
        if (end > i) {
            i = end;
            run = $(V)_FEW;
        } else {
            size_t left = (size - i) / $(V)_WIDTH * $(V)_WIDTH;
            end = i + (left < run ? left : run);
            i += $(V)_WIDTH;
            for (; i < end; i += $(V)_WIDTH) {
                errors = $(v)or(errors, $(v)$(signs)(text + i));
            }
@ if plan.watch > 0 then
            checked = end;
@ end
            run = run < $(V)_MANY ? 2 * run : run;
        }
@ if plan.watch > 0 then
        if ($(v)any(errors) && !$(v)right(text, $(ahead > 0 and "size, " or "")*clean, checked)) {
@ else
        if ($(v)any(errors)) {
@ end
            return false;
        }
    }
    // The last vector ends with the text and may check some bytes again; behind it stand pads.
    *clean = i;
    $(v)vec last = $(v)load(text + size - $(V)_WIDTH);
    $(v)vec errors = $(v)errors(text + size - $(V)_WIDTH);
    return !$(v)any($(v)or(errors, $(v)errors_after(pads, last)));
}

// Up to MEDIUM bytes nothing is skipped: what costs time there is a branch that goes another way than the last time.
@ if part then

// Whether a text of fewer than $(V)_WIDTH + $(window - 1) bytes is well-formed: one vector, or a second one for its end, pads around them.
$(V)_WORD bool $(v)short_valid(const uint8_t *text, size_t size)
{
    const $(v)vec pads = $(v)splat($(hex(analysis.pad)));
    $(v)vec first = size < $(V)_WIDTH ? $(v)load_part(text, size) : $(v)load(text);
    $(v)vec errors = $(v)errors_after(first, pads);
    if (size > $(V)_WIDTH - $(window - 1)) {
        $(v)vec rest = size > $(V)_WIDTH ? $(v)load_part(text + $(V)_WIDTH, size - $(V)_WIDTH) : pads;
        errors = $(v)or(errors, $(v)errors_after(rest, first));
    }
    return !$(v)any(errors);
}
@ end

// Whether no sign of an error is in a text of at least $(V)_WIDTH + $(window - 1) bytes.
$(V)_WORD bool $(v)medium_valid(const uint8_t *text, size_t size)
{
    const $(v)vec pads = $(v)splat($(hex(analysis.pad)));
    const uint8_t *end = text + size - $(V)_WIDTH;
    $(v)vec errors = $(v)$(signs)_after($(v)load(text), pads);
    for (size_t i = $(V)_WIDTH; size - i >= $(V)_WIDTH; i += $(V)_WIDTH) {
        errors = $(v)or(errors, $(v)$(signs)(text + i));
    }
    errors = $(v)or(errors, $(v)$(signs)(end));
    errors = $(v)or(errors, $(v)$(signs)_after(pads, $(v)load(end)));
    return !$(v)any(errors);
}

$(V)_FUNCTION static bool $(v)valid(const void *text, size_t size)
{
    size_t clean;
    if (size < $(V)_WIDTH + $(window - 1)) {
@ if part then
        return $(v)short_valid((const uint8_t *)text, size);
@ else
        return $(p)$(narrower)_valid(text, size);
@ end
    }
    if (size <= $(V)_MEDIUM && $(v)medium_valid((const uint8_t *)text, size)) {
        return true;
    }
    return $(v)scan((const uint8_t *)text, size, &clean);
}

$(V)_FUNCTION static size_t $(v)valid_prefix(const void *text, size_t size)
{
    size_t clean = 0;
    if (size <= $(V)_MEDIUM ? $(v)valid(text, size) : $(v)scan((const uint8_t *)text, size, &clean)) {
        return size;
    }
    return $(p)prefix_from((const uint8_t *)text, size, clean);
}
