// SPDX-License-Identifier: 0BSD
//
// Work in parts: several threads take parts in order until one part fails. On a terminal the main
// thread shows how far it is, and how long that and the whole run may still take.
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

// The same for what one thread does: shows that `done` of `count` parts are done, now and then.
void work_show(const char *label, size_t done, size_t count);

// Calls a function before each part that is done from now on, in its thread.
void work_before_parts(void (*call)(void));

// The steps of the whole run, and what each of them will take: seconds of all processors together, roughly,
// which are corrected by those that the steps took so far.
void work_expect(size_t step, double seconds);
void work_begin(size_t step);

// Seconds of one processor so far.
double work_cpu(void);

#endif
