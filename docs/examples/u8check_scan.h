// SPDX-License-Identifier: 0BSD
/* Checks one input: see u8check_scan.c. */
#ifndef U8CHECK_SCAN_H
#define U8CHECK_SCAN_H

#include "u8check.h"
#include "u8check_output.h"

/* Size in bytes of the buffer that scan_path needs. */
size_t scan_room(void);

/* Checks a file, or stdin if the path is -. The output is in `out`. `room` has scan_room() bytes. If
 * `found` is set, the path was found in a folder: it must still be a regular file when it is opened. */
void scan_path(const request *ask, const char *path, bool found, uint8_t *room, sink *out);

#endif
