// $(name)
static const uint8_t $(p)replacement[] = { $(code_bytes) };

@ if starts then
// Replaces the first character if it must not be the first of a text; sets NO_ROOM if there is no room for the replacement.
static $(p)result $(p)repair_first(const uint8_t *bytes, size_t size, uint8_t *to, size_t room)
{
    $(p)result result = $(p)nothing_done();
    const size_t barred = $(p)barred(bytes, size);
    if (barred > 0 && room < sizeof $(p)replacement) {
        result.status = $(U)_STATUS_NO_ROOM;
    } else if (barred > 0) {
        $(U)_COPY(to, $(p)replacement, sizeof $(p)replacement);
        result.read = barred;
        result.written = sizeof $(p)replacement;
    }
    return result;
}

@ end
$(part("shared/copy.c"))

@ if has_ends then
// The number of bytes to copy or to replace next; 0 if later bytes decide. A text may end in `state`. `size` is not 0. If *stays, the bytes
// are characters to copy, and a text may end after the last one. Otherwise, if *whole, each of these characters is replaced: a text must not end after
// it, and no allowed character follows. Otherwise, the bytes are replaced together, as one ill-formed part: at the end of a text, they may be characters
// that must not be the last, and an unfinished one.
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
// Sets *stays to whether the bytes begin with a character$(contexts > 1 and " that is allowed after this state" or ""). Returns the length of the character or of the ill-formed part. `size` is not 0.
static size_t $(p)stretch(const uint8_t *bytes, size_t size, $(contexts > 1 and "unsigned state, " or "")bool *stays)
{
    const size_t length = $(p)next_part(bytes, size, $(contexts > 1 and "&state, " or "")stays);
    return length > 0 ? length : size;
}
@ end

@ if walks then
// Text is copied up to an error; then $(masks and "blocks" or "parts") are repaired until one has no error. If errors are on average less than RARE bytes apart
// (a distance counts at most FAR), repair lasts until CALM bytes in a row have no error. $(masks and "A block may need ROOM bytes of output." or "This ends if fewer than ROOM bytes of output are left.") REPAIRED is the size of a temporary output buffer.
enum { $(U)_RARE = 512, $(U)_FAR = 2048, $(U)_CALM = 256, $(U)_ROOM = $(block_room), $(U)_REPAIRED = 2048 };

// The progress of a repair, the number of replaced parts, and the average distance between errors.
typedef struct $(p)repairs {
    $(p)result done;
    size_t replaced, gap;
} $(p)repairs;

static const $(p)repairs $(p)no_repairs = { { $(U)_STATUS_COMPLETE, 0, 0 }, 0, $(U)_FAR };

@ if masks then
@ if by_vectors and has_companions("masks") then
$(companions("masks"))

@ end
// The index of the highest and of the lowest set bit; `mask` is not 0.
#if defined($(U)_GNU) && (defined(__x86_64__) || defined(__aarch64__) || defined(__wasm__))
static size_t $(p)highest_bit(uint64_t mask)
{
    return 63 - (size_t)__builtin_clzll(mask);
}

static size_t $(p)lowest_bit(uint64_t mask)
{
    return (size_t)__builtin_ctzll(mask);
}
#else
static size_t $(p)highest_bit(uint64_t mask)
{
    size_t n = 0;
    for (unsigned size = 32; size > 0; size /= 2) {
        n += mask >> (n + size) != 0 ? size : 0;
    }
    return n;
}

static size_t $(p)lowest_bit(uint64_t mask)
{
    return $(p)highest_bit(mask & (~mask + 1));
}
#endif

// Repairs the first `size` bytes, at most 64, except the last part, which may depend on later bytes$(plain and "" or "; it stops before an ill-formed part, and then returns true"). May read 128 bytes and write ROOM bytes. Bit i of a mask is about byte i.
static $(U)_WRAPS $(plain and "void" or "bool") $(p)repair_block(const uint8_t *bytes, size_t size, uint8_t *to, $(p)repairs *repairs)
{
    uint64_t masks[$(U)_MASKS];
    $(companion "masks")(bytes, masks);
@ for _, line in ipairs(masks.lines) do
    $(line)
@ end
@ if masks.long then
    if ($(masks.long)) {
@ for _, line in ipairs(masks.long_lines) do
        $(line)
@ end
    }
@ end
    const uint64_t begins = ~(whole$(masks.long and later_or or ""));
    const size_t last = $(p)highest_bit(begins & ~(uint64_t)0 >> (64 - size));
    // Masks of the last and of the first byte of each ill-formed part.
    uint64_t ends = ~(single | whole) & (begins & ~(uint64_t)0 >> (63 - last)) >> 1;
    uint64_t firsts = $(firsts);
@ if plain then
    static const uint8_t replacement[$(widened)] = { $(code_bytes) };
    size_t from = 0, at = 0, count = 0;
    $(U)_COPY(to, bytes, 64);
    for (; ends != 0; count++) {
        at += $(p)lowest_bit(firsts) - from;
        $(U)_COPY(to + at, replacement, sizeof replacement);
        at += sizeof $(p)replacement;
        from = $(p)lowest_bit(ends) + 1;
        $(U)_COPY(to + at, bytes + from, 64);
        firsts &= firsts - 1;
        ends &= ends - 1;
    }
    repairs->replaced += count;
    repairs->done.read += last;
    repairs->done.written += at + last - from;
@ else
    const size_t end = ends != 0 ? $(p)lowest_bit(firsts) : last;
    $(U)_COPY(to, bytes, 64);
    repairs->done.read += end;
    repairs->done.written += end;
    return ends != 0;
@ end
}

@ end
// Copies the character or replaces the ill-formed part at the beginning. If later bytes may change the part, it only sets INCOMPLETE; if the room is too small, it only sets NO_ROOM.
static void $(p)repair_part(const uint8_t *bytes, size_t left, uint8_t *to, size_t spare, bool at_end, $(p)repairs *repairs)
{
    bool stays = false;
    const size_t part = $(p)next_part(bytes, left, &stays), length = part > 0 || !at_end ? part : left;
    const size_t written = stays ? length : sizeof $(p)replacement;
    if (length == 0 || written > spare) {
        repairs->done.status = length == 0 ? $(U)_STATUS_INCOMPLETE : $(U)_STATUS_NO_ROOM;
        return;
    }
    $(U)_COPY(to, stays ? bytes : $(p)replacement, written);
    repairs->done.read += length;
    repairs->done.written += written;
    repairs->replaced += !stays;
}

@ if masks then
// Repairs a block of up to 64 bytes$(plain and "" or ", up to and including its first ill-formed part"). If too little text or room is left for it, only one character or ill-formed part.
static void $(p)repair_near(const uint8_t *bytes, size_t left, uint8_t *to, size_t spare, bool at_end, $(p)repairs *repairs)
{
    const size_t most = spare / sizeof $(p)replacement, part = left < most ? left : most, size = part < 64 ? part : 64, begin = repairs->done.written, first = repairs->done.read;
@ if not plain then
    bool stopped = true;
@ end
    uint8_t text[128], repaired[$(U)_ROOM];
    if (left >= sizeof text && spare >= sizeof repaired) {
        $(plain and "" or "stopped = ")$(p)repair_block(bytes, 64, to, repairs);
    } else if (size > $(masks.most)) {
        // More bytes are read but do not matter: bytes of a table follow the text.
        $(U)_COPY(text, $(p)dfa_class, sizeof text);
        $(U)_COPY(text, bytes, size);
        $(plain and "" or "stopped = ")$(p)repair_block(text, size, repaired, repairs);
        $(U)_COPY(to, repaired, repairs->done.written - begin);
    }
    // Nothing was read if no block fits, or if another thread changes the text.
@ if plain then
    if (repairs->done.read == first) {
        $(p)repair_part(bytes, left, to, spare, at_end, repairs);
    }
@ else
    if (stopped || repairs->done.read == first) {
        const size_t read = repairs->done.read - first, written = repairs->done.written - begin;
        $(p)repair_part(bytes + read, left - read, to + written, spare - written, at_end, repairs);
    }
@ end
}

@ end
// Repairs text to its end, or until fewer than ROOM bytes of output are left, but at least one part if it fits. Unless `at_end`, it sets INCOMPLETE before bytes that depend on the next piece.
static void $(p)repair_text(const uint8_t *bytes, size_t size, uint8_t *to, size_t room, bool at_end, $(p)repairs *repairs)
{
    $(p)result *done = &repairs->done;
    bool dense = repairs->gap < $(U)_RARE;
    do {
        const size_t left = size - done->read, spare = room - done->written;
        if (spare > 0 && !dense) {
            const size_t copied = $(p)copy_prefix(bytes + done->read, left < spare ? left : spare, to + done->written);
            done->read += copied;
            done->written += copied;
            repairs->gap = (3 * repairs->gap + (copied < $(U)_FAR ? copied : (size_t)$(U)_FAR)) / 4;
        }
        dense = false;
        const size_t calm = repairs->gap < $(U)_RARE ? (size_t)$(U)_CALM : 1;
        size_t since = done->read;
        while (done->read < size && done->status == $(U)_STATUS_COMPLETE && done->read - since < calm) {
            const size_t before = repairs->replaced;
            $(p)repair_$(masks and "near" or "part")(bytes + done->read, size - done->read, to + done->written, room - done->written, at_end, repairs);
            since = repairs->replaced > before ? done->read : since;
            if (room - done->written < $(U)_ROOM) {
                return;
            }
        }
    } while (done->read < size && done->status == $(U)_STATUS_COMPLETE);
}

@ end
@ local context = contexts > 1 and (", %scontext_at(%%s, %%s).state"):format(p) or "%.0s%.0s"
@ local kinds = has_ends and ", true, &stays, &whole" or ", &stays"
size_t $(p)repaired_size(const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    size_t total = 0;
@ if starts then
    const size_t barred = $(p)barred(bytes, size);
    if (barred > 0) {
        total = sizeof $(p)replacement;
        bytes += barred;
        size -= barred;
    }
@ end
@ if walks then
    $(p)repairs repairs = $(p)no_repairs;
@ end
    while (size > 0) {
        const size_t valid = $(body "valid_prefix")(bytes, size);
@ if walks then
        uint8_t repaired[$(U)_REPAIRED];
        repairs.done = $(p)nothing_done();
        $(p)repair_text(bytes + valid, size - valid, repaired, sizeof repaired, true, &repairs);
        const size_t written = valid + repairs.done.written, read = valid + repairs.done.read;
@ else
        size_t written = valid, read = valid;
        if (valid < size) {
            bool stays = false$(has_ends and ", whole = false" or "");
            const size_t ill_formed = $(p)stretch(bytes + valid, size - valid$(context:format("bytes", "valid"))$(kinds));
@ if has_ends then
            const size_t count = whole ? $(p)characters_in(bytes + valid, ill_formed) : 1;
            if (count > (SIZE_MAX - written) / sizeof $(p)replacement) {
                return SIZE_MAX;
            }
            written += count * sizeof $(p)replacement;
@ else
            written += sizeof $(p)replacement;
@ end
            read += ill_formed;
        }
@ end
        if (written > SIZE_MAX - total) {
            return SIZE_MAX;
        }
        total += written;
        bytes += read;
        size -= read;
    }
    return total;
}

@ if starts then
$(part("shared/repair_kept.c", kept))

@ end
@ if walks then
$(p)result $(p)repair(const void *text, size_t size, void *to, size_t room)
{
    $(p)repairs repairs = $(p)no_repairs;
@ if starts then
    repairs.done = $(p)repair_first((const uint8_t *)text, size, (uint8_t *)to, room);
@ end
    while (repairs.done.read < size && repairs.done.status == $(U)_STATUS_COMPLETE) {
        $(p)repair_text((const uint8_t *)text, size, (uint8_t *)to, room, true, &repairs);
    }
    return $(starts and p .. "repair_kept((const uint8_t *)text, size, repairs.done)" or "repairs.done");
}
@ else
@ if has_ends then
// Copies or replaces the bytes that $(p)stretch found: one by one if `whole`, otherwise all together. If there is too little room, it stops and sets NO_ROOM. Returns the number of bytes read.
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
    $(p)result result = $(starts and p .. "repair_first(bytes, size, out, room)" or p .. "nothing_done()");
    while (result.read < size$(starts and " && result.status == " .. U .. "_STATUS_COMPLETE" or "")) {
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
                // The next call begins in the start state, but the last copied character may forbid the next one. So the next call reads the copied one again.
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
    return $(starts and p .. "repair_kept(bytes, size, result)" or "result");
}
@ end
