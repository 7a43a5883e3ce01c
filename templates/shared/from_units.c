@ if by_vectors then
$(companions("from_utf16"))

@ if counted then
// The number of units from index `from` on that surely can be converted. Adds the number of their bytes to *bytes, unless `bytes` is NULL.
static $(U)_NOINLINE size_t $(p)scalar_known(const uint16_t *narrow, const uint32_t *wide, size_t from, size_t units, size_t *bytes)
{
    return narrow ? $(p)known_16(narrow + from, units - from, 64, bytes) : $(p)known_32(wide + from, units - from, 64, bytes);
}

$(companions("known"))

@ end
@ if has_companions("from_utf32") then
#ifndef $(U)_NO_UTF32
$(companions("from_utf32"))
#endif

@ end

@ end
@ local spell = p .. (split and "spell_parted" or "spell")
@ if by_vectors then
// The kernel's companion converts units from result->read on$(counted and ", or counts their bytes" or ""). Some may be left. Returns false if the kernel has no companion.
static bool $(p)from_vectors(const uint16_t *narrow, const uint32_t *wide, size_t size, uint8_t *to, size_t room, $(p)result *result)
{
    const size_t kernel = $(p)active_index(), from = result->read;
    size_t read = 0;
@ if counted then
    if (!to) {
@ -- Only with 32 bits can the size of the text be greater than SIZE_MAX.
        const size_t fits = SIZE_MAX > 0xFFFFFFFF ? SIZE_MAX : (SIZE_MAX - result->written) / $(most_bytes);
        read = $(p)known_of[kernel](narrow, wide, from, size - from <= fits ? size : from + fits, &result->written);
    } else if (narrow && $(p)from_utf16_of[kernel]) {
@ else
    (void)wide;
    if (narrow && $(p)from_utf16_of[kernel]) {
@ end
        result->written += $(p)from_utf16_of[kernel](narrow, from, size, to + result->written, room - result->written, &read);
@ if has_companions("from_utf32") then
#ifndef $(U)_NO_UTF32
    } else if (wide && $(p)from_utf32_of[kernel]) {
        result->written += $(p)from_utf32_of[kernel](wide, from, size, to + result->written, room - result->written, &read);
#endif
@ end
    } else {
        return false;
    }
    result->read += read;
    return true;
}

@ end
@ if not has_ends then
@ local stateful = contexts > 1
@ local function if_stateful(text, other) return stateful and text or other or "" end
@ local good = "length > 0" .. if_stateful(" && next != " .. U .. "_DEAD")
// Converts units[from..end), and perhaps some after them. Stops before a unit that may need $(p)from_run. Returns where it stopped.
$(U)_ALWAYS_INLINE size_t $(p)near_units(const void *units, size_t size, size_t from, size_t end, uint8_t *to, size_t room,
    size_t *written, $(if_stateful("unsigned *state, "))unsigned bits)
{
    uint8_t apart[$(most_bytes)];
    const size_t near_end = room >= sizeof apart ? room - (sizeof apart - 1) : 0;
    size_t at = from, n = *written;
    while (at < end && n < near_end) {
        uint32_t code_point = $(p)unit(units, at, bits);
@ if ascii then
        if ($(if_stateful("*state == " .. U .. "_START && "))$(ascii_test) && size - at > 1 && $(p)unit(units, at + 1, bits) <= 0x7F) {
            const size_t most = size - at < room - n ? size - at : room - n;
            const size_t run = $(p)narrow_units(units, at, most, to ? to + n : NULL, bits);
            at += run, n += run;
            if (run > 0) {
                continue;
            }
        }
@ end
        const bool high = code_point > 0x7FF && $(p)is_high(code_point);
        const size_t taken = bits == 16 && high ? $(p)unit_at((const uint16_t *)units, NULL, size, at, &code_point) : 1;
        const size_t length = bits == 32 && high ? 0 : $(spell)(code_point, to ? to + n : apart);
@ if stateful then
        const unsigned next = length > 0 ? $(p)run(to ? to + n : apart, length, *state) : (unsigned)$(U)_DEAD;
@ end
        if ($(if_stateful("next == " .. U .. "_DEAD", "length == 0"))) {
            break;
        }
        at += taken, n += length;
@ if stateful then
        *state = next;
@ end
    }
    *written = n;
    return at;
}

// Converts units$(by_vectors and "; from *again on, by vectors" or ""). At a code point that cannot be converted or does not fit, it sets
// result->status and returns the code point's number of units; otherwise 0.
static size_t $(p)from_run(const uint16_t *narrow, const uint32_t *wide, size_t size, uint8_t *to, size_t room,
    $(p)result *result$(by_vectors and ", size_t *again" or "")$(if_stateful(", unsigned *state")))
{
    const size_t begin = result->read;
@ local step = tries == retries and ("%dU"):format(tries) or ("(result->read > begin ? %dU : %dU)"):format(tries, retries)
@ if by_vectors then
    if ($(if_stateful("*state == " .. U .. "_START && "))$(counted and "(to || room == SIZE_MAX)" or "to") && begin >= *again && size - begin >= 16) {
        *again = $(p)from_vectors(narrow, wide, size, to, room, result) ? result->read + $(step) : SIZE_MAX;
        return 0;
    }
    const size_t end = begin < *again && *again < size ? *again : $(if_stateful("*state != " .. U .. "_START ? begin + 1 : "))size;
@ end
@ local last = (by_vectors and "end" or "size") .. ", to, room, &result->written, " .. if_stateful "state, "
    const size_t at = narrow ? $(p)near_units(narrow, size, begin, $(last)16) : $(p)near_units(wide, size, begin, $(last)32);
    result->read = at;
    if (at >= $(by_vectors and "end" or "size")) {
        return 0;
    }
    uint8_t apart[$(most_bytes)];
    uint32_t code_point = 0;
    const size_t taken = $(p)unit_at(narrow, wide, size, at, &code_point);
    const size_t length = $(split and spell or write())(code_point, apart);
@ if stateful then
    const unsigned next = $(p)run(apart, length, *state);
@ end
    if ($(if_stateful("!(" .. good .. ")", "length == 0")) || length > room - result->written) {
        const bool cut = $(if_stateful("length == 0 && "))$(p)is_high(code_point) && size - at == 1;
        result->status = $(good) ? $(U)_STATUS_NO_ROOM : cut ? $(U)_STATUS_INCOMPLETE : $(U)_STATUS_ILL_FORMED;
        return taken;
    }
    if (to) {
        $(p)put(to + result->written, apart, length);
    }
@ if stateful then
    *state = next;
@ end
    result->read += taken, result->written += length;
    return 0;
}
@ end

@ local ended = lossy and ("(void)(lossy && %sreplace_units(narrow, wide, size, &kept_state, to, room, &kept, replaced));"):format(p) or "(void)kept_state;"
@ local parameter = lossy and ", bool lossy, size_t *replaced" or ""
@ if lossy then
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
// Converts units of 16 or 32 bits to text; if `to` is NULL, counts its bytes.$(lossy and " If `lossy`, replaces code points that it cannot convert, counting them in *replaced unless `replaced` is NULL." or "")
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
        const size_t left = room - result.written;
        uint32_t code_point = 0;
        const size_t taken = $(p)unit_at(narrow, wide, size, at, &code_point);
@ if ascii then
        const size_t most = state != $(U)_START || full || !($(ascii_test)) ? 0 : size - at < left ? size - at : left;
        uint8_t *const bytes = to ? to + result.written : NULL;
        const size_t run = narrow ? $(p)narrow_units(narrow, at, most, bytes, 16) : $(p)narrow_units(wide, at, most, bytes, 32);
        if (run > 0) {
            at += run, result.read = at, result.written += run;
            kept = result, kept_state = state;
            continue;
        }
@ end
        const size_t length = $(split and spell or write())(code_point, apart);
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
@ else
static $(p)result $(p)from_units(const uint16_t *narrow, const uint32_t *wide, size_t size, uint8_t *to, size_t room$(parameter))
{
    $(p)result result = $(p)nothing_done();
@ if by_vectors then
    size_t again = 0;  // where vectors try again, after units that they do not convert
@ end
@ if contexts > 1 then
    unsigned state = $(U)_START;
@ end
@ local more = (by_vectors and ", &again" or "") .. (contexts > 1 and ", &state" or "")
    while (result.read < size) {
        const size_t lost = $(p)from_run(narrow, wide, size, to, room, &result$(more));
@ if lossy then
        if (lost > 0 && (!lossy || result.status == $(U)_STATUS_NO_ROOM || !$(p)replace_units(narrow, wide, result.read + lost, $(contexts > 1 and "&state, " or "")to, room, &result, replaced))) {
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
