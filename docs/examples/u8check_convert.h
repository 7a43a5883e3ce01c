// SPDX-License-Identifier: 0BSD
/* Copies an input to standard output, repaired or in another encoding: see u8check_convert.c. */
#ifndef U8CHECK_CONVERT_H
#define U8CHECK_CONVERT_H

#include "u8check.h"

/* UTF-16 or UTF-32 as bytes. */
typedef struct {
    const char *name;
    size_t width; /* bytes of a unit: 2 or 4 */
    bool big;     /* the highest byte first */
} wide;

/* The one of this name, in whatever case and punctuation ("UTF-16LE", "utf16le"); NULL if there is
 * none. */
const wide *wide_named(const char *name);

/* What is copied from, and to what; of each two pointers one is NULL. With neither `to` the copy is
 * in the same encoding, repaired. */
typedef struct {
    const encoding *from, *to;
    const wide *from_wide, *to_wide;
} conversion;

/* Copies what can be read from a file to standard output. `name` is the file's, as it may be shown.
 * Returns what to exit with; what can't be read or written is told on stderr with its offset, and
 * ends the copy. */
int convert(const conversion *c, int file, const char *name);

#endif
