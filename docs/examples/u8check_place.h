// SPDX-License-Identifier: 0BSD
/* Where in a text something stands: see u8check_place.c. */
#ifndef U8CHECK_PLACE_H
#define U8CHECK_PLACE_H

#include "encodings.h"

/* Bytes count from 0, lines and columns from 1; a column is a character. A line begins at the byte
 * `start`. */
typedef struct {
    uint64_t bytes, line, column, start;
} place;

static const place beginning = {.line = 1, .column = 1};

/* Moves over well-formed bytes. */
void place_pass(place *at, const encoding *e, const uint8_t *text, size_t size);

/* Moves over an ill-formed sequence, which takes one column. */
void place_skip(place *at, const uint8_t *text, size_t size);

#endif
