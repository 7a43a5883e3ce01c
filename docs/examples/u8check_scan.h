// SPDX-License-Identifier: 0BSD
/* Checks one input: see u8check_scan.c. */
#ifndef U8CHECK_SCAN_H
#define U8CHECK_SCAN_H

#include "u8check.h"
#include "u8check_output.h"

/* Room that a thread needs for it, in bytes. */
size_t scan_room(void);

/* Checks what this path names, or stdin if it is -, and says in the sink what there is to say.
 * `found` is whether the path comes from a folder: then it must be a regular file, itself, by the
 * time that it is opened. */
void scan_path(const request *ask, const char *path, bool found, uint8_t *room, sink *out);

#endif
