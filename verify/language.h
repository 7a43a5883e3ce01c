// SPDX-License-Identifier: 0BSD
//
// The reference as a finite automaton, so that a check can cover texts of every length.
//
// In: reference_character. Out: nodes and their successors under 256 bytes. The one idea: what may
// still come depends on the pending bytes alone, those since the last whole character; try every
// byte after every pending string (UTF-8: 17,652 of them), and let two strings be one node when all
// that can follow them is the same. Nothing is assumed: equal rows of 256 successors are equal.
//
//     E1 -> 80..BF -> 80..BF -> START     EE, F1 80 and F4 8F end up in the same node as E1
#ifndef VERIFY_LANGUAGE_H
#define VERIFY_LANGUAGE_H

#include <stddef.h>
#include <stdint.h>

enum {
    LANGUAGE_DEAD = 0,   // no continuation is well-formed
    LANGUAGE_START = 1,  // whole characters so far: the one node that accepts
    LANGUAGE_NODES = 64
};

struct language {
    size_t count;                       // nodes in use
    size_t pending;                     // pending strings that were tried
    uint8_t next[LANGUAGE_NODES][256];  // the node after one more byte
    uint8_t distance[LANGUAGE_NODES];   // bytes of the shortest way to START
    uint8_t column[256];                // bytes with equal columns of `next` share a number
};

extern struct language language;

// Fills `language`; call it once, before any thread.
void language_build(void);

// The node after a whole text.
uint8_t language_walk(const uint8_t *text, size_t size);

// Writes the shortest bytes from a live node to START; returns how many.
size_t language_complete(uint8_t node, uint8_t *bytes);

#endif
