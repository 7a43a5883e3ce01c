// SPDX-License-Identifier: 0BSD
/*
 * Tests repair and conversions of long texts, with errors anywhere in them. These functions copy and validate such texts in one pass.
 *
 * Needs: build/long_text_test
 *
 * In: five encodings of out/, and six conversions between four of them. Out: cmocka's line for each test and its summary. The result for a
 * whole text must equal the result for its parts. The parts are chunks, found without vectors, or pieces that are too short to be copied
 * with vectors. Texts are drawn from a seed. A text has sections; in most of them, all characters have the same length. Many sections are
 * long enough for special paths of kernels. In most texts, a few bytes are changed. These texts and their outputs end directly before an
 * inaccessible page, so a read past the text or a write past the output crashes.
 */
#define _DEFAULT_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../../verify/isas.h"
#include "cesu8.h"
#include "cesu8_to_utf8.h"
#include "fssutf.h"
#include "mutf8.h"
#include "mutf8_to_utf8.h"
#include "utf8.h"
#include "utf8_to_cesu8.h"
#include "utf8_to_mutf8.h"
#include "utf8_to_wtf8.h"
#include "wtf8.h"
#include "wtf8_to_utf8.h"

enum { MOST = 12000, AREA = 1 << 16, TEXTS = 1000, SHORT = 150, LONGEST = 6 };

static uint64_t seed = 1;

static size_t below(size_t bound)
{
    seed = seed * 6364136223846793005 + 1442695040888963407;
    return (size_t)(seed >> 33) % bound;
}

/* Returns an area of this size whose last byte is directly before the inaccessible page. */
static uint8_t *ending_at_a_page(uint8_t *area, size_t size)
{
    return area + AREA - size;
}

static uint8_t *new_area(void)
{
    uint8_t *area =
        mmap(NULL, 2 * AREA, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(area, MAP_FAILED);
    assert_int_equal(mprotect(area + AREA, AREA, PROT_NONE), 0);
    return area;
}

/* The result of an operation on a text: bytes read and written so far; `reason` is 0 for COMPLETE, 1 for INCOMPLETE, 2 for NO_ROOM,
 * 3 for ILL_FORMED. */
struct outcome {
    int reason;
    size_t read, written;
};

typedef struct outcome Convert(const uint8_t *text, size_t size, uint8_t *to, size_t room);

struct encoding {
    const char *name;
    size_t (*encode)(uint32_t code_point, void *to);
    bool (*limit)(const char *kernel);
    size_t (*next)(const uint8_t *text, size_t size, size_t *invalid);
    size_t (*repaired_size)(const void *text, size_t size);
    Convert *repair;
    bool (*valid)(const void *text, size_t size);
};

#define REASON(name, NAME)                                                                         \
    static int name##_reason(name##_status status)                                                 \
    {                                                                                              \
        return status == NAME##_STATUS_COMPLETE     ? 0                                            \
               : status == NAME##_STATUS_INCOMPLETE ? 1                                            \
               : status == NAME##_STATUS_NO_ROOM    ? 2                                            \
                                                    : 3;                                              \
    }

#define ENCODING(name, NAME)                                                                       \
    REASON(name, NAME)                                                                             \
    static size_t name##_chunk_at(const uint8_t *text, size_t size, size_t *invalid)               \
    {                                                                                              \
        const name##_chunk chunk = name##_next_chunk(text, size);                                  \
        *invalid = chunk.invalid;                                                                  \
        return chunk.valid;                                                                        \
    }                                                                                              \
    static struct outcome name##_whole(const uint8_t *text, size_t size, uint8_t *to, size_t room) \
    {                                                                                              \
        const name##_result r = name##_repair(text, size, to, room);                               \
        return (struct outcome){name##_reason(r.status), r.read, r.written};                       \
    }

#define PAIR(name, NAME)                                                                           \
    REASON(name, NAME)                                                                             \
    static struct outcome name##_whole(const uint8_t *text, size_t size, uint8_t *to, size_t room) \
    {                                                                                              \
        const name##_result r = name(text, size, to, room);                                        \
        return (struct outcome){name##_reason(r.status), r.read, r.written};                       \
    }

ENCODING(utf8, UTF8)
ENCODING(wtf8, WTF8)
ENCODING(cesu8, CESU8)
ENCODING(mutf8, MUTF8)
ENCODING(fssutf, FSSUTF)
PAIR(mutf8_to_utf8, MUTF8_TO_UTF8)
PAIR(utf8_to_mutf8, UTF8_TO_MUTF8)
PAIR(cesu8_to_utf8, CESU8_TO_UTF8)
PAIR(utf8_to_cesu8, UTF8_TO_CESU8)
PAIR(wtf8_to_utf8, WTF8_TO_UTF8)
PAIR(utf8_to_wtf8, UTF8_TO_WTF8)

static const struct encoding encodings[] = {
#define ROW(name)                                                                                  \
    {#name,        name##_encode, name##_limit_kernels, name##_chunk_at, name##_repaired_size,     \
     name##_whole, name##_valid},
    ROW(utf8) ROW(wtf8) ROW(cesu8) ROW(mutf8) ROW(fssutf)};

static const struct {
    size_t source; /* an index of `encodings` */
    Convert *convert;
    size_t (*size)(const void *text, size_t size);
} pairs[] = {
    {3, mutf8_to_utf8_whole, mutf8_to_utf8_size}, {0, utf8_to_mutf8_whole, utf8_to_mutf8_size},
    {2, cesu8_to_utf8_whole, cesu8_to_utf8_size}, {0, utf8_to_cesu8_whole, utf8_to_cesu8_size},
    {1, wtf8_to_utf8_whole, wtf8_to_utf8_size},   {0, utf8_to_wtf8_whole, utf8_to_wtf8_size},
};

/* ---- Texts ---- */

static uint32_t any_of(size_t kind)
{
    static const uint32_t first[] = {0x20, 0xA1, 0x4E00, 0x1F600, 0, 0xD800},
                          last[] = {0x7E, 0x5FF, 0x9FFF, 0x1F64F, 0x10FFFF, 0xDFFF};
    return first[kind] + (uint32_t)below(last[kind] - first[kind] + 1);
}

/* Fills a text with sections of random characters that the encoding has. Returns the number of bytes. */
static size_t draw(const struct encoding *encoding, uint8_t *text, size_t least)
{
    size_t size = 0;
    while (size < least) {
        const size_t kind = below(12) < 11 ? below(4) : 4 + below(2), most = below(4) == 0   ? 3
                                                                             : below(2) == 0 ? 40
                                                                                             : 700;
        for (size_t left = 1 + below(most); left > 0 && size < least; left--) {
            size += encoding->encode(any_of(kind), text + size);
        }
    }
    return size;
}

static void spoil(uint8_t *text, size_t size)
{
    for (size_t left = below(3) == 0 ? 0 : 1 + below(4); left > 0; left--) {
        text[below(size)] = (uint8_t)below(256);
    }
}

/* ---- Repair ---- */

/* Repairs a text without vectors, by the chunks of next_chunk. */
static size_t repaired_by_chunks(const struct encoding *encoding, const uint8_t *text, size_t size,
                                 uint8_t *to)
{
    size_t written = 0;
    for (size_t at = 0, invalid = 0, valid = 0; at < size; at += valid + invalid) {
        valid = encoding->next(text + at, size - at, &invalid);
        memcpy(to + written, text + at, valid);
        written += valid;
        if (invalid > 0) {
            memcpy(to + written, "\xEF\xBF\xBD", 3);
            written += 3;
        }
    }
    return written;
}

static void repairs_alike(const struct encoding *encoding, uint8_t *text_area, uint8_t *room_area,
                          uint8_t *wanted)
{
    uint8_t drawn[MOST + LONGEST];
    const size_t size = draw(encoding, drawn, 1 + below(below(3) == 0 ? 600 : MOST));
    uint8_t *text = ending_at_a_page(text_area, size);
    memcpy(text, drawn, size);
    spoil(text, size);
    assert_true(encoding->limit("dfa"));
    const size_t all = repaired_by_chunks(encoding, text, size, wanted);
#define NAME(name, NAME, bytes, target, classes, machine) #name,
    static const char *const kernels[] = {"swar", ISAS(NAME) NULL};
#undef NAME
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
        if (!encoding->limit(kernels[k])) {
            continue;
        }
        assert_int_equal(encoding->repaired_size(text, size), all);
        /* First with enough room for the whole output, then piece by piece, with each output at the end of a page. */
        struct outcome done = encoding->repair(text, size, ending_at_a_page(room_area, all), all);
        assert_int_equal(done.reason, 0);
        assert_int_equal(done.read, size);
        assert_int_equal(done.written, all);
        assert_memory_equal(ending_at_a_page(room_area, all), wanted, all);
        for (size_t read = 0, written = 0; read < size;
             read += done.read, written += done.written) {
            const size_t room = 9 + below(below(2) == 0 ? 30 + size / 20 : size);
            uint8_t *to = ending_at_a_page(room_area, room);
            done = encoding->repair(text + read, size - read, to, room);
            assert_true(done.read > 0 && done.written <= room && done.written <= all - written);
            assert_int_equal(done.reason, read + done.read < size ? 2 : 0);
            assert_memory_equal(to, wanted + written, done.written);
            assert_true(encoding->valid(to, done.written));
            assert_true(read + done.read < size || written + done.written == all);
        }
    }
    assert_true(encoding->limit(NULL));
}

static void a_long_text_is_repaired_as_its_chunks_are(void **state)
{
    (void)state;
    uint8_t *text_area = new_area(), *room_area = new_area(), *wanted = malloc(4 * MOST);
    assert_non_null(wanted);
    for (size_t e = 0; e < sizeof encodings / sizeof *encodings; e++) {
        for (size_t i = 0; i < TEXTS; i++) {
            repairs_alike(&encodings[e], text_area, room_area, wanted);
        }
    }
    free(wanted);
    munmap(text_area, 2 * AREA);
    munmap(room_area, 2 * AREA);
}

/* After much two-byte text, kernels use the check of two-byte text again soon after a longer character. An unfinished character may be
 * directly before the bytes that this check reads. The check alone does not notice this character. */
static void an_unfinished_character_before_two_byte_text_is_found(void **state)
{
    (void)state;
    enum { SIZE = 22000, FROM = 20000, BLOCK = 128, NEAREST = 50, FARTHEST = 270 };
    static const char *const kernels[] = {"sse",  "avx2", "avx512bw", "avx512",
                                          "neon", "sve",  "rvv"};
    static uint8_t text[SIZE], wanted[SIZE + 1], to[SIZE + 1];
    for (size_t begin = FROM; begin < FROM + BLOCK; begin++) {
        for (size_t at = begin + NEAREST; at < begin + FARTHEST; at++) {
            for (size_t i = 0; i + 2 <= SIZE; i += 2) {
                memcpy(text + i, "\xC3\xA9", 2);
            }
            /* If a longer character leaves one byte of a two-byte character, ASCII replaces this byte. */
            memcpy(text + begin - begin % 2, "a", 1);
            memcpy(text + begin, "\xE4\xB8\xAD", 3);
            memcpy(text + begin + 3, "a", 1 - begin % 2);
            memcpy(text + at - at % 2, "a", 1);
            memcpy(text + at, "\xE2\x82", 2);
            memcpy(text + at + 2, "a", at % 2);
            memcpy(wanted, text, at);
            memcpy(wanted + at, "\xEF\xBF\xBD", 3);
            memcpy(wanted + at + 3, text + at + 2, SIZE - at - 2);
            for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
                if (utf8_limit_kernels(kernels[k])) {
                    assert_int_equal(utf8_valid_prefix(text, SIZE), at);
                    assert_int_equal(utf8_repair(text, SIZE, to, sizeof to).written, SIZE + 1);
                    assert_memory_equal(to, wanted, SIZE + 1);
                }
            }
        }
    }
    assert_true(utf8_limit_kernels(NULL));
}

/* ---- Conversions ---- */

/* Converts a text by pieces that are too short to be copied with vectors. A character that a piece cuts is also in the next piece. */
static struct outcome converted_by_pieces(Convert *convert, const uint8_t *text, size_t size,
                                          uint8_t *to, size_t room)
{
    struct outcome all = {0, 0, 0};
    while (all.read < size) {
        const size_t left = size - all.read, piece = left < SHORT ? left : 20 + below(SHORT - 20);
        const struct outcome r =
            convert(text + all.read, piece, to + all.written, room - all.written);
        all.reason = r.reason;
        all.read += r.read;
        all.written += r.written;
        if (r.reason > 1 || (r.reason == 1 && piece == left)) {
            break;
        }
        assert_true(r.read > 0);
    }
    return all;
}

static void converts_alike(size_t p, uint8_t *text_area, uint8_t *room_area, uint8_t *wanted)
{
    const struct encoding *source = &encodings[pairs[p].source];
    uint8_t drawn[MOST + LONGEST];
    const size_t size = draw(source, drawn, 1 + below(MOST));
    uint8_t *text = ending_at_a_page(text_area, size);
    memcpy(text, drawn, size);
    spoil(text, size);
    const struct outcome all =
        converted_by_pieces(pairs[p].convert, text, size, wanted, 4 * (MOST + LONGEST));
    uint8_t *to = ending_at_a_page(room_area, all.written);
    struct outcome done = pairs[p].convert(text, size, to, all.written);
    assert_int_equal(done.reason, all.reason);
    assert_int_equal(done.read, all.read);
    assert_int_equal(done.written, all.written);
    assert_memory_equal(to, wanted, all.written);
    assert_int_equal(pairs[p].size(text, size), all.written);
    /* With less room, the output is a prefix of the whole output, and fewer than LONGEST bytes of the room remain. */
    const size_t room = below(all.written + 1);
    to = ending_at_a_page(room_area, room);
    done = pairs[p].convert(text, size, to, room);
    assert_true(done.written <= room && done.read <= all.read);
    assert_memory_equal(to, wanted, done.written);
    assert_true(done.written + LONGEST > room || done.written == all.written);
}

static void a_long_text_is_converted_as_its_pieces_are(void **state)
{
    (void)state;
    uint8_t *text_area = new_area(), *room_area = new_area(),
            *wanted = malloc(4 * (MOST + LONGEST));
    assert_non_null(wanted);
    for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++) {
        for (size_t i = 0; i < TEXTS; i++) {
            converts_alike(p, text_area, room_area, wanted);
        }
    }
    free(wanted);
    munmap(text_area, 2 * AREA);
    munmap(room_area, 2 * AREA);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_long_text_is_repaired_as_its_chunks_are),
        cmocka_unit_test(an_unfinished_character_before_two_byte_text_is_found),
        cmocka_unit_test(a_long_text_is_converted_as_its_pieces_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
