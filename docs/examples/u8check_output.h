// SPDX-License-Identifier: 0BSD
/* What is printed, in the order of the inputs whichever thread is done first: see
 * u8check_output.c. */
#ifndef U8CHECK_OUTPUT_H
#define U8CHECK_OUTPUT_H

#include "u8check.h"

/* What inputs came to. */
typedef struct {
    uint64_t well_formed, ill_formed, troubles;
    uint64_t bytes;
    uint64_t binary, hidden, special; /* passed over */
} tally;

enum { SINKS = 256 }; /* that are under way at most */

/* What is said of one input, for stdout and stderr, in its order. */
typedef struct sink sink;

/* Says how many faults are told in all, and what stands between two of them on stdout. */
void output_start(uint64_t most, const char *separator);

/* The next in the order; waits while too many are under way. */
sink *sink_new(void);

/* Appends to what goes to stdout, or to stderr. */
void say(sink *s, const char *format, ...);
void remark(sink *s, const char *format, ...);
void say_bytes(sink *s, const void *bytes, size_t size);

/* Appends to stderr that something cannot be done, by this errno, and counts it as trouble. */
void say_cannot(sink *s, const char *what, const char *name, int reason);

/* What follows tells of this fault, behind which `bytes` bytes of the input were looked at; NULL:
 * of none any more. */
void begin_fault(sink *s, const char *fault, uint64_t bytes);
void end_fault(sink *s);

/* What the input comes to; to be added to. */
tally *sink_tally(sink *s);

/* Prints what there is if it is this sink's turn; waits for that if the sink is full. */
void sink_offer(sink *s);
bool sink_is_full(const sink *s);

/* Prints what there is when it is this sink's turn, and frees it. */
void sink_finish(sink *s);

/* Whether nothing more is printed: there were as many faults as wanted, or stdout takes no more. */
bool output_closed(void);

/* The sum of all that were finished. */
tally output_tally(void);

/* How often each fault was told, in the order of first ones; false for no such index. */
bool output_fault(size_t index, const char **fault, uint64_t *count);

/* After all inputs: what comes is printed even if there were as many faults as wanted. Returns
 * whether there were. */
bool output_reopen(void);

/* What to exit with. */
int output_status(void);

/* The same; says why if stdout could not be written. */
int output_end(void);

#endif
