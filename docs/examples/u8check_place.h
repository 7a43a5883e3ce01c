// SPDX-License-Identifier: 0BSD
/* A position in a text: see u8check_place.c. */
#ifndef U8CHECK_PLACE_H
#define U8CHECK_PLACE_H

#include "encodings.h"

/* `bytes` counts from 0, `line` and `column` from 1; a column is one character or ill-formed
 * sequence. `start` is the offset at which the line begins. */
typedef struct {
    uint64_t bytes, line, column, start;
} place;

static const place beginning = {.line = 1, .column = 1};

/* Advances over well-formed bytes. */
void place_pass(place *at, const encoding *e, const uint8_t *text, size_t size);

/* Advances over an ill-formed sequence, which counts as one column. */
void place_skip(place *at, const uint8_t *text, size_t size);

#endif
