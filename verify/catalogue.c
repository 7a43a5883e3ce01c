// SPDX-License-Identifier: 0BSD
//
// catalogue: compares every kernel of one emitted encoding with a reference written by hand.
//
// verify.mk builds it once for each encoding, -DENCODING=cesu8 with out/cesu8/cesu8.c, say, and it
// uses nothing but the interface of that pair. The reference knows all sixteen: it decodes a form
// to its code point and looks whether the encoding has that one in so many bytes. In CESU-8, say,
// ED A0 80 ED BC 82 is U+D800 and U+DF02, a pair; ED A0 80 41 has a half without the other.
//
//     catalogue --opening        what the comparison is worth, in four lines
//     catalogue                  compares, prints one line
//     catalogue --small          the same with fewer strings, for an emulator
//     catalogue --kernels LIST   only kernels whose names stand in LIST, parted by commas
//
// Exit 0: all passed. 1: something failed. 2: wrong usage, or no memory.
#define _DEFAULT_SOURCE  // MAP_ANONYMOUS

#define QUOTE_(text) #text
#define QUOTE(text) QUOTE_(text)
#define PASTE_(a, b) a##_##b
#define PASTE(a, b) PASTE_(a, b)
#define P(name) PASTE(ENCODING, name)  // cesu8_name

#include QUOTE(ENCODING.h)

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

// ---- The reference: sixteen encodings by hand ----

enum { FORMS = 6, MOST_RUNS = 64 };

// Code points first to last.
struct run {
    uint32_t first, last;
};

// RFC 2279, section 2: the forms for 31 bits, of which RFC 3629 keeps four.
static const struct form {
    uint8_t fixed, mask;
    uint32_t least;  // the first code point that needs the form
} forms[FORMS] = {
    {0x00, 0x80, 0x0},       // 0xxxxxxx
    {0xC0, 0xE0, 0x80},      // 110xxxxx 10xxxxxx
    {0xE0, 0xF0, 0x800},     // 1110xxxx and two
    {0xF0, 0xF8, 0x10000},   // 11110xxx and three
    {0xF8, 0xFC, 0x200000},  // 111110xx and four
    {0xFC, 0xFE, 0x4000000}  // 1111110x and five
};

enum { UNICODE = 0x10FFFF, UCS = 0x7FFFFFFF };  // the last code points

// How many bytes a code point may have.
enum spelling {
    SHORTEST,
    NUL_IN_TWO,  // the fewest, but U+0000 is C0 80
    ANY          // any number
};

enum surrogates {
    NONE,
    FREE,      // anywhere
    UNPAIRED,  // anywhere but a low one directly after a high one
    PAIRED     // a high one and a low one together are a character, neither is alone
};

// What encodings leave out; a list ends with a run that has its last before its first.
#define END                                                                                        \
    {                                                                                              \
        1, 0                                                                                       \
    }
#define LAST_TWO(plane)                                                                            \
    {                                                                                              \
        (plane) << 16 | 0xFFFE, (plane) << 16 | 0xFFFF                                             \
    }
// clang-format off
static const struct run nul[] = {{0, 0}, END};
static const struct run c0[] = {{0, 0x1F}, END};
static const struct run c0_but_tab_lf_cr[] = {{0, 8}, {0xB, 0xC}, {0xE, 0x1F}, END};
static const struct run delete[] = {{0x7F, 0x7F}, END};
static const struct run c1[] = {{0x80, 0x9F}, END};
static const struct run c1_but_nel[] = {{0x80, 0x84}, {0x86, 0x9F}, END};
static const struct run fffe_ffff[] = {LAST_TWO(0), END};
static const struct run noncharacters[] = {  // The Unicode Standard, section 23.7
    {0xFDD0, 0xFDEF}, LAST_TWO(0), LAST_TWO(1), LAST_TWO(2), LAST_TWO(3), LAST_TWO(4), LAST_TWO(5),
    LAST_TWO(6), LAST_TWO(7), LAST_TWO(8), LAST_TWO(9), LAST_TWO(10), LAST_TWO(11), LAST_TWO(12),
    LAST_TWO(13), LAST_TWO(14), LAST_TWO(15), LAST_TWO(16), END,
};

// counts: the characters of 1 .. 6 bytes, in figures and not computed from the rest of a row.
static const struct encoding {
    const char *name, *title, *source;
    size_t longest;  // bytes of a form
    uint32_t last;   // code point
    enum spelling spelling;
    enum surrogates surrogates;
    const struct run *without[5];  // up to NULL
    uint64_t counts[FORMS];
} encodings[] = {
    {"utf8", "utf-8", "RFC 3629", 4, UNICODE, SHORTEST, NONE, {0}, {128, 1920, 61440, 1048576}},
    {"utf8nonul", "utf-8-nonul", "RFC 3629 less U+0000: D-Bus, PostgreSQL",
        4, UNICODE, SHORTEST, NONE, {nul}, {127, 1920, 61440, 1048576}},
    {"utf8generalized", "utf-8-generalized", "the WTF-8 document's generalized UTF-8",
        4, UNICODE, SHORTEST, FREE, {0}, {128, 1920, 63488, 1048576}},
    {"wtf8", "wtf-8", "the WTF-8 document",
        4, UNICODE, SHORTEST, UNPAIRED, {0}, {128, 1920, 63488, 1048576}},
    {"cesu8", "cesu-8", "Unicode Technical Report #26",
        3, UNICODE, SHORTEST, PAIRED, {0}, {128, 1920, 61440, 0, 0, 1048576}},
    {"cesu8lax", "cesu-8-lax", "the same without pairing: Java's charset CESU-8",
        3, UNICODE, SHORTEST, FREE, {0}, {128, 1920, 63488}},
    {"mutf8", "mutf-8", "Java Virtual Machine Specification, 4.4.7",
        3, UNICODE, NUL_IN_TWO, FREE, {0}, {127, 1921, 63488}},
    {"mutf8paired", "mutf-8-paired", "the same of well-formed UTF-16",
        3, UNICODE, NUL_IN_TWO, PAIRED, {0}, {127, 1921, 61440, 0, 0, 1048576}},
    {"mutf8lenient", "mutf-8-lenient", "java.io.DataInput.readUTF",
        3, UNICODE, ANY, FREE, {0}, {128, 2048, 65536}},
    {"fssutf", "fss-utf", "RFC 2279; Thompson and Pike",
        6, UCS, SHORTEST, FREE, {0}, {128, 1920, 63488, 2031616, 65011712, 2080374784}},
    {"xml10", "xml-1.0", "XML 1.0, production 2",
        4, UNICODE, SHORTEST, NONE, {c0_but_tab_lf_cr, fffe_ffff}, {99, 1920, 61438, 1048576}},
    {"assignables", "assignables", "RFC 9839, section 4.3", 4, UNICODE, SHORTEST, NONE,
        {c0_but_tab_lf_cr, delete, c1, noncharacters}, {98, 1888, 61406, 1048544}},
    {"utf8interchange", "utf-8-interchange", "RFC 7493",
        4, UNICODE, SHORTEST, NONE, {noncharacters}, {128, 1920, 61406, 1048544}},
    {"mqttstrict", "mqtt-strict", "MQTT 5.0, section 1.5.4", 4, UNICODE, SHORTEST, NONE,
        {c0, delete, c1, noncharacters}, {95, 1888, 61406, 1048544}},
    {"yaml12", "yaml-1.2", "YAML 1.2.2, production 1", 4, UNICODE, SHORTEST, NONE,
        {c0_but_tab_lf_cr, delete, c1_but_nel, fffe_ffff}, {98, 1889, 61438, 1048576}},
    {"toml10", "toml-1.0", "TOML 1.0.0", 4, UNICODE, SHORTEST, NONE,
        {c0_but_tab_lf_cr, delete}, {98, 1920, 61440, 1048576}},
};
// clang-format on

static const struct encoding *encoding;  // the one under test

static const struct form *form_of(uint8_t lead)
{
    for (size_t i = 0; i < encoding->longest; i++) {
        if ((lead & forms[i].mask) == forms[i].fixed) {
            return &forms[i];
        }
    }
    return NULL;
}

static size_t form_size(const struct form *form)
{
    return (size_t)(form - forms) + 1;
}

static bool in(struct run run, uint32_t c)
{
    return c >= run.first && c <= run.last;
}

static bool is_high(uint32_t c)
{
    return in((struct run){0xD800, 0xDBFF}, c);
}

static bool is_low(uint32_t c)
{
    return in((struct run){0xDC00, 0xDFFF}, c);
}

static bool spelled_well(uint32_t c, const struct form *form)
{
    switch (encoding->spelling) {
    case ANY:
        return true;
    case NUL_IN_TWO:
        return c == 0 ? form_size(form) == 2 : c >= form->least;
    default:
        return c >= form->least;
    }
}

// Does the encoding write this code point in this form, surrogates for once without neighbours?
static bool permitted(uint32_t c, const struct form *form)
{
    if (c > encoding->last || !spelled_well(c, form)) {
        return false;
    }
    if (encoding->surrogates == NONE && (is_high(c) || is_low(c))) {
        return false;
    }
    for (size_t i = 0; encoding->without[i] != NULL; i++) {
        for (const struct run *run = encoding->without[i]; run->first <= run->last; run++) {
            if (in(*run, c)) {
                return false;
            }
        }
    }
    return true;
}

static bool is_continuation(uint8_t byte)
{
    return (byte & 0xC0) == 0x80;
}

// The bits of a form of which `size` bytes are there.
static uint32_t bits_of(const struct form *form, const uint8_t *bytes, size_t size)
{
    uint32_t bits = bytes[0] & (uint8_t)~form->mask;
    for (size_t i = 1; i < size; i++) {
        bits = bits << 6 | (bytes[i] & 0x3F);
    }
    return bits;
}

// The form that this lead byte has and these bytes fill or begin, or NULL.
static const struct form *form_begun(const uint8_t *bytes, size_t size)
{
    const struct form *form = size == 0 ? NULL : form_of(bytes[0]);
    for (size_t i = 1; form != NULL && i < size && i < form_size(form); i++) {
        form = is_continuation(bytes[i]) ? form : NULL;
    }
    return form;
}

// The size of the form that the text begins with, or 0 if it does not begin with a permitted one.
static size_t decode(const uint8_t *text, size_t size, uint32_t *c)
{
    const struct form *form = form_begun(text, size);
    if (form == NULL || form_size(form) > size) {
        return 0;
    }
    *c = bits_of(form, text, form_size(form));
    return permitted(*c, form) ? form_size(form) : 0;
}

// The size of the character at the start, or 0; *high says whether a high surrogate stands before
// it, and then whether it is one.
static size_t character(const uint8_t *text, size_t size, bool *high)
{
    uint32_t c = 0, second = 0;
    size_t taken = decode(text, size, &c);
    if (taken == 0) {
        return 0;
    }
    if (encoding->surrogates == PAIRED && is_high(c)) {
        const size_t more = decode(text + taken, size - taken, &second);
        return is_low(second) ? taken + more : 0;
    }
    if (is_low(c) &&
        (encoding->surrogates == PAIRED || (encoding->surrogates == UNPAIRED && *high))) {
        return 0;
    }
    *high = is_high(c);
    return taken;
}

// Where a text stops being well-formed, how many of the next bytes could go on being so, and how
// many belong to what is wrong: these, but of a pair one half, and a low half that must not be.
struct verdict {
    size_t prefix, alive, length;
};

static size_t reference_prefix(const uint8_t *text, size_t size, bool *high)
{
    size_t at = 0, step;
    *high = false;
    while ((step = character(text + at, size - at, high)) > 0) {
        at += step;
    }
    return at;
}

// The code points that each form permits; neighbours in one run are alike.
static struct run runs[FORMS][MOST_RUNS];
static size_t run_count[FORMS];

// Do these bytes fill or begin the form of a permitted code point among some?
static bool begins(const uint8_t *bytes, size_t size, struct run among)
{
    const struct form *form = form_begun(bytes, size);
    if (form == NULL || size > form_size(form)) {
        return false;
    }
    const unsigned open = 6 * (unsigned)(form_size(form) - size);
    const uint32_t low = bits_of(form, bytes, size) << open, high = low + ((1u << open) - 1);
    const size_t i = form_size(form) - 1;
    for (size_t k = 0; k < run_count[i]; k++) {
        const struct run run = runs[i][k];
        if (low <= run.last && high >= run.first && among.first <= run.first &&
            run.last <= among.last) {
            return true;
        }
    }
    return false;
}

// Could a character begin with these bytes?
static bool is_alive(const uint8_t *bytes, size_t size, bool high)
{
    static const struct run below = {0, 0xDBFF}, low = {0xDC00, 0xDFFF}, above = {0xE000, UCS};
    const bool paired = encoding->surrogates == PAIRED;
    uint32_t c = 0;
    if (paired && size > 3) {
        return decode(bytes, size, &c) == 3 && is_high(c) && begins(bytes + 3, size - 3, low);
    }
    return begins(bytes, size, below) || begins(bytes, size, above) ||
           (!paired && !(high && encoding->surrogates == UNPAIRED) && begins(bytes, size, low));
}

// The length of what is wrong at the start of these bytes.
static size_t length_of_fault(const uint8_t *bytes, size_t size, size_t alive, bool high)
{
    static const struct run low = {0xDC00, 0xDFFF};
    size_t length = alive;
    if (encoding->surrogates == PAIRED && alive >= 3 && alive < size) {
        return 3;
    }
    while (encoding->surrogates == UNPAIRED && high && length < size &&
           begins(bytes, length + 1, low)) {
        length++;
    }
    return length == 0 && size > 0 ? 1 : length;
}

static struct verdict reference(const uint8_t *text, size_t size)
{
    bool high;
    struct verdict v = {reference_prefix(text, size, &high), 0, 0};
    const uint8_t *rest = text + v.prefix;
    const size_t left = size - v.prefix;
    while (v.alive < left && is_alive(rest, v.alive + 1, high)) {
        v.alive++;
    }
    v.length = length_of_fault(rest, left, v.alive, high);
    return v;
}

// Adds the runs of form number i that lie between two neighbouring bounds.
static void add_runs(size_t i, const uint32_t *bounds, size_t count)
{
    for (size_t k = 0; k + 1 < count; k++) {
        if (bounds[k] < bounds[k + 1] && permitted(bounds[k], &forms[i])) {
            runs[i][run_count[i]++] = (struct run){bounds[k], bounds[k + 1] - 1};
        }
    }
}

static int by_size(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

// What the rules of an encoding can tell apart lies between two bounds; runs are those permitted.
static void find_runs(void)
{
    for (size_t i = 0; i < encoding->longest; i++) {
        const uint32_t end = i == 0 ? 0x80 : 1u << (5 * (unsigned)i + 6);
        uint32_t bounds[MOST_RUNS] = {0, 1, 0xD800, 0xDC00, 0xE000, forms[i].least, end};
        size_t count = 7;
        bounds[count++] = encoding->last + 1;
        for (size_t k = 0; encoding->without[k] != NULL; k++) {
            for (const struct run *run = encoding->without[k]; run->first <= run->last; run++) {
                bounds[count++] = run->first;
                bounds[count++] = run->last + 1;
            }
        }
        for (size_t k = 0; k < count; k++) {
            bounds[k] = bounds[k] < end ? bounds[k] : end;
        }
        qsort(bounds, count, sizeof *bounds, by_size);
        add_runs(i, bounds, count);
    }
}

static size_t encode(uint32_t c, size_t size, uint8_t *bytes)
{
    for (size_t i = size - 1; i > 0; i--, c >>= 6) {
        bytes[i] = (uint8_t)(0x80 | (c & 0x3F));
    }
    bytes[0] = (uint8_t)(forms[size - 1].fixed | c);
    return size;
}

// ---- Comparing ----

enum { MOST_KERNELS = 16, MOST_COMPLAINTS = 3, ROOM = 16384 };

struct kernel {
    P(kernel) of;
    bool chosen, vectors;
    unsigned wrong;
};

static struct kernel kernels[MOST_KERNELS + 1];  // the last stands for check
static size_t kernel_count;
static struct kernel *const checker = &kernels[MOST_KERNELS];
static uint64_t compared;  // strings

static void complain(struct kernel *kernel, const uint8_t *text, size_t size, size_t prefix,
                     const char *what)
{
    if (kernel->wrong++ >= MOST_COMPLAINTS) {
        return;
    }
    const size_t from = prefix > 8 ? prefix - 8 : 0;
    printf("%s %s: %s; %zu bytes, well-formed up to %zu, from %zu on:", encoding->title,
           kernel->of.name, what, size, prefix, from);
    for (size_t i = from; i < size && i < prefix + 8; i++) {
        printf(" %02X", text[i]);
    }
    putchar('\n');
}

// One text of which the reference says how far it is well-formed, for all kernels or some.
static void compare(const uint8_t *text, size_t size, size_t prefix, bool only_vectors)
{
    compared++;
    for (size_t i = 0; i < kernel_count; i++) {
        struct kernel *kernel = &kernels[i];
        if (!kernel->chosen || (only_vectors && !kernel->vectors)) {
            continue;
        }
        if (kernel->of.valid(text, size) != (prefix == size)) {
            complain(kernel, text, size, prefix, "wrong verdict");
        }
        const size_t got = kernel->of.valid_prefix(text, size);
        if (got != prefix) {
            complain(kernel, text, size, prefix,
                     got > prefix ? "prefix too long" : "prefix too short");
        }
    }
}

// What is wrong with an error report, or NULL. Of faults, only those that every encoding has are
// known here: truncated, and too_long for a continuation byte where a character begins.
static const char *report_defect(const P(error) * error, const uint8_t *text, size_t size,
                                 struct verdict v)
{
    const bool ok = v.prefix == size, cut = !ok && v.prefix + v.alive == size;
    const char *fault = P(fault_name)(error->fault);
    if (error->offset != v.prefix) {
        return "check: wrong offset";
    }
    if (error->length != v.length) {
        return "check: wrong length";
    }
    if ((strcmp(fault, "none") == 0) != ok || strcmp(fault, "unknown") == 0) {
        return "check: a fault of no name";
    }
    if ((strcmp(fault, "truncated") == 0) != cut) {
        return "check: truncated or not";
    }
    const bool stray = !ok && v.alive == 0 && is_continuation(text[v.prefix]);
    return (strcmp(fault, "too_long") == 0) == stray ? NULL : "check: too_long or not";
}

static void compare_report(const uint8_t *text, size_t size, struct verdict v)
{
    P(error) error;
    if (!checker->chosen) {
        return;
    }
    const bool ok = P(check)(text, size, &error);
    const char *defect = report_defect(&error, text, size, v);
    if (ok != (v.prefix == size) || P(check)(text, size, NULL) != ok) {
        defect = "check: wrong verdict";
    }
    if (defect != NULL) {
        complain(checker, text, size, v.prefix, defect);
    }
}

static void compare_all(const uint8_t *text, size_t size)
{
    const struct verdict v = reference(text, size);
    compare(text, size, v.prefix, false);
    compare_report(text, size, v);
}

// ---- Short strings ----

enum { LONGEST_STRING = 7, HOST = 120 };

// Bytes that stand for all: those of a class are alike to every rule of the reference.
struct representatives {
    uint8_t bytes[256];
    size_t count;
};

static struct representatives ends;  // both ends of every class
static struct representatives one;   // a byte from the middle of every class

static void find_representatives(void)
{
    bool begin[257] = {[0] = true, [0x80] = true, [0xC0] = true, [256] = true};
    for (size_t i = 0; i < FORMS; i++) {
        begin[forms[i].fixed] = true;
        for (size_t k = 0; k < run_count[i]; k++) {
            uint8_t first[FORMS], last[FORMS];
            encode(runs[i][k].first, i + 1, first);
            encode(runs[i][k].last, i + 1, last);
            for (size_t at = 0; at <= i; at++) {
                begin[first[at]] = begin[last[at] + 1] = true;
            }
        }
    }
    for (size_t from = 0, to; from < 256; from = to) {
        for (to = from + 1; !begin[to];) {
            to++;
        }
        one.bytes[one.count++] = (uint8_t)((from + to - 1) / 2);
        ends.bytes[ends.count++] = (uint8_t)from;
        if (to - from > 1) {
            ends.bytes[ends.count++] = (uint8_t)(to - 1);
        }
    }
}

static uint8_t host[HOST + 1];  // plain text that strings are put into

// A string in the midst of plain text, or at one of its ends; what follows it cannot mend it.
static void compare_embedded(const uint8_t *string, size_t size, size_t prefix, size_t at,
                             size_t host_size)
{
    const size_t want = prefix == size ? host_size : at + prefix;
    memcpy(host + at, string, size);
    compare(host, host_size, want, true);
    memset(host + at, 'a', size);
}

static void compare_string(const uint8_t *string, size_t size)
{
    static size_t turn;
    const struct verdict v = reference(string, size);
    const size_t host_size = 40 + turn * 7 % (HOST - 40 + 1), room = host_size - size;
    compare(string, size, v.prefix, false);
    compare_report(string, size, v);
    compare_embedded(string, size, v.prefix, turn % 4 == 0 ? room : turn * 11 % (room + 1),
                     host_size);
    turn++;
}

// All strings of a size over representatives, without those that cannot go on being well-formed
// more than `dead` bytes before their end.
struct product {
    const struct representatives *of;
    size_t size, dead;
    uint64_t limit, count;
    bool compare;
    uint8_t string[LONGEST_STRING];
};

// False if there are more than the limit.
static bool extend(struct product *p, size_t at, size_t dead)
{
    if (at == p->size) {
        if (p->compare) {
            compare_string(p->string, at);
        }
        return ++p->count <= p->limit;
    }
    for (size_t i = 0; i < p->of->count; i++) {
        p->string[at] = p->of->bytes[i];
        size_t now = dead > 0 ? dead + 1 : 0;
        if (dead == 0 && p->dead < p->size) {
            const struct verdict v = reference(p->string, at + 1);
            now = v.prefix + v.alive == at + 1 ? 0 : 1;
        }
        const size_t left = p->size - at - 1;
        if ((now == 0 || now + left <= p->dead + 1) && !extend(p, at + 1, now)) {
            return false;
        }
    }
    return true;
}

// Compares the richest product of a size that keeps to the limit. Returns what it was, for print.
static const char *compare_product(size_t size, uint64_t limit)
{
    const struct {
        const struct representatives *of;
        size_t dead;
        const char *name;
    } choices[] = {{&ends, size, "E"}, {&ends, 1, "e1"}, {&ends, 0, "e0"},
                   {&one, size, "C"},  {&one, 1, "c1"},  {&one, 0, "c0"}};
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        struct product p = {choices[i].of, size, choices[i].dead, limit, 0, false, {0}};
        if (extend(&p, 0, 0)) {
            p.compare = true;
            p.count = 0;
            extend(&p, 0, 0);
            return choices[i].name;
        }
    }
    return "-";
}

// All strings of up to three bytes.
static void compare_all_of_three(void)
{
    uint8_t s[3];
    for (unsigned n = 0; n < 1u << 24; n++) {
        s[0] = (uint8_t)(n >> 16);
        s[1] = (uint8_t)(n >> 8);
        s[2] = (uint8_t)n;
        compare_all(s, 3);
        if ((n & 0xFF) == 0) {
            compare_all(s, 2);
        }
        if ((n & 0xFFFF) == 0) {
            compare_all(s, 1);
        }
    }
}

// Three representatives at many places of plain text: of 16 bytes and 32, at all ends.
static void embed_three(void)
{
    static const size_t places[] = {0,  12, 13, 14, 15, 28,       29,
                                    30, 31, 45, 62, 63, HOST - 4, HOST - 3};
    const size_t n = ends.count;
    for (size_t i = 0; i < n * n * n; i++) {
        const uint8_t s[3] = {ends.bytes[i / n / n], ends.bytes[i / n % n], ends.bytes[i % n]};
        const size_t prefix = reference(s, 3).prefix;
        for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
            compare_embedded(s, 3, prefix, places[k], HOST);
        }
    }
}

// ---- Random texts ----

static uint8_t *room_begin, *room_end;  // between two pages that cannot be read

static uint32_t random_below(uint32_t bound)
{
    static uint64_t state = 0x9E3779B97F4A7C15;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)((state >> 32) * bound >> 32);
}

// Appends a character of some form, often the first or last of its run, and returns its size.
static size_t append(uint8_t *at, bool *high)
{
    const size_t i = random_below((uint32_t)encoding->longest);
    const struct run run = runs[i][random_below((uint32_t)run_count[i])];
    const uint32_t kind = random_below(4);
    const uint32_t c = kind == 0   ? run.first
                       : kind == 1 ? run.last
                                   : run.first + random_below(run.last - run.first + 1);
    size_t size = encode(c, i + 1, at);
    if (encoding->surrogates == PAIRED && is_high(c)) {
        size += encode(0xDC00 + random_below(0x400), 3, at + size);
    }
    size = character(at, size, high);
    if (size == 0) {  // a low surrogate in the wrong place
        *at = 'b';
        *high = false;
        return 1;
    }
    return size;
}

enum { CHARACTER = 8 };  // what append may write

// Stretches of plain bytes, of characters, and of both; the longest have 2^`scale` bytes. Writes up
// to CHARACTER bytes more: the end may cut a character.
static void fill(uint8_t *text, size_t size, uint32_t scale)
{
    bool high = false;
    for (size_t at = 0; at < size;) {
        const size_t stretch = at + (1u << random_below(scale + 1)) + random_below(32);
        const uint32_t plain = random_below(3);  // of two bytes
        while (at < stretch && at < size) {
            if (random_below(2) < plain) {
                text[at++] = (uint8_t)('a' + random_below(26));
                high = false;
            } else {
                at += append(text + at, &high);
            }
        }
    }
}

static void mutate(uint8_t *byte)
{
    switch (random_below(4)) {
    case 0:
        *byte = (uint8_t)random_below(256);
        break;
    case 1:
        *byte ^= (uint8_t)(1u << random_below(8));
        break;
    default:
        *byte = ends.bytes[random_below((uint32_t)ends.count)];
    }
}

// Makes the last character whole, if it is not.
static void mend_end(uint8_t *text, size_t size)
{
    const size_t prefix = reference(text, size).prefix;
    memset(text + prefix, 'a', size - prefix);
}

// At both ends of the room: a read outside the text ends the program.
static void compare_at_walls(const uint8_t *text, size_t size)
{
    memcpy(room_end - size, text, size);
    compare_all(room_end - size, size);
    memcpy(room_begin, text, size);
    compare_all(room_begin, size);
}

static void compare_texts(size_t count)
{
    uint8_t text[300 + CHARACTER];
    for (size_t i = 0; i < count; i++) {
        const size_t size = random_below(301);
        fill(text, size, 8);
        if (i % 4 > 0) {
            mend_end(text, size);
        }
        for (size_t n = size > 0 ? i % 4 : 0; n > 0; n--) {
            mutate(text + random_below((uint32_t)size));
        }
        compare_at_walls(text, size);
    }
}

// Texts that vector kernels go through in runs of several lengths, whole and with one place changed.
static void compare_long_texts(size_t count)
{
    enum { LONGEST = 8192, PLACES = 16 };
    uint8_t *text = room_begin;
    for (size_t i = 0; i < count; i++) {
        const size_t size = 1 + random_below(LONGEST);
        fill(text, size, 12);
        mend_end(text, size);
        compare_all(text, size);
        for (size_t k = 0; k < PLACES; k++) {
            uint8_t *byte = text + random_below((uint32_t)size);
            const uint8_t was = *byte;
            mutate(byte);
            compare_all(text, size);
            *byte = was;
        }
    }
}

static void make_room(void)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), room = (ROOM + page - 1) / page * page;
    uint8_t *all = mmap(NULL, room + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED || mprotect(all + page, room, PROT_READ | PROT_WRITE) != 0) {
        perror("catalogue: no memory for texts");
        exit(2);
    }
    room_begin = all + page;
    room_end = room_begin + room;
}

// ---- Counting ----

typedef bool valid_function(const void *text, size_t size);

// Bytes a tail of a long form is tried with; the rest of its 64^n are taken to be alike.
static const uint8_t tail_bytes[] = {0x80, 0x95, 0xBF};

// How many of the forms with this lead and second byte are characters, 0 or 64^tail; -1 if not all
// tails that are tried are alike.
static int64_t count_tails(valid_function *valid, uint8_t lead, uint8_t second, size_t tail)
{
    uint8_t s[FORMS] = {lead, second};
    size_t all = 1, good = 0;
    for (size_t i = 0; i < tail; i++) {
        all *= sizeof tail_bytes;
    }
    for (size_t n = 0; n < all; n++) {
        size_t digits = n;
        for (size_t i = 0; i < tail; i++, digits /= sizeof tail_bytes) {
            s[2 + i] = tail_bytes[digits % sizeof tail_bytes];
        }
        good += valid(s, tail + 2);
    }
    return good == 0 ? 0 : good == all ? (int64_t)1 << (6 * tail) : -1;
}

// The characters of five or six bytes that are one form.
static int64_t count_long_form(valid_function *valid, size_t size)
{
    int64_t count = 0;
    for (unsigned lead = 0xC0; lead < 0x100; lead++) {
        for (unsigned second = 0x80; second < 0xC0; second++) {
            const int64_t more = count_tails(valid, (uint8_t)lead, (uint8_t)second, size - 2);
            if (more < 0) {
                return -1;
            }
            count += more;
        }
    }
    return count;
}

// The characters of one to four bytes: every lead byte with all continuation bytes.
static int64_t count_form(valid_function *valid, size_t size)
{
    const uint32_t tails = 1u << (6 * (size - 1));
    int64_t count = 0;
    for (unsigned lead = size == 1 ? 0 : 0xC0; lead < 0x100; lead++) {
        uint8_t s[4] = {(uint8_t)lead};
        for (uint32_t n = 0; n < tails; n++) {
            uint32_t bits = n;
            for (size_t i = size - 1; i > 0; i--, bits >>= 6) {
                s[i] = (uint8_t)(0x80 | (bits & 0x3F));
            }
            count += valid(s, size);
        }
    }
    return count;
}

// The characters that are two forms of three bytes, neither of them one in itself.
static int64_t count_pairs(valid_function *valid)
{
    static uint8_t halves[1 << 16][3];
    size_t count = 0;
    int64_t pairs = 0;
    for (uint32_t n = 0; n < 1 << 16; n++) {
        uint8_t s[6] = {(uint8_t)(0xE0 | n >> 12), (uint8_t)(0x80 | (n >> 6 & 0x3F)),
                        (uint8_t)(0x80 | (n & 0x3F))};
        if (!valid(s, 3)) {
            memcpy(halves[count++], s, 3);
        }
    }
    for (size_t i = 0; i < count; i++) {
        uint8_t s[6];
        memcpy(s, halves[i], 3);
        for (size_t k = 0; k < count; k++) {
            memcpy(s + 3, halves[k], 3);
            pairs += valid(s, 6);
        }
    }
    return pairs;
}

// The reference's own arithmetic.
static uint64_t reference_count(size_t size)
{
    uint64_t count = 0;
    for (size_t k = 0; k < run_count[size - 1]; k++) {
        const struct run run = runs[size - 1][k];
        const bool half =
            encoding->surrogates == PAIRED && (is_high(run.first) || is_low(run.first));
        count += half ? 0 : (uint64_t)run.last - run.first + 1;
    }
    return count + (size == 6 && encoding->surrogates == PAIRED ? 0x400 * 0x400 : 0);
}

// Do the dfa kernel and the reference have as many characters as the table says?
static bool counts_agree(void)
{
    valid_function *valid = NULL;
    bool agree = true;
    for (size_t i = 0; i < kernel_count; i++) {
        valid = strcmp(kernels[i].of.name, "dfa") == 0 ? kernels[i].of.valid : valid;
    }
    for (size_t size = 1; size <= FORMS; size++) {
        int64_t count = valid == NULL ? -1
                        : size <= 4   ? count_form(valid, size)
                                      : count_long_form(valid, size);
        if (size == 6 && count == 0) {
            count = count_pairs(valid);
        }
        const uint64_t want = encoding->counts[size - 1];
        if (count != (int64_t)want || reference_count(size) != want) {
            printf("%s: characters of %zu bytes: %lld by dfa, %llu by the reference, want %llu\n",
                   encoding->title, size, (long long)count,
                   (unsigned long long)reference_count(size), (unsigned long long)want);
            agree = false;
        }
    }
    return agree;
}

// ---- The program ----

static const char opening[] =
    "catalogue: every kernel of the sixteen encodings and a reference written by hand\n"
    "  Establishes  the verdict and the prefix are right for every string compared: all of 1 to 3\n"
    "               bytes, products of byte classes up to 7, random texts up to 8 KiB\n"
    "  Assumes      the compiler and this processor; that bytes of a class are alike to the code\n"
    "  Excludes     what was not compared (only utf-8 has a proof); names of faults but truncated\n"
    "               and too_long; tails of 5 and 6 bytes are counted by three bytes of 64\n"
    "  Oracle       forms decoded to code points, ranges from the standards; counts in figures\n"
    "  Products     of 4 to 7 bytes: E both ends of each class, C one byte of each; e and c only\n"
    "               what is dead at the last byte (0) or the two last ones (1), - none\n";

static bool listed(const char *list, const char *name)
{
    const size_t size = strlen(name);
    for (const char *at = list; at != NULL; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, name, size) == 0 && (at[size] == ',' || at[size] == '\0')) {
            return true;
        }
    }
    return list == NULL;
}

static void choose_kernels(const char *list)
{
    for (size_t i = 0; i < P(kernel_count)() && i < MOST_KERNELS; i++) {
        struct kernel *kernel = &kernels[kernel_count++];
        kernel->of = *P(kernel_at)(i);
        kernel->chosen = listed(list, kernel->of.name) && kernel->of.supported();
        kernel->vectors = listed("sse,avx2,neon", kernel->of.name);
    }
    checker->of.name = "check";
    checker->chosen = listed(list, "check");
}

static const struct encoding *find_encoding(void)
{
    for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++) {
        if (strcmp(encodings[i].name, QUOTE(ENCODING)) == 0) {
            return &encodings[i];
        }
    }
    fprintf(stderr, "catalogue: no reference for %s\n", QUOTE(ENCODING));
    exit(2);
}

static void compare_everything(bool small)
{
    static const char *kinds[LONGEST_STRING + 1];
    if (small) {
        compare_product(3, UINT64_MAX);
    } else {
        compare_all_of_three();
    }
    embed_three();
    for (size_t size = 4; size <= LONGEST_STRING; size++) {
        kinds[size] = compare_product(size, small ? 60000 : 4000000);
    }
    const uint64_t strings = compared;
    compare_texts(small ? 3000 : 30000);
    compare_long_texts(small ? 12 : 250);
    printf("  %-18s %5.1f million strings (4-7: %s %s %s %s), %llu texts", encoding->title,
           (double)strings / 1e6, kinds[4], kinds[5], kinds[6], kinds[7],
           (unsigned long long)(compared - strings));
}

// Prints the names and how many passed: a kernel each, check, and the counts.
static bool print_outcome(bool counted, bool agree)
{
    unsigned passed = counted && agree, failed = counted && !agree;
    fputs(counted ? "; counts" : ";", stdout);
    for (size_t i = 0; i <= MOST_KERNELS; i++) {
        const struct kernel *kernel = &kernels[i];
        if (kernel->chosen) {
            printf(" %s%s", kernel->of.name, kernel->wrong > 0 ? " (FAILED)" : "");
            passed += kernel->wrong == 0;
            failed += kernel->wrong > 0;
        }
    }
    printf(", %.1f s: %u passed, %u failed\n", (double)clock() / CLOCKS_PER_SEC, passed, failed);
    return failed == 0 && passed > 0;
}

int main(int argc, char **argv)
{
    const char *list = NULL;
    bool small = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--opening") == 0) {
            fputs(opening, stdout);
            return 0;
        } else if (strcmp(argv[i], "--small") == 0) {
            small = true;
        } else if (strcmp(argv[i], "--kernels") == 0 && i + 1 < argc) {
            list = argv[++i];
        } else {
            fputs("usage: catalogue [--opening] [--small] [--kernels LIST]\n", stderr);
            return 2;
        }
    }
    encoding = find_encoding();
    memset(host, 'a', sizeof host);
    find_runs();
    find_representatives();
    choose_kernels(list);
    make_room();
    compare_everything(small);
    const bool counted = !small, agree = counted && counts_agree();
    return print_outcome(counted, agree) ? 0 : 1;
}
