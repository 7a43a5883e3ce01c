// SPDX-License-Identifier: 0BSD
/* What is said of an input, in each format: see u8check_report.c. */
#ifndef U8CHECK_REPORT_H
#define U8CHECK_REPORT_H

#include "u8check.h"
#include "u8check_output.h"
#include "u8check_place.h"

/* An input's name. */
typedef struct {
    const char *path;  /* as the system knows it */
    const char *shown; /* as it may be shown */
} title;

/* A fault, and the bytes around it. */
typedef struct {
    title name;
    place at;            /* of the ill-formed sequence */
    text_error error;    /* what check says of it */
    const uint8_t *text; /* what is at hand of the input, */
    size_t size;         /* the ill-formed sequence */
    size_t fault;        /* at text + fault; */
    size_t before;       /* and where the character before it begins, or it itself */
    const char *hint;    /* what the input might be instead, or NULL */
} finding;

/* Ranges of bytes. */
typedef struct {
    size_t count;
    struct {
        uint8_t low, high;
    } ranges[128];
} byte_ranges;

/* What could have stood in the place of which bytes: text[from .. from + size) was found after
 * text[after .. from), or the end if size is 0. */
typedef struct {
    byte_ranges expected;
    size_t after, from, size;
} reason;

reason reason_of(const encoding *e, const finding *f);

/* Says that: "expected A0..BF after E0, found 80"; and parts of it. */
void put_words(sink *s, const finding *f, const reason *r);
void put_ranges(sink *s, const byte_ranges *r, const char *separator);
void put_hex(sink *s, const uint8_t *bytes, size_t size);

void report_fault(sink *s, const request *ask, const finding *f);

/* Of a well-formed input, with --count and --time. */
typedef struct {
    title name;
    uint64_t bytes, characters, utf16_units;
    bool beyond_utf16;
    double speed; /* bytes a second; 0 if unknown */
} measured;

void report_measured(sink *s, const request *ask, const measured *m);

/* An input's name alone, with -l or -i. */
void report_name(sink *s, const request *ask, const title *name);

/* What stands before all reports, between two faults, and behind all. */
void report_begin(sink *s, const request *ask);
const char *report_separator(const request *ask);
void report_end(sink *s, const request *ask, int status, double seconds);

#endif
