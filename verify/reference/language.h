// SPDX-License-Identifier: 0BSD
//
// The reference as a finite automaton, so that a check can cover texts of every length.
//
// In: reference_character. Out: nodes and their successors under 256 bytes. The one idea: what may
// still come depends on the context (what the last character leaves behind) and on the pending
// bytes, those since. Try every byte after every pending string, in every context that a text leads
// to; then merge nodes after which the same can follow (Moore 1956).
//
//     E1 -> 80..BF -> 80..BF -> START     EE, F1 80 and F4 8F end up in the same node as E1
//
// Not every string is tried: FD of FSS-UTF has a thousand million of them behind it. The reference says
// in words what may follow a pending string; where the words are the same, one node stands for all
// such strings, in whatever context.
#ifndef VERIFY_LANGUAGE_H
#define VERIFY_LANGUAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LANGUAGE_DEAD = 0,   // no continuation is well-formed
    LANGUAGE_START = 1,  // nothing before: the empty text
    LANGUAGE_NODES = 16384,
    LANGUAGE_NEVER = UINT16_MAX  // a distance: no text that begins so is well-formed
};

struct language {
    size_t count;                        // nodes in use
    size_t pending;                      // pending strings that were tried
    uint16_t next[LANGUAGE_NODES][256];  // the node after one more byte
    bool accepts[LANGUAGE_NODES];        // may a text end here? START, and after other contexts
    bool boundary[LANGUAGE_NODES];       // may a character begin here? Where a text may end, and
                                         // after a character that must not be the last one
    uint16_t distance[LANGUAGE_NODES];   // bytes of the shortest way to a node that accepts
    uint16_t column[256];                // bytes with equal columns of `next` share a number
    size_t columns;
    // The ends of the ranges of bytes with equal columns, and one byte of each column.
    uint8_t edges[256], typical[256];
    size_t edge_count;
};

extern struct language language;

// Fills `language`; call it once, before any thread.
void language_build(void);

// Does some character decide what may follow it, or that a text may not end?
bool language_has_contexts(void);

// The node after a whole text.
uint16_t language_walk(const uint8_t *text, size_t size);

// Writes the shortest bytes from a live node to one that accepts; returns how many. None if there is
// no such way.
size_t language_complete(uint16_t node, uint8_t *bytes);

#endif
