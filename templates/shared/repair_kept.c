// A result from which the next call can continue: `result`, unless the rest of the text begins with a character that must not be the first of a text.
// Then it is the result before the last part (character or ill-formed part) with which a text may begin.
static $(p)result $(p)repair_kept(const uint8_t *bytes, size_t size, $(p)result result)
{
    if (result.status != $(U)_STATUS_NO_ROOM || result.read == 0 || $(p)barred(bytes + result.read, size - result.read) == 0) {
        return result;
    }
    $(p)result kept = $(p)nothing_done(), now = kept;
    kept.status = $(U)_STATUS_NO_ROOM;
    now.read = $(p)barred(bytes, size);
    now.written = now.read > 0 ? sizeof $(p)replacement : 0;
@ if contexts > 1 then
    unsigned state = $(U)_START;
@ end
    while (now.read < result.read) {
        const uint8_t *from = bytes + now.read;
        const size_t left = size - now.read;
        bool stays = false;
@ if has_ends then
        bool whole = false, any = false;
        const size_t stretch = $(p)stretch(from, left, state, true, &stays, &whole);
        const size_t length = whole && !stays ? $(p)segment(from, stretch, &any) : stretch;
        const unsigned next = stays ? $(p)run(from, length, state) : (unsigned)$(U)_START;
@ elseif contexts > 1 then
        unsigned next = state;
        const size_t part = $(p)next_part(from, left, &next, &stays), length = part > 0 ? part : left;
@ else
        const size_t part = $(p)next_part(from, left, &stays), length = part > 0 ? part : left;
@ end
        if ($(contexts > 1 and "(stays || state == " .. U .. "_START) && " or "")$(p)barred(from, left) == 0) {
            kept.read = now.read;
            kept.written = now.written;
        }
        now.read += length;
        now.written += stays ? length : sizeof $(p)replacement;
@ if contexts > 1 then
        state = next;
@ end
    }
    return kept;
}
