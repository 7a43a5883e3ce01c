// SPDX-License-Identifier: 0BSD
//
// Test texts that cover the reference: every node, on several paths to it, with every next byte.
//
// In: the nodes of the reference and its byte classes (the columns). Out: texts. A node has several
// paths. Every byte is appended to the shortest path, the ends of ranges to other paths, and pairs of
// classes to all paths. Each text is given as it is and, if possible, completed to be well-formed. After
// the shortest path, each byte that the reference refuses is also followed by the end of a right text.
//
// The idea: the next step of an automaton depends only on its state. So it is enough to cover every
// state and every step from it. All sequences of seven classes, of which there may be 60, would
// show no more and take too long. The name of a fault depends on more than the state. So the texts
// include both ends of each range that a form encodes or leaves out, with neighboring bytes.
//
//     node "C2"       C2 | 00, C2 | 01, ... C2 | FF      on the shortest path
//                     F4 8F BF BF C2 | 80                after a character
//     node "F1"       F1 | 7F | 80 80                    as if 7F were right
//     the dead node   80 | 80 | 80                       on the shortest path
#ifndef VERIFY_STRINGS_H
#define VERIFY_STRINGS_H

#include "../reference/language.h"
#include "../reference/reference.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    STRINGS_WAY = 3 * REFERENCE_LONGEST,   // bytes of the longest path
    STRINGS_TAIL = 2 * REFERENCE_LONGEST,  // the most bytes that complete a text
    STRINGS_LONGEST = STRINGS_WAY + 2 + STRINGS_TAIL,
    STRINGS_ORDER = 6,                     // bytes of the longest text with classes in every order
    STRINGS_CHAIN = 320 + STRINGS_LONGEST  // bytes of the longest chain
};

// Finds the paths. Call it once, after language_build and before any thread starts. A sample has
// fewer pairs of classes.
void strings_prepare(bool sample);

// Writes the shortest bytes that lead from START to a node, a number below language.count. Returns
// false if no bytes lead there. No bytes lead to DEAD if every text can be completed.
bool strings_reach(size_t node, uint8_t *bytes, size_t *size);

// Does some text lead to a node? No text leads to DEAD if every text can be completed.
bool strings_lead_to(size_t node);

// Writes at most STRINGS_WAY bytes that lead from START back to START. If a `never` rule applies at
// the start of a text, prefers a character that leads both from START and from language.free to
// language.free. Returns the number of bytes; 0 if there are none.
size_t strings_loop(uint8_t *bytes);

// Repeats the bytes of strings_loop, up to `most` bytes. The text is well-formed, and any text may
// be inserted between two repetitions. Returns the size; *unit is the size of one repetition.
size_t strings_filler(uint8_t *bytes, size_t most, size_t *unit);

// Fills at most `size` bytes with whole characters of a form, or with pairs if `form` is the number
// of forms. Returns how many bytes it filled; 0 if there is no such character. Characters that are
// less than 61 apart differ, if strings_prepare has found 61 that restrict the same neighbors. So a
// function that copies from a wrong place writes wrong output.
size_t strings_fill(uint8_t *to, size_t size, size_t form);

// Describes the texts for a report. If there are too many pairs of classes, each class is followed
// only by every n-th class.
const char *strings_claim(void);

// Receives a text, the node that it leads to, and the size of its well-formed prefix. Returns false
// to stop.
typedef bool strings_take(void *context, const uint8_t *text, size_t size, uint16_t node,
                          size_t prefix);

// Gives texts of one to six bytes with the classes in every order; one byte represents each class.
// `part`, less than language.columns, is the class of the first byte. If a size has more than
// `most` texts, gives a sample of about that many. Returns false if `take` stopped it.
typedef bool strings_take_order(void *context, const uint8_t *text, size_t size);
bool strings_orders(size_t part, size_t most, strings_take_order *take, void *context);

// Gives all texts of one and two bytes that begin with this byte. Of the texts of three bytes whose
// second and third byte are ends of the reference's ranges, gives one in `sparse`. Returns false if
// `take` stopped it.
bool strings_short(size_t first, size_t sparse, strings_take_order *take, void *context);

// Gives couples: two adjacent characters, each of which the encoding has or leaves out. The second
// one is cut after each of its bytes. Each is the first or the last of a row, a range of characters
// that the rules treat alike. If there are 2 * most or more couples, gives a sample, and some whose
// first character forbids the second one. If a rule applies at the start of a text, also gives each
// couple after a character. `part`, less than strings_rows(), is the row of the first character.
size_t strings_rows(void);
bool strings_couples(size_t part, size_t most, strings_take_order *take, void *context);

// Gives chains: over 256 bytes of characters, none of which may be the last one. So the end of the
// longest well-formed prefix is far back. `part`, less than language.columns, is the class of a byte
// that is added to a chain. The text is also completed to be well-formed, and the byte is added
// again. Part 0 also gives chains without such a byte. Most encodings have no chains.
bool strings_chains(size_t part, strings_take_order *take, void *context);

// Gives all texts of a part, less than strings_parts(): the continuations of a node, or the ends of
// a row. Returns false if `take` stopped it.
size_t strings_parts(void);
bool strings_each(size_t part, strings_take *take, void *context);

// Returns a pseudo-random byte, the same on every machine for the same seed.
static inline uint8_t random_byte(uint64_t *random)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return (uint8_t)(*random >> 56);
}

#endif
