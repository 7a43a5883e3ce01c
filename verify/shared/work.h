// SPDX-License-Identifier: 0BSD
//
// Runs the parts of a job in several threads until one fails; parts start in order. On a terminal,
// the main thread shows the progress and the estimated time left of this job and of the whole run.
#ifndef VERIFY_WORK_H
#define VERIFY_WORK_H

#include <stdbool.h>
#include <stddef.h>

// Runs part number `index`; returns false to stop the job. Called from several threads at once.
typedef bool work_part(void *context, size_t index);

// Sets the number of threads, at most WORK_THREADS; the default is the number of processors.
void work_threads(size_t threads);

// Runs parts 0 to count - 1. Returns whether all passed.
bool work(const char *label, size_t count, work_part *part, void *context);

// For a job of a single thread: shows, from time to time, that `done` of `count` parts are done.
void work_show(const char *label, size_t done, size_t count);

// Calls a function before each part from now on, in the thread of the part.
void work_before_parts(void (*call)(void));

enum { WORK_THREADS = 64 };  // the most threads

// Keeps objects that threads can use again, such as a room between inaccessible pages: making a room
// takes longer than checking most texts.
struct work_idle {
    _Atomic(void *) objects[WORK_THREADS];
};

// Removes an object; returns NULL if there is none.
void *work_take(struct work_idle *idle);
// Adds an object. Returns NULL; if there are too many, an object that the caller must free.
void *work_keep(struct work_idle *idle, void *object);

enum { WORK_STEPS = 24 };  // the most steps

// The steps of the whole run, with a rough estimate of each: seconds, summed over all processors.
// The times of finished steps correct the estimates.
void work_expect(size_t step, double seconds);
void work_begin(size_t step);

// Returns the processor time used so far, in seconds.
double work_cpu(void);

#endif
