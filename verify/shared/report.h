// SPDX-License-Identifier: 0BSD
//
// The output of the checks, and the table at the end.
//
// Each check prints an opening, then one line per kernel; counterexamples are bytes in hexadecimal.
// Results are also appended to a file, one line each. So several programs (native, under an
// emulator, ...) fill one table, and a long run can resume:
//
//     utf8  avx2  exhaustive  native  passed  2^32 both
//
// The table has one row per encoding and kernel. Each cell shows a result that did not pass, if there
// is one; otherwise, the strongest result. The last column lists where all checks passed: logic (with
// words in plain C), words (conformance.c), emulator, SIMDe, native.
#ifndef VERIFY_REPORT_H
#define VERIFY_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The lines that a check starts with.
struct report_opening {
    const char *title, *establishes, *assumes, *excludes, *oracle;
};

struct report_settings {
    const char *results;  // the file that results are appended to, or NULL
    const char *where;    // "native", "SIMDe", "logic", "emulator" or "emulator:WHICH"
    const char *kernels;  // names separated by commas, or NULL for all
    bool resume;          // skip checks that the file records as passed
};

void report_start(const struct report_settings *settings);

// Selects these kernels from now on.
void report_kernels(const char *kernels);

// From now on, the first failure of a kernel ends the program with status 1.
void report_fail_at_once(void);

// Is this kernel selected, and not skipped by `resume`? If so, records that the check has begun.
bool report_begin(const char *kernel, const char *column);

// Prints and records the result. `cell` is its text in the table, NULL if the check failed;
// `format` is for the details.
void report_end(const char *kernel, const char *column, const char *cell, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

void report_opening(const struct report_opening *opening);

// Prints one line about an error, and counts it as a failure of the run. `name` is that of a
// kernel, a table, or another part under test.
void report_wrong(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Returns bytes in hexadecimal, in one of four buffers of the thread. Five or more equal bytes are
// written as 61*127. Long texts end with "... (N bytes)"; no bytes are "(nothing)".
const char *report_hex(const uint8_t *bytes, size_t size);

// Returns where the checks run: `where` of the settings.
const char *report_where(void);

// Is `where` this place? "emulator:WHICH" is at "emulator".
bool report_is_at(const char *where, const char *place);

// Does a list, separated by commas, contain a name?
bool report_listed(const char *list, const char *name);

// Has anything failed in this run?
bool report_failed(void);

// Does this run have a result, or did it skip a check that passed in an earlier run?
bool report_any(void);

// Prints the table of the results in files, and the line 'N passed, N failed'. Returns false if a
// check failed or none passed.
bool report_table(char *const *files, size_t count);

#endif
