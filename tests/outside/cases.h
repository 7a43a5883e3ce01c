// SPDX-License-Identifier: 0BSD
//
// The cases for decoders: for one encoding, the same plan always gives the same cases in the same order.
//
// In: a plan, which chooses the cases. Out: blocks of sources of one size, as stream.h describes them. Sources are texts, or
// units if an operation converts from units:
//
//     texts   all strings of up to `shortest` bytes; strings of up to `classes` bytes, each byte a representative
//             of a byte class; each character up to U+10FFFF, if wanted; random texts, half of them mutated
//     units   each unit, or one in 97, alone (of UTF-32, up to 1107FF); some of them between two letters; pairs of
//             surrogates in both orders; random units
//
// There should be at most `most` strings of representatives. To stay within this limit, a string has few bytes after its first
// fault: as many as the limit allows. utf8 has 12 classes, and so 3,257,436 strings of one to six bytes; if `most` is at
// least this number, all of them are cases.
#ifndef OUTSIDE_CASES_H
#define OUTSIDE_CASES_H

#include "subject.h"

enum { MOST_ROWS = 16, ROW_BYTES = 8 };

// The places at which a row of byte ranges must be.
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

// The number of bytes of a unit in the sources of an operation; 1 for texts.
size_t width_of(enum operation operation);

// Adds a row: "begin:EF BB BF", "anywhere:C2 80..9F". Returns false if this is not a row, or there are too many rows.
bool rows_add(struct rows *rows, const char *written);

// The first place at which one of these rows occurs, or SIZE_MAX. An `anywhere` row counts only at multiples of the width.
size_t rows_find(const struct rows *rows, const uint8_t *text, size_t size, size_t width);

// The length of the longest of these rows at a place, or 0.
size_t rows_length(const struct rows *rows, const uint8_t *text, size_t size, size_t at);

struct plan {
    enum operation operation;
    unsigned shortest, classes;
    bool characters;  // texts: also each character up to U+10FFFF; units: all, not one in 97
    size_t most, random;
    size_t representative_count;
    uint8_t representatives[256];
    struct rows left_out;  // the decoder does not get sources that contain one of these
};

// Calls `take` for each block; `take` may change the block's bytes. Returns the number of sources that were left out.
size_t cases_each(const struct plan *plan,
                  void (*take)(void *context, uint8_t *block, size_t count, size_t size),
                  void *context);

#endif
