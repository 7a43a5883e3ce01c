$(ruler("UTF-16 and UTF-32"))

#if !defined($(U)_NO_UTF16) || !defined($(U)_NO_UTF32)
// Text is checked in pieces that fit in the L1 cache; then their well-formed bytes are converted. Near the end of the output, a piece has only the
// bytes that surely fit, but at least LEAST_PIECE. A piece that may not fit is converted character by character.
enum { $(U)_PIECE = 1 << 12, $(U)_LEAST_PIECE = $(least_piece) };

// Writes well-formed characters as units from to[*units] on, where there is room for all of them, or only counts the units. Returns the number
// of bytes read$(beyond and ": all, or those before a code point that UTF-16 cannot encode" or "").
@ if reads_on then
// It reads the characters that begin in bytes[0..size), so at most $(longest - 1) bytes more, even if the text has changed.
@ else
// It reads only bytes[0..size). If the text has changed since the check, it stops at a character that does not end there.
@ end
typedef size_t $(p)append(const uint8_t *bytes, size_t size, void *to, size_t *units);

// The length of the first character of well-formed text. If the text has changed since the check,
// it may be $(lengths and "the length of another character, even above `size`" or "0").
static size_t $(p)whole_length(const uint8_t *bytes, size_t size)
{
@ if lengths then
    (void)size;
@ if #lengths == 1 then
    (void)bytes;
    return $(lengths[1].length);
@ else
    const uint8_t lead = bytes[0];
    return $(length_code("lead"));
@ end
@ else
    bool whole = false;
    const size_t length = $(p)segment(bytes, size, &whole);
    return whole ? length : 0;
@ end
}

static bool $(p)is_high(uint32_t code_point)
{
    return code_point >> 10 == 0xD800 >> 10;
}

static bool $(p)is_low(uint32_t code_point)
{
    return code_point >> 10 == 0xDC00 >> 10;
}

static uint32_t $(p)joined(uint32_t high, uint32_t low)
{
    return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

@ if carries then
// Where the last character of bytes[from..end) begins; `end` if there is none. The bytes are well-formed.
static size_t $(p)last_character(const uint8_t *bytes, size_t from, size_t end)
{
@ if backwards then
    const size_t last = end > from ? $(p)boundary(bytes, end) : end;
    return last > from ? last : from;
@ else
    size_t last = end, at = from, length = 1;
    while (at < end && length > 0) {
        last = at;
        length = $(p)whole_length(bytes + at, end - at);
        at += length;
    }
    return last;
@ end
}

@ end
@ if loose then
// The code point of the first character, or 0 if there is none.
static uint32_t $(p)first_code_point(const uint8_t *bytes, size_t size)
{
    const size_t length = size > 0 ? $(p)whole_length(bytes, size) : 0;
    return $(lengths and "length > 0 && length <= size" or "length > 0") ? $(p)code_point_of(bytes, length) : 0;
}

// Where the last character begins, or the one before it if the two are a high and a low surrogate.
static size_t $(p)last_unpaired(const uint8_t *bytes, size_t from, size_t end)
{
    const size_t last = $(p)last_character(bytes, from, end);
    const size_t before = $(p)last_character(bytes, from, last);
    return $(p)is_low($(p)first_code_point(bytes + last, end - last)) && $(p)is_high($(p)first_code_point(bytes + before, last - before))
        ? before : last;
}

@ end
// Returns the end of the well-formed bytes from bytes[from] on, at most `limit` and a few more. Sets *ahead to the reason: COMPLETE at the end of the text;
// NO_ROOM before bytes that it did not check; ILL_FORMED; or INCOMPLETE if the text ends inside a
// character$(has_ends and ", or after one that must not be the last" or "").
static size_t $(p)piece(const uint8_t *bytes, size_t size, size_t from, size_t limit, $(p)status *ahead)
{
    const size_t left = size - from < limit ? size - from : limit;
    size_t end = from + $(body "valid_prefix")(bytes + from, left);
    unsigned state = $(U)_START;
    if (end == from + left) {
        *ahead = end == size ? $(U)_STATUS_COMPLETE : $(U)_STATUS_NO_ROOM;
        return end;
    }
    // The piece ends inside a character, or the text is ill-formed here.
@ if contexts > 1 then
    size_t at = $(p)last_character(bytes, from, end);
@ else
    size_t at = end;
@ end
    do {
        state = $(p)dfa_next[state + $(p)dfa_class[bytes[at]]];
        at++;
    } while (at < size && state != $(U)_DEAD && (at <= end || !($(accepts("state")))));
    if (state == $(U)_DEAD) {
        *ahead = $(U)_STATUS_ILL_FORMED;
    } else if (at > end && $(accepts("state"))) {
        end = at;
        *ahead = end == size ? $(U)_STATUS_COMPLETE : $(U)_STATUS_NO_ROOM;
    } else {
        *ahead = $(U)_STATUS_INCOMPLETE;
    }
    return end;
}

static void $(p)put(uint8_t *to, const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        to[i] = bytes[i];
    }
}

// Converts bytes[from..end), which are well-formed, character by character while there is room. Returns where it stopped, and sets *status if that is
// before `end`. It copies each character first, to stay within the room even if another thread changes the text.
static size_t $(p)fill(const uint8_t *bytes, size_t from, size_t end, void *to, size_t room, size_t *units, $(p)append *append,
    bool utf16, $(p)status *status)
{
    uint8_t copy[$(loose and 2 * longest or longest)];
    size_t at = from;
    while (at < end) {
        const size_t size = end - at < sizeof copy ? end - at : sizeof copy;
        $(p)put(copy, bytes + at, size);
        const size_t length = $(p)whole_length(copy, size);
        if ($(lengths and "length > size" or "length == 0")) {
            *status = $(U)_STATUS_ILL_FORMED;
            break;
        }
        uint32_t code_point = $(p)code_point_of(copy, length);
@ if loose then
        // A surrogate pair is not split.
        size_t both = length;
        if ($(p)is_high(code_point)) {
            const uint32_t low = $(p)first_code_point(copy + length, size - length);
            if ($(p)is_low(low)) {
                code_point = $(p)joined(code_point, low);
                both += $(p)whole_length(copy + length, size - length);
            }
        }
@ end
@ if beyond then
        if (utf16 && code_point > 0x10FFFF) {
            *status = $(U)_STATUS_ILL_FORMED;
            break;
        }
@ end
        if (room - *units < (utf16 && code_point > 0xFFFF ? 2U : 1U)) {
            *status = $(U)_STATUS_NO_ROOM;
            break;
        }
        at += append(copy, $(loose and "both" or "1"), to, units);
    }
    return at;
}

$(part("shared/unit_loops.c", loops))

// The number of units or bytes that were counted; SIZE_MAX on overflow.
static size_t $(p)counted($(p)result result)
{
    return result.status == $(U)_STATUS_NO_ROOM ? SIZE_MAX : result.written;
}

// Converts text to units of 16 or 32 bits. `result` says how much of the text is converted already.
static $(p)result $(p)to_units(
    const uint8_t *bytes, size_t size, void *to, size_t room, $(p)append *append, bool utf16, $(p)result result)
{
@ if most > 1 then
    const size_t most = utf16 ? $(most) : 1;
@ end
    if (result.read == size) {
        return result;
    }
    do {
        // The units of `fits` bytes surely fit.
        const size_t fits = $(most > 1 and "(room - result.written) / most" or "room - result.written");
        size_t limit = fits < $(U)_PIECE ? fits : (size_t)$(U)_PIECE;
        limit = limit < $(U)_LEAST_PIECE ? (size_t)$(U)_LEAST_PIECE : limit;
        size_t end = $(p)piece(bytes, size, result.read, limit, &result.status);
@ if carries then
        if (result.status == $(U)_STATUS_NO_ROOM) {
            // $(loose and "The last character may begin a surrogate pair" or "The last character may forbid the next one"): it is read again with the
            // bytes after it.
            end = $(p)$(loose and "last_unpaired" or "last_character")(bytes, result.read, end);
            if (end == result.read) {
                // The text has changed since the check.
                result.status = $(U)_STATUS_ILL_FORMED;
                return result;
            }
        }
@ end
        $(p)status stopped = result.status;
@ if reads_on then
        if (end - result.read <= fits && end - result.read >= $(longest)) {
            result.read += append(bytes + result.read, end - result.read - $(longest - 1), to, &result.written);
        }
        const size_t rest = end - result.read;
        if (rest > 0 && rest < $(longest) && $(most > 1 and "(room - result.written) / most" or "room - result.written") > rest) {
            // `append` gets a copy, because it may read bytes after the last one. If the text has changed, a character of two units may begin in the copy: hence `> rest`.
            uint8_t last[$(2 * (longest - 1))];
            for (size_t i = 0; i < sizeof last; i++) {
                last[i] = bytes[result.read + (i < rest ? i : 0)];
            }
            const size_t taken = append(last, rest, to, &result.written);
            result.read += taken < rest ? taken : rest;
        }
@ else
        if (end - result.read <= fits) {
            result.read += append(bytes + result.read, end - result.read, to, &result.written);
        }
@ end
        result.read = $(p)fill(bytes, result.read, end, to, room, &result.written, append, utf16, &stopped);
        if (result.read < end) {
            result.status = stopped;
            return result;
        }
    } while (result.status == $(U)_STATUS_NO_ROOM);
    return result;
}

// Reads the code point at index `at`; returns its number of units. `narrow` or `wide` is NULL.
static size_t $(p)unit_at(const uint16_t *narrow, const uint32_t *wide, size_t size, size_t at, uint32_t *code_point)
{
    *code_point = narrow ? narrow[at] : wide[at];
    if ($(p)is_high(*code_point) && size - at > 1) {
        const uint32_t low = narrow ? narrow[at + 1] : wide[at + 1];
        if ($(p)is_low(low)) {
            *code_point = $(p)joined(*code_point, low);
            return 2;
        }
    }
    return 1;
}

@ if split then
// Writes a code point, as two surrogates if no form encodes it. Returns its length, or 0.
static size_t $(p)spell_parted(uint32_t code_point, uint8_t *to)
{
    const size_t length = $(p)spell(code_point, to);
    if (length > 0 || code_point <= 0xFFFF || code_point > 0x10FFFF) {
        return length;
    }
    const size_t high = $(write())(0xD800 + ((code_point - 0x10000) >> 10), to);
    const size_t low = high > 0 ? $(write())(0xDC00 + (code_point & 0x3FF), to + high) : 0;
    return low > 0 ? high + low : 0;
}

@ end
// The number of units that can be converted before the next units are known.
static size_t $(p)trim_units(const uint16_t *narrow, const uint32_t *wide, size_t size)
{
    $(contexts > 1 and "const size_t most =" or "return") size > 0 && $(p)is_high(narrow ? narrow[size - 1] : wide[size - 1]) ? size - 1 : size;
@ if contexts > 1 then
    uint8_t spelled[$(most_bytes)];
    uint32_t code_point = 0;
    size_t cut = most;
    // Go back to a place where every character is allowed, whatever precedes this place.
    for (size_t begin = cut; cut > 0; cut = begin) {
        begin = cut > 1 && $(p)unit_at(narrow, wide, cut, cut - 2, &code_point) == 2 ? cut - 2 : cut - 1;
        $(p)unit_at(narrow, wide, cut, begin, &code_point);
        const size_t length = $(p)$(split and "spell_parted" or "spell")(code_point, spelled);
        if (length == 0 || $(p)run(spelled, length, $(U)_START) == $(U)_START) {
            break;
        }
    }
    // Forward again. A character that is forbidden or cannot be encoded is an error, after which every character is allowed.$(has_ends and " If the character before it must not be the last, the error is that earlier character, and this one is read again." or "")
    const unsigned start = $(U)_START;
    unsigned state = start;
    for (size_t at = cut; at < most;) {
        const size_t units = $(p)unit_at(narrow, wide, most, at, &code_point);
        const size_t length = $(p)$(split and "spell_parted" or "spell")(code_point, spelled);
        const unsigned next = $(p)run(spelled, length, state);
        const bool is_error = length == 0 || next == $(U)_DEAD;
        cut = !is_error$(has_ends and " && (" .. accepts("state") .. ")" or "") ? at : cut;
        at += $(has_ends and "is_error && !(" .. accepts("state") .. ") ? 0 : " or "")units;
        state = is_error ? start : next;
        cut = state == start ? at : cut;
    }
    return cut;
@ end
}

$(part("shared/from_units.c", from))
#endif
