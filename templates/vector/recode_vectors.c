@ local splits = recode.splits
@ local widens = splits and recode.wide
@ local copied = not widens and can_copy
@ local other = widens and (recode.lowest > 0x80 or recode.highest < 0xFF)
// Conversion to another encoding: $(splits and "each byte becomes one or two bytes" or "each byte is kept, perhaps changed, or dropped"). The byte's lane computes the result from this byte and $(splits and "up to three bytes before it" or "from up to two bytes before it and one after it"). A difference is a byte that the other encoding writes differently.
@ if recode.wide then
// After CALM vectors without a difference, whole blocks are tested for differences.
enum { $(V)_CALM = 8 };
@ else
// After a block with a difference, the next MORE blocks are converted even if they have none: the character that differs may end in the next block, and further differences are likely.
enum { $(V)_MORE = $(512 // bytes // block_vectors) };
@ end

@ if recode.pairs then
// The bits of a where the mask has a 1, the bits of b where it has a 0.
$(V)_INLINE $(v)vec $(v)select($(v)vec mask, $(v)vec a, $(v)vec b)
{
    return $(w.xor)(b, $(w "and")(mask, $(w.xor)(a, b)));
}

@ end
@ if splits then
// Converts the vector at `at`, and returns the number of bytes that it writes, at most 2 * WIDTH.
$(V)_INLINE size_t $(v)lanes(const uint8_t *at, uint8_t *to)
{
    const $(v)vec b = $(w.load)(at), zero = $(w.splat)(0);
    $(v)vec first = b, last = b;
@ if recode.pairs then
    const $(v)vec p1 = $(w.load)(at - 1), p2 = $(w.load)(at - 2), p3 = $(w.load)(at - 3), floor = $(w.splat)(0x70);
    // A four-byte character is found by its lead byte, F0 or more, in this lane or up to three lanes before it. The payload bits of the four bytes are zzz yyyyyy xxxxxx wwwwww.
    const $(v)test is_third = $(w.cmpgt)(zero, $(w.subtract_saturating)(p2, floor));
    const $(v)test is_fourth = $(w.cmpgt)(zero, $(w.subtract_saturating)(p3, floor));
    const $(v)vec is_first = $(w.marked)($(w.cmpgt)(zero, $(w.subtract_saturating)(b, floor))), third = $(w.marked)(is_third);
    const $(v)vec second = $(w.marked)($(w.cmpgt)(zero, $(w.subtract_saturating)(p1, floor)));
    // The last four bits of the byte before, and the first two payload bits of this one.
    const $(v)vec across = $(w "or")($(w "and")($(w.shl2)(p1), $(w.splat)(0x3C)), $(w "and")($(w.shr4)(b), $(w.splat)(3)));
    // The first byte becomes ED, the second A0 + zzzyy - 1, the third 80 + yyyyxx then ED, the fourth B0 + xxxx then itself.
    last = $(v)select(second, $(w.add)(across, $(w.splat)(0x9F)), $(v)select($(w "or")(is_first, third), $(w.splat)(0xED), last));
    first = $(v)select(third, $(w "or")(across, $(w.splat)(0x80)), $(w "or")($(w "and")(p1, $(w.splat)(0x0F)), $(w.splat)(0xB0)));
    $(v)test two = $(w.either)(is_third, is_fourth);
@ end
@ if recode.wide then
    // A byte from 80 on becomes two bytes: C2 or C3, then a continuation byte with its last six bits.
    $(v)test two = $(w.cmpgt)(zero, b);
    const $(v)vec bit = $(w "and")($(w.marked)(two), $(w.splat)(0x40));
    first = $(w "or")($(w.shr6)(b), $(w.splat)(0xC0));
    last = $(w.xor)($(w "or")(last, bit), bit);
@ end
@ if recode.zero then
    const $(v)test is_zero = $(w.equal)(b, zero);
    const $(v)vec zeros = $(w.marked)(is_zero);
@ if recode.pairs or recode.wide then
    first = $(w.xor)($(w "or")(first, zeros), $(w "and")(zeros, $(w.splat)(0x3F)));
    two = $(w.either)(two, is_zero);
@ else
    first = $(w.splat)(0xC0);
    const $(v)test two = is_zero;
@ end
    last = $(w "or")(last, $(w "and")(zeros, $(w.splat)(0x80)));
@ end
    return $(w.put_pairs)(to, first, last, two);
}
@ else
@ if recode.pairs then
// The lanes of the first bytes of surrogates: ED, if the next byte is A0 to BF.
$(V)_INLINE $(v)test $(v)surrogates(const uint8_t *at)
{
    return $(w.both)($(w.equal)($(w.load)(at), $(w.splat)(0xED)), $(w.cmpgt)($(w.load)(at + 1), $(w.splat)(0x9F)));
}

@ end
// Converts the vector at `at`, and returns the number of bytes that it writes, at most WIDTH.
$(V)_INLINE size_t $(v)lanes(const uint8_t *at, uint8_t *to)
{
    const $(v)vec p1 = $(w.load)(at - 1);
    $(v)vec b = $(w.load)(at);
@ if recode.pairs then
    const $(v)vec p2 = $(w.load)(at - 2), ed = $(w.splat)(0xED), half = $(w.splat)(0x9F), low_half = $(w.splat)(0xAF);
    // Four bytes of a pair are kept: the second and the third of the high surrogate, then those of the low one.
    const $(v)vec after = $(w.marked)($(w.equal)(p1, ed)), low = $(w.marked)($(w.cmpgt)(b, low_half));
    const $(v)vec is_second = $(w "and")(after, $(w.marked)($(w.cmpgt)(b, half))), is_low = $(w "and")(after, low);
    const $(v)vec is_high = $(w.marked)($(w.both)($(w.cmpgt)(p1, half), $(w.cmpgt)($(w.splat)(0xB0), p1)));
    const $(v)vec is_third = $(w "and")($(w.marked)($(w.equal)(p2, ed)), is_high), one = $(w.splat)(1), four = $(w.splat)(0x0F);
    // With s = uuuu + 1, A0 + uuuu becomes F0 + (s >> 2); 80 + yyyyzz becomes 80 + ssyyyy, where ss is s & 3; B0 + xxxx becomes 80 + zzxxxx.
    const $(v)vec lead = $(w "or")($(w.shr2)($(w.add)($(w "and")(b, four), one)), $(w.splat)(0xF0));
    const $(v)vec bits = $(w.shl4)($(v)select(is_low, p2, $(w.add)(p1, one)));
    const $(v)vec rest = $(w "and")($(v)select(is_low, b, $(w.shr2)(b)), four);
    const $(v)vec inner = $(w "or")($(w "or")($(w "and")(bits, $(w.splat)(0x30)), rest), $(w.splat)(0x80));
    $(v)test dropped = $(v)surrogates(at);
    b = $(v)select(is_second, lead, b);
    b = $(v)select($(w "or")(is_third, is_low), inner, b);
@ end
@ if recode.wide then
    // C2 and C3 are dropped. After C3, bit 6 of the next byte is set.
    $(v)test dropped = $(w.equal)($(w "and")(b, $(w.splat)(0xFE)), $(w.splat)(0xC2));
    b = $(w "or")(b, $(w "and")($(w.marked)($(w.equal)(p1, $(w.splat)(0xC3))), $(w.splat)(0x40)));
@ end
@ if recode.zero then
    // C0 is dropped, and the byte after it becomes 00.
    const $(v)vec zeros = $(w.marked)($(w.equal)(p1, $(w.splat)(0xC0)));
@ if recode.pairs or recode.wide then
    dropped = $(w.either)(dropped, $(w.equal)($(recode.wide and w.load .. "(at)" or "b"), $(w.splat)(0xC0)));
@ else
    const $(v)test dropped = $(w.equal)(b, $(w.splat)(0xC0));
@ end
    b = $(w.xor)($(w "or")(b, zeros), zeros);
@ end
    return $(w.put_kept)(to, b, $(w.equal)($(w.marked)(dropped), $(w.splat)(0)));
}

@ end
// Notes from which $(v)noted finds differences in vectors: $(splits and "the least and the greatest byte in each lane" or "the lanes with a byte that differs").
typedef struct $(v)notes {
    $(splits and v .. "vec least, greatest" or v .. "test found");
} $(v)notes;

$(V)_INLINE $(v)notes $(v)no_notes(void)
{
@ if splits then
    const $(v)notes notes = { $(w.splat)(0xFF), $(w.splat)(0) };
@ else
    const $(v)notes notes = { $(w.equal)($(w.splat)(0), $(w.splat)(1)) };
@ end
    return notes;
}

// Adds a vector to the notes$(not splits and recode.pairs and ". Surrogates are not noted" or "").
$(V)_INLINE void $(v)note($(v)vec b, $(v)notes *notes)
{
@ if splits then
@ if recode.zero then
    notes->least = $(w.min_unsigned)(notes->least, b);
@ end
@ if recode.pairs or recode.wide then
    notes->greatest = $(w.max_unsigned)(notes->greatest, b);
@ end
@ elseif recode.wide then
    notes->found = $(w.either)(notes->found, $(w.cmpgt)($(w.splat)(0), b));
@ elseif recode.zero then
    notes->found = $(w.either)(notes->found, $(w.equal)(b, $(w.splat)(0xC0)));
@ else
    (void)b, (void)notes;
@ end
}

$(V)_INLINE bool $(v)noted(const $(v)notes *notes)
{
@ if splits then
    const $(v)vec zeros = $(w.marked)($(w.equal)(notes->least, $(w.splat)(0)));
    return $(w.any_high_bit)($(w "or")(zeros, $(w.subtract_saturating)(notes->greatest, $(w.splat)($(recode.wide and 0 or "0x70")))));
@ else
    return $(w.any_high_bit)($(w.marked)(notes->found));
@ end
}

// Whether the block at `at`$(recode.wide and " (for vector_differs, the vector)" or "") has a difference.
@ for _, one in ipairs { { "differs", block_vectors }, recode.wide and { "vector_differs", 1 } or nil } do
$(V)_INLINE bool $(v)$(one[1])(const uint8_t *at)
{
    $(v)notes notes = $(v)no_notes();
@ for n = 0, one[2] - 1 do
    $(v)note($(w.load)(at$(plus(n))), &notes);
@ end
@ if not splits and recode.pairs then
@ for n = 0, one[2] - 1 do
    notes.found = $(w.either)(notes.found, $(v)surrogates(at$(plus(n))));
@ end
@ end
    return $(v)noted(&notes);
}

@ end
@ if not copied then
// Copies a block. All loads come first, because a compiler must assume that the stores change the text.
$(V)_INLINE void $(v)copy_block(const uint8_t *from, uint8_t *to)
{
@ for n = 0, block_vectors - 1 do
    const $(v)vec v$(n) = $(w.load)(from$(plus(n)));
@ end
@ for n = 0, block_vectors - 1 do
    $(w.put)(to$(plus(n)), v$(n));
@ end
}

@ end
// Converts a block, and returns the number of bytes that it writes. It may change $(splits and "2 * BLOCK" or "BLOCK") bytes in all, and may read the three bytes before `at` and the one after the block.
$(V)_INLINE size_t $(v)block(const uint8_t *at, uint8_t *to)
{
    size_t count = 0;
    for (size_t n = 0; n < $(V)_BLOCK; n += $(V)_WIDTH) {
        count += $(v)lanes(at + n, to + count);
    }
    return count;
}

@ if other then
// Whether a block has bytes from 80 on that are not characters.
$(V)_INLINE bool $(v)any_other(const uint8_t *at)
{
    $(v)vec found = $(w.splat)(0);
    for (size_t n = 0; n < $(V)_BLOCK; n += $(V)_WIDTH) {
        const $(v)vec b = $(w.load)(at + n);
        found = $(w "or")(found, $(w.marked)($(w.cmpgt)($(w.splat)($(hex(recode.lowest))), b)));
@ if recode.highest < 0xFF then
        found = $(w "or")(found, $(w "and")(b, $(w.marked)($(w.cmpgt)(b, $(w.splat)($(hex(recode.highest)))))));
@ end
    }
    return $(w.any_high_bit)(found);
}

@ end
@ if copied then
@ if splits and recode.zero then
@ local typed_names = block_names:gsub(", ", ", " .. v .. "vec ")
// Whether all bytes are ASCII, and none is 00.
$(V)_INLINE bool $(v)plain_vectors($(v)vec $(typed_names))
{
@ for n = 1, block_vectors - 1 do
    v0 = $(w.min)(v0, v$(n));
@ end
    return !$(w.any_high_bit)($(w "or")(v0, $(w.marked)($(w.equal)(v0, $(w.splat)(0)))));
}

@ end
$(include_here("vector/copy_vectors.c"))

// Copies well-formed characters that both encodings write alike. Returns the number of bytes. It may change all `size` bytes at `to`.
$(V)_FUNCTION static $(U)_NOINLINE size_t $(v)copy_same(const uint8_t *text, size_t size, uint8_t *to)
{
    size_t from = 0;
    if (size <= $(V)_BLOCK || $(v)differs(text)) {
        return 0;
    }
    if (size > $(V)_MEDIUM) {
        // The first vector may be unchecked.
        const size_t head = $(p)restart(text, $(V)_BLOCK), copied = head >= $(V)_WIDTH && $(v)valid(text, head) ? $(v)copy(text, size, to) : 0;
        from = copied < $(V)_BLOCK ? 0 : $(p)restart(text, copied);
        if (from == 0 || size - from > 2 * $(V)_BLOCK) {
            return from;
        }
    }
    for (size_t at = from; size - at > $(V)_BLOCK; at += $(V)_BLOCK) {
        if ($(v)differs(text + at)) {
            return from;
        }
    }
    if ($(v)differs(text + size - $(V)_BLOCK$(splits and "" or " - 1")) || !$(v)valid(text + from, size - from)) {
        return from;
    }
    $(U)_COPY(to + from, text + from, size - from);
    return size;
}

@ end
// Copies blocks up to the first one with a difference, while more than one block is left. Returns the number of bytes. If `step` is 0, each block is written to the same place.
$(V)_FUNCTION static $(U)_NOINLINE size_t $(v)copy_blocks(const uint8_t *text, size_t size, uint8_t *to, size_t step)
{
    const size_t block = $(V)_BLOCK;
    size_t at = 0;
    while (size - at > block && !$(v)differs(text + at)) {
        const uint8_t *from = text + at;
        uint8_t *out = to + (at & step);
        at += block;
        (void)$(v)copy_block(from, out);
    }
    return at;
}

// Converts blocks while more than one block is left and the next one surely fits$(other and ". Stops before a block with a byte from 80 on that is not a character" or ""). Returns the number of bytes read, and adds the number of bytes written to *count.
// `step` is SIZE_MAX, or 0 if each block is written to the same place.
$(V)_FUNCTION static $(U)_NOINLINE size_t $(v)blocks(const uint8_t *text, size_t size, uint8_t *to, size_t room, size_t step, size_t *count)
{
    const size_t block = $(V)_BLOCK;
    size_t at = 0, written = 0;
@ if recode.wide then
    for (unsigned calm = 0; size - at > block && room - written >= 2 * block;) {
        if (calm == $(V)_CALM) {
            const size_t left = size - at, spare = room - written;
            const size_t same = $(v)copy_blocks(text + at, left < spare ? left : spare, to + (written & step), step);
            at += same;
            written += same;
            calm = 0;
        } else if ($(v)vector_differs(text + at)) {
@ if other then
            if ($(v)any_other(text + at)) {
                break;
            }
@ end
            written += $(v)lanes(text + at, to + (written & step));
            at += $(V)_WIDTH;
            calm = 0;
        } else {
            $(w.put)(to + (written & step), $(w.load)(text + at));
            written += $(V)_WIDTH;
            at += $(V)_WIDTH;
            calm++;
        }
    }
@ else
    // The first block is not copied, because it may begin inside a character.
    unsigned more = 1;
    while (size - at > block && room - written >= 2 * block) {
        if (more > 1) {
            more--;
        } else if ($(v)differs(text + at)) {
            more = $(V)_MORE;
        } else if (more == 1) {
            more = 0;
        } else {
            // This block is copied without another test, so that the loop makes progress even if the text has changed since the test.
            (void)$(v)copy_block(text + at, to + (written & step));
            at += block;
            written += block;
            const size_t left = size - at, spare = room - written;
            const size_t same = $(v)copy_blocks(text + at, left < spare ? left : spare, to + (written & step), step);
            at += same;
            written += same;
            continue;
        }
        written += $(v)block(text + at, to + (written & step));
        at += block;
    }
@ end
    *count += written;
    return at;
}

// Converts characters at the beginning of the text, or only counts the bytes of the result if `to` is NULL. Returns the number of bytes written, and sets *read to the number of bytes
// that were read. The rest is left to the scalar code: an error, a character that vectors cannot convert, or characters for which there may be too little room.
$(V)_FUNCTION static size_t $(v)recode(const uint8_t *text, size_t size, uint8_t *to, size_t room, size_t *read)
{
    // The conversion of a block may read bytes before and after it. So the first bytes of the text and the last bytes of a piece are first copied to `around`.
    uint8_t around[2 * $(V)_BLOCK], made[2 * $(V)_BLOCK];
    const size_t block = $(V)_BLOCK;
    size_t at = 0, count = 0, from = SIZE_MAX;
    while (at < size && at != from) {
        from = at;
@ if copied then
        const size_t left_over = size - at, spare = room - count;
        const size_t same = to ? $(v)copy_same(text + at, left_over < spare ? left_over : spare, to + count) : 0;
        at += same;
        count += same;
        if (at == size) {
            break;
        }
@ end
        size_t end = $(p)piece_end(text, size, at, room - count);
@ if not widens then
        end = at + $(v)valid_prefix(text + at, end - at);
@ end
        while (at < end) {
            const size_t before = at < 3 ? 0 : 3;
            if (before > 0) {
                at += $(v)blocks(text + at, end - at, to ? to + count : made, room - count, to ? SIZE_MAX : 0, &count);
            }
            const size_t left = end - at, n = left < block ? left : block;
            for (size_t i = 0; i < sizeof around; i += $(V)_WIDTH) {
                $(w.put)(around + i, $(w.splat)(0x41));
            }
            $(U)_COPY(around + 3 - before, text + at - before, before + (left > block ? block + 1 : n));
@ if other then
            if ($(v)any_other(around + 3)) {
                *read = at;
                return count;
            }
@ end
            // If the text has changed since the check, `written` may be any number.
            size_t written = $(v)block(around + 3, made);
            written = written > block - n ? written - (block - n) : 0;
            written = written < room - count ? written : room - count;
            if (to) {
                $(U)_COPY(to + count, made, written);
            }
            count += written;
            at += n;
        }
    }
    *read = at;
    return count;
}
