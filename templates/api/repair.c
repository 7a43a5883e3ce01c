// $(name)
static const uint8_t $(p)replacement[] = { $(code_bytes) };

$(part("shared/copy.c"))

@ if has_ends then
// The number of bytes to copy or to replace next, from a state in which a text may end; 0 if later bytes decide it. `size` is not 0. If *stays, they are
// characters to copy, and a text may end after the last of them. Else if *whole, they are characters after which a text must not end and no allowed one
// follows: each is replaced. Else they are one ill-formed part. At the end of a text,
// characters that must not be the last and an unfinished one after them are replaced together.
static size_t $(p)stretch(const uint8_t *bytes, size_t size, unsigned state, bool at_end, bool *stays, bool *whole)
{
    size_t at = 0;
    *stays = false;
    do {
        bool one = false;
        const size_t length = $(p)next_part(bytes + at, size - at, &state, &one);
        if (length == 0) {
            *whole = false;
            return at_end ? size : 0;
        }
        if (!one) {
            *whole = at > 0;
            return at > 0 ? at : length;
        }
        at += length;
        *stays = $(accepts("state"));
    } while (!*stays && at < size);
    *whole = true;
    return *stays || at_end ? at : 0;
}

// The number of characters.
static size_t $(p)characters_in(const uint8_t *bytes, size_t size)
{
    size_t count = 0;
    bool whole = false;
    for (size_t at = 0; at < size; at += $(p)segment(bytes + at, size - at, &whole)) {
        count++;
    }
    return count;
}
@ elseif not walks then
// Sets *stays to whether the bytes begin with a character$(contexts > 1 and " that is allowed after this state" or ""). Returns its length, or that of the ill-formed part. `size` is not 0.
static size_t $(p)stretch(const uint8_t *bytes, size_t size, $(contexts > 1 and "unsigned state, " or "")bool *stays)
{
    const size_t length = $(p)next_part(bytes, size, $(contexts > 1 and "&state, " or "")stays);
    return length > 0 ? length : size;
}
@ end

@ if walks then
@ if masks then
@ if by_vectors and has_companions("masks") then
$(companions("masks"))

@ end
// The number of the lowest bit that is set, and of the highest one. The mask is not 0.
static unsigned $(p)lowest_bit(uint64_t mask)
{
#ifdef $(U)_COUNTS_ZEROS
    return (unsigned)__builtin_ctzll(mask);
#else
    unsigned n = 0;
    for (unsigned size = 32; size > 0; size /= 2) {
        const bool none = mask << (64 - size) == 0;
        mask >>= none ? size : 0;
        n += none ? size : 0;
    }
    return n;
#endif
}

static unsigned $(p)highest_bit(uint64_t mask)
{
#ifdef $(U)_COUNTS_ZEROS
    return 63 - (unsigned)__builtin_clzll(mask);
#else
    unsigned n = 63;
    while (mask >> n == 0) {
        n--;
    }
    return n;
#endif
}

// Repairs the parts that begin in the first `size` bytes, at most 64, except the last one, of which later bytes may decide$(plain and "" or "; it stops before an ill-formed part, and then *stopped"). There are 128 bytes to read and room for 256. Adds
// to *result, and the number of replacements to *replaced. Bit i of a mask is about byte i.
static void $(p)repair_block(const uint8_t *bytes, size_t size, uint8_t *to, $(p)result *result, size_t *replaced$(plain and "" or ", bool *stopped"))
{
    uint64_t masks[$(U)_MASKS];
    $(companion "masks")(bytes, masks);
@ for i, line in ipairs(masks.names) do
    $(i == 1 and "const uint64_t " or "    ")$(line)$(i == #masks.names and ";" or "")
@ end
@ for _, line in ipairs(masks.lines) do
    $(line)
@ end
@ if masks.long then
    uint64_t $(later_bytes);
    if ($(masks.long)) {
@ for i, line in ipairs(masks.long_names) do
        $(i == 1 and "const uint64_t " or "    ")$(line)$(i == #masks.long_names and ";" or "")
@ end
@ for _, line in ipairs(masks.long_lines) do
        $(line)
@ end
    }
@ end
    const uint64_t begins = ~(whole$(masks.long and later_or or ""));
    const size_t last = $(p)highest_bit(begins & ~(uint64_t)0 >> (64 - size));
    // The last byte of each ill-formed part, and its first one.
    uint64_t ends = ~(single | whole) & (begins & ~(uint64_t)0 >> (63 - last)) >> 1;
    uint64_t firsts = $(firsts);
@ if plain then
    // A copy of $(widened) bytes is one instruction.
    static const uint8_t replacement[$(widened)] = { $(code_bytes) };
    size_t from = 0, at = 0, count = 0;
    $(U)_COPY(to, bytes, 64);
    for (; ends != 0; count++) {
        const size_t first = $(p)lowest_bit(firsts);
        at += first - from;
        $(U)_COPY(to + at, replacement, sizeof replacement);
        at += sizeof $(p)replacement;
        from = $(p)lowest_bit(ends) + 1;
        $(U)_COPY(to + at, bytes + from, 64);
        firsts &= firsts - 1;
        ends &= ends - 1;
    }
    *replaced += count;
    result->read += last;
    result->written += at + last - from;
@ else
    const size_t end = ends != 0 ? $(p)lowest_bit(firsts) : last;
    (void)replaced;
    $(U)_COPY(to, bytes, 64);
    *stopped = ends != 0;
    result->read += end;
    result->written += end;
@ end
}

// Like it, also near the end of the text or of the room.
static void $(p)repair_some(const uint8_t *bytes, size_t size, uint8_t *to, size_t room, $(p)result *result, size_t *replaced$(plain and "" or ", bool *stopped"))
{
    const uint8_t *from = bytes + result->read;
    const size_t left = size - result->read, spare = room - result->written, most = spare / sizeof $(p)replacement;
    if (left >= 128 && spare >= 256) {
        $(p)repair_block(from, 64, to + result->written, result, replaced$(plain and "" or ", stopped"));
        return;
    }
    const size_t part = left < most ? left : most;
    if (part > $(masks.most)) {
        const size_t begin = result->written;
        uint8_t text[128], repaired[256];
        // Which bytes follow does not matter.
        $(U)_COPY(text, $(p)dfa_class, sizeof text);
        $(U)_COPY(text, from, part < 64 ? part : 64);
        $(p)repair_block(text, part < 64 ? part : 64, repaired, result, replaced$(plain and "" or ", stopped"));
        $(U)_COPY(to + begin, repaired, result->written - begin);
    }
}

@ end
// After errors that are less than RARE bytes apart on average, CALM bytes without one show that errors may be rare again: then vectors are faster that check and copy text without errors.
enum { $(U)_RARE = 512, $(U)_CALM = 256 };

// Repairs text until `calm` bytes in a row had no error, and adds to *result and to the number of replacements. If the text is a piece of one, not at its end, it stops at bytes that the next piece decides: INCOMPLETE.
static void $(p)repair_parts(const uint8_t *bytes, size_t size, uint8_t *to, size_t room, size_t calm, bool at_end, $(p)result *result, size_t *replaced)
{
    size_t since = result->read;
    do {
@ if masks then
        const size_t begin = result->read, count = *replaced;
@ if plain then
        $(p)repair_some(bytes, size, to, room, result, replaced);
        since = *replaced > count ? result->read : since;
        if (result->read > begin) {
            continue;
        }
@ else
        bool stopped = false;
        $(p)repair_some(bytes, size, to, room, result, replaced, &stopped);
        if (result->read > begin && !stopped) {
            continue;
        }
@ end
@ end
        bool stays = false;
        const uint8_t *from = bytes + result->read;
        const size_t left = size - result->read, part = $(p)next_part(from, left, &stays), length = part > 0 || !at_end ? part : left;
        const size_t written = stays ? length : sizeof $(p)replacement;
        if (length == 0 || written > room - result->written) {
            result->status = length == 0 ? $(U)_STATUS_INCOMPLETE : $(U)_STATUS_NO_ROOM;
            return;
        }
        $(U)_COPY(to + result->written, stays ? from : $(p)replacement, written);
        result->read += length;
        result->written += written;
        *replaced += !stays;
        since = stays ? since : result->read;
    } while (result->read < size && result->read - since < calm && room - result->written >= 256);
}

// Repairs a text or, if it is not at its end, a piece of one; then it stops at bytes that the next piece decides: INCOMPLETE.
static $(p)result $(p)repair_run(const uint8_t *bytes, size_t size, uint8_t *to, size_t room, bool at_end)
{
    $(p)result result = $(p)nothing_done();
    size_t gap = 2 * $(U)_RARE, replaced = 0;
    while (result.read < size && result.status == $(U)_STATUS_COMPLETE) {
        const size_t left = size - result.read, spare = room - result.written;
        const size_t copied = spare > 0 ? $(p)copy_prefix(bytes + result.read, left < spare ? left : spare, to + result.written) : 0;
        result.read += copied;
        result.written += copied;
        gap = (3 * gap + (copied < 4 * $(U)_RARE ? copied : 4 * $(U)_RARE)) / 4;
        if (copied < left) {
            $(p)repair_parts(bytes, size, to, room, gap < $(U)_RARE ? (size_t)$(U)_CALM : 1, at_end, &result, &replaced);
        }
    }
    return result;
}

size_t $(p)repaired_size(const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    size_t total = 0, replaced = 0;
    while (size > 0) {
        uint8_t repaired[1024];
        const size_t valid = $(p)valid_prefix(bytes, size);
        $(p)result part = $(p)nothing_done();
        if (valid < size) {
            $(p)repair_parts(bytes + valid, size - valid, repaired, sizeof repaired, $(U)_CALM, true, &part, &replaced);
        }
        if (valid + part.written > SIZE_MAX - total) {
            return SIZE_MAX;
        }
        total += valid + part.written;
        bytes += valid + part.read;
        size -= valid + part.read;
    }
    return total;
}

$(p)result $(p)repair(const void *text, size_t size, void *to, size_t room)
{
    return $(p)repair_run((const uint8_t *)text, size, (uint8_t *)to, room, true);
}
@ else
@ local behind = contexts > 1 and (", %scontext_at(%%s, %%s).state"):format(p) or "%.0s%.0s"
@ local kinds = has_ends and ", true, &stays, &whole" or ", &stays"
size_t $(p)repaired_size(const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    size_t total = 0;
    while (size > 0) {
        const size_t valid = $(p)valid_prefix(bytes, size);
        size_t written = valid, ill_formed = 0;
        if (valid < size) {
            bool stays = false$(has_ends and ", whole = false" or "");
            ill_formed = $(p)stretch(bytes + valid, size - valid$(behind:format("bytes", "valid"))$(kinds));
@ if has_ends then
            const size_t count = whole ? $(p)characters_in(bytes + valid, ill_formed) : 1;
            if (count > (SIZE_MAX - written) / sizeof $(p)replacement) {
                return SIZE_MAX;
            }
            written += count * sizeof $(p)replacement;
@ else
            written += sizeof $(p)replacement;
@ end
        }
        if (written > SIZE_MAX - total) {
            return SIZE_MAX;
        }
        total += written;
        bytes += valid + ill_formed;
        size -= valid + ill_formed;
    }
    return total;
}

@ if has_ends then
// Copies or replaces such bytes, or those of their characters that fit. Returns how many bytes it read.
static size_t $(p)repair_stretch(const uint8_t *from, size_t length, bool stays, bool whole, uint8_t *out, size_t room, $(p)result *result)
{
    size_t done = 0;
    while (done < length) {
        bool any = false;
        const size_t one = whole ? $(p)segment(from + done, length - done, &any) : length;
        const size_t needed = stays ? one : sizeof $(p)replacement;
        if (needed > room - result->written) {
            result->status = $(U)_STATUS_NO_ROOM;
            break;
        }
        $(U)_COPY(out + result->written, stays ? from + done : $(p)replacement, needed);
        result->written += needed;
        done += one;
    }
    return done;
}

@ end
$(p)result $(p)repair(const void *text, size_t size, void *to, size_t room)
{
    const uint8_t *bytes = (const uint8_t *)text;
    uint8_t *out = (uint8_t *)to;
    $(p)result result = $(p)nothing_done();
    while (result.read < size) {
        const uint8_t *from = bytes + result.read;
        const size_t left = size - result.read, spare = room - result.written;
        const size_t copied = spare > 0 ? $(p)copy_prefix(from, left < spare ? left : spare, out + result.written) : 0;
        result.read += copied;
        result.written += copied;
        if (copied == left) {
            break;
        }
@ if contexts > 1 then
        const unsigned state = $(p)context_at(from, copied).state;
@ end
        bool stays = false$(has_ends and ", whole = false" or "");
        const size_t length = $(p)stretch(from + copied, left - copied$(contexts > 1 and ", state" or "")$(kinds));
@ if has_ends then
        const size_t done = $(p)repair_stretch(from + copied, length, stays, whole, out, room, &result);
        result.read += done;
        if (result.status == $(U)_STATUS_NO_ROOM) {
            if (!stays && done == 0 && state != $(U)_START) {
@ elseif contexts > 1 then
        if (stays || sizeof $(p)replacement > room - result.written) {
            result.status = $(U)_STATUS_NO_ROOM;
            if (!stays && state != $(U)_START) {
@ else
        if (stays || sizeof $(p)replacement > room - result.written) {
            result.status = $(U)_STATUS_NO_ROOM;
            break;
        }
@ end
@ if contexts > 1 then
                // The next call begins in the start state, but the last copied character forbids the next one. So the next call reads that character again.
                bool any = false;
                size_t last = 0;
                const size_t kept = copied > 0 ? $(p)segment_at(from, copied, copied - 1, &last, &any) : 0;
                result.read -= copied - kept;
                result.written -= copied - kept;
            }
            break;
        }
@ end
@ if not has_ends then
        result.read += length;
        $(U)_COPY(out + result.written, $(p)replacement, sizeof $(p)replacement);
        result.written += sizeof $(p)replacement;
@ end
    }
    return result;
}
@ end
