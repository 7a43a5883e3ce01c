@ if by_vectors then
// Kernels without vectors leave all units to the scalar loop.
static size_t $(p)scalar_from_utf16(const uint16_t *text, size_t from, size_t units, uint8_t *to, size_t room, size_t *read)
{
    (void)text, (void)from, (void)units, (void)to, (void)room;
    *read = 0;
    return 0;
}

$(companions("from_utf16"))

@ if counted then
// The number of units from index `from` on, in whole blocks, that can all be converted. Adds the number of their bytes to *bytes, unless it is NULL.
static $(U)_NOINLINE size_t $(p)scalar_known(const uint16_t *narrow, const uint32_t *wide, size_t from, size_t units, size_t *bytes)
{
    return narrow ? $(p)known_16(narrow + from, units - from, 64, bytes) : $(p)known_32(wide + from, units - from, 64, bytes);
}

$(companions("known"))

@ end
@ if has_companions("from_utf32") then
#ifndef $(U)_NO_UTF32
static size_t $(p)scalar_from_utf32(const uint32_t *text, size_t from, size_t units, uint8_t *to, size_t room, size_t *read)
{
    (void)text, (void)from, (void)units, (void)to, (void)room;
    *read = 0;
    return 0;
}

$(companions("from_utf32"))
#endif

@ end

@ end
@ local spell, states = p .. (split and "spell_parted" or "spell"), contexts > 1 or has_ends
@ if states then
// Converts units$(by_vectors and " (by vectors from index *again on, singly before it)" or "") up to one that it cannot convert or that may not fit, or that does not
// lead from state START to START. Returns false if it converts none$(by_vectors and " and has not tried vectors" or "").
@ else
// Converts units$(by_vectors and " (by vectors from index *again on, singly before it)" or "") up to a code point that it cannot convert or that does not fit. It
// then sets result->status and returns the number of units of this code point; otherwise it returns 0.
@ end
static $(states and "bool" or "size_t") $(p)from_run(const uint16_t *narrow, const uint32_t *wide, size_t size, uint8_t *to, size_t room, $(p)result *result$(by_vectors and ", size_t *again" or ""))
{
@ if by_vectors then
    if ($(counted and "(to || room == SIZE_MAX)" or "to") && result->read >= *again && size - result->read >= 16) {
        const size_t kernel = $(p)active_index();
        size_t read = 0;
@ if counted then
        if (!to) {
            read = $(p)known_of[kernel](narrow, wide, result->read, size, &result->written);
        } else if (narrow) {
@ else
        if (narrow) {
@ end
            result->written += $(p)from_utf16_of[kernel](narrow, result->read, size, to + result->written, room - result->written, &read);
        }
@ if has_companions("from_utf32") then
#ifndef $(U)_NO_UTF32
        if (to && wide) {
            result->written += $(p)from_utf32_of[kernel](wide, result->read, size, to + result->written, room - result->written, &read);
        }
#endif
@ end
        result->read += read;
        *again = result->read + $(tries == retries and ("%dU"):format(tries) or ("(read > 0 ? %dU : %dU)"):format(tries, retries));
        return $(states and "true" or "0");
    }
@ end
    uint8_t apart[$(most_bytes)];
    const size_t begin = result->read$(by_vectors and (", end = begin < *again && *again < size ? *again : size") or ", end = size");
@ if not states then
    const size_t direct = to && room >= sizeof apart ? room - (sizeof apart - 1) : 0;
@ end
    size_t at = begin, n = result->written$(states and "" or ", lost = 0");
    while (at < end && $(states and "room - n >= sizeof apart" or "lost == 0")) {
        uint32_t code_point = 0;
        const size_t taken = $(p)unit_at(narrow, wide, size, at, &code_point);
@ if ascii then
        if ($(ascii_test)) {
            const size_t most = size - at < room - n ? size - at : room - n;
            uint8_t *const bytes = to ? to + n : NULL;
            const size_t run = narrow ? $(p)narrow_units(narrow, at, most, bytes, 16) : $(p)narrow_units(wide, at, most, bytes, 32);
            if (run > 0) {
                at += run, n += run;
                continue;
            }
        }
@ end
@ if states then
        const size_t length = $(spell)(code_point, apart);
        if (length == 0 || $(p)run(apart, length, $(U)_START) != $(U)_START) {
            break;
        }
        if (to) {
            $(p)put(to + n, apart, length);
        }
        at += taken, n += length;
@ else
        uint8_t *const out = n < direct ? to + n : apart;
        const size_t length = $(spell)(code_point, out);
        if (length == 0 || length > room - n) {
            const bool cut = $(p)is_high(code_point) && size - at == 1;
            result->status = length > 0 ? $(U)_STATUS_NO_ROOM : cut ? $(U)_STATUS_INCOMPLETE : $(U)_STATUS_ILL_FORMED;
            lost = taken;
        } else {
            if (to && n >= direct) {
                $(p)put(to + n, apart, length);
            }
            at += taken, n += length;
        }
@ end
    }
    result->read = at, result->written = n;
    return $(states and "at > begin" or "lost");
}

@ local ended = lossy and ("(void)(lossy && %sreplace_units(narrow, wide, size, &kept_state, to, room, &kept, replaced));"):format(p) or "(void)kept_state;"
@ local parameter = lossy and ", bool lossy, size_t *replaced" or ""
@ if lossy and not states then
// Replaces a code point of `lost` units by $(lossy), and adds 1 to *replaced. Returns false if the replacement does not fit.
static bool $(p)replace_units(size_t lost, uint8_t *to, size_t room, $(p)result *result, size_t *replaced)
{
    uint8_t spelled[$(most_bytes)];
    const size_t length = $(p)spell($(lossy_code), spelled);
    if (length > room - result->written) {
        result->status = $(U)_STATUS_NO_ROOM;
        return false;
    }
    if (to) {
        $(p)put(to + result->written, spelled, length);
    }
    result->read += lost;
    result->written += length;
    result->status = $(U)_STATUS_COMPLETE;
    if (replaced) {
        ++*replaced;
    }
    return true;
}

@ elseif lossy then
// Replaces the code points from unit result->read to unit `end` by $(lossy), if there is room, and counts them in *replaced. Returns false if a replacement does not fit.
@ if contexts > 1 then
// *state is the automaton's state after the output so far. If it is not START, the last character may forbid the next one. If then a replacement does
// not fit, the last character is removed from the output, so that the next call reads it again.
@ end
static bool $(p)replace_units(const uint16_t *narrow, const uint32_t *wide, size_t end, $(contexts > 1 and "unsigned *state, " or "")uint8_t *to, size_t room,
    $(p)result *result, size_t *replaced)
{
    uint8_t spelled[$(most_bytes)];
    const size_t length = $(p)spell($(lossy_code), spelled);
    while (result->read < end) {
        uint32_t code_point = 0;
        if (length > room - result->written) {
@ if contexts > 1 then
            if (*state != $(U)_START && result->read > 0) {
                const size_t at = result->read;
                const size_t last = at > 1 && $(p)unit_at(narrow, wide, at, at - 2, &code_point) == 2 ? 2 : $(p)unit_at(narrow, wide, at, at - 1, &code_point);
                const size_t before = $(spell)(code_point, spelled);
                result->read -= last;
                result->written -= before < result->written ? before : result->written;
            }
@ end
            result->status = $(U)_STATUS_NO_ROOM;
            return false;
        }
        if (to) {
            $(p)put(to + result->written, spelled, length);
        }
        result->read += $(p)unit_at(narrow, wide, end, result->read, &code_point);
        result->written += length;
        if (replaced) {
            ++*replaced;
        }
@ if contexts > 1 then
        *state = $(U)_START;
@ end
    }
    result->status = $(U)_STATUS_COMPLETE;
    return true;
}

@ end
// Converts units of 16 or 32 bits to text. If `to` is NULL, it only counts the bytes.$(lossy and " If `lossy`, units that cannot be" or "")
@ if lossy then
// converted are replaced; adds the number of replacements to *replaced, unless `replaced` is NULL.
@ end
@ local again = by_vectors and ", &again" or ""
@ if has_ends then
static $(p)result $(p)from_units(const uint16_t *narrow, const uint32_t *wide, size_t size, uint8_t *to, size_t room$(parameter))
{
    uint8_t apart[$(most_bytes)];
    $(p)result result = $(p)nothing_done();
    unsigned state = $(U)_START;
    // The result up to the last place where the text may end. When the output is full, the loop reads on to the next such place, but writes nothing.
    $(p)result kept = result;
    unsigned kept_state = state;
    size_t at = 0;
    bool full = false;
    while (at < size) {
        if (state == $(U)_START && !full && $(p)from_run(narrow, wide, size, to, room, &result)) {
            at = result.read;
            kept = result;
            kept_state = state;
            continue;
        }
        const size_t left = room - result.written;
        uint32_t code_point = 0;
        const size_t taken = $(p)unit_at(narrow, wide, size, at, &code_point);
        const size_t length = $(spell)(code_point, apart);
        state = $(p)run(apart, length, state);
        if (length == 0 || state == $(U)_DEAD) {
            kept.status = length == 0 && $(p)is_high(code_point) && size - at == 1 ? $(U)_STATUS_INCOMPLETE : $(U)_STATUS_ILL_FORMED;
@ if lossy then
            if (lossy && $(p)replace_units(narrow, wide, at > kept.read ? at : at + taken, &kept_state, to, room, &kept, replaced)) {
                result = kept;
                at = kept.read, full = false;
                state = $(U)_START;
                continue;
            }
@ end
            return kept;
        }
        full = full || length > left;
        if (!full) {
            if (to) {
                $(p)put(to + result.written, apart, length);
            }
            result.read += taken;
            result.written += length;
        }
        at += taken;
        if (full && $(accepts("state"))) {
            result.status = $(U)_STATUS_NO_ROOM;
            return result;
        }
        kept = $(accepts("state")) ? result : kept;
        kept_state = $(accepts("state")) ? state : kept_state;
    }
    if (kept.read < size) {
        kept.status = $(U)_STATUS_INCOMPLETE;
        $(ended)
    }
    return kept;
}
@ elseif contexts > 1 then
static $(p)result $(p)from_units(const uint16_t *narrow, const uint32_t *wide, size_t size, uint8_t *to, size_t room$(parameter))
{
    uint8_t apart[$(most_bytes)];
    $(p)result result = $(p)nothing_done();
    unsigned state = $(U)_START;
@ if by_vectors then
    size_t again = 0;  // where vectors try again, after units that they do not convert
@ end
    while (result.read < size) {
        if (state == $(U)_START && $(p)from_run(narrow, wide, size, to, room, &result$(again))) {
            continue;
        }
        uint32_t code_point = 0;
        const size_t taken = $(p)unit_at(narrow, wide, size, result.read, &code_point);
        const size_t length = $(spell)(code_point, apart);
        const unsigned next = $(p)run(apart, length, state);
        if (length == 0 || next == $(U)_DEAD) {
            const bool cut = length == 0 && $(p)is_high(code_point) && size - result.read == 1;
            result.status = cut ? $(U)_STATUS_INCOMPLETE : $(U)_STATUS_ILL_FORMED;
@ if lossy then
            if (lossy && $(p)replace_units(narrow, wide, result.read + taken, &state, to, room, &result, replaced)) {
                continue;
            }
@ end
            return result;
        }
        if (length > room - result.written) {
            result.status = $(U)_STATUS_NO_ROOM;
            return result;
        }
        if (to) {
            $(p)put(to + result.written, apart, length);
        }
        result.read += taken;
        result.written += length;
        state = next;
    }
    return result;
}
@ else
static $(p)result $(p)from_units(const uint16_t *narrow, const uint32_t *wide, size_t size, uint8_t *to, size_t room$(parameter))
{
    $(p)result result = $(p)nothing_done();
@ if by_vectors then
    size_t again = 0;  // where vectors try again, after units that they do not convert
@ end
    while (result.read < size) {
        const size_t lost = $(p)from_run(narrow, wide, size, to, room, &result$(again));
@ if lossy then
        if (lost > 0 && (!lossy || result.status == $(U)_STATUS_NO_ROOM || !$(p)replace_units(lost, to, room, &result, replaced))) {
@ else
        if (lost > 0) {
@ end
            return result;
        }
    }
    return result;
}
@ end

// Whether all units can be converted. The size of their text may be greater than SIZE_MAX.
static bool $(p)all_units(const uint16_t *narrow, const uint32_t *wide, size_t size)
{
    $(p)result result = $(p)nothing_done();
    size_t at = $(counted and companion "known" .. "(narrow, wide, 0, size, NULL)" or "0");
    do {
        result = $(p)from_units(narrow ? narrow + at : NULL, wide ? wide + at : NULL, size - at, NULL, SIZE_MAX$(lossy and ", false, NULL" or ""));
        at += result.read;
    } while (result.status == $(U)_STATUS_NO_ROOM && result.read > 0);
    return result.status == $(U)_STATUS_COMPLETE;
}
