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

@ if brief then
// Whether a unit holds none but the bytes of brief characters: $(brief_text()).
$(V)_WORD bool $(v)brief_unit(const uint8_t *at)
{
    $(v)vec b = $(v)load(at), most = b;
@ if brief.gap > 0 then
    // Moved so that the bytes in between become the least signed ones.
    $(v)vec least = $(v)add(b, $(v)splat($(hex(127 - brief.trail & 255))));
@ end
@ for n = 1, units - 1 do
    b = $(v)load(at + $(n > 1 and n .. " * " or "")$(V)_WIDTH);
    most = $(v)max_unsigned(most, b);
@ if brief.gap > 0 then
    least = $(v)min(least, $(v)add(b, $(v)splat($(hex(127 - brief.trail & 255)))));
@ end
@ end
    $(v)vec others = $(v)subtract_saturating(most, $(v)splat($(hex(brief.limit - 128))));
@ if brief.gap > 0 then
    others = $(v)or(others, $(v)marked($(v)above($(v)splat($(hex(128 + brief.gap))), least)));
@ end
    return !$(v)any_high_bit(others);
}

// The errors of windows of such bytes, in the high bit of each lane: lead bytes, from $(("%02X"):format(brief.lead)) on, must stand before
// continuation bytes, up to $(("%02X"):format(brief.trail)), and before nothing else.
$(V)_WORD $(v)vec $(v)brief_errors(const uint8_t *at)
{
    $(v)vec b = $(v)load(at);
    $(v)vec led = $(v)subtract_saturating($(v)load(at - 1), $(v)splat($(hex(brief.lead - 128))));
    $(v)vec errors = $(v)xor(led, $(v)marked($(v)above($(v)splat($(hex(brief.trail + 1))), b)));
@ if plan.alone then
    errors = $(v)or(errors, $(v)add($(v)alone(b), $(v)splat(127)));
@ elseif plan.plain == "positive" then
    errors = $(v)or(errors, $(v)add($(v)below(b, 1), $(v)splat(127)));
@ end
    return errors;
}

// How far the units from text[from] to text[to] hold brief characters only and are well-formed; where they are not, nothing is said.
$(V)_FUNCTION static $(U)_NOINLINE size_t $(v)brief_end(const uint8_t *text, size_t from, size_t to)
{
    $(v)vec errors = $(v)splat(0);
    size_t i = from;
    // The first windows reach back.
    if (!$(v)brief_unit(text + from - $(window - 1))) {
        return from;
    }
    for (; i < to && $(v)brief_unit(text + i); i += $(V)_UNIT) {
@ if prefetch then
        $(v)prefetch(text + i + $(V)_AHEAD);
@ end
        errors = $(v)or(errors, $(v)brief_errors(text + i));
@ for n = 1, units - 1 do
        errors = $(v)or(errors, $(v)brief_errors(text + i + $(n > 1 and n .. " * " or "")$(V)_WIDTH));
@ end
    }
    return $(v)any_high_bit(errors) ? from : i;
}

@ end
@ if plan.watch > 0 then
// What is wrong or must be watched in the windows that end in text[from] to text[to], whole vectors.
@ else
// The errors of the windows that end in text[from] to text[to], whole vectors.
@ end
$(V)_WORD $(v)vec $(v)run(const uint8_t *text, size_t from, size_t to$(prefetch and ", bool vast" or ""))
{
    $(v)vec $(signs) = $(v)splat(0);
@ if prefetch then
    for (; vast && from < to; from += $(V)_WIDTH) {
        $(v)prefetch(text + from + $(V)_AHEAD);
        $(signs) = $(v)or($(signs), $(v)$(signs)(text + from));
    }
@ end
    for (; from < to; from += $(V)_WIDTH) {
        $(signs) = $(v)or($(signs), $(v)$(signs)(text + from));
    }
    return $(signs);
}

@ if plan.watch > 0 then
// Looks for errors from text[*clean] to text[to], and from there on as long as something must be watched. Whether there are none; *clean
// is moved to where they end.
$(V)_FUNCTION static $(U)_NOINLINE bool $(v)right(const uint8_t *text, size_t size, size_t to, size_t *clean)
{
    $(v)vec errors = $(v)splat(0), signs;
    size_t i = *clean;
    do {
        size_t left = (size - i) / $(V)_UNIT * $(V)_UNIT, end = i + (left < $(V)_CAREFUL ? left : (size_t)$(V)_CAREFUL);
        for (signs = $(v)splat(0); i < end; i += $(V)_WIDTH) {
            signs = $(v)or(signs, $(v)signs(text + i));
            errors = $(v)or(errors, $(v)errors(text + i));
        }
        if ($(v)any(errors)) {
            return false;
        }
        *clean = i;
    } while (i < to || $(v)any(signs));
    return true;
}

@ end
// Whether the text, of at least $(V)_WIDTH + $(window - 1) bytes, is well-formed. If not, no window that ends before *clean is ill-formed.
$(V)_FUNCTION static $(U)_NOINLINE bool $(v)scan(const uint8_t *text, size_t size, size_t *clean)
{
    const $(v)vec pads = $(v)splat($(hex(analysis.pad)));
    size_t i = $(V)_WIDTH, run = $(V)_UNIT;
@ if brief then
    unsigned trust = $(V)_TRUSTED - 1;
@ end
    *clean = 0;
    if ($(v)any($(v)errors_after($(v)load(text), pads))) {
        return false;
    }
@ if plan.watch > 0 then
    *clean = i;
    if ($(v)any($(v)signs_after($(v)load(text), pads))) {
        if (!$(v)right(text, size, i, clean)) {
            return false;
        }
        i = *clean;
    }
@ end
    while (size - i >= $(V)_UNIT) {
        size_t end, left = (size - i) / $(V)_UNIT * $(V)_UNIT;
        if ($(v)plain_windows(text + i)) {
            i = $(v)plain_end(text, size, i);
            if (size - i < $(V)_UNIT) {
                break;
            }
            run = $(V)_UNIT;
            end = i + run;
@ if brief then
        } else if (trust >= $(V)_TRUSTED) {
            end = i + (left < $(V)_LONG ? left : (size_t)$(V)_LONG);
            i = $(v)brief_end(text, i, end);
            trust = i < end ? trust - $(V)_PENALTY : trust < $(V)_MOST_TRUSTED ? trust + 1 : trust;
            end = end - i < $(V)_BRIDGE ? end : i + $(V)_BRIDGE;
@ end
        } else {
@ if brief then
            trust = (trust + 1) * $(v)brief_unit(text + i);
@ end
            run = run < $(V)_MANY ? 2 * run : run;
            end = i + (left < run ? left : run);
        }
        *clean = i;
        if ($(v)any($(v)run(text, i, end$(prefetch and ", size >= " .. V .. "_VAST" or "")))) {
@ if plan.watch > 0 then
            if (!$(v)right(text, size, end, clean)) {
                return false;
            }
            end = *clean;
@ else
            return false;
@ end
        }
        i = end;
    }
    // The last vector ends with the text and may check some bytes again; behind it stand pads.
    *clean = i;
    $(v)vec last = $(v)load(text + size - $(V)_WIDTH);
    $(v)vec errors = $(v)errors(text + size - $(V)_WIDTH);
    for (; size - i >= $(V)_WIDTH; i += $(V)_WIDTH) {
        errors = $(v)or(errors, $(v)errors(text + i));
    }
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
