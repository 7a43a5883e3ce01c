// SPDX-License-Identifier: 0BSD
/* Copies an input to standard output, repaired or converted: see u8check_convert.c. */
#ifndef U8CHECK_CONVERT_H
#define U8CHECK_CONVERT_H

#include "u8check.h"

/* UTF-16 or UTF-32 in one byte order. */
typedef struct {
    const char *name;
    size_t width; /* bytes of a unit: 2 or 4 */
    bool big;     /* big-endian */
} wide;

/* Finds a variant by name, with or without its hyphen, ignoring case ("UTF-16LE", "utf16le"); NULL if it
 * is unknown. */
const wide *wide_named(const char *name);

/* Source and target. If `from_wide` is set, it is the source, and `to` the target. Otherwise `from` is the
 * source, and at most one of `to` and `to_wide` is set; without them, the copy is repaired and keeps its
 * encoding. If `repaired`, a conversion writes U+FFFD for each error and each character that the target
 * lacks, and does not stop. */
typedef struct {
    const encoding *from, *to;
    const wide *from_wide, *to_wide;
    bool repaired;
} conversion;

/* Copies a file to standard output. `name` is its escaped name, for messages. Returns the exit status. Unless
 * it repairs, stops at an ill-formed or missing character, and prints its offset on stderr. */
int convert(const conversion *c, int file, const char *name);

#endif
