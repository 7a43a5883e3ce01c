const char *$(p)fault_name($(p)fault fault)
{
    static const char *const names[] = {
        "none",
@ for _, fault in ipairs(faults) do
        "$(fault.name)",
@ end
    };
    return (size_t)fault < sizeof names / sizeof *names ? names[fault] : "unknown";
}

bool $(p)expected(uint32_t state, uint8_t byte)
{
    return state < $(automaton.count) && $(p)dfa_next[state * $(dfa.classes)U + $(p)dfa_class[byte]] != $(U)_DEAD;
}

@ if longest_row > 0 then
// Ranges of bytes, one for each place$(several_names and "; `rule` and `second` are those of `never`" or "").
typedef struct $(p)row {
    uint8_t length, low[$(longest_row)], high[$(longest_row)];
@ if several_names then
    bool second;
    uint16_t rule;
@ end
    $(p)fault fault;
} $(p)row;

// How many of the first `length` bytes lie in the ranges of a row, up to the first that does not.
static size_t $(p)fitting(const $(p)row *row, const uint8_t *bytes, size_t length)
{
    size_t i = 0;
    while (i < length && i < row->length && row->low[i] <= bytes[i] && bytes[i] <= row->high[i]) {
        i++;
    }
    return i;
}

@ end
@ if #excluded > 0 or not leads_tell_all then
// The first row whose first `length` ranges hold these bytes, or NULL.
static const $(p)row *$(p)row_of(const $(p)row *rows, size_t count, const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < count; i++) {
        if ($(p)fitting(&rows[i], bytes, length) == length) {
            return &rows[i];
        }
    }
    return NULL;
}

@ end
@ if #excluded > 0 then
// What the forms could write but the encoding leaves out, up to the byte that decides it.
static const $(p)row $(p)excluded[] = {
@ for _, row in ipairs(excluded) do
    // $(row_text(row.bytes))
    $(row_code(row)),
@ end
};

@ end
@ if not leads_tell_all then
// The forms: which bytes stand at each place of them, left out or not.
static const $(p)row $(p)forms[] = {
@ for _, form in ipairs(spec.forms) do
    // $(form.pattern)
    $(row_code(form)),
@ end
};

@ end
// The fault of bytes[0..length], of which the first length bytes could begin a character and the last one ended that.
static $(p)fault $(p)fault_of(const uint8_t *bytes, size_t length)
{
@ if not leads_tell_all then
    // Whether some form that bytes[0..length) begin has bytes[length] next.
    if (!$(p)row_of($(p)forms, sizeof $(p)forms / sizeof *$(p)forms, bytes, length + 1)) {
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
}

@ if contexts > 1 then
// The state at `offset`, where a character begins and may be forbidden by the one before$(several_names and ", which begins at *before" or "").
@ if reach_back then
// The last $(window - 1) bytes of a text tell its state: of those that it could have a little earlier, one that they keep alive leads there.
@ end
static unsigned $(p)state_at(const uint8_t *bytes, size_t offset$(several_names and ", size_t *before" or ""))
{
@ if reach_back then
    const size_t from = offset > $(reach_back) ? offset - $(reach_back) : 0;
    for (unsigned earlier = $(U)_START; earlier < sizeof $(p)dfa_next / sizeof *$(p)dfa_next; earlier += $(dfa.classes)) {
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
@ if several_names then
            *before = begin;
@ end
            return state;
        }
    }
    return $(U)_START;
@ else
    unsigned state = $(U)_START;
    for (size_t at = 0; at < offset; at++) {
@ if several_names then
        if ($(boundary("state"))) {
            *before = at;
        }
@ end
        state = $(p)dfa_next[state + $(p)dfa_class[bytes[at]]];
    }
    return state;
@ end
}

// How many bytes the automaton reads from START, at most to the end of one character.
static size_t $(p)taken_afresh(const uint8_t *bytes, size_t size)
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
@ if several_names then
// The characters that rules keep apart: rows of the first one's bytes, and of the second one's.
static const $(p)row $(p)never[] = {
@ for _, row in ipairs(never_rows) do
    // $(row_text(row.bytes))
    $(row_code(row)),
@ end
};

// The first rule that forbids what begins with bytes[0..length] directly after the `size` bytes of the character before.
static $(p)fault $(p)never_between(
    const uint8_t *bytes, size_t length, size_t size)
{
    const size_t count = sizeof $(p)never / sizeof *$(p)never;
    for (size_t i = 0; i < count; i++) {
        const $(p)row *second = &$(p)never[i];
        const bool begun = second->second && $(p)fitting(second, bytes, length) == length;
        for (size_t j = 0; j < count && begun; j++) {
            const $(p)row *first = &$(p)never[j];
            if (!first->second && first->rule == second->rule && first->length == size
                && $(p)fitting(first, bytes - size, size) == size) {
                return second->fault;
            }
        }
    }
    return $(U)_FAULT_NONE;
}

@ end
@ if #unfinished_rows > 0 then
// What is read whole and yet must not be the end$(spec.pair and ": halves of pairs" or "").
static const $(p)row $(p)unfinished[] = {
@ for _, row in ipairs(unfinished_rows) do
    // $(row_text(row.bytes))
    $(row_code(row)),
@ end
};

// The first row whose bytes are the first of these, or NULL.
static const $(p)row *$(p)unfinished_at(const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < sizeof $(p)unfinished / sizeof *$(p)unfinished; i++) {
        const $(p)row *row = &$(p)unfinished[i];
        if ($(p)fitting(row, bytes, length) == row->length) {
            return row;
        }
    }
    return NULL;
}

@ end
bool $(p)check(const void *text, size_t size, $(p)error *error)
{
    const uint8_t *bytes = (const uint8_t *)text;
    size_t offset = $(p)valid_prefix(text, size), i = offset;
    $(p)fault fault = $(U)_FAULT_NONE;
    unsigned state = $(U)_START;
    if (offset != size) {
@ if contexts > 1 then
        // The character before the fault may forbid what follows it.
@ if several_names then
        size_t before = 0;
        state = $(p)state_at(bytes, offset, &before);
@ else
        state = $(p)state_at(bytes, offset);
@ end
@ end
@ if #unfinished_rows > 0 then
        const unsigned origin = state;
@ end
        fault = $((has_continuations or spec.pair) and U .. "_TRUNCATED" or U .. "_NOT_A_FORM");
        for (; i < size; i++) {
            unsigned next = $(p)dfa_next[state + $(p)dfa_class[bytes[i]]];
            if (next == $(U)_DEAD) {
                break;
            }
            state = next;
        }
@ if #unfinished_rows > 0 then
        const $(p)row *unfinished = $(p)unfinished_at(bytes + offset, i - offset);
        if (unfinished && $(has_ends and "(i < size || " .. boundary("state") .. ")" or "i < size")) {
            fault = unfinished->fault;
            state = origin;
            for (i = offset; i < offset + unfinished->length; i++) {
                state = $(p)dfa_next[state + $(p)dfa_class[bytes[i]]];
            }
        } else if (i < size) {
@ else
        if (i < size) {
@ end
@ if contexts > 1 then
            // What dies only because of the character before it is called after the rule that forbids it there, and taken whole.
            size_t taken = $(p)taken_afresh(bytes + offset, size - offset);
            if (taken > i - offset) {
@ if several_names then
                fault = $(p)never_between(bytes + offset, taken, offset - before);
@ else
                fault = $(U)_$(spec.nevers[1].name:upper());
@ end
                i = offset + taken;
            } else {
                fault = $(p)fault_of(bytes + offset, i - offset);
                i += i == offset;
            }
@ else
            fault = $(p)fault_of(bytes + offset, i - offset);
            i += i == offset;
@ end
        }
    }
    if (error) {
        error->offset = offset;
        error->length = i - offset;
        error->fault = fault;
        error->state = state / $(dfa.classes);
    }
    return offset == size;
}
