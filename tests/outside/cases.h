// SPDX-License-Identifier: 0BSD
//
// The cases that decoders are asked: always the same ones, in the same order, for the same plan.
//
// In: a plan. Out: blocks of sources of one size, as stream.h describes them. Sources are texts, or units where an operation
// converts from these:
//
//     texts   all strings up to `shortest` bytes; strings of one byte of each class up to `classes` bytes; each
//             character; random texts, mutated
//     units   each unit, alone and between others, and high surrogates with low ones; random units
//
// Of strings of classes no more than `most` are wanted: a string is made longer as long as it may still become well-formed, and by so many
// more bytes as keeps them below that. utf8 has 12 classes: all 3,257,436 strings of one to six.
#ifndef OUTSIDE_CASES_H
#define OUTSIDE_CASES_H

#include "subject.h"

enum { MOST_ROWS = 16, ROW_BYTES = 8 };

// Where a row of byte ranges must be found.
enum place { ANYWHERE, AT_BEGIN, AT_END, ALONE };

struct row {
    enum place place;
    size_t size;
    uint8_t lo[ROW_BYTES], hi[ROW_BYTES];
};

struct rows {
    size_t count;
    struct row row[MOST_ROWS];
};

// Bytes of a unit of its sources.
size_t width_of(enum operation operation);

// "begin:EF BB BF", "anywhere:C2 80..9F"; false if it is no row, or there is no room.
bool rows_add(struct rows *rows, const char *written);

// Where the first of these rows is found, or SIZE_MAX; only at multiples of the width of a unit.
size_t rows_find(const struct rows *rows, const uint8_t *text, size_t size, size_t width);

// The length of the longest of these rows that is found there, or 0.
size_t rows_length(const struct rows *rows, const uint8_t *text, size_t size, size_t at);

struct plan {
    enum operation operation;
    unsigned shortest, classes;
    bool characters;  // each character, or unit; else some units
    size_t most, random;
    size_t representative_count;
    uint8_t representatives[256];
    struct rows left_out;  // sources that nobody is asked about
};

// Calls `take` for each block; its bytes may be written to. Returns how many sources were left out.
size_t cases_each(const struct plan *plan,
                  void (*take)(void *context, uint8_t *block, size_t count, size_t size),
                  void *context);

#endif
