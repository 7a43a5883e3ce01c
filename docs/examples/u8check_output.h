// SPDX-License-Identifier: 0BSD
/* Output in the order of the inputs, whichever thread finishes first: see u8check_output.c. */
#ifndef U8CHECK_OUTPUT_H
#define U8CHECK_OUTPUT_H

#include "u8check.h"

/* Counts of inputs and bytes. */
typedef struct {
    uint64_t well_formed, ill_formed, troubles;
    uint64_t bytes;
    uint64_t binary, hidden, special; /* files that were skipped, by reason */
} totals;

enum { SINKS = 256 }; /* most sinks that can exist at once */

/* The pending output of one input, for stdout and stderr. */
typedef struct sink sink;

/* Sets how many faults are reported at most, and the text between two faults on stdout. */
void output_start(uint64_t most, const char *separator);

/* Returns the next sink in the order of output. Blocks while SINKS of them exist. */
sink *sink_new(void);

/* Append to the text for stdout (say, say_bytes) or stderr (remark). */
void say(sink *s, const char *format, ...);
void remark(sink *s, const char *format, ...);
void say_bytes(sink *s, const void *bytes, size_t size);

/* Appends an error message for this errno to stderr, and counts a failure. */
void say_cannot(sink *s, const char *what, const char *name, int reason);

/* Brackets the output of one fault. `bytes` is the number of bytes of the input up to the end of the
 * fault. */
void begin_fault(sink *s, const char *fault, uint64_t bytes);
void end_fault(sink *s);

/* Returns the counts of this input, for the caller to add to. */
totals *sink_totals(sink *s);

/* Blocks while the sink is full and not first in order. Writes pending output if it is first. */
void sink_offer(sink *s);
bool sink_is_full(const sink *s);

/* Ends a sink. Its output is written, and its memory freed, when it is first in order. */
void sink_finish(sink *s);

/* Whether output has stopped: the limit of faults is reached, or stdout failed. */
bool output_closed(void);

/* Returns the sum over all finished sinks. If output has stopped during an input, the part of this input
 * that was reported counts, and later inputs do not count. */
totals output_totals(void);

/* Sets *fault and the *count of its reports, in the order of first occurrence; false if the index is too large. */
bool output_fault(size_t index, const char **fault, uint64_t *count);

/* Call this after all inputs. It allows output again after the limit of faults. Returns whether the limit
 * was reached. */
bool output_reopen(void);

/* Returns the exit status. */
int output_status(void);

/* Returns the exit status, for the end of the program. Prints a message if stdout failed, unless its
 * reader has gone. */
int output_end(void);

#endif
