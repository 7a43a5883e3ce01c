// SPDX-License-Identifier: 0BSD
/* Copies an input to standard output, repaired or in another encoding: see u8check_convert.c. */
#ifndef U8CHECK_CONVERT_H
#define U8CHECK_CONVERT_H

#include "encodings.h"

/* What u8check exits with. */
enum { WELL_FORMED = 0, ILL_FORMED = 1, TROUBLE = 2 };

/* Says on stderr that something cannot be done, and why by errno; returns TROUBLE. */
int cannot(const char *what, const char *name);

/* read(2) that goes on after a signal and, if all is wanted, until the room is full or the input
 * ends. */
ptrdiff_t read_some(int file, uint8_t *room, size_t size, bool all);

/* Copies what can be read from a file to standard output: with `to` NULL repaired, else in that
 * encoding. `name` is the file's, as it may be shown. Returns what to exit with; what can't be
 * written is told on stderr with its offset, and ends the copy. */
int convert(const encoding *from, const encoding *to, int file, const char *name);

#endif
