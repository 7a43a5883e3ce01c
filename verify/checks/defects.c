// SPDX-License-Identifier: 0BSD
//
// The bugs that other validators shipped with: do the checks find them?
//
// In: the public valid function, which is right, wrapped so that it has one bug. Out: the checks
// that notice the bug, and the first text on which the sweep notices it. In an encoding of the
// catalogue, it is a failure if fewer than two checks notice a bug.
//
// The idea: bugs repeat themselves, so known ones are kept as tests of the checks. If the reference
// shows that a bug makes no difference in an encoding, the bug is listed and skipped. Comments name
// the issue: "simdjson 1187" is issue 1187 of simdjson.
//
//     40*64 C2    accepted if the block before a last lead byte is ASCII
#define _POSIX_C_SOURCE 200809L
#include "checks.h"
#include "../shared/guard.h"
#include "../reference/language.h"
#include "../shared/report.h"
#include "../shared/strings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 64, ROUNDS = 4 };

// Bytes that the bugs need. A variable is NONE if the encoding has no such byte; bugs that need it
// are then skipped.
enum { NONE = -1 };
static int foreign = NONE;     // a byte that no character has
static int last_plain = NONE;  // the greatest plain byte

// Is this byte plain: a character that may be the first of a text, and restricts nothing after it?
static bool is_plain_byte(uint8_t byte)
{
    return language.next[language.free][byte] == language.free &&
           language.next[LANGUAGE_START][byte] == language.free;
}

static void find_bytes(void)
{
    for (unsigned byte = 0; byte < 256; byte++) {
        bool dead = true;
        for (size_t node = 0; node < language.count; node++) {
            dead = dead && language.next[node][byte] == LANGUAGE_DEAD;
        }
        if (dead) {
            foreign = (int)byte;
        }
        if (is_plain_byte((uint8_t)byte)) {
            last_plain = (int)byte;
        }
    }
}

// Is this byte the first of a longer character, or a character that must not be the last one?
static bool is_lead(uint8_t byte)
{
    const uint16_t node = language.next[language.free][byte];
    return node != LANGUAGE_DEAD && !language.accepts[node];
}

// Are these bytes all plain?
static bool is_plain(const uint8_t *text, size_t size)
{
    size_t i = 0;
    while (i < size && is_plain_byte(text[i])) {
        i++;
    }
    return i == size;
}

static bool is_cut(const uint8_t *text, size_t size)
{
    return strcmp(reference_check(text, size).fault, "truncated") == 0;
}

// simdjson 1187, fastvalidate 24: a lead byte at the end of a text, after plain bytes, is accepted.
static bool last_lead(const void *text, size_t size)
{
    const uint8_t *bytes = text;
    const bool passes =
        size > BLOCK && is_lead(bytes[size - 1]) && is_plain(bytes + size - 1 - BLOCK, BLOCK);
    return subject.valid(text, passes ? size - 1 : size);
}

// simdjson 1169: the code for vectors accepts a foreign byte as a character; the code for short
// texts does not.
static bool foreign_byte(const void *text, size_t size)
{
    const uint8_t *bytes = text;
    const uint8_t *at = size < BLOCK ? NULL : memchr(text, foreign, size);
    if (at == NULL) {
        return subject.valid(text, size);
    }
    const size_t before = (size_t)(at - bytes);
    return subject.valid(text, before) && subject.valid(at + 1, size - before - 1);
}

// After a plain block, a character across the end of the next block is rejected.
static bool across_blocks(const void *text, size_t size)
{
    const uint8_t *bytes = text;
    for (size_t i = BLOCK; i + BLOCK < size; i += BLOCK) {
        if (is_plain(bytes + i - BLOCK, BLOCK) && is_lead(bytes[i + BLOCK - 1])) {
            return false;
        }
    }
    return subject.valid(text, size);
}

// simdutf 373: a plain block is skipped without checking the pending bytes.
static bool pending_forgotten(const void *text, size_t size)
{
    const uint8_t *bytes = text;
    size_t from = 0;
    for (size_t i = 0; i + BLOCK <= size; i += BLOCK) {
        if (is_plain(bytes + i, BLOCK)) {
            if (i > from && !subject.valid(bytes + from, i - from) &&
                !is_cut(bytes + from, i - from)) {
                return false;
            }
            from = i + BLOCK;
        }
    }
    return from == size || subject.valid(bytes + from, size - from);
}

// A text of whole blocks may end within a character.
static bool whole_blocks(const void *text, size_t size)
{
    return subject.valid(text, size) || (size % BLOCK == 0 && is_cut(text, size));
}

// Vectorscan rejects U+007F. This function rejects the greatest plain byte.
static bool delete_rejected(const void *text, size_t size)
{
    return subject.valid(text, size) && (size == 0 || memchr(text, last_plain, size) == NULL);
}

// Returns the size of the first form that these bytes begin with, or 0.
static size_t form_at(const uint8_t *bytes, size_t size)
{
    for (size_t form = 0; reference_form_size(form) > 0; form++) {
        const size_t own = reference_form_size(form);
        size_t place = 0;
        while (place < own && place < size && reference_fits(form, place, bytes[place])) {
            place++;
        }
        if (place == own) {
            return own;
        }
    }
    return 0;
}

// libuv: overlong forms are accepted.
static bool overlong_accepted(const void *text, size_t size)
{
    const uint8_t *bytes = text;
    for (;;) {
        const struct reference_error e = reference_check(bytes, size);
        const size_t form = form_at(bytes + e.offset, size - e.offset);
        if (strcmp(e.fault, "overlong") != 0 || form == 0) {
            return subject.valid(bytes, size);
        }
        bytes += e.offset + form;
        size -= e.offset + form;
    }
}

// The size is truncated to 32 bits.
static bool size_in_int(const void *text, size_t size)
{
    return subject.valid(text, (uint32_t)size);
}

static bool touch(const volatile uint8_t *byte)
{
    (void)*byte;
    return true;
}

// cmark 206, paho 433: the byte after the text is read.
static bool reads_after(const void *text, size_t size)
{
    return subject.valid(text, size) && (size == 0 || touch((const uint8_t *)text + size));
}

static bool reads_before(const void *text, size_t size)
{
    return subject.valid(text, size) && (size == 0 || touch((const uint8_t *)text - 1));
}

// mosquitto 2.0.11, lib/utf8_mosq.c: the end is checked with `==`, so the validator reads after the
// end of a text that lacks more than one byte of its last character.
static bool lacks_one_only(const void *text, size_t size)
{
    const uint16_t node = language_walk(text, size);
    const bool lacks =
        node != LANGUAGE_DEAD && !language.accepts[node] && language.distance[node] > 1;
    return subject.valid(text, size) ||
           (lacks && is_cut(text, size) && touch((const uint8_t *)text + size) && false);
}

// kitty 9146: the vector decoder checks that the second byte is a continuation byte, but not that
// it is in the range for its lead byte.
static bool second_byte(const void *text, size_t size)
{
    const uint8_t *bytes = text;
    for (;;) {
        const struct reference_error e = reference_check(bytes, size);
        const size_t form = form_at(bytes + e.offset, size - e.offset);
        if (form < 3 || e.length == 0 || strcmp(e.fault, "unpaired") == 0) {
            return subject.valid(bytes, size);
        }
        bytes += e.offset + form;
        size -= e.offset + form;
    }
}

// Boost.MQTT5 57: compares only the low byte of a code point with U+FFFE and U+FFFF.
static bool low_byte(const void *text, size_t size)
{
    const uint8_t *bytes = text;
    uint16_t node = LANGUAGE_START;
    size_t begin = 0;
    for (size_t i = 0; i < size && node != LANGUAGE_DEAD; i++) {
        node = language.next[node][bytes[i]];
        if (node != LANGUAGE_DEAD && language.boundary[node]) {
            if ((reference_point(bytes + begin, i + 1 - begin) & 0xFE) == 0xFE) {
                return false;
            }
            begin = i + 1;
        }
    }
    return subject.valid(text, size);
}

// The restriction by the last character of a block is forgotten, so the next block may begin with a
// character that is forbidden there: in WTF-8, a low surrogate after a high one.
static bool context_forgotten(const void *text, size_t size)
{
    const uint8_t *bytes = text;
    uint16_t node = LANGUAGE_START;
    for (size_t i = 0; i < size; i++) {
        if (i > 0 && i % BLOCK == 0 && language.boundary[node]) {
            node = language.free;
        }
        node = language.next[node][bytes[i]];
    }
    return language.accepts[node];
}

// Half of a pair is accepted as a character.
static bool half_accepted(const void *text, size_t size)
{
    const uint8_t *bytes = text;
    const struct reference_error e = reference_check(text, size);
    if (strcmp(e.fault, "unpaired") != 0) {
        return subject.valid(text, size);
    }
    return subject.valid(bytes + e.offset + e.length, size - e.offset - e.length);
}

// ---- Does a bug make a difference in this encoding? ----

static bool always(void)
{
    return true;
}

static bool has_plain(void)
{
    return last_plain != NONE;
}

// Is there a foreign byte, and can well-formed text surround it?
static bool has_foreign(void)
{
    uint8_t loop[STRINGS_WAY];
    return foreign != NONE && strings_loop(loop) > 0;
}

static bool has_leads(void)
{
    bool found = false;
    for (unsigned byte = 0; byte < 256; byte++) {
        const uint16_t node = language.next[language.free][byte];
        found = found || (is_lead((uint8_t)byte) && language.distance[node] != LANGUAGE_NEVER);
    }
    return found && has_plain();
}

// Is there a node inside a character for which `holds` is true, and does a text lead there that the
// reference reports as truncated?
static bool is_cut_where(bool (*holds)(size_t node))
{
    uint8_t *text = malloc(language.count + 1);
    bool found = false;
    for (size_t node = LANGUAGE_START; text != NULL && node < language.count && !found; node++) {
        size_t size;
        found = !language.boundary[node] && holds(node) && strings_reach(node, text, &size) &&
                is_cut(text, size);
    }
    free(text);
    return found;
}

// Does a plain byte make the pending bytes ill-formed? Otherwise, forgetting them makes no
// difference.
static bool has_fatal_plain(size_t node)
{
    bool found = false;
    for (unsigned byte = 0; byte < 256; byte++) {
        found =
            found || (is_plain_byte((uint8_t)byte) && language.next[node][byte] == LANGUAGE_DEAD);
    }
    return found;
}

static bool has_ends(void)
{
    return is_cut_where(has_fatal_plain);
}

static bool is_any(size_t node)
{
    (void)node;
    return true;
}

static bool has_inside(void)
{
    return has_plain() && is_cut_where(is_any);
}

// May some byte follow only some characters, and is there a plain byte? A rule that only forbids a
// character at the end does not count: it does not restrict the next character.
static bool has_contexts(void)
{
    bool differs = false;
    for (size_t node = 0; node < language.count; node++) {
        const bool after = language.boundary[node] && node != LANGUAGE_START;
        for (size_t i = 0; after && i < language.columns; i++) {
            const uint8_t byte = language.typical[i];
            differs = differs || language.next[node][byte] != language.next[language.free][byte];
        }
    }
    return differs && has_plain();
}

// Does some byte after some node give this fault?
static bool has_fault(const char *fault)
{
    uint8_t *text = malloc(language.count + 1);
    bool found = false;
    for (size_t node = LANGUAGE_START; text != NULL && node < language.count && !found; node++) {
        size_t size;
        for (size_t i = 0; strings_reach(node, text, &size) && i < language.columns; i++) {
            text[size] = language.typical[i];
            found = found || (language.next[node][text[size]] == LANGUAGE_DEAD &&
                              strcmp(reference_check(text, size + 1).fault, fault) == 0);
        }
    }
    free(text);
    return found;
}

// Is the function wrong about an end of a range of some form of at least `least` bytes? The encoding
// may have the range or leave it out.
static bool is_wrong_of_form(bool (*valid)(const void *text, size_t size), size_t least)
{
    uint8_t octets[REFERENCE_ROW];
    bool wrong = false;
    for (size_t form = 0; reference_form_size(form) > 0; form++) {
        size_t size = reference_form_size(form) < least ? 0 : 1;
        for (size_t row = 0; size > 0 && !wrong; row++) {
            for (int last = 0; last < 2; last++) {
                size = reference_alike(form, row, last, octets);
                wrong = wrong || (size > 0 && valid(octets, size) !=
                                                  language.accepts[language_walk(octets, size)]);
            }
        }
    }
    return wrong;
}

static bool has_overlong(void)
{
    return is_wrong_of_form(overlong_accepted, 1);
}

// Does second_byte give a wrong verdict on some form of three bytes or more?
static bool has_second(void)
{
    return is_wrong_of_form(second_byte, 3);
}

static bool has_low_byte(void)
{
    uint8_t octets[REFERENCE_LONGEST];
    const size_t size = reference_numbered() ? reference_spell(0xFE, octets) : 0;
    return size > 0 && language.accepts[language_walk(octets, size)];
}

static bool is_far(size_t node)
{
    return language.distance[node] > 1 && language.distance[node] != LANGUAGE_NEVER;
}

static bool has_distance(void)
{
    return is_cut_where(is_far);
}

static bool has_pairs(void)
{
    return has_fault("unpaired");
}

// Is a text of 00 well-formed, does some byte make it ill-formed, and can a text have 4 GiB?
static bool has_nul(void)
{
    bool fatal = false;
    for (unsigned byte = 0; byte < 256; byte++) {
        fatal = fatal || language.next[language.free][byte] == LANGUAGE_DEAD;
    }
    return SIZE_MAX > UINT32_MAX && fatal && is_plain_byte(0);
}

// ---- Checks other than the sweep ----

// A defect, and whether it was noticed.
struct tried {
    bool (*valid)(const void *text, size_t size);
    bool wrong;
};

// Tries a text alone, and after plain bytes, which put the end of a block into the middle of the text.
static bool take_each(void *context, const uint8_t *text, size_t size, uint16_t node, size_t prefix)
{
    struct tried *t = context;
    uint8_t longer[BLOCK + STRINGS_LONGEST];
    const size_t before = BLOCK - size / 2;
    (void)node;
    t->wrong = t->wrong || t->valid(text, size) != (prefix == size);
    if (!t->wrong && last_plain != NONE && size <= STRINGS_LONGEST) {
        memset(longer, last_plain, before);
        memcpy(longer + before, text, size);
        t->wrong = t->valid(longer, before + size) != (prefix == size);
    }
    return !t->wrong;
}

static bool take_order(void *context, const uint8_t *text, size_t size)
{
    return take_each(context, text, size, 0, reference_prefix(text, size));
}

// Is the function wrong about a text that reaches a node, about an order of classes, or about two
// characters in a row?
static bool strings_notice(bool (*valid)(const void *text, size_t size))
{
    enum { MOST = 2000 };
    struct tried t = {.valid = valid};
    for (size_t part = 0; !t.wrong && part < strings_parts(); part++) {
        strings_each(part, take_each, &t);
    }
    for (size_t part = 0; !t.wrong && part < language.columns; part++) {
        strings_orders(part, MOST, take_order, &t);
    }
    for (size_t part = 0; !t.wrong && part < strings_rows(); part++) {
        strings_couples(part, MOST, take_order, &t);
    }
    return t.wrong;
}

// ---- Texts at the edge of a block, or of accessible memory ----

enum { MOST_WAY = 32, MOST_ENDS = 8 };

// Puts plain bytes before a text, so that its byte at `edge` begins the third block. Is the verdict
// right?
static bool is_right_at(bool (*valid)(const void *text, size_t size), const uint8_t *text,
                        size_t size, size_t edge)
{
    uint8_t longer[2 * BLOCK + MOST_WAY + 1 + 3 * BLOCK];
    const size_t before = 2 * BLOCK - edge;
    memset(longer, last_plain, before);
    memcpy(longer + before, text, size);
    const uint16_t node = language_walk(longer, before + size);
    return valid(longer, before + size) == language.accepts[node];
}

// Finds the shortest bytes, at most `most`, that are accepted after exactly one of two nodes.
// Returns 0 if there are none, or too many nodes.
static size_t find_difference(uint16_t one, uint16_t other, uint8_t *bytes, size_t most)
{
    enum { NODES = 1 << 11 };
    struct two {
        uint16_t one, other;
        uint32_t from;
        uint8_t byte;
    } *queue = malloc((size_t)NODES * 8 * sizeof *queue);
    bool *known = calloc(language.count, language.count);
    size_t count = 0, found = 0, size = 0;
    if (queue != NULL && known != NULL && language.count <= NODES) {
        queue[count++] = (struct two){.one = one, .other = other};
    }
    for (size_t i = 0; i < count && found == 0; i++) {
        for (size_t k = 0; k < language.columns && found == 0 && count < (size_t)NODES * 8; k++) {
            const uint8_t byte = language.typical[k];
            const uint16_t a = language.next[queue[i].one][byte],
                           b = language.next[queue[i].other][byte];
            if (a != b && !known[a * language.count + b]) {
                known[a * language.count + b] = true;
                found = language.accepts[a] != language.accepts[b] ? count : 0;
                queue[count++] = (struct two){a, b, (uint32_t)i, byte};
            }
        }
    }
    for (size_t at = found; at != 0; at = queue[at].from) {
        size++;
    }
    size = size <= most ? size : 0;
    for (size_t at = found, place = size; place > 0; at = queue[at].from) {
        bytes[--place] = queue[at].byte;
    }
    free(queue);
    free(known);
    return size;
}

// Tries the bytes that lead to a node, with a block edge before, in or after them. A byte of each
// class follows: alone, completed to a text, or, if it is plain, repeated for one or two blocks. If
// a character may begin at the node, also tries bytes that distinguish the node from language.free.
static bool is_right_about(bool (*valid)(const void *text, size_t size), size_t node, size_t edge)
{
    uint8_t text[MOST_WAY + 1 + 3 * BLOCK];
    size_t size;
    strings_reach(node, text, &size);
    bool right = is_right_at(valid, text, size, edge);
    for (size_t i = 0; right && i < language.columns; i++) {
        const uint8_t byte = language.typical[i];
        const uint16_t next = language.next[node][byte];
        const bool ends = language.distance[next] <= MOST_ENDS;
        text[size] = byte;
        right = is_right_at(valid, text, size + 1, edge);
        if (right && ends && !language.accepts[next]) {
            const size_t more = language_complete(next, text + size + 1);
            right = is_right_at(valid, text, size + 1 + more, edge);
        }
        if (right && is_plain_byte(byte)) {
            memset(text + size, byte, 2 * BLOCK);
            right = is_right_at(valid, text, size + BLOCK, edge) &&
                    is_right_at(valid, text, size + 2 * BLOCK, edge);
        }
    }
    if (right && language.boundary[node] && edge == size) {
        size += find_difference((uint16_t)node, language.free, text + size, 2 * BLOCK);
        right = is_right_at(valid, text, size, edge);
    }
    return right;
}

// Is the verdict on a text right at both ends of accessible memory?
static bool is_right_at_ends(bool (*valid)(const void *text, size_t size), struct guard_room room,
                             const uint8_t *text, size_t size)
{
    const bool well = language.accepts[language_walk(text, size)];
    uint8_t *const places[] = {room.begin, room.end - size};
    volatile bool right = true;
    for (size_t i = 0; right && i < 2; i++) {
        memcpy(places[i], text, size);
        right = false;
        GUARDED(right = valid(places[i], size) == well);
    }
    return right;
}

// Is the function wrong about a text at the edge of a block, or of accessible memory? This search is
// for bugs that few texts show. If there are many nodes, it tries a sample of them.
static bool edges_notice(bool (*valid)(const void *text, size_t size))
{
    enum { MOST = 1 << 16 };
    const size_t step = language.count * language.columns / MOST + 1;
    const struct guard_room room = guard_open(MOST_WAY);
    uint8_t *way = malloc(language.count + 1);
    bool right = true;
    guard_catch();
    for (size_t node = LANGUAGE_START; way != NULL && right && node < language.count;
         node += step) {
        size_t size;
        if (strings_reach(node, way, &size) && size <= MOST_WAY) {
            right = is_right_at_ends(valid, room, way, size);
            for (size_t edge = 0; right && last_plain != NONE && edge <= size; edge++) {
                right = is_right_about(valid, node, edge);
            }
        }
    }
    free(way);
    guard_close(room);
    return !right;
}

// The checks, other than the sweep, that noticed a defect.
struct other_checks {
    bool texts, strings;
};

static struct other_checks other_checks_of(const struct target *t)
{
    struct other_checks b = {.strings = strings_notice(t->valid)};
    b.texts = texts_notice(t->valid, !t->any_size && !(t->wrong && b.strings));
    b.strings = b.strings || (t->any_size && !(t->wrong && b.texts) && edges_notice(t->valid));
    return b;
}

// Is a bug left that the sweep must notice? In a user's own encoding, texts and strings are enough.
static bool any_left(const struct target *defects, const struct other_checks *by, size_t count)
{
    bool left = false;
    for (size_t i = 0; i < count; i++) {
        const bool enough = reference_described() && by[i].texts && by[i].strings;
        left = left || !(defects[i].wrong || enough);
    }
    return left;
}

// A bug, and the condition under which it makes a difference.
static const struct {
    const char *name;
    bool (*valid)(const void *text, size_t size);
    bool (*applies)(void);
    const char *needs;
} known[] = {
    {"last_lead", last_lead, has_leads, "no plain one-byte character, or no lead byte"},
    {"foreign_byte", foreign_byte, has_foreign, "no byte that no character has, or no filler"},
    {"across_blocks", across_blocks, has_leads, "no plain one-byte character, or no lead byte"},
    {"pending_forgotten", pending_forgotten, has_ends, "no plain byte is wrong inside a character"},
    {"whole_blocks", whole_blocks, has_inside, "no plain one-byte character, or no longer one"},
    {"delete_rejected", delete_rejected, has_plain, "no plain one-byte character"},
    {"overlong_accepted", overlong_accepted, has_overlong, "no overlong forms"},
    {"context_forgotten", context_forgotten, has_contexts, "no plain byte, or no barred neighbor"},
    {"half_accepted", half_accepted, has_pairs, "no pairs"},
    {"size_in_int", size_in_int, has_nul, "no text of 4 GiB of 00"},
    {"lacks_one_only", lacks_one_only, has_distance, "no characters of three bytes"},
    {"second_byte", second_byte, has_second, "no form of three bytes or more that is left out"},
    {"low_byte", low_byte, has_low_byte, "no U+00FE"},
    {"reads_after", reads_after, always, ""},
    {"reads_before", reads_before, always, ""},
};
enum { KNOWN = sizeof known / sizeof *known };

// Prints which checks noticed a defect, and returns how many. At least `least` should notice it.
static size_t show(const struct target *t, const struct other_checks *others, size_t least)
{
    const size_t by = (size_t)(t->wrong + others->texts + others->strings);
    if (by == 0 && reference_described()) {
        printf("          %-18s no difference in this language\n", t->name);
        return by;
    }
    const char *const why = by < least ? "NOT NOTICED TWICE; "
                            : by == 1  ? "one is enough here; "
                                       : "";
    printf("          %-18s%s%s%s: %s%s\n", t->name, t->wrong ? " sweep" : "",
           others->texts ? " texts" : "", others->strings ? " strings" : "", why,
           t->wrong ? t->how : "sweep finds no difference");
    return by;
}

void defects_check(void)
{
    static struct target defects[KNOWN];
    struct other_checks by_others[KNOWN];
    size_t noticed = 0, nothing = 0, count = 0, size;
    char cell[32];
    report_opening(&(struct report_opening){
        .title = "Defects",
        .establishes =
            "at least two of the checks sweep, texts and strings notice each of these bugs. Other "
            "validators shipped them, or bugs that are like them in this encoding. For a user's "
            "own encoding, one check is enough",
        .assumes = "public valid is right, which sweep shows",
        .excludes = "unknown bugs, and those that make no difference here, as the reference shows",
        .oracle = "sweep, texts, strings",
    });
    if (!report_begin("public", "mutated")) {
        return;
    }
    find_bytes();
    for (size_t i = 0; i < KNOWN; i++) {
        if (known[i].applies()) {
            defects[count++] = (struct target){.name = known[i].name,
                                               .valid = known[i].valid,
                                               .any_size = known[i].valid != size_in_int};
        } else {
            printf("          %-18s does not apply: %s\n", known[i].name, known[i].needs);
        }
    }
    texts_prepare();
    // In a user's own encoding, a bug may make no difference, or only one check may have the few texts
    // that show it. If no check notices a bug, it counts as making no difference.
    const size_t least = reference_described() || texts_at(0, &size) == NULL ? 1 : 2;
    sweep_targets(defects, count, 0, 0);
    for (size_t i = 0; i < count; i++) {
        by_others[i] = other_checks_of(&defects[i]);
    }
    // If a factor gets only some offsets and tails, these are different in each round.
    for (size_t round = 1; round < ROUNDS && any_left(defects, by_others, count); round++) {
        sweep_targets(defects, count, 0, round);
    }
    for (size_t i = 0; i < count; i++) {
        const size_t by = show(&defects[i], &by_others[i], least);
        noticed += by >= least;
        nothing += by == 0 && reference_described();
    }
    count -= nothing;
    snprintf(cell, sizeof cell, "%zu of %zu defects", noticed, count);
    report_end(
        "public", "mutated", noticed == count && count > 0 ? cell : NULL, "%s noticed by %s", cell,
        least > 1 ? "two checks" : "two checks, or by the only one that has a text for the bug");
}
