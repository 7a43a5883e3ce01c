// SPDX-License-Identifier: 0BSD
/* Inputs checked by several threads: see u8check_threads.c. */
#ifndef U8CHECK_THREADS_H
#define U8CHECK_THREADS_H

#include "u8check.h"

/* What follows is for this request, which stays where it is until the end. */
void threads_start(const request *ask);

/* Has a path checked, by some thread or at once; takes it, and frees it then. */
void threads_check(char *path, bool found);

/* Waits until all are checked. */
void threads_end(void);

#endif
