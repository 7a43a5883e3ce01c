// SPDX-License-Identifier: 0BSD
/*
 * Guesses the actual format of an ill-formed text.
 *
 * In: the encoding in which the text is ill-formed, the first bytes of the text, and the bytes around its
 * fault. Out: a few words, or NULL. A wrong hint is worse than none.
 *
 * The idea: a guess, except for the first one, must explain almost all available bytes. From the most to
 * the least certain:
 *     1. a compressed file, by its first bytes
 *     2. UTF-32 or UTF-16, if almost all units are characters of text
 *     3. one of seven encodings of the catalogue, if the text is well-formed in it
 *     4. Latin-1 or Windows-1252, if few bytes are above 7F, alone or in pairs among ASCII letters
 *
 * 63 61 66 E9 20 6E 6F 69 72 ("caf\xE9 noir") gives "looks like Latin-1 or similar (bytes
 * A0..FF among letters)".
 */
#include "u8check_hint.h"

#include <string.h>

/* At most one unit in STRAY units, or one ASCII byte in STRAY bytes, may be other than text (see is_text). */
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

/* A variant of UTF-16 or UTF-32. */
typedef struct {
    const char *words;
    const char *mark; /* byte order mark, U+FEFF */
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

/* Whether text plausibly contains this code point. Excludes controls other than tab, LF, FF, CR
 * and escape (for terminal colors), noncharacters, surrogates, private use, and code points above
 * U+10FFFF. */
static bool is_text(uint32_t c)
{
    if (c < 0x20) {
        return c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == 0x1B;
    }
    return (c < 0x7F || c > 0x9F) && (c < 0xD800 || c > 0xF8FF) && (c < 0xFDD0 || c > 0xFDEF) &&
           (c & 0xFFFE) != 0xFFFE && c < 0xF0000;
}

/* Counts of units in the sample, read as UTF-16 or UTF-32. */
typedef struct {
    size_t all;
    size_t strange; /* not text, see is_text */
    size_t basic;   /* up to U+00FF: all bytes except the lowest are zero */
    size_t round;   /* above U+00FF, and the lowest byte is zero, such as U+4E00 */
} units;

static units units_of(const wide *w, const sample *s)
{
    units u = {0, 0, 0, 0};
    size_t at = (size_t)((w->width - s->offset % w->width) % w->width);
    uint32_t high = 0; /* a high surrogate, until its low one is read */
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

/* Whether the sample is this kind of text. Sets *marked to whether the input begins with a byte order mark.
 * With a mark, most units must be characters of text. Without a mark, almost all units must be, and in UTF-16
 * enough units must have a zero high byte, and far fewer units a zero low byte. */
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

/* Returns the first of the common encodings in which the sample is well-formed, apart from a character cut
 * off at its end. */
static const encoding *well_formed_in(const encoding *refuses, const sample *s)
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

/* Whether Windows-1252 text may have this byte between two letters. Such bytes are A0..FF, and of 80..9F
 * the apostrophe 92, the dashes 96 and 97, and the letters 9A, 9C and 9E. */
static bool within_words(uint8_t byte)
{
    return byte >= 0xA0 || is_one_of("\x92\x96\x97\x9A\x9C\x9E", byte);
}

/* Returns the guess for text in a one-byte encoding of Western European languages; NULL for other text. Such
 * text has a few bytes above 7F among many ASCII letters, mostly alone or in pairs. As opposed to UTF-8, it
 * rarely has one of C0..FF before one of 80..BF. */
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
        if (is_one_of("\x81\x8D\x8F\x90\x9D", byte) || /* unassigned, or wrong between letters */
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
                  : "looks like Latin-1 or similar (bytes A0..FF among letters)";
}

const char *hint(const encoding *refuses, const sample *s, char *room, size_t size)
{
    bool marked = false;
    const char *format = compressed(s);
    const wide *w = format == NULL ? wide_text(s, &marked) : NULL;
    const encoding *e = format == NULL && w == NULL ? well_formed_in(refuses, s) : NULL;
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
