// SPDX-License-Identifier: 0BSD
//
// What the checks say, and the table at the end.
//
// Every check opens with four lines; every kernel gets a line under it; every counterexample is
// bytes in hex. Results are also appended to a file, a line each, so that several programs (native,
// under an emulator, ...) fill one table and a long run can go on where it stopped:
//
//     utf8  avx2  exhaustive  native  passed  2^32 both
//
// In the table a kernel has one row, whose cells say what was shown where that says most, and at whose end
// stands by what: logic (with words in plain C), words (conformance.c), emulator, SIMDe, native.
#ifndef VERIFY_REPORT_H
#define VERIFY_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The four lines that a check opens with.
struct report_opening {
    const char *title, *establishes, *assumes, *excludes, *oracle;
};

struct report_settings {
    const char *results;  // file that results are appended to, or NULL
    const char *where;    // "native", "SIMDe", "emulator" or "logic"; "emulator:WHICH"
    const char *kernels;  // names parted by commas, or NULL for all
    bool resume;          // leave out what the file says has passed
};

void report_start(const struct report_settings *settings);

// From now on these are selected.
void report_kernels(const char *kernels);

// From now on the program ends, with status 1, where a kernel has failed.
void report_fail_at_once(void);

// Is this to be done: selected, and not passed already? If so, notes that it has begun.
bool report_begin(const char *kernel, const char *column);

// Prints and records what came of it: `cell` stands in the table, NULL if it failed; `format` says the rest.
void report_end(const char *kernel, const char *column, const char *cell, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

void report_opening(const struct report_opening *opening);

// One line about something that is wrong; opens with the kernel's or table's name.
void report_wrong(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Bytes in hex, 61*127 for runs, in one of a few buffers of the thread; what is too long loses its
// middle.
const char *report_hex(const uint8_t *bytes, size_t size);

// Is it there that code runs: under the emulator, say, on whatever processor?
bool report_is_at(const char *where, const char *place);

// Is a name in a list parted by commas?
bool report_listed(const char *list, const char *name);

// Whether anything failed so far in this run.
bool report_failed(void);

// Prints the table of the results in files and the line 'N passed, N failed'; false if one failed.
bool report_table(char *const *files, size_t count);

#endif
