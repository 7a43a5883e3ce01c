void $(p)repair_start($(p)repair_stream *stream)
{
@ if contexts > 1 then
    stream->state = 0;
@ end
@ if starts then
    stream->begun = false;
@ end
    for (size_t i = 0; i < sizeof stream->pending; i++) {
        stream->pending[i] = 0;
    }
    stream->held = 0;
}

static size_t $(p)repair_pending(const $(p)repair_stream *stream, uint8_t *to)
{
    const size_t held = stream->held < sizeof stream->pending ? stream->held : sizeof stream->pending;
    for (size_t i = 0; i < held; i++) {
        to[i] = stream->pending[i];
    }
    return held;
}

@ if contexts > 1 then
static unsigned $(p)repair_state(const $(p)repair_stream *stream)
{
    return stream->state < $(count) ? stream->state * $(dfa.classes)U : (unsigned)$(U)_START;
}

// Whether the bytes can be repaired as a text of their own: the output so far forbids nothing, or it allows the first character. `size` is not 0.
static bool $(p)repair_is_free(const $(p)repair_stream *stream, const uint8_t *bytes, size_t size)
{
    unsigned state = $(p)repair_state(stream);
    bool whole = false;
    return state == $(U)_START || ($(p)next_part(bytes, size, &state, &whole) > 0 && whole);
}

@ end
@ if starts then
// Removes the first `taken` bytes from the pending ones, and sets `begun` if `taken` is not 0. Returns `taken`.
static size_t $(p)repair_taken($(p)repair_stream *stream, const uint8_t *bytes, size_t held, size_t taken)
{
    stream->begun = stream->begun || taken > 0;
    stream->held = (uint8_t)(taken < held ? held - taken : 0);
    for (size_t i = 0; i < stream->held; i++) {
        stream->pending[i] = bytes[taken + i];
    }
    return taken;
}

@ end
// Writes the first character of these bytes, or the replacement of the first ill-formed part. The first `held` bytes are the pending ones. Returns the number of bytes read: 0 if later bytes decide, or if the room is too small.
static size_t $(p)repair_one(
    $(p)repair_stream *stream, const uint8_t *bytes, size_t size, size_t held, bool at_end, uint8_t *to, size_t room, $(p)result *result)
{
@ if starts then
    if (!stream->begun) {
        const $(p)result first = $(p)repair_first(bytes, size, to + result->written, room - result->written);
        result->status = first.status;
        if (first.status != $(U)_STATUS_COMPLETE || first.read > 0) {
            result->written += first.written;
            return $(p)repair_taken(stream, bytes, held, first.read);
        }
    }
@ end
@ if contexts == 1 then
    $(p)repairs repairs = $(p)no_repairs;
    $(p)repair_part(bytes, size, to + result->written, room - result->written, at_end, &repairs);
    const size_t taken = repairs.done.read;
    result->written += repairs.done.written;
    if (taken == 0) {
        result->status = repairs.done.status;
        return 0;
    }
@ else
    bool stays = false;
    unsigned state = $(p)repair_state(stream);
@ if has_ends then
    bool whole = false;
    const size_t length = $(p)stretch(bytes, size, state, at_end, &stays, &whole);
    const size_t taken = whole && length > 0 ? $(p)segment(bytes, length, &whole) : length;
    state = $(U)_START;
    for (size_t i = 0; stays && i < taken; i++) {
        state = $(p)dfa_next[state + $(p)dfa_class[bytes[i]]];
    }
@ else
    const size_t length = $(p)next_part(bytes, size, &state, &stays), taken = length > 0 || !at_end ? length : size;
@ end
    const size_t written = stays ? taken : sizeof $(p)replacement;
    if (taken == 0 || written > room - result->written) {
        result->status = taken == 0 ? $(U)_STATUS_INCOMPLETE : $(U)_STATUS_NO_ROOM;
        return 0;
    }
    $(U)_COPY(to + result->written, stays ? bytes : $(p)replacement, written);
    result->written += written;
    stream->state = (uint16_t)($(not has_ends and "length == 0 ? 0 : " or "")state / $(dfa.classes));
@ end
@ if starts then
    return $(p)repair_taken(stream, bytes, held, taken);
}
@ else
    stream->held = (uint8_t)(taken < held ? held - taken : 0);
    for (size_t i = 0; i < stream->held; i++) {
        stream->pending[i] = bytes[taken + i];
    }
    return taken;
}
@ end

$(p)result $(p)repair_feed($(p)repair_stream *stream, const void *text, size_t size, void *to, size_t room)
{
    const uint8_t *bytes = (const uint8_t *)text;
    uint8_t *out = (uint8_t *)to;
    $(p)result result = $(p)nothing_done();
    for (;;) {
        // The pending bytes, followed by the next bytes, which decide about the pending ones.
        uint8_t copy[sizeof stream->pending + 1];
        const size_t held = $(p)repair_pending(stream, copy), left = size - result.read, spare = room - result.written;
@ if contexts == 1 then
        if ($(starts and "stream->begun && " or "")held == 0 && left > 0) {
            $(p)repairs repairs = $(p)no_repairs;
            $(p)repair_text(bytes + result.read, left, out + result.written, spare, false, &repairs);
            if (repairs.done.read > 0) {
                result.read += repairs.done.read;
                result.written += repairs.done.written;
                continue;
            }
        }
@ else
        if ($(starts and "stream->begun && " or "")held == 0 && left > 0 && spare > 0 && $(p)repair_is_free(stream, bytes + result.read, left)) {
            const size_t copied = $(p)copy_prefix(bytes + result.read, left < spare ? left : spare, out + result.written);
            if (copied > 0) {
                stream->state = (uint16_t)($(p)context_at(bytes + result.read, copied).state / $(dfa.classes));
                result.read += copied;
                result.written += copied;
                continue;
            }
        }
@ end
        size_t length = held;
        for (; length < sizeof copy && length - held < left; length++) {
            copy[length] = bytes[result.read + (length - held)];
        }
        if (length == 0) {
            return result;
        }
        const size_t taken = $(p)repair_one(stream, copy, length, held, false, out, room, &result);
        if (taken == 0 && result.status == $(U)_STATUS_INCOMPLETE) {
            for (size_t i = held; i < length && i < sizeof stream->pending; i++) {
                stream->pending[i] = copy[i];
            }
            stream->held = (uint8_t)length;
            result.read += length - held;
        }
        if (taken == 0) {
            return result;
        }
        result.read += taken > held ? taken - held : 0;
    }
}

$(p)result $(p)repair_end($(p)repair_stream *stream, void *to, size_t room)
{
    $(p)result result = $(p)nothing_done();
    uint8_t copy[sizeof stream->pending];
    size_t held = $(p)repair_pending(stream, copy), taken = 1;
    while (held > 0 && taken > 0) {
        taken = $(p)repair_one(stream, copy, held, held, true, (uint8_t *)to, room, &result);
        held = $(p)repair_pending(stream, copy);
    }
    if (held == 0) {
        $(p)repair_start(stream);
    }
    return result;
}
