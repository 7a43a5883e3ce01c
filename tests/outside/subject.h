// SPDX-License-Identifier: 0BSD
//
// The emitted C of one encoding as judge.c calls it, through its public interface only. subject.c is compiled for each encoding.
//
// A source is bytes: text, or units of UTF-16 or UTF-32 with the lowest byte first. So is the result of a conversion.
#ifndef OUTSIDE_SUBJECT_H
#define OUTSIDE_SUBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    MOST_SOURCE = 1 << 14,
    MOST_TARGET = 4 * MOST_SOURCE,
};

enum operation {
    CHECK,
    REPAIR,
    TO_16,
    TO_32,
    FROM_16,
    FROM_32,
    PAIR,
    TO_16_LOSSY,
    TO_32_LOSSY,
    FROM_16_LOSSY,
    FROM_32_LOSSY,
    OPERATIONS
};

struct verdict {
    bool well_formed;
    size_t offset, length;  // of the first fault; the size and 0 if there is none
};

struct result {
    bool complete;
    size_t read, written;  // bytes of the source and of the target
};

extern const char *const subject_name;

// The result of NAME_check.
struct verdict subject_check(const uint8_t *text, size_t size);

// The name of a function that disagrees with a verdict: valid, valid_prefix, one of the kernels, next_chunk, or a stream in two pieces.
// NULL if all agree.
const char *subject_dissent(const uint8_t *text, size_t size, struct verdict verdict);

// REPAIR, or a conversion to units or from units; at most MOST_SOURCE bytes of source. *dissent becomes the name of a function that
// disagrees (the one that computes the size, or one for single characters), or NULL.
struct result subject_convert(enum operation operation, const uint8_t *source, size_t size,
                              uint8_t *target, const char **dissent);

// PAIR: conversion to another encoding, by the functions that were generated for the two (pair.c). A judge that was built without
// them aborts.
struct result subject_pair(const uint8_t *source, size_t size, uint8_t *target,
                           const char **dissent);

// Writes the character of a code point; returns its length, or 0.
size_t subject_encode(uint32_t code_point, uint8_t *to);

#endif
