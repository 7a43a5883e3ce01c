// SPDX-License-Identifier: 0BSD
//
// The protocol of decoders in C: texts (or units, to convert them) on standard input, an answer for each on standard output. Decoders in
// other languages do the same in a few lines of their own.
//
// In: blocks. A block is a count and a size, 32 bits each, the lowest byte first, and then `count` texts of `size` bytes each.
// Out: for each text, in the order of the texts, one of
//
//     y                       well-formed
//     n                       ill-formed, without details
//     o OFFSET                ill-formed; the first fault is at that byte
//     l OFFSET LENGTH         the same, with the length of the fault
//     t SIZE BYTES            the requested text, repaired or converted
//     p OFFSET SIZE BYTES     converted up to that byte of the source
//     ?                       no answer: the decoder cannot take this text
//
// An answer is a letter, then its numbers, in the format of the count of a block, then its bytes, if it has any.
//
//     02 00 00 00 01 00 00 00 41 80     y o 00 00 00 00     the texts 41 and 80: 41 is well-formed, 80 is wrong from byte 0 on
#ifndef OUTSIDE_STREAM_H
#define OUTSIDE_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline bool get_number(uint32_t *number)
{
    uint8_t bytes[4];
    if (fread(bytes, 1, sizeof bytes, stdin) != sizeof bytes) {
        return false;
    }
    *number =
        bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    return true;
}

static inline void put_number(size_t number)
{
    const uint8_t bytes[4] = {(uint8_t)number, (uint8_t)(number >> 8), (uint8_t)(number >> 16),
                              (uint8_t)(number >> 24)};
    fwrite(bytes, 1, sizeof bytes, stdout);
}

static inline void put_verdict(bool well_formed)
{
    putchar(well_formed ? 'y' : 'n');
}

static inline void put_unasked(void)
{
    putchar('?');
}

static inline void put_offset(size_t offset)
{
    putchar('o');
    put_number(offset);
}

static inline void put_fault(size_t offset, size_t length)
{
    putchar('l');
    put_number(offset);
    put_number(length);
}

static inline void put_text(const void *bytes, size_t size)
{
    putchar('t');
    put_number(size);
    fwrite(bytes, 1, size, stdout);
}

static inline void put_part(size_t offset, const void *bytes, size_t size)
{
    putchar('p');
    put_number(offset);
    put_number(size);
    fwrite(bytes, 1, size, stdout);
}

// Calls `answer` for each text, with a zero byte after the text; returns the exit status.
static inline int answer_all(void (*answer)(const uint8_t *text, size_t size))
{
    uint8_t *block = NULL, *text = NULL;
    for (uint32_t count, size; get_number(&count) && get_number(&size);) {
        const size_t all = (size_t)count * size;
        block = (uint8_t *)realloc(block, all + 1);
        text = (uint8_t *)realloc(text, (size_t)size + 1);
        if (block == NULL || text == NULL || fread(block, 1, all, stdin) != all) {
            return 2;
        }
        for (size_t i = 0; i < count; i++) {
            memcpy(text, block + i * size, size);
            text[size] = 0;
            answer(text, size);
        }
        if (fflush(stdout) != 0) {
            return 2;
        }
    }
    free(block);
    free(text);
    return 0;
}

#endif
