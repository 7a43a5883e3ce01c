// SPDX-License-Identifier: 0BSD
/*
 * Tests the conversions of nine encodings to and from UTF-16 and UTF-32, as a user calls them.
 *
 * Needs: build/utf_test build/utf_test_sanitized
 *
 * In: out/. Out: cmocka's line for each test and its summary. The tables have examples for the statements of the headers, each with the
 * right status, counts and result. The conversions of UTF-16 are also tried with small rooms for each example. verify/ tests all
 * characters. Example: WTF-8 ED A0 80 ED B0 80 is D800, then ill-formed at 3; UTF-16 D800 DC00 is F0 90 80 80.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "cesu8.h"
#include "cesu8lax.h"
#include "fssutf.h"
#include "mutf8.h"
#include "mutf8android.h"
#include "mutf8lenient.h"
#include "mutf8paired.h"
#include "utf8.h"
#include "wtf8.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define ENCODINGS(X)                                                                               \
    X(utf8)                                                                                        \
    X(wtf8) X(cesu8) X(cesu8lax) X(mutf8) X(mutf8android) X(mutf8paired) X(mutf8lenient) X(fssutf)

enum { COMPLETE, INCOMPLETE, NO_ROOM, ILL_FORMED, MOST = 16 };

typedef struct {
    int status;
    size_t read, written;
} result;

/* The functions of an encoding, with one type of result. */
typedef struct {
    const char *name;
    result (*to_utf16)(const void *, size_t, uint16_t *, size_t);
    result (*from_utf16)(const uint16_t *, size_t, void *, size_t);
    result (*to_utf32)(const void *, size_t, uint32_t *, size_t);
    result (*from_utf32)(const uint32_t *, size_t, void *, size_t);
    size_t (*utf16_size)(const void *, size_t);
    size_t (*size_of_utf16)(const uint16_t *, size_t);
    size_t (*utf32_size)(const void *, size_t);
    size_t (*size_of_utf32)(const uint32_t *, size_t);
} functions;

#define WRAP_(p, bits)                                                                             \
    static result p##_to_##bits(const void *text, size_t size, uint##bits##_t *to, size_t room)    \
    {                                                                                              \
        p##_result r = p##_to_utf##bits(text, size, to, room);                                     \
        return (result){(int)r.status, r.read, r.written};                                         \
    }                                                                                              \
    static result p##_from_##bits(const uint##bits##_t *text, size_t units, void *to, size_t room) \
    {                                                                                              \
        p##_result r = p##_from_utf##bits(text, units, to, room);                                  \
        return (result){(int)r.status, r.read, r.written};                                         \
    }
#define WRAP(p) WRAP_(p, 16) WRAP_(p, 32)
ENCODINGS(WRAP)

#define ROW(p)                                                                                     \
    static const functions of_##p = {                                                              \
        #p,                                                                                        \
        p##_to_16,                                                                                 \
        p##_from_16,                                                                               \
        p##_to_32,                                                                                 \
        p##_from_32,                                                                               \
        p##_utf16_size,                                                                            \
        p##_size_of_utf16,                                                                         \
        p##_utf32_size,                                                                            \
        p##_size_of_utf32,                                                                         \
    };
ENCODINGS(ROW)

#define ADDRESS(p) &of_##p,
static const functions *const all[] = {ENCODINGS(ADDRESS)};

static const functions *named(const char *name)
{
    for (size_t i = 0; i < COUNT(all); i++) {
        if (strcmp(all[i]->name, name) == 0) {
            return all[i];
        }
    }
    fail_msg("no encoding %s", name);
    return NULL;
}

/* A text, the status, the bytes read, and their UTF-16 and UTF-32. */
typedef struct {
    const char *name, *text;
    size_t size;
    int status;
    size_t read;
    size_t units16;
    uint16_t utf16[MOST];
    size_t units32;
    uint32_t utf32[MOST];
} text_example;

#define TEXT(literal) literal, sizeof(literal) - 1

static const text_example texts[] = {
    {"utf8",
     TEXT("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"),
     COMPLETE,
     10,
     5,
     {0x61, 0xE9, 0x20AC, 0xD83D, 0xDE00},
     4,
     {0x61, 0xE9, 0x20AC, 0x1F600}},
    {"utf8", TEXT("\xE1\x80\x80\xE0\xBF\xBF"), COMPLETE, 6, 2, {0x1000, 0xFFF}, 2, {0x1000, 0xFFF}},
    {"utf8", TEXT("a\xED\xA0\x80"), ILL_FORMED, 1, 1, {0x61}, 1, {0x61}},
    {"utf8", TEXT("a\xF0\x9F\x98"), INCOMPLETE, 1, 1, {0x61}, 1, {0x61}},
    {"utf8", TEXT("a\xF0\x9F\x98z"), ILL_FORMED, 1, 1, {0x61}, 1, {0x61}},
    /* A lone surrogate is converted. A surrogate pair is ill-formed at its second surrogate. */
    {"wtf8", TEXT("\xED\xA0\x80"), COMPLETE, 3, 1, {0xD800}, 1, {0xD800}},
    {"wtf8",
     TEXT("\xED\xB0\x80\xED\xA0\x80"),
     COMPLETE,
     6,
     2,
     {0xDC00, 0xD800},
     2,
     {0xDC00, 0xD800}},
    {"wtf8", TEXT("\xED\xA0\x80\xED\xB0\x80"), ILL_FORMED, 3, 1, {0xD800}, 1, {0xD800}},
    {"wtf8", TEXT("\xED\xA0\x80\xED\xB0"), ILL_FORMED, 3, 1, {0xD800}, 1, {0xD800}},
    {"wtf8", TEXT("\xED\xA0\x80\xED"), INCOMPLETE, 3, 1, {0xD800}, 1, {0xD800}},
    {"wtf8",
     TEXT("\xED\xA0\x80\xF0\x90\x80\x80"),
     COMPLETE,
     7,
     3,
     {0xD800, 0xD800, 0xDC00},
     2,
     {0xD800, 0x10000}},
    /* In CESU-8, a surrogate pair is one character. Its first surrogate alone at the end of a text is incomplete. */
    {"cesu8", TEXT("\xED\xA0\x80\xED\xB0\x80"), COMPLETE, 6, 2, {0xD800, 0xDC00}, 1, {0x10000}},
    {"cesu8", TEXT("a\xED\xA0\x80"), INCOMPLETE, 1, 1, {0x61}, 1, {0x61}},
    {"cesu8", TEXT("a\xED\xA0\x80\xED\xB0"), INCOMPLETE, 1, 1, {0x61}, 1, {0x61}},
    {"cesu8", TEXT("a\xED\xA0\x80z"), ILL_FORMED, 1, 1, {0x61}, 1, {0x61}},
    {"cesu8", TEXT("a\xED\xB0\x80"), ILL_FORMED, 1, 1, {0x61}, 1, {0x61}},
    {"cesu8lax", TEXT("\xED\xA0\x80\xED\xB0\x80"), COMPLETE, 6, 2, {0xD800, 0xDC00}, 1, {0x10000}},
    {"cesu8lax",
     TEXT("\xED\xA0\x80\xED\xA0\x80\xED\xB0\x80"),
     COMPLETE,
     9,
     3,
     {0xD800, 0xD800, 0xDC00},
     2,
     {0xD800, 0x10000}},
    {"cesu8lax", TEXT("\xED\xA0\x80"), COMPLETE, 3, 1, {0xD800}, 1, {0xD800}},
    {"mutf8",
     TEXT("\xC0\x80\xED\xA0\xBD\xED\xB8\x80"),
     COMPLETE,
     8,
     3,
     {0, 0xD83D, 0xDE00},
     2,
     {0, 0x1F600}},
    {"mutf8", TEXT("a\0b"), ILL_FORMED, 1, 1, {0x61}, 1, {0x61}},
    {"mutf8",
     TEXT("\xED\xB8\x80\xED\xA0\xBD"),
     COMPLETE,
     6,
     2,
     {0xDE00, 0xD83D},
     2,
     {0xDE00, 0xD83D}},
    /* Android's NewStringUTF accepts U+1F600 as a surrogate pair and as four bytes. */
    {"mutf8android",
     TEXT("\xC0\x80\xED\xA0\xBD\xED\xB8\x80\xF0\x9F\x98\x80"),
     COMPLETE,
     12,
     5,
     {0, 0xD83D, 0xDE00, 0xD83D, 0xDE00},
     3,
     {0, 0x1F600, 0x1F600}},
    {"mutf8android", TEXT("\xF0\x9F\x98\x80\0"), ILL_FORMED, 4, 2, {0xD83D, 0xDE00}, 1, {0x1F600}},
    {"mutf8paired",
     TEXT("\xC0\x80\xED\xA0\xBD\xED\xB8\x80"),
     COMPLETE,
     8,
     3,
     {0, 0xD83D, 0xDE00},
     2,
     {0, 0x1F600}},
    {"mutf8paired", TEXT("\xED\xA0\xBD"), INCOMPLETE, 0, 0, {0}, 0, {0}},
    {"mutf8lenient",
     TEXT("\0\xC0\x80\xC1\xBF\xE0\x80\x80"),
     COMPLETE,
     8,
     4,
     {0, 0, 0x7F, 0},
     4,
     {0, 0, 0x7F, 0}},
    {"fssutf", TEXT("\xF4\x8F\xBF\xBF"), COMPLETE, 4, 2, {0xDBFF, 0xDFFF}, 1, {0x10FFFF}},
    {"fssutf", TEXT("\xED\xA0\x80\xED\xB0\x80"), COMPLETE, 6, 2, {0xD800, 0xDC00}, 1, {0x10000}},
};

/* Units of UTF-16, their text, and the expected status and units read. The same numbers as UTF-32 give the same results. */
typedef struct {
    const char *name;
    size_t size;
    uint16_t units[MOST];
    int status;
    size_t read;
    const char *text;
    size_t written;
} units_example;

static const units_example units[] = {
    {"utf8",
     5,
     {0x61, 0xE9, 0x20AC, 0xD83D, 0xDE00},
     COMPLETE,
     5,
     TEXT("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80")},
    {"utf8", 2, {0xFFF, 0x1000}, COMPLETE, 2, TEXT("\xE0\xBF\xBF\xE1\x80\x80")},
    {"utf8", 2, {0x61, 0xD800}, INCOMPLETE, 1, TEXT("a")},
    {"utf8", 3, {0x61, 0xD800, 0x61}, ILL_FORMED, 1, TEXT("a")},
    {"utf8", 2, {0x61, 0xDC00}, ILL_FORMED, 1, TEXT("a")},
    {"utf8", 2, {0xD800, 0xD800}, ILL_FORMED, 0, TEXT("")},
    {"wtf8", 2, {0xD800, 0xDC00}, COMPLETE, 2, TEXT("\xF0\x90\x80\x80")},
    {"wtf8", 2, {0xDC00, 0xD800}, COMPLETE, 2, TEXT("\xED\xB0\x80\xED\xA0\x80")},
    {"wtf8", 3, {0xD800, 0xD800, 0xDC00}, COMPLETE, 3, TEXT("\xED\xA0\x80\xF0\x90\x80\x80")},
    {"cesu8", 2, {0xD800, 0xDC00}, COMPLETE, 2, TEXT("\xED\xA0\x80\xED\xB0\x80")},
    {"cesu8", 2, {0x61, 0xD800}, INCOMPLETE, 1, TEXT("a")},
    {"cesu8", 1, {0xDC00}, ILL_FORMED, 0, TEXT("")},
    /* No form of cesu8lax encodes U+1F600: both surrogates are written. */
    {"cesu8lax",
     3,
     {0xD83D, 0xDE00, 0xD83D},
     COMPLETE,
     3,
     TEXT("\xED\xA0\xBD\xED\xB8\x80\xED\xA0\xBD")},
    {"mutf8", 3, {0, 0xD83D, 0xDE00}, COMPLETE, 3, TEXT("\xC0\x80\xED\xA0\xBD\xED\xB8\x80")},
    {"mutf8", 2, {0xDE00, 0xD83D}, COMPLETE, 2, TEXT("\xED\xB8\x80\xED\xA0\xBD")},
    /* The result is that of Android's GetStringUTFChars. */
    {"mutf8android",
     4,
     {0, 0xD83D, 0xDE00, 0xD83D},
     COMPLETE,
     4,
     TEXT("\xC0\x80\xF0\x9F\x98\x80\xED\xA0\xBD")},
    {"mutf8paired", 3, {0, 0xD83D, 0xDE00}, COMPLETE, 3, TEXT("\xC0\x80\xED\xA0\xBD\xED\xB8\x80")},
    {"mutf8paired", 2, {0xDE00, 0xD83D}, ILL_FORMED, 0, TEXT("")},
    /* A code point is written in the form that has it in its ranges, not in one that has it under `also`. */
    {"mutf8lenient", 4, {0, 0x7F, 0x7FF, 0xD800}, COMPLETE, 4, TEXT("\0\x7F\xDF\xBF\xED\xA0\x80")},
    {"fssutf", 2, {0xDBFF, 0xDFFF}, COMPLETE, 2, TEXT("\xF4\x8F\xBF\xBF")},
    {"fssutf", 1, {0xD800}, COMPLETE, 1, TEXT("\xED\xA0\x80")},
};

static void expect(result r, int status, size_t read, size_t written)
{
    assert_int_equal(r.status, status);
    assert_int_equal(r.read, read);
    assert_int_equal(r.written, written);
}

static void texts_become_units(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        const text_example *e = &texts[i];
        const functions *f = named(e->name);
        uint16_t to16[MOST];
        uint32_t to32[MOST];
        expect(f->to_utf16(e->text, e->size, to16, MOST), e->status, e->read, e->units16);
        assert_memory_equal(to16, e->utf16, e->units16 * sizeof *to16);
        assert_int_equal(f->utf16_size(e->text, e->size), e->units16);
        expect(f->to_utf32(e->text, e->size, to32, MOST), e->status, e->read, e->units32);
        assert_memory_equal(to32, e->utf32, e->units32 * sizeof *to32);
        assert_int_equal(f->utf32_size(e->text, e->size), e->units32);
    }
}

static void units_become_text(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(units); i++) {
        const units_example *e = &units[i];
        const functions *f = named(e->name);
        uint32_t wide[MOST];
        char to[6 * MOST];
        for (size_t u = 0; u < e->size; u++) {
            wide[u] = e->units[u];
        }
        expect(f->from_utf16(e->units, e->size, to, sizeof to), e->status, e->read, e->written);
        assert_memory_equal(to, e->text, e->written);
        assert_int_equal(f->size_of_utf16(e->units, e->size), e->written);
        /* In UTF-32, too, a high and then a low surrogate are one code point. */
        expect(f->from_utf32(wide, e->size, to, sizeof to), e->status, e->read, e->written);
        assert_memory_equal(to, e->text, e->written);
        assert_int_equal(f->size_of_utf32(wide, e->size), e->written);
    }
}

static void code_points_above_10ffff(void **state)
{
    (void)state;
    static const uint32_t above[] = {0x61, 0x110000, 0x7FFFFFFF, 0x80000000};
    const functions *f = named("fssutf");
    uint16_t to16[MOST];
    uint32_t to32[MOST];
    char to[MOST];
    /* In fssutf, UTF-32 can encode U+110000, not UTF-16. */
    expect(f->to_utf16("a\xF4\x90\x80\x80", 5, to16, MOST), ILL_FORMED, 1, 1);
    assert_int_equal(f->utf16_size("a\xF4\x90\x80\x80", 5), 1);
    expect(f->to_utf32("a\xFD\xBF\xBF\xBF\xBF\xBF", 7, to32, MOST), COMPLETE, 7, 2);
    assert_int_equal(to32[1], 0x7FFFFFFF);
    expect(f->from_utf32(above, 4, to, MOST), ILL_FORMED, 3, 11);
    assert_memory_equal(to, "a\xF4\x90\x80\x80\xFD\xBF\xBF\xBF\xBF\xBF", 11);
    /* An error is reported even without room, but not before the conversion reaches it. */
    expect(f->from_utf32(above + 3, 1, NULL, 0), ILL_FORMED, 0, 0);
    expect(f->to_utf16("\xF4\x90\x80\x80", 4, NULL, 0), ILL_FORMED, 0, 0);
    expect(f->from_utf32(above, 4, NULL, 0), NO_ROOM, 0, 0);
    f = named("utf8");
    expect(f->from_utf32(above, 2, to, MOST), ILL_FORMED, 1, 1);
}

static void an_empty_text_is_complete(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(all); i++) {
        expect(all[i]->to_utf16(NULL, 0, NULL, 0), COMPLETE, 0, 0);
        expect(all[i]->to_utf32(NULL, 0, NULL, 0), COMPLETE, 0, 0);
        expect(all[i]->from_utf16(NULL, 0, NULL, 0), COMPLETE, 0, 0);
        expect(all[i]->from_utf32(NULL, 0, NULL, 0), COMPLETE, 0, 0);
        assert_int_equal(all[i]->utf16_size(NULL, 0), 0);
        assert_int_equal(all[i]->utf32_size(NULL, 0), 0);
        assert_int_equal(all[i]->size_of_utf16(NULL, 0), 0);
        assert_int_equal(all[i]->size_of_utf32(NULL, 0), 0);
    }
}

static void errors_are_reported_before_a_full_output(void **state)
{
    (void)state;
    static const uint16_t half[] = {0xD800}, lone[] = {0xDC00}, pair[] = {0xD800, 0xDC00};
    const functions *f = named("wtf8");
    uint16_t to[1];
    expect(f->to_utf16("\xED\xA0\x80\xED\xB0\x80", 6, to, 1), ILL_FORMED, 3, 1);
    expect(f->to_utf16("\xED\xA0\x80\xED", 4, to, 1), INCOMPLETE, 3, 1);
    expect(f->to_utf16("\xED\xA0\x80\xEE\x80\x80", 6, to, 1), NO_ROOM, 3, 1);
    expect(f->to_utf16("\xFF", 1, NULL, 0), ILL_FORMED, 0, 0);
    expect(f->to_utf16("\xC3", 1, NULL, 0), INCOMPLETE, 0, 0);
    expect(f->to_utf16("a", 1, NULL, 0), NO_ROOM, 0, 0);
    f = named("utf8");
    expect(f->from_utf16(half, 1, NULL, 0), INCOMPLETE, 0, 0);
    expect(f->from_utf16(lone, 1, NULL, 0), ILL_FORMED, 0, 0);
    expect(f->from_utf16(pair, 2, NULL, 0), NO_ROOM, 0, 0);
}

static void a_full_output_never_splits_a_pair(void **state)
{
    (void)state;
    static const char *const names[] = {"cesu8", "cesu8lax", "mutf8", "mutf8paired"};
    static const uint16_t pair[] = {0xD83D, 0xDE00};
    for (size_t i = 0; i < COUNT(names); i++) {
        const functions *f = named(names[i]);
        uint16_t to16[2] = {7, 7};
        uint8_t to[6] = {7, 7, 7, 7, 7, 7};
        expect(f->to_utf16("\xED\xA0\xBD\xED\xB8\x80", 6, to16, 1), NO_ROOM, 0, 0);
        for (size_t room = 0; room < 6; room++) {
            expect(f->from_utf16(pair, 2, to, room), NO_ROOM, 0, 0);
        }
        assert_int_equal(to16[1], 7);
        assert_int_equal(to[5], 7);
        expect(f->from_utf16(pair, 2, to, 6), COMPLETE, 2, 6);
    }
}

/* Converts an example with this room and, after NO_ROOM, the rest with a second call. Checks that memory after the room is unchanged. */
static void resume_in_utf16(const text_example *e, size_t room)
{
    const functions *f = named(e->name);
    uint16_t *to = malloc((room + 1) * sizeof *to), rest[MOST];
    to[room] = 0x7777;
    const result r = f->to_utf16(e->text, e->size, to, room);
    assert_true(r.written <= room);
    assert_int_equal(to[room], 0x7777);
    assert_memory_equal(to, e->utf16, r.written * sizeof *to);
    if (r.status == NO_ROOM) {
        expect(f->to_utf16(e->text + r.read, e->size - r.read, rest, MOST), e->status,
               e->read - r.read, e->units16 - r.written);
        assert_memory_equal(rest, e->utf16 + r.written, (e->units16 - r.written) * sizeof *rest);
    } else {
        expect(r, e->status, e->read, e->units16);
    }
    free(to);
}

static void resume_in_text(const units_example *e, size_t room)
{
    const functions *f = named(e->name);
    char *to = malloc(room + 1), rest[6 * MOST];
    to[room] = 0x77;
    const result r = f->from_utf16(e->units, e->size, to, room);
    assert_true(r.written <= room);
    assert_int_equal(to[room], 0x77);
    assert_memory_equal(to, e->text, r.written);
    if (r.status == NO_ROOM) {
        expect(f->from_utf16(e->units + r.read, e->size - r.read, rest, sizeof rest), e->status,
               e->read - r.read, e->written - r.written);
        assert_memory_equal(rest, e->text + r.written, e->written - r.written);
    } else {
        expect(r, e->status, e->read, e->written);
    }
    free(to);
}

static void two_calls_have_the_result_of_one(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        for (size_t room = 0; room < MOST; room++) {
            resume_in_utf16(&texts[i], room);
        }
    }
    for (size_t i = 0; i < COUNT(units); i++) {
        for (size_t room = 0; room < 2 * MOST; room++) {
            resume_in_text(&units[i], room);
        }
    }
}

/* Longer texts, of many sizes and at every alignment, are converted to units and back. The result is the same text. */
static void sizes_and_alignments(void **state)
{
    (void)state;
    static const char *const parts[] = {"a", "\xC3\xA9", "\xE2\x82\xAC", "\xEF\xBF\xBD",
                                        "\xF0\x9F\x98\x80"};
    enum { LONGEST = 12000 };
    char *whole = malloc(LONGEST + 8), *back = malloc(LONGEST);
    uint16_t *to = malloc((LONGEST + 1) * sizeof *to);
    size_t size = 0;
    for (size_t step = 0; size + 4 <= LONGEST; step++) {
        const char *part = parts[(step / 40 + (step % 7 == 0)) % COUNT(parts)];
        memcpy(whole + size, part, strlen(part));
        size += strlen(part);
        if (size > 200 && step % 61 != 0) {
            continue;
        }
        char *text = whole + step % 8;
        memmove(text, whole, size);
        const size_t count = utf8_utf16_size(text, size);
        const utf8_result there = utf8_to_utf16(text, size, to + 1, count);
        assert_int_equal(there.status, UTF8_STATUS_COMPLETE);
        assert_int_equal(there.read, size);
        assert_int_equal(there.written, count);
        assert_int_equal(utf8_size_of_utf16(to + 1, count), size);
        const utf8_result here = utf8_from_utf16(to + 1, count, back, size);
        assert_int_equal(here.status, UTF8_STATUS_COMPLETE);
        assert_int_equal(here.read, count);
        assert_int_equal(here.written, size);
        assert_memory_equal(back, text, size);
        memmove(whole, text, size);
    }
    free(whole);
    free(back);
    free(to);
}

/* Each kernel converts texts of whole blocks of ASCII, which vectors convert up to their end. All neighboring units differ. */
static void whole_blocks(void **state)
{
    (void)state;
    for (size_t k = 0; k < utf8_kernel_count(); k++) {
        if (!utf8_kernel_at(k)->supported()) {
            continue;
        }
        assert_true(utf8_limit_kernels(utf8_kernel_at(k)->name));
        for (size_t size = 64; size <= 512; size += 64) {
            uint8_t text[512];
            uint16_t to[512];
            for (size_t i = 0; i < size; i++) {
                text[i] = (uint8_t)(i % 128);
            }
            const utf8_result r = utf8_to_utf16(text, size, to, size);
            assert_int_equal(r.status, UTF8_STATUS_COMPLETE);
            assert_int_equal(r.read, size);
            assert_int_equal(r.written, size);
            for (size_t i = 0; i < size; i++) {
                assert_int_equal(to[i], text[i]);
            }
        }
    }
    assert_true(utf8_limit_kernels(NULL));
}

/* Each kernel converts a run of ASCII and then code points of two UTF-16 units each. If the kernel's blocks are as long as the run, its
 * array of units has room for half a block when the next block needs room for a whole one. The sanitizer notices a unit after the array. */
static void one_ascii_block_before_pairs(void **state)
{
    (void)state;
    enum { PAIRS = 2400, MOST_ASCII = 64 };
    uint32_t *text = malloc((MOST_ASCII + PAIRS) * sizeof *text);
    uint8_t *to = malloc(MOST_ASCII + 4 * PAIRS);
    for (size_t k = 0; k < utf8_kernel_count(); k++) {
        if (!utf8_kernel_at(k)->supported()) {
            continue;
        }
        assert_true(utf8_limit_kernels(utf8_kernel_at(k)->name));
        for (size_t ascii = 16; ascii <= MOST_ASCII; ascii *= 2) {
            for (size_t i = 0; i < ascii + PAIRS; i++) {
                text[i] = i < ascii ? 'a' : 0x1F600 + (uint32_t)i % 64;
            }
            const size_t size = ascii + 4 * PAIRS;
            const utf8_result r = utf8_from_utf32(text, ascii + PAIRS, to, size);
            assert_int_equal(r.status, UTF8_STATUS_COMPLETE);
            assert_int_equal(r.written, size);
            for (size_t at = 0, i = 0; at < size; i++) {
                assert_int_equal(utf8_next(to, size, &at), text[i]);
            }
        }
    }
    assert_true(utf8_limit_kernels(NULL));
    free(text);
    free(to);
}

/* ---- Lossy conversions ---- */

/* A conversion to units writes one U+FFFD for each ill-formed part that utf8_next_chunk reports. A conversion from units writes one for each
 * unit or pair that cannot be encoded. */
static void errors_are_replaced(void **state)
{
    (void)state;
    uint16_t got_units[MOST];
    uint32_t points[MOST];
    char bytes[MOST];
    size_t replaced = 77;
    /* F0 9F is one ill-formed part, a surrogate is three, and the text ends inside E2 82. */
    const char *text = "a\xF0\x9F"
                       "b\xED\xA0\x80\xF0\x9F\x98\x80\xE2\x82";
    utf8_result r = utf8_to_utf16_lossy(text, 13, got_units, MOST, &replaced);
    const uint16_t units_wanted[] = {'a',    0xFFFD, 'b',    0xFFFD, 0xFFFD,
                                     0xFFFD, 0xD83D, 0xDE00, 0xFFFD};
    assert_int_equal(r.status, UTF8_STATUS_COMPLETE);
    assert_int_equal(r.read, 13);
    assert_int_equal(r.written, 9);
    assert_int_equal(replaced, 5);
    assert_memory_equal(got_units, units_wanted, sizeof units_wanted);
    assert_int_equal(utf8_utf16_lossy_size(text, 13), 9);
    r = utf8_to_utf32_lossy(text, 13, points, MOST, NULL);
    assert_int_equal(r.written, 8);
    assert_int_equal(points[6], 0x1F600);
    assert_int_equal(utf8_utf32_lossy_size(text, 13), 8);

    const uint16_t halves[] = {'a', 0xD800, 0xD83D, 0xDE00, 0xDC00, 0xD800};
    r = utf8_from_utf16_lossy(halves, COUNT(halves), bytes, sizeof bytes, &replaced);
    assert_int_equal(r.status, UTF8_STATUS_COMPLETE);
    assert_int_equal(r.read, COUNT(halves));
    assert_int_equal(replaced, 3);
    assert_int_equal(r.written, 14);
    assert_memory_equal(bytes, "a\xEF\xBF\xBD\xF0\x9F\x98\x80\xEF\xBF\xBD\xEF\xBF\xBD", 14);
    assert_int_equal(utf8_size_of_utf16_lossy(halves, COUNT(halves)), 14);
    const uint32_t far[] = {0xDFFF, 0x10FFFF, 0x110000, UINT32_MAX};
    r = utf8_from_utf32_lossy(far, COUNT(far), bytes, sizeof bytes, &replaced);
    assert_int_equal(r.written, 13);
    assert_int_equal(replaced, 3);
    assert_int_equal(utf8_size_of_utf32_lossy(far, COUNT(far)), 13);
    assert_int_equal(utf8_from_utf32_lossy(far, COUNT(far), bytes, sizeof bytes, NULL).written, 13);

    /* WTF-8 allows a surrogate unless it completes a pair. UTF-16 cannot encode the code points of FSS-UTF above U+10FFFF. */
    wtf8_result w = wtf8_to_utf16_lossy("\xED\xA0\x80\xED\xB0\x80", 6, got_units, MOST, &replaced);
    assert_int_equal(w.written, 2);
    assert_int_equal(got_units[0], 0xD800);
    assert_int_equal(got_units[1], 0xFFFD);
    assert_int_equal(replaced, 1);
    w = wtf8_from_utf16_lossy(halves, 2, bytes, sizeof bytes, &replaced);
    assert_int_equal(w.written, 4);
    assert_int_equal(replaced, 0);
    const fssutf_result f = fssutf_to_utf16_lossy("a\xFD\xBF\xBF\xBF\xBF\xBF"
                                                  "b",
                                                  8, got_units, MOST, &replaced);
    assert_int_equal(f.written, 3);
    assert_int_equal(got_units[1], 0xFFFD);
    assert_int_equal(replaced, 1);
}

static void valid_units(void **state)
{
    (void)state;
    const uint16_t got_units[] = {'a', 0xD83D, 0xDE00, 0xD800};
    const uint32_t points[] = {'a', 0x10FFFF, 0xD800, 0x110000};
    assert_true(utf8_valid_utf16(NULL, 0));
    assert_true(utf8_valid_utf16(got_units, 3));
    assert_false(utf8_valid_utf16(got_units, 2));
    assert_false(utf8_valid_utf16(got_units, 4));
    assert_true(wtf8_valid_utf16(got_units, 4));
    assert_true(utf8_valid_utf32(points, 2));
    assert_false(utf8_valid_utf32(points, 3));
    assert_false(wtf8_valid_utf32(points, 4));
    assert_true(fssutf_valid_utf32(points, 4));
}

/* Converts with several calls, each with this room, which is at least the header's minimum. Returns the number of units. */
#define IN_ROOMS(p)                                                                                \
    static size_t p##_in_rooms(const char *text, size_t size, size_t room, uint16_t *to,           \
                               size_t *replaced)                                                   \
    {                                                                                              \
        size_t written = 0, read = 0, more;                                                        \
        p##_result r;                                                                              \
        *replaced = 0;                                                                             \
        do {                                                                                       \
            r = p##_to_utf16_lossy(text + read, size - read, to + written, room, &more);           \
            assert_true(r.read > 0 && r.written <= room);                                          \
            read += r.read;                                                                        \
            written += r.written;                                                                  \
            *replaced += more;                                                                     \
        } while ((int)r.status == NO_ROOM);                                                        \
        assert_int_equal(r.status, COMPLETE);                                                      \
        assert_int_equal(read, size);                                                              \
        return written;                                                                            \
    }
IN_ROOMS(utf8)
IN_ROOMS(wtf8)

/* A lossy conversion has the same result as a strict conversion of the repaired text, even in several calls with little room.
 * wtf8.h promises progress only with room for 4 units, utf8.h for 2. */
static void lossy_is_repaired_and_converted(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "a",        "\xC3\xA9",     "\xE2\x82\xAC", "\xF0\x9F\x98\x80",          "\xFF",
        "\xE2\x82", "\xED\xA0\x80", "\xED\xB0\x80", "aaaaaaaaaaaaaaaaaaaaaaaaa", "\xF0\x9F\x98"};
    char text[700], repaired[2100];
    uint16_t wanted[700], got[700];
    uint32_t seed = 1;
    for (size_t n = 0; n < 300; n++) {
        size_t size = 0, replaced;
        for (size_t i = 0; i < n / 4; i++) {
            seed = seed * 1664525 + 1013904223;
            const char *part = parts[(seed >> 16) % (n % 3 == 0 ? 9 : COUNT(parts))];
            if (size + strlen(part) <= sizeof text) {
                memcpy(text + size, part, strlen(part));
                size += strlen(part);
            }
        }
        if (size == 0) {
            continue;
        }
        size_t length = utf8_repair(text, size, repaired, sizeof repaired).written;
        size_t got_units = utf8_to_utf16(repaired, length, wanted, COUNT(wanted)).written,
               before = 0;
        assert_int_equal(utf8_utf16_lossy_size(text, size), got_units);
        for (size_t room = 2; room < 80; room += 1 + room / 5) {
            assert_int_equal(utf8_in_rooms(text, size, room, got, &replaced), got_units);
            assert_memory_equal(got, wanted, got_units * sizeof *got);
            assert_true(room == 2 || replaced == before);
            before = replaced;
        }
        length = wtf8_repair(text, size, repaired, sizeof repaired).written;
        got_units = wtf8_to_utf16(repaired, length, wanted, COUNT(wanted)).written;
        assert_int_equal(wtf8_utf16_lossy_size(text, size), got_units);
        for (size_t room = 4; room < 80; room += 1 + room / 5) {
            assert_int_equal(wtf8_in_rooms(text, size, room, got, &replaced), got_units);
            assert_memory_equal(got, wanted, got_units * sizeof *got);
        }
    }
    /* Little room; no text. */
    utf8_result r = utf8_to_utf16_lossy("\xFF", 1, NULL, 0, NULL);
    assert_int_equal(r.status, UTF8_STATUS_NO_ROOM);
    assert_int_equal(r.read + r.written, 0);
    r = utf8_from_utf16_lossy(got, 1, NULL, 0, NULL);
    assert_int_equal(r.status, UTF8_STATUS_NO_ROOM);
    assert_int_equal(r.read + r.written, 0);
    r = utf8_to_utf16_lossy("\xF0\x9F\x98\x80", 4, got, 1, NULL);
    assert_int_equal(r.status, UTF8_STATUS_NO_ROOM);
    assert_int_equal(r.read + r.written, 0);
    assert_int_equal(utf8_to_utf16_lossy(NULL, 0, NULL, 0, NULL).status, UTF8_STATUS_COMPLETE);
    assert_int_equal(utf8_from_utf16_lossy(NULL, 0, NULL, 0, NULL).status, UTF8_STATUS_COMPLETE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_become_units),
        cmocka_unit_test(units_become_text),
        cmocka_unit_test(code_points_above_10ffff),
        cmocka_unit_test(an_empty_text_is_complete),
        cmocka_unit_test(errors_are_reported_before_a_full_output),
        cmocka_unit_test(a_full_output_never_splits_a_pair),
        cmocka_unit_test(two_calls_have_the_result_of_one),
        cmocka_unit_test(sizes_and_alignments),
        cmocka_unit_test(whole_blocks),
        cmocka_unit_test(one_ascii_block_before_pairs),
        cmocka_unit_test(errors_are_replaced),
        cmocka_unit_test(valid_units),
        cmocka_unit_test(lossy_is_repaired_and_converted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
