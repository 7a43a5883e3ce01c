// SPDX-License-Identifier: 0BSD
//
// Work in parts: several threads take parts in order until one part fails. On a terminal the main
// thread shows how far it is and how long it may still take.
#ifndef VERIFY_WORK_H
#define VERIFY_WORK_H

#include <stdbool.h>
#include <stddef.h>

// Does part number `index`; false stops the work. Runs in any thread, several at once.
typedef bool work_part(void *context, size_t index);

// Sets the number of threads; by default as many as there are processors.
void work_threads(size_t threads);

// Does parts 0 to count - 1 and returns whether none failed.
bool work(const char *label, size_t count, work_part *part, void *context);

#endif
