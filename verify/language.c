// SPDX-License-Identifier: 0BSD
//
// The reference as a finite automaton. See language.h.
#include "language.h"

#include "reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct language language;

// ---- Nodes as they are found ----

// What a node stands for: a context with nothing pending (`missing` is 0), or the alike rest of a
// form. Other nodes stand for one pending string, which is tried once only.
struct meaning {
    bool shared;
    size_t form, missing;
    reference_context context;
};

enum { FOUND = 4 * LANGUAGE_NODES };

static struct {
    size_t count;
    uint16_t next[FOUND][256];
    struct meaning meaning[FOUND];
} found;

static uint16_t new_node(struct meaning meaning)
{
    if (found.count == FOUND) {
        fprintf(stderr, "verify: the reference has more nodes than there is room for\n");
        exit(2);
    }
    found.meaning[found.count] = meaning;
    return (uint16_t)found.count++;
}

// The node of a meaning that is shared; `fresh` says whether it is new and has no row yet.
static uint16_t shared_node(struct meaning meaning, bool *fresh)
{
    for (size_t i = LANGUAGE_START; i < found.count; i++) {
        const struct meaning *m = &found.meaning[i];
        if (m->shared && m->form == meaning.form && m->missing == meaning.missing &&
            m->context == meaning.context) {
            *fresh = false;
            return (uint16_t)i;
        }
    }
    *fresh = true;
    return new_node(meaning);
}

static uint16_t context_node(reference_context context)
{
    bool fresh;
    return shared_node((struct meaning){.shared = true, .context = context}, &fresh);
}

static uint8_t pending[REFERENCE_FORM];

// Fills the row of `size` pending bytes in a context, and all rows behind it but those of contexts.
static void fill(uint16_t node, reference_context context, size_t size)
{
    language.pending++;
    for (unsigned byte = 0; byte < 256; byte++) {
        struct reference_rest rest;
        bool fresh = true;
        uint16_t next = LANGUAGE_DEAD;
        pending[size] = (uint8_t)byte;
        switch (reference_character(context, pending, size + 1, &rest)) {
        case REFERENCE_DEAD:
            break;
        case REFERENCE_WHOLE:
            next = context_node(rest.context);
            break;
        case REFERENCE_LIVE:
            next = rest.alike
                       ? shared_node((struct meaning){true, rest.form, rest.missing, rest.context},
                                     &fresh)
                       : new_node((struct meaning){.shared = false});
            if (fresh) {
                fill(next, context, size + 1);
                pending[size] = (uint8_t)byte;
            }
            break;
        }
        found.next[node][byte] = next;
    }
}

static bool accepts(size_t node)
{
    const struct meaning *m = &found.meaning[node];
    return m->shared && m->missing == 0 && m->context != REFERENCE_HALF;
}

// ---- Merging ----

// Parts nodes for as long as two of one kind have successors of different kinds; kinds are numbered
// as their first nodes are, so that DEAD and START keep their numbers. Returns how many there are.
static size_t part_nodes(uint16_t *kind)
{
    static uint16_t old[FOUND];
    static uint16_t first[FOUND];  // node of a kind
    size_t kinds = 2, before = 0;
    for (size_t node = 0; node < found.count; node++) {
        kind[node] = accepts(node);
    }
    while (kinds != before) {
        before = kinds;
        kinds = 0;
        memcpy(old, kind, sizeof old);
        for (size_t node = 0; node < found.count; node++) {
            size_t k = 0;
            for (unsigned byte = 0; k < kinds && byte < 256;) {
                if (old[first[k]] == old[node] &&
                    old[found.next[first[k]][byte]] == old[found.next[node][byte]]) {
                    byte++;
                } else {
                    k++;
                    byte = 0;
                }
            }
            if (k == kinds) {
                first[kinds++] = (uint16_t)node;
            }
            kind[node] = (uint16_t)k;
        }
    }
    return kinds;
}

static void merge_nodes(void)
{
    static uint16_t kind[FOUND];
    language.count = part_nodes(kind);
    if (language.count > LANGUAGE_NODES) {
        fprintf(stderr, "verify: the reference has %zu nodes, there is room for %d\n",
                language.count, LANGUAGE_NODES);
        exit(2);
    }
    for (size_t node = found.count; node-- > 0;) {
        language.accepts[kind[node]] = accepts(node);
        for (unsigned byte = 0; byte < 256; byte++) {
            language.next[kind[node]][byte] = kind[found.next[node][byte]];
        }
    }
}

// ---- What follows from the nodes ----

static void measure_distances(void)
{
    memset(language.distance, UINT8_MAX, sizeof language.distance);
    for (size_t node = 0; node < language.count; node++) {
        language.distance[node] = language.accepts[node] ? 0 : UINT8_MAX;
    }
    for (uint8_t d = 0; d < REFERENCE_LONGEST; d++) {
        for (size_t node = 0; node < language.count; node++) {
            for (unsigned byte = 0; byte < 256; byte++) {
                if (language.distance[node] > d + 1 &&
                    language.distance[language.next[node][byte]] == d) {
                    language.distance[node] = (uint8_t)(d + 1);
                }
            }
        }
    }
}

static bool same_column(unsigned a, unsigned b)
{
    size_t node = 0;
    while (node < language.count && language.next[node][a] == language.next[node][b]) {
        node++;
    }
    return node == language.count;
}

static void number_columns(void)
{
    for (unsigned byte = 0; byte < 256; byte++) {
        unsigned like = 0;
        while (!same_column(like, byte)) {
            like++;
        }
        if (like == byte) {
            language.typical[language.columns] = (uint8_t)byte;
            language.column[byte] = (uint16_t)language.columns++;
        } else {
            language.column[byte] = language.column[like];
        }
    }
    for (unsigned byte = 0; byte < 256; byte++) {
        if (byte == 0 || byte == 255 || language.column[byte - 1] != language.column[byte] ||
            language.column[byte + 1] != language.column[byte]) {
            language.edges[language.edge_count++] = (uint8_t)byte;
        }
    }
}

void language_build(void)
{
    new_node((struct meaning){.shared = false});  // DEAD
    context_node(REFERENCE_START);
    for (size_t node = LANGUAGE_START; node < found.count; node++) {
        const struct meaning *m = &found.meaning[node];
        if (m->shared && m->missing == 0) {
            fill((uint16_t)node, m->context, 0);
        }
    }
    merge_nodes();
    measure_distances();
    number_columns();
}

uint16_t language_walk(const uint8_t *text, size_t size)
{
    uint16_t node = LANGUAGE_START;
    for (size_t i = 0; i < size; i++) {
        node = language.next[node][text[i]];
    }
    return node;
}

size_t language_complete(uint16_t node, uint8_t *bytes)
{
    size_t size = 0;
    while (!language.accepts[node]) {
        uint8_t byte = 0;
        while (language.distance[language.next[node][byte]] >= language.distance[node]) {
            byte++;
        }
        bytes[size++] = byte;
        node = language.next[node][byte];
    }
    return size;
}
