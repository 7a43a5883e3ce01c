// SPDX-License-Identifier: 0BSD
/*
 * Conversions of the encodings that others have, too, for tests/outside_utf.py and OutsideUtf.java.
 *
 * In: lines `NAME OPERATION HEX`; OPERATION is to16, to32, from16 or from32, and units are in hex of 4 or 8 digits each. Out:
 * for each `STATUS READ HEX`. `pairs NAME` instead of lines: `NAME UNITS TEXT` for strings of every unit, as the
 * conversion to the encoding gives them; the conversion back must give the units.
 * Example: wtf8 from16 D800DC00 -> complete 2 F0908080
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cesu8.h"
#include "mutf8.h"
#include "mutf8lenient.h"
#include "utf8.h"
#include "utf8generalized.h"
#include "wtf8.h"

#define ENCODINGS(X) X(utf8) X(utf8generalized) X(wtf8) X(cesu8) X(mutf8) X(mutf8lenient)

enum { MOST = 1 << 16 };

static uint8_t text[MOST];
static uint16_t units16[MOST];
static uint32_t units32[MOST];

static unsigned long number(const char *hex, size_t digits)
{
    char copy[9] = {0};
    memcpy(copy, hex, digits);
    return strtoul(copy, NULL, 16);
}

/* How much of the source was read; the result stands in the target's array. */
typedef struct {
    const char *status;
    size_t read, written;
} result;

#define CONVERT(p)                                                                                 \
    static result p##_convert(const char *operation, size_t size)                                  \
    {                                                                                              \
        p##_result r = strcmp(operation, "to16") == 0   ? p##_to_utf16(text, size, units16, MOST)  \
                       : strcmp(operation, "to32") == 0 ? p##_to_utf32(text, size, units32, MOST)  \
                       : strcmp(operation, "from16") == 0                                          \
                           ? p##_from_utf16(units16, size, text, MOST)                             \
                           : p##_from_utf32(units32, size, text, MOST);                            \
        return (result){p##_status_name(r.status), r.read, r.written};                             \
    }
ENCODINGS(CONVERT)

static result convert(const char *name, const char *operation, size_t size)
{
#define TRY(p)                                                                                     \
    if (strcmp(name, #p) == 0) {                                                                   \
        return p##_convert(operation, size);                                                       \
    }
    ENCODINGS(TRY)
    fprintf(stderr, "no encoding %s\n", name);
    exit(2);
}

/* Reads hex of so many digits an item into the source of an operation; returns how many items. */
static size_t read_source(const char *operation, const char *hex)
{
    const size_t digits = operation[0] == 't' ? 2 : strcmp(operation, "from16") == 0 ? 4 : 8;
    const size_t count = strlen(hex) / digits;
    for (size_t i = 0; i < count; i++) {
        const unsigned long item = number(hex + i * digits, digits);
        if (digits == 2) {
            text[i] = (uint8_t)item;
        } else if (digits == 4) {
            units16[i] = (uint16_t)item;
        } else {
            units32[i] = (uint32_t)item;
        }
    }
    return count;
}

static void print_target(const char *operation, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (operation[0] == 'f') {
            printf("%02X", text[i]);
        } else if (strcmp(operation, "to16") == 0) {
            printf("%04X", units16[i]);
        } else {
            printf("%08" PRIX32, units32[i]);
        }
    }
    puts("");
}

static void serve(void)
{
    static char line[8 * MOST], name[32], operation[8], hex[8 * MOST];
    while (fgets(line, sizeof line, stdin) != NULL) {
        hex[0] = '\0';
        sscanf(line, "%31s %7s %s", name, operation, hex);
        const result r = convert(name, operation, read_source(operation, hex));
        printf("%s %zu ", r.status, r.read);
        print_target(operation, r.written);
    }
}

/* Prints a string that was put into `units16` as units and as text; without a word if it can't be written. */
static int pair(const char *name, size_t size)
{
    static uint16_t before[MOST];
    memcpy(before, units16, size * sizeof *before);
    const result there = convert(name, "from16", size);
    if (there.read != size) {
        return 0;
    }
    const result here = convert(name, "to16", there.written);
    if (here.written != size || memcmp(before, units16, size * sizeof *before) != 0) {
        fprintf(stderr, "%s: not the same units come back\n", name);
        return 1;
    }
    printf("%s ", name);
    for (size_t i = 0; i < size; i++) {
        printf("%04X", before[i]);
    }
    printf(" ");
    print_target("from16", there.written);
    return 0;
}

/* Every unit, alone and between others; every high surrogate with low ones, and the other way round. */
static int pairs(const char *name)
{
    int wrong = 0;
    for (unsigned unit = 0; unit <= 0xFFFF; unit++) {
        const uint16_t alone[] = {(uint16_t)unit}, among[] = {0x61, (uint16_t)unit, 0x62};
        memcpy(units16, alone, sizeof alone);
        wrong |= pair(name, 1);
        memcpy(units16, among, sizeof among);
        wrong |= unit % 16 == 0 && pair(name, 3);
        if (unit >= 0xD800 && unit <= 0xDFFF) {
            const uint16_t other = (uint16_t)((unit < 0xDC00 ? 0xDC00 : 0xD800) + unit * 7 % 0x400);
            const uint16_t behind[] = {(uint16_t)unit, other, 0x62};
            memcpy(units16, behind, sizeof behind);
            wrong |= pair(name, 3);
        }
    }
    return wrong;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "pairs") == 0) {
        return pairs(argv[2]);
    }
    serve();
    return 0;
}
