// SPDX-License-Identifier: 0BSD
//
// Work in parts, with several threads and a line of progress. See work.h.
#define _POSIX_C_SOURCE 200809L
#include "work.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 64 };

struct job {
    work_part *part;
    void *context;
    size_t count;
    atomic_size_t next, done;
    atomic_bool failed;
};

static size_t thread_count;

void work_threads(size_t threads)
{
    thread_count = threads;
}

static void *take_parts(void *argument)
{
    struct job *job = argument;
    size_t index;
    while (!job->failed && (index = job->next++) < job->count) {
        if (!job->part(job->context, index)) {
            job->failed = true;
        }
        job->done++;
    }
    return NULL;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

// Shows progress on a terminal until all parts are done.
static void show_progress(const char *label, struct job *job)
{
    const double start = now();
    size_t done;
    while ((done = job->done) < job->count && !job->failed) {
        double share = (double)done / (double)job->count, spent = now() - start;
        if (done > 0 && spent > 1) {
            fprintf(stderr, "\r  %s: %3.0f %%, %.0f s left \033[K", label, 100 * share,
                    spent / share - spent);
        }
        nanosleep(&(struct timespec){0, 200000000}, NULL);
    }
    fprintf(stderr, "\r\033[K");
}

bool work(const char *label, size_t count, work_part *part, void *context)
{
    struct job job = {.part = part, .context = context, .count = count};
    pthread_t threads[THREADS];
    size_t wanted = thread_count, made = 0;
    if (wanted == 0) {
        wanted = (size_t)sysconf(_SC_NPROCESSORS_ONLN);
    }
    while (made < wanted && made < THREADS && made < count) {
        if (pthread_create(&threads[made], NULL, take_parts, &job) != 0) {
            break;
        }
        made++;
    }
    if (made == 0) {
        take_parts(&job);
    } else if (isatty(STDERR_FILENO)) {
        show_progress(label, &job);
    }
    while (made > 0) {
        pthread_join(threads[--made], NULL);
    }
    return !job.failed;
}
