// SPDX-License-Identifier: 0BSD
//
// The naive converter: text to units of UTF-16 or UTF-32 and back, a character at a time, from the
// statements of the interface and the reference's code points.
//
// In: a text, or units. Out: what unlimited room would receive, step by step, and why it ends. The one
// idea: a step is what no room parts (a character; two halves, one behind the other), so for any room
// the right answer is as many whole steps as fit.
//
//     CESU-8  41 ED A0 BD ED B8 80 ED   41 | D83D DE00, then INCOMPLETE: room 2 takes one step, room 3 two
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
    enum reference_status status;  // with room for all; read and written then
    size_t read, written;
    size_t steps;
    uint32_t *read_by, *written_by;  // after each step
    uint32_t *units;                 // to units: what was written
    uint8_t *bytes;                  // from units
    size_t room;                     // of the source, in its units
};

// Room for sources of so many bytes or units; exits if there is no memory.
struct reference_conversion reference_conversion_open(size_t room);
void reference_conversion_close(struct reference_conversion *c);

// Once, after language_build and before any thread.
void reference_utf_prepare(void);

void reference_to_units(struct reference_conversion *c, bool utf16, const uint8_t *text,
                        size_t size);
void reference_from_units(struct reference_conversion *c, const uint32_t *units, size_t size);

// What is right with so much room: the status, and how many steps are taken.
enum reference_status reference_in_room(const struct reference_conversion *c, size_t room,
                                        size_t *read, size_t *written);

#endif
