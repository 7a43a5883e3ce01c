// SPDX-License-Identifier: 0BSD
/*
 * Finds the bytes that were expected at a fault, the bytes before them, and the bytes found instead.
 *
 * In: a finding. Out: ranges of byte values, and offsets in the text.
 *
 * The idea: unless the text ends inside the ill-formed sequence, this sequence is wrong in one of three ways:
 *     1. it begins a character, but the next byte cannot continue it: E0 before 80
 *     2. it may not follow the character before it: ED B0 80 after ED A0 80 in WTF-8
 *     3. no allowed character begins with it: FF, or EF BF BE in XML
 * The found bytes end with the first byte after which no continuation is well-formed.
 *
 * 61 E0 80: expected A0..BF after E0, found 80.
 */
#include "u8check_report.h"

static byte_ranges expected_of(const encoding *e, const text_error *error)
{
    byte_ranges r = {.count = 0};
    bool inside = false;
    for (unsigned byte = 0; byte < 256; byte++) {
        bool expected = e->expected(error->state, (uint8_t)byte);
        if (expected && !inside) {
            r.ranges[r.count++].low = (uint8_t)byte;
        }
        if (expected) {
            r.ranges[r.count - 1].high = (uint8_t)byte;
        }
        inside = expected;
    }
    return r;
}

/* Whether some continuation of a text is well-formed. */
static bool could_continue(const encoding *e, const uint8_t *text, size_t size)
{
    text_error error;
    return e->check(text, size, &error) || error.truncated;
}

reason reason_of(const encoding *e, const finding *f)
{
    reason r = {.expected = expected_of(e, &f->error), .after = f->fault};
    size_t length = f->error.length, end = f->fault;
    if (f->error.truncated) {
        r.from = f->fault + length;
        return r;
    }
    do { /* until text[end - 1] rules out every continuation */
        end++;
    } while (end < f->size && could_continue(e, f->text + f->before, end - f->before));
    if (end - f->fault > length) { /* case 1 */
        r.from = f->fault + length;
    } else if (could_continue(e, f->text + f->fault, end - f->fault)) {
        /* case 2 */
        r.after = f->before;
        r.from = e->expected(f->error.state, f->text[f->fault]) ? end - 1 : f->fault;
    } else { /* case 3 */
        r.from = end - 1;
    }
    r.size = end - r.from;
    return r;
}

void put_ranges(sink *s, const byte_ranges *r, const char *separator)
{
    for (size_t i = 0; i < r->count; i++) {
        unsigned low = r->ranges[i].low, high = r->ranges[i].high;
        say(s, high > low ? "%s%02X..%02X" : "%s%02X", i > 0 ? separator : "", low, high);
    }
}

void put_hex(sink *s, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        say(s, "%s%02X", i > 0 ? " " : "", bytes[i]);
    }
}

void put_words(sink *s, const finding *f, const reason *r)
{
    say(s, "expected ");
    put_ranges(s, &r->expected, " or ");
    if (r->from > r->after) {
        say(s, " after ");
        put_hex(s, f->text + r->after, r->from - r->after);
    }
    say(s, ", found ");
    put_hex(s, f->text + r->from, r->size);
    if (r->size == 0) {
        say(s, "the end");
    }
}
