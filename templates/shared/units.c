$(ruler("UTF-16 and UTF-32"))

#if !defined($(U)_NO_UTF16) || !defined($(U)_NO_UTF32)
// Text is scanned in pieces that stay in the first cache, and what is well-formed is converted without further checks. Near the end of the
// room pieces become as short as what surely fits, down to LEAST; those are converted by the character.
enum { $(U)_PIECE = 1 << 12, $(U)_LEAST_PIECE = $(least_piece) };

// Appends characters that were found well-formed to the *units units at `to`, where there is room for all of them, or only counts them.
// Returns how many bytes it took$(beyond and ": up to a code point that UTF-16 can't hold, or all" or "").
@ if reads_on then
// All that begin in bytes[0..size): $(longest - 1) more bytes can be read, as they are if the text has changed since.
@ else
// All of bytes[0..size), or up to one that does not end there, if the text has changed since.
@ end
typedef size_t $(p)append(const uint8_t *bytes, size_t size, void *to, size_t *units);

// The length of the character that begins there in well-formed text; in text that has changed since, $(lengths and "that of some character, which may end behind `size`" or "0 if there is none").
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
// Where the last character begins of bytes[from..end), which are well-formed; `end` if there is none.
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
// The code point of the character that begins there, or 0 if there is none.
static uint32_t $(p)first_code_point(const uint8_t *bytes, size_t size)
{
    const size_t length = size > 0 ? $(p)whole_length(bytes, size) : 0;
    return $(lengths and "length > 0 && length <= size" or "length > 0") ? $(p)code_point(bytes, length) : 0;
}

// Where the last character begins, or the one before that if the two are a high surrogate and a low one.
static size_t $(p)last_unpaired(const uint8_t *bytes, size_t from, size_t end)
{
    const size_t last = $(p)last_character(bytes, from, end);
    const size_t before = $(p)last_character(bytes, from, last);
    return $(p)is_low($(p)first_code_point(bytes + last, end - last)) && $(p)is_high($(p)first_code_point(bytes + before, last - before))
        ? before : last;
}

@ end
// How far bytes[from..size) are well-formed, looking at `limit` of them or a few more. *ahead is what comes then: COMPLETE, the end;
// NO_ROOM, text that was not looked at; ILL_FORMED; or INCOMPLETE, what begins a character or must not be the end.
static size_t $(p)piece(const uint8_t *bytes, size_t size, size_t from, size_t limit, $(p)status *ahead)
{
    const size_t left = size - from < limit ? size - from : limit;
    size_t end = from + $(p)valid_prefix(bytes + from, left);
    unsigned state = $(U)_START;
    if (end == from + left) {
        *ahead = end == size ? $(U)_STATUS_COMPLETE : $(U)_STATUS_NO_ROOM;
        return end;
    }
    // The piece ends inside a character, or the text is wrong here.
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

// Converts bytes[from..end), which are well-formed, by the character as long as there is room. Returns where it stopped, and in *status
// why if that is before the end. Each character is copied first, so that what is written is what there was found to be room for.
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
        uint32_t code_point = $(p)code_point(copy, length);
@ if loose then
        // Two halves are not parted.
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

// How many units or bytes were counted; SIZE_MAX if they are more.
static size_t $(p)counted($(p)result result)
{
    return result.status == $(U)_STATUS_NO_ROOM ? SIZE_MAX : result.written;
}

// Text to units of 16 or 32 bits, from where `result` says that a beginning of it is converted.
static $(p)result $(p)to_units(
    const uint8_t *bytes, size_t size, void *to, size_t room, $(p)append *append, bool utf16, $(p)result result)
{
@ if most > 1 then
    const size_t most = utf16 ? $(most) : 1;
@ end
    if (size == 0) {
        return result;
    }
    do {
        // So many bytes surely fit.
        const size_t fits = $(most > 1 and "(room - result.written) / most" or "room - result.written");
        size_t limit = fits < $(U)_PIECE ? fits : (size_t)$(U)_PIECE;
        if (limit < $(U)_LEAST_PIECE) {
            limit = $(U)_LEAST_PIECE;
        }
        size_t end = $(p)piece(bytes, size, result.read, limit, &result.status);
@ if carries then
        if (result.status == $(U)_STATUS_NO_ROOM) {
            // $(loose and "What begins a pair, or may," or "The last character may forbid the next one: it") is looked at again with what follows it.
            end = $(p)$(loose and "last_unpaired" or "last_character")(bytes, result.read, end);
            if (end == result.read) {
                // The text has changed since.
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
            // A copy, with bytes behind it that may be read; there is room for a unit more, should a character end there.
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

// The code point at units[at] and how many units it takes; `narrow` or `wide` is NULL.
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
// Spells a code point, by both halves if it has no form: the size, or 0.
static size_t $(p)spell_parted(uint32_t code_point, uint8_t *to)
{
    const size_t length = $(p)spell(code_point, to);
    if (length > 0 || code_point <= 0xFFFF || code_point > 0x10FFFF) {
        return length;
    }
    const size_t high = $(p)spell(0xD800 + ((code_point - 0x10000) >> 10), to);
    const size_t low = high > 0 ? $(p)spell(0xDC00 + (code_point & 0x3FF), to + high) : 0;
    return low > 0 ? high + low : 0;
}

@ end
// How many units can be converted before those that follow are known.
@ if contexts > 1 then
// A last character that may forbid what follows is left to that, unless it is forbidden itself: then nothing behind it is converted.
@ end
static size_t $(p)trim_units(const uint16_t *narrow, const uint32_t *wide, size_t size)
{
    if (size == 0) {
        return 0;
    }
    const size_t cut = $(p)is_high(narrow ? narrow[size - 1] : wide[size - 1]) ? size - 1 : size;
@ if contexts > 1 then
    uint8_t spelled[$(most_bytes)], next[$(most_bytes)];
    size_t length = 0, begin = cut;
    for (size_t at = cut; at > 0; at = begin) {
        uint32_t code_point = 0;
        begin = at > 1 && $(p)unit_at(narrow, wide, at, at - 2, &code_point) == 2 ? at - 2 : at - 1;
        if (begin == at - 1) {
            $(p)unit_at(narrow, wide, at, begin, &code_point);
        }
        const size_t before = $(p)$(split and "spell_parted" or "spell")(code_point, spelled);
        unsigned state = $(p)run(spelled, before, $(U)_START);
        if (before == 0 || state == $(U)_START) {
            return at;
        }
        if (at < cut) {
@ if has_ends then
            const bool may_end = $(accepts("state"));
@ end
            state = $(p)run(next, length, state);
@ if has_ends then
            if (state == $(U)_DEAD || may_end) {
                return state == $(U)_DEAD ? cut : at;
            }
@ else
            return state == $(U)_DEAD ? cut : at;
@ end
        }
        length = before;
        $(p)put(next, spelled, length);
    }
    return 0;
@ else
    return cut;
@ end
}

$(part("shared/from_units.c", from))
#endif
