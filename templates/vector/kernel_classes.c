$(include_here("vector/class_tables.c"))

$(functions("check"))

$(include_here("vector/ascii_blocks.c"))

@ if counted then
$(include_here("vector/counting.c"))

@ end
@ if two_byte then
$(include_here("vector/two_byte.c"))

@ end
@ if plan.look then
$(include_here("vector/look.c"))

@ elseif plan.filter > 0 then
// Rechecks at least text[*clean..to) by the deep rules. *clean is at least WIDTH. Continues while filter bits are set. Each step that begins past `to`
// is twice as long as the one before, up to MANY. Returns whether there are no errors, and moves *clean to the end of the last step without errors.
$(V)_FUNCTION static $(U)_NOINLINE bool $(v)recheck(const uint8_t *text, size_t size, size_t to, size_t *clean)
{
    size_t i = *clean, step = to - i > $(V)_BLOCK ? to - i : (size_t)$(V)_BLOCK;
    $(v)carry carry = $(v)carry_of($(w.load)(text + i - $(V)_WIDTH));
    $(broken_type) broken = $(none_broken());
    $(v)vec flags;
    do {
        size_t whole = (size - i) / $(V)_WIDTH * $(V)_WIDTH;
        size_t end = i + (whole < step ? whole : step);
        for (flags = $(w.splat)(0); i < end; i += $(V)_WIDTH) {
            $(v)vec v = $(w.load)(text + i);
            $(v)vec previous = $(w.load)(text + i - 1);
@ if broken_before then
            $(v)carry before = carry;
@ end
            flags = $(w "or")(flags, $(v)flags(v, previous, &carry));
            broken = $(or_broken())(broken, $(v)broken_in($(broken_by_list)$(broken_before and "&before, " or "")&carry));
@ if looks_back and not deep_looks_back then
            carry.bytes = v;
@ end
        }
        if ($(w.any)($(w "or")($(w "and")(flags, $(w.splat)($(hex(255 - silent)))), $(broken_lanes())), $(hex(errors_mask)))) {
            return false;
        }
        *clean = i;
        step = i > to && step < $(V)_MANY ? 2 * step : step;
    } while (i < to || $(w.any)(flags, $(hex(flags_mask))));
    return true;
}

@ end
// Whether the text, of at least 2 * $(V)_WIDTH bytes, has no ill-formed window. Sets *clean: no ill-formed window ends before it.
@ if counted then
// If `tallied`, it tallies the text, or only the bytes before *clean if the text is ill-formed.
$(V)_INLINE bool $(v)scan_through(const uint8_t *text, size_t size, size_t *clean, bool tallied, $(p)tally *tally)
@ else
$(V)_FUNCTION static $(U)_NOINLINE bool $(v)scan(const uint8_t *text, size_t size, size_t *clean)
@ end
{
    const $(v)vec pads = $(w.splat)($(hex(analysis.pad)));
    $(v)carry carry = $(v)carry_of_pads();
    size_t i = $(V)_WIDTH, run = $(V)_BLOCK;
@ if plan.look then
    // Whether the last run had a filter bit. If so, the next run is rechecked at once, without a first pass$(counted and ", unless `tallied`" or "").
    bool looked = false;
@ end
@ if two_byte then
    unsigned trust = $(V)_TRUSTED - 1;
@ end
    $(v)vec v = $(w.load)(text);
    $(v)vec errors = $(v)$(flags)(v, $(w.prev1)(v, pads), &carry);
    *clean = 0;
@ if plan.filter > 0 then
    $(v)carry nothing = $(v)carry_of_pads();
    if ($(w.any)($(v)errors(v, $(w.prev1)(v, pads), &nothing), $(hex(errors_mask)))) {
        return false;
    }
    *clean = i;
@ end
    if (size >= $(V)_LARGE) {
        errors = $(w "or")(errors, $(v)$(flags)($(w.load)(text + i), $(w.load)(text + i - 1), &carry));
        i = 2 * $(V)_WIDTH - (uintptr_t)text % $(V)_WIDTH;
        carry = $(v)carry_of($(w.load)(text + i - $(V)_WIDTH));
    }
@ if rechecked then
    if ($(w.any)(errors, $(hex(flags_mask)))) {
        if (!$(recheck("i"))) {
@ if counted then
            if (tallied) {
                $(p)tally_bytes(text, 0, *clean, 1, tally);
            }
@ end
            return false;
        }
        i = *clean;
        carry = $(v)carry_of($(w.load)(text + i - $(V)_WIDTH));
    }
@ else
    if ($(w.any)(errors, $(hex(flags_mask)))) {
        return false;
    }
@ end
@ if counted then
    if (tallied) {
        $(p)tally_bytes(text, 0, i, 1, tally);
    }
@ end
    while (size - i >= $(V)_WIDTH) {
        if (size - i >= $(V)_BLOCK && $(v)ascii_windows(text + i)) {
            i = $(v)ascii_end(text, size, i);
@ if analysis.restricts then
            carry = $(v)carry_of($(w.load)(text + i - $(V)_WIDTH));
@ else
            carry = $(v)carry_of_pads();
@ if looks_back then
            carry.bytes = $(w.load)(text + i - $(V)_WIDTH);
@ end
@ end
            run = $(V)_BLOCK;
            if (size - i < $(V)_WIDTH) {
                break;
            }
@ if two_byte then
        } else if (trust >= $(V)_TRUSTED && size - i >= $(V)_BLOCK) {
            size_t end = $(v)run_end(size, i, $(V)_LONG);
@ if counted then
            i = $(v)two_byte_span(text, i, end, tallied, tally);
@ else
            i = $(v)two_byte_end(text, i, end);
@ end
            trust = $(v)trust_after(trust, i < end);
            carry = $(v)carry_of($(w.load)(text + i - $(V)_WIDTH));
            if (i == end) {
                continue;
            }
            run = $(V)_BRIDGE;
        } else {
@ -- Runs of MANY bytes follow much text without ASCII blocks. If the counter is 0, the test would cost more than it saves.
            trust = (trust + 1) * ((run < $(V)_MANY || trust > 0) && size - i >= $(V)_BLOCK && $(v)two_byte_block(text + i));
@ end
        }
        size_t whole = (size - i) / $(V)_WIDTH * $(V)_WIDTH;
        size_t end = i + (whole < run ? whole : run);
        *clean = i;
        errors = $(w.splat)(0);
@ if counted then
        $(v)counts counts = $(v)no_counts();
@ end
@ if plan.look then
        i = $(doubtful) ? end : i;
@ end
        for (; size >= $(V)_VAST && i < end; i += $(V)_WIDTH) {
            $(w.prefetch)((const uint8_t *)((uintptr_t)(text + i) + $(V)_AHEAD));
            errors = $(w "or")(errors, $(v)$(flags)($(w.load)(text + i), $(w.load)(text + i - 1), &carry));
@ if counted then
            if (tallied) {
                $(v)add_vector(&counts, text + i);
            }
@ end
        }
        for (; i < end; i += $(V)_WIDTH) {
            errors = $(w "or")(errors, $(v)$(flags)($(w.load)(text + i), $(w.load)(text + i - 1), &carry));
@ if counted then
            if (tallied) {
                $(v)add_vector(&counts, text + i);
            }
@ end
        }
@ if looks_back and plan.filter > 0 and not deep_looks_back then
        carry.bytes = $(w.load)(text + i - $(V)_WIDTH);
@ end
        run = run < $(V)_MANY ? 2 * run : run;
@ if rechecked then
        if ($(plan.look and doubtful .. " || " or "")$(w.any)(errors, $(hex(flags_mask)))) {
@ if counted then
            size_t from = *clean;
@ end
            if (!$(recheck("i"))) {
@ if counted then
                if (tallied) {
                    $(p)tally_bytes(text, from, *clean, 1, tally);
                }
@ end
                return false;
            }
@ if plan.filter > 0 then
@ if counted then
            if (tallied) {
                $(v)tally_vectors(text, i, *clean, tally);
                $(v)add_counts(tally, &counts);
            }
@ end
            i = *clean;
@ end
            carry = $(v)carry_of($(w.load)(text + i - $(V)_WIDTH));
@ if plan.filter > 0 and counted then
            continue;
@ end
        }
@ else
        if ($(w.any)(errors, $(hex(flags_mask)))) {
            return false;
        }
@ end
@ if counted then
        if (tallied) {
            $(v)add_counts(tally, &counts);
        }
@ end
    }
    // The last vector ends with the text and may overlap the one before. Pads follow it.
    *clean = i;
@ if plan.look then
    v = $(w.load)(text + size - $(V)_WIDTH);
    carry = $(v)carry_of(v);
    errors = $(v)errors(pads, $(w.prev1)(pads, v), &carry);
    size_t left = size - $(V)_WIDTH;
    if (!$(v)recheck(text, size, size, &left, &looked)) {
        return false;
    }
@ else
    carry = $(v)carry_of($(w.load)(text + size - 2 * $(V)_WIDTH));
    v = $(w.load)(text + size - $(V)_WIDTH);
    errors = $(v)errors(v, $(w.load)(text + size - $(V)_WIDTH - 1), &carry);
    errors = $(w "or")(errors, $(v)errors(pads, $(w.prev1)(pads, v), &carry));
@ end
@ if counted then
    if ($(w.any)(errors, $(hex(errors_mask)))) {
        return false;
    }
    if (tallied) {
        $(p)tally_bytes(text, i, size, 1, tally);
    }
    return true;
}

$(V)_FUNCTION static $(U)_NOINLINE bool $(v)scan(const uint8_t *text, size_t size, size_t *clean)
{
    return $(v)scan_through(text, size, clean, false, NULL);
}
@ else
    return !$(w.any)(errors, $(hex(errors_mask)));
}
@ end

// Whether a text of at most MEDIUM bytes $(plan.look and "has no error and no filter bit" or "has no ill-formed window"). It reads one or more vectors, and skips nothing: in short texts, mispredicted branches cost more than skips save.
$(V)_INLINE $(U)_WRAPS bool $(v)medium_valid(const uint8_t *text, size_t size)
{
    $(v)carry carry = $(v)carry_of_pads();
    $(v)vec before = $(w.load_part)(text, size);
@ local errors = plan.look and flags or "errors"
@ local mask = plan.look and flags_mask or errors_mask
    $(v)vec errors = $(v)$(errors)(before, $(w.prev1)(before, $(w.splat)($(hex(analysis.pad)))), &carry);
    if (size > $(V)_WIDTH - $(window - 1)) {
        if (size <= $(V)_WIDTH) {
            const $(v)vec pads = $(w.splat)($(hex(analysis.pad)));
            return !$(w.any)($(w "or")(errors, $(v)$(errors)(pads, $(w.prev1)(pads, before), &carry)), $(hex(mask)));
        }
#ifdef $(U)_GNU
#pragma GCC unroll 4
#endif
        for (size_t i = $(V)_WIDTH; i < $(V)_MEDIUM + $(window - 1); i += $(V)_WIDTH) {
            // A masked load that suppresses a fault is slow. If no byte is left, the load uses the text's address, which is mapped.
            size_t there = (size_t)0 - (i < size);
            $(v)vec v = $(w.load_part)(text + (i & there), (size - i) & there);
            errors = $(w "or")(errors, $(v)$(errors)(v, $(w.prev1)(v, before), &carry));
            before = v;
        }
    }
    return !$(w.any)(errors, $(hex(mask)));
}

$(V)_FUNCTION static $(U)_NOINLINE bool $(v)valid(const void *text, size_t size)
{
    size_t clean;
    if (size <= $(V)_MEDIUM) {
@ if plan.look then
        return ($(p)predicted($(v)medium_valid((const uint8_t *)text, size))
            || (size < 2 * $(V)_WIDTH ? $(p)$(short_kernel)_valid(text, size) : $(v)scan((const uint8_t *)text, size, &clean)))$(and_may_end);
@ else
        return $(p)predicted($(v)medium_valid((const uint8_t *)text, size))$(and_may_end);
@ end
    }
    return $(v)scan((const uint8_t *)text, size, &clean)$(and_may_end);
}
