// SPDX-License-Identifier: 0BSD
/*
 * One interface to the encodings of the catalogue: see encodings.h.
 *
 * The idea: apart from the includes, ENCODINGS is the only list. It is expanded twice: into wrapper
 * functions that convert the types of each encoding, and into the table of encodings.
 */
#include "encodings.h"

#include "assignables.h"
#include "cesu8.h"
#include "cesu8lax.h"
#include "fssutf.h"
#include "mqttstrict.h"
#include "mutf8.h"
#include "mutf8android.h"
#include "mutf8lenient.h"
#include "mutf8paired.h"
#include "toml10.h"
#include "utf8.h"
#include "utf8generalized.h"
#include "utf8interchange.h"
#include "utf8nonul.h"
#include "wtf8.h"
#include "xml10.h"
#include "yaml12.h"

#include <string.h>

#define RESULT(prefix, name, source, target)                                                       \
    static text_result name##_##prefix(source *text, size_t size, target *to, size_t room)         \
    {                                                                                              \
        prefix##_result r = prefix##_##name(text, size, to, room);                                 \
        return (text_result){(text_status)r.status, r.read, r.written};                            \
    }

#define LOSSY(prefix, name, source, target)                                                        \
    static text_result name##_lossy_##prefix(source *text, size_t size, target *to, size_t room)   \
    {                                                                                              \
        prefix##_result r = prefix##_##name##_lossy(text, size, to, room, NULL);                   \
        return (text_result){(text_status)r.status, r.read, r.written};                            \
    }

#define FUNCTIONS(prefix, catalogue)                                                               \
    static bool check_##prefix(const void *text, size_t size, text_error *error)                   \
    {                                                                                              \
        prefix##_error e;                                                                          \
        bool good = prefix##_check(text, size, &e);                                                \
        error->offset = e.offset;                                                                  \
        error->length = e.length;                                                                  \
        error->fault = prefix##_fault_name(e.fault);                                               \
        error->truncated = strcmp(error->fault, "truncated") == 0;                                 \
        error->state = e.state;                                                                    \
        return good;                                                                               \
    }                                                                                              \
    static const char *fault_name_##prefix(unsigned fault)                                         \
    {                                                                                              \
        return prefix##_fault_name((prefix##_fault)fault);                                         \
    }                                                                                              \
    static text_kernel kernel_of_##prefix(size_t index)                                            \
    {                                                                                              \
        const prefix##_kernel *k = prefix##_kernel_at(index);                                      \
        return (text_kernel){k->name, k->supported};                                               \
    }                                                                                              \
    static text_measures measure_##prefix(const void *text, size_t size)                           \
    {                                                                                              \
        prefix##_measures m = prefix##_measure(text, size);                                        \
        return (text_measures){m.valid, m.characters, m.utf16_units, m.ascii};                     \
    }                                                                                              \
    RESULT(prefix, repair, const void, void)                                                       \
    RESULT(prefix, to_utf16, const void, uint16_t)                                                 \
    RESULT(prefix, from_utf16, const uint16_t, void)                                               \
    RESULT(prefix, to_utf32, const void, uint32_t)                                                 \
    RESULT(prefix, from_utf32, const uint32_t, void)                                               \
    LOSSY(prefix, to_utf16, const void, uint16_t)                                                  \
    LOSSY(prefix, from_utf16, const uint16_t, void)                                                \
    LOSSY(prefix, to_utf32, const void, uint32_t)                                                  \
    LOSSY(prefix, from_utf32, const uint32_t, void)

ENCODINGS(FUNCTIONS)

#define ROW(prefix, catalogue)                                                                     \
    {catalogue,                                                                                    \
     prefix##_valid,                                                                               \
     prefix##_valid_prefix,                                                                        \
     check_##prefix,                                                                               \
     prefix##_expected,                                                                            \
     fault_name_##prefix,                                                                          \
     prefix##_kernel_count,                                                                        \
     kernel_of_##prefix,                                                                           \
     prefix##_active_kernel,                                                                       \
     prefix##_limit_kernels,                                                                       \
     measure_##prefix,                                                                             \
     prefix##_trim,                                                                                \
     prefix##_decode_last,                                                                         \
     repair_##prefix,                                                                              \
     to_utf16_##prefix,                                                                            \
     from_utf16_##prefix,                                                                          \
     to_utf32_##prefix,                                                                            \
     from_utf32_##prefix,                                                                          \
     to_utf16_lossy_##prefix,                                                                      \
     from_utf16_lossy_##prefix,                                                                    \
     to_utf32_lossy_##prefix,                                                                      \
     from_utf32_lossy_##prefix},

static const encoding encodings[] = {ENCODINGS(ROW)};

enum { COUNT = sizeof encodings / sizeof *encodings, LONGEST_NAME = 31, LINE = 78 };

/* Copies the letters and digits of a name, in lower case, up to LONGEST_NAME. */
static void plain_name(const char *name, char plain[LONGEST_NAME + 1])
{
    size_t size = 0;
    for (; *name != '\0' && size < LONGEST_NAME; name++) {
        char c = *name;
        if (c >= 'A' && c <= 'Z') {
            c = (char)(c + ('a' - 'A'));
        }
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
            plain[size++] = c;
        }
    }
    plain[size] = '\0';
}

bool same_name(const char *a, const char *b)
{
    char plain_a[LONGEST_NAME + 1], plain_b[LONGEST_NAME + 1];
    plain_name(a, plain_a);
    plain_name(b, plain_b);
    return strcmp(plain_a, plain_b) == 0;
}

/* Levenshtein's distance: how many letters must be inserted, deleted or replaced to turn a into b. b has at
 * most LONGEST_NAME letters. */
static size_t edits(const char *a, const char *b)
{
    size_t row[LONGEST_NAME + 1]; /* row[j]: from the first i letters of a to the first j of b */
    size_t wide = strlen(b);
    for (size_t j = 0; j <= wide; j++) {
        row[j] = j;
    }
    for (size_t i = 1; a[i - 1] != '\0'; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= wide; j++) {
            size_t best = diagonal + (a[i - 1] != b[j - 1]);
            best = row[j] + 1 < best ? row[j] + 1 : best;
            best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
            diagonal = row[j];
            row[j] = best;
        }
    }
    return row[wide];
}

/* Finds the encoding with the nearest name. Sets *least to the number of edits. */
static const encoding *nearest(const char *name, size_t *least)
{
    char wanted[LONGEST_NAME + 1], known[LONGEST_NAME + 1];
    const encoding *best = encodings;
    plain_name(name, wanted);
    *least = SIZE_MAX;
    for (size_t i = 0; i < COUNT; i++) {
        plain_name(encodings[i].name, known);
        size_t distance = edits(wanted, known);
        if (distance < *least) {
            *least = distance;
            best = &encodings[i];
        }
    }
    return best;
}

const encoding *encoding_nearest(const char *name)
{
    size_t distance;
    return nearest(name, &distance);
}

const encoding *encoding_named(const char *name)
{
    size_t distance;
    const encoding *e = nearest(name, &distance);
    return distance == 0 ? e : NULL;
}

void print_encodings(FILE *out, const char *indent)
{
    size_t used = LINE; /* columns used; at first full, so that a line begins */
    for (size_t i = 0; i < COUNT; i++) {
        size_t wide = strlen(encodings[i].name) + 1;
        if (used + wide > LINE) {
            fprintf(out, "%s%s", i == 0 ? "" : "\n", indent);
            used = strlen(indent);
        }
        fprintf(out, " %s", encodings[i].name);
        used += wide;
    }
    fputc('\n', out);
}

size_t last_character(const encoding *e, const uint8_t *text, size_t size)
{
    uint32_t code_point;
    return size - e->decode_last(text, size, &code_point);
}

size_t cut_before_end(const encoding *e, const uint8_t *text, size_t size)
{
    uint32_t code_point = 0;
    size_t cut = e->trim(text, size), last = e->decode_last(text, cut, &code_point);
    return code_point >= 0xD800 && code_point <= 0xDBFF ? cut - last : cut;
}
