// SPDX-License-Identifier: 0BSD
/* Options, exit statuses and helper functions that all files of u8check share. */
#ifndef U8CHECK_H
#define U8CHECK_H

#include "encodings.h"

/* Exit statuses. The highest of all inputs is used. */
enum { WELL_FORMED = 0, ILL_FORMED = 1, TROUBLE = 2 };

typedef enum { FORMAT_TEXT, FORMAT_GCC, FORMAT_JSON, FORMAT_SARIF, FORMAT_GITHUB } report_format;

/* Which ill-formed files are skipped if they look binary: those found in folders, none, or all. */
typedef enum { BINARY_FOUND, BINARY_NONE, BINARY_ALL } binaries;

typedef struct {
    const encoding *encoded;
    report_format format;
    bool quiet;     /* print only errors; the result is the exit status */
    bool list;      /* print only the names of ill-formed files */
    bool invert;    /* with `list`: of well-formed files instead */
    bool zero;      /* print names unescaped, each ended by a zero byte */
    bool verbose;   /* add a dump to each fault, and note a byte order mark */
    bool all;       /* report every fault of a file, not only the first */
    bool counted;   /* print the measures of each well-formed file */
    bool timed;     /* print how fast each well-formed file was checked */
    bool stats;     /* print totals at the end */
    bool colored;   /* use color escape sequences */
    bool recursive; /* search folders */
    bool hidden;    /* in folders, include names that begin with a dot */
    binaries skipped;
    uint64_t most;  /* number of faults after which the run stops */
    size_t threads; /* upper bound */
} request;

/* Whether faults are described. With --quiet, --list or --invert they are not. */
static inline bool reports_faults(const request *ask)
{
    return !ask->quiet && !ask->list;
}

/* realloc() for an array of `count` elements. Exits with TROUBLE if memory runs out. */
void *room_for(void *before, size_t count, size_t size);

/* Prints "u8check: cannot WHAT NAME: REASON" on stderr, with the reason for errno; nothing for EPIPE.
 * Returns TROUBLE. */
int cannot(const char *what, const char *name);

/* read(2), restarted after a signal. With `all` it reads until the buffer is full or the input ends.
 * Returns the number of bytes; -1 on an error. */
ptrdiff_t read_some(int file, uint8_t *room, size_t size, bool all);

#endif
