// SPDX-License-Identifier: 0BSD
//
// The reference as a finite automaton. See language.h.
#include "language.h"

#include "../shared/intern.h"
#include "reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct language language;

// ---- Finding nodes ----

enum { MOST_FOUND = UINT16_MAX };

// The nodes before they are merged. The first is DEAD. Each context has a node without pending
// bytes. Nodes with pending bytes are identified by the words of their continuations.
static struct {
    size_t count, room;
    uint16_t (*next)[256];
    bool *accepts, *boundary;
} found;

static struct intern rests;     // the words of continuations
static uint16_t *node_of_rest;  // indexed by the numbers of `rests`
static struct intern contexts;  // each array is one context
static uint16_t *node_of_context;

static uint16_t new_node(bool accepts, bool boundary)
{
    if (found.count == MOST_FOUND) {
        fprintf(stderr,
                "verify: error: the reference of this encoding has more than %d nodes before they "
                "are merged; this program cannot check it\n",
                MOST_FOUND);
        exit(2);
    }
    if (found.count == found.room) {
        found.room = 2 * found.room + 64;
        found.next = intern_more(found.next, found.room, sizeof *found.next);
        found.accepts = intern_more(found.accepts, found.room, sizeof *found.accepts);
        found.boundary = intern_more(found.boundary, found.room, sizeof *found.boundary);
    }
    memset(found.next[found.count], LANGUAGE_DEAD, sizeof *found.next);
    found.accepts[found.count] = accepts;
    found.boundary[found.count] = boundary;
    return (uint16_t)found.count++;
}

// Returns where the node of these words is stored. *fresh is true if the words are new; the caller
// then creates the node.
static uint16_t *node_of(struct intern *known, uint16_t **nodes, const uint64_t *words, size_t size,
                         bool *fresh)
{
    const size_t before = known->count, number = intern_number(known, words, size);
    *fresh = known->count > before;
    if (*fresh && (number & (number - 1)) == 0) {  // 0, 1, 2, 4, ...: double the room
        *nodes = intern_more(*nodes, 2 * number + 1, sizeof **nodes);
    }
    return &(*nodes)[number];
}

static uint16_t context_node(reference_context context)
{
    bool fresh;
    const uint64_t word = context;
    uint16_t *node = node_of(&contexts, &node_of_context, &word, 1, &fresh);
    if (fresh) {
        *node = new_node(reference_final(context), true);
    }
    return *node;
}

static uint8_t pending[REFERENCE_LONGEST];

// Fills found.next of a node, which represents `size` pending bytes in a context, and of all new
// nodes that it leads to, except those of contexts.
static void fill(uint16_t node, reference_context context, size_t size)
{
    struct reference_rest rest = {0};
    language.pending++;
    for (unsigned byte = 0; byte < 256; byte++) {
        bool fresh = false;
        uint16_t next = LANGUAGE_DEAD, *place;
        pending[size] = (uint8_t)byte;
        switch (reference_character(context, pending, size + 1, &rest)) {
        case REFERENCE_DEAD:
            break;
        case REFERENCE_WHOLE:
            next = context_node(rest.context);
            break;
        case REFERENCE_LIVE:
            place = node_of(&rests, &node_of_rest, rest.words, rest.count, &fresh);
            next = *place = fresh ? new_node(false, false) : *place;
            break;
        }
        if (fresh) {
            fill(next, context, size + 1);
        }
        found.next[node][byte] = next;
    }
    free(rest.words);
}

// ---- Merging ----

// Splits kinds of nodes until all nodes of a kind have successors of the same kinds. Returns the
// number of kinds. Kinds are numbered in the order of their first nodes, so DEAD and START keep
// their numbers.
static size_t part_nodes(uint16_t *kind)
{
    struct intern kinds = {0};
    uint64_t words[1 + 256 / 4];  // a kind, and the kinds of 256 successors, four in a word
    size_t before = 0, now = 0;
    uint16_t *old = intern_room(found.count, sizeof *old);
    for (size_t node = 0; node < found.count; node++) {
        kind[node] = (uint16_t)(2 * found.boundary[node] + found.accepts[node]);
    }
    do {
        before = now;
        memcpy(old, kind, found.count * sizeof *old);
        intern_clear(&kinds);
        for (size_t node = 0; node < found.count; node++) {
            memset(words, 0, sizeof words);
            words[0] = old[node];
            for (unsigned byte = 0; byte < 256; byte++) {
                const uint64_t next = old[found.next[node][byte]];
                words[1 + byte / 4] |= next << byte % 4 * 16;
            }
            kind[node] = (uint16_t)intern_number(&kinds, words, sizeof words / sizeof *words);
        }
        now = kinds.count;
    } while (now != before);
    intern_clear(&kinds);
    free(old);
    return now;
}

static void merge_nodes(void)
{
    uint16_t *kind = intern_room(found.count, sizeof *kind);
    language.count = part_nodes(kind);
    if (language.count > LANGUAGE_NODES) {
        fprintf(stderr,
                "verify: error: the reference of this encoding has %zu nodes; increase "
                "LANGUAGE_NODES, which is %d, in language.h\n",
                language.count, LANGUAGE_NODES);
        exit(2);
    }
    for (size_t node = 0; node < found.count; node++) {
        language.accepts[kind[node]] = found.accepts[node];
        language.boundary[kind[node]] = found.boundary[node];
        for (unsigned byte = 0; byte < 256; byte++) {
            language.next[kind[node]][byte] = kind[found.next[node][byte]];
        }
    }
    language.free = kind[language.free];
    free(kind);
}

// ---- Derived from the nodes ----

// Breadth first: each round finds the nodes that are one byte further from the accepting nodes.
static void measure_distances(void)
{
    bool more = true;
    for (size_t node = 0; node < language.count; node++) {
        language.distance[node] = language.accepts[node] ? 0 : LANGUAGE_NEVER;
    }
    for (uint16_t d = 0; more; d++) {
        more = false;
        for (size_t node = 0; node < language.count; node++) {
            for (unsigned byte = 0; language.distance[node] > d + 1 && byte < 256; byte++) {
                if (language.distance[language.next[node][byte]] == d) {
                    language.distance[node] = (uint16_t)(d + 1);
                    more = true;
                }
            }
        }
    }
}

bool language_is_edge(uint8_t byte)
{
    return byte == 0 || byte == 255 || language.column[byte - 1] != language.column[byte] ||
           language.column[byte + 1] != language.column[byte];
}

static void number_columns(void)
{
    struct intern columns = {0};
    uint64_t *words = intern_room(language.count, sizeof *words);
    for (unsigned byte = 0; byte < 256; byte++) {
        for (size_t node = 0; node < language.count; node++) {
            words[node] = language.next[node][byte];
        }
        language.column[byte] = (uint16_t)intern_number(&columns, words, language.count);
        if (columns.count > language.columns) {
            language.typical[language.columns++] = (uint8_t)byte;
        }
    }
    for (unsigned byte = 0; byte < 256; byte++) {
        if (language_is_edge((uint8_t)byte)) {
            language.edges[language.edge_count++] = (uint8_t)byte;
        }
    }
    intern_clear(&columns);
    free(words);
}

void language_build(void)
{
    new_node(false, false);  // DEAD
    context_node(reference_origin());
    language.free = context_node(REFERENCE_START);
    for (size_t i = 0; i < contexts.count; i++) {
        fill(node_of_context[i], (reference_context)intern_words(&contexts, i)[0], 0);
    }
    merge_nodes();
    measure_distances();
    number_columns();
    free(found.next);
    free(found.accepts);
    free(found.boundary);
    intern_clear(&rests);
    intern_clear(&contexts);
    free(node_of_rest);
    free(node_of_context);
}

static uint16_t walk(uint16_t node, const uint8_t *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        node = language.next[node][text[i]];
    }
    return node;
}

uint16_t language_walk(const uint8_t *text, size_t size)
{
    return walk(LANGUAGE_START, text, size);
}

uint16_t language_walk_rest(const uint8_t *text, size_t size)
{
    return walk(language.free, text, size);
}

size_t language_complete(uint16_t node, uint8_t *bytes)
{
    size_t size = 0;
    while (language.distance[node] != LANGUAGE_NEVER && language.distance[node] > 0) {
        uint8_t byte = 0;
        while (language.distance[language.next[node][byte]] >= language.distance[node]) {
            byte++;
        }
        bytes[size++] = byte;
        node = language.next[node][byte];
    }
    return size;
}

bool language_has_contexts(void)
{
    for (size_t node = 0; node < language.count; node++) {
        for (size_t byte = 0; byte < 256; byte++) {
            const uint16_t next = language.next[node][byte];
            if (language.boundary[next] && next != language.free) {
                return true;
            }
        }
    }
    return false;
}
