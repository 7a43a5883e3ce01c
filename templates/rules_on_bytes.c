// The lanes whose byte is `value`.
$(V)_WORD $(v)test $(v)is($(v)vec b, uint8_t value)
{
    return $(v)equal(b, $(v)splat(value));
}

// Not zero in each lane whose byte is below `value`.
$(V)_WORD $(v)vec $(v)below($(v)vec b, uint8_t value)
{
    return $(v)subtract_saturating($(v)splat(value), b);
}

// The lanes whose byte has `value` under a mask.
$(V)_WORD $(v)test $(v)is_masked($(v)vec b, uint8_t mask, uint8_t value)
{
    return $(v)equal($(v)and(b, $(v)splat(mask)), $(v)splat(value));
}

// The lanes whose byte is above `value` as a signed one: 80 is the least, 7F the greatest.
$(V)_WORD $(v)test $(v)is_above($(v)vec b, uint8_t value)
{
    return $(v)above(b, $(v)splat(value));
}

// The lanes whose byte is in a range, which is moved up so that its last becomes the greatest signed byte.
$(V)_WORD $(v)test $(v)is_in($(v)vec b, uint8_t first, uint8_t last)
{
    $(v)vec moved = $(v)add(b, $(v)splat((uint8_t)(127 - last)));
    return $(v)above(moved, $(v)splat((uint8_t)(126 - last + first)));
}
@ if far.reach > 0 then

// What is wrong by rules on single bytes compared, the current one b0, the one before it b1, ...
$(V)_WORD $(v)vec $(v)far($(byte_parameters(v, far)))
{
@ for _, rule in ipairs(far.rules(v)) do
    // $(rule.meaning)
@ for _, line in ipairs(rule.lines) do
    $(line)
@ end
@ end
    return $(far.result(v));
}
@ end
@ if plan.watch > 0 then
@ if classes then

// What is wrong by rules on pairs that bits of the tables tell, and on single bytes around them.
$(V)_WORD $(v)vec $(v)watched($(watched_parameters(v, by_classes)))
{
@ else

// The lanes in which a byte and the one before it have a bit of `mask` in the tables.
$(V)_WORD $(v)test $(v)watch($(v)vec b, $(v)vec before, uint8_t mask)
{
    return $(v)any_of($(v)and($(v)classify_0(b), $(v)classify_1(before)), mask);
}

// What is wrong by rules on single bytes that only count where a bit of the tables watches.
$(V)_WORD $(v)vec $(v)watched($(byte_parameters(v, watched)))
{
@ end
@ for _, rule in ipairs(watched.rules(v)) do
    // $(rule.meaning)
@ for _, line in ipairs(rule.lines) do
    $(line)
@ end
@ end
    return $(watched.result(v));
}
@ end
