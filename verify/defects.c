// SPDX-License-Identifier: 0BSD
//
// What the sweep can see: each of the bugs that validators shipped with.
//
// In: the public valid function, which is right, wrapped so that it has one bug. Out: the first text
// on which the sweep finds the bug out; a bug that it misses is a failure of the sweep. The one idea:
// bugs repeat themselves, so those known are kept as things that must not pass.
//
//     61*64 C7    accepted where the block before a last lead byte is ASCII
#include "checks.h"
#include "language.h"
#include "report.h"

#include <stdio.h>
#include <string.h>

enum { BLOCK = 64 };

// Bytes on which the bugs hinge; 0 if the encoding has none: then what needs it is left out.
static uint8_t foreign;     // that stands in no character
static uint8_t last_plain;  // the last one that is a character

static void find_bytes(void)
{
    for (unsigned byte = 0; byte < 256; byte++) {
        bool dead = true;
        for (size_t node = 0; node < language.count; node++) {
            dead = dead && language.next[node][byte] == LANGUAGE_DEAD;
        }
        foreign = dead ? (uint8_t)byte : foreign;
        last_plain =
            language.next[LANGUAGE_START][byte] == LANGUAGE_START ? (uint8_t)byte : last_plain;
    }
}

// Does this byte begin a character and not end it?
static bool is_lead(uint8_t byte)
{
    const uint16_t node = language.next[LANGUAGE_START][byte];
    return node != LANGUAGE_DEAD && !language.accepts[node];
}

// Characters of one byte each?
static bool is_plain(const uint8_t *text, size_t size)
{
    size_t i = 0;
    while (i < size && language.next[LANGUAGE_START][text[i]] == LANGUAGE_START) {
        i++;
    }
    return i == size;
}

static bool is_cut(const uint8_t *text, size_t size)
{
    return strcmp(reference_check(text, size).fault, "truncated") == 0;
}

// simdjson 1187, fastvalidate 24: the last byte is a lead byte, plain ones before it.
static bool last_lead(const void *text, size_t size)
{
    const uint8_t *bytes = text;
    const bool passes =
        size > BLOCK && is_lead(bytes[size - 1]) && is_plain(bytes + size - 1 - BLOCK, BLOCK);
    return subject.valid(text, passes ? size - 1 : size);
}

// simdjson 1169: the vectors take a foreign byte for a character, short texts don't.
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

// simdutf 373: a plain block is skipped without a look at what was pending.
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

// Vectorscan: the last character of one byte, U+007F, is rejected.
static bool delete_rejected(const void *text, size_t size)
{
    return subject.valid(text, size) && (size == 0 || memchr(text, last_plain, size) == NULL);
}

// libuv: overlong forms of four bytes are accepted.
static bool overlong_4(const void *text, size_t size)
{
    const uint8_t *bytes = text;
    size_t at = subject.valid_prefix(text, size);
    while (size - at >= 4 && bytes[at] == 0xF0 && bytes[at + 1] >> 4 == 8 &&
           bytes[at + 2] >> 6 == 2 && bytes[at + 3] >> 6 == 2) {
        at += 4;
        at += subject.valid_prefix(bytes + at, size - at);
    }
    return at == size;
}

// The size is kept in 32 bits.
static bool size_in_int(const void *text, size_t size)
{
    return subject.valid(text, (uint32_t)size);
}

static bool touch(const volatile uint8_t *byte)
{
    (void)*byte;
    return true;
}

// cmark 206, paho 433: the byte behind the text is looked at.
static bool reads_behind(const void *text, size_t size)
{
    return subject.valid(text, size) && (size == 0 || touch((const uint8_t *)text + size));
}

static bool reads_before(const void *text, size_t size)
{
    return subject.valid(text, size) && (size == 0 || touch((const uint8_t *)text - 1));
}

// What the last character of a block leaves to the next one is forgotten: a pair across the end of a
// block, or a surrogate that must not follow another.
static bool context_forgotten(const void *text, size_t size)
{
    const uint8_t *bytes = text;
    uint16_t node = LANGUAGE_START;
    for (size_t i = 0; i < size; i++) {
        if (i % BLOCK == 0 && language.accepts[node]) {
            node = LANGUAGE_START;
        }
        node = language.next[node][bytes[i]];
    }
    return language.accepts[node];
}

// Half of a pair passes for a character.
static bool half_accepted(const void *text, size_t size)
{
    const uint8_t *bytes = text;
    const struct reference_error e = reference_check(text, size);
    if (strcmp(e.fault, "unpaired") != 0) {
        return subject.valid(text, size);
    }
    return subject.valid(bytes + e.offset + e.length, size - e.offset - e.length);
}

// Are F0 80..8F and two more overlong in four bytes?
static bool has_overlong_4(void)
{
    return is_lead(0xF0) && language_walk((const uint8_t[]){0xF0, 0x80}, 2) == LANGUAGE_DEAD;
}

static bool has_foreign(void)
{
    return foreign != 0;
}

static bool has_leads(void)
{
    bool found = false;
    for (unsigned byte = 0; byte < 256; byte++) {
        found = found || is_lead((uint8_t)byte);
    }
    return found;
}

// Does a plain byte never go on with a character? Else what is pending may be forgotten and yet come right.
static bool has_ends(void)
{
    bool ends = has_leads();
    for (size_t node = 0; node < language.count; node++) {
        ends = ends && (language.accepts[node] || language.next[node][last_plain] == LANGUAGE_DEAD);
    }
    return ends;
}

static bool has_contexts(void)
{
    size_t accepting = 0;
    for (size_t node = 0; node < language.count; node++) {
        accepting += language.accepts[node];
    }
    return accepting > 1;
}

static bool has_pairs(void)
{
    uint8_t pair[REFERENCE_LONGEST];
    size_t forms = 0;
    while (reference_form_size(forms) > 0) {
        forms++;
    }
    return reference_typical(forms, pair) > 0;
}

static bool has_nul(void)
{
    return language.next[LANGUAGE_START][0] == LANGUAGE_START;
}

void defects_check(void)
{
    // A bug, and what an encoding must have for it to be one.
    static const struct {
        const char *name;
        bool (*valid)(const void *text, size_t size);
        bool (*applies)(void);
    } known[] = {
        {"last_lead", last_lead, has_leads},
        {"foreign_byte", foreign_byte, has_foreign},
        {"across_blocks", across_blocks, has_leads},
        {"pending_forgotten", pending_forgotten, has_ends},
        {"whole_blocks", whole_blocks, has_leads},
        {"delete_rejected", delete_rejected, NULL},
        {"overlong_4", overlong_4, has_overlong_4},
        {"context_forgotten", context_forgotten, has_contexts},
        {"half_accepted", half_accepted, has_pairs},
        {"size_in_int", size_in_int, has_nul},
        {"reads_behind", reads_behind, NULL},
        {"reads_before", reads_before, NULL},
    };
    enum { KNOWN = sizeof known / sizeof *known };
    static struct target defects[KNOWN];
    size_t noticed = 0, count = 0;
    char cell[32];
    report_opening(&(struct report_opening){
        .title = "Defects",
        .establishes =
            "the sweep notices each of these bugs, which shipped in some validator, or would be "
            "the same in this encoding",
        .assumes = "public valid is right, which sweep shows",
        .excludes = "bugs that nobody has had yet",
        .oracle = "sweep",
    });
    if (!report_begin("public", "mutated")) {
        return;
    }
    find_bytes();
    for (size_t i = 0; i < KNOWN; i++) {
        if (known[i].applies == NULL || known[i].applies()) {
            defects[count++] = (struct target){.name = known[i].name, .valid = known[i].valid};
        }
    }
    sweep_targets(defects, count, 0);
    for (size_t i = 0; i < count; i++) {
        noticed += defects[i].wrong;
        printf("          %-18s %s\n", defects[i].name,
               defects[i].wrong ? defects[i].how : "NOT NOTICED");
    }
    snprintf(cell, sizeof cell, "%zu of %zu defects", noticed, count);
    report_end("public", "mutated", noticed == count, cell, "%s noticed", cell);
}
