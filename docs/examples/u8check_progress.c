// SPDX-License-Identifier: 0BSD
/*
 * Draws the progress of a long run, as one line on stderr that is overwritten.
 *
 * In: numbers of bytes and files, from any thread. Out: the line, at most ten times per second, for the
 * first time after half a second:
 *     u8check: 34 % of 12.3 GB, 4.10 GB/s
 * or, if the total is unknown, "u8check: 1200 files, 4.2 GB, 4.10 GB/s".
 */
#define _POSIX_C_SOURCE 200809L

#include "u8check_progress.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static struct {
    pthread_mutex_t lock;
    bool on, visible;
    double begun, shown; /* times of seconds_now() */
    uint64_t total, bytes, files;
} progress = {.lock = PTHREAD_MUTEX_INITIALIZER};

double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void progress_start(uint64_t total)
{
    progress.on = true;
    progress.total = total;
    progress.begun = seconds_now();
    progress.shown = progress.begun + 0.4;
}

static void clear(void)
{
    if (progress.visible) {
        fputs("\r\033[K", stderr);
        progress.visible = false;
    }
}

static void show(double now)
{
    double bytes = (double)progress.bytes;
    clear();
    if (progress.total > 0) {
        fprintf(stderr, "u8check: %d %% of", (int)(100 * bytes / (double)progress.total));
    } else {
        fprintf(stderr, "u8check: %" PRIu64 " files,", progress.files);
    }
    fprintf(stderr, " %.1f GB, %.2f GB/s",
            (progress.total > 0 ? (double)progress.total : bytes) * 1e-9,
            bytes / (now - progress.begun) * 1e-9);
    fflush(stderr);
    progress.visible = true;
    progress.shown = now;
}

void progress_add(uint64_t bytes, uint64_t files)
{
    if (!progress.on) {
        return;
    }
    pthread_mutex_lock(&progress.lock);
    progress.bytes += bytes;
    progress.files += files;
    double now = seconds_now();
    if (now - progress.shown >= 0.1) {
        show(now);
    }
    pthread_mutex_unlock(&progress.lock);
}

void progress_hide(void)
{
    if (progress.on) {
        pthread_mutex_lock(&progress.lock);
        clear();
        pthread_mutex_unlock(&progress.lock);
    }
}
