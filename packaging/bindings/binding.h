// SPDX-License-Identifier: 0BSD
/*
 * The functions of an encoding with the same types for all encodings, for bindings to other
 * languages.
 *
 * If binding.c is compiled with -DPREFIX=mutf8, it defines u8gen_mutf8_valid and so on, and the
 * table u8gen_mutf8. The contracts are those in mutf8.h, with four differences: faults and statuses
 * are numbers, `error` must not be NULL, the lossy conversion does not count replacements, and a
 * stream is a block that is large enough for every encoding.
 */
#ifndef U8GEN_BINDING_H
#define U8GEN_BINDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The fields of mutf8_error. */
typedef struct {
    uint64_t offset;
    size_t length;
    unsigned fault;
    uint32_t state;
} u8gen_error;

/* The values of mutf8_status. */
enum { U8GEN_COMPLETE, U8GEN_INCOMPLETE, U8GEN_NO_ROOM, U8GEN_ILL_FORMED };

/* The fields of mutf8_result. */
typedef struct {
    int status;
    size_t read, written;
} u8gen_result;

/* The fields of mutf8_measures. */
typedef struct {
    size_t valid, characters, utf16_units;
    bool ascii;
} u8gen_measures;

/* Holds the bytes of a mutf8_stream. */
typedef struct {
    uint64_t words[5];
} u8gen_stream;

/* Calls X(result, name, parameters) for each function. */
#define U8GEN_FUNCTIONS(X)                                                                         \
    X(bool, valid, (const void *text, size_t size))                                                \
    X(bool, check, (const void *text, size_t size, u8gen_error *error))                            \
    X(const char *, fault_name, (unsigned fault))                                                  \
    X(bool, expected, (uint32_t state, uint8_t byte))                                              \
    X(size_t, repaired_size, (const void *text, size_t size))                                      \
    X(u8gen_result, repair, (const void *text, size_t size, void *to, size_t room))                \
    X(u8gen_measures, measure, (const void *text, size_t size))                                    \
    X(size_t, trim, (const void *text, size_t size))                                               \
    X(size_t, encode, (uint32_t code_point, void *to))                                             \
    X(u8gen_result, to_utf32, (const void *text, size_t size, uint32_t *to, size_t room))          \
    X(u8gen_result, from_utf32, (const uint32_t *text, size_t units, void *to, size_t room))       \
    X(size_t, size_of_utf32, (const uint32_t *text, size_t units))                                 \
    X(size_t, trim_utf32, (const uint32_t *text, size_t units))                                    \
    X(size_t, utf32_lossy_size, (const void *text, size_t size))                                   \
    X(u8gen_result, to_utf32_lossy, (const void *text, size_t size, uint32_t *to, size_t room))    \
    X(void, stream_start, (u8gen_stream * stream))                                                 \
    X(int, stream_feed, (u8gen_stream * stream, const void *text, size_t size))                    \
    X(int, stream_end, (u8gen_stream * stream))                                                    \
    X(bool, stream_error, (const u8gen_stream *stream, u8gen_error *error))                        \
    X(const char *, spec_hash, (void))

/* The type of an encoding's table of these functions, such as u8gen_mutf8. */
#define U8GEN_FIELD(result, name, parameters) result(*name) parameters;
typedef struct {
    U8GEN_FUNCTIONS(U8GEN_FIELD)
} u8gen_encoding;

#endif
