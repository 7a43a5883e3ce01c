// SPDX-License-Identifier: 0BSD
//
// Texts over a few bytes that stand for all: those of a class are alike to the reference.
#ifndef VERIFY_STRINGS_H
#define VERIFY_STRINGS_H

#include "language.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    STRINGS_LONGEST = 7,
    STRINGS_ALL = STRINGS_LONGEST  // no byte is left out, wherever a text died
};

// Takes one text, the node it leads to, and how many of its first bytes are well-formed; false stops.
typedef bool strings_take(void *context, const uint8_t *text, size_t size, uint16_t node,
                          size_t prefix);

// All texts of `size` bytes out of `count` that begin with bytes[first], but for those that go on for
// more than `dead` bytes after the byte at which they died. False if `take` stopped it.
bool strings_each(const uint8_t *bytes, size_t count, size_t size, size_t dead, size_t first,
                  strings_take *take, void *context);

#endif
