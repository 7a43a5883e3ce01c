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
// How many of eight bytes are in $(passthrough_range_text) before the first one that is not. On big-endian machines, 8 or 0.
static $(U)_WRAPS size_t $(p)ascii_before(const uint8_t *bytes)
{
    const uint64_t ones = 0x0101010101010101, one = 1;
    uint64_t word;
    uint8_t little;
    $(U)_COPY(&word, bytes, 8);
    $(U)_COPY(&little, &one, 1);
    word = ($(passthrough_word_code)) & (ones << 7);
    if (word == 0) {
        return 8;
    }
    // The bytes up to the one with the lowest bit have ones below that bit.
    return little ? (size_t)((((word & (0 - word)) - 1) & ones) * ones >> 56) - 1 : 0;
}

// The longest character or replacement is copied as STEP bytes. Vectors find errors that are more than RARE bytes apart, scalar kernels those that are
// more than SCALAR_RARE apart. After an error, CALM bytes without one show that errors may be rare again.
enum { $(U)_STEP = $(step), $(U)_RARE = 48, $(U)_SCALAR_RARE = 256, $(U)_CALM = 128 };

// Repairs text character by character, until `calm` bytes after an error have none, or fewer than STEP bytes or less room are left. Returns how many bytes
// it read, and sets *written. Branches decide where a character begins, so that prediction lets it be read before the previous one is decoded.
static size_t $(p)repair_walk(const uint8_t *bytes, size_t size, uint8_t *to, size_t room, size_t calm, size_t *written)
{
    static const uint8_t replacement[$(U)_STEP] = { $(code_bytes) };
    size_t i = 0, at = 0, end = SIZE_MAX;
    while (size - i >= $(U)_STEP && room - at >= $(U)_STEP && i < end) {
        unsigned state = $(p)dfa_next[$(U)_START + $(p)dfa_class[bytes[i]]];
        size_t length = 1;
        if (state == $(U)_START) {
            length = $(p)ascii_before(bytes + i);
            if (length == 8) {
                $(U)_COPY(to + at, bytes + i, 8);
                i += 8;
                at += 8;
                continue;
            }
            length += length == 0;
        }
        for (; state > $(U)_DEAD; length++) {
            state = $(p)dfa_next[state + $(p)dfa_class[bytes[i + length]]];
        }
        if (state == $(U)_START) {
            $(U)_COPY(to + at, bytes + i, $(U)_STEP);
            i += length;
            at += length;
            continue;
        }
        $(U)_COPY(to + at, replacement, $(U)_STEP);
        at += sizeof $(p)replacement;
@ if plain then
        i += length - (length > 1);
@ else
        bool stays = false;
        i += $(p)next_part(bytes + i, size - i, &stays);
@ end
        end = i + calm;
    }
    *written = at;
    return i;
}

// Repairs a text or, if it is not at its end, a piece of one; then it stops at bytes that the next piece decides: INCOMPLETE.
static $(p)result $(p)repair_run(const uint8_t *bytes, size_t size, uint8_t *to, size_t room, bool at_end)
{
    $(p)result result = $(p)nothing_done();
@ if by_vectors and has_companions("copy") then
    const size_t rare = $(companion "copy") == $(p)scalar_copy ? (size_t)$(U)_SCALAR_RARE : (size_t)$(U)_RARE;
@ else
    const size_t rare = $(U)_SCALAR_RARE;
@ end
    size_t gap = 2 * rare;
    while (result.read < size) {
        const size_t left = size - result.read, spare = room - result.written;
        const size_t copied = spare > 0 ? $(p)copy_prefix(bytes + result.read, left < spare ? left : spare, to + result.written) : 0;
        size_t written = 0;
        result.read += copied;
        result.written += copied;
        gap = (3 * gap + (copied < 4 * rare ? copied : 4 * rare)) / 4;
        const size_t walked = $(p)repair_walk(bytes + result.read, left - copied, to + result.written, spare - copied,
            gap < rare ? (size_t)$(U)_CALM : 4, &written);
        result.read += walked;
        result.written += written;
        if (walked > 0 || copied == left) {
            continue;
        }
        bool stays = false;
        const size_t length = $(p)next_part(bytes + result.read, left - copied, &stays);
        if ((length == 0 && !at_end) || stays || sizeof $(p)replacement > spare - copied) {
            result.status = length == 0 && !at_end ? $(U)_STATUS_INCOMPLETE : $(U)_STATUS_NO_ROOM;
            break;
        }
        $(U)_COPY(to + result.written, $(p)replacement, sizeof $(p)replacement);
        result.read += length > 0 ? length : left - copied;
        result.written += sizeof $(p)replacement;
    }
    return result;
}

size_t $(p)repaired_size(const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    size_t total = 0;
    while (size > 0) {
        uint8_t repaired[256];
        const size_t valid = $(p)valid_prefix(bytes, size);
        $(p)result part = $(p)nothing_done();
        part.read = $(p)repair_walk(bytes + valid, size - valid, repaired, sizeof repaired, 16, &part.written);
        if (part.read == 0) {
            part = $(p)repair_run(bytes + valid, size - valid, repaired, sizeof repaired, true);
        }
        // Nothing is read only if another thread has made the bytes well-formed meanwhile.
        part.read += valid + part.read == 0;
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
