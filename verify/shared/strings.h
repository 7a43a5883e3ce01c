// SPDX-License-Identifier: 0BSD
//
// Texts that stand for all: each node of the reference, whatever leads there, and what comes next.
//
// In: the reference's nodes and classes (columns). Out: for each node texts that reach it by its ways, then
// take each byte, and each class followed by each class; those that are alive then are given as they
// are and filled up to where a text may end. The one idea: what a machine does next depends on
// where it is, so to cover the places and the steps from each of them is enough, where products of
// classes, 60^7 of them, are no better and never end. Which fault is named depends on more than where
// a text is: so the ends of all that a form writes and leaves out, and what lies beside them, come in addition.
//
//     node "E4 B8"    E4 B8 | 00, E4 B8 | 01, ... E4 B8 | FF      by the shortest way
//                     C2 80 E4 B8 | 80 | 41                       behind a character
//                     ED A0 | 80 | 80                             the dead node is one of them
#ifndef VERIFY_STRINGS_H
#define VERIFY_STRINGS_H

#include "../reference/language.h"
#include "../reference/reference.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    STRINGS_WAY = 3 * REFERENCE_LONGEST,   // bytes of the longest way that is taken
    STRINGS_TAIL = 2 * REFERENCE_LONGEST,  // of the longest end that a text is given
    STRINGS_LONGEST = STRINGS_WAY + 2 + STRINGS_TAIL,
    STRINGS_ORDER = 6  // of the longest text that has classes in every order
};

// Finds the ways; once, after language_build and before any thread. Of a sample, fewer pairs of classes where there are many.
void strings_prepare(bool sample);

// Writes the shortest bytes from START to a node, less than language.count; false if nothing leads there (to
// DEAD, where all texts are well-formed).
bool strings_reach(size_t node, uint8_t *bytes, size_t *size);

// Does some text lead to a node? To each but DEAD, where all texts can become well-formed.
bool strings_lead_to(size_t node);

// Writes some bytes that lead from START back to it, at most STRINGS_WAY; returns how many, 0 if nothing does.
size_t strings_loop(uint8_t *bytes);

// Writes those bytes again and again, at most `most`: well-formed text between whose parts anything may stand. Returns how many in all;
// *unit is how many they are once.
size_t strings_host(uint8_t *bytes, size_t most, size_t *unit);

// What the texts are, in words for a report: where they would be too many, not each class is followed by
// each class, but by every n-th.
const char *strings_claim(void);

// Takes one text, the node it leads to, and how many of its first bytes are well-formed; false stops.
typedef bool strings_take(void *context, const uint8_t *text, size_t size, uint16_t node,
                          size_t prefix);

// Texts that have one byte of each class in every order, up to six of them: of each size all, or, where these are
// more than `most`, one of so many; those of a part, less than language.columns, which is the class of
// the first byte. False if `take` stopped it.
typedef bool strings_take_order(void *context, const uint8_t *text, size_t size);
bool strings_orders(size_t part, size_t most, strings_take_order *take, void *context);

// All texts of one byte and two that begin with this one, and, of those of three whose other bytes stand at ends of the
// reference's ranges, one of `sparse`. False if `take` stopped it.
bool strings_short(size_t first, size_t sparse, strings_take_order *take, void *context);

// Two code points in a row, written or left out, the second one cut off at each of its bytes: the ends of those
// that the rules don't tell apart; of more than `most` one of so many, and some that only a rule on both forbids.
// A part, less than strings_rows(), has one row as the first of them.
size_t strings_rows(void);
bool strings_couples(size_t part, size_t most, strings_take_order *take, void *context);

// All texts of a part, less than strings_parts(): what goes on from a node, or what a form has in a row that is
// written or left out for one reason. False if `take` stopped it.
size_t strings_parts(void);
bool strings_each(size_t part, strings_take *take, void *context);

#endif
