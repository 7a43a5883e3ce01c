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
@ else
// Sets *stays to whether the bytes begin with a character$(contexts > 1 and " that is allowed after this state" or ""). Returns its length, or that of the ill-formed part. `size` is not 0.
static size_t $(p)stretch(const uint8_t *bytes, size_t size, $(contexts > 1 and "unsigned state, " or "")bool *stays)
{
    const size_t length = $(p)next_part(bytes, size, $(contexts > 1 and "&state, " or "")stays);
    return length > 0 ? length : size;
}
@ end

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
