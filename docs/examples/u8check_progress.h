// SPDX-License-Identifier: 0BSD
/* How far a long run has come, on a terminal: see u8check_progress.c. */
#ifndef U8CHECK_PROGRESS_H
#define U8CHECK_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/* Shows progress from here on, of so many bytes; 0 if that is not known. */
void progress_start(uint64_t total);

/* So many bytes more were looked at, or a file more. */
void progress_add(uint64_t bytes, uint64_t files);

/* Clears the line, before something is printed and at the end. */
void progress_hide(void);

/* Seconds of a clock that only moves on. */
double seconds_now(void);

#endif
