// SPDX-License-Identifier: 0BSD
//
// The reference as a finite automaton, so that a check can cover texts of every length.
//
// In: the functions of reference.h about contexts and characters. Out: nodes, and the successor of
// each node for each of the 256 bytes.
//
// The idea: the bytes that may follow a text depend on two things. The context is the set of rules
// that the last character activates. The pending bytes are those after the last character.
// language_build tries every byte after pending strings, in every context that a text can reach. It
// then merges nodes that have the same continuations (Moore 1956).
//
//     E1 -> 80..BF -> 80..BF -> START     EE, F1 80 and F4 8F end up in the same node as E1
//
// Not every pending string is tried: in FSS-UTF, 17 million of them begin with FD. The reference
// describes the continuations of a pending string in words of 64 bits. Strings with equal words
// share one node, in any context, and only the first of them is continued.
#ifndef VERIFY_LANGUAGE_H
#define VERIFY_LANGUAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LANGUAGE_DEAD = 0,   // no continuation is well-formed
    LANGUAGE_START = 1,  // the empty text
    LANGUAGE_NODES = 16384,
    LANGUAGE_NEVER = UINT16_MAX  // a distance: no well-formed text begins this way
};

struct language {
    size_t count;                        // nodes in use
    size_t pending;                      // pending strings that were tried
    uint16_t next[LANGUAGE_NODES][256];  // the node after one more byte
    // The node after a character that activates no `never` rule. It is START, unless a rule applies
    // at the start of a text.
    uint16_t free;
    bool accepts[LANGUAGE_NODES];       // may a text end here? True for START and for most other
                                        // nodes after a whole character
    bool boundary[LANGUAGE_NODES];      // may a character begin here? True where a text may end,
                                        // and after a character that must not be the last one
    uint16_t distance[LANGUAGE_NODES];  // length of the shortest path to an accepting node
    uint16_t column[256];               // bytes with equal columns of `next` share a number
    size_t columns;
    // The first and the last byte of each range of equal columns, and one byte of each distinct
    // column.
    uint8_t edges[256], typical[256];
    size_t edge_count;
};

extern struct language language;

// Fills `language`. Call it once, before any thread starts.
void language_build(void);

// Returns whether any character restricts the next character, or must not be the last one of a
// text.
bool language_has_contexts(void);

// Returns whether a byte is the first or the last one of a range of equal columns.
bool language_is_edge(uint8_t byte);

// Returns the node after a whole text.
uint16_t language_walk(const uint8_t *text, size_t size);

// Returns the node after this text, if a character that activates no `never` rule precedes it.
uint16_t language_walk_rest(const uint8_t *text, size_t size);

// Writes the shortest bytes that lead from a node to an accepting node, and returns how many.
// Returns 0 if no such bytes exist, or if the node itself accepts.
size_t language_complete(uint16_t node, uint8_t *bytes);

#endif
