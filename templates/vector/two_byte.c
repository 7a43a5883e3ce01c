$(functions("two_byte"))

// The end of the leading blocks of text[from..to) that have only characters of one and two bytes, and no ill-formed window; `from` if this check finds an error or cannot decide.$(counted and " If `tallied`, it tallies the blocks up to there." or "")
@ if counted then
//@ requires $(window - 1) <= from <= to && (to - from) % $(V)_BLOCK == 0 && to - from >= $(V)_BLOCK;
//@ requires \valid_read(text + (0 .. to - 1)) && (tallied ==> \valid(tally));
//@ assigns *(tally + (0 .. (tallied ? 0 : -1)));
//@ ensures within: from <= \result <= to && (to - \result) % $(V)_BLOCK == 0;
//@ ensures well_formed: $(v)good((uint8_t *)text + from, (uint8_t *)text + \result);
$(V)_INLINE size_t $(v)two_byte_span(const uint8_t *text, size_t from, size_t to, bool tallied, $(p)tally *tally)
@ else
$(V)_$(classes and "INLINE" or "FUNCTION static " .. U .. "_NOINLINE") size_t $(v)two_byte_end(const uint8_t *text, size_t from, size_t to)
@ end
{
@ if counted then
    $(v)counts counts = $(v)no_counts();
@ end
    $(v)vec errors = $(w.splat)(0)$(plan.look and ", looks = errors" or "");
    size_t i = from;
    // The first windows begin before text[from], so the bytes there must be two-byte text, too.
    if (!$(v)two_byte_block(text + from - $(window - 1))) {
        return from;
    }
    //@ loop invariant place: from <= i <= to && (to - i) % $(V)_BLOCK == 0;
    //@ loop invariant two_byte: $(v)all_two_byte((uint8_t *)text + from - $(window - 1), (uint8_t *)text + i);
    //@ loop invariant flagged: !$(v)high(errors) ==> $(v)good((uint8_t *)text + from, (uint8_t *)text + i);
    //@ loop assigns i, errors, counts;
    //@ loop variant to - i;
    for (; i < to && $(v)two_byte_block(text + i); i += $(V)_BLOCK) {
        $(prefetch_hint)((const uint8_t *)((uintptr_t)(text + i) + $(V)_AHEAD));
@ for _, pair in ipairs { { 0, 1 }, { 2, 3 } } do
@ if pair[1] == 2 then
        if ($(V)_VECTORS > 2) {
@ end
@ local indent = pair[1] == 2 and "    " or ""
@ for _, n in ipairs(pair) do
@ if n < block_vectors then
        $(indent)//@ assert $(v)all_two_byte((uint8_t *)text + i + $(n * bytes) - $(window - 1), (uint8_t *)text + i + $((n + 1) * bytes));
@ end
        $(indent)errors = $(w "or")(errors, $(v)two_byte_errors(text + i$(plus(n))));
@ if n < block_vectors then
        $(indent)//@ assert !$(v)high(errors) ==> $(v)good((uint8_t *)text + from, (uint8_t *)text + i + $((n + 1) * bytes));
        $(indent)//@
@ end
@ if plan.look then
        $(indent)looks = $(w "or")(looks, $(v)two_byte_look(text + i$(plus(n))));
@ end
@ end
@ if pair[1] == 2 then
        }
@ end
@ end
@ if counted then
        if (tallied) {
            $(v)add_two_byte(&counts, text + i);
            $(v)add_two_byte(&counts, text + i + $(V)_WIDTH);
        }
        if (tallied && $(V)_VECTORS > 2) {
            $(v)add_two_byte(&counts, text + i + 2 * $(V)_WIDTH);
            $(v)add_two_byte(&counts, text + i + 3 * $(V)_WIDTH);
        }
@ end
    }
@ local looks = plan.look and " || " .. w.any .. "(looks)" or ""
@ if counted then
    if ($(w.any_high_bit)(errors)$(looks)) {
        return from;
    }
    if (tallied) {
        $(v)add_counts(tally, &counts);
    }
    return i;
@ else
    return $(w.any_high_bit)(errors)$(looks) ? from : i;
@ end
}
@ if counted and not classes then

//@ requires $(window - 1) <= from <= to && (to - from) % $(V)_BLOCK == 0 && to - from >= $(V)_BLOCK;
//@ requires \valid_read(text + (0 .. to - 1));
//@ assigns \nothing;
//@ ensures within: from <= \result <= to && (to - \result) % $(V)_BLOCK == 0;
//@ ensures well_formed: $(v)good((uint8_t *)text + from, (uint8_t *)text + \result);
$(V)_FUNCTION static $(U)_NOINLINE size_t $(v)two_byte_end(const uint8_t *text, size_t from, size_t to)
{
    return $(v)two_byte_span(text, from, to, false, NULL);
}

//@ requires $(window - 1) <= from <= to && (to - from) % $(V)_BLOCK == 0 && to - from >= $(V)_BLOCK;
//@ requires \valid_read(text + (0 .. to - 1)) && \valid(tally);
//@ assigns *tally;
//@ ensures within: from <= \result <= to && (to - \result) % $(V)_BLOCK == 0;
//@ ensures well_formed: $(v)good((uint8_t *)text + from, (uint8_t *)text + \result);
$(V)_FUNCTION static $(U)_NOINLINE size_t $(v)two_byte_tally(const uint8_t *text, size_t from, size_t to, $(p)tally *tally)
{
    return $(v)two_byte_span(text, from, to, true, tally);
}
@ end
