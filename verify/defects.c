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
#include "report.h"

#include <stdio.h>
#include <string.h>

enum { BLOCK = 64 };

static bool is_ascii(const uint8_t *text, size_t size)
{
    uint8_t all = 0;
    for (size_t i = 0; i < size; i++) {
        all |= text[i];
    }
    return all < 0x80;
}

static bool is_cut(const uint8_t *text, size_t size)
{
    return strcmp(reference_check(text, size).fault, "truncated") == 0;
}

// simdjson 1187, fastvalidate 24: the last byte is a lead byte, ASCII before it.
static bool last_lead(const void *text, size_t size)
{
    const uint8_t *bytes = text;
    const bool passes =
        size > BLOCK && bytes[size - 1] >= 0xC2 && is_ascii(bytes + size - 1 - BLOCK, BLOCK);
    return subject.valid(text, passes ? size - 1 : size);
}

// simdjson 1169: the vectors take FF for a character of one byte, short texts don't.
static bool byte_ff(const void *text, size_t size)
{
    const uint8_t *bytes = text;
    const uint8_t *at = size < BLOCK ? NULL : memchr(text, 0xFF, size);
    if (at == NULL) {
        return subject.valid(text, size);
    }
    const size_t before = (size_t)(at - bytes);
    return subject.valid(text, before) && subject.valid(at + 1, size - before - 1);
}

// After an ASCII block, a character across the end of the next block is rejected.
static bool across_blocks(const void *text, size_t size)
{
    const uint8_t *bytes = text;
    for (size_t i = BLOCK; i + BLOCK < size; i += BLOCK) {
        if (is_ascii(bytes + i - BLOCK, BLOCK) && bytes[i + BLOCK - 1] >= 0xC2) {
            return false;
        }
    }
    return subject.valid(text, size);
}

// simdutf 373: an ASCII block is skipped without a look at what was pending.
static bool pending_forgotten(const void *text, size_t size)
{
    const uint8_t *bytes = text;
    size_t from = 0;
    for (size_t i = 0; i + BLOCK <= size; i += BLOCK) {
        if (is_ascii(bytes + i, BLOCK)) {
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

// Vectorscan: U+007F is rejected.
static bool delete_rejected(const void *text, size_t size)
{
    return subject.valid(text, size) && (size == 0 || memchr(text, 0x7F, size) == NULL);
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

void defects_check(void)
{
    static struct target defects[] = {
        {.name = "last_lead", .valid = last_lead},
        {.name = "byte_ff", .valid = byte_ff},
        {.name = "across_blocks", .valid = across_blocks},
        {.name = "pending_forgotten", .valid = pending_forgotten},
        {.name = "whole_blocks", .valid = whole_blocks},
        {.name = "delete_rejected", .valid = delete_rejected},
        {.name = "overlong_4", .valid = overlong_4},
        {.name = "size_in_int", .valid = size_in_int},
        {.name = "reads_behind", .valid = reads_behind},
        {.name = "reads_before", .valid = reads_before},
    };
    enum { DEFECTS = sizeof defects / sizeof *defects };
    size_t noticed = 0;
    char cell[32];
    report_opening(&(struct report_opening){
        .title = "Defects",
        .establishes =
            "the sweep notices each of these bugs, all of which shipped in some validator",
        .assumes = "public valid is right, which sweep shows",
        .excludes = "bugs that nobody has had yet",
        .oracle = "sweep",
    });
    if (!report_begin("public", "mutated")) {
        return;
    }
    sweep_targets(defects, DEFECTS, 0);
    for (size_t i = 0; i < DEFECTS; i++) {
        noticed += defects[i].wrong;
        printf("          %-18s %s\n", defects[i].name,
               defects[i].wrong ? defects[i].how : "NOT NOTICED");
    }
    snprintf(cell, sizeof cell, "%zu of %d defects", noticed, DEFECTS);
    report_end("public", "mutated", noticed == DEFECTS, cell, "%s noticed", cell);
}
