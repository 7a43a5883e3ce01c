// SPDX-License-Identifier: 0BSD
/*
 * Checks inputs in several threads.
 *
 * In: paths, one at a time. Out: the results, each in its own sink; u8check_output.c orders them.
 *
 * The idea: one thread checks a whole input. A queue of SINKS places is enough, because each input in it
 * has one of at most SINKS sinks. Each of the first inputs starts another thread until all
 * threads run. With one thread, or if no other thread can be started, threads_check does the work itself.
 */
#define _POSIX_C_SOURCE 200809L

#include "u8check_threads.h"

#include "u8check_output.h"
#include "u8check_scan.h"

#include <pthread.h>
#include <stdlib.h>

enum { MOST_THREADS = 64 };

typedef struct {
    char *path;
    bool found;
    sink *out;
} job;

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    const request *ask;
    job jobs[SINKS]; /* a ring: the next job is jobs[first] */
    size_t first, count;
    bool ended;
    pthread_t threads[MOST_THREADS];
    size_t running;
    uint8_t *room; /* buffer for checks in the thread that calls threads_check */
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void check(const job *j, uint8_t *room)
{
    if (!output_closed()) {
        scan_path(pool.ask, j->path, j->found, room, j->out);
    }
    sink_finish(j->out);
    free(j->path);
}

/* Takes the next job. Blocks until there is one; false after the last one. */
static bool take(job *j)
{
    pthread_mutex_lock(&pool.lock);
    while (pool.count == 0 && !pool.ended) {
        pthread_cond_wait(&pool.changed, &pool.lock);
    }
    bool taken = pool.count > 0;
    if (taken) {
        *j = pool.jobs[pool.first];
        pool.first = (pool.first + 1) % SINKS;
        pool.count--;
    }
    pthread_mutex_unlock(&pool.lock);
    return taken;
}

static void *work(void *unused)
{
    uint8_t *room = room_for(NULL, scan_room(), 1);
    job j;
    (void)unused;
    while (take(&j)) {
        check(&j, room);
    }
    free(room);
    return NULL;
}

void threads_start(const request *ask)
{
    pool.ask = ask;
    if (ask->threads == 1) {
        pool.room = room_for(NULL, scan_room(), 1);
    }
}

static void put(const job *j)
{
    pthread_mutex_lock(&pool.lock);
    pool.jobs[(pool.first + pool.count) % SINKS] = *j;
    pool.count++;
    pthread_cond_signal(&pool.changed);
    pthread_mutex_unlock(&pool.lock);
}

void threads_check(char *path, bool found)
{
    job j = {path, found, sink_new()};
    if (pool.room == NULL && pool.running < pool.ask->threads && pool.running < MOST_THREADS &&
        pthread_create(&pool.threads[pool.running], NULL, work, NULL) == 0) {
        pool.running++;
    }
    if (pool.running == 0) { /* one thread is wanted, or none can be started */
        pool.room = pool.room != NULL ? pool.room : room_for(NULL, scan_room(), 1);
        check(&j, pool.room);
    } else {
        put(&j);
    }
}

void threads_end(void)
{
    pthread_mutex_lock(&pool.lock);
    pool.ended = true;
    pthread_cond_broadcast(&pool.changed);
    pthread_mutex_unlock(&pool.lock);
    for (size_t i = 0; i < pool.running; i++) {
        pthread_join(pool.threads[i], NULL);
    }
    free(pool.room);
}
