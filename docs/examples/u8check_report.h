// SPDX-License-Identifier: 0BSD
/* Reports about an input, in each format: see u8check_report.c. */
#ifndef U8CHECK_REPORT_H
#define U8CHECK_REPORT_H

#include "u8check.h"
#include "u8check_output.h"
#include "u8check_place.h"

/* An input's name. */
typedef struct {
    const char *path;  /* unescaped, for system calls */
    const char *shown; /* escaped, for output */
} title;

/* A fault, and the bytes around it. */
typedef struct {
    title name;
    place at;            /* of the ill-formed sequence */
    text_error error;    /* the result of check */
    const uint8_t *text; /* the part of the input that is in memory */
    size_t size;         /* of text */
    size_t fault;        /* offset of the ill-formed sequence in text */
    size_t before;       /* offset of the character before it; equal to fault if there is none */
    const char *hint;    /* guess at the input's format, or NULL */
} finding;

/* A set of byte values as ranges, both ends included. */
typedef struct {
    size_t count;
    struct {
        uint8_t low, high;
    } ranges[128];
} byte_ranges;

/* The bytes that would have been well-formed in place of text[from .. from + size), after
 * text[after .. from). size is 0 if the text ends there. */
typedef struct {
    byte_ranges expected;
    size_t after, from, size;
} reason;

reason reason_of(const encoding *e, const finding *f);

/* Prints "expected A0..BF after E0, found 80", and parts of it. */
void put_words(sink *s, const finding *f, const reason *r);
void put_ranges(sink *s, const byte_ranges *r, const char *separator);
void put_hex(sink *s, const uint8_t *bytes, size_t size);

void report_fault(sink *s, const request *ask, const finding *f);

/* Returns the text before a name at the beginning of a remark. For GitHub this text is not empty, since a
 * name that begins with :: would be a workflow command. */
const char *before_name(const request *ask);

/* Measures of a well-formed input, for --count and --time. */
typedef struct {
    title name;
    uint64_t bytes, characters, utf16_units;
    bool beyond_utf16;
    double speed; /* bytes per second; 0 if unknown */
} measured;

void report_measured(sink *s, const request *ask, const measured *m);

/* Prints the name alone, for --list and --invert. */
void report_name(sink *s, const request *ask, const title *name);

/* Text before all reports, between two faults, and after all reports. */
void report_begin(sink *s, const request *ask);
const char *report_separator(const request *ask);
void report_end(sink *s, const request *ask, int status, double seconds);

#endif
