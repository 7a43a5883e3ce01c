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

static void (*before_parts)(void);

void *work_take(struct work_idle *idle)
{
    void *object = NULL;
    for (size_t i = 0; i < WORK_THREADS && object == NULL; i++) {
        object = atomic_exchange(&idle->objects[i], NULL);
    }
    return object;
}

void *work_keep(struct work_idle *idle, void *object)
{
    for (size_t i = 0; i < WORK_THREADS && object != NULL; i++) {
        object = atomic_exchange(&idle->objects[i], object);
    }
    return object;
}

void work_before_parts(void (*call)(void))
{
    before_parts = call;
}

static void *take_parts(void *argument)
{
    struct job *job = argument;
    size_t index;
    while (!job->failed && (index = job->next++) < job->count) {
        if (before_parts != NULL) {
            before_parts();
        }
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

// ---- The whole run ----

static struct {
    double expected[WORK_STEPS];
    size_t count, now;
    double begun, step_begun;     // start of the run, and of the step
    double expected_of_finished;  // sum over finished steps
} run;

static size_t processors(void)
{
    return thread_count > 0 ? thread_count : (size_t)sysconf(_SC_NPROCESSORS_ONLN);
}

void work_expect(size_t step, double seconds)
{
    run.expected[step] = seconds / (double)processors();
    run.count = step + 1 > run.count ? step + 1 : run.count;
}

void work_begin(size_t step)
{
    const double time = now();
    if (run.begun == 0) {
        run.begun = time;
    } else {
        run.expected_of_finished += run.expected[run.now];
    }
    run.now = step;
    run.step_begun = time;
}

double work_cpu(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

// Estimates the seconds left for the whole run; the current job takes at least `left` of them.
static double left_of_run(double left)
{
    const double time = now(), finished = run.expected_of_finished;
    double rate = 1, later = 0;
    if (finished > 1) {
        rate = (run.step_begun - run.begun) / finished;
    }
    for (size_t step = run.now + 1; step < run.count; step++) {
        later += rate * run.expected[step];
    }
    const double own = rate * run.expected[run.now] - (time - run.step_begun);
    return later + (own > left ? own : left);
}

static void print_progress(const char *label, double share, double spent)
{
    const double left = spent / share - spent;
    fprintf(stderr, "\r  %s: %3.0f %%, %.0f s left", label, 100 * share, left);
    if (run.count > 0) {
        fprintf(stderr, "; all checks: about %.0f s left", left_of_run(left));
    }
    fprintf(stderr, " \033[K");
}

void work_show(const char *label, size_t done, size_t count)
{
    static double begun, shown;
    const double time = now();
    if (done == 0) {
        begun = shown = time;
    }
    if (isatty(STDERR_FILENO) && time - shown > 0.5) {
        if (done == count) {
            fprintf(stderr, "\r\033[K");
        } else {
            shown = time;
            print_progress(label, (double)done / (double)count, time - begun);
        }
    }
}

// Shows progress on a terminal until all parts are done or one fails.
static void show_progress(const char *label, struct job *job)
{
    const double start = now();
    size_t done;
    while ((done = job->done) < job->count && !job->failed) {
        const double spent = now() - start;
        if (done > 0 && spent > 1) {
            print_progress(label, (double)done / (double)job->count, spent);
        }
        nanosleep(&(struct timespec){0, 200000000}, NULL);
    }
    fprintf(stderr, "\r\033[K");
}

bool work(const char *label, size_t count, work_part *part, void *context)
{
    struct job job = {.part = part, .context = context, .count = count};
    pthread_t threads[WORK_THREADS];
    const size_t wanted = processors();
    size_t made = 0;
    while (made < wanted && made < WORK_THREADS && made < count) {
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
