// SPDX-License-Identifier: 0BSD
/* What a text that is ill-formed in one encoding might be instead: see u8check_hint.c. */
#ifndef U8CHECK_HINT_H
#define U8CHECK_HINT_H

#include "encodings.h"

enum {
    HEAD = 8,         /* bytes of an input's beginning that tell its kind */
    AROUND = 64 << 10 /* bytes on either side of the fault that are looked at, at most */
};

/* What is at hand of an input. */
typedef struct {
    const uint8_t *head; /* its first bytes, */
    size_t head_size;    /* at most HEAD of them */
    const uint8_t
        *text;       /* the bytes around its first fault; before the fault they are well-formed, */
    size_t size;     /* and begin with a character */
    uint64_t offset; /* of text in the input */
    size_t fault;    /* where in text the fault stands */
    bool to_the_end; /* whether the input ends where text ends */
} sample;

/* The program that such first bytes are of, "gzip"; NULL if they are not of one known here. */
const char *compressed(const sample *s);

/* What the input might be, in a few words that follow "this "; NULL where nothing can be told. The
 * encoding is the one that refuses it. The words stand in the room that the caller gives. */
const char *hint(const encoding *refuses, const sample *s, char *room, size_t size);

#endif
