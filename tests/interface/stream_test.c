// SPDX-License-Identifier: 0BSD
/*
 * Tests chunks, repair, streams and the trimming of units, as a user calls them.
 *
 * Needs: build/stream_test build/stream_test_sanitized
 *
 * In: out/utf8, out/wtf8 and out/cesu8. Out: cmocka's line for each test and its summary. The tests follow the statements of the headers,
 * with examples of Unicode 15.0, section 3.9 (tables 3-8 to 3-11), the WTF-8 document and UTR #26. verify/ tests many more texts. Example:
 * in 61 F1 80 80 E1 80 C2 62 80 63 80 BF 64, the ill-formed parts have 3, 2 and 1 bytes between a and b, 1 byte between b and c, 1 and 1
 * between c and d.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "cesu8.h"
#include "utf8.h"
#include "wtf8.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define FFFD "\xEF\xBF\xBD"

/* Returns a copy of a text in memory of exactly its size, so that AddressSanitizer sees accesses outside of it. */
static uint8_t *copy_of(const char *text, size_t size)
{
    uint8_t *copy = malloc(size > 0 ? size : 1);
    assert_non_null(copy);
    if (text && size > 0) {
        memcpy(copy, text, size);
    }
    return copy;
}

/* ---- Chunks ---- */

#define CHUNK_IS(encoding, text, wanted_valid, wanted_invalid)                                     \
    do {                                                                                           \
        uint8_t *copy = copy_of(text, sizeof(text) - 1);                                           \
        const encoding##_chunk chunk = encoding##_next_chunk(copy, sizeof(text) - 1);              \
        assert_int_equal(chunk.valid, wanted_valid);                                               \
        assert_int_equal(chunk.invalid, wanted_invalid);                                           \
        free(copy);                                                                                \
    } while (0)

static void chunks_of_three_encodings(void **state)
{
    (void)state;
    CHUNK_IS(utf8, "", 0, 0);
    CHUNK_IS(utf8, "abc", 3, 0);
    CHUNK_IS(utf8, "\xC0\x80", 0, 1);
    CHUNK_IS(utf8, "a\xE4\xB8", 1, 2);
    CHUNK_IS(utf8, "a\xE4\xB8z", 1, 2);
    CHUNK_IS(utf8, "\xED\xA0\x80", 0, 1);
    CHUNK_IS(utf8, "\xF0\x9F\x98\xFF", 0, 3);
    CHUNK_IS(wtf8, "\xED\xA0\x80\xED\xB0\x80", 3, 3);
    CHUNK_IS(wtf8, "\xED\xA0\x80\xED\xB0", 3, 2);
    CHUNK_IS(wtf8, "\xED\xA0\x80\xED", 3, 1);
    CHUNK_IS(wtf8, "\xED\xB0\x80\xED\xA0\x80", 6, 0);
    CHUNK_IS(cesu8, "\xED\xA0\x80\xED\xB0\x80", 6, 0);
    CHUNK_IS(cesu8, "\xED\xA0\x80\xED", 0, 4);
    CHUNK_IS(cesu8, "\xED\xA0\x80\xED\x41", 0, 3);
    CHUNK_IS(cesu8, "\xED\x41", 0, 1);
}

static void an_empty_text_has_no_chunk(void **state)
{
    (void)state;
    const utf8_chunk chunk = utf8_next_chunk(NULL, 0);
    assert_int_equal(chunk.valid, 0);
    assert_int_equal(chunk.invalid, 0);
}

/* ---- Repair ---- */

typedef struct {
    const char *text, *repaired;
    size_t size, repaired_size;
} example;
#define EXAMPLE(text, repaired)                                                                    \
    {                                                                                              \
        text, repaired, sizeof(text) - 1, sizeof(repaired) - 1                                     \
    }

/* Well-formed texts; the texts of tables 3-8 to 3-11 of The Unicode Standard 15.0, section 3.9; an example of its earlier versions. */
static const example examples[] = {
    EXAMPLE("", ""),
    EXAMPLE("na\xC3\xAFve", "na\xC3\xAFve"),
    EXAMPLE("\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41", FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD "\x41"),
    EXAMPLE("\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41", FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD "\x41"),
    EXAMPLE("\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42",
            FFFD FFFD FFFD FFFD FFFD "\x41" FFFD FFFD "\x42"),
    EXAMPLE("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41", FFFD FFFD FFFD FFFD "\x41"),
    EXAMPLE("\x61\xF1\x80\x80\xE1\x80\xC2\x62\x80\x63\x80\xBF\x64",
            "\x61" FFFD FFFD FFFD "\x62" FFFD "\x63" FFFD FFFD "\x64"),
};

static void repair_follows_unicode(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(examples); i++) {
        const example *e = &examples[i];
        uint8_t *text = copy_of(e->text, e->size), *to = copy_of(NULL, e->repaired_size);
        assert_int_equal(utf8_repaired_size(text, e->size), e->repaired_size);
        const utf8_result result = utf8_repair(text, e->size, to, e->repaired_size);
        assert_int_equal(result.status, UTF8_STATUS_COMPLETE);
        assert_int_equal(result.read, e->size);
        assert_int_equal(result.written, e->repaired_size);
        assert_memory_equal(to, e->repaired, e->repaired_size);
        free(text);
        free(to);
    }
}

/* The joined outputs of several calls with rooms of at least 4 bytes are the output of one call with enough room. With smaller rooms, the
 * joined outputs are a prefix of that output. */
static void repair_resumes_after_a_full_room(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(examples); i++) {
        const example *e = &examples[i];
        for (size_t room = 0; room <= e->repaired_size + 1; room++) {
            uint8_t *to = copy_of(NULL, room), out[64];
            size_t read = 0, written = 0;
            utf8_result result;
            do {
                result = utf8_repair(e->text + read, e->size - read, room > 0 ? to : NULL, room);
                assert_true(result.written <= room);
                assert_int_equal(result.status, read + result.read == e->size
                                                    ? UTF8_STATUS_COMPLETE
                                                    : UTF8_STATUS_NO_ROOM);
                assert_true(utf8_valid(to, result.written));
                memcpy(out + written, to, result.written);
                read += result.read;
                written += result.written;
                assert_true(result.read > 0 || room < 4 || read == e->size);
            } while (result.read > 0 && read < e->size);
            assert_memory_equal(out, e->repaired, written);
            assert_true(room < 4 || written == e->repaired_size);
            free(to);
        }
    }
}

static void repair_writes_a_surrogate_with_the_next_character(void **state)
{
    (void)state;
    static const char text[] = "\xED\xA0\x80\xED\xB0\x80", repaired[] = "\xED\xA0\x80" FFFD;
    uint8_t out[6];
    /* repair does not write the first surrogate alone: after a full room, the next call would accept the second surrogate. */
    for (size_t room = 0; room < sizeof out; room++) {
        const wtf8_result short_ = wtf8_repair(text, 6, room > 0 ? out : NULL, room);
        assert_int_equal(short_.status, WTF8_STATUS_NO_ROOM);
        assert_int_equal(short_.read, 0);
        assert_int_equal(short_.written, 0);
    }
    const wtf8_result all = wtf8_repair(text, 6, out, sizeof out);
    assert_int_equal(all.status, WTF8_STATUS_COMPLETE);
    assert_int_equal(all.written, 6);
    assert_memory_equal(out, repaired, 6);
    /* If the next character may follow the surrogate, the surrogate is written. */
    const wtf8_result next = wtf8_repair("\xED\xA0\x80\xC3\xA9", 5, out, 4);
    assert_int_equal(next.status, WTF8_STATUS_NO_ROOM);
    assert_int_equal(next.read, 3);
}

static void repair_does_not_split_a_pair(void **state)
{
    (void)state;
    uint8_t out[6];
    for (size_t room = 0; room < 6; room++) {
        const cesu8_result result = cesu8_repair("\xED\xA0\x80\xED\xB0\x80", 6, out, room);
        assert_int_equal(result.status, CESU8_STATUS_NO_ROOM);
        assert_int_equal(result.read, 0);
        assert_int_equal(result.written, 0);
    }
    const cesu8_result half = cesu8_repair("\xED\xA0\x80\xED", 4, out, 3);
    assert_int_equal(half.status, CESU8_STATUS_COMPLETE);
    assert_int_equal(half.written, 3);
    assert_memory_equal(out, FFFD, 3);
}

static void an_empty_text_is_repaired_to_an_empty_one(void **state)
{
    (void)state;
    assert_int_equal(utf8_repaired_size(NULL, 0), 0);
    const utf8_result none = utf8_repair(NULL, 0, NULL, 0);
    assert_int_equal(none.status, UTF8_STATUS_COMPLETE);
    assert_int_equal(none.read, 0);
    const utf8_result no_room = utf8_repair("a", 1, NULL, 0);
    assert_int_equal(no_room.status, UTF8_STATUS_NO_ROOM);
    assert_int_equal(no_room.read, 0);
}

/* ---- Streams ---- */

/* Feeds a text in two pieces. Each call returns the right status for the text so far, and the verdict at the end agrees with check. */
#define IN_PIECES(encoding, text, at, first, second, whole)                                        \
    do {                                                                                           \
        encoding##_stream stream;                                                                  \
        encoding##_error error, wanted;                                                            \
        const size_t size = sizeof(text) - 1;                                                      \
        uint8_t *one = copy_of(text, at), *two = copy_of((text) + (at), size - (at));              \
        encoding##_stream_start(&stream);                                                          \
        assert_int_equal(encoding##_stream_feed(&stream, one, at), first);                         \
        assert_int_equal(encoding##_stream_feed(&stream, two, size - (at)), second);               \
        assert_int_equal(encoding##_stream_end(&stream), whole);                                   \
        const bool well = encoding##_check(text, size, &wanted);                                   \
        assert_int_equal(encoding##_stream_error(&stream, &error), !well);                         \
        if (!well) {                                                                               \
            assert_int_equal(error.offset, wanted.offset);                                         \
            assert_int_equal(error.length, wanted.length);                                         \
            assert_int_equal(error.fault, wanted.fault);                                           \
            assert_int_equal(error.state, wanted.state);                                           \
        }                                                                                          \
        free(one);                                                                                 \
        free(two);                                                                                 \
    } while (0)

static void the_status_after_each_piece(void **state)
{
    (void)state;
    const int complete = UTF8_STATUS_COMPLETE, incomplete = UTF8_STATUS_INCOMPLETE,
              ill_formed = UTF8_STATUS_ILL_FORMED;
    IN_PIECES(utf8, "a\xC3\xA9", 2, incomplete, complete, complete);
    IN_PIECES(utf8, "a\xC3\xA9", 3, complete, complete, complete);
    IN_PIECES(utf8, "\xE4\xB8", 1, incomplete, incomplete, ill_formed);
    IN_PIECES(utf8, "\xE4\xB8z", 2, incomplete, ill_formed, ill_formed);
    IN_PIECES(utf8, "a\xFFz", 2, ill_formed, ill_formed, ill_formed);
    IN_PIECES(wtf8, "\xED\xA0\x80\xED\xB0\x80", 3, complete, ill_formed, ill_formed);
    IN_PIECES(wtf8, "\xED\xA0\x80\xED\xB0\x80", 5, incomplete, ill_formed, ill_formed);
    IN_PIECES(wtf8, "\xED\xA0\x80\xED\xB0", 4, incomplete, incomplete, ill_formed);
    IN_PIECES(wtf8, "\xED\xA0\x80\xED\x9F\xBF", 4, incomplete, complete, complete);
    IN_PIECES(cesu8, "\xED\xA0\x80\xED\xB0\x80", 3, incomplete, complete, complete);
    IN_PIECES(cesu8, "\xED\xA0\x80\xED", 3, incomplete, incomplete, ill_formed);
    IN_PIECES(cesu8, "\xED\xA0\x80\xED\x41", 4, incomplete, ill_formed, ill_formed);
}

static void pieces_of_all_sizes_have_the_result_of_the_whole(void **state)
{
    (void)state;
    char text[600];
    for (size_t i = 0; i + 7 <= sizeof text; i += 7) {
        memcpy(text + i, "\xF0\x9F\x98\x80\xE4\xB8\xAD", 7);
    }
    for (size_t wrong = 0; wrong < 595; wrong += 41) {
        const char before = text[wrong];
        text[wrong] = '\xFF';
        utf8_error error, wanted;
        assert_false(utf8_check(text, 595, &wanted));
        for (size_t piece = 1; piece < 600; piece += piece / 8 + 1) {
            utf8_stream stream;
            utf8_stream_start(&stream);
            for (size_t at = 0; at < 595; at += piece) {
                utf8_stream_feed(&stream, text + at, 595 - at < piece ? 595 - at : piece);
                utf8_stream_feed(&stream, NULL, 0);
            }
            assert_int_equal(utf8_stream_end(&stream), UTF8_STATUS_ILL_FORMED);
            assert_true(utf8_stream_error(&stream, &error));
            assert_int_equal(error.offset, wanted.offset);
            assert_int_equal(error.length, wanted.length);
            assert_int_equal(error.fault, wanted.fault);
            assert_int_equal(error.state, wanted.state);
        }
        text[wrong] = before;
    }
}

static void an_error_persists_until_the_end_of_the_stream(void **state)
{
    (void)state;
    utf8_stream stream;
    utf8_error error;
    utf8_stream_start(&stream);
    assert_int_equal(utf8_stream_feed(&stream, NULL, 0), UTF8_STATUS_COMPLETE);
    assert_false(utf8_stream_error(&stream, &error));
    assert_int_equal(utf8_stream_end(&stream), UTF8_STATUS_COMPLETE);
    assert_int_equal(utf8_stream_feed(&stream, "\xFF", 1), UTF8_STATUS_COMPLETE);
    assert_int_equal(utf8_stream_end(&stream), UTF8_STATUS_COMPLETE);
    assert_false(utf8_stream_error(&stream, NULL));
    utf8_stream_start(&stream);
    assert_int_equal(utf8_stream_feed(&stream, "ab\xFF", 3), UTF8_STATUS_ILL_FORMED);
    assert_int_equal(utf8_stream_feed(&stream, "cd", 2), UTF8_STATUS_ILL_FORMED);
    assert_int_equal(utf8_stream_end(&stream), UTF8_STATUS_ILL_FORMED);
    assert_true(utf8_stream_error(&stream, NULL));
    assert_true(utf8_stream_error(&stream, &error));
    assert_int_equal(error.offset, 2);
    assert_int_equal(error.fault, UTF8_NOT_A_FORM);
}

static void a_stream_has_at_most_32_bytes_and_can_be_copied(void **state)
{
    (void)state;
    assert_true(sizeof(utf8_stream) <= 32);
    assert_true(sizeof(cesu8_stream) <= 32);
    utf8_stream stream;
    utf8_stream_start(&stream);
    assert_int_equal(utf8_stream_feed(&stream, "\xE4", 1), UTF8_STATUS_INCOMPLETE);
    utf8_stream other = stream;
    assert_int_equal(utf8_stream_feed(&stream, "\xB8\xAD", 2), UTF8_STATUS_COMPLETE);
    assert_int_equal(utf8_stream_feed(&other, "x", 1), UTF8_STATUS_ILL_FORMED);
    assert_int_equal(utf8_stream_end(&stream), UTF8_STATUS_COMPLETE);
}

/* Feeds more than 4 GiB, in pieces of 1 MiB. */
static void offsets_have_64_bits(void **state)
{
    (void)state;
    const size_t size = (size_t)1 << 20;
    char *text = malloc(size);
    utf8_stream stream;
    utf8_error error;
    assert_non_null(text);
    memset(text, 'x', size);
    utf8_stream_start(&stream);
    for (size_t i = 0; i < 4100; i++) {
        assert_int_equal(utf8_stream_feed(&stream, text, size), UTF8_STATUS_COMPLETE);
    }
    assert_int_equal(utf8_stream_feed(&stream, "\x80", 1), UTF8_STATUS_ILL_FORMED);
    assert_true(utf8_stream_error(&stream, &error));
    assert_true(error.offset == (uint64_t)4100 << 20);
    free(text);
}

/* ---- The repair of a stream ---- */

/* Repairs a text as a stream, byte by byte, with a room of this size; `to` receives the result. */
#define REPAIRED(encoding, text, room, to)                                                         \
    do {                                                                                           \
        encoding##_repair_stream stream;                                                           \
        char part[16], *out = to;                                                                  \
        encoding##_repair_start(&stream);                                                          \
        for (size_t at = 0; at + 1 < sizeof(text);) {                                              \
            const encoding##_result r =                                                            \
                encoding##_repair_feed(&stream, &(text)[at], 1, part, room);                       \
            memcpy(out, part, r.written);                                                          \
            out += r.written;                                                                      \
            at += r.read;                                                                          \
        }                                                                                          \
        encoding##_result r;                                                                       \
        do {                                                                                       \
            r = encoding##_repair_end(&stream, part, room);                                        \
            memcpy(out, part, r.written);                                                          \
            out += r.written;                                                                      \
        } while (r.status == (int)UTF8_STATUS_NO_ROOM);                                            \
        *out = 0;                                                                                  \
    } while (0)

static void a_stream_is_repaired_like_the_whole(void **state)
{
    (void)state;
    char to[64];
    REPAIRED(utf8,
             "a\xF1\x80\x80\xE1\x80\xC2"
             "b\x80\xF0\x9F\x98\x80\xF0\x9F",
             4, to);
    assert_string_equal(to, "a" FFFD FFFD FFFD "b" FFFD "\xF0\x9F\x98\x80" FFFD);
    REPAIRED(wtf8, "\xED\xA0\xBC\xED\xBD\x82\xED\xBD\x82", 4, to);
    assert_string_equal(to, "\xED\xA0\xBC" FFFD "\xED\xBD\x82");
    REPAIRED(cesu8, "\xED\xA0\xBC\xED\xBD\x82\xED\xA0\xBC\xED", 6, to);
    assert_string_equal(to, "\xED\xA0\xBC\xED\xBD\x82" FFFD);
}

static void the_repair_of_a_stream_resumes(void **state)
{
    (void)state;
    char to[16];
    utf8_repair_stream stream;
    utf8_repair_start(&stream);
    utf8_result r = utf8_repair_feed(&stream, "ab\xE2\x82", 4, to, sizeof to);
    assert_int_equal(r.status, UTF8_STATUS_INCOMPLETE);
    assert_int_equal(r.read, 4);
    assert_int_equal(r.written, 2);
    r = utf8_repair_feed(&stream, NULL, 0, NULL, 0);
    assert_int_equal(r.status, UTF8_STATUS_INCOMPLETE);
    /* Without room nothing is lost. */
    r = utf8_repair_feed(&stream, "\xAC", 1, NULL, 0);
    assert_int_equal(r.status, UTF8_STATUS_NO_ROOM);
    assert_int_equal(r.read + r.written, 0);
    r = utf8_repair_feed(&stream, "\xAC", 1, to, 3);
    assert_int_equal(r.status, UTF8_STATUS_COMPLETE);
    assert_memory_equal(to, "\xE2\x82\xAC", 3);
    /* After its end, the stream starts again. */
    assert_int_equal(utf8_repair_end(&stream, to, 0).status, UTF8_STATUS_COMPLETE);
    utf8_repair_feed(&stream, "\xE2", 1, to, sizeof to);
    r = utf8_repair_end(&stream, to, 2);
    assert_int_equal(r.status, UTF8_STATUS_NO_ROOM);
    r = utf8_repair_end(&stream, to, 3);
    assert_int_equal(r.status, UTF8_STATUS_COMPLETE);
    assert_int_equal(r.read, 0);
    assert_memory_equal(to, FFFD, 3);
    assert_int_equal(utf8_repair_end(&stream, to, 3).written, 0);
}

static void trim_omits_an_unpaired_high_surrogate_at_the_end(void **state)
{
    (void)state;
    const uint16_t narrow[] = {0x61, 0xD83C, 0xDF42, 0xD83C};
    const uint32_t wide[] = {0x61, 0xD83C};
    assert_int_equal(utf8_trim_utf16(NULL, 0), 0);
    assert_int_equal(utf8_trim_utf16(narrow, 1), 1);
    assert_int_equal(utf8_trim_utf16(narrow, 2), 1);
    assert_int_equal(utf8_trim_utf16(narrow, 3), 3);
    assert_int_equal(wtf8_trim_utf16(narrow, 4), 3);
    assert_int_equal(wtf8_trim_utf32(wide, 2), 1);
    assert_int_equal(wtf8_trim_utf32(wide, 1), 1);
}

/* The text before a cut of trim has the same error as the whole text, but the fault's name may differ. */
static void trim_may_change_only_the_kind_of_an_error(void **state)
{
    (void)state;
    wtf8_error whole, head;
    assert_int_equal(wtf8_trim("\xE2\xED\xA0\xBD", 4), 1);
    assert_false(wtf8_check("\xE2\xED\xA0\xBD", 4, &whole) || wtf8_check("\xE2", 1, &head));
    assert_true(whole.offset == head.offset && whole.length == head.length);
    assert_true(whole.fault == WTF8_TOO_SHORT && head.fault == WTF8_TRUNCATED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trim_may_change_only_the_kind_of_an_error),
        cmocka_unit_test(chunks_of_three_encodings),
        cmocka_unit_test(an_empty_text_has_no_chunk),
        cmocka_unit_test(repair_follows_unicode),
        cmocka_unit_test(repair_resumes_after_a_full_room),
        cmocka_unit_test(repair_writes_a_surrogate_with_the_next_character),
        cmocka_unit_test(repair_does_not_split_a_pair),
        cmocka_unit_test(an_empty_text_is_repaired_to_an_empty_one),
        cmocka_unit_test(the_status_after_each_piece),
        cmocka_unit_test(pieces_of_all_sizes_have_the_result_of_the_whole),
        cmocka_unit_test(an_error_persists_until_the_end_of_the_stream),
        cmocka_unit_test(a_stream_has_at_most_32_bytes_and_can_be_copied),
        cmocka_unit_test(offsets_have_64_bits),
        cmocka_unit_test(a_stream_is_repaired_like_the_whole),
        cmocka_unit_test(the_repair_of_a_stream_resumes),
        cmocka_unit_test(trim_omits_an_unpaired_high_surrogate_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
