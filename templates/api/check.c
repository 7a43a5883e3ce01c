const char *$(p)fault_name($(p)fault fault)
{
    static const char *const names[] = {
@ for _, line in ipairs(name_lines) do
        $(line)
@ end
    };
    return (size_t)fault < sizeof names / sizeof *names ? names[fault] : "unknown";
}

bool $(p)expected(uint32_t state, uint8_t byte)
{
    return state < $(automaton.count) && $(p)dfa_next[state * $(dfa.classes)U + $(p)dfa_class[byte]] != $(U)_DEAD;
}

@ if longest_row > 0 then
// A row: a range of bytes for each place$(several_names and "; `rule` is the number of a `never` rule, or of a set of them" or "").
typedef struct $(p)row {
    uint8_t length, low[$(longest_row)], high[$(longest_row)];
@ if several_names then
    uint16_t rule;
@ end
    $(p)fault fault;
} $(p)row;

// The number of leading bytes, at most `length`, that are in the ranges of the row.
//@ requires \valid_read(row) && row->length <= $(longest_row) && \valid_read(bytes + (0 .. length - 1));
//@ assigns \nothing;
//@ ensures within: \result <= length && \result <= row->length;
static size_t $(p)fitting(const $(p)row *row, const uint8_t *bytes, size_t length)
{
    size_t i = 0;
    //@ loop invariant place: i <= length && i <= row->length;
    //@ loop assigns i;
    //@ loop variant length - i;
    while (i < length && i < row->length && row->low[i] <= bytes[i] && bytes[i] <= row->high[i]) {
        i++;
    }
    return i;
}

@ end
@ if #excluded > 0 or not leads_decide then
// The first row whose first `length` ranges contain these bytes, or NULL.
//@ requires \valid_read(rows + (0 .. count - 1)) && \valid_read(bytes + (0 .. length - 1));
//@ requires \forall integer i; 0 <= i < count ==> rows[i].length <= $(longest_row);
//@ assigns \nothing;
//@ ensures one: \result == \null || \exists integer i; 0 <= i < count && \result == rows + i;
static const $(p)row *$(p)row_of(const $(p)row *rows, size_t count, const uint8_t *bytes, size_t length)
{
    //@ loop invariant place: 0 <= i <= count;
    //@ loop assigns i;
    //@ loop variant count - i;
    for (size_t i = 0; i < count; i++) {
        if ($(p)fitting(&rows[i], bytes, length) == length) {
            return &rows[i];
        }
    }
    return NULL;
}

@ end
@ if #excluded > 0 then
// Bytes that match a form but are not allowed, up to the deciding byte$(profile and ". Whole characters that the profile excludes come first" or "").
static const $(p)row $(p)excluded[] = {
@ for _, row in ipairs(excluded) do
$(row_line(row, row_text(row.bytes)))
@ end
};

@ end
@ if profile then
// The fault of the first excluded row that begins with these bytes; NOT_A_FORM if there is none.
//@ requires \valid_read(bytes + (0 .. length - 1));
//@ assigns \nothing;
static $(p)fault $(p)left_out_by(const uint8_t *bytes, size_t length)
{
    const $(p)row *row = $(p)row_of($(p)excluded, sizeof $(p)excluded / sizeof *$(p)excluded, bytes, length);
    return row ? row->fault : $(U)_NOT_A_FORM;
}

@ end
@ if not leads_decide then
// The forms: the range of bytes at each place. Excluded characters are in these ranges, too.
static const $(p)row $(p)forms[] = {
@ for _, form in ipairs(spec.forms) do
$(row_line(form, form.pattern))
@ end
};

@ end
// The fault of the first length + 1 bytes. The first `length` bytes could begin a character; together with the next byte, they cannot.
//@ requires \valid_read(bytes + (0 .. length));
//@ assigns \nothing;
static $(p)fault $(p)fault_of(const uint8_t *bytes, size_t length)
{
@ if not leads_decide then
    if (!$(p)row_of($(p)forms, sizeof $(p)forms / sizeof *$(p)forms, bytes, length + 1)) {
        // No form begins with these length + 1 bytes.
        if (length > 0) {
            return $(U)_TOO_SHORT;
        }
        return $(p)is_continuation(bytes[0]) ? $(U)_TOO_LONG : $(U)_NOT_A_FORM;
    }
@ elseif has_continuations then
    if (length == 0 && $(p)is_continuation(bytes[0])) {
        return $(U)_TOO_LONG;
    }
    if (length > 0 && !$(p)is_continuation(bytes[length])) {
        return $(U)_TOO_SHORT;
    }
@ end
@ if profile then
    return $(p)left_out_by(bytes, length + 1);
@ else
@ if #excluded > 0 then
    const $(p)row *row = $(p)row_of($(p)excluded, sizeof $(p)excluded / sizeof *$(p)excluded, bytes, length + 1);
    if (row) {
        return row->fault;
    }
@ end
@ if not has_continuations and #excluded == 0 then
    (void)bytes, (void)length;
@ end
    return $(U)_NOT_A_FORM;
@ end
}

@ if #unfinished_rows > 0 or several_names and contexts > 1 then
// The first row that matches the beginning of these bytes, or NULL.
static const $(p)row *$(p)row_before(const $(p)row *rows, size_t count, const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < count; i++) {
        if ($(p)fitting(&rows[i], bytes, length) == rows[i].length) {
            return &rows[i];
        }
    }
    return NULL;
}

@ end
@ if #unfinished_rows > 0 then
// Whole sequences that must not be the end of a text$(spec.pair and ", such as high halves of pairs" or "").
static const $(p)row $(p)unfinished[] = {
@ for _, row in ipairs(unfinished_rows) do
$(row_line(row, row_text(row.bytes)))
@ end
};

static const $(p)row *$(p)unfinished_at(const uint8_t *bytes, size_t length)
{
    return $(p)row_before($(p)unfinished, sizeof $(p)unfinished / sizeof *$(p)unfinished, bytes, length);
}

@ end
@ if several_names and contexts > 1 then
// The first characters of `never` rules, each with the number of the set of rules that begin with it.
static const $(p)row $(p)first[] = {
@ for _, row in ipairs(first_rows) do
$(row_line(row, row_text(row.bytes)))
@ end
};

@ end
@ if several_names then
// The sets of rules, with a bit for each rule.
static const uint8_t $(p)sets[$(#sets + 1)][$(set_bytes)] = {
    { 0 },
@ for _, set in ipairs(sets) do
    { $(set_code(set)) },
@ end
};

// The second characters of the rules.
static const $(p)row $(p)second[] = {
@ for _, row in ipairs(second_rows) do
$(row_line(row, row_text(row.bytes)))
@ end
};

@ if contexts > 1 then
// The number of the set of rules that begin with this character.
static uint16_t $(p)rules_of(const uint8_t *bytes, size_t length)
{
    const $(p)row *row = $(p)row_before($(p)first, sizeof $(p)first / sizeof *$(p)first, bytes, length);
    return row ? row->rule : 0;
}

@ end
// The fault of the first rule in the set that forbids a character beginning with these bytes; FAULT_NONE if no rule does.
static $(p)fault $(p)forbidden_by(uint16_t set, const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < sizeof $(p)second / sizeof *$(p)second; i++) {
        const $(p)row *row = &$(p)second[i];
        if ($(p)sets[set][row->rule / 8] >> row->rule % 8 & 1 && $(p)fitting(row, bytes, length) == length) {
            return row->fault;
        }
    }
    return $(U)_FAULT_NONE;
}

@ end
@ if restricted then
// The restrictions on the next bytes: the automaton's state$(several_names and ", and the number of the set of rules that begin with the last character" or "").
typedef struct $(p)context {
    unsigned state;
@ if several_names then
    uint16_t rules;
@ end
} $(p)context;

@ if starts then
// The context at the start of a text.
static const $(p)context $(p)origin = { $(U)_ORIGIN$(several_names and ", " .. #sets or "") };

@ end
@ if contexts > 1 then
// The context at `offset`. The text up to it is well-formed.
@ if reach_back then
// The state depends only on the last $(window == 2 and "byte" or window - 1 .. " bytes"): every earlier state leads to the same state or an error.
@ end
static $(p)context $(p)context_at(const uint8_t *bytes, size_t offset)
{
    $(p)context context;
    context.state = $(U)_START;
@ if several_names then
    context.rules = 0;
@ end
@ if reach_back then
    const size_t from = offset > $(reach_back) ? offset - $(reach_back) : 0;
    const unsigned last = from > 0 ? (unsigned)(sizeof $(p)dfa_next / sizeof *$(p)dfa_next) - $(dfa.classes) : (unsigned)$(U)_START;
    for (unsigned earlier = $(U)_START; earlier <= last; earlier += $(dfa.classes)) {
        unsigned state = earlier;
        size_t at = from;
@ if several_names then
        size_t begin = from;
@ end
        while (at < offset && state != $(U)_DEAD) {
@ if several_names then
            if ($(boundary("state"))) {
                begin = at;
            }
@ end
            state = $(p)dfa_next[state + $(p)dfa_class[bytes[at]]];
            at++;
        }
        if ($(accepts("state"))) {
            context.state = state;
@ if several_names then
            context.rules = $(p)rules_of(bytes + begin, offset - begin);
@ end
            break;
        }
    }
@ else
@ if several_names then
    size_t begin = 0;
@ end
    for (size_t at = 0; at < offset; at++) {
@ if several_names then
        if ($(boundary("context.state"))) {
            begin = at;
        }
@ end
        context.state = $(p)dfa_next[context.state + $(p)dfa_class[bytes[at]]];
    }
@ if several_names then
    context.rules = $(p)rules_of(bytes + begin, offset - begin);
@ end
@ end
    return context;
}

@ end
// The number of leading bytes that the automaton accepts from START, at most one character.
static size_t $(p)taken_from_start(const uint8_t *bytes, size_t size)
{
    unsigned state = $(U)_START;
    size_t taken = 0;
    while (taken < size && (taken == 0 || $(boundary("state", true)))) {
        state = $(p)dfa_next[state + $(p)dfa_class[bytes[taken]]];
        if (state == $(U)_DEAD) {
            break;
        }
        taken++;
    }
    return taken;
}

@ end
@ if restricted or profile then
// Sets the fault, and returns its length. The first `length` bytes could begin a character, but not together with the next byte.
static size_t $(p)fault_at(const uint8_t *bytes, size_t size, size_t length, $(several_names and p .. "context context, " or "")$(p)error *error)
{
@ if restricted then
    // If only the context forbids a character or its beginning, the fault is that of the forbidding rule. All bytes that the automaton
    // accepts from START belong to this fault.
    const size_t taken = $(p)taken_from_start(bytes, size);
@ end
@ if profile then
    // If the encoding accepts more bytes than its profile, all bytes it accepts belong to the fault: a character that the
    // profile excludes, or its beginning. After a beginning, the text ends, or the encoding forbids the next byte, too.
    bool left_out;
    const size_t encoded = $(p)encoded(bytes, size, &left_out);
    if (encoded > $(restricted and "taken" or "length")) {
        error->fault = left_out || encoded == size ? $(p)left_out_by(bytes, encoded) : $(p)fault_of(bytes, encoded);
        return encoded;
    }
@ end
@ if restricted then
    if (taken > length) {
@ if several_names then
        error->fault = $(p)forbidden_by(context.rules, bytes, taken);
@ else
        error->fault = $(U)_$(spec.nevers[1].name:upper());
@ end
        return taken;
    }
@ end
    error->fault = $(p)fault_of(bytes, length);
    return length + (length == 0);
}

@ end
// Sets all members of *error except `offset`. The bytes begin where the longest well-formed prefix ends$(restricted and ", in this context" or ""). The first $(longest == 1 and "byte decides" or longest .. " bytes decide") the error$(has_ends and ", unless characters that must not be the last are among them" or ""). `size` is not 0.
//@ requires size > 0 && \valid_read(bytes + (0 .. size - 1)) && \valid(error) && \separated(error, bytes + (0 .. size - 1));
@ for n = 1, begun and longest or 0 do
//@ requires no_character_$(n): size >= $(n) ==> !character((uint8_t *)bytes, $(n));
@ end
//@ assigns error->fault, error->length, error->state;
//@ ensures within: 1 <= error->length <= size && error->state < $(automaton.count);
@ if begun and not profile then
//@ ensures a_beginning: error->length == 1 || begins((uint8_t *)bytes, error->length);
//@ ensures no_longer: \forall integer n; error->length < n <= size ==> !begins((uint8_t *)bytes, n);
@ end
@ if begun then
@ if has_continuations then
//@ ensures truncated: begins((uint8_t *)bytes, size) ==> error->fault == $(U)_TRUNCATED;
@ end
@ end
static void $(p)diagnose(const uint8_t *bytes, size_t size, $(restricted and p .. "context context, " or "")$(p)error *error)
{
    unsigned state = $(restricted and "context.state" or U .. "_START");
    size_t length = 0;
    error->fault = $((has_continuations or spec.pair) and U .. "_TRUNCATED" or U .. "_NOT_A_FORM");
    //@ loop invariant place: length <= size;
    //@ loop invariant is_state: $(is_state) && state != $(U)_DEAD$(begun and " && (state == " .. U .. "_START <==> length == 0)" or "");
@ for _, one in ipairs(begun or {}) do
    //@ loop invariant $(one.name:sub(#p + 1)): state == $(one.value) <==> $(one.name)((uint8_t *)bytes, length);
@ end
    //@ loop assigns state, length;
    //@ loop variant size - length;
    for (; length < size; length++) {
        unsigned next = $(p)dfa_next[state + $(p)dfa_class[bytes[length]]];
@ for _, one in ipairs(begun or {}) do
        //@ assert $(one.name:sub(#p + 1)): next == $(one.value) <==> $(one.name)((uint8_t *)bytes, length + 1);
        //@
@ end
@ for n = 1, begun and longest - 1 or 0 do
        //@ assert none_of_$(n): next == $(U)_DEAD && length < $(n) ==> !begins((uint8_t *)bytes, $(n));
        //@
@ end
        if (next == $(U)_DEAD) {
            break;
        }
        state = next;
    }
@ if #unfinished_rows > 0 then
    const $(p)row *unfinished = $(p)unfinished_at(bytes, length);
    if (unfinished && $(has_ends and "(length < size || " .. boundary("state") .. ")" or "length < size")) {
        error->fault = unfinished->fault;
        state = $(restricted and "context.state" or U .. "_START");
        for (length = 0; length < unfinished->length; length++) {
            state = $(p)dfa_next[state + $(p)dfa_class[bytes[length]]];
        }
    } else if (length < size) {
@ else
    if (length < size) {
@ end
@ if restricted or profile then
        length = $(p)fault_at(bytes, size, length, $(several_names and "context, " or "")error);
@ else
        error->fault = $(p)fault_of(bytes, length);
        length += length == 0;
@ end
    }
    error->length = length;
    error->state = state / $(dfa.classes);
}

//@ requires \valid_read((uint8_t *)text + (0 .. size - 1));
//@ requires error == \null || (\valid(error) && \separated(error, (uint8_t *)text + (0 .. size - 1)));
//@ assigns *error;
@ if has_grammar then
//@ ensures only_well_formed: \result ==> well_formed((uint8_t *)text, size);
//@ ensures all_well_formed: well_formed((uint8_t *)text, size) ==> \result;
@ end
//@ ensures none: error != \null && \result ==> error->offset == size && error->length == 0 && error->fault == $(U)_FAULT_NONE;
//@ ensures within: error != \null && !\result ==> error->offset < size && 1 <= error->length <= size - error->offset;
@ if begun then
//@ ensures is_well_formed: error != \null ==> well_formed((uint8_t *)text, error->offset);
//@ ensures none_longer: error != \null ==> \forall integer n; error->offset < n <= size ==> !well_formed((uint8_t *)text, n);
@ end
@ if begun and not profile then
//@ ensures a_beginning: error != \null && !\result ==> error->length == 1 || begins((uint8_t *)text + error->offset, error->length);
//@ ensures no_longer: error != \null && !\result ==>
//@     \forall integer n; error->length < n <= size - error->offset ==> !begins((uint8_t *)text + error->offset, n);
@ end
bool $(p)check(const void *text, size_t size, $(p)error *error)
{
    const size_t offset = $(p)valid_prefix(text, size);
    if (error) {
        error->offset = offset;
        error->length = 0;
        error->fault = $(U)_FAULT_NONE;
        error->state = 0;
        if (offset != size) {
            const uint8_t *bytes = (const uint8_t *)text;
@ for length = 1, begun and longest or 0 do
            //@ ghost if (size - offset >= $(length)) { unfold(bytes, offset + $(length)); }
            //@
@ end
@ if starts then
            const $(p)context after = $(contexts > 1 and p .. "context_at(bytes, offset)" or "{ " .. U .. "_START" .. (several_names and ", 0" or "") .. " }");
            $(p)diagnose(bytes + offset, size - offset, offset == 0 ? $(p)origin : after, error);
@ else
            $(p)diagnose(bytes + offset, size - offset, $(contexts > 1 and p .. "context_at(bytes, offset), " or "")error);
@ end
        }
    }
    return offset == size;
}
