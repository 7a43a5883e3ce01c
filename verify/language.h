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
// Not every string is tried: FD of FSS-UTF has a thousand million of them behind it. Where the reference
// says that all code points that pending bytes can still become are alike (all permitted here, all
// with the same context after them), the rest is any byte of the form at each missing place, so one
// node stands for all such strings of a form with as many bytes missing and that context.
#ifndef VERIFY_LANGUAGE_H
#define VERIFY_LANGUAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LANGUAGE_DEAD = 0,   // no continuation is well-formed
    LANGUAGE_START = 1,  // nothing before: the empty text
    LANGUAGE_NODES = 1024
};

struct language {
    size_t count;                        // nodes in use
    size_t pending;                      // pending strings that were tried
    uint16_t next[LANGUAGE_NODES][256];  // the node after one more byte
    bool accepts[LANGUAGE_NODES];        // may a text end here? START, and after other contexts
    uint8_t distance[LANGUAGE_NODES];    // bytes of the shortest way to a node that accepts
    uint16_t column[256];                // bytes with equal columns of `next` share a number
    size_t columns;
    // The ends of the ranges of bytes with equal columns, and one byte of each column.
    uint8_t edges[256], typical[256];
    size_t edge_count;
};

extern struct language language;

// Fills `language`; call it once, before any thread.
void language_build(void);

// The node after a whole text.
uint16_t language_walk(const uint8_t *text, size_t size);

// Writes the shortest bytes from a live node to one that accepts; returns how many.
size_t language_complete(uint16_t node, uint8_t *bytes);

#endif
