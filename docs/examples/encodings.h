// SPDX-License-Identifier: 0BSD
/*
 * One interface to all encodings of out/.
 *
 * Each pair NAME.h, NAME.c has its own prefix: utf8_check fills a utf8_error, cesu8_check a cesu8_error.
 * Here each encoding is a struct of functions with common types, so that a program can choose the
 * encoding at run time.
 *
 * Example: encoding_named("CESU-8")->valid("\xED\xA0\xBD\xED\xB8\x80", 6) is true.
 */
#ifndef ENCODINGS_H
#define ENCODINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The encodings, as X(prefix, name in the catalogue). To add your own encoding, add a row here, include its
 * header in encodings.c, and compile its NAME.c. */
#define ENCODINGS(X)                                                                               \
    X(utf8, "utf-8")                                                                               \
    X(utf8nonul, "utf-8-nonul")                                                                    \
    X(utf8interchange, "utf-8-interchange")                                                        \
    X(utf8generalized, "utf-8-generalized")                                                        \
    X(wtf8, "wtf-8")                                                                               \
    X(cesu8, "cesu-8")                                                                             \
    X(cesu8lax, "cesu-8-lax")                                                                      \
    X(mutf8, "mutf-8")                                                                             \
    X(mutf8android, "mutf-8-android")                                                              \
    X(mutf8paired, "mutf-8-paired")                                                                \
    X(mutf8lenient, "mutf-8-lenient")                                                              \
    X(fssutf, "fss-utf")                                                                           \
    X(xml10, "xml-1.0")                                                                            \
    X(yaml12, "yaml-1.2")                                                                          \
    X(toml10, "toml-1.0")                                                                          \
    X(assignables, "assignables")                                                                  \
    X(mqttstrict, "mqtt-strict")

/* The first fault of a text. */
typedef struct {
    uint64_t offset;   /* of the ill-formed sequence: the size of the longest well-formed prefix */
    size_t length;     /* of that sequence */
    const char *fault; /* the fault's name */
    bool truncated;    /* the text ends inside a character */
    uint32_t state;    /* argument of `expected` */
} text_error;

/* The part of utf8_kernel that u8check needs. */
typedef struct {
    const char *name;
    bool (*supported)(void);
} text_kernel;

/* The equivalents of utf8_status (with the same values), utf8_result and utf8_measures. */
typedef enum { TEXT_COMPLETE, TEXT_INCOMPLETE, TEXT_NO_ROOM, TEXT_ILL_FORMED } text_status;

typedef struct {
    text_status status;
    size_t read, written;
} text_result;

typedef struct {
    size_t valid, characters, utf16_units;
    bool ascii;
} text_measures;

/* Functions of utf8.h, with four changes: the error of `check` has the name of the fault, faults are plain
 * numbers, `kernel_at` returns a struct, and lossy conversions do not count replacements. */
typedef struct {
    const char *name; /* in the catalogue */
    bool (*valid)(const void *text, size_t size);
    size_t (*valid_prefix)(const void *text, size_t size);
    bool (*check)(const void *text, size_t size, text_error *error);
    bool (*expected)(uint32_t state, uint8_t byte);
    const char *(*fault_name)(unsigned fault); /* from 1; "unknown" after the last */
    size_t (*kernel_count)(void);
    text_kernel (*kernel_at)(size_t index);
    const char *(*active_kernel)(void);
    bool (*limit_kernels)(const char *name);
    text_measures (*measure)(const void *text, size_t size);
    size_t (*trim)(const void *text, size_t size);
    size_t (*decode_last)(const void *text, size_t size, uint32_t *code_point);
    text_result (*repair)(const void *text, size_t size, void *to, size_t room);
    text_result (*to_utf16)(const void *text, size_t size, uint16_t *to, size_t room);
    text_result (*from_utf16)(const uint16_t *text, size_t units, void *to, size_t room);
    text_result (*to_utf32)(const void *text, size_t size, uint32_t *to, size_t room);
    text_result (*from_utf32)(const uint32_t *text, size_t units, void *to, size_t room);
    text_result (*to_utf16_lossy)(const void *text, size_t size, uint16_t *to, size_t room);
    text_result (*from_utf16_lossy)(const uint16_t *text, size_t units, void *to, size_t room);
    text_result (*to_utf32_lossy)(const void *text, size_t size, uint32_t *to, size_t room);
    text_result (*from_utf32_lossy)(const uint32_t *text, size_t units, void *to, size_t room);
} encoding;

/* Whether two names differ only in case and punctuation. */
bool same_name(const char *a, const char *b);

/* Finds an encoding by name, ignoring case and punctuation ("utf-8", "UTF8"); NULL if it is unknown. */
const encoding *encoding_named(const char *name);

/* Returns the encoding whose name has the smallest edit distance from `name`; never NULL. */
const encoding *encoding_nearest(const char *name);

/* Prints all names, each after a space, on lines that begin with `indent`. */
void print_encodings(FILE *out, const char *indent);

/* Returns the offset of the last character of a well-formed text; 0 if the text is empty. */
size_t last_character(const encoding *e, const uint8_t *text, size_t size);

/* Returns a place near the end of a text where the text may be cut: converting the two parts separately gives the
 * same result as converting the whole. The place is not inside a character, and not after a high surrogate. */
size_t cut_before_end(const encoding *e, const uint8_t *text, size_t size);

#endif
