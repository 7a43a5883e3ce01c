// SPDX-License-Identifier: 0BSD
/* Guesses the actual format of an ill-formed text: see u8check_hint.c. */
#ifndef U8CHECK_HINT_H
#define U8CHECK_HINT_H

#include "encodings.h"

enum {
    HEAD = 8,         /* leading bytes of an input that are kept, to recognize file formats */
    AROUND = 64 << 10 /* bytes on either side of the fault that a guess may use, at most */
};

/* The part of an input that is in memory. */
typedef struct {
    const uint8_t *head; /* the first bytes of the input */
    size_t head_size;    /* at most HEAD */
    const uint8_t *text; /* bytes around the first fault; starts with a character */
    size_t size;         /* of text */
    uint64_t offset;     /* of text in the input */
    size_t fault;        /* offset of the fault in text; all bytes before it are well-formed */
    bool to_the_end;     /* the input ends where text ends */
} sample;

/* Returns the program whose file format begins with these bytes, such as "gzip"; NULL if unknown. */
const char *compressed(const sample *s);

/* Returns a guess in a few words that follow "this ", or NULL. `refuses` is the encoding in which the
 * text is ill-formed. The result may point into `room`, which has `size` bytes. */
const char *hint(const encoding *refuses, const sample *s, char *room, size_t size);

#endif
