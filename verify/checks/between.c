// SPDX-License-Identifier: 0BSD
//
// A generated conversion between two encodings equals a conversion by hand. The conversion by hand
// reads a code point as the standard of the source says, and writes it if the target can encode it.
// between_check lists the test texts.
//
// The idea: the conversion by hand reads one character at a time from its bits. It does not know
// which bytes both encodings share.
//
//     mutf8 to utf8   C0 80 -> 00     ED A0 BD ED B8 80 -> F0 9F 98 80     ED A0 BD 41 -> ill-formed at 0
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L
#include "checks.h"
#include "../shared/guard.h"
#include "../shared/report.h"
#include "../shared/work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- The encodings, by hand ----

enum surrogates {
    NONE,
    FREE,      // each is a character
    UNPAIRED,  // each is a character, except a low one directly after a high one
    PAIRED     // only together: a high one and a low one are a character
};

static const struct encoding {
    const char *name, *source;
    size_t longest;  // the most bytes of a form
    bool nul_in_two, any_length;
    enum surrogates surrogates;
} encodings[] = {
    {"utf8", "RFC 3629", 4, false, false, NONE},
    {"wtf8", "the WTF-8 document", 4, false, false, UNPAIRED},
    {"cesu8", "Unicode Technical Report #26", 3, false, false, PAIRED},
    {"cesu8lax", "CESU-8 without pairing", 3, false, false, FREE},
    {"mutf8", "Java Virtual Machine Specification, 4.4.7", 3, true, false, FREE},
    {"mutf8android", "modified UTF-8 and four-byte forms: Android's JNI", 4, true, false, FREE},
    {"mutf8paired", "modified UTF-8 of well-formed UTF-16", 3, true, false, PAIRED},
    {"mutf8lenient", "java.io.DataInput.readUTF", 3, false, true, FREE},
    {"utf8generalized", "the WTF-8 document's generalized UTF-8", 4, false, false, FREE},
};

static const struct encoding *encoding_of(const char *name)
{
    for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++) {
        if (strcmp(encodings[i].name, name) == 0) {
            return &encodings[i];
        }
    }
    fprintf(stderr, "verify: error: between.c has no encoding %s; add it to `encodings`\n", name);
    exit(2);
}

static bool is_high(uint32_t c)
{
    return c >= 0xD800 && c <= 0xDBFF;
}

static bool is_low(uint32_t c)
{
    return c >= 0xDC00 && c <= 0xDFFF;
}

static uint32_t joined(uint32_t high, uint32_t low)
{
    return 0x10000 + (high - 0xD800) * 0x400 + (low - 0xDC00);
}

// RFC 3629, section 3: the first and the last code point whose shortest form has this many bytes.
static const uint32_t least[] = {0, 0x0, 0x80, 0x800, 0x10000};
static const uint32_t last[] = {0, 0x7F, 0x7FF, 0xFFFF, 0x10FFFF};

// The beginning of a text: a whole character, an incomplete one at the end of the text, or neither.
struct character {
    enum { WRONG, UNFINISHED, WHOLE } is;
    size_t size;
    uint32_t code_point;
};

// Does an encoding write some code point from `from` to `to` in a form of n bytes?
static bool writes_some(const struct encoding *e, size_t n, uint32_t from, uint32_t to)
{
    if (e->nul_in_two && from == 0 && n < 3) {
        // U+0000 has two bytes, not one.
        if (n == 2) {
            return true;
        }
        from = 1;
    }
    const uint32_t lowest = e->any_length ? 0 : least[n];
    from = from < lowest ? lowest : from;
    to = to > last[n] ? last[n] : to;
    return from <= to && (e->surrogates != NONE || from < 0xD800 || to > 0xDFFF);
}

// Reads one form: a code point or a surrogate, regardless of its neighbors.
static struct character read_form(const struct encoding *e, const uint8_t *bytes, size_t size)
{
    const size_t n = bytes[0] < 0x80   ? 1
                     : bytes[0] < 0xC0 ? 0
                     : bytes[0] < 0xE0 ? 2
                     : bytes[0] < 0xF0 ? 3
                     : bytes[0] < 0xF8 ? 4
                                       : 0;
    if (n == 0 || n > e->longest) {
        return (struct character){WRONG, 0, 0};
    }
    uint32_t c = n == 1 ? bytes[0] : bytes[0] & (0x7Fu >> n);
    size_t i = 1;
    for (; i < n && i < size; i++) {
        if (bytes[i] < 0x80 || bytes[i] > 0xBF) {
            return (struct character){WRONG, 0, 0};
        }
        c = c * 64 + (bytes[i] & 0x3F);
    }
    uint32_t to = c;
    for (size_t missing = i; missing < n; missing++) {
        c *= 64;
        to = to * 64 + 63;
    }
    if (!writes_some(e, n, c, to)) {
        return (struct character){WRONG, 0, 0};
    }
    return (struct character){i < n ? UNFINISHED : WHOLE, i, c};
}

// Can these last bytes of a text become a low surrogate?
static bool begins_low(const uint8_t *bytes, size_t size)
{
    return size > 0 && size < 3 && bytes[0] == 0xED &&
           (size < 2 || (bytes[1] >= 0xB0 && bytes[1] <= 0xBF));
}

// Reads one character. `after_high`: does it follow a high surrogate?
static struct character read_character(const struct encoding *e, const uint8_t *bytes, size_t size,
                                       bool after_high)
{
    const struct character c = read_form(e, bytes, size);
    if (e->surrogates == UNPAIRED && after_high && size > 1 && bytes[0] == 0xED &&
        bytes[1] >= 0xB0) {
        return (struct character){WRONG, 0, 0};
    }
    if (e->surrogates != PAIRED ||
        (c.is == WHOLE && !is_high(c.code_point) && !is_low(c.code_point))) {
        return c;
    }
    if (c.is != WHOLE) {
        // ED B0..BF is wrong: a low surrogate does not begin a character.
        return size > 1 && bytes[0] == 0xED && bytes[1] >= 0xB0 ? (struct character){WRONG, 0, 0}
                                                                : c;
    }
    const size_t left = size - c.size;
    if (is_low(c.code_point)) {
        return (struct character){WRONG, 0, 0};
    }
    if (left == 0 || begins_low(bytes + c.size, left)) {
        return (struct character){UNFINISHED, size, 0};
    }
    const struct character low = read_form(e, bytes + c.size, left);
    return low.is == WHOLE && is_low(low.code_point)
               ? (struct character){WHOLE, 6, joined(c.code_point, low.code_point)}
               : (struct character){WRONG, 0, 0};
}

// RFC 3629, section 3.
static size_t write_form(uint32_t c, size_t n, uint8_t *to)
{
    static const uint8_t lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = n; i-- > 1; c /= 64) {
        to[i] = (uint8_t)(0x80 + c % 64);
    }
    to[0] = (uint8_t)(lead[n] + c);
    return n;
}

// Writes a code point. Returns the number of bytes, or 0 if the encoding cannot write it.
static size_t write_character(const struct encoding *e, uint32_t c, uint8_t *to)
{
    if (c == 0 && e->nul_in_two) {
        return write_form(0, 2, to);
    }
    if (is_high(c) || is_low(c)) {
        return e->surrogates == FREE || e->surrogates == UNPAIRED ? write_form(c, 3, to) : 0;
    }
    for (size_t n = 1; n <= e->longest; n++) {
        if (c <= last[n]) {
            return write_form(c, n, to);
        }
    }
    if (c > last[4]) {
        return 0;
    }
    const uint32_t rest = c - 0x10000;
    write_form(0xD800 + rest / 0x400, 3, to);
    write_form(0xDC00 + rest % 0x400, 3, to + 3);
    return 6;
}

static const struct encoding *source, *target;

// The smallest unit of conversion: bytes of the source, and the bytes that the target writes for
// them.
struct item {
    enum subject_status status;  // COMPLETE, or the error, which does not depend on the room
    size_t read, written;
    uint8_t bytes[8];
    bool high;  // it is a high surrogate
};

static struct item next_item(const uint8_t *bytes, size_t size, bool after_high)
{
    const struct character c = read_character(source, bytes, size, after_high);
    if (c.is != WHOLE) {
        return (struct item){.status = c.is == WRONG ? STATUS_ILL_FORMED : STATUS_INCOMPLETE};
    }
    struct item item = {.status = STATUS_COMPLETE, .read = c.size, .high = is_high(c.code_point)};
    uint32_t code_point = c.code_point;
    const size_t left = size - c.size;
    const bool may_pair = item.high && source->surrogates == FREE;
    if (may_pair && begins_low(bytes + c.size, left)) {
        return (struct item){.status = STATUS_INCOMPLETE};
    }
    if (may_pair && left > 0) {
        const struct character low = read_character(source, bytes + c.size, left, true);
        if (low.is == WHOLE && is_low(low.code_point)) {
            code_point = joined(code_point, low.code_point);
            item.read += low.size;
            item.high = false;
        }
    }
    item.written = write_character(target, code_point, item.bytes);
    if (item.written == 0) {
        item.status = may_pair && left == 0 ? STATUS_INCOMPLETE : STATUS_ILL_FORMED;
    }
    return item;
}

// Converts the whole text with unlimited room. If `ends` is not NULL, sets ends[i] to the output
// size for the first i bytes of the source, or to SIZE_MAX if a conversion must not stop there.
static struct subject_result by_hand(const uint8_t *text, size_t size, uint8_t *to, size_t *ends)
{
    struct subject_result result = {STATUS_COMPLETE, 0, 0};
    bool after_high = false;
    for (size_t i = 0; ends != NULL && i <= size; i++) {
        ends[i] = i == 0 ? 0 : SIZE_MAX;
    }
    while (result.read < size) {
        const struct item item = next_item(text + result.read, size - result.read, after_high);
        if (item.status != STATUS_COMPLETE) {
            result.status = item.status;
            break;
        }
        memcpy(to + result.written, item.bytes, item.written);
        result.read += item.read;
        result.written += item.written;
        after_high = item.high;
        if (ends != NULL) {
            ends[result.read] = result.written;
        }
    }
    return result;
}

// ---- Comparisons ----

enum { LONGEST_TEXT = 1 << 16, MOST_WRITTEN = 3 * LONGEST_TEXT, TRIMMED = 256 };

// Per thread. Many short texts are SLACK bytes away from the inaccessible pages: on some processors
// a masked load that reaches into such a page is slow.
enum { SLACK = 64, SPARE = 1024 };
static _Thread_local struct guard_room from, into;
static _Thread_local uint8_t *wanted;
static _Thread_local size_t *ends;

// From now on, texts and rooms end `slack` bytes before the pages.
static void open_rooms(size_t slack)
{
    static _Thread_local struct guard_room texts, rooms;
    if (wanted == NULL) {
        texts = guard_open(LONGEST_TEXT + SLACK);
        rooms = guard_open(MOST_WRITTEN + SPARE + SLACK);
        wanted = malloc(MOST_WRITTEN);
        ends = malloc((LONGEST_TEXT + 1) * sizeof *ends);
        if (wanted == NULL || ends == NULL) {
            fputs("verify: no memory\n", stderr);
            exit(2);
        }
    }
    from.end = texts.end - slack;
    into.end = rooms.end - slack;
}

static const char *const status_names[] = {"complete", "incomplete", "no_room", "ill_formed"};

static bool complain(const char *kernel, const char *what, const char *text,
                     const struct subject_result *got, const struct subject_result *want)
{
    report_wrong(kernel,
                 "%s: %s, %zu read, %zu written; expected %s, %zu read, %zu written, for %s", what,
                 status_names[got->status], got->read, got->written, status_names[want->status],
                 want->read, want->written, text);
    return false;
}

static bool same_result(const struct subject_result *a, const struct subject_result *b)
{
    return a->status == b->status && a->read == b->read && a->written == b->written;
}

// Does a conversion of the current text, with this room, give the right result?
static bool agrees(const char *kernel, const char *what, size_t size, size_t room,
                   const struct subject_result *want)
{
    const uint8_t *text = from.end - size;
    uint8_t *to = into.end - room;
    guard_mark(to);
    const struct subject_result got = subject.convert(text, size, to, room);
    if (!guard_is_marked(to)) {
        report_wrong(kernel, "%s: writes before its room, for %s", what, report_hex(text, size));
        return false;
    }
    if (!same_result(&got, want)) {
        return complain(kernel, what, report_hex(text, size), &got, want);
    }
    if (memcmp(to, wanted, got.written) != 0) {
        report_wrong(kernel, "%s: wrote %s; expected %s for %s", what, report_hex(to, got.written),
                     report_hex(wanted, got.written), report_hex(text, size));
        return false;
    }
    return true;
}

// Copies a text to the end of its room, and converts it by hand.
static struct subject_result put_text(const uint8_t *bytes, size_t size)
{
    memcpy(from.end - size, bytes, size);
    return by_hand(bytes, size, wanted, ends);
}

// Does the trim function cut off an unfinished character at the end of a text, and nothing of other
// texts? It may also cut off a final high surrogate.
static bool trims(const char *kernel, size_t size, const struct subject_result *whole)
{
    const uint8_t *text = from.end - size, *end = text + whole->read;
    const size_t cut = subject.converted_trim(text, size),
                 wanted_cut = whole->status == STATUS_ILL_FORMED ? size : whole->read;
    const bool after_high = whole->read >= 3 && end[-3] == 0xED && (end[-2] & 0xF0) == 0xA0;
    if (cut == wanted_cut || (after_high && cut < wanted_cut && wanted_cut - cut == 3)) {
        return true;
    }
    report_wrong(kernel, "the trim function returns %zu; expected %zu for %s", cut, wanted_cut,
                 report_hex(text, size));
    return false;
}

// Tries the current text with exactly the room that it needs. Vector loops reach an error only if
// there is room for further blocks, so a text with an error is also tried with SPARE more bytes.
// Compares the size function and, for short texts, the trim function.
static bool try_whole(const char *kernel, size_t size, const struct subject_result *want)
{
    const uint8_t *text = from.end - size;
    if (size <= TRIMMED && subject.converted_trim != NULL && !trims(kernel, size, want)) {
        return false;
    }
    const size_t counted = subject.converted_size(text, size);
    if (counted != want->written) {
        report_wrong(kernel, "the size function returns %zu; expected %zu for %s", counted,
                     want->written, report_hex(text, size));
        return false;
    }
    return agrees(kernel, "exact room", size, want->written, want) &&
           (want->status == STATUS_COMPLETE ||
            agrees(kernel, "larger room", size, want->written + SPARE, want));
}

static bool try_text(const char *kernel, const uint8_t *bytes, size_t size,
                     struct subject_result *want)
{
    *want = put_text(bytes, size);
    return try_whole(kernel, size, want);
}

// Tries the current text with a room that may be too small: the result has as many whole items as
// fit.
static bool try_room(const char *kernel, size_t size, size_t room,
                     const struct subject_result *whole)
{
    struct subject_result want = {STATUS_NO_ROOM, size, 0};
    while (ends[want.read] == SIZE_MAX || ends[want.read] > room) {
        want.read--;
    }
    want.written = ends[want.read];
    if (want.read == whole->read) {
        want = *whole;
    }
    return agrees(kernel, "small room", size, room, &want);
}

// Converts into rooms of this size, one after the other, until a call stops for another reason than
// a full room.
static bool try_resuming(const char *kernel, size_t size, size_t room,
                         const struct subject_result *whole)
{
    const uint8_t *text = from.end - size;
    struct subject_result sum = {STATUS_NO_ROOM, 0, 0};
    size_t steps = 0;
    while (sum.status == STATUS_NO_ROOM && steps++ <= size) {
        const struct subject_result got =
            subject.convert(text + sum.read, size - sum.read, into.end - room, room);
        if (got.written > room || memcmp(into.end - room, wanted + sum.written, got.written) != 0) {
            report_wrong(kernel, "rooms of %zu: wrong output from byte %zu on, for %s", room,
                         sum.written, report_hex(text, size));
            return false;
        }
        sum.status = got.status;
        sum.read += got.read;
        sum.written += got.written;
    }
    return same_result(&sum, whole) ||
           complain(kernel, "resumed", report_hex(text, size), &sum, whole);
}

// Tries a short text with every room.
static bool try_all(const char *kernel, const uint8_t *bytes, size_t size)
{
    struct subject_result want;
    if (!try_text(kernel, bytes, size, &want)) {
        return false;
    }
    for (size_t room = 0; room < want.written + 2; room++) {
        if (!try_room(kernel, size, room, &want) ||
            (room >= 6 && !try_resuming(kernel, size, room, &want))) {
            return false;
        }
    }
    return true;
}

// ---- Test texts ----

// Tries all texts of one to three bytes that begin with this byte.
static bool try_short(void *context, size_t first)
{
    const char *kernel = context;
    struct subject_result want;
    uint8_t text[3] = {(uint8_t)first};
    open_rooms(SLACK);
    if (!try_all(kernel, text, 1)) {
        return false;
    }
    for (unsigned second = 0; second < 256; second++) {
        text[1] = (uint8_t)second;
        if (!try_all(kernel, text, 2)) {
            return false;
        }
        for (unsigned third = 0; third < 256; third++) {
            text[2] = (uint8_t)third;
            if (!try_text(kernel, text, 3, &want)) {
                return false;
            }
        }
    }
    return true;
}

// Representative bytes: whole characters, continuation bytes, and lead bytes of each length. They
// also make up U+0000 in two bytes, overlong forms and surrogates.
static const uint8_t some_bytes[] = {0x00, 0x41, 0x80, 0xA0, 0xBF, 0xC0, 0xC2, 0xE0, 0xED, 0xF0};
enum { SOME_BYTES = sizeof some_bytes, SOME_LENGTH = 6 };

// Tries all texts of three to six of these bytes that begin with one pair of them.
static bool try_some(void *context, size_t part)
{
    const char *kernel = context;
    uint8_t text[SOME_LENGTH] = {some_bytes[part / SOME_BYTES], some_bytes[part % SOME_BYTES]};
    struct subject_result want;
    size_t count = 1;
    open_rooms(SLACK);
    for (size_t size = 3; size <= SOME_LENGTH; size++) {
        count *= SOME_BYTES;
        for (size_t number = 0; number < count; number++) {
            size_t rest = number;
            for (size_t i = 2; i < size; i++, rest /= SOME_BYTES) {
                text[i] = some_bytes[rest % SOME_BYTES];
            }
            if (!try_text(kernel, text, size, &want) ||
                (want.written > 0 && !try_room(kernel, size, want.written - 1, &want))) {
                return false;
            }
        }
    }
    return true;
}

// Tries every code point of a block of 4096, alone and between two ASCII characters.
static bool try_code_points(void *context, size_t block)
{
    const char *kernel = context;
    struct subject_result want;
    open_rooms(SLACK);
    for (uint32_t c = (uint32_t)block << 12; c < (uint32_t)(block + 1) << 12; c++) {
        uint8_t text[16] = {0x41};
        const size_t size = write_character(source, c, text + 1);
        text[1 + size] = 0x42;
        if (!try_text(kernel, text + 1, size, &want) || !try_text(kernel, text, size + 2, &want)) {
            return false;
        }
    }
    return true;
}

// Representative characters, whole and incomplete, and a continuation byte.
static const struct piece {
    size_t size;
    uint8_t bytes[4];
} pieces[] = {
    {1, {0x41}},
    {1, {0x00}},
    {2, {0xC0, 0x80}},              // U+0000
    {2, {0xC3, 0xA4}},              // U+00E4
    {3, {0xE4, 0xB8, 0xAD}},        // U+4E2D
    {3, {0xEE, 0x80, 0x80}},        // U+E000
    {3, {0xED, 0xA0, 0x80}},        // U+D800
    {3, {0xED, 0xAF, 0xBF}},        // U+DBFF
    {3, {0xED, 0xB0, 0x80}},        // U+DC00
    {3, {0xED, 0xBF, 0xBF}},        // U+DFFF
    {4, {0xF0, 0x9F, 0x98, 0x80}},  // U+1F600
    {4, {0xF4, 0x8F, 0xBF, 0xBF}},  // U+10FFFF
    {1, {0x80}},
    {1, {0xED}},
    {2, {0xED, 0xA0}},
    {2, {0xED, 0xB0}},
    {2, {0xE4, 0xB8}},
    {3, {0xF0, 0x9F, 0x98}},
};
enum { PIECES = sizeof pieces / sizeof *pieces };

static size_t put(const struct piece *piece, uint8_t *to)
{
    memcpy(to, piece->bytes, piece->size);
    return piece->size;
}

// Tries three pieces in a row with every room. The first piece is given.
static bool try_pieces(void *context, size_t first)
{
    const char *kernel = context;
    uint8_t text[16];
    open_rooms(0);
    for (size_t number = 0; number < PIECES * PIECES; number++) {
        size_t size = put(&pieces[first], text);
        size += put(&pieces[number / PIECES], text + size);
        size += put(&pieces[number % PIECES], text + size);
        if (!try_all(kernel, text, size)) {
            return false;
        }
    }
    return true;
}

// Writes characters of one kind, with another piece between them.
static size_t put_among(uint8_t *text, const struct piece *filler, size_t before,
                        const struct piece *piece, size_t after)
{
    size_t size = 0;
    for (size_t i = 0; i < before; i++) {
        size += put(filler, text + size);
    }
    size += put(piece, text + size);
    for (size_t i = 0; i < after; i++) {
        size += put(filler, text + size);
    }
    return size;
}

// The kernels that are checked, by index, and whether an error was found in each.
enum { KERNELS = 32 };
static struct tried {
    size_t index;
    const char *name;
    bool wrong;
} kernels[KERNELS];
static size_t kernel_count;

// Tries the current text with each kernel: in rooms of about `at` bytes, and resumed.
static void try_kernels(size_t size, size_t at, const struct subject_result *want)
{
    for (size_t i = 0; i < kernel_count; i++) {
        const char *name = kernels[i].name;
        bool right = !kernels[i].wrong;
        subject.use(kernels[i].index);
        right = right && try_whole(name, size, want);
        for (size_t room = at < 3 ? 0 : at - 3; right && room < at + 6; room++) {
            right = room >= want->written || try_room(name, size, room, want);
        }
        kernels[i].wrong = !right || !try_resuming(name, size, at + 7, want);
    }
}

static void try_among(const struct piece *filler, size_t before, const struct piece *piece,
                      size_t after)
{
    static uint8_t text[LONGEST_TEXT];
    const size_t size = put_among(text, filler, before, piece, after);
    const struct subject_result want = put_text(text, size);
    try_kernels(size, before * filler->size, &want);
}

static const size_t fillers[] = {0, 3, 4};  // 41, C3 A4, E4 B8 AD
enum { FILLERS = 3, NEAR = 300, LARGE = 1 << 14, MIXES = 600 };

// Tries a piece between characters of one kind. It comes after fewer than NEAR of them, which fill
// several blocks of vectors; after about LARGE bytes of them; or after a few, with about LARGE
// bytes of them after it. Some pairs of encodings check and then convert LARGE bytes at a time.
static void try_all_among(const struct piece *filler, const struct piece *piece)
{
    for (size_t before = 0; before < NEAR; before++) {
        try_among(filler, before, piece, before % 2 == 0 ? 2 * NEAR : before * 7 % NEAR);
    }
    for (size_t near = 0; near < 4; near++) {
        const size_t before = LARGE / filler->size + near - 2;
        try_among(filler, before, piece, near);
        try_among(filler, near, piece, before);
    }
}

// Repeats a piece at growing distances.
static void try_distances(const struct piece *filler, const struct piece *piece)
{
    static uint8_t text[LONGEST_TEXT];
    for (size_t least_distance = 0; least_distance < 80; least_distance += 13) {
        size_t size = 0;
        for (size_t distance = least_distance; distance < least_distance + 70; distance++) {
            size += put_among(text + size, filler, distance, piece, 0);
        }
        const struct subject_result want = put_text(text, size);
        try_kernels(size, 100, &want);
    }
}

// Tries 4096 code points in a row.
static void try_rows(size_t block)
{
    static uint8_t text[LONGEST_TEXT];
    size_t size = 0;
    for (uint32_t c = (uint32_t)block << 12; c < (uint32_t)(block + 1) << 12; c++) {
        size += write_character(source, c, text + size);
    }
    const struct subject_result want = put_text(text, size);
    try_kernels(size, size / 2, &want);
}

static uint32_t drawn(uint32_t count)
{
    static uint64_t state = 20210315;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % count;
}

// Tries a text of runs of random characters, perhaps with pieces between some runs.
static void try_mix(void)
{
    static const uint32_t some[] = {0x00, 0x41, 0x80, 0xE9, 0x7FF, 0x4E2D, 0xD7FF, 0xE000, 0xFFFF};
    enum { SOME = sizeof some / sizeof *some, MIXED = 6000 };
    static uint8_t text[LONGEST_TEXT];
    const size_t most = 1 + drawn(MIXED);
    const uint32_t kinds = 1 + drawn(SOME + 4), runs = 1 + drawn(150);
    size_t size = 0;
    while (size < most) {
        const uint32_t kind = drawn(kinds);
        const uint32_t c = kind < SOME ? some[kind] : 0x10000 + drawn(0x100000);
        for (uint32_t n = 1 + drawn(runs); n > 0; n--) {
            size += write_character(source, c, text + size);
        }
        size += drawn(400) == 0 ? put(&pieces[drawn(PIECES)], text + size) : 0;
        if (write_character(source, c, text + size) == 0) {
            text[size++] = 0x41;
        }
    }
    const struct subject_result want = put_text(text, size);
    try_kernels(size, drawn((uint32_t)want.written + 1), &want);
}

static bool try_bad_input(const char *kernel)
{
    const struct subject_result none = {STATUS_COMPLETE, 0, 0}, full = {STATUS_NO_ROOM, 0, 0};
    const struct subject_result got = subject.convert(NULL, 0, NULL, 0);
    const struct subject_result short_of = subject.convert("A", 1, NULL, 0);
    if (!same_result(&got, &none) || subject.converted_size(NULL, 0) != 0) {
        return complain(kernel, "NULL", "(nothing)", &got, &none);
    }
    return same_result(&short_of, &full) ||
           complain(kernel, "no room at NULL", "41", &short_of, &full);
}

// The tests that do not depend on the kernel use the kernel that dispatch chooses.
static void check_public(void)
{
    static char kernel[] = "public";
    if (!report_begin(kernel, "exhaustive")) {
        return;
    }
    const bool passed = statuses_are_named(kernel) && try_bad_input(kernel) &&
                        work("conversion, rooms", PIECES, try_pieces, kernel) &&
                        work("conversion, code points", 0x110, try_code_points, kernel) &&
                        work("conversion, 1 to 3 bytes", 256, try_short, kernel) &&
                        work("conversion, 3 to 6 bytes", SOME_BYTES * SOME_BYTES, try_some, kernel);
    report_end(
        kernel, "exhaustive", passed ? "2^24" : NULL,
        "all texts to 3 bytes; %d bytes in every order, to %d bytes; all code points; %d pieces in "
        "threes, with every room",
        SOME_BYTES, SOME_LENGTH, PIECES);
}

static void check_kernels(void)
{
    struct kernel k;
    for (size_t i = 0; (k = subject_kernel(i)).name != NULL; i++) {
        if (k.supported() && report_begin(k.name, "swept")) {
            kernels[kernel_count++] = (struct tried){i, k.name, false};
        }
    }
    open_rooms(0);
    for (size_t part = 0; kernel_count > 0 && part < FILLERS * PIECES; part++) {
        work_show("conversion, pieces among others", part, FILLERS * PIECES);
        try_all_among(&pieces[fillers[part % FILLERS]], &pieces[part / FILLERS]);
        try_distances(&pieces[fillers[part % FILLERS]], &pieces[part / FILLERS]);
    }
    for (size_t block = 0; kernel_count > 0 && block < 0x110; block++) {
        try_rows(block);
    }
    for (size_t n = 0; kernel_count > 0 && n < MIXES; n++) {
        try_mix();
    }
    for (size_t i = 0; i < kernel_count; i++) {
        report_end(
            kernels[i].name, "swept", !kernels[i].wrong ? "pieces" : NULL,
            "%d texts with one piece by each kernel, with rooms around its place; all code points "
            "in rows of 4096; %d texts of random characters",
            FILLERS * PIECES * (NEAR + 8), MIXES);
    }
}

void between_check(void)
{
    if (subject.convert == NULL) {
        return;
    }
    source = encoding_of(subject.source);
    target = encoding_of(subject.target);
    report_opening(&(struct report_opening){
        .title = "Conversion",
        .establishes =
            "X_to_Y, its size function and, for texts up to 256 bytes, its trim function give the "
            "bytes, status, read and written of a conversion by hand: all texts of 1 to 3 bytes, "
            "of 4 to 6 representative bytes, every code point, three pieces in a row with every "
            "room and resumed in every room of 6 bytes or more; by every kernel, pieces between "
            "characters of one kind, of all sizes around vectors and around the size of a piece, "
            "all code points in rows, and random characters, with small rooms, resumed. Nothing "
            "is read after a text or written after a room (inaccessible pages). "
            "Statuses have their names",
        .assumes = "the kernels accept the language that they are made for: proof, above",
        .excludes = "other long texts; kernels that this processor lacks",
        .oracle = "a conversion by hand in between.c",
    });
    check_public();
    check_kernels();
}
