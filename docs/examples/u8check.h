// SPDX-License-Identifier: 0BSD
/* What u8check was asked for, what it exits with, and what its files share. */
#ifndef U8CHECK_H
#define U8CHECK_H

#include "encodings.h"

/* What u8check exits with; of several inputs the highest. */
enum { WELL_FORMED = 0, ILL_FORMED = 1, TROUBLE = 2 };

typedef enum { FORMAT_TEXT, FORMAT_GCC, FORMAT_JSON, FORMAT_SARIF, FORMAT_GITHUB } report_format;

/* Which ill-formed files are passed over if they look binary. */
typedef enum { BINARY_FOUND, BINARY_NONE, BINARY_ALL } binaries;

typedef struct {
    const encoding *encoded;
    report_format format;
    bool quiet;     /* nothing but the exit status and what can't be done */
    bool list;      /* names alone: of ill-formed files, */
    bool invert;    /* or of well-formed ones */
    bool zero;      /* names as they are, a zero byte behind each */
    bool verbose;   /* also a dump, and a note on a byte order mark */
    bool all;       /* every fault of a file, not only the first */
    bool counted;   /* also what is in a well-formed file */
    bool timed;     /* and how fast that was checked */
    bool stats;     /* at last what all of them came to */
    bool colored;   /* with escape sequences of a terminal */
    bool recursive; /* folders, too */
    bool hidden;    /* what begins with a dot in them, too */
    binaries passed_over;
    uint64_t most;  /* faults in all */
    size_t threads; /* at most */
} request;

/* Whether each fault is told in words, not only which files have one. */
static inline bool tells_faults(const request *ask)
{
    return !ask->quiet && !ask->list;
}

/* Memory for count things of a size; does not return without. */
void *room_for(void *before, size_t count, size_t size);

/* Says on stderr that something cannot be done, and why by errno; but nothing of a pipe that nobody
 * reads any more. Returns TROUBLE. */
int cannot(const char *what, const char *name);

/* read(2) that goes on after a signal and, if all is wanted, until the room is full or the input
 * ends. */
ptrdiff_t read_some(int file, uint8_t *room, size_t size, bool all);

#endif
