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
    return $(v)subtract_saturating(b, $(v)splat((uint8_t)($(p)demand[$(i - 1)] - 128)));
}
@ end

// The errors of windows, unreduced: a lane is not zero exactly if its window is ill-formed.
$(V)_WORD $(v)vec $(v)combine(
    $(parameters(v)))
{
    $(v)vec demanded = $(v)and($(demanded(v)), $(v)splat($(plan.bit)));
    return $(v)xor($(v)and(c0, c1), demanded);
}

// The errors of the windows that end at `at` and the bytes after it. Reads from at - $(window - 1) to at + $(V)_WIDTH - 1.
$(V)_WORD $(v)vec $(v)errors(const uint8_t *at)
{
    return $(v)combine(
@ for n = 0, window - 1 do
        $(v)classify_$(n)($(v)load(at$(n > 0 and " - " .. n or "")))$(comma_or_end(n))
@ end
}

// The errors of the windows that end in v, which follows `before`.
$(V)_WORD $(v)vec $(v)errors_after($(v)vec v, $(v)vec before)
{
    return $(v)combine(
        $(v)classify_0(v),
@ for n = 1, window - 1 do
        $(v)classify_$(n)($(v)after_$(n)(v, before))$(comma_or_end(n))
@ end
}

// Whether the text, of at least $(V)_WIDTH + $(window - 1) bytes, is well-formed. If not, no window that ends before *clean is ill-formed.
$(V)_FUNCTION static bool $(v)scan(const uint8_t *text, size_t size, size_t *clean)
{
    enum { UNIT = 4 * $(V)_WIDTH };
    const $(v)vec pads = $(v)splat($(hex(analysis.pad)));
    size_t i = $(V)_WIDTH;
    *clean = 0;
    if ($(v)any($(v)errors_after($(v)load(text), pads))) {
        return false;
    }
    for (; size - i >= UNIT; i += UNIT) {
        const uint8_t *at = text + i;
        // A unit of plain bytes, with none but plain bytes in the windows that reach into it, holds no error.
        $(v)vec all = $(v)load(at - $(window - 1));
        for (size_t j = 0; j < UNIT; j += $(V)_WIDTH) {
            all = $(v)or(all, $(v)load(at + j));
        }
        if ($(v)any_high_bit(all)) {
            $(v)vec errors = $(v)errors(at);
            for (size_t j = $(V)_WIDTH; j < UNIT; j += $(V)_WIDTH) {
                errors = $(v)or(errors, $(v)errors(at + j));
            }
            if ($(v)any(errors)) {
                *clean = i;
                return false;
            }
        }
    }
    for (; size - i >= $(V)_WIDTH; i += $(V)_WIDTH) {
        if ($(v)any($(v)errors(text + i))) {
            *clean = i;
            return false;
        }
    }
    // The last vector ends with the text and may check some bytes again; behind it stand pads.
    $(v)vec last = $(v)load(text + size - $(V)_WIDTH);
    *clean = i;
    $(v)vec errors = $(v)errors(text + size - $(V)_WIDTH);
    return !$(v)any($(v)or(errors, $(v)errors_after(pads, last)));
}

$(V)_FUNCTION static bool $(v)valid(const void *text, size_t size)
{
    size_t clean;
    if (size < $(V)_WIDTH + $(window - 1)) {
        return $(p)$(narrower)_valid(text, size);
    }
    return $(v)scan((const uint8_t *)text, size, &clean);
}

$(V)_FUNCTION static size_t $(v)valid_prefix(const void *text, size_t size)
{
    size_t clean;
    if (size < $(V)_WIDTH + $(window - 1)) {
        return $(p)$(narrower)_valid_prefix(text, size);
    }
    if ($(v)scan((const uint8_t *)text, size, &clean)) {
        return size;
    }
    return $(p)prefix_from((const uint8_t *)text, size, clean);
}
