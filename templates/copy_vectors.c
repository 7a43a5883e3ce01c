@ local any = classes and w.any .. "(errors, " .. hex(flags_mask) .. ")" or w.any .. "(errors)"
@ local rounds = classes and 1 or 2

// Copies a block: whether it is ASCII. Nothing is loaded twice: to a compiler, what is stored might change the text.
$(V)_INLINE bool $(v)copy_block(const uint8_t *from, uint8_t *to)
{
    const $(v)vec v0 = $(w.load)(from), v1 = $(w.load)(from + $(V)_WIDTH);
    $(v)vec all = $(w "or")(v0, v1);
    $(w.put)(to, v0);
    $(w.put)(to + $(V)_WIDTH, v1);
    if ($(V)_VECTORS > 2) {
        const $(v)vec v2 = $(w.load)(from + 2 * $(V)_WIDTH), v3 = $(w.load)(from + 3 * $(V)_WIDTH);
        all = $(w "or")(all, $(w "or")(v2, v3));
        $(w.put)(to + 2 * $(V)_WIDTH, v2);
        $(w.put)(to + 3 * $(V)_WIDTH, v3);
    }
    return !$(w.any_high_bit)(all);
}

// Copies the ASCII blocks that begin at text[from], of which the first is known for one: where they end, or fewer are left than a round takes.
// The block there may be copied as well.
$(V)_INLINE size_t $(v)copy_ascii(const uint8_t *text, size_t size, size_t from, uint8_t *to)
{
    size_t i = from;
    if ($(V)_STORES) {
        $(w.put)(to + i, $(w.load)(text + i));
        $(w.put)(to + i + $(V)_WIDTH, $(w.load)(text + i + $(V)_WIDTH));
        i += $(V)_BLOCK;
    }
    for (; size - i >= $(rounds > 1 and rounds .. " * " or "")$(V)_BLOCK; i += $(rounds > 1 and rounds .. " * " or "")$(V)_BLOCK) {
        if (!$(v)copy_block(text + i, to + i)) {
            return i;
        }
@ if rounds > 1 then
        if (!$(v)copy_block(text + i + $(V)_BLOCK, to + i + $(V)_BLOCK)) {
            return i + $(V)_BLOCK;
        }
@ end
    }
    return i;
}

@ if two_byte then
// $(v)two_byte_end, which copies what it looks at.
$(V)_FUNCTION static $(U)_NOINLINE size_t $(v)two_byte_copy(const uint8_t *text, size_t from, size_t end, uint8_t *to)
{
    $(v)vec errors = $(w.splat)(0);
    size_t i = from;
    if (!$(v)two_byte_block(text + from - $(window - 1))) {
        return from;
    }
    for (; i < end && $(v)two_byte_block(text + i); i += $(V)_BLOCK) {
        for (size_t n = i; n < i + $(V)_BLOCK; n += $(V)_WIDTH) {
            const $(v)vec v = $(w.load)(text + n);
            errors = $(w "or")(errors, $(v)two_byte_errors(text + n));
            $(w.put)(to + n, v);
        }
    }
    return $(w.any_high_bit)(errors) ? from : i;
}

@ end
// Copies the text by blocks as long as no window is ill-formed that ends in them, but in the first vector: how many bytes. More may have been
// copied, and the last character may go on behind them.
$(V)_FUNCTION static $(U)_NOINLINE size_t $(v)copy(const uint8_t *text, size_t size, uint8_t *to)
{
    size_t i = $(V)_WIDTH, run = $(V)_BLOCK;
@ if two_byte then
    unsigned trust = $(V)_TRUSTED - 1;
@ end
    if (size <= $(V)_MEDIUM) {
        return 0;
    }
@ if classes then
    $(v)carry carry = $(v)carry_of($(w.load)(text));
@ end
    $(w.put)(to, $(w.load)(text));
    while (size - i >= $(V)_BLOCK) {
        const size_t left = (size - i) / $(V)_BLOCK * $(V)_BLOCK;
        size_t end;
        if ($(v)ascii_windows(text + i)) {
            i = $(v)copy_ascii(text, size, i, to);
            if (size - i < $(V)_BLOCK) {
                break;
            }
@ if classes then
            carry = $(v)carry_of_pads();
@ if looks_back then
            carry.bytes = $(w.load)(text + i - $(V)_WIDTH);
@ end
@ end
            run = $(V)_BLOCK;
            end = i + run;
@ if two_byte then
        } else if (trust >= $(V)_TRUSTED) {
            end = i + (left < $(V)_LONG ? left : (size_t)$(V)_LONG);
            i = $(v)two_byte_copy(text, i, end, to);
            trust = i < end ? trust - $(V)_PENALTY : trust < $(V)_MOST_TRUSTED ? trust + 1 : trust;
            end = end - i < $(V)_BRIDGE ? end : i + $(V)_BRIDGE;
@ end
        } else {
@ if two_byte then
            trust = (trust + 1) * $(v)two_byte_block(text + i);
@ end
            run = run < $(V)_MANY ? 2 * run : run;
            end = i + (left < run ? left : run);
        }
        $(v)vec errors = $(w.splat)(0);
        for (size_t from = i; from < end; from += $(V)_WIDTH) {
@ if classes then
            const $(v)vec v = $(w.load)(text + from);
            errors = $(w "or")(errors, $(v)$(flags)(v, $(w.load)(text + from - 1), &carry));
            $(w.put)(to + from, v);
@ else
            const $(v)vec v = $(w.load)(text + from);
            errors = $(w "or")(errors, $(v)$(flags)(text + from));
            if ($(V)_STORES) {
                $(w.put)(to + from, v);
            }
@ end
        }
@ if not classes then
        // Of narrow vectors, a store for each takes longer than one copy of all.
        if (!$(V)_STORES) {
            $(U)_COPY(to + i, text + i, end - i);
        }
@ end
@ if classes and looks_back and broken and not deep_looks_back then
        carry.bytes = $(w.load)(text + end - $(V)_WIDTH);
@ end
        if ($(any)) {
@ if broken then
            size_t clean = i;
            if (!$(v)recheck(text, size, end, &clean)) {
                return i;
            }
            if (clean > end) {
                $(U)_COPY(to + end, text + end, clean - end);
            }
            end = clean;
@ if classes then
            carry = $(v)carry_of($(w.load)(text + end - $(V)_WIDTH));
@ end
@ else
            return i;
@ end
        }
        i = end;
    }
    return i;
}
