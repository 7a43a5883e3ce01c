// SPDX-License-Identifier: 0BSD
//
// The naive converter: text to units of UTF-16 or UTF-32 and back, one character at a time. It
// follows the documentation of the interface and uses the code points of the reference.
//
// In: a text, or units. Out: the conversion with unlimited room, step by step, and why it ends.
//
// Lossy conversions write a replacement for each ill-formed part that reference_check_rest finds, and
// for each code point that the target cannot encode at its place.
//
// The idea: a step is the smallest part that is written as a whole: a character, or two adjacent
// halves. So for any room, the right result is as many whole steps as fit.
//
//     CESU-8  41 ED A0 BD ED B8 80 ED   41 | D83D DE00, then INCOMPLETE
//             room 2 takes one step, room 3 takes both
#ifndef VERIFY_REFERENCE_UTF_H
#define VERIFY_REFERENCE_UTF_H

#include "reference.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum reference_status {
    REFERENCE_COMPLETE,
    REFERENCE_INCOMPLETE,
    REFERENCE_NO_ROOM,
    REFERENCE_ILL_FORMED
};

struct reference_conversion {
    enum reference_status status;  // status, read and written: with unlimited room
    size_t read, written;
    size_t steps;
    uint32_t *read_by, *written_by;  // totals after each step
    uint32_t *replaced_by;           // the same for the replacements of lossy conversions
    uint32_t *units;                 // to units: the result
    uint8_t *bytes;                  // from units: the result
    size_t room;                     // the most bytes or units of a source
};

// Allocates room for sources of at most `room` bytes or units. Exits if memory runs out.
struct reference_conversion reference_conversion_open(size_t room);
void reference_conversion_close(struct reference_conversion *c);

// Call it after language_build, while no other thread runs. Further calls change nothing.
void reference_utf_prepare(void);

void reference_to_units(struct reference_conversion *c, bool utf16, const uint8_t *text,
                        size_t size);
void reference_from_units(struct reference_conversion *c, const uint32_t *units, size_t size);

// Lossy conversions. If the character before a replaced part activates a `never` rule, it and the
// replacement are one step. `replacement` is a code point.
void reference_to_units_lossy(struct reference_conversion *c, bool utf16, uint32_t replacement,
                              const uint8_t *text, size_t size);
void reference_from_units_lossy(struct reference_conversion *c, uint32_t replacement,
                                const uint32_t *units, size_t size);

// Returns the right status for a room of this many units or bytes; sets the numbers that are read
// and written.
enum reference_status reference_in_room(const struct reference_conversion *c, size_t room,
                                        size_t *read, size_t *written);

// Returns the number of replacements in the output for this room.
size_t reference_replaced(const struct reference_conversion *c, size_t room);

#endif
