// SPDX-License-Identifier: 0BSD
/* The progress line of a long run, on a terminal: see u8check_progress.c. */
#ifndef U8CHECK_PROGRESS_H
#define U8CHECK_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/* Turns the progress line on. `total` is the number of bytes to check; 0 if unknown. */
void progress_start(uint64_t total);

/* Adds to the number of bytes and files that are done. */
void progress_add(uint64_t bytes, uint64_t files);

/* Clears the line. Call this before any other output, and at the end. */
void progress_hide(void);

/* Seconds of a monotonic clock. */
double seconds_now(void);

#endif
