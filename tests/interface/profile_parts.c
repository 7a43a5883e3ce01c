// SPDX-License-Identifier: 0BSD
// Tests that each character that a profile of UTF-8 leaves out is one ill-formed part. Tests each range of the profile with the functions
// for errors, repair, characters, cuts and streams.
//
// In: the code of a profile, by macros: -DCODE="xml10.c" -DP=xml10 -DU=XML10 -DXML10_STATIC. -DPROFILE=N chooses its ranges below.
// Out: `N texts, right` and exit status 0, or the first text on which a function is wrong and exit status 1.
//
// The expected parts come from the sources below, not from the generator. RFC 3629 and Unicode's
// Table 3-7 divide a text into characters and maximal subparts (D93b). A profile's standard or spec
// forbids characters. Each forbidden character is one ill-formed part. Only the names of faults are
// those of u8gen.
#include CODE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define JOIN_(a, b) a##_##b
#define JOIN(a, b) JOIN_(a, b)
#define F(name) JOIN(P, name)

typedef struct {
    uint32_t lo, hi;
    const char *name;
} range;

#define LAST_TWO(plane)                                                                            \
    {                                                                                              \
        (plane) << 16 | 0xFFFE, (plane) << 16 | 0xFFFF, "noncharacter"                             \
    }
#define NONCHARACTERS                                                                              \
    {0xFDD0, 0xFDEF, "noncharacter"}, LAST_TWO(0), LAST_TWO(1), LAST_TWO(2), LAST_TWO(3),          \
        LAST_TWO(4), LAST_TWO(5), LAST_TWO(6), LAST_TWO(7), LAST_TWO(8), LAST_TWO(9),              \
        LAST_TWO(10), LAST_TWO(11), LAST_TWO(12), LAST_TWO(13), LAST_TWO(14), LAST_TWO(15),        \
        LAST_TWO(16)

static const range forbidden[] = {
#if PROFILE == 1  // XML 1.0, fifth edition, production 2, without the surrogates
    {0x00, 0x08, "control"},
    {0x0B, 0x0C, "control"},
    {0x0E, 0x1F, "control"},
    LAST_TWO(0),
#elif PROFILE == 2  // YAML 1.2.2, production 1
    {0x00, 0x08, "control"},
    {0x0B, 0x0C, "control"},
    {0x0E, 0x1F, "control"},
    {0x7F, 0x7F, "control"},
    {0x80, 0x84, "c1_control"},
    {0x86, 0x9F, "c1_control"},
    LAST_TWO(0),
#elif PROFILE == 3  // TOML 1.0.0, toml.abnf; section Comment forbids U+007F
    {0x00, 0x08, "control"},
    {0x0B, 0x0C, "control"},
    {0x0E, 0x1F, "control"},
    {0x7F, 0x7F, "control"},
#elif PROFILE == 4  // RFC 7493, section 2.1
    NONCHARACTERS,
#elif PROFILE == 5  // RFC 9839, section 4.3
    {0x00, 0x08, "control"}, {0x0B, 0x0C, "control"},    {0x0E, 0x1F, "control"},
    {0x7F, 0x7F, "control"}, {0x80, 0x9F, "c1_control"}, NONCHARACTERS,
#elif PROFILE == 6  // MQTT 5.0, section 1.5.4
    {0x00, 0x1F, "control"},
    {0x7F, 0x7F, "control"},
    {0x80, 0x9F, "c1_control"},
    NONCHARACTERS,
#elif PROFILE == 7  // no U+0000
    {0x00, 0x00, "nul"},
#elif PROFILE == 8  // tests/specs/profiles/planes.lua
    {0xA1, 0xFF, "latin"},       {0x20000, 0x2FFFF, "plane_2"},    {0x30000, 0x3FFFF, "plane_3"},
    {0x80000, 0xBFFFF, "upper"}, {0x10FFFE, 0x10FFFF, "last_two"},
#elif PROFILE == 9  // tests/specs/profiles/empty-form.lua, which leaves few characters
    {0x00, 0x1F, "unlisted"},        {0x7F, 0xBF, "unlisted"},     {0x100, 0x1FFF, "unlisted"},
    {0x2070, 0xD7FF, "unlisted"},    {0xE000, 0xFFFC, "unlisted"}, {0xFFFE, 0xFFFF, "unlisted"},
    {0x10000, 0x10FFFF, "unlisted"},
#endif
};
enum { RANGES = sizeof forbidden / sizeof *forbidden, MOST = 24, ILL_FORMED = 0x110000 };

// ---- The oracle ----

static const range *range_of(uint32_t c)
{
    for (size_t i = 0; i < RANGES; i++) {
        if (forbidden[i].lo <= c && c <= forbidden[i].hi) {
            return &forbidden[i];
        }
    }
    return NULL;
}

// Returns the length of a character that begins with this byte; 0 if no character does.
static size_t length_of(uint8_t lead)
{
    return lead < 0x80   ? 1
           : lead < 0xC2 ? 0
           : lead < 0xE0 ? 2
           : lead < 0xF0 ? 3
           : lead < 0xF5 ? 4
                         : 0;
}

// A part of a text: a character, or a maximal subpart.
typedef struct {
    size_t at, size;
    uint32_t point;  // the code point, or ILL_FORMED
    // If the text ends inside the character, its code point is from lo to hi, but not a surrogate.
    // Otherwise hi < lo.
    uint32_t lo, hi;
    // NULL if there is no fault; the name of a forbidden range; "truncated"; "" for other faults.
    const char *bad;
} part;

static part part_at(const uint8_t *text, size_t size, size_t at)
{
    const size_t length = length_of(text[at]);
    part p = {at, 1, ILL_FORMED, 1, 0, ""};
    size_t n = 1;
    uint32_t c = length == 1 ? text[at] : text[at] & (0xFFU >> (length + 1));
    while (n < length && at + n < size && text[at + n] >> 6 == 2) {
        const uint8_t byte = text[at + n];
        if (n == 1 && ((text[at] == 0xE0 && byte < 0xA0) || (text[at] == 0xED && byte > 0x9F) ||
                       (text[at] == 0xF0 && byte < 0x90) || (text[at] == 0xF4 && byte > 0x8F))) {
            break;
        }
        c = c << 6 | (byte & 0x3F);
        n++;
    }
    p.size = n;
    if (length > 0 && n == length) {
        const range *r = range_of(c);
        p.point = c;
        p.bad = r != NULL ? r->name : NULL;
    } else if (length > 0 && at + n == size) {
        static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
        const unsigned bits = 6 * (unsigned)(length - n);
        p.lo = c << bits > least[length] ? c << bits : least[length];
        p.hi = ((c + 1) << bits) - 1 < 0x10FFFF ? ((c + 1) << bits) - 1 : 0x10FFFF;
    }
    return p;
}

// Returns the name of the fault of an incomplete character at the end of a text.
static const char *name_of_end(const part *p)
{
    const char *first = NULL;
    for (size_t i = 0; i < RANGES && first == NULL; i++) {
        if (forbidden[i].lo <= p->hi && p->lo <= forbidden[i].hi) {
            first = forbidden[i].name;
        }
    }
    for (uint32_t c = p->lo; c <= p->hi; c++) {
        const range *r = range_of(c);
        if (r != NULL) {
            c = r->hi;
        } else if (c < 0xD800 || c > 0xDFFF) {
            return "truncated";
        }
    }
    return first;
}

static part parts[MOST + 1];
static size_t part_count;

static void divide(const uint8_t *text, size_t size)
{
    part_count = 0;
    for (size_t at = 0; at < size; at += parts[part_count++].size) {
        parts[part_count] = part_at(text, size, at);
        if (parts[part_count].lo <= parts[part_count].hi) {
            parts[part_count].bad = name_of_end(&parts[part_count]);
        }
    }
    parts[part_count] = (part){size, 0, ILL_FORMED, 1, 0, NULL};
}

static const part *first_bad(size_t from)
{
    while (from < part_count && parts[from].bad == NULL) {
        from++;
    }
    return &parts[from];
}

// ---- The answers of the code ----

static const uint8_t *now;
static size_t now_size, texts;

static void require(bool right, const char *what)
{
    if (!right) {
        printf("%s is wrong for", what);
        for (size_t i = 0; i < now_size; i++) {
            printf(" %02X", now[i]);
        }
        putchar('\n');
        exit(1);
    }
}

static bool is_name_of_profile(const char *name)
{
    for (size_t i = 0; i < RANGES; i++) {
        if (strcmp(forbidden[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_error(const F(error) * error, const part *bad)
{
    const char *name = F(fault_name)(error->fault);
    return error->offset == bad->at && error->length == bad->size &&
           (bad->bad == NULL    ? strcmp(name, "none") == 0
            : *bad->bad != '\0' ? strcmp(name, bad->bad) == 0
                                : strcmp(name, "truncated") != 0 && !is_name_of_profile(name));
}

static void check_chunks(const uint8_t *text, size_t size)
{
    uint8_t want[4 * MOST], got[4 * MOST];
    size_t written = 0, at = 0;
    for (size_t i = 0; i <= part_count; i++) {
        const part *bad = first_bad(i);
        const F(chunk) chunk = F(next_chunk)(text + at, size - at);
        require(chunk.valid == bad->at - at && chunk.invalid == bad->size, "next_chunk");
        memcpy(want + written, text + at, bad->at - at);
        written += bad->at - at;
        at = bad->at + bad->size;
        if (bad->size > 0) {
            memcpy(want + written, "\xEF\xBF\xBD", 3);
            written += 3;
        }
        i = (size_t)(bad - parts);
    }
    require(F(repaired_size)(text, size) == written, "repaired_size");
    const F(result) result = F(repair)(text, size, got, sizeof got);
    require(result.read == size && result.written == written && memcmp(want, got, written) == 0,
            "repair");
    require(F(valid)(got, written), "the output of repair");
}

static void check_characters(const uint8_t *text, size_t size)
{
    size_t at = 0;
    for (size_t i = 0; i < part_count; i++) {
        const part *p = &parts[i];
        const uint32_t point = p->bad == NULL ? p->point : 0xFFFD;
        uint32_t decoded = 1;
        require(F(next)(text, size, &at) == point && at == p->at + p->size, "next");
        require(F(decode)(text + p->at, size - p->at, &decoded) == (p->bad == NULL ? p->size : 0),
                "decode");
        for (size_t k = p->at; k < at; k++) {
            require(F(floor)(text, size, k) == (p->bad == NULL ? p->at : k), "floor");
        }
    }
    for (size_t i = part_count; i-- > 0;) {
        const uint32_t point = parts[i].bad == NULL ? parts[i].point : 0xFFFD;
        require(F(previous)(text, size, &at) == point && at == parts[i].at, "previous");
    }
    const bool open = part_count > 0 && parts[part_count - 1].lo <= parts[part_count - 1].hi;
    require(F(trim)(text, size) == (open ? parts[part_count - 1].at : size), "trim");
}

// Returns the expected status of a stream that has read this text.
static int status_of(const uint8_t *text, size_t size)
{
    divide(text, size);
    const part *bad = first_bad(0);
    return bad->bad == NULL                                    ? JOIN(U, STATUS_COMPLETE)
           : bad->lo <= bad->hi && bad->at + bad->size == size ? JOIN(U, STATUS_INCOMPLETE)
                                                               : JOIN(U, STATUS_ILL_FORMED);
}

// Feeds a stream in one piece, in two and in three, split at all places, and byte by byte.
static void check_streams(const uint8_t *text, size_t size)
{
    int known[MOST + 1];
    for (size_t i = 0; i <= size; i++) {
        known[i] = status_of(text, i);
    }
    divide(text, size);
    const part *bad = first_bad(0);
    for (size_t i = 0; i <= size; i++) {
        for (size_t j = i; j <= size + 1; j++) {
            F(stream) stream;
            F(error) error;
            F(stream_start)(&stream);
            const size_t step = j > size ? 1 : 0;
            for (size_t at = 0; at < size;) {
                const size_t to = step > 0 ? at + 1 : at < i ? i : at < j ? j : size;
                require((int)F(stream_feed)(&stream, text + at, to - at) == known[to],
                        "stream_feed");
                at = to;
            }
            const int end =
                bad->bad == NULL ? JOIN(U, STATUS_COMPLETE) : JOIN(U, STATUS_ILL_FORMED);
            require((int)F(stream_end)(&stream) == end, "stream_end");
            require(F(stream_error)(&stream, &error) == (bad->bad != NULL), "stream_error");
            require(bad->bad == NULL || is_error(&error, bad), "the error of a stream");
        }
    }
}

static void try(const uint8_t *text, size_t size)
{
    F(error) error;
    now = text;
    now_size = size;
    texts++;
    divide(text, size);
    const part *bad = first_bad(0);
    require(F(check)(text, size, &error) == (bad->bad == NULL) && is_error(&error, bad), "check");
    check_chunks(text, size);
    check_characters(text, size);
    check_streams(text, size);
}

// ---- Texts ----

static size_t encode(uint32_t c, uint8_t *to)
{
    const size_t length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = length; i-- > 1; c >>= 6) {
        to[i] = (uint8_t)(0x80 | (c & 0x3F));
    }
    to[0] = (uint8_t)(length == 1 ? c : (0xF00U >> length & 0xFF) | c);
    return length;
}

// Tries a character and each of its beginnings, once or twice. Before and after it, there is
// nothing, a character or ill-formed bytes.
static void try_around(uint32_t c)
{
    static const char *const before[] = {"", "a", "\xC3\xA9", "\xE4", "\xF0\x90"};
    static const char *const after[] = {"", "b", "\x80", "\xF0\x9F\x98\x80", "\xE4\xB8", "\xFF"};
    uint8_t bytes[4], text[MOST];
    const size_t length = encode(c, bytes);
    for (size_t b = 0; b < sizeof before / sizeof *before; b++) {
        for (size_t a = 0; a < sizeof after / sizeof *after; a++) {
            for (size_t part_of = 1; part_of <= length; part_of++) {
                for (size_t times = 1; times <= 2; times++) {
                    size_t size = strlen(before[b]);
                    memcpy(text, before[b], size);
                    for (size_t i = 0; i < times; i++, size += part_of) {
                        memcpy(text + size, bytes, part_of);
                    }
                    memcpy(text + size, after[a], strlen(after[a]));
                    try(text, size + strlen(after[a]));
                }
            }
        }
    }
}

int main(void)
{
    for (size_t i = 0; i < RANGES; i++) {
        const range *r = &forbidden[i];
        const uint32_t points[] = {r->lo - 1, r->lo, r->lo + (r->hi - r->lo) / 2, r->hi, r->hi + 1};
        for (size_t k = 0; k < sizeof points / sizeof *points; k++) {
            if (points[k] <= 0x10FFFF && (points[k] < 0xD800 || points[k] > 0xDFFF)) {
                try_around(points[k]);
            }
        }
    }
    printf("%zu texts, right\n", texts);
    return 0;
}
