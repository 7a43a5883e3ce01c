@ local spell = p .. (split and "spell_parted" or "spell")
@ if ascii then
// Writes the ASCII units from index result->read on while there is room. Returns their number.
static size_t $(p)from_ascii(const uint16_t *narrow, const uint32_t *wide, size_t size, uint8_t *to, size_t room, $(p)result *result)
{
    const size_t units = size - result->read, left = room - result->written, most = units < left ? units : left;
    uint8_t *const out = to ? to + result->written : NULL;
    const size_t run = narrow ? $(p)narrow_units(narrow, result->read, most, out, 16)
        : $(p)narrow_units(wide, result->read, most, out, 32);
    result->read += run;
    result->written += run;
    return run;
}

@ end
// Converts units of 16 or 32 bits to text. If `to` is NULL, it only counts the bytes.
@ if has_ends then
static $(p)result $(p)from_units(const uint16_t *narrow, const uint32_t *wide, size_t size, uint8_t *to, size_t room)
{
    uint8_t apart[$(most_bytes)];
    $(p)result result = $(p)nothing_done();
    unsigned state = $(U)_START;
    // The result up to the last place where the text may end. When the output is full, the loop reads on to the next such place, but writes nothing.
    $(p)result kept = result;
    size_t at = 0;
    bool full = false;
    while (at < size) {
        const size_t left = room - result.written;
        uint32_t code_point = 0;
        const size_t taken = $(p)unit_at(narrow, wide, size, at, &code_point);
@ if ascii then
        if ($(ascii_test) && left > 0 && state == $(U)_START && !full) {
            const size_t run = $(p)from_ascii(narrow, wide, size, to, room, &result);
            at = result.read;
            kept = result;
            if (run > 0) {
                continue;
            }
        }
@ end
        uint8_t *spelled = to && left >= sizeof apart && !full ? to + result.written : apart;
        const size_t length = $(spell)(code_point, spelled);
        state = $(p)run(spelled, length, state);
        if (length == 0 || state == $(U)_DEAD) {
            const bool cut = length == 0 && $(p)is_high(code_point) && size - at == 1;
            result = kept;
            result.status = cut ? $(U)_STATUS_INCOMPLETE : $(U)_STATUS_ILL_FORMED;
            return result;
        }
        full = full || length > left;
        if (!full) {
            if (to && spelled == apart) {
                $(p)put(to + result.written, apart, length);
            }
            result.read += taken;
            result.written += length;
        }
        at += taken;
        if ($(accepts("state"))) {
            if (full) {
                result.status = $(U)_STATUS_NO_ROOM;
                return result;
            }
            kept = result;
        }
    }
    if (kept.read < size) {
        kept.status = $(U)_STATUS_INCOMPLETE;
    }
    return kept;
}
@ else
static $(p)result $(p)from_units(const uint16_t *narrow, const uint32_t *wide, size_t size, uint8_t *to, size_t room)
{
    uint8_t apart[$(most_bytes)];
    $(p)result result = $(p)nothing_done();
@ if contexts > 1 then
    unsigned state = $(U)_START;
@ end
    while (result.read < size) {
        const size_t left = room - result.written;
        uint32_t code_point = 0;
        const size_t taken = $(p)unit_at(narrow, wide, size, result.read, &code_point);
@ if ascii then
        if ($(ascii_test) && left > 0$(contexts > 1 and " && state == " .. U .. "_START" or "")
            && $(p)from_ascii(narrow, wide, size, to, room, &result) > 0) {
            continue;
        }
@ end
        uint8_t *spelled = to && left >= sizeof apart ? to + result.written : apart;
        const size_t length = $(spell)(code_point, spelled);
@ if contexts > 1 then
        state = $(p)run(spelled, length, state);
        if (length == 0 || state == $(U)_DEAD) {
@ else
        if (length == 0) {
@ end
            const bool cut = $(contexts > 1 and "length == 0 && " or "")$(p)is_high(code_point) && size - result.read == 1;
            result.status = cut ? $(U)_STATUS_INCOMPLETE : $(U)_STATUS_ILL_FORMED;
            return result;
        }
        if (length > left) {
            result.status = $(U)_STATUS_NO_ROOM;
            return result;
        }
        if (to && spelled == apart) {
            $(p)put(to + result.written, apart, length);
        }
        result.read += taken;
        result.written += length;
    }
    return result;
}
@ end
