// SPDX-License-Identifier: 0BSD
//
// The naive converter. See reference_utf.h.
#include "reference_utf.h"

#include "language.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A cache of the code points of characters of one and two bytes. UINT64_MAX: no code point.
static uint64_t of_one[256], of_two[256][256];

static uint64_t code_point_of(const uint8_t *octets, size_t size)
{
    const bool whole = reference_character(REFERENCE_START, octets, size, NULL) == REFERENCE_WHOLE;
    return whole && reference_numbered() ? reference_point(octets, size) : UINT64_MAX;
}

void reference_utf_prepare(void)
{
    for (unsigned first = 0; first < 256; first++) {
        uint8_t octets[2] = {(uint8_t)first};
        of_one[first] = code_point_of(octets, 1);
        for (unsigned second = 0; second < 256; second++) {
            octets[1] = (uint8_t)second;
            of_two[first][second] = code_point_of(octets, 2);
        }
    }
}

static void *room_for(size_t count, size_t size)
{
    void *room = malloc(count * size);
    if (room == NULL) {
        perror("verify: no memory for conversions");
        exit(2);
    }
    return room;
}

struct reference_conversion reference_conversion_open(size_t room)
{
    return (struct reference_conversion){
        .read_by = room_for(room, sizeof(uint32_t)),
        .written_by = room_for(room, sizeof(uint32_t)),
        .replaced_by = room_for(room, sizeof(uint32_t)),
        .units = room_for(2 * room, sizeof(uint32_t)),
        .bytes = room_for(REFERENCE_LONGEST * (room + 1), 1),
        .room = room,
    };
}

void reference_conversion_close(struct reference_conversion *c)
{
    free(c->read_by);
    free(c->written_by);
    free(c->replaced_by);
    free(c->units);
    free(c->bytes);
}

static void add_step(struct reference_conversion *c, size_t read, size_t written)
{
    c->read_by[c->steps] = (uint32_t)read;
    c->written_by[c->steps] = (uint32_t)written;
    c->replaced_by[c->steps] = 0;
    c->steps++;
}

// Ends the conversion after `steps` steps, with this status.
static void end(struct reference_conversion *c, size_t steps, enum reference_status status)
{
    c->steps = steps;
    c->read = steps > 0 ? c->read_by[steps - 1] : 0;
    c->written = steps > 0 ? c->written_by[steps - 1] : 0;
    c->status = status;
}

static bool is_high(uint64_t c)
{
    return c >= 0xD800 && c <= 0xDBFF;
}

static bool is_low(uint64_t c)
{
    return c >= 0xDC00 && c <= 0xDFFF;
}

static uint64_t pair_of(uint64_t high, uint64_t low)
{
    return 0x10000 + (high - 0xD800) * 0x400 + (low - 0xDC00);
}

// Returns the code point of the character at *at, and moves *at past it.
static uint64_t read_character(const uint8_t *text, size_t size, size_t *at)
{
    const size_t begin = *at;
    uint16_t node = language.free;
    do {
        node = language.next[node][text[(*at)++]];
    } while (*at < size && !language.boundary[node]);
    switch (*at - begin) {
    case 1:
        return of_one[text[begin]];
    case 2:
        return of_two[text[begin]][text[begin + 1]];
    default:
        return code_point_of(text + begin, *at - begin);
    }
}

void reference_to_units(struct reference_conversion *c, bool utf16, const uint8_t *text,
                        size_t size)
{
    uint16_t node = language.free;
    size_t well = 0, at = 0, written = 0;
    for (size_t i = 0; i < size && node != LANGUAGE_DEAD; i++) {
        node = language.next[node][text[i]];
        well = language.accepts[node] ? i + 1 : well;
    }
    c->steps = 0;
    while (at < well) {
        uint64_t point = read_character(text, well, &at);
        if (is_high(point) && at < well) {
            size_t after = at;
            const uint64_t low = read_character(text, well, &after);
            if (is_low(low)) {
                point = pair_of(point, low);
                at = after;
            }
        }
        if (!utf16) {
            c->units[written++] = (uint32_t)point;
        } else if (point <= 0xFFFF) {
            c->units[written++] = (uint32_t)point;
        } else if (point <= 0x10FFFF) {
            c->units[written++] = (uint32_t)(0xD800 + (point - 0x10000) / 0x400);
            c->units[written++] = (uint32_t)(0xDC00 + (point - 0x10000) % 0x400);
        } else {
            end(c, c->steps, REFERENCE_ILL_FORMED);
            return;
        }
        add_step(c, at, written);
    }
    end(c, c->steps,
        well == size            ? REFERENCE_COMPLETE
        : node == LANGUAGE_DEAD ? REFERENCE_ILL_FORMED
                                : REFERENCE_INCOMPLETE);
}

// Writes the code point, or both halves of its surrogate pair. Returns 0 if the encoding has
// neither.
static size_t spell(uint64_t point, uint8_t *to)
{
    size_t size = reference_spell(point, to);
    if (size == 0 && point >= 0x10000 && point <= 0x10FFFF) {
        const size_t high = reference_spell(0xD800 + (point - 0x10000) / 0x400, to);
        const size_t low = reference_spell(0xDC00 + (point - 0x10000) % 0x400, to + high);
        size = high > 0 && low > 0 ? high + low : 0;
    }
    return size;
}

void reference_from_units(struct reference_conversion *c, const uint32_t *units, size_t size)
{
    uint16_t node = language.free;
    size_t well = 0, at = 0, written = 0;  // well: a text may end after this number of steps
    c->steps = 0;
    while (at < size) {
        const bool pair = is_high(units[at]) && size - at > 1 && is_low(units[at + 1]);
        const uint64_t point = pair ? pair_of(units[at], units[at + 1]) : units[at];
        const size_t length = spell(point, c->bytes + written);
        for (size_t i = 0; i < length; i++) {
            node = language.next[node][c->bytes[written + i]];
        }
        if (length == 0 || node == LANGUAGE_DEAD) {
            const bool cut = length == 0 && is_high(point) && at + 1 == size;
            end(c, well, cut ? REFERENCE_INCOMPLETE : REFERENCE_ILL_FORMED);
            return;
        }
        at += pair ? 2 : 1;
        written += length;
        add_step(c, at, written);
        well = language.accepts[node] ? c->steps : well;
    }
    end(c, well, well == c->steps ? REFERENCE_COMPLETE : REFERENCE_INCOMPLETE);
}

// ---- Lossy conversions ----

static size_t put_unit(struct reference_conversion *c, bool utf16, uint64_t point, size_t written)
{
    if (utf16 && point > 0xFFFF) {
        c->units[written] = (uint32_t)(0xD800 + (point - 0x10000) / 0x400);
        c->units[written + 1] = (uint32_t)(0xDC00 + (point - 0x10000) % 0x400);
        return written + 2;
    }
    c->units[written] = (uint32_t)point;
    return written + 1;
}

// Adds a step; if `joined`, extends the last step instead. `replaced` counts all replacements so far.
static void add_lossy_step(struct reference_conversion *c, bool joined, size_t read, size_t written,
                           size_t replaced)
{
    c->steps -= joined && c->steps > 0;
    add_step(c, read, written);
    c->replaced_by[c->steps - 1] = (uint32_t)replaced;
}

void reference_to_units_lossy(struct reference_conversion *c, bool utf16, uint32_t replacement,
                              const uint8_t *text, size_t size)
{
    size_t at = 0, written = 0, replaced = 0;
    c->steps = 0;
    while (at < size) {
        const struct reference_error error = reference_check_rest(text + at, size - at);
        const size_t well = at + error.offset, begin = at;
        while (at < well) {
            uint64_t point = read_character(text, well, &at);
            size_t after = at;
            if (is_high(point) && at < well) {
                const uint64_t low = read_character(text, well, &after);
                if (is_low(low)) {
                    point = pair_of(point, low);
                    at = after;
                }
            }
            if (utf16 && point > 0x10FFFF) {
                point = replacement;
                replaced++;
            }
            written = put_unit(c, utf16, point, written);
            add_lossy_step(c, false, at, written, replaced);
        }
        if (error.length > 0) {
            const bool barred = language_walk_rest(text + begin, well - begin) != language.free;
            at = well + error.length;
            written = put_unit(c, utf16, replacement, written);
            add_lossy_step(c, barred, at, written, ++replaced);
        }
    }
    end(c, c->steps, REFERENCE_COMPLETE);
}

void reference_from_units_lossy(struct reference_conversion *c, uint32_t replacement,
                                const uint32_t *units, size_t size)
{
    uint16_t node = language.free;
    size_t at = 0, written = 0, replaced = 0;
    // The units from this index to `at` are pending characters: a text must not end after them.
    size_t pending = 0;
    uint16_t node_pending = language.free;
    c->steps = 0;
    while (at < size || pending < at) {
        const bool pair = at < size && is_high(units[at]) && size - at > 1 && is_low(units[at + 1]);
        const uint64_t point = pair ? pair_of(units[at], units[at + 1]) : at < size ? units[at] : 0;
        const size_t length = at < size ? spell(point, c->bytes + written) : 0;
        uint16_t next = node;
        for (size_t i = 0; i < length; i++) {
            next = language.next[next][c->bytes[written + i]];
        }
        if (length > 0 && next != LANGUAGE_DEAD) {
            at += pair ? 2 : 1;
            written += length;
            add_lossy_step(c, false, at, written, replaced);
            node = next;
            if (language.accepts[node]) {
                pending = at;
                node_pending = node;
            }
            continue;
        }
        // Writes replacements for the pending characters, or for this one if there are none.
        size_t until = at;
        while (c->steps > 0 && c->read_by[c->steps - 1] > pending) {
            c->steps--;
        }
        written = c->steps > 0 ? c->written_by[c->steps - 1] : 0;
        if (pending == at) {
            until += pair ? 2 : 1;
        }
        node = node_pending;
        for (at = pending; at < until;) {
            const bool both = is_high(units[at]) && until - at > 1 && is_low(units[at + 1]);
            at += both ? 2 : 1;
            written += reference_spell(replacement, c->bytes + written);
            add_lossy_step(c, node != language.free, at, written, ++replaced);
            node = language.free;
        }
        pending = at;
        node_pending = language.free;
    }
    end(c, c->steps, REFERENCE_COMPLETE);
}

enum reference_status reference_in_room(const struct reference_conversion *c, size_t room,
                                        size_t *read, size_t *written)
{
    size_t steps = c->steps;
    while (steps > 0 && c->written_by[steps - 1] > room) {
        steps--;
    }
    *read = steps > 0 ? c->read_by[steps - 1] : 0;
    *written = steps > 0 ? c->written_by[steps - 1] : 0;
    return steps < c->steps ? REFERENCE_NO_ROOM : c->status;
}

size_t reference_replaced(const struct reference_conversion *c, size_t room)
{
    size_t steps = c->steps;
    while (steps > 0 && c->written_by[steps - 1] > room) {
        steps--;
    }
    return steps > 0 ? c->replaced_by[steps - 1] : 0;
}
