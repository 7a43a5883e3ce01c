$(functions("check"))

$(include_here("vector/ascii_blocks.c"))

@ if counted then
$(include_here("vector/counting.c"))

@ end
@ if two_byte then
$(include_here("vector/two_byte.c"))

@ end
@ if rechecked then
// The errors and filters of the windows that end in text[from..to), a whole number of vectors.$(counted_note)
@ else
// The errors of the windows that end in text[from..to), a whole number of vectors.$(counted_note)
@ end
//@ requires $(window - 1) <= from <= to && (to - from) % $(bytes) == 0;
//@ requires to <= SIZE_MAX / 2 && \valid_read(text + (0 .. to - 1)) && \valid(counts);
//@ assigns *counts;
//@ ensures flagged: $(v)nonzero(\result) <==> !$(v)good((uint8_t *)text + from, (uint8_t *)text + to);
$(V)_INLINE $(v)vec $(v)run(const uint8_t *text, size_t from, size_t to, bool vast$(counted and ", bool tallied, " .. v .. "counts *counts" or ""))
{
    $(v)vec $(flags) = $(w.splat)(0);
@ local each = fields and "tallied && !" .. V .. "_SUMS" or "tallied"
@ if fields then
    //@ loop invariant place: \at(from, Pre) <= from <= to && (to - from) % $(bytes) == 0;
    //@ loop invariant flagged: $(v)nonzero(errors) <==> !$(v)good((uint8_t *)text + \at(from, Pre), (uint8_t *)text + from);
    //@ loop assigns from, errors, *counts;
    //@ loop variant to - from;
    while ($(V)_SUMS && tallied && from < to) {
        size_t end = to - from > $(V)_FIELDS ? from + $(V)_FIELDS : to;
        //@ loop invariant place: from <= ahead && ahead - from < $(V)_FIELDS + $(V)_BLOCK;
        //@ loop assigns ahead;
        //@ loop variant $(V)_FIELDS + $(V)_BLOCK - (ahead - from);
        for (size_t ahead = from; vast && ahead < end; ahead += $(V)_BLOCK) {
            $(prefetch_hint)((const uint8_t *)((uintptr_t)(text + ahead) + $(V)_AHEAD));
        }
        //@ loop invariant place: \at(from, LoopEntry) <= from <= end <= to && (end - from) % $(bytes) == 0;
        //@ loop invariant flagged: $(v)nonzero(errors) <==> !$(v)good((uint8_t *)text + \at(from, Pre), (uint8_t *)text + from);
        //@ loop assigns from, errors, *counts;
        //@ loop variant end - from;
        for (; from < end; from += $(V)_WIDTH) {
            $(flags) = $(w "or")($(flags), $(v)$(flags)(text + from));
            $(v)add_vector(counts, text + from);
        }
        $(v)empty_fields(counts);
    }
@ end
    //@ loop invariant place: \at(from, Pre) <= from <= to && (to - from) % $(bytes) == 0;
    //@ loop invariant flagged: $(v)nonzero(errors) <==> !$(v)good((uint8_t *)text + \at(from, Pre), (uint8_t *)text + from);
    //@ loop assigns from, errors$(counted and ", *counts" or "");
    //@ loop variant to - from;
    for (; vast && from < to; from += $(V)_WIDTH) {
        $(prefetch_hint)((const uint8_t *)((uintptr_t)(text + from) + $(V)_AHEAD));
        $(flags) = $(w "or")($(flags), $(v)$(flags)(text + from));
@ if counted then
        if ($(each)) {
            $(v)add_vector(counts, text + from);
        }
@ end
    }
    //@ loop invariant place: \at(from, Pre) <= from <= to && (to - from) % $(bytes) == 0;
    //@ loop invariant flagged: $(v)nonzero(errors) <==> !$(v)good((uint8_t *)text + \at(from, Pre), (uint8_t *)text + from);
    //@ loop assigns from, errors$(counted and ", *counts" or "");
    //@ loop variant to - from;
    for (; from < to; from += $(V)_WIDTH) {
        $(flags) = $(w "or")($(flags), $(v)$(flags)(text + from));
@ if counted then
        if ($(each)) {
            $(v)add_vector(counts, text + from);
        }
@ end
    }
    return $(flags);
}

@ if plan.look then
$(include_here("vector/look.c"))

@ elseif broken then
// Rechecks at least text[*clean..to) by the deep rules, in steps. Continues while the last step has $(plan.filter > 0 and "filter bits" or "")$(plan.filter > 0 and plan.watched and " or " or "")$(plan.watched and "a true watch" or ""). Each step that begins past `to` is twice as long as the one before, up to MANY. Returns whether there are no errors, and moves *clean to the end of the last step without errors.
$(V)_FUNCTION static $(U)_NOINLINE bool $(v)recheck(const uint8_t *text, size_t size, size_t to, size_t *clean)
{
    size_t i = *clean, step = to - i > $(V)_BLOCK ? to - i : (size_t)$(V)_BLOCK;
@ if by_pairs then
    $(broken_type) broken = $(none_broken());
    $(v)vec flags$(moved and (", left = %sleft_before(text + i)"):format(v) or "");
@ else
    $(v)vec errors = $(w.splat)(0), flags;
@ end
    do {
        size_t whole = (size - i) / $(V)_BLOCK * $(V)_BLOCK, end = i + (whole < step ? whole : step);
        for (flags = $(w.splat)(0); i < end; i += $(V)_WIDTH) {
            flags = $(w "or")(flags, $(v)flags(text + i));
@ if by_pairs then
            broken = $(or_broken())(broken, $(v)broken_at(text + i$(moved and ", left" or "")));
@ if moved then
            left = $(v)left_at(text + i);
@ end
@ else
            errors = $(w "or")(errors, $(v)errors(text + i));
@ end
        }
@ if by_pairs then
        if ($(w.any)($(w "or")($(w "and")(flags, $(w.splat)($(hex(255 - plan.filter)))), $(broken_lanes())))) {
@ else
        if ($(w.any)(errors)) {
@ end
            return false;
        }
        *clean = i;
        step = i > to && step < $(V)_MANY ? 2 * step : step;
    } while (i < to || $(w.any)(flags));
    return true;
}

@ end
// Whether the text, of at least $(V)_WIDTH + $(window - 1) bytes, has no ill-formed window. Sets *clean: no ill-formed window ends before it.
@ if counted then
// If `tallied`, it tallies the text, or only the bytes before *clean if the text is ill-formed.
//@ requires $(bytes) + $(window - 1) <= size <= SIZE_MAX / 2 && \valid_read(text + (0 .. size - 1));
//@ requires \valid(clean) && \separated(clean, text + (0 .. size - 1))
//@     && (tallied ==> \valid(tally) && \separated(clean, tally) && \separated(tally, text + (0 .. size - 1)));
//@ assigns *clean, *(tally + (0 .. (tallied ? 0 : -1)));
//@ ensures within: *clean <= size;
//@ ensures no_window_is_bad: \result ==> $(v)no_bad_window((uint8_t *)text, size);
//@ ensures a_window_is_bad: $(v)no_bad_window((uint8_t *)text, size) ==> \result;
//@ ensures none_before_clean: *clean == 0 || $(v)good((uint8_t *)text + $(window - 1), (uint8_t *)text + *clean);
$(V)_INLINE bool $(v)scan_through(const uint8_t *text, size_t size, size_t *clean, bool tallied, $(p)tally *tally)
@ else
$(V)_FUNCTION static $(U)_NOINLINE bool $(v)scan(const uint8_t *text, size_t size, size_t *clean)
@ end
{
@ if not edges then
    const $(v)vec pads = $(w.splat)($(hex(analysis.pad)));
@ end
    size_t i = $(V)_WIDTH, run = $(V)_BLOCK;
@ if plan.look then
    // Whether the last run had a filter bit. If so, the next run is rechecked at once, without a first pass$(counted and ", unless `tallied`" or "").
    bool looked = false;
@ end
@ if two_byte then
    unsigned trust = $(V)_TRUSTED - 1;
@ end
    $(v)vec first = $(first_windows(flags));
    *clean = 0;
@ if broken then
    if ($(w.any)($(first_windows("errors")))) {
        return false;
    }
    *clean = i;
@ end
    if (size >= $(V)_LARGE) {
        first = $(w "or")(first, $(v)$(flags)(text + i));
        //@ admit aligned: 0 <= (uintptr_t)text % $(bytes) < $(bytes);
        i = 2 * $(V)_WIDTH - (uintptr_t)text % $(V)_WIDTH;
    }
    //@ assert $(bytes) <= i <= 2 * $(bytes) && i <= size;
    //@
    //@ assert !$(v)nonzero(first) ==> $(v)good_first((uint8_t *)text) && $(v)good((uint8_t *)text + $(window - 1), (uint8_t *)text + i);
    //@
    //@ assert $(v)nonzero(first) ==> !$(v)no_bad_window((uint8_t *)text, size);
@ if rechecked then
    if ($(w.any)(first)) {
        if (!$(recheck("i"))) {
@ if counted then
            if (tallied) {
                $(p)tally_bytes(text, 0, *clean, 1, tally);
            }
@ end
            return false;
        }
        i = *clean;
    }
@ else
    if ($(w.any)(first)) {
        return false;
    }
@ end
@ if counted then
    if (tallied) {
        $(p)tally_bytes(text, 0, i, 1, tally);
    }
@ end
    //@ loop invariant place: $(bytes) <= i <= size;
    //@ loop invariant trusted: trust <= $(V)_MOST_TRUSTED;
    //@ loop invariant runs: $(V)_BLOCK <= run <= 2 * $(V)_MANY && run % $(V)_BLOCK == 0;
    //@ loop invariant within: *clean <= size;
    //@ loop invariant first: $(v)good_first((uint8_t *)text);
    //@ loop invariant checked: $(v)good((uint8_t *)text + $(window - 1), (uint8_t *)text + i);
    //@ loop assigns i, run, trust, *clean, *(tally + (0 .. (tallied ? 0 : -1)));
    //@ loop variant size - i;
    while (size - i >= $(V)_BLOCK) {
        size_t end;
@ if counted then
        $(v)counts counts = $(v)no_counts();
@ end
        if ($(v)ascii_windows(text + i)) {
            i = $(v)ascii_end(text, size, i);
            //@ assert $(v)all_ascii((uint8_t *)text + \at(i, LoopCurrent) - $(window - 1), (uint8_t *)text + i);
            //@
            //@ assert $(v)good((uint8_t *)text + \at(i, LoopCurrent), (uint8_t *)text + i);
            //@
            //@ assert $(v)good((uint8_t *)text + $(window - 1), (uint8_t *)text + i);
            if (size - i < $(V)_BLOCK) {
                break;
            }
            run = $(V)_BLOCK;
            end = i + run;
@ if two_byte then
        } else if (trust >= $(V)_TRUSTED) {
            end = $(v)run_end(size, i, $(V)_LONG);
@ if counted then
            i = tallied ? $(v)two_byte_tally(text, i, end, tally) : $(v)two_byte_end(text, i, end);
@ else
            i = $(v)two_byte_end(text, i, end);
@ end
            //@ assert $(v)good((uint8_t *)text + \at(i, LoopCurrent), (uint8_t *)text + i);
            //@
            //@ assert $(v)good((uint8_t *)text + $(window - 1), (uint8_t *)text + i);
            trust = $(v)trust_after(trust, i < end);
            end = $(v)bridge_end(i, end);
@ end
        } else {
@ if two_byte then
            trust = (trust + 1) * $(v)two_byte_block(text + i);
@ end
            run = run < $(V)_MANY ? 2 * run : run;
            end = $(v)run_end(size, i, run);
        }
        //@ assert i <= end <= size && (end - i) % $(V)_BLOCK == 0;
        //@
        //@ assert (end - i) % $(bytes) == 0;
        //@
        //@ assert $(v)good((uint8_t *)text + $(window - 1), (uint8_t *)text + i);
        *clean = i;
        if ($(plan.look and doubtful .. " || " or "")$(w.any)($(v)run(text, i, end, $(V)_PREFETCH && size >= $(V)_VAST$(counted and ", tallied, &counts" or "")))) {
@ if rechecked then
            if (!$(recheck("end"))) {
@ if counted then
                if (tallied) {
                    $(p)tally_bytes(text, i, *clean, 1, tally);
                }
@ end
                return false;
            }
@ if plan.look then
            // The recheck has accepted the run.
@ elseif counted then
            if (tallied) {
                $(v)tally_vectors(text, end, *clean, tally);
                $(v)add_counts(tally, &counts);
            }
            i = *clean;
            continue;
@ else
            end = *clean;
@ end
@ else
            //@ assert !$(v)good((uint8_t *)text + i, (uint8_t *)text + end);
            //@
            //@ assert !$(v)no_bad_window((uint8_t *)text, size);
            return false;
@ end
        }
@ if counted then
        if (tallied) {
            $(v)add_counts(tally, &counts);
        }
@ end
        i = end;
    }
@ if edges then
    // The last vector ends with the text and may overlap the one before.
    *clean = i;
@ else
    // The last vector ends with the text and may overlap the one before; pads follow it.
    *clean = i;
    $(v)vec last = $(w.load)(text + size - $(V)_WIDTH);
@ end
@ local errors = plan.look and flags or "errors"
    $(v)vec $(errors) = $(v)$(errors)(text + size - $(V)_WIDTH);
    //@ loop invariant place: $(bytes) <= i <= size;
    //@ loop invariant flagged: $(v)nonzero(errors) ==> !$(v)good((uint8_t *)text + $(window - 1), (uint8_t *)text + size);
    //@ loop invariant unflagged: !$(v)nonzero(errors) ==> $(v)good((uint8_t *)text + $(window - 1), (uint8_t *)text + i)
    //@     && $(v)good((uint8_t *)text + size - $(bytes), (uint8_t *)text + size);
    //@ loop assigns i, errors;
    //@ loop variant size - i;
    for (; size - i >= $(V)_WIDTH; i += $(V)_WIDTH) {
        $(errors) = $(w "or")($(errors), $(v)$(errors)(text + i));
    }
@ if plan.look then
    if ($(w.any)($(with_pads("flags", "errors", "last")))) {
        size_t passed = *clean, left = size - $(V)_WIDTH;
        if (!$(v)recheck(text, size, i, &passed, &looked) || !$(v)recheck(text, size, size, &left, &looked)$(edges and "" or " || " .. any_error(v .. "errors_after(pads, last)"))) {
            return false;
        }
    }
@ if counted then
    if (tallied) {
        $(p)tally_bytes(text, *clean, size, 1, tally);
    }
@ end
    return true;
@ if not counted then
}
@ end
@ elseif counted then
    //@ assert !$(v)nonzero(errors) ==> $(v)good((uint8_t *)text + $(window - 1), (uint8_t *)text + size);
    if ($(w.any)($(with_pads("errors", "errors", "last")))) {
        //@ assert !$(v)no_bad_window((uint8_t *)text, size);
        return false;
    }
    if (tallied) {
        $(p)tally_bytes(text, *clean, size, 1, tally);
    }
    return true;
@ end
@ if counted then
}

//@ requires $(bytes) + $(window - 1) <= size <= SIZE_MAX / 2 && \valid_read(text + (0 .. size - 1));
//@ requires \valid(clean) && \separated(clean, text + (0 .. size - 1));
//@ assigns *clean;
//@ ensures within: *clean <= size;
//@ ensures no_window_is_bad: \result ==> $(v)no_bad_window((uint8_t *)text, size);
//@ ensures a_window_is_bad: $(v)no_bad_window((uint8_t *)text, size) ==> \result;
//@ ensures none_before_clean: *clean == 0 || $(v)good((uint8_t *)text + $(window - 1), (uint8_t *)text + *clean);
$(V)_FUNCTION static $(U)_NOINLINE bool $(v)scan(const uint8_t *text, size_t size, size_t *clean)
{
    return $(v)scan_through(text, size, clean, false, NULL);
}
@ elseif not plan.look then
    return !$(w.any)($(with_pads("errors", "errors", "last")));
}
@ end

$(functions("both_ascii"))

@ if part then
// Whether a text of fewer than $(V)_WIDTH + $(window - 1) bytes, as one or two vectors between pads, has no error.
//@ requires size < $(bytes) + $(window - 1) && \valid_read(text + (0 .. size - 1));
//@ assigns \nothing;
$(V)_INLINE bool $(v)short_valid(const uint8_t *text, size_t size)
{
@ if not edges then
    const $(v)vec pads = $(w.splat)($(hex(analysis.pad)));
@ end
    $(v)vec first = size < $(V)_WIDTH ? $(w.load_part)(text, size) : $(w.load)(text);
    if ($(V)_VECTORS > 2 && $(v)both_ascii(first, size < $(V)_WIDTH ? first : $(w.load)(text + size - $(V)_WIDTH))) {
        return true;
    }
@ local errors = plan.look and flags or "errors"
    $(v)vec $(errors) = $(v)$(errors)_after(first, pads);
    if (size > $(V)_WIDTH - $(window - 1)) {
        $(v)vec rest = size > $(V)_WIDTH ? $(w.load_part)(text + $(V)_WIDTH, size - $(V)_WIDTH) : pads;
        $(errors) = $(w "or")($(errors), $(v)$(errors)_after(rest, first));
    }
    return !$(w.any)($(errors))$(plan.look and " || " .. p .. short_kernel .. "_valid(text, size)" or "");
}

@ end
// Whether a text of $(V)_WIDTH + $(window - 1) to BRIEF bytes has no error$(rechecked and ", and no filter is true" or ""). Non-ASCII text is checked as four vectors. A shorter text repeats its last vector, so that no branch depends on the size.
//@ requires $(bytes) + $(window - 1) <= size <= $(V)_BRIEF && \valid_read(text + (0 .. size - 1));
//@ assigns \nothing;
//@ ensures no_window_is_bad: \result ==> $(v)no_bad_window((uint8_t *)text, size);
//@ ensures a_window_is_bad: $(v)no_bad_window((uint8_t *)text, size) ==> \result;
$(V)_INLINE bool $(v)brief_valid(const uint8_t *text, size_t size)
{
@ if not edges then
    const $(v)vec pads = $(w.splat)($(hex(analysis.pad)));
@ end
    const size_t last = size - $(V)_WIDTH, end = $(V)_BRIEF;
    const size_t second = last < $(V)_WIDTH ? last : (size_t)$(V)_WIDTH;
    const $(v)vec first = $(w.load)(text), final = $(w.load)(text + last);
    if ($(v)both_ascii(first, final) && $(v)both_ascii($(w.load)(text + second), $(w.load)(text + last - second))) {
        //@ assert $(v)all_ascii((uint8_t *)text, (uint8_t *)text + size);
        //@
        //@ assert $(v)good_first((uint8_t *)text) && $(v)good((uint8_t *)text + $(window - 1), (uint8_t *)text + size);
        return true;
    }
    $(v)vec errors = $(first_windows(flags, "first"));
#ifdef $(U)_GNU
#pragma GCC unroll 1
#endif
    //@ loop invariant place: $(bytes) <= i <= end && i % $(bytes) == 0;
    //@ loop invariant flagged: i <= size ==> ($(v)nonzero(errors) <==>
    //@     !($(v)good_first((uint8_t *)text) && $(v)good((uint8_t *)text + $(window - 1), (uint8_t *)text + i)));
    //@ loop invariant flagged_all: i >= size ==> ($(v)nonzero(errors) <==>
    //@     !($(v)good_first((uint8_t *)text) && $(v)good((uint8_t *)text + $(window - 1), (uint8_t *)text + size)));
    //@ loop assigns i, errors;
    //@ loop variant end - i;
    for (size_t i = $(V)_WIDTH; i < end; i += $(V)_WIDTH) {
        errors = $(w "or")(errors, $(v)$(flags)(text + (i < last ? i : last)));
    }
@ if not edges then
    errors = $(w "or")(errors, $(v)$(flags)_after(pads, final));
@ end
    return !$(w.any)(errors);
}

// Whether a text of at least $(V)_WIDTH + $(window - 1) bytes has no error$(rechecked and ", and no filter is true" or ""). ASCII is not skipped: a mispredicted branch costs more than the check.
//@ requires size >= $(bytes) + $(window - 1) && \valid_read(text + (0 .. size - 1));
//@ assigns \nothing;
//@ ensures no_window_is_bad: \result ==> $(v)no_bad_window((uint8_t *)text, size);
//@ ensures a_window_is_bad: $(v)no_bad_window((uint8_t *)text, size) ==> \result;
$(V)_INLINE bool $(v)medium_valid(const uint8_t *text, size_t size)
{
@ if not edges then
    const $(v)vec pads = $(w.splat)($(hex(analysis.pad)));
@ end
    const uint8_t *end = text + size - $(V)_WIDTH;
    $(v)vec errors = $(first_windows(flags));
    //@ loop invariant place: $(bytes) <= i <= size;
    //@ loop invariant flagged: $(v)nonzero(errors) <==> !($(v)good_first((uint8_t *)text) && $(v)good((uint8_t *)text + $(window - 1), (uint8_t *)text + i));
    //@ loop assigns i, errors;
    //@ loop variant size - i;
    for (size_t i = $(V)_WIDTH; size - i >= $(V)_WIDTH; i += $(V)_WIDTH) {
        errors = $(w "or")(errors, $(v)$(flags)(text + i));
    }
    errors = $(w "or")(errors, $(v)$(flags)(end));
@ if not edges then
    errors = $(w "or")(errors, $(v)$(flags)_after(pads, $(w.load)(end)));
@ end
    return !$(w.any)(errors);
}

@ local least = narrower_is_brief and ("size > %s_%s_BRIEF"):format(U, narrower:upper()) or ("size >= %d"):format(bytes + window - 1)
//@ assigns \nothing;
//@ ensures \result <==> !($(least));
$(V)_INLINE bool $(v)is_few(size_t size)
{
@ if narrower_is_brief and not part then
    return size <= $(U)_$(narrower:upper())_BRIEF;
@ else
    return size < $(V)_WIDTH + $(window - 1);
@ end
}

//@ requires !($(least)) && \valid_read((uint8_t *)text + (0 .. size - 1));
//@ assigns \nothing;
$(V)_INLINE bool $(v)few_valid(const void *text, size_t size)
{
@ if part then
    return $(p)predicted($(v)short_valid((const uint8_t *)text, size))$(and_may_end);
@ elseif edges and row_part then
    return $(p)$(short_kernel)_valid(text, size);
@ else
    return $(p)$(narrower)_valid(text, size);
@ end
}

//@ requires size <= SIZE_MAX / 2 && \valid_read((uint8_t *)text + (0 .. size - 1));
//@ assigns \nothing;
//@ ensures no_window_is_bad: $(least) && \result ==> $(v)no_bad_window((uint8_t *)text, size);
//@ ensures a_window_is_bad: $(least) && $(v)no_bad_window((uint8_t *)text, size) ==> \result;
$(V)_FUNCTION static $(U)_NOINLINE bool $(v)valid(const void *text, size_t size)
{
    size_t clean;
    if ($(v)is_few(size)) {
        return $(v)few_valid(text, size);
    }
@ if edges then
    if (!$(p)begins_well((const uint8_t *)text)) {
        return false;
    }
@ end
    if ($(V)_VECTORS > 2 && size <= $(V)_BRIEF ? $(v)brief_valid((const uint8_t *)text, size)
            : size <= $(V)_MEDIUM && $(v)medium_valid((const uint8_t *)text, size)) {
        return $((leaves_end or edges) and p .. "may_end(text, size)" or "true");
    }
    return $(v)scan((const uint8_t *)text, size, &clean)$(and_may_end);
}
