// Values of `held` after the end or an error. Smaller values are the number of pending bytes.
enum { $(U)_STREAM_ENDED = 0xFE, $(U)_STREAM_FAILED = 0xFF };

typedef char $(p)stream_is_small[sizeof($(p)stream) <= $(pending > 11 and 40 or 32) ? 1 : -1];

@ local last = pending - 1
@ local written = ("stream->offset, stream->length, stream->state, stream->rule, stream->held, stream->pending[0 .. %d]"):format(last)
//@ predicate $(p)stream_open{L}($(p)stream *stream) = stream->held <= $(pending)$(begun and not profile and " &&" or ";")
@ if begun and not profile then
//@     (stream->held > 0 ==> begins((uint8_t *)stream->pending, stream->held));
@ end
//@ predicate $(p)stream_kept{L}($(p)stream *stream) =
//@     $(p)stream_open(stream) || stream->held == $(U)_STREAM_ENDED || stream->held == $(U)_STREAM_FAILED;
//@
//@ requires \valid(stream);
//@ assigns $(written);
//@ ensures nothing: stream->offset == 0 && stream->held == 0 && $(p)stream_open(stream);
void $(p)stream_start($(p)stream *stream)
{
    stream->offset = stream->length = 0;
    stream->state = stream->rule = 0;
    stream->held = 0;
    //@ loop invariant place: 0 <= i <= $(pending);
    //@ loop assigns i, stream->pending[0 .. $(last)];
    //@ loop variant $(pending) - i;
    for (size_t i = 0; i < sizeof stream->pending; i++) {
        stream->pending[i] = 0;
    }
}

//@ requires \valid_read(stream);
//@ assigns \nothing;
@ if not has_ends then
//@ ensures complete: \result == $(U)_STATUS_COMPLETE <==> stream->held == 0 || stream->held == $(U)_STREAM_ENDED;
//@ ensures ill_formed: \result == $(U)_STATUS_ILL_FORMED <==> stream->held > $(U)_STREAM_ENDED;
//@ ensures incomplete: \result == $(U)_STATUS_INCOMPLETE <==> 0 < stream->held < $(U)_STREAM_ENDED;
@ end
static $(p)status $(p)stream_status(const $(p)stream *stream)
{
    if (stream->held >= $(U)_STREAM_ENDED) {
        return stream->held == $(U)_STREAM_ENDED ? $(U)_STATUS_COMPLETE : $(U)_STATUS_ILL_FORMED;
    }
    return $(has_ends and "stream->held + stream->length" or "stream->held") > 0 ? $(U)_STATUS_INCOMPLETE : $(U)_STATUS_COMPLETE;
}

@ if has_ends then
static unsigned $(p)stream_run(unsigned state, const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        state = $(p)dfa_next[state + $(p)dfa_class[bytes[i]]];
    }
    return state / $(dfa.classes);
}

// Sets *error. After the well-formed prefix, the text has whole characters that must not be the last, and then these bytes.
static void $(p)stream_unfinished(const $(p)stream *stream, const uint8_t *bytes, size_t size, bool at_end, $(p)error *error)
{
    const $(p)row *row = &$(p)unfinished[stream->rule];
@ if longest > 1 then
    if (at_end && size > 0) {
        error->length = (size_t)stream->length + size;
        error->fault = $(U)_TRUNCATED;
        error->state = $(p)stream_run(stream->state * $(dfa.classes)U, bytes, size);
        return;
    }
@ else
    (void)bytes, (void)size, (void)at_end;
@ end
    error->length = row->length;
    error->fault = row->fault;
    error->state = $(p)stream_run($(U)_START, row->low, row->length);
}

@ end
// Finds and stores the error. These bytes begin at stream->offset$(has_ends and " + stream->length" or "").
//@ requires \valid(stream) && size > 0 && \valid_read(bytes + (0 .. size - 1));
@ for n = 1, begun and longest or 0 do
//@ requires no_character_$(n): size >= $(n) ==> !character((uint8_t *)bytes, $(n));
@ end
//@ assigns stream->length, stream->state, stream->rule, stream->held;
//@ ensures failed: stream->held == $(U)_STREAM_FAILED && 1 <= stream->length;
static void $(p)stream_fail($(p)stream *stream, const uint8_t *bytes, size_t size$(has_ends and ", bool at_end" or ""))
{
    $(p)error error;
@ if starts then
    $(p)context context = { stream->state * $(dfa.classes)U$(named and ", stream->rule" or "") };
    if ($(at_start)) {
        context = $(p)origin;
    }
@ elseif contexts > 1 then
    const $(p)context context = { stream->state * $(dfa.classes)U$(several_names and ", stream->rule" or "") };
@ end
@ if has_ends then
    if (stream->length > 0) {
        $(p)stream_unfinished(stream, bytes, size, at_end, &error);
    } else {
        $(p)diagnose(bytes, size, context, &error);
    }
@ else
    $(p)diagnose(bytes, size, $((contexts > 1 or starts) and "context, " or "")&error);
@ end
    stream->length = error.length;
    stream->state = (uint16_t)error.state;
    stream->rule = (uint16_t)error.fault;
    stream->held = $(U)_STREAM_FAILED;
}

@ if contexts > 1 then
// Counts one more whole character, and stores the state after it.
static void $(p)stream_pass($(p)stream *stream, const uint8_t *character, size_t length, unsigned state)
{
@ if has_ends then
    if (!($(accepts("state")))) {
        if (stream->length == 0) {
            const $(p)row *row = $(p)unfinished_at(character, length);
            stream->rule = (uint16_t)(row ? row - $(p)unfinished : 0);
        }
        stream->length += length;
        stream->state = (uint16_t)(state / $(dfa.classes));
        return;
    }
    stream->offset += stream->length;
    stream->length = 0;
@ end
    stream->offset += length;
    stream->state = (uint16_t)(state / $(dfa.classes));
@ if several_names then
    stream->rule = state == $(U)_START ? 0 : $(p)rules_of(character, length);
@ elseif not has_ends then
    (void)character;
@ end
}

@ end
@ -- The text is read a second time to store pending bytes. If another thread changes it meanwhile, a character may end inside these bytes.
@ local taken = longest > 1 and "read > held ? read - held : 0" or "read - held"
// Reads the current character to its end, to an error, or to the end of the piece. Returns how many bytes of the piece it read; after an error, perhaps more. `size` is not 0.
//@ requires \valid(stream) && size > 0 && \valid_read(bytes + (0 .. size - 1)) && \separated(stream, bytes + (0 .. size - 1));
//@ requires open: $(p)stream_open(stream);
//@ assigns $(written);
//@ ensures progress: 1 <= \result <= size;
//@ ensures kept: $(p)stream_open(stream) || stream->held == $(U)_STREAM_FAILED;
static size_t $(p)stream_take($(p)stream *stream, const uint8_t *bytes, size_t size)
{
    const size_t held = stream->held;
    uint8_t character[$(longest)];
    size_t length = held, read = 0;
    //@ loop invariant place: 0 <= i <= $(longest);
    //@ loop invariant pending: \forall integer k; 0 <= k < i && k < held ==> character[k] == stream->pending[k];
    //@ loop assigns i, character[0 .. $(longest - 1)];
    //@ loop variant $(longest) - i;
    for (size_t i = 0; i < sizeof character; i++) {
        character[i] = i < held ? stream->pending[i] : 0;
    }
    //@ loop invariant place: held <= length <= $(longest) && length - held <= size;
    //@ loop invariant pending: \forall integer k; 0 <= k < held ==> character[k] == stream->pending[k];
    //@ loop assigns length, character[0 .. $(longest - 1)];
    //@ loop variant $(longest) - length;
    for (; length < sizeof character && length - held < size; length++) {
        character[length] = bytes[length - held];
    }
@ if contexts > 1 then
    // If the previous character forbids this one, all bytes that the automaton accepts from START are one error.
    unsigned state = stream->state * $(dfa.classes)U, fresh = $(U)_START;
    do {
        state = $(p)dfa_next[state + $(p)dfa_class[character[read]]];
        fresh = $(p)dfa_next[fresh + $(p)dfa_class[character[read]]];
        read++;
    } while (read < length && fresh != $(U)_DEAD && $(boundary("fresh", true))$(has_ends and " && (state != " .. U .. "_DEAD || stream->length == 0)" or ""));
    if ($(boundary("state"))) {
        stream->held = 0;
        $(p)stream_pass(stream, character, read, state);
        return $(taken);
    }
@ if profile then
    // No error is stored while the bytes may become an excluded character: the whole character would be the error.
    bool left_out;
    const bool undecided = $(p)encoded(character, length, &left_out) == length && !left_out;
@ end
    if ($(profile and "(fresh == " .. U .. "_DEAD && !undecided)" or "fresh == " .. U .. "_DEAD") || $(boundary("fresh"))$(has_ends and " || (state == " .. U .. "_DEAD && stream->length > 0)" or "")) {
@ else
    unsigned state = $(U)_START;
    //@ loop invariant place: 0 <= read < length && (state == $(U)_START <==> read == 0);
    //@ loop invariant is_state: $(is_state) && state != $(U)_DEAD;
@ for _, one in ipairs(begun or {}) do
    //@ loop invariant $(one.name:sub(#p + 1)): state == $(one.value) <==> $(one.name)((uint8_t *)character, read);
@ end
    //@ loop assigns state, read;
    //@ loop variant length - read;
    do {
        state = $(p)dfa_next[state + $(p)dfa_class[character[read++]]];
    } while (read < length && state != $(U)_DEAD && $(boundary("state", true)));
    if ($(boundary("state"))) {
        stream->held = 0;
        stream->offset += read;
        return $(taken);
    }
@ if profile then
    // No error is stored while the bytes may become an excluded character: the whole character would be the error.
    bool left_out;
    if (state == $(U)_DEAD && !($(p)encoded(character, length, &left_out) == length && !left_out)) {
@ else
    if (state == $(U)_DEAD) {
@ end
@ end
        $(p)stream_fail(stream, character, length$(has_ends and ", false" or ""));
    } else {
        //@ loop invariant place: held <= i <= length;
        //@ loop invariant pending: \forall integer k; 0 <= k < i ==> stream->pending[k] == character[k];
        //@ loop assigns i, stream->pending[0 .. $(last)];
        //@ loop variant length - i;
        for (size_t i = held; i < length; i++) {
            stream->pending[i] = character[i];
        }
        stream->held = (uint8_t)length;
    }
    return length - held;
}

@ if (cuts or contexts == 1) and (longest > 1 or contexts > 1) then
// Reads bytes to a place where a kernel can begin$(contexts > 1 and " (after a character that forbids nothing, or before an allowed one)" or ""), to an error, or the end of the piece. Returns their number.
//@ requires \valid(stream) && size > 0 && \valid_read(bytes + (0 .. size - 1)) && \separated(stream, bytes + (0 .. size - 1));
//@ requires open: $(p)stream_open(stream);
//@ assigns $(written);
//@ ensures within: \result <= size;
//@ ensures kept: $(p)stream_open(stream) || stream->held == $(U)_STREAM_FAILED;
static $(U)_NOINLINE size_t $(p)stream_resume($(p)stream *stream, const uint8_t *bytes, size_t size)
{
@ if contexts > 1 then
    size_t at = 0;
    while (at < size && stream->held < $(U)_STREAM_ENDED && (stream->held > 0 || stream->state != 0)) {
        const size_t held = stream->held, taken = $(p)stream_take(stream, bytes + at, size - at);
        if (held == 0 && stream->held == 0) {
            stream->offset -= taken;
            return at;
        }
        at += taken;
    }
    return at;
@ else
    // Completes the pending character if it is well-formed and ends in this piece.
    const size_t held = stream->held;
    unsigned state = $(U)_START;
    size_t at = 0;
    //@ loop invariant place: 0 <= i <= held;
    //@ loop invariant is_state: $(is_state);
    //@ loop assigns i, state;
    //@ loop variant held - i;
    for (size_t i = 0; i < held; i++) {
        state = $(p)dfa_next[state + $(p)dfa_class[stream->pending[i]]];
    }
    //@ loop invariant place: 0 <= at <= size;
    //@ loop invariant is_state: $(is_state);
    //@ loop assigns at, state;
    //@ loop variant size - at;
    while (at < size && state != $(U)_DEAD && $(boundary("state", true))) {
        state = $(p)dfa_next[state + $(p)dfa_class[bytes[at++]]];
    }
    if ($(boundary("state", true))) {
        return $(p)stream_take(stream, bytes, size);
    }
    stream->offset += held + at;
    stream->held = 0;
    return at;
@ end
}

@ end
@ if cuts or contexts == 1 then
// With no bytes pending, checks a piece up to its first error or its end.
//@ requires \valid(stream) && \valid_read(bytes + (0 .. size - 1)) && \separated(stream, bytes + (0 .. size - 1));
//@ requires none_pending: stream->held == 0;
//@ assigns $(written);
//@ ensures kept: $(p)stream_open(stream) || stream->held == $(U)_STREAM_FAILED;
static $(U)_NOINLINE void $(p)stream_search($(p)stream *stream, const uint8_t *bytes, size_t size)
{
    size_t at = $(body "valid_prefix")(bytes, size);
    stream->offset += at;
@ if contexts > 1 then
    const $(p)context context = $(p)context_at(bytes, at);
    stream->state = (uint16_t)(context.state / $(dfa.classes));
@ if several_names then
    stream->rule = context.rules;
@ end
@ end
    //@ loop invariant place: at <= size;
    //@ loop invariant kept: $(p)stream_open(stream) || stream->held == $(U)_STREAM_FAILED;
    //@ loop assigns at, $(written);
    //@ loop variant size - at;
    while (at < size && stream->held < $(U)_STREAM_ENDED) {
        at += $(p)stream_take(stream, bytes + at, size - at);
    }
}

@ end
@ if starts then
// Whether the text may begin with the pending bytes followed by these bytes. If not, stores the error.
static bool $(p)stream_begins($(p)stream *stream, const uint8_t *bytes, size_t size)
{
    uint8_t character[$(longest)];
    size_t length = 0;
    for (; length < sizeof character && (length < stream->held || length - stream->held < size); length++) {
        character[length] = length < stream->held ? stream->pending[length] : bytes[length - stream->held];
    }
    if ($(p)barred(character, length) > 0) {
        $(p)stream_fail(stream, character, length$(has_ends and ", false" or ""));
        return false;
    }
    return true;
}

@ end
//@ requires \valid(stream) && \valid_read((uint8_t *)text + (0 .. size - 1)) && \separated(stream, (uint8_t *)text + (0 .. size - 1));
//@ requires kept: $(p)stream_kept(stream);
//@ assigns $(written);
//@ ensures kept: $(p)stream_kept(stream);
//@ ensures ended: \old(stream->held) >= $(U)_STREAM_ENDED ==> stream->held == \old(stream->held);
$(p)status $(p)stream_feed($(p)stream *stream, const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    size_t at = 0;
    if (size == 0 || stream->held >= $(U)_STREAM_ENDED) {
        return $(p)stream_status(stream);
    }
@ if starts then
    if ($(at_start) && !$(p)stream_begins(stream, bytes, size)) {
        return $(p)stream_status(stream);
    }
@ end
@ if cuts or contexts == 1 then
@ if longest > 1 or contexts > 1 then
    if (stream->held > 0$(contexts > 1 and " || stream->state != 0" or "")) {
        at = $(p)stream_resume(stream, bytes, size);
        if (at == size || stream->held > 0) {
            return $(p)stream_status(stream);
        }
    }
@ end
@ if cuts then
    const $(p)tail tail = $(p)tail_of(bytes + at, size - at);
    if (tail.at == 0 || !$(body "valid")(bytes + at, tail.at)) {
        $(p)stream_search(stream, bytes + at, size - at);
        return $(p)stream_status(stream);
    }
    stream->offset += tail.at;
@ if contexts > 1 then
    stream->state = (uint16_t)(tail.state / $(dfa.classes));
@ end
@ if several_names then
    stream->rule = tail.state == $(U)_START ? 0 : $(p)rules_of(bytes + at + tail.before, tail.at - tail.before);
@ end
    at += tail.at;
    stream->held = (uint8_t)(size - at);
    // Writes all of `pending`, or nothing: branches on the number of bytes would be mispredicted.
    //@ loop invariant place: 0 <= i <= $(pending);
    //@ loop invariant rest: at < size ==> \forall integer k; 0 <= k < i && at + k < size ==> stream->pending[k] == bytes[at + k];
    //@ loop assigns i, stream->pending[0 .. $(last)];
    //@ loop variant $(pending) - i;
    for (size_t i = 0; at < size && i < sizeof stream->pending; i++) {
        stream->pending[i] = bytes[at + i < size ? at + i : size - 1];
    }
@ else
    $(p)stream_search(stream, bytes + at, size - at);
@ end
@ else
    while (at < size && stream->held < $(U)_STREAM_ENDED) {
        at += $(p)stream_take(stream, bytes + at, size - at);
    }
@ end
    return $(p)stream_status(stream);
}

//@ requires \valid(stream) && $(p)stream_kept(stream);
//@ assigns stream->length, stream->state, stream->rule, stream->held;
//@ ensures ended: stream->held == $(U)_STREAM_ENDED || stream->held == $(U)_STREAM_FAILED;
@ if not has_ends then
//@ ensures unfinished: 0 < \old(stream->held) < $(U)_STREAM_ENDED ==> \result == $(U)_STATUS_ILL_FORMED;
//@ ensures whole: \old(stream->held) == 0 ==> \result == $(U)_STATUS_COMPLETE;
@ end
$(p)status $(p)stream_end($(p)stream *stream)
{
    const $(p)status status = $(p)stream_status(stream);
    if (status == $(U)_STATUS_INCOMPLETE) {
        $(p)stream_fail(stream, stream->pending, stream->held$(has_ends and ", true" or ""));
    } else if (status == $(U)_STATUS_COMPLETE) {
        stream->held = $(U)_STREAM_ENDED;
    }
    return $(p)stream_status(stream);
}

//@ requires \valid_read(stream) && (error == \null || (\valid(error) && \separated(error, stream)));
//@ assigns *error;
//@ ensures failed: \result <==> stream->held == $(U)_STREAM_FAILED;
bool $(p)stream_error(const $(p)stream *stream, $(p)error *error)
{
    if (stream->held != $(U)_STREAM_FAILED) {
        return false;
    }
    if (error) {
        error->offset = stream->offset;
        error->length = (size_t)stream->length;
        error->fault = ($(p)fault)stream->rule;
        error->state = stream->state;
    }
    return true;
}
