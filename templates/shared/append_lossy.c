@ local going_on = (contexts > 1 and " || now.state != " .. U .. "_START || now.at < now.stop" or "") .. (loose and " || " .. p .. "is_high(now.before)" or "")
@ local uncounted, separated = carries and beyond and contexts > 1, (loose and "joins" or "") .. (loose and contexts > 1 and " || " or "") .. (contexts > 1 and "(!now->stays && now->state != " .. U .. "_START)" or "")
// The result of counting units.
static $(p)result $(p)measured(size_t valid, size_t size, size_t units)
{
    $(p)result result = $(p)nothing_done();
    result.status = valid < size ? $(U)_STATUS_ILL_FORMED : $(U)_STATUS_COMPLETE;
    result.read = valid;
    result.written = units;
    return result;
}

@ if not repairs then
// After an error, $(p)append_lossy converts text until this many bytes in a row have no error: for shorter runs, a call of the kernel takes longer.
enum { $(U)_QUIET = 128 };

// Where a lossy conversion is, in the text and in the output, and how many parts it has replaced.
typedef struct $(p)place {
    size_t at, units, replaced;
@ if carries then
    // The place before the last character$(uncounted and " (which may be a replacement)" or ""), if the next character must not be separated from it. If the next one does not fit, the last one is read again.
    size_t last, last_units$(uncounted and ", last_replaced" or "");
@ end
@ if loose then
    // The code point of the last character; 0 after ASCII or a replacement.
    uint32_t before;
@ end
@ if contexts > 1 then
    // `state` is the automaton's state, `next` its state at `stop`. The text up to `stop` is converted if `stays` is true, otherwise replaced.
    unsigned state, next;
    size_t stop;
    bool stays$(has_ends and ", whole" or "");
@ end
} $(p)place;

@ if contexts == 1 then
// Reads the character or the ill-formed part at the beginning. Sets *lost to whether it is ill-formed, and *code_point if not. Returns its length.
$(U)_ALWAYS_INLINE size_t $(p)read_lossy(const uint8_t *bytes, size_t size, uint32_t *code_point, bool *lost)
{
    bool whole = false;
    const size_t length = $(p)next_part(bytes, size, &whole);
    *lost = !whole;
    if (whole) {
        *code_point = $(p)code_point(bytes, length);
    }
    return length > 0 ? length : size;
}

@ else
// Adds the state and the last character to `now`. bytes[begin..now.at) are well-formed and already converted.
$(U)_ALWAYS_INLINE $(p)place $(p)begin_lossy(const uint8_t *bytes, size_t begin, $(p)place now, unsigned bits)
{
    now.stop = now.at;
    now.state = $(p)context_at(bytes + begin, now.at - begin).state;
    now.stays = false;
    if (now.state != $(U)_START) {
        now.last = $(p)$(loose and "last_unpaired" or "last_character")(bytes, begin, now.at);
        const size_t length = now.last < now.at ? $(p)segment(bytes + now.last, now.at - now.last, &now.stays) : 0;
        const bool two = bits == 16 && ($(loose and "length < now.at - now.last || " or "")(now.stays && $(p)code_point(bytes + now.last, length) > 0xFFFF));
        now.last_units -= now.units > 1 && two ? 2 : now.units > 0;
    }
    return now;
}

// Reads the character or the ill-formed part at this place. Sets *lost to whether it is ill-formed, and *code_point if not. Returns its end.
$(U)_ALWAYS_INLINE size_t $(p)read_lossy(const uint8_t *bytes, size_t size, $(p)place *now, uint32_t *code_point, bool *lost)
{
    const size_t at = now->at;
    if (at == now->stop) {
        now->stop += $(p)stretch(bytes + at, size - at, now->state$(has_ends and ", true, &now->stays, &now->whole" or ", &now->stays"));
        now->next = now->stays ? $(p)run(bytes + at, now->stop - at, now->state) : (unsigned)$(U)_START;
    }
@ if has_ends then
    bool any = false;
    const size_t end = now->stays || now->whole ? at + $(p)segment(bytes + at, now->stop - at, &any) : now->stop;
@ else
    const size_t end = now->stop;
@ end
    *lost = !now->stays;
    if (now->stays) {
        *code_point = $(p)code_point(bytes + at, end - at);
    }
    return end;
}

@ end
// Writes a code point, or only counts its units if `to` is NULL. Returns false if there is no room.
$(U)_ALWAYS_INLINE bool $(p)put_lossy(void *to, size_t room, unsigned bits, $(p)place *now, uint32_t code_point, bool lost)
{
@ if loose then
    // A surrogate pair is one unit of 32 bits, and is not separated in UTF-16.
    const bool joins = !lost && $(p)is_low(code_point) && $(p)is_high(now->before);
    const uint32_t before = now->before;
    now->before = lost ? 0 : code_point;
    if (bits == 32 && joins) {
        code_point = $(p)joined(before, code_point);
        now->units--;
    }
@ end
@ if above then
    const bool two = bits == 16 && code_point > 0xFFFF;
    if (room - now->units < 1U + two) {
@ else
    if (room == now->units) {
@ end
@ if carries then
        if ($(separated)) {
            now->at = now->last;
            now->units = now->last_units$(uncounted and ", now->replaced = now->last_replaced" or "");
        }
@ end
        return false;
    }
@ if carries then
    $(loose and "now->last = joins ? now->last : now->at;" or "now->last = now->at;")
    now->last_units = $(loose and "joins ? now->last_units : now->units" or "now->units")$(uncounted and ", now->last_replaced = now->replaced" or "");
@ end
@ if above then
    if (two) {
        $(p)put_unit(to, now->units++, 0xD800 + ((code_point - 0x10000) >> 10), bits, to != NULL);
        code_point = 0xDC00 + (code_point & 0x3FF);
    }
@ end
    $(p)put_unit(to, now->units++, code_point, bits, to != NULL);
    now->replaced += lost;
    return true;
}

// Converts text to units of `bits` bits, from now.at on, and replaces parts that cannot be converted. Stops at the end of the text, after QUIET bytes in
// a row without an error, or when the output is full; then *fits is false. If `to` is NULL, it only counts units.
$(U)_ALWAYS_INLINE $(p)place $(p)append_lossy(const uint8_t *bytes, size_t size, void *to, size_t room, unsigned bits, $(p)place now, bool *fits)
{
    size_t since = now.at;
    while (*fits && now.at < size && (now.at - since < $(U)_QUIET$(going_on))) {
@ if ascii then
        if (bytes[now.at] < 0x80 && now.units < room) {
            size_t most = size - now.at < room - now.units ? size - now.at : room - now.units;
            most = most < $(U)_QUIET ? most : (size_t)$(U)_QUIET;
            const size_t run = to ? $(p)append_ascii(bytes + now.at, most, to, now.units, bits, true)
                : $(p)append_ascii(bytes + now.at, most, to, now.units, bits, false);
            now.at += run, now.units += run;
@ if loose then
            now.before = 0;
@ end
@ if contexts > 1 then
            now.stop = now.at;
            now.state = $(U)_START;
@ end
            continue;
        }
@ end
        uint32_t code_point = $(code);
        bool lost = false;
@ if contexts > 1 then
        const size_t end = $(p)read_lossy(bytes, size, &now, &code_point, &lost);
@ else
        const size_t end = now.at + $(p)read_lossy(bytes + now.at, size - now.at, &code_point, &lost);
@ end
@ if beyond then
        lost = lost || (bits == 16 && code_point > 0x10FFFF);
        code_point = lost ? $(code) : code_point;
@ end
        *fits = $(p)put_lossy(to, room, bits, &now, code_point, lost);
        if (*fits) {
            now.at = end;
            since = lost ? end : since;
@ if contexts > 1 then
            now.state = end == now.stop || !now.stays ? now.next : now.state;
@ end
        }
    }
    return now;
}

@ end
// Converts the well-formed text before the first error to units from index `at` on, or counts the units if `to` is NULL.
typedef $(p)result $(p)convert(const uint8_t *bytes, size_t size, void *to, size_t at, size_t room);

@ if repairs then
// Converts text to units, and sets *replaced unless `replaced` is NULL. After an error, pieces are repaired and then converted.
static $(p)result $(p)lossy_units(
    const uint8_t *bytes, size_t size, void *to, size_t room, $(p)convert *convert, size_t *replaced)
{
    $(p)result result = $(p)nothing_done();
    $(p)repairs repairs = $(p)no_repairs;
    bool clean = true;
    while (result.read < size && result.status == $(U)_STATUS_COMPLETE) {
        const uint8_t *from = bytes + result.read;
        const size_t left = size - result.read, spare = room - result.written, before = repairs.replaced;
        if (clean) {
            const $(p)result part = convert(from, left, to, result.written, spare);
            result.read += part.read;
            result.written += part.written;
            clean = part.status == $(U)_STATUS_COMPLETE || part.status == $(U)_STATUS_NO_ROOM;
            result.status = clean ? part.status : $(U)_STATUS_COMPLETE;
            continue;
        }
        uint8_t repaired[$(U)_REPAIRED];
        repairs.done = $(p)nothing_done();
        if (spare < $(longest_part)) {
            $(p)repair_part(from, left, repaired, sizeof repaired, true, &repairs);
        } else {
            $(p)repair_text(from, left, repaired, spare < sizeof repaired ? spare : sizeof repaired, true, &repairs);
        }
        const $(p)result part = convert(repaired, repairs.done.written, to, result.written, spare);
        if (part.status == $(U)_STATUS_NO_ROOM) {
            result.status = part.status;
            repairs.replaced = before;
            break;
        }
        clean = repairs.replaced == before;
        // Fewer replacements may be written if another thread changes the text.
        repairs.replaced = before + (part.written < repairs.replaced - before ? part.written : repairs.replaced - before);
        result.read += repairs.done.read;
        result.written += part.written;
    }
    if (replaced) {
        *replaced = repairs.replaced;
    }
    return result;
}
@ else
// Converts text to units of `bits` bits, and sets *replaced unless `replaced` is NULL.
$(U)_ALWAYS_INLINE $(p)result $(p)lossy_units(
    const uint8_t *bytes, size_t size, void *to, size_t room, unsigned bits, $(p)convert *convert, size_t *replaced)
{
    $(p)result result = $(p)nothing_done();
    $(p)place now;
    bool fits = true;
    now.at = now.units = now.replaced = 0;
    while (fits && now.at < size) {
        const $(p)result part = convert(bytes + now.at, size - now.at, to, now.units, room - now.units);
@ if grows then
        fits = part.written <= room - now.units;
        if (!fits) {
            break;
        }
@ end
@ if contexts > 1 then
        const size_t begin = now.at;
@ end
        fits = part.status != $(U)_STATUS_NO_ROOM;
        now.at += part.read;
        now.units += part.written;
        if (fits && part.status != $(U)_STATUS_COMPLETE) {
@ if carries then
            now.last = now.at;
            now.last_units = now.units$(uncounted and ", now.last_replaced = now.replaced" or "");
@ end
@ if loose then
            now.before = 0;
@ end
@ if contexts > 1 then
            now = $(p)begin_lossy(bytes, begin, now, bits);
@ end
            now = $(p)append_lossy(bytes, size, to, room, bits, now, &fits);
        }
    }
    result.status = fits ? $(U)_STATUS_COMPLETE : $(U)_STATUS_NO_ROOM;
    result.read = now.at;
    result.written = now.units;
    if (replaced) {
        *replaced = now.replaced;
    }
    return result;
}
@ end
