@ if plan.set then
// Copies the vectors before the first one with a byte outside of the set. Returns the number of bytes.
$(V)_FUNCTION static $(U)_NOINLINE size_t $(v)copy(const uint8_t *text, size_t size, uint8_t *to)
{
    size_t i = 0;
    while (size - i >= $(V)_BLOCK && $(plan.passthrough.whole and ("(%sascii_block(text + i) || %swhole_block(text + i))"):format(v, v) or v .. "ascii_block(text + i)")) {
        for (const size_t end = i + $(V)_BLOCK; i < end; i += $(V)_WIDTH) {
            $(w.put)(to + i, $(w.load)(text + i));
        }
    }
    for (; size - i >= $(V)_WIDTH; i += $(V)_WIDTH) {
        const $(v)vec b = $(w.load)(text + i);
        if ($(v)any_outside($(v)forbidden(b))) {
            break;
        }
        $(w.put)(to + i, b);
    }
    return i;
}
@ else
@ -- In a conversion, a copy ends before bytes that the two encodings write differently. Flags mark these bytes, or `note` finds them.
@ local exact, plain = not broken and not recode, recode and recode.splits and recode.zero
@ local short_noted = noted and (recode.zero or recode.wide)
@ if not plain then
$(functions("ascii_vectors"))

@ end

// Copies a block, and returns whether it is ASCII$(plain and " without 00" or ""). The vectors are in variables: a compiler must assume that the stores change the text, and would load it again.
$(V)_INLINE bool $(v)copy_block(const uint8_t *from, uint8_t *to)
{
@ for n = 0, block_vectors - 1 do
    const $(v)vec v$(n) = $(w.load)(from$(plus(n)));
@ end
    const bool ascii = $(v)$(plain and "plain" or "ascii")_vectors($(block_names));
@ for n = 0, block_vectors - 1 do
    $(w.put)(to$(plus(n)), v$(n));
@ end
    return ascii;
}

@ if classes then
// The flags of the windows that end in v, the vector at `at`.
$(V)_INLINE $(v)vec $(v)flags_at(const uint8_t *at, $(v)vec v, $(v)carry *carry)
{
    return $(v)$(flags)(v, $(w.load)(at - 1), carry);
}

$(V)_INLINE bool $(v)flagged($(v)vec flags)
{
    return $(w.any)(flags, $(hex(flags_mask)));
}

@ if exact then
// The flags of the windows that end in the first vector.
$(V)_INLINE $(v)vec $(v)first_flags($(v)vec first, $(v)carry *carry)
{
    *carry = $(v)carry_of_pads();
    return $(v)$(flags)(first, $(w.prev1)(first, $(w.splat)($(hex(analysis.pad)))), carry);
}

enum { $(V)_FLAGS = $(hex(flags_mask)) };

@ end
@ else
// Windows are loaded from the text: nothing is carried from one vector to the next.
typedef bool $(v)carry;

$(V)_INLINE $(v)carry $(v)carry_of($(v)vec v)
{
    (void)v;
    return false;
}

// The flags of the windows that end in v, the vector at `at`.
$(V)_INLINE $(v)vec $(v)flags_at(const uint8_t *at, $(v)vec v, $(v)carry *carry)
{
    (void)v;
    (void)carry;
@ if errors_alike then
    // Bytes from F0 on need no test here: they are noted as differences.
@ end
    return $(errors_alike or v .. flags .. "(at)");
}

$(V)_INLINE bool $(v)flagged($(v)vec flags)
{
    return $(w.any)(flags);
}

@ if exact and edges then
// The flags of the windows that end in the vector at text[$(window - 1)]; all flags if the automaton finds an error at the beginning of the text.
$(V)_INLINE $(v)vec $(v)first_flags(const uint8_t *text, $(v)carry *carry)
{
    *carry = false;
    return $(p)begins_well(text) ? $(v)$(flags)(text + $(window - 1)) : $(w.splat)(0xFF);
}

@ elseif exact then
// The flags of the windows that end in the first vector.
$(V)_INLINE $(v)vec $(v)first_flags($(v)vec first, $(v)carry *carry)
{
    *carry = false;
    return $(v)$(flags)_after(first, $(w.splat)($(hex(analysis.pad))));
}

@ end
@ if exact then
enum { $(V)_FLAGS = 0xFF };

@ end
@ end

// Copies the ASCII blocks from text[from] on. The first one is known to be ASCII. Returns their end, or an offset after which fewer than two blocks are left. It may copy one more block.
$(V)_INLINE size_t $(v)copy_ascii(const uint8_t *text, size_t size, size_t from, uint8_t *to)
{
    size_t i = from;
    if ($(V)_STORES) {
        $(w.put)(to + i, $(w.load)(text + i));
        $(w.put)(to + i + $(V)_WIDTH, $(w.load)(text + i + $(V)_WIDTH));
        i += $(V)_BLOCK;
    }
    for (; size - i >= 2 * $(V)_BLOCK; i += 2 * $(V)_BLOCK) {
        if (!$(v)copy_block(text + i, to + i)) {
            return i;
        }
        if (!$(v)copy_block(text + i + $(V)_BLOCK, to + i + $(V)_BLOCK)) {
            return i + $(V)_BLOCK;
        }
    }
    return i;
}

@ if two_byte then
// Checks blocks as $(v)two_byte_end does, and copies them$(short_noted and "; returns `from` if a difference is noted" or "").
$(V)_FUNCTION static $(U)_NOINLINE size_t $(v)two_byte_copy(const uint8_t *text, size_t from, size_t end, uint8_t *to)
{
    $(v)vec errors = $(w.splat)(0);
@ if short_noted then
    $(v)notes notes = $(v)no_notes();
@ end
    size_t i = from;
    if (!$(v)two_byte_block(text + from - $(window - 1))) {
        return from;
    }
    for (; i < end && $(v)two_byte_block(text + i); i += $(V)_BLOCK) {
        for (size_t n = i; n < i + $(V)_BLOCK; n += $(V)_WIDTH) {
            const $(v)vec v = $(w.load)(text + n);
            errors = $(w "or")(errors, $(v)two_byte_errors(text + n));
            $(w.put)(to + n, v);
@ if short_noted then
            $(v)note(v, &notes);
@ end
        }
    }
    return $(w.any_high_bit)(errors)$(short_noted and " || " .. v .. "noted(&notes)" or "") ? from : i;
}

@ elseif spans then
// This kernel has no separate check for text of characters of one and two bytes.
$(V)_INLINE size_t $(v)two_byte_copy(const uint8_t *text, size_t from, size_t end, uint8_t *to)
{
    (void)text;
    (void)end;
    (void)to;
    return from;
}

@ end
// Copies blocks of ASCII$(spans and " or, if trusted, of two-byte text" or "") from text[*i] on, moves *i to their end, and updates the carry. Returns the end of the next run, which begins at the new *i, or 0 if no block is left after ASCII.
$(V)_INLINE size_t $(v)copied_run(const uint8_t *text, size_t size, uint8_t *to, size_t *i, size_t *run$(spans and ", unsigned *trust" or ""), $(v)carry *carry)
{
    if ($(v)ascii_windows(text + *i)$(plain and " && !" .. v .. "differs(text + *i)" or "")) {
        *i = $(v)copy_ascii(text, size, *i, to);
        if (size - *i < $(V)_BLOCK) {
            return 0;
        }
        *carry = $(v)carry_of($(w.load)(text + *i - $(V)_WIDTH));
        *run = $(V)_BLOCK;
        return *i + *run;
    }
@ if spans then
    if (*trust >= $(V)_TRUSTED) {
        const size_t end = $(v)run_end(size, *i, $(V)_LONG);
        *i = $(v)two_byte_copy(text, *i, end, to);
        *trust = $(v)trust_after(*trust, *i < end);
        *carry = $(v)carry_of($(w.load)(text + *i - $(V)_WIDTH));
        return $(v)bridge_end(*i, end);
    }
    *trust = (*trust + 1) * $(v)two_byte_block(text + *i);
@ end
    *run = *run < $(V)_MANY ? 2 * *run : *run;
    return $(v)run_end(size, *i, *run);
}

// Copies the vectors of text[from..end). Returns the flags of the windows that end in them$(noted and ", or all flags if a difference is noted" or "").
$(V)_INLINE $(v)vec $(v)copy_run(const uint8_t *text, size_t from, size_t end, uint8_t *to, $(v)carry *carry)
{
    $(v)vec errors = $(w.splat)(0);
@ if noted then
    $(v)notes notes = $(v)no_notes();
@ end
    // With narrow vectors, one copy of all bytes is faster than a store for each vector.
    if (!$(V)_STORES) {
        $(U)_COPY(to + from, text + from, end - from);
    }
    for (; from < end; from += $(V)_WIDTH) {
        const $(v)vec v = $(w.load)(text + from);
        errors = $(w "or")(errors, $(v)flags_at(text + from, v, carry));
@ if noted then
        $(v)note(v, &notes);
@ end
        if ($(V)_STORES) {
            $(w.put)(to + from, v);
        }
    }
    return $(noted and v .. "noted(&notes) ? " .. w.splat .. "(0xFF) : " or "")errors;
}

@ if exact then
// The number of lanes before the first one with a flag. Vectors have at most 64 bytes.
$(V)_INLINE size_t $(v)lanes_before($(v)vec flags)
{
    uint8_t lanes[64];
    size_t n = 0;
    $(w.put)(lanes, flags);
    while (n + 1 < $(V)_WIDTH && (lanes[n] & $(V)_FLAGS) == 0) {
        n++;
    }
    return n;
}

// Copies bytes up to the first error (an ill-formed window's last byte) while a block is left; none if the text has at most MEDIUM bytes. Returns the number of bytes.
@ else
// Copies runs of a text longer than MEDIUM while a block is left. Stops before the first run with $(recode and "a flag or a noted difference" or "an ill-formed window"). The first vector is not checked. Returns the number of bytes.
@ end
// It may write more bytes than that. The last character may be incomplete.
$(V)_FUNCTION static $(U)_NOINLINE size_t $(v)copy(const uint8_t *text, size_t size, uint8_t *to)
{
    size_t i = $(V)_WIDTH, run = $(V)_WIDTH / 2$(exact and ", again = 0" or "");
@ if spans then
    unsigned trust = 0;
@ end
    if (size <= $(V)_MEDIUM) {
        return 0;
    }
    $(v)carry carry$(not exact and (" = %scarry_of(%s(text))"):format(v, w.load) or "");
    $(w.put)(to, $(w.load)(text));
@ if exact then
    $(v)vec errors = $(v)first_flags($(edges and "text" or w.load .. "(text)"), &carry);
    if ($(v)flagged(errors)) {
        return $(v)lanes_before(errors);
    }
@ end
    while (size - i >= $(V)_BLOCK) {
        size_t end = $(v)copied_run(text, size, to, &i, &run$(spans and ", &trust" or ""), &carry);
        if (end == 0) {
            return i;
        }
@ if exact then
        const $(v)carry before = carry;
@ end
        $(exact and "" or v .. "vec ")errors = $(v)copy_run(text, i, end, to, &carry);
@ if classes and looks_back and broken and not deep_looks_back then
        carry.bytes = $(w.load)(text + end - $(V)_WIDTH);
@ end
        if ($(v)flagged(errors)) {
@ if recode then
            return i;
@ elseif broken then
            size_t clean = i;
            if (!$(v)recheck(text, size, end, &clean)) {
                return i;
            }
            if (clean > end) {
                $(U)_COPY(to + end, text + end, clean - end);
            }
            end = clean;
            carry = $(v)carry_of($(w.load)(text + end - $(V)_WIDTH));
@ else
            if (end - i == $(V)_WIDTH || i == again) {
                return end - i == $(V)_WIDTH ? i + $(v)lanes_before(errors) : i;
            }
            // Reads the text again in short runs, to find the first vector with a flag.
            end = again = i;
            run = $(V)_WIDTH / 2;
            carry = before;
@ if spans then
            trust = 0;
@ end
@ end
        }
        i = end;
    }
    return i;
}
@ end
