// SPDX-License-Identifier: 0BSD
//
// The reference as a finite automaton. See language.h.
#include "language.h"

#include "reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct language language;

static void fail(const char *what)
{
    fprintf(stderr, "verify: the reference has %s\n", what);
    exit(2);
}

// The number of a node with this row: that of an equal node, or a new one.
static uint8_t node_with(const uint8_t row[256])
{
    for (size_t i = LANGUAGE_START + 1; i < language.count; i++) {
        if (memcmp(language.next[i], row, 256) == 0) {
            return (uint8_t)i;
        }
    }
    if (language.count == LANGUAGE_NODES) {
        fail("more nodes than there is room for");
    }
    memcpy(language.next[language.count], row, 256);
    return (uint8_t)language.count++;
}

static uint8_t pending[REFERENCE_LONGEST];

// Fills the row of successors of `size` pending bytes, and thereby makes all nodes behind them.
static void try_bytes(size_t size, uint8_t row[256])
{
    uint8_t below[256];
    if (size == REFERENCE_LONGEST) {
        fail("a character that is longer than the longest");
    }
    language.pending++;
    for (unsigned byte = 0; byte < 256; byte++) {
        pending[size] = (uint8_t)byte;
        switch (reference_character(pending, size + 1)) {
        case REFERENCE_DEAD:
            row[byte] = LANGUAGE_DEAD;
            break;
        case REFERENCE_WHOLE:
            row[byte] = LANGUAGE_START;
            break;
        case REFERENCE_LIVE:
            try_bytes(size + 1, below);
            row[byte] = node_with(below);
            break;
        }
    }
}

static void measure_distances(void)
{
    memset(language.distance, UINT8_MAX, sizeof language.distance);
    language.distance[LANGUAGE_START] = 0;
    for (uint8_t d = 0; d < REFERENCE_LONGEST; d++) {
        for (size_t node = 0; node < language.count; node++) {
            for (unsigned byte = 0; byte < 256; byte++) {
                if (language.distance[node] > d + 1 &&
                    language.distance[language.next[node][byte]] == d) {
                    language.distance[node] = (uint8_t)(d + 1);
                }
            }
        }
    }
}

static void number_columns(void)
{
    uint8_t columns = 0;
    for (unsigned byte = 0; byte < 256; byte++) {
        unsigned like = 0;
        for (size_t node = 0; like < byte && node < language.count;) {
            if (language.next[node][like] == language.next[node][byte]) {
                node++;
            } else {
                like++;
                node = 0;
            }
        }
        language.column[byte] = like < byte ? language.column[like] : columns++;
    }
}

void language_build(void)
{
    language.count = LANGUAGE_START + 1;
    try_bytes(0, language.next[LANGUAGE_START]);
    measure_distances();
    number_columns();
}

uint8_t language_walk(const uint8_t *text, size_t size)
{
    uint8_t node = LANGUAGE_START;
    for (size_t i = 0; i < size; i++) {
        node = language.next[node][text[i]];
    }
    return node;
}

size_t language_complete(uint8_t node, uint8_t *bytes)
{
    size_t size = 0;
    while (node != LANGUAGE_START) {
        uint8_t byte = 0;
        while (language.distance[language.next[node][byte]] >= language.distance[node]) {
            byte++;
        }
        bytes[size++] = byte;
        node = language.next[node][byte];
    }
    return size;
}
