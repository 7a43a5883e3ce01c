@ if plan.plain == "positive" then

// The high bit of each lane whose byte is not plain.
$(V)_WORD $(v)vec $(v)not_plain($(v)vec b)
{
    return $(v)or(b, $(v)add(b, $(v)splat(255)));
}
@ elseif plan.plain == "table" then

// The high bit of each lane whose byte is not plain.
$(V)_WORD $(v)vec $(v)not_plain($(v)vec b)
{
    return $(v)or(b, $(classes and v .. "alone(b)" or ("%sadd(%salone(b), %ssplat(127))"):format(v, v, v)));
}
@ end

// How a text is gone through, in bytes. Plain ones are skipped by units, from FAR on in a stretch of them by two units at once.
// Others are checked in runs, from FEW after plain ones to MANY, each twice as long as the one before: where there is little that
// is plain, it is seldom looked for. Texts up to MEDIUM are not looked at for it. The runs are loops that compilers do not unroll, so that
// all constants stay in registers.
@ if classes then
// Texts from VAST on come from memory, which is asked for what lies AHEAD.
@ end
enum {
    $(V)_UNIT = $(classes and 2 or 4) * $(V)_WIDTH,
    $(V)_FEW = $(V)_UNIT,
    $(V)_MANY = 32 * $(V)_WIDTH,
    $(V)_FAR = 16 * $(V)_UNIT,
@ if classes and plan.watch > 0 then
    $(V)_CAREFUL = 8 * $(V)_WIDTH,
@ end
@ if classes then
    $(V)_VAST = 1 << 20,
    $(V)_AHEAD = 1 << 13,
@ end
    $(V)_MEDIUM = $(classes and 4 * 64 - window + 1 or 256)
};

@ if plan.plain == "positive" then
// A unit in one vector: a lane is positive, as a signed number, if all its bytes are plain.
@ else
// A unit in one vector: a lane has the high bit if one of its bytes is not plain.
@ end
$(V)_WORD $(v)vec $(v)fold_unit(const uint8_t *at)
{
    $(v)vec low = $(v)$(fold)($(folded(v, "at")), $(folded(v, "at + " .. V .. "_WIDTH")));
@ if classes then
    return low;
@ else
    at += 2 * $(V)_WIDTH;
    $(v)vec high = $(v)$(fold)($(folded(v, "at")), $(folded(v, "at + " .. V .. "_WIDTH")));
    return $(v)$(fold)(low, high);
@ end
}

// Where the plain units end that begin at text[from].
$(V)_WORD size_t $(v)plain_end(const uint8_t *text, size_t size, size_t from)
{
    size_t i = from;
    for (; size - i >= $(V)_UNIT && i - from < $(V)_FAR; i += $(V)_UNIT) {
        if ($(v)any_high_bit($(unfolded(v, v .. "fold_unit(text + i)")))) {
            return i;
        }
    }
    for (; size - i >= 2 * $(V)_UNIT; i += 2 * $(V)_UNIT) {
        const uint8_t *at = text + i;
        $(v)vec first = $(v)fold_unit(at);
        $(v)vec both = $(v)$(fold)(first, $(v)fold_unit(at + $(V)_UNIT));
        if ($(v)any_high_bit($(unfolded(v, "both")))) {
            break;
        }
    }
    return i;
}
