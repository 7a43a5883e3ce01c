@ local any = classes and w.any .. "(errors, " .. hex(flags_mask) .. ")" or w.any .. "(errors)"
@ local narrow, rounds = block_vectors > 2, classes and 1 or 2
$(functions("ascii_vectors"))

// Copies a block: whether it is ASCII. Nothing is loaded twice: to a compiler, what is stored might change the text.
$(V)_INLINE bool $(v)copy_block(const uint8_t *from, uint8_t *to)
{
@ for n = 0, block_vectors - 1 do
    const $(v)vec v$(n) = $(w.load)(from$(behind(n)));
@ if narrow then
    $(w.put)(to$(behind(n)), v$(n));
@ end
@ end
@ if narrow then
    return $(v)ascii_vectors($(block_names));
@ else
    const bool ascii = $(v)ascii_vectors($(block_names));
@ for n = 0, block_vectors - 1 do
    $(w.put)(to$(behind(n)), v$(n));
@ end
    return ascii;
@ end
}

// Copies the ASCII blocks that begin at text[from], of which the first is known for one: where they end, or fewer are left than a round takes.
// The block there may be copied as well.
$(V)_INLINE size_t $(v)copy_ascii(const uint8_t *text, size_t size, size_t from, uint8_t *to)
{
    size_t i = from;
@ if not narrow then
@ for n = 0, block_vectors - 1 do
    $(w.put)(to + i$(behind(n)), $(w.load)(text + i$(behind(n))));
@ end
    i += $(V)_BLOCK;
@ end
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
@ for n = 0, block_vectors - 1 do
        const $(v)vec v$(n) = $(w.load)(text + i$(behind(n)));
        errors = $(w "or")(errors, $(v)two_byte_errors(text + i$(behind(n))));
        $(w.put)(to + i$(behind(n)), v$(n));
@ end
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
@ elseif narrow then
            errors = $(w "or")(errors, $(v)$(flags)(text + from));
@ else
            const $(v)vec v = $(w.load)(text + from);
            errors = $(w "or")(errors, $(v)$(flags)(text + from));
            $(w.put)(to + from, v);
@ end
        }
@ if narrow then
        // Of vectors so narrow, a store for each takes longer than one copy of all.
        $(U)_COPY(to + i, text + i, end - i);
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
