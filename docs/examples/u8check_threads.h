// SPDX-License-Identifier: 0BSD
/* Checks inputs in several threads: see u8check_threads.c. */
#ifndef U8CHECK_THREADS_H
#define U8CHECK_THREADS_H

#include "u8check.h"

/* Call this first. `ask` must stay valid until threads_end returns. */
void threads_start(const request *ask);

/* Checks a path, in another thread or before this call returns. Takes ownership of `path`. */
void threads_check(char *path, bool found);

/* Waits until all inputs are checked. */
void threads_end(void);

#endif
