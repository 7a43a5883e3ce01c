// SPDX-License-Identifier: 0BSD
/*
 * What a text that is ill-formed in one encoding might be instead.
 *
 * In: the encoding that refuses the text, the text's first bytes, and those around its fault. Out: a
 * few words, or nothing: no hint is better than a wrong one.
 *
 * The one idea: a guess must explain all that is at hand. In the order of what can be told more
 * surely: the first bytes of compressed files; units of four or two bytes that all are characters
 * of text, UTF-32 and UTF-16; another encoding of the catalogue in which the text is well-formed;
 * bytes above 7F that stand alone among ASCII letters, as in the western languages of Europe.
 *
 * 63 61 66 E9 20 6E 6F 69 72 ("caf\xE9 noir") gives "looks like Latin-1 or a relative (bytes
 * A0..FF among letters)".
 */
#include "u8check_hint.h"

#include <string.h>

/* Of so many characters of text, one may be a control. */
enum { STRAY = 512 };

const char *compressed(const sample *s)
{
    static const struct {
        const char *name;
        const char *magic;
        size_t size;
    } formats[] = {{"gzip", "\x1F\x8B\x08", 3},
                   {"zip", "PK\x03\x04", 4},
                   {"bzip2", "BZh", 3},
                   {"xz",
                    "\xFD"
                    "7zXZ\x00",
                    6},
                   {"zstd", "\x28\xB5\x2F\xFD", 4}};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (s->head_size >= formats[i].size &&
            memcmp(s->head, formats[i].magic, formats[i].size) == 0) {
            return formats[i].name;
        }
    }
    return NULL;
}

/* How the bytes of a UTF-16 or UTF-32 text lie. */
typedef struct {
    const char *words;
    const char *mark; /* U+FEFF in it: the byte order mark */
    size_t width;     /* of a unit, in bytes */
    bool big_endian;
} wide;

static uint32_t unit_at(const wide *w, const uint8_t *text)
{
    uint32_t unit = 0;
    for (size_t i = 0; i < w->width; i++) {
        unit = unit << 8 | text[w->big_endian ? i : w->width - 1 - i];
    }
    return unit;
}

/* Whether text may hold this code point: no control but white space and escape, which colours a
 * terminal, no noncharacter, no surrogate, nothing for private use, nothing above U+10FFFF. */
static bool is_text(uint32_t c)
{
    if (c < 0x20) {
        return c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == 0x1B;
    }
    return (c < 0x7F || c > 0x9F) && (c < 0xD800 || c > 0xF8FF) && (c < 0xFDD0 || c > 0xFDEF) &&
           (c & 0xFFFE) != 0xFFFE && c < 0xF0000;
}

/* The units of the sample, taken as wide text. */
typedef struct {
    size_t all;
    size_t strange; /* those that text does not hold */
    size_t basic;   /* those up to U+00FF, whose other bytes are zero */
    size_t round;   /* those above whose last byte is zero, such as U+4E00 */
} units;

static units units_of(const wide *w, const sample *s)
{
    units u = {0, 0, 0, 0};
    size_t at = (size_t)((w->width - s->offset % w->width) % w->width);
    uint32_t high = 0; /* a surrogate that waits for its other half */
    for (; at <= s->size && s->size - at >= w->width; at += w->width) {
        uint32_t unit = unit_at(w, s->text + at);
        uint32_t c = unit;
        bool low = w->width == 2 && (unit & 0xFC00) == 0xDC00;
        if (low && (high != 0 || u.all == 0)) {
            c = high != 0 ? 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00) : ' ';
        } else {
            u.strange += high != 0;
        }
        high = w->width == 2 && (unit & 0xFC00) == 0xD800 ? unit : 0;
        u.all++;
        u.strange += high == 0 && !is_text(c) && !(c == 0xFEFF && s->offset + at == 0);
        u.basic += unit < 0x100;
        u.round += unit >= 0x100 && (unit & 0xFF) == 0;
    }
    return u;
}

/* Says so if this is wide text: with a byte order mark if most units are characters of text,
 * without one if all but stray ones are and, in UTF-16, zeros stand in every other place. */
static bool is_wide(const wide *w, const sample *s, bool *marked)
{
    units u = units_of(w, s);
    *marked = s->head_size >= w->width && memcmp(s->head, w->mark, w->width) == 0;
    if (*marked) {
        return u.strange <= u.all / 16;
    }
    return u.all >= 2 && u.strange <= u.all / STRAY &&
           (w->width == 4 || (u.basic >= 2 && u.basic >= u.all / 8 && u.round <= u.basic / 4));
}

static const wide *wide_text(const sample *s, bool *marked)
{
    static const wide kinds[] = {{"UTF-32, little-endian", "\xFF\xFE\x00\x00", 4, false},
                                 {"UTF-32, big-endian", "\x00\x00\xFE\xFF", 4, true},
                                 {"UTF-16, little-endian", "\xFF\xFE", 2, false},
                                 {"UTF-16, big-endian", "\xFE\xFF", 2, true}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (is_wide(&kinds[i], s, marked)) {
            return &kinds[i];
        }
    }
    return NULL;
}

/* Of those that people meet, the first in which the sample is well-formed, but for a character that
 * goes on behind it. */
static const encoding *relative(const encoding *refuses, const sample *s)
{
    static const char *const likely[] = {
        "utf-8", "cesu-8", "wtf-8", "mutf-8", "utf-8-generalized", "mutf-8-android", "fss-utf"};
    for (size_t i = 0; i < sizeof likely / sizeof *likely; i++) {
        const encoding *e = encoding_named(likely[i]);
        text_error error;
        if (e != refuses && (e->check(s->text, s->size, &error) ||
                             (error.truncated && !s->to_the_end && error.offset > s->fault))) {
            return e;
        }
    }
    return NULL;
}

static bool is_letter(uint8_t byte)
{
    return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
}

static bool is_one_of(const char *bytes, uint8_t byte)
{
    return memchr(bytes, byte, strlen(bytes)) != NULL;
}

/* Whether Windows-1252 has a character here that may stand between two letters: a small letter, an
 * apostrophe, a dash. */
static bool within_words(uint8_t byte)
{
    return byte >= 0xA0 || is_one_of("\x92\x96\x97\x9A\x9C\x9E", byte);
}

/* Words for a text whose bytes above 7F look like the letters of western Europe: a few of them
 * among many ASCII letters, alone or in twos, and seldom in the order that UTF-8 has. */
static const char *one_byte_each(const sample *s)
{
    size_t letters = 0, controls = 0, high = 0, c1 = 0, groups = 0, long_groups = 0, ordered = 0,
           run = 0;
    for (size_t i = 0; i < s->size; i++) {
        uint8_t before = i > 0 ? s->text[i - 1] : 0;
        uint8_t byte = s->text[i];
        uint8_t after = i + 1 < s->size ? s->text[i + 1] : 0;
        if (byte < 0x80) {
            letters += is_letter(byte);
            controls += !is_text(byte);
            run = 0;
            continue;
        }
        if (is_one_of("\x81\x8D\x8F\x90\x9D", byte) || /* not in Windows-1252, or not there */
            (is_letter(before) && is_letter(after) && !within_words(byte))) {
            return NULL;
        }
        run++;
        high++;
        c1 += byte < 0xA0;
        groups += run == 1;
        long_groups += run == 3;
        ordered += before >= 0xC0 && byte < 0xC0;
    }
    if (controls > s->size / STRAY || high > letters / 3 || long_groups > groups / 8 ||
        ordered > groups / 8) {
        return NULL;
    }
    return c1 > 0 ? "looks like Windows-1252 (bytes 80..9F among letters)"
                  : "looks like Latin-1 or a relative (bytes A0..FF among letters)";
}

const char *hint(const encoding *refuses, const sample *s, char *room, size_t size)
{
    bool marked = false;
    const char *format = compressed(s);
    const wide *w = format == NULL ? wide_text(s, &marked) : NULL;
    const encoding *e = format == NULL && w == NULL ? relative(refuses, s) : NULL;
    if (format != NULL) {
        snprintf(room, size, "looks like a file compressed by %s", format);
    } else if (w != NULL) {
        snprintf(room, size, "looks like %s (%s)", w->words,
                 marked ? "its byte order mark" : "zeros in the place of high bytes");
    } else if (e != NULL) {
        snprintf(room, size, "%s well-formed with --encoding %s",
                 s->offset == 0 && s->to_the_end ? "is" : "looks", e->name);
    } else {
        return one_byte_each(s);
    }
    return room;
}
