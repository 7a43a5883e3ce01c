// SPDX-License-Identifier: 0BSD
/*
 * Writes output in the order of the inputs, whichever thread finishes first.
 *
 * In: text for stdout and stderr, collected in one sink per input. Out: the text, on both streams.
 *
 * The idea: inputs are numbered, and exactly one of them has its turn. Its text is written block by block;
 * the others collect their text. A sink that is finished early is kept until its turn. The thread that ends
 * a turn also writes the finished sinks after it. The thread of a sink with too much text waits for the
 * sink's turn, so memory is bounded. A thread never waits in its turn, so there is no deadlock.
 *
 * Faults are counted when they are written. So a limit cuts the output at the same fault for every
 * number of threads.
 */
#define _POSIX_C_SOURCE 200809L

#include "u8check_output.h"

#include "u8check_progress.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MUCH = 256 << 10, /* bytes in a sink above which its thread waits */
    MOST_FAULTS = 64  /* kinds of faults; an encoding has about ten */
};

/* A run: a section of the text that is for one stream. It begins where the previous run ends, and ends at `end`. */
typedef struct {
    int stream;
    bool begins;       /* whether a fault begins here */
    const char *fault; /* the kind of fault that it reports, or NULL */
    uint64_t bytes;    /* bytes of the input up to the end of that fault */
    size_t end;
} run;

struct sink {
    uint64_t number;
    char *text;
    size_t size, room;
    run *runs;
    size_t count, runs_room;
    const char *fault; /* between begin_fault and end_fault */
    uint64_t bytes;
    bool begins;
    totals sums;
};

static struct {
    pthread_mutex_t lock;
    pthread_cond_t moved;
    uint64_t turn, next; /* numbers of sinks: the one to write, the next one to create */
    sink *waiting[SINKS];
    bool closed;
    int error; /* errno of a failed write to stdout */
    /* Only the thread whose turn it is uses these: */
    uint64_t left; /* faults that may still be reported */
    bool limited;  /* whether the limit was reached */
    const char *separator;
    bool reported; /* at least one fault */
    totals sums;
    struct {
        const char *fault;
        uint64_t count;
    } faults[MOST_FAULTS];
} out = {.lock = PTHREAD_MUTEX_INITIALIZER, .moved = PTHREAD_COND_INITIALIZER};

void output_start(uint64_t most, const char *separator)
{
    out.left = most;
    out.separator = separator;
}

/* ---- A sink ---- */

sink *sink_new(void)
{
    sink *s = room_for(NULL, 1, sizeof *s);
    memset(s, 0, sizeof *s);
    pthread_mutex_lock(&out.lock);
    while (out.next - out.turn >= SINKS) {
        pthread_cond_wait(&out.moved, &out.lock);
    }
    s->number = out.next++;
    pthread_mutex_unlock(&out.lock);
    return s;
}

totals *sink_totals(sink *s)
{
    return &s->sums;
}

/* Makes room for `size` more bytes. Returns their address. */
static char *more(sink *s, size_t size)
{
    if (s->room - s->size < size) {
        s->room = 2 * (s->size + size);
        s->text = room_for(s->text, s->room, 1);
    }
    return s->text + s->size;
}

/* Assigns the next `size` bytes of text to a stream. */
static void append(sink *s, int stream, size_t size)
{
    run *last = s->count > 0 ? &s->runs[s->count - 1] : NULL;
    s->size += size;
    if (last == NULL || last->stream != stream || last->fault != s->fault || s->begins) {
        if (s->count == s->runs_room) {
            s->runs_room = 2 * s->count + 4;
            s->runs = room_for(s->runs, s->runs_room, sizeof *s->runs);
        }
        last = &s->runs[s->count++];
        *last = (run){stream, s->begins, s->fault, s->bytes, 0};
        s->begins = false;
    }
    last->end = s->size;
}

static void append_words(sink *s, int stream, const char *format, va_list words)
{
    va_list again;
    va_copy(again, words);
    size_t room = s->room - s->size;
    int size = vsnprintf(s->text == NULL ? NULL : s->text + s->size, room, format, words);
    if (size >= 0 && (size_t)size >= room) {
        vsnprintf(more(s, (size_t)size + 1), (size_t)size + 1, format, again);
    }
    va_end(again);
    if (size > 0) {
        append(s, stream, (size_t)size);
    }
}

void say(sink *s, const char *format, ...)
{
    va_list words;
    va_start(words, format);
    append_words(s, STDOUT_FILENO, format, words);
    va_end(words);
}

void remark(sink *s, const char *format, ...)
{
    va_list words;
    va_start(words, format);
    append_words(s, STDERR_FILENO, format, words);
    va_end(words);
}

void say_bytes(sink *s, const void *bytes, size_t size)
{
    if (size > 0) {
        memcpy(more(s, size), bytes, size);
        append(s, STDOUT_FILENO, size);
    }
}

void say_cannot(sink *s, const char *what, const char *name, int reason)
{
    char words[256];
    if (strerror_r(reason, words, sizeof words) != 0) {
        snprintf(words, sizeof words, "error %d", reason);
    }
    remark(s, "u8check: cannot %s %s: %s\n", what, name, words);
    s->sums.troubles++;
}

void begin_fault(sink *s, const char *fault, uint64_t bytes)
{
    s->fault = fault;
    s->bytes = bytes;
    s->begins = true;
    say(s, "%s", out.separator);
}

void end_fault(sink *s)
{
    s->fault = NULL;
}

/* ---- Writing ---- */

static void add(totals *sums, const totals *t)
{
    sums->well_formed += t->well_formed;
    sums->ill_formed += t->ill_formed;
    sums->troubles += t->troubles;
    sums->bytes += t->bytes;
    sums->binary += t->binary;
    sums->hidden += t->hidden;
    sums->special += t->special;
}

/* Stops all output. */
static void shut(int error)
{
    pthread_mutex_lock(&out.lock);
    out.closed = true;
    out.error = out.error != 0 ? out.error : error;
    pthread_mutex_unlock(&out.lock);
}

static void write_text(int stream, const char *text, size_t size)
{
    if (size > 0) {
        progress_hide();
    }
    while (size > 0 && !output_closed()) {
        ssize_t written = write(stream, text, size);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written < 0) {
            if (stream == STDOUT_FILENO) {
                shut(errno);
            }
            return;
        }
        text += written;
        size -= (size_t)written;
    }
}

static void count_fault(const char *fault)
{
    size_t i = 0;
    while (i < MOST_FAULTS - 1 && out.faults[i].fault != NULL && out.faults[i].fault != fault) {
        i++;
    }
    out.faults[i].fault = fault;
    out.faults[i].count++;
}

/* Whether a run is the last one of its fault. `count` is how many runs are left, this one included. */
static bool ends_fault(const run *r, size_t count)
{
    return r->fault != NULL && (count == 1 || r[1].fault == NULL || r[1].begins);
}

/* Writes the text of a sink, up to the limit of faults. Successive runs for the same stream are written
 * together. Returns the last written run if the limit was reached, else NULL. */
static const run *write_runs(sink *s)
{
    const run *last = NULL;
    size_t from = 0;
    for (size_t i = 0; i < s->count; i++) {
        const run *r = &s->runs[i];
        if (last != NULL && last->stream != r->stream) {
            write_text(last->stream, s->text + from, last->end - from);
            from = last->end;
        }
        if (r->begins) {
            from += out.reported ? 0 : strlen(out.separator);
            out.reported = true;
            out.left--;
            count_fault(r->fault);
        }
        last = r;
        if (out.left == 0 && ends_fault(r, s->count - i)) {
            break;
        }
    }
    if (last != NULL) {
        write_text(last->stream, s->text + from, last->end - from);
    }
    return out.left == 0 ? last : NULL;
}

static bool has_fault(const sink *s)
{
    size_t i = 0;
    while (i < s->count && !s->runs[i].begins) {
        i++;
    }
    return i < s->count;
}

/* Unless output has stopped, writes the text of a sink, and adds up its counts if it is finished. */
static void release(sink *s, bool finished)
{
    if (!output_closed()) {
        bool faulty = has_fault(s);
        const run *limit = write_runs(s);
        if (limit != NULL) { /* the input counts up to this fault */
            add(&out.sums, &(totals){.ill_formed = 1, .bytes = limit->bytes});
            out.limited = true;
            shut(0);
        } else if (finished) {
            add(&out.sums, &s->sums);
        } else if (faulty && output_closed()) { /* writing failed */
            out.sums.ill_formed++;
        }
    }
    s->size = s->count = 0;
}

static void sink_free(sink *s)
{
    free(s->text);
    free(s->runs);
    free(s);
}

bool output_closed(void)
{
    pthread_mutex_lock(&out.lock);
    bool closed = out.closed;
    pthread_mutex_unlock(&out.lock);
    return closed;
}

bool sink_is_full(const sink *s)
{
    return s->size > MUCH;
}

void sink_offer(sink *s)
{
    pthread_mutex_lock(&out.lock);
    while (out.turn != s->number && sink_is_full(s)) {
        pthread_cond_wait(&out.moved, &out.lock);
    }
    bool turn = out.turn == s->number;
    pthread_mutex_unlock(&out.lock);
    if (turn) {
        release(s, false);
    }
}

void sink_finish(sink *s)
{
    pthread_mutex_lock(&out.lock);
    if (out.turn != s->number) {
        out.waiting[s->number % SINKS] = s;
        s = NULL;
    }
    while (s != NULL) {
        pthread_mutex_unlock(&out.lock);
        release(s, true);
        sink_free(s);
        pthread_mutex_lock(&out.lock);
        out.turn++;
        s = out.waiting[out.turn % SINKS];
        out.waiting[out.turn % SINKS] = NULL;
        pthread_cond_broadcast(&out.moved);
    }
    pthread_mutex_unlock(&out.lock);
}

/* ---- The end ---- */

bool output_reopen(void)
{
    out.closed = out.error != 0;
    out.left = UINT64_MAX;
    return out.limited;
}

totals output_totals(void)
{
    return out.sums;
}

bool output_fault(size_t index, const char **fault, uint64_t *count)
{
    if (index >= MOST_FAULTS || out.faults[index].fault == NULL) {
        return false;
    }
    *fault = out.faults[index].fault;
    *count = out.faults[index].count;
    return true;
}

int output_status(void)
{
    const totals *t = &out.sums;
    bool broken = out.error == EPIPE; /* the reader has gone, so some inputs are not checked */
    return t->troubles > 0 || (out.error != 0 && !broken) ? TROUBLE
           : t->ill_formed > 0                            ? ILL_FORMED
           : broken                                       ? TROUBLE
                                                          : WELL_FORMED;
}

int output_end(void)
{
    if (out.error != 0) {
        errno = out.error;
        cannot("write", "stdout");
    }
    return output_status();
}
