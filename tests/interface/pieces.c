// SPDX-License-Identifier: 0BSD
//
// Tests texts in pieces: the pieces are trimmed, repaired or converted one by one. The joined results must equal the whole text's result.
//
// In: the encoding's header "it.h", generated with the prefix `it`; the macros PROGRESS, the least room with which repair always
//      progresses; LONGEST, the length of the longest character, or of the replacement if that is longer; KEPT, the most bytes that trim
//      keeps back (0: any number); LOOSE, whether a high surrogate may be directly before a low one, each as a character (then
//      trim keeps back more than needed); HAS_REPAIR, HAS_REPAIR_STREAM and HAS_UTF16, for the functions that the encoding has. On
//      standard input, lines:
//
//          HEX > HEX       a text and its expected repair; without > only the text
//          + HEX           bytes that may follow any text
//          = NUMBER ...    a text as code points, in hexadecimal
//          ~ HEX           a character that must not be the last one; repair replaces a million of them, which shows whether its time is
//                          linear
//
// Out: a line for each error (none after the text with the tenth error), then the number of texts; exit status 1 if there is an error.
//
// A text is cut at every place; for streams, a short text also at two places. The bytes that may follow are tried after one text in EACH.
// Rooms have all sizes from PROGRESS to ROOMS (only PROGRESS, if it is more than ROOMS); for a stream, from LONGEST to ROOMS.
#include "it.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4096, ROOMS = 20, MOST_MORE = 512, TWO_CUTS = 24, EACH = 4 };

typedef struct {
    size_t size;
    uint8_t bytes[16 * MOST];
} output;

static struct {
    size_t size;
    uint8_t bytes[32];
} more[MOST_MORE];
static size_t more_count;

static uint8_t text[MOST];
static size_t size;
static size_t count;  // of texts
static int failed;

static bool wrong(const char *what, size_t a, size_t b)
{
    printf("%s, %zu and %zu:", what, a, b);
    for (size_t i = 0; i < size; i++) {
        printf(" %02X", text[i]);
    }
    putchar('\n');
    failed++;
    return false;
}

static bool same(const output *a, const output *b)
{
    return a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0;
}

// Appends the well-formed bytes of a text, and the length of each ill-formed part in place of the part.
static void divided(output *to, const uint8_t *from, size_t length)
{
    while (length > 0) {
        const it_chunk chunk = it_next_chunk(from, length);
        memcpy(to->bytes + to->size, from, chunk.valid);
        to->size += chunk.valid;
        if (chunk.invalid > 0) {
            memcpy(to->bytes + to->size, &chunk.invalid, sizeof chunk.invalid);
            to->size += sizeof chunk.invalid;
        }
        from += chunk.valid + chunk.invalid;
        length -= chunk.valid + chunk.invalid;
    }
}

#ifdef HAS_REPAIR
static bool rooms(const output *whole)
{
    static output got;
    if (it_repaired_size(text, size) != whole->size) {
        return wrong("repaired_size", it_repaired_size(text, size), whole->size);
    }
    for (size_t room = PROGRESS; room <= ROOMS || room == PROGRESS; room++) {
        got.size = 0;
        for (size_t at = 0; at < size;) {
            const it_result result = it_repair(text + at, size - at, got.bytes + got.size, room);
            if (result.read == 0) {
                return wrong("repair reads nothing, with room", room, at);
            }
            at += result.read;
            got.size += result.written;
            if (result.written > room || (result.status == IT_STATUS_COMPLETE) != (at == size)) {
                return wrong("repair, with room", room, at);
            }
        }
        if (!same(&got, whole)) {
            return wrong("repair in rooms of", room, got.size);
        }
    }
    return true;
}
#endif

#ifdef HAS_REPAIR_STREAM
// Repairs a stream of three pieces, in rooms of one size.
static bool streamed(const output *whole, size_t first, size_t second, size_t room)
{
    static output got;
    const size_t ends[] = {first, second, size};
    it_repair_stream stream;
    it_repair_start(&stream);
    got.size = 0;
    size_t at = 0;
    for (size_t i = 0; i < 3; i++) {
        it_result result;
        do {
            result = it_repair_feed(&stream, text + at, ends[i] - at, got.bytes + got.size, room);
            at += result.read;
            got.size += result.written;
            if (result.written > room ||
                (result.status == IT_STATUS_NO_ROOM && result.read + result.written == 0)) {
                return wrong("repair_feed, with room", room, at);
            }
        } while (result.status == IT_STATUS_NO_ROOM);
        if (at != ends[i] || stream.held > sizeof stream.pending ||
            (result.status == IT_STATUS_INCOMPLETE) != (stream.held > 0)) {
            return wrong("repair_feed ends", at, ends[i]);
        }
    }
    it_result result;
    do {
        result = it_repair_end(&stream, got.bytes + got.size, room);
        got.size += result.written;
        if (result.written > room || (result.status == IT_STATUS_NO_ROOM && result.written == 0)) {
            return wrong("repair_end, with room", room, at);
        }
    } while (result.status == IT_STATUS_NO_ROOM);
    if (result.status != IT_STATUS_COMPLETE || !same(&got, whole)) {
        return wrong("a stream cut at", first, second);
    }
    return true;
}

static bool streams(const output *whole)
{
    bool right = true;
    for (size_t cut = 0; right && cut <= size; cut++) {
        for (size_t room = LONGEST; right && room <= ROOMS; room++) {
            right = streamed(whole, cut, cut, room);
        }
        for (size_t second = cut; right && size <= TWO_CUTS && second <= size; second++) {
            right = streamed(whole, cut, second, sizeof whole->bytes) &&
                    streamed(whole, cut, second, LONGEST);
        }
    }
    return right;
}
#endif

// Converts a text to UTF-16 or UTF-32, up to its end or the place where the conversion stops, and appends the units. Returns the number of
// bytes read. Without HAS_UTF16 it appends nothing, and returns the length.
static size_t converted(output *to, const uint8_t *from, size_t length, int bits, it_status *status)
{
#ifdef HAS_UTF16
    const size_t room = (sizeof to->bytes - to->size) / 4;
    const it_result result =
        bits == 16 ? it_to_utf16(from, length, (uint16_t *)(void *)(to->bytes + to->size), room)
                   : it_to_utf32(from, length, (uint32_t *)(void *)(to->bytes + to->size), room);
    to->size += result.written * (size_t)bits / 8;
    *status = result.status;
    return result.read;
#else
    (void)to, (void)from, (void)bits;
    *status = IT_STATUS_COMPLETE;
    return length;
#endif
}

// Whether the two parts of a cut text together have the same well-formed bytes and ill-formed parts as the whole text.
static bool is_right_cut(const uint8_t *from, size_t length, size_t cut)
{
    static output whole, parts;
    whole.size = parts.size = 0;
    divided(&whole, from, length);
    divided(&parts, from, cut);
    divided(&parts, from + cut, length - cut);
    return same(&whole, &parts);
}

static bool converts_alike(const uint8_t *from, size_t length, size_t cut, int bits)
{
    static output whole, parts;
    whole.size = parts.size = 0;
    it_status known = IT_STATUS_COMPLETE, status = IT_STATUS_COMPLETE;
    converted(&whole, from, length, bits, &known);
    // The conversion of the next piece begins with the bytes of this piece that were not read.
    const size_t read = converted(&parts, from, cut, bits, &status);
    if (status != IT_STATUS_ILL_FORMED) {
        converted(&parts, from + read, length - read, bits, &status);
    }
    return status == known && same(&whole, &parts);
}

// Tests trim at each place and before all continuations. Unless LOOSE, trim must not keep back too much: for each later cut, some
// continuation must show that this cut is wrong.
static bool trims(void)
{
    static uint8_t longer[MOST + 64];
    for (size_t at = 0; at <= size; at++) {
        const size_t cut = it_trim(text, at);
        if (cut > at || (KEPT > 0 && at - cut > KEPT)) {
            return wrong("trim", at, cut);
        }
        if (!is_right_cut(text, size, cut) || !converts_alike(text, size, cut, 16) ||
            !converts_alike(text, size, cut, 32)) {
            return wrong("trimmed", at, cut);
        }
        bool needed[64] = {false};
        memcpy(longer, text, at);
        for (size_t i = 0; count % EACH == 0 && i < more_count; i++) {
            const size_t length = at + more[i].size;
            memcpy(longer + at, more[i].bytes, more[i].size);
            if (!is_right_cut(longer, length, cut) || !converts_alike(longer, length, cut, 16) ||
                !converts_alike(longer, length, cut, 32)) {
                return wrong("trimmed before more", at, cut);
            }
            for (size_t later = cut + 1; later <= at && later - cut < 64; later++) {
                needed[later - cut] = needed[later - cut] || !is_right_cut(longer, length, later) ||
                                      !converts_alike(longer, length, later, 16) ||
                                      !converts_alike(longer, length, later, 32);
            }
        }
        for (size_t later = cut + 1; count % EACH == 0 && later <= at && later - cut < 64;
             later++) {
            if (!LOOSE && !needed[later - cut]) {
                return wrong("trim keeps back more than it must", at, later);
            }
        }
    }
    return true;
}

#ifdef HAS_UTF16
// Converts code points, as UTF-16 and as UTF-32, in two pieces.
static bool units(const uint32_t *points, size_t count)
{
    static uint16_t narrow[MOST];
    static uint8_t whole[16 * MOST], parts[16 * MOST];
    size_t length = 0;
    for (size_t i = 0; i < count; i++) {
        if (points[i] > 0xFFFF) {
            narrow[length++] = (uint16_t)(0xD800 + ((points[i] - 0x10000) >> 10));
            narrow[length++] = (uint16_t)(0xDC00 + (points[i] & 0x3FF));
        } else {
            narrow[length++] = (uint16_t)points[i];
        }
    }
    for (int bits = 16; bits <= 32; bits += 16) {
        const size_t all = bits == 16 ? length : count;
        const it_result known = bits == 16 ? it_from_utf16(narrow, all, whole, sizeof whole)
                                           : it_from_utf32(points, all, whole, sizeof whole);
        for (size_t at = 0; at <= all; at++) {
            const size_t cut = bits == 16 ? it_trim_utf16(narrow, at) : it_trim_utf32(points, at);
            if (cut > at) {
                return wrong("trim of units", at, cut);
            }
            it_result result = bits == 16 ? it_from_utf16(narrow, cut, parts, sizeof parts)
                                          : it_from_utf32(points, cut, parts, sizeof parts);
            if (result.status != IT_STATUS_ILL_FORMED) {
                const size_t read = result.read, before = result.written;
                result = bits == 16 ? it_from_utf16(narrow + read, all - read, parts + before,
                                                    sizeof parts - before)
                                    : it_from_utf32(points + read, all - read, parts + before,
                                                    sizeof parts - before);
                result.written += before;
                result.read += read;
            }
            if (result.status != known.status || result.read != known.read ||
                result.written != known.written || memcmp(parts, whole, known.written) != 0) {
                size = 0;
                printf("%zu units of %d bits, of", count, bits);
                for (size_t i = 0; i < count; i++) {
                    printf(" %X", (unsigned)points[i]);
                }
                return wrong(": units cut at", at, cut);
            }
        }
    }
    return true;
}
#endif

#ifdef HAS_REPAIR
static bool run(const uint8_t *character, size_t length)
{
    enum { COUNT = 1000000 };
    static uint8_t many[8 * COUNT];
    static output replacement;
    for (size_t i = 0; i < COUNT; i++) {
        memcpy(many + i * length, character, length);
    }
    replacement.size =
        it_repair(character, length, replacement.bytes, sizeof replacement.bytes).written;
    const size_t known = COUNT * replacement.size;
    uint8_t *to = malloc(known);
    size = 0;
    bool right = to != NULL && it_repaired_size(many, COUNT * length) == known &&
                 it_repair(many, COUNT * length, to, known).written == known;
    for (size_t i = 0; right && i < COUNT; i++) {
        right = memcmp(to + i * replacement.size, replacement.bytes, replacement.size) == 0;
    }
    free(to);
    return right || wrong("a long run", COUNT, length);
}
#endif

static size_t read_hex(char *at, uint8_t *to, char **end)
{
    size_t count = 0;
    for (unsigned long byte = strtoul(at, end, 16); *end != at; byte = strtoul(at, end, 16)) {
        to[count++] = (uint8_t)byte;
        at = *end;
    }
    return count;
}

int main(void)
{
    static char line[16 * MOST];
    static output whole, known;
    while (failed < 10 && fgets(line, sizeof line, stdin)) {
        char *end = line;
        if (line[0] == '+' && more_count < MOST_MORE) {
            more[more_count].size = read_hex(line + 1, more[more_count].bytes, &end);
            more_count++;
            continue;
        }
        if (line[0] == '~') {
            size = read_hex(line + 1, text, &end);
#ifdef HAS_REPAIR
            run(text, size);
#endif
            continue;
        }
        if (line[0] == '=') {
#ifdef HAS_UTF16
            uint32_t points[64];
            size_t count = 0;
            for (char *at = line + 1; points[count] = (uint32_t)strtoul(at, &end, 16), end != at;
                 at = end) {
                count++;
            }
            units(points, count);
#endif
            continue;
        }
        size = read_hex(line, text, &end);
        whole.size = 0;
#ifdef HAS_REPAIR
        whole.size = it_repair(text, size, whole.bytes, sizeof whole.bytes).written;
#endif
        while (*end == ' ') {
            end++;
        }
        if (*end == '>') {
            known.size = read_hex(end + 1, known.bytes, &end);
            if (!same(&whole, &known)) {
                wrong("another repair", whole.size, known.size);
            }
        }
        count++;
        trims();
#ifdef HAS_REPAIR
        rooms(&whole);
#endif
#ifdef HAS_REPAIR_STREAM
        streams(&whole);
#endif
    }
    printf("%zu texts\n", count);
    return failed > 0;
}
