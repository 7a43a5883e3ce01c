@ -- The reason not to cut may be further back than one character: a rule on neighbors, or a pair in an encoding with loose surrogates.
@ if contexts > 1 or pair and loose then
@ local function with_state(text)
@     return contexts > 1 and text or ""
@ end
@ local function all_of(conditions)
@     local text = ""
@     for _, one in ipairs(conditions) do
@         text = one and text .. (text == "" and "" or " && ") .. one or text
@     end
@     return text
@ end
@ local at_start, not_high, unread = contexts > 1 and "state == " .. U .. "_START", loose and "!high", merges and "at > reach"
@ if loose then
static bool $(p)is_half(const uint8_t *bytes, size_t length, uint32_t half)
{
    return $(p)code_point_of(bytes, length) >> 10 == half >> 10;
}

@ end
@ if merges then
// The number of leading bytes that the automaton accepts from a state.
static size_t $(p)accepted(const uint8_t *bytes, size_t size, unsigned state)
{
    size_t count = 0;
    while (count < size && (state = $(p)dfa_next[state + $(p)dfa_class[bytes[count]]]) != $(U)_DEAD) {
        count++;
    }
    return count;
}

@ end
// Whether the rest of a text after a part that leads to this state can be handled as a text of its own: the part forbids nothing, or it $(has_ends and "may end a text and " or "")allows the
// rest's first character.
static bool $(p)is_free(const uint8_t *rest, size_t size$(with_state(", unsigned state"))$(loose and ", bool high" or ""))
{
@ if bars then
    // The rest must begin where a character may begin. If a pair is forbidden, the first bytes of its low half belong to the fault.
    if (size == 0 || !$(p)is_start(rest[0])) {
        return false;
    }
@ end
    if ($(all_of { at_start, not_high })) {
        return true;
    }
@ if has_ends then
    if (!($(accepts("state")))) {
        return false;
    }
@ end
    bool whole = false;
    const size_t length = size > 0 ? $(p)next_part(rest, size, $(with_state("&state, "))&whole) : 0;
    return length > 0 && whole$(loose and " && !(high && " .. p .. "is_half(rest, length, 0xDC00))" or "");
}

// The last offset above 0 from which the rest can be handled as a text of its own, whatever the bytes before it are; 0 if there is none.
static size_t $(p)free_place(const uint8_t *bytes, size_t size)
{
    size_t at = size, cut = 0;
    bool whole = false$(loose and ", high = false" or "");
    while (at > 0 && cut == 0) {
@ if back then
        size_t length = 0;
        const size_t from = $(p)segment_at(bytes, size, at - 1, &length, &whole);
@ else
        size_t length = 0, from = at - 1;
        while (from > 0 && !$(p)is_start(bytes[from])) {
            from--;
        }
@ end
        for (size_t begin = from; begin < at; begin += length) {
@ if contexts > 1 then
            unsigned state = $(U)_START;
@ end
            length = $(p)next_part(bytes + begin, size - begin, $(with_state("&state, "))&whole);
            if (length == 0) {
                break;
            }
@ if loose then
            high = whole && $(p)is_half(bytes + begin, length, 0xD800);
@ end
@ if merges then
            // The part must not belong to a fault that begins before it.
            const bool ends = whole || ($(pair and p .. "is_start(bytes[begin]) && " or "")$(p)dfa_next[$(U)_START + $(p)dfa_class[bytes[begin]]] == $(U)_DEAD);
            if (ends && $(p)is_free(bytes + begin + length, size - begin - length$(with_state(", state"))$(loose and ", high" or ""))) {
@ else
            if ($(p)is_free(bytes + begin + length, size - begin - length$(with_state(", state"))$(loose and ", high" or ""))) {
@ end
                cut = begin + length;
            }
        }
        at = from;
    }
    return cut;
}

size_t $(p)trim(const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
@ if contexts > 1 then
    unsigned state = $(U)_START;
@ end
    bool whole = false$(loose and ", high = false" or "");
    size_t cut = $(p)free_place(bytes, size);
    // Moves `cut` to the last offset such that later bytes cannot change earlier results.
@ if merges then
    // The automaton accepts the bytes from the beginning of an earlier ill-formed part to `reach`: if the text ended at `reach`, they would be one part.
    size_t reach = 0;
@ end
    for (size_t at = cut; at < size;) {
        const unsigned before = $(contexts > 1 and "state" or U .. "_START");
        const size_t length = $(p)next_part(bytes + at, size - at, $(with_state("&state, "))&whole);
@ if has_ends then
        const bool may_end = $(accepts("before"));
@ end
        if (length == 0) {
@ if contexts > 1 then
            // Nothing is forbidden if the unfinished character leads to the same state as at the beginning of a text.
            const bool free = $(p)run(bytes + at, size - at, before) == $(p)run(bytes + at, size - at, $(U)_START);
@ end
            return $(all_of { contexts > 1 and "free", has_ends and "may_end", not_high, unread }) ? at : cut;
        }
@ if has_ends then
        if (!whole && !may_end) {
            // The characters before this part must not be the last: they are replaced, and this part is read again.
            reach = at + $(p)accepted(bytes + at, size - at, before);
@ if loose then
            high = false;
@ end
            cut = at;
            continue;
        }
@ end
        if (whole$(has_ends and " && may_end" or "")$(merges and " && at > reach" or "")$(loose and " && !(high && " .. p .. "is_half(bytes + at, length, 0xDC00))" or "")) {
            cut = at;
        }
@ if loose then
        high = whole && $(p)is_half(bytes + at, length, 0xD800);
@ end
        at += length;
        if ($(all_of { at_start, unread, not_high })) {
            cut = at;
        }
@ if pair then
        if (!whole) {
            const size_t read = at - length + $(p)accepted(bytes + at - length, size - at + length, before);
            reach = read > reach ? read : reach;
        }
@ end
    }
    return cut;
}
@ else
//@ requires \valid_read((uint8_t *)text + (0 .. size - 1));
//@ assigns \nothing;
//@ ensures within: \result <= size;
size_t $(p)trim(const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    if (size == 0) {
        return 0;
    }
    bool whole = false;
    size_t length = 0;
    const size_t begin = $(p)segment_at(bytes, size, size - 1, &length, &whole);
@ if profile then
    const bool alive = $(p)next_part(bytes + begin, size - begin, &whole) == 0;
@ else
    // A segment of one byte is alive if it may begin a character.
    const bool alive = length > 1 || $(p)dfa_next[$(U)_START + $(p)dfa_class[bytes[begin]]] != $(U)_DEAD;
@ end
@ if pair then
    if (whole || !alive || begin == 0) {
        return whole || !alive ? size : 0;
    }
    // If the text ended here, a high half and the beginning of a low half would be one ill-formed part. Later bytes can make them two parts: cut between them.
    const size_t last = $(p)segment_at(bytes, begin, begin - 1, &length, &whole);
    const size_t cut = last + $(p)segment(bytes + last, size - last, &whole);
    return cut < begin ? cut : begin;
@ elseif loose then
    const size_t cut = whole || !alive ? size : begin;
    const size_t last = cut > 0 ? $(p)segment_at(bytes, cut, cut - 1, &length, &whole) : 0;
    return cut > 0 && whole && $(p)code_point_of(bytes + last, length) >> 10 == 0xD800 >> 10 ? last : cut;
@ else
    return whole || !alive ? size : begin;
@ end
}
@ end

//@ requires \valid_read((uint8_t *)text + (0 .. size - 1));
//@ assigns \nothing;
//@ ensures within: \result <= at && \result <= size;
size_t $(p)floor(const void *text, size_t size, size_t at)
{
    if (at >= size) {
        return size;
    }
    bool whole = false;
    size_t length = 0;
    const size_t begin = $(p)segment_at((const uint8_t *)text, size, at, &length, &whole);
    return whole ? begin : at;
}
