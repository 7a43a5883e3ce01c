// SPDX-License-Identifier: 0BSD
//
// Texts for trial.h without a fuzzer: test vectors from files, and random texts.
//
//     random 20000 FILE...    tries the texts of the files, a line of hexadecimal digits each (# begins a comment), then 20000 random texts
//
// There are four kinds of random texts: bytes, most of which continue a well-formed text; a few such bytes within ASCII; one character
// repeated, usually with one byte changed; and any bytes. For an encoding, the same number always gives the same texts. If something is
// wrong, the program prints the error and the text, and exits with 1. It exits with 2 if a file cannot be read or has another kind of line.
#include "reference/language.h"
#include "reference/reference.h"
#include "subject.h"
#include "trial.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed = 1;

static uint32_t random_below(uint32_t below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % below;
}

// Draws bytes, most of which continue a well-formed text.
static void walk(uint8_t *text, size_t size)
{
    uint16_t node = LANGUAGE_START;
    for (size_t i = 0; i < size; i++) {
        for (unsigned tries = 0; tries < 64; tries++) {
            text[i] = random_below(4) ? language.edges[random_below((uint32_t)language.edge_count)]
                                      : (uint8_t)random_below(256);
            if (language.next[node][text[i]] != LANGUAGE_DEAD) {
                break;
            }
        }
        node = language.next[node][text[i]];
        node = node == LANGUAGE_DEAD ? LANGUAGE_START : node;
    }
}

static size_t draw(uint8_t *text)
{
    const uint32_t sizes[] = {20, 80, 300, 1200};
    const size_t size = random_below(sizes[random_below(4)]);
    uint8_t octets[REFERENCE_LONGEST];
    size_t filled = 0, length;
    switch (random_below(4)) {
    case 0:
        walk(text, size);
        return size;
    case 1:
        memset(text, 'a', size);
        filled = size > 0 ? random_below((uint32_t)size) : 0;
        walk(text + filled, size - filled < 12 ? size - filled : 12);
        return size;
    case 2:
        length = reference_typical(random_below(REFERENCE_FORM + 1), octets);
        while (length > 0 && filled + length <= size) {
            memcpy(text + filled, octets, length);
            filled += length;
        }
        if (filled > 0 && random_below(4)) {
            text[random_below((uint32_t)filled)] = (uint8_t)random_below(256);
        }
        return filled;
    default:
        for (size_t i = 0; i < size; i++) {
            text[i] = (uint8_t)random_below(256);
        }
        return size;
    }
}

static int digit(int c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// Tries the test vector of each line, and counts the vectors. Returns false after the first one on which something is wrong.
static bool vectors(const char *name, size_t *count)
{
    static uint8_t text[TRIAL_MOST];
    static char line[3 * TRIAL_MOST];
    FILE *file = fopen(name, "r");
    if (file == NULL) {
        perror(name);
        exit(2);
    }
    while (fgets(line, sizeof line, file) != NULL) {
        size_t size = 0;
        const char *at = line;
        while (size < TRIAL_MOST && digit(at[0]) >= 0 && digit(at[1]) >= 0) {
            text[size++] = (uint8_t)(16 * digit(at[0]) + digit(at[1]));
            at += at[2] == ' ' ? 3 : 2;
        }
        if (*at != '#' && *at != '\n' && *at != '\0') {
            fprintf(stderr, "%s: this is not a vector: %s", name, line);
            exit(2);
        }
        *count += size > 0;
        if (size > 0 && !trial(text, size)) {
            fclose(file);
            return false;
        }
    }
    fclose(file);
    return true;
}

int main(int argc, char **argv)
{
    static uint8_t text[TRIAL_MOST];
    size_t count = 0;
    if (argc < 2) {
        fprintf(stderr, "usage: random COUNT [FILE...]\n");
        return 2;
    }
    trial_start();
    for (int i = 2; i < argc; i++) {
        if (!vectors(argv[i], &count)) {
            return 1;
        }
    }
    const unsigned long draws = strtoul(argv[1], NULL, 10);
    for (unsigned long i = 0; i < draws; i++) {
        if (!trial(text, draw(text))) {
            return 1;
        }
    }
    printf("= %lu random texts, %zu vectors\n", draws, count);
    return 0;
}
