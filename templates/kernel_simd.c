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
@ if far_reach > 0 then
@ if uses.is then

// All bits of each lane whose byte is `value`.
$(V)_WORD $(v)vec $(v)is($(v)vec b, uint8_t value)
{
    return $(v)equal(b, $(v)splat(value));
}
@ end
@ if uses.masked then

// All bits of each lane whose byte has `value` under a mask.
$(V)_WORD $(v)vec $(v)is_masked($(v)vec b, uint8_t mask, uint8_t value)
{
    return $(v)equal($(v)and(b, $(v)splat(mask)), $(v)splat(value));
}
@ end
@ if uses.is_above then

// All bits of each lane whose byte is above `value` as a signed one: 80 is the least, 7F the greatest.
$(V)_WORD $(v)vec $(v)is_above($(v)vec b, uint8_t value)
{
    return $(v)above(b, $(v)splat(value));
}
@ end
@ if uses.range then

// All bits of each lane whose byte is in a range, which is moved up so that its last becomes the greatest signed byte.
$(V)_WORD $(v)vec $(v)is_in($(v)vec b, uint8_t first, uint8_t last)
{
    $(v)vec moved = $(v)add(b, $(v)splat((uint8_t)(127 - last)));
    return $(v)above(moved, $(v)splat((uint8_t)(126 - last + first)));
}
@ end

// What is wrong by rules on single bytes compared, the current one b0, the one before it b1, ...
$(V)_WORD $(v)vec $(v)far($(far_parameters(v)))
{
@ for i, rule in ipairs(far_rules(v)) do
    // $(rule.meaning)
@ for _, line in ipairs(rule.lines) do
    $(line)
@ end
@ end
    return $(far_result(v));
}
@ end

// The errors of the windows that end at `at` and the bytes after it. Reads from at - $(window - 1) to at + $(V)_WIDTH - 1.
$(V)_WORD $(v)vec $(v)errors(const uint8_t *at)
{
    $(v)vec errors = $(v)combine(
@ for n = 0, positions - 1 do
        $(v)classify_$(n)($(v)load(at$(n > 0 and " - " .. n or "")))$(comma_or_end(n))
@ end
@ if plan.alone then
    errors = $(v)or(errors, $(v)alone($(v)load(at)));
@ end
@ if far_reach > 0 then
    errors = $(v)or(errors, $(v)far($(far_loads(v))));
@ end
    return errors;
}

// The errors of the windows that end in v, which follows `before`.
$(V)_WORD $(v)vec $(v)errors_after($(v)vec v, $(v)vec before)
{
    $(v)vec errors = $(v)combine(
        $(v)classify_0(v),
@ for n = 1, positions - 1 do
        $(v)classify_$(n)($(v)after_$(n)(v, before))$(comma_or_end(n))
@ end
@ if plan.alone then
    errors = $(v)or(errors, $(v)alone(v));
@ end
@ if far_reach > 0 then
    errors = $(v)or(errors, $(v)far($(far_afters(v))));
@ end
    return errors;
}
@ if plan.plain ~= "sign" then

// The high bit of each lane whose byte is not plain.
$(V)_WORD $(v)vec $(v)not_plain($(v)vec b)
{
@ if plan.plain == "positive" then
    return $(v)or(b, $(v)add(b, $(v)splat(255)));
@ else
    return $(v)or(b, $(v)above($(v)alone(b), $(v)splat(0)));
@ end
}
@ end

// How a text is gone through, in bytes. Plain ones are skipped by units, from FAR on in a stretch of them by two units at once.
// Others are checked in runs, from FEW after plain ones to MANY, each twice as long as the one before: where there is little that
// is plain, it is seldom looked for. The runs are loops that compilers do not unroll, so that all constants stay in registers.
enum {
    $(V)_UNIT = 4 * $(V)_WIDTH,
    $(V)_FEW = 4 * $(V)_WIDTH,
    $(V)_MANY = 32 * $(V)_WIDTH,
    $(V)_FAR = 16 * $(V)_UNIT
};

// A unit in one vector: a lane has the high bit if one of its bytes is not plain.
$(V)_WORD $(v)vec $(v)or_unit(const uint8_t *at)
{
    $(v)vec low = $(v)or($(not_plain(v, "at")), $(not_plain(v, "at + " .. V .. "_WIDTH")));
    at += 2 * $(V)_WIDTH;
    $(v)vec high = $(v)or($(not_plain(v, "at")), $(not_plain(v, "at + " .. V .. "_WIDTH")));
    return $(v)or(low, high);
}

// Where the plain units end that begin at text[from].
$(V)_WORD size_t $(v)plain_end(const uint8_t *text, size_t size, size_t from)
{
    size_t i = from;
    for (; size - i >= $(V)_UNIT && i - from < $(V)_FAR; i += $(V)_UNIT) {
        if ($(v)any_high_bit($(v)or_unit(text + i))) {
            return i;
        }
    }
    for (; size - i >= 2 * $(V)_UNIT; i += 2 * $(V)_UNIT) {
        const uint8_t *at = text + i;
        $(v)vec first = $(v)or_unit(at);
        $(v)vec second = $(v)or_unit(at + $(V)_UNIT);
        if ($(v)any_high_bit($(v)or(first, second))) {
            break;
        }
    }
    return i;
}

// Whether the text, of at least $(V)_WIDTH + $(window - 1) bytes, is well-formed. If not, no window that ends before *clean is ill-formed.
$(V)_FUNCTION static bool $(v)scan(const uint8_t *text, size_t size, size_t *clean)
{
    const $(v)vec pads = $(v)splat($(hex(analysis.pad)));
    size_t i = $(V)_WIDTH, run = $(V)_FEW;
    *clean = 0;
    if ($(v)any($(v)errors_after($(v)load(text), pads))) {
        return false;
    }
    while (size - i >= $(V)_WIDTH) {
        // Of the windows in plain units, only those in the first vector can reach back to other bytes.
        $(v)vec errors = $(v)errors(text + i);
        size_t end = $(v)plain_end(text, size, i);
        *clean = i;
        if (end > i) {
            i = end;
            run = $(V)_FEW;
        } else {
            size_t left = (size - i) / $(V)_WIDTH * $(V)_WIDTH;
            end = i + (left < run ? left : run);
            for (i += $(V)_WIDTH; i < end; i += $(V)_WIDTH) {
                errors = $(v)or(errors, $(v)errors(text + i));
            }
            run = run < $(V)_MANY ? 2 * run : run;
        }
        if ($(v)any(errors)) {
            return false;
        }
    }
    // The last vector ends with the text and may check some bytes again; behind it stand pads.
    *clean = i;
    $(v)vec last = $(v)load(text + size - $(V)_WIDTH);
    $(v)vec errors = $(v)errors(text + size - $(V)_WIDTH);
    return !$(v)any($(v)or(errors, $(v)errors_after(pads, last)));
}
@ if narrower == short_kernel then

// Whether a text of fewer than $(V)_WIDTH + $(window - 1) bytes is plain. Looks at both its ends, which may overlap.
$(V)_WORD bool $(v)short_is_plain(const uint8_t *text, size_t size)
{
    if (size >= $(V)_WIDTH) {
        const uint8_t *end = text + size - $(V)_WIDTH;
        return !$(v)any_high_bit($(v)or($(not_plain(v, "text")), $(not_plain(v, "end"))));
    }
    if (size >= 8) {
        uint64_t first, last;
        $(U)_COPY(&first, text, 8);
        $(U)_COPY(&last, text + size - 8, 8);
        return $(p)plain_word(first) && $(p)plain_word(last);
    }
    if (size >= 4) {
        uint32_t first, last;
        $(U)_COPY(&first, text, 4);
        $(U)_COPY(&last, text + size - 4, 4);
        return $(p)plain_word((uint64_t)first << 32 | last);
    }
@ if plan.plain == "sign" then
    return size == 0 || (text[0] | text[size / 2] | text[size - 1]) < 0x80;
@ else
    return size == 0;
@ end
}
@ end

$(V)_FUNCTION static bool $(v)valid(const void *text, size_t size)
{
    size_t clean;
    if (size < $(V)_WIDTH + $(window - 1)) {
@ if narrower == short_kernel then
        if ($(v)short_is_plain((const uint8_t *)text, size)) {
            return true;
        }
@ end
        return $(p)$(narrower)_valid(text, size);
    }
    return $(v)scan((const uint8_t *)text, size, &clean);
}

$(V)_FUNCTION static size_t $(v)valid_prefix(const void *text, size_t size)
{
    size_t clean;
    if (size < $(V)_WIDTH + $(window - 1)) {
@ if narrower == short_kernel then
        if ($(v)short_is_plain((const uint8_t *)text, size)) {
            return size;
        }
@ end
        return $(p)$(narrower)_valid_prefix(text, size);
    }
    if ($(v)scan((const uint8_t *)text, size, &clean)) {
        return size;
    }
    return $(p)prefix_from((const uint8_t *)text, size, clean);
}
