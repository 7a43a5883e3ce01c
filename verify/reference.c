// SPDX-License-Identifier: 0BSD
//
// The reference: sixteen encodings by hand, or one as its spec describes it. See reference.h.
//
// Either source gives forms, and the fate of each code point in each form. The engine below cuts a
// form's code points into runs of one fate, and from there on knows nothing else.
#include "reference.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORMS = 64, MOST_BOUNDS = 4096, MOST_RULES = 30 };

// Code points first to last.
struct range {
    uint32_t first, last;
};

static bool in(struct range range, uint32_t c)
{
    return c >= range.first && c <= range.last;
}

// What becomes of a code point in a form.
struct fate {
    const char
        *fault;   // why it is left out, or NULL; of the low half of a pair: if it stands alone
    size_t rank;  // of several faults that octets may still have, the one of the lowest rank
    enum { NO_HALF, HIGH, LOW } half;
    reference_context armed;      // the rules that it arms for the next one
    reference_context forbidden;  // the rules that, armed, forbid it
};

enum { RANK_OVERLONG = 1 << 20, RANK_TOO_LARGE, RANK_UNLISTED, RANK_UNPAIRED };

struct run {
    struct range range;
    struct fate fate;
};

// The octets of a form: fixed bits above, free bits below.
static struct form {
    size_t size;
    uint8_t fixed[REFERENCE_FORM];  // octets whose free bits are 0
    unsigned bits[REFERENCE_FORM];  // free ones
    struct run *runs;
    size_t run_count;
} forms[FORMS];
static size_t form_count;

static void fail(const char *format, const char *what)
{
    fprintf(stderr, "verify: ");
    fprintf(stderr, format, what);
    fputc('\n', stderr);
    exit(2);
}

// The ends of what the rules tell apart in a form: a run lies between two of them.
static uint32_t bounds[MOST_BOUNDS];
static size_t bound_count;

static void add_bounds(struct range range)
{
    if (bound_count + 2 > MOST_BOUNDS) {
        fail("more ranges than there is room for%s", "");
    }
    bounds[bound_count++] = range.first;
    bounds[bound_count++] = range.last + 1;
}

uint64_t reference_counts[REFERENCE_LONGEST];
static const char *rule_names[MOST_RULES];  // of the `never` rules

#ifdef DESCRIBED

// ---- A user's own encoding, as the spec says it ----

#define QUOTE_(text) #text
#define QUOTE(text) QUOTE_(text)
#define PASTE_(a, b) a##_##b
#define PASTE(a, b) PASTE_(a, b)
#include QUOTE(PASTE(ENCODING, model).h)

static const struct rule {
    enum word {
        WORD_form,
        WORD_range,
        WORD_except,
        WORD_also,
        WORD_high,
        WORD_low,
        WORD_never,
        WORD_after
    } word;
    const char *text;
    struct range of;
} rules[] = {
#define RULE(word, text, first, last) {WORD_##word, text, {first, last}},
    MODEL_RULES(RULE)
#undef RULE
};
enum { RULES = sizeof rules / sizeof *rules };

static size_t form_rule[FORMS + 1];  // where the rules of a form begin, and those of the next one

// "110xxxxx 10xxxxxx"
static void add_pattern(const char *pattern)
{
    struct form *f = &forms[form_count++];
    for (const char *at = pattern; *at != '\0'; at += *at == ' ') {
        for (; *at != '\0' && *at != ' '; at++) {
            f->fixed[f->size] = (uint8_t)(f->fixed[f->size] << 1 | (*at == '1'));
            f->bits[f->size] += *at == 'x';
        }
        f->size++;
    }
}

static void add_forms(const char *name)
{
    (void)name;
    size_t nevers = 0;
    for (size_t i = 0; i < RULES; i++) {
        if (rules[i].word == WORD_form) {
            if (form_count == FORMS) {
                fail("more forms than there is room for%s", "");
            }
            form_rule[form_count] = i;
            add_pattern(rules[i].text);
        } else if (rules[i].word == WORD_never) {
            if (nevers == MOST_RULES) {
                fail("more rules than there is room for, such as %s", rules[i].text);
            }
            rule_names[nevers++] = rules[i].text;
        }
        form_rule[form_count] = i + 1;
    }
}

static void add_all_bounds(size_t f)
{
    (void)f;
    for (size_t i = 0; i < RULES; i++) {
        add_bounds(rules[i].of);
    }
}

// The first rule of this word and form that holds a code point, or NULL.
static const struct rule *rule_on(size_t f, enum word word, uint32_t c)
{
    for (size_t i = form_rule[f]; i < form_rule[f + 1]; i++) {
        if (rules[i].word == word && in(rules[i].of, c)) {
            return &rules[i];
        }
    }
    return NULL;
}

// Why a form does not write a code point that it has no range for.
static struct fate left_out(size_t f, uint32_t c)
{
    uint32_t last = 0;
    for (size_t i = 0; i < RULES; i++) {
        last = rules[i].word == WORD_range && rules[i].of.last > last ? rules[i].of.last : last;
    }
    for (size_t i = 0; i < form_count; i++) {
        if (forms[i].size < forms[f].size && rule_on(i, WORD_range, c) != NULL) {
            return (struct fate){.fault = "overlong", .rank = RANK_OVERLONG};
        }
    }
    return c > last ? (struct fate){.fault = "too_large", .rank = RANK_TOO_LARGE}
                    : (struct fate){.fault = "unlisted", .rank = RANK_UNLISTED};
}

static struct fate fate_of(size_t f, uint32_t c)
{
    const struct rule *excepted = rule_on(f, WORD_except, c);
    struct fate fate = {.half = NO_HALF};
    size_t nevers = 0, afters = 0;
    if (rule_on(f, WORD_range, c) == NULL && rule_on(f, WORD_also, c) == NULL) {
        return left_out(f, c);
    }
    for (size_t i = 0; i < RULES; i++) {
        const bool holds = in(rules[i].of, c);
        if (rules[i].word == WORD_high && holds) {
            return (struct fate){.half = HIGH};
        } else if (rules[i].word == WORD_low && holds) {
            fate = (struct fate){.fault = "unpaired", .rank = RANK_UNPAIRED, .half = LOW};
        } else if (rules[i].word == WORD_never) {
            fate.armed |= (reference_context)holds << nevers++;
        } else if (rules[i].word == WORD_after) {
            fate.forbidden |= (reference_context)holds << afters++;
        }
    }
    if (excepted != NULL) {
        fate.fault = excepted->text;
        fate.rank = (size_t)(excepted - rules);
    }
    return fate;
}

// The spec has no figures: arithmetic on the runs.
static void count_characters(void)
{
    uint64_t high_of[REFERENCE_LONGEST] = {0}, low_of[REFERENCE_LONGEST] = {0};
    for (size_t f = 0; f < form_count; f++) {
        for (size_t i = 0; i < forms[f].run_count; i++) {
            const struct run *r = &forms[f].runs[i];
            const uint64_t n = (uint64_t)r->range.last - r->range.first + 1;
            uint64_t *to = r->fate.half == HIGH    ? high_of
                           : r->fate.half == LOW   ? low_of
                           : r->fate.fault == NULL ? reference_counts
                                                   : NULL;
            if (to != NULL) {
                to[forms[f].size - 1] += n;
            }
        }
    }
    for (size_t a = 0; a < REFERENCE_FORM; a++) {
        for (size_t b = 0; b < REFERENCE_FORM; b++) {
            reference_counts[a + b + 1] += high_of[a] * low_of[b];
        }
    }
}

#else

// ---- The catalogue, by hand ----

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

static const struct range surrogate = {0xD800, 0xDFFF};
static const struct range high_surrogate = {0xD800, 0xDBFF}, low_surrogate = {0xDC00, 0xDFFF};

// What encodings leave out, under a name; a list ends with a range whose last is before its first.
struct omission {
    const char *name;
    struct range ranges[19];
};
#define END                                                                                        \
    {                                                                                              \
        1, 0                                                                                       \
    }
#define LAST_TWO(plane)                                                                            \
    {                                                                                              \
        (plane) << 16 | 0xFFFE, (plane) << 16 | 0xFFFF                                             \
    }
// clang-format off
static const struct omission nul = {"nul", {{0, 0}, END}};
static const struct omission c0 = {"control", {{0, 0x1F}, END}};
static const struct omission c0_but_tab_lf_cr = {"control", {{0, 8}, {0xB, 0xC}, {0xE, 0x1F}, END}};
static const struct omission delete = {"control", {{0x7F, 0x7F}, END}};
static const struct omission c1 = {"c1_control", {{0x80, 0x9F}, END}};
static const struct omission c1_but_nel = {"c1_control", {{0x80, 0x84}, {0x86, 0x9F}, END}};
static const struct omission fffe_ffff = {"noncharacter", {LAST_TWO(0), END}};
static const struct omission noncharacters = {"noncharacter", {  // The Unicode Standard, 23.7
    {0xFDD0, 0xFDEF}, LAST_TWO(0), LAST_TWO(1), LAST_TWO(2), LAST_TWO(3), LAST_TWO(4), LAST_TWO(5),
    LAST_TWO(6), LAST_TWO(7), LAST_TWO(8), LAST_TWO(9), LAST_TWO(10), LAST_TWO(11), LAST_TWO(12),
    LAST_TWO(13), LAST_TWO(14), LAST_TWO(15), LAST_TWO(16), END,
}};

// counts: the characters of 1 .. 6 bytes, in figures and not computed from the rest of a row.
static const struct encoding {
    const char *name, *source;
    size_t longest;  // bytes of a form
    uint32_t last;   // code point
    enum spelling spelling;
    enum surrogates surrogates;
    const struct omission *without[5];  // up to NULL
    uint64_t counts[REFERENCE_FORM];
} encodings[] = {
    {"utf8", "RFC 3629", 4, UNICODE, SHORTEST, NONE, {0}, {128, 1920, 61440, 1048576}},
    {"utf8nonul", "RFC 3629 less U+0000: D-Bus, PostgreSQL",
        4, UNICODE, SHORTEST, NONE, {&nul}, {127, 1920, 61440, 1048576}},
    {"utf8generalized", "the WTF-8 document's generalized UTF-8",
        4, UNICODE, SHORTEST, FREE, {0}, {128, 1920, 63488, 1048576}},
    {"wtf8", "the WTF-8 document",
        4, UNICODE, SHORTEST, UNPAIRED, {0}, {128, 1920, 63488, 1048576}},
    {"cesu8", "Unicode Technical Report #26",
        3, UNICODE, SHORTEST, PAIRED, {0}, {128, 1920, 61440, 0, 0, 1048576}},
    {"cesu8lax", "the same without pairing: Java's charset CESU-8",
        3, UNICODE, SHORTEST, FREE, {0}, {128, 1920, 63488}},
    {"mutf8", "Java Virtual Machine Specification, 4.4.7",
        3, UNICODE, NUL_IN_TWO, FREE, {0}, {127, 1921, 63488}},
    {"mutf8paired", "the same of well-formed UTF-16",
        3, UNICODE, NUL_IN_TWO, PAIRED, {0}, {127, 1921, 61440, 0, 0, 1048576}},
    {"mutf8lenient", "java.io.DataInput.readUTF",
        3, UNICODE, ANY, FREE, {0}, {128, 2048, 65536}},
    {"fssutf", "RFC 2279; Thompson and Pike",
        6, UCS, SHORTEST, FREE, {0}, {128, 1920, 63488, 2031616, 65011712, 2080374784}},
    {"xml10", "XML 1.0, production 2", 4, UNICODE, SHORTEST, NONE,
        {&c0_but_tab_lf_cr, &fffe_ffff}, {99, 1920, 61438, 1048576}},
    {"assignables", "RFC 9839, section 4.3", 4, UNICODE, SHORTEST, NONE,
        {&c0_but_tab_lf_cr, &delete, &c1, &noncharacters}, {98, 1888, 61406, 1048544}},
    {"utf8interchange", "RFC 7493",
        4, UNICODE, SHORTEST, NONE, {&noncharacters}, {128, 1920, 61406, 1048544}},
    {"mqttstrict", "MQTT 5.0, section 1.5.4", 4, UNICODE, SHORTEST, NONE,
        {&c0, &delete, &c1, &noncharacters}, {95, 1888, 61406, 1048544}},
    {"yaml12", "YAML 1.2.2, production 1", 4, UNICODE, SHORTEST, NONE,
        {&c0_but_tab_lf_cr, &delete, &c1_but_nel, &fffe_ffff}, {98, 1889, 61438, 1048576}},
    {"toml10", "TOML 1.0.0", 4, UNICODE, SHORTEST, NONE,
        {&c0_but_tab_lf_cr, &delete}, {98, 1920, 61440, 1048576}},
};

// RFC 2279, section 2: the forms for 31 bits, of which RFC 3629 keeps four.
static const struct {
    uint8_t fixed;
    unsigned bits;   // free ones of the lead byte
    uint32_t least;  // the first code point that needs the form
} standard[REFERENCE_FORM] = {
    {0x00, 7, 0x0},        // 0xxxxxxx
    {0xC0, 5, 0x80},       // 110xxxxx 10xxxxxx
    {0xE0, 4, 0x800},      // 1110xxxx and two
    {0xF0, 3, 0x10000},    // 11110xxx and three
    {0xF8, 2, 0x200000},   // 111110xx and four
    {0xFC, 1, 0x4000000},  // 1111110x and five
};
// clang-format on

static const struct encoding *encoding;  // the one under test

static void add_forms(const char *name)
{
    for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++) {
        encoding = strcmp(encodings[i].name, name) == 0 ? &encodings[i] : encoding;
    }
    if (encoding == NULL) {
        fail("no reference by hand for %s; 'u8gen verify SPEC' takes the spec's own words", name);
    }
    for (; form_count < encoding->longest; form_count++) {
        struct form *f = &forms[form_count];
        f->size = form_count + 1;
        f->fixed[0] = standard[form_count].fixed;
        f->bits[0] = standard[form_count].bits;
        for (size_t place = 1; place < f->size; place++) {
            f->fixed[place] = 0x80;  // 10xxxxxx
            f->bits[place] = 6;
        }
    }
    rule_names[0] = "surrogate_pair";
}

static void add_all_bounds(size_t f)
{
    add_bounds((struct range){0, 0});
    add_bounds((struct range){standard[f].least, encoding->last});
    add_bounds(high_surrogate);
    add_bounds(low_surrogate);
    for (size_t i = 0; encoding->without[i] != NULL; i++) {
        for (const struct range *r = encoding->without[i]->ranges; r->first <= r->last; r++) {
            add_bounds(*r);
        }
    }
}

static struct fate surrogate_fate(uint32_t c)
{
    const bool is_high = in(high_surrogate, c);
    switch (encoding->surrogates) {
    case FREE:
        return (struct fate){.fault = NULL};
    case UNPAIRED:
        return (struct fate){.armed = is_high, .forbidden = !is_high};
    case PAIRED:
        return is_high ? (struct fate){.half = HIGH}
                       : (struct fate){.fault = "surrogate", .half = LOW};
    default:
        return (struct fate){.fault = "surrogate"};
    }
}

// Decode, then look at the code point.
static struct fate fate_of(size_t f, uint32_t c)
{
    if (encoding->spelling == NUL_IN_TWO && c == 0 && f == 0) {
        return (struct fate){.fault = "unlisted", .rank = RANK_UNLISTED};
    }
    if (c < standard[f].least && encoding->spelling != ANY &&
        !(encoding->spelling == NUL_IN_TWO && c == 0 && f == 1)) {
        return (struct fate){.fault = "overlong", .rank = RANK_OVERLONG};
    }
    if (c > encoding->last) {
        return (struct fate){.fault = "too_large", .rank = RANK_TOO_LARGE};
    }
    if (in(surrogate, c)) {
        return surrogate_fate(c);
    }
    for (size_t i = 0; encoding->without[i] != NULL; i++) {
        for (const struct range *r = encoding->without[i]->ranges; r->first <= r->last; r++) {
            if (in(*r, c)) {
                return (struct fate){.fault = encoding->without[i]->name, .rank = 1 + i};
            }
        }
    }
    return (struct fate){.fault = NULL};
}

static void count_characters(void)
{
    memcpy(reference_counts, encoding->counts, sizeof encoding->counts);
}

#endif

// ---- The engine ----

static uint8_t form_of_lead[256];  // + 1; 0: none
static bool is_continuation[256];  // in some form

static int by_size(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static bool same_fate(const struct fate *a, const struct fate *b)
{
    return a->fault == b->fault && a->rank == b->rank && a->half == b->half &&
           a->armed == b->armed && a->forbidden == b->forbidden;
}

// Cuts the code points that a form has bits for into runs of one fate.
static void cut_into_runs(size_t index)
{
    struct form *f = &forms[index];
    unsigned bits = 0;
    for (size_t place = 0; place < f->size; place++) {
        bits += f->bits[place];
    }
    if (bits > 31) {
        fail("a form of more than 31 bits is beyond it%s", "");
    }
    const uint32_t end = (uint32_t)1 << bits;
    bound_count = 0;
    add_all_bounds(index);
    add_bounds((struct range){0, end - 1});
    qsort(bounds, bound_count, sizeof *bounds, by_size);
    f->runs = calloc(bound_count, sizeof *f->runs);
    if (f->runs == NULL) {
        fail("no memory%s", "");
    }
    for (size_t i = 0; i + 1 < bound_count && bounds[i] < end; i++) {
        if (bounds[i] == bounds[i + 1]) {
            continue;
        }
        const struct fate fate = fate_of(index, bounds[i]);
        if (f->run_count == 0 || !same_fate(&f->runs[f->run_count - 1].fate, &fate)) {
            f->runs[f->run_count++] = (struct run){.range.first = bounds[i], .fate = fate};
        }
        f->runs[f->run_count - 1].range.last = bounds[i + 1] - 1;
    }
}

bool reference_fits(size_t form, size_t place, uint8_t octet)
{
    const unsigned bits = forms[form].bits[place];
    return octet >> bits == forms[form].fixed[place] >> bits;
}

void reference_start(const char *name)
{
    add_forms(name);
    for (size_t f = 0; f < form_count; f++) {
        cut_into_runs(f);
        for (unsigned octet = 0; octet < 256; octet++) {
            if (reference_fits(f, 0, (uint8_t)octet)) {
                form_of_lead[octet] = (uint8_t)(f + 1);
            }
            for (size_t place = 1; place < forms[f].size; place++) {
                is_continuation[octet] |= reference_fits(f, place, (uint8_t)octet);
            }
        }
    }
    count_characters();
}

// The runs that octets of a form can stand for, once those that are missing have come.
struct span {
    const struct form *form;  // NULL: no form begins so
    const struct run *first, *last;
};

static struct span span_of(const uint8_t *octets, size_t size)
{
    const size_t index = form_of_lead[octets[0]];
    if (index == 0 || size > forms[index - 1].size) {
        return (struct span){.form = NULL};
    }
    const struct form *form = &forms[index - 1];
    uint32_t low = 0, open = 0;
    for (size_t i = 0; i < form->size; i++) {
        if (i < size && !reference_fits(index - 1, i, octets[i])) {
            return (struct span){.form = NULL};
        }
        const uint32_t free = ((uint32_t)1 << form->bits[i]) - 1;
        low = low << form->bits[i] | (i < size ? octets[i] & free : 0);
        open = open << form->bits[i] | (i < size ? 0 : free);
    }
    size_t first = 0, count = form->run_count;
    while (count > 1) {
        const size_t half = count / 2;
        if (form->runs[first + half].range.first <= low) {
            first += half;
            count -= half;
        } else {
            count = half;
        }
    }
    struct span span = {form, &form->runs[first], &form->runs[first]};
    while (span.last->range.last < low + open) {
        span.last++;
    }
    return span;
}

// May a code point of this fate follow? If so, `after` is the context that it leaves.
static bool may_follow(reference_context context, const struct fate *fate, reference_context *after)
{
    *after = fate->half == HIGH  ? REFERENCE_HALF
             : fate->half == LOW ? REFERENCE_START
                                 : fate->armed;
    if (context == REFERENCE_HALF) {
        return fate->half == LOW;
    }
    return fate->fault == NULL && (fate->forbidden & context) == 0;
}

enum reference_verdict reference_character(reference_context context, const uint8_t *octets,
                                           size_t size, struct reference_rest *rest)
{
    const struct span span = span_of(octets, size);
    bool may = false, may_not = false, alike = true;
    reference_context after = REFERENCE_START, other;
    if (span.form == NULL) {
        return REFERENCE_DEAD;
    }
    for (const struct run *run = span.first; run <= span.last; run++) {
        if (!may_follow(context, &run->fate, &other)) {
            may_not = true;
            continue;
        }
        alike = alike && (!may || other == after);
        after = other;
        may = true;
        if (rest == NULL) {
            break;
        }
    }
    if (rest != NULL) {
        *rest = (struct reference_rest){(size_t)(span.form - forms), span.form->size - size,
                                        alike && !may_not, after};
    }
    return !may ? REFERENCE_DEAD : size == span.form->size ? REFERENCE_WHOLE : REFERENCE_LIVE;
}

size_t reference_form_size(size_t form)
{
    return form < form_count ? forms[form].size : 0;
}

static size_t encode(const struct form *form, uint32_t c, uint8_t *octets)
{
    for (size_t place = form->size; place-- > 0; c >>= form->bits[place]) {
        const uint32_t free = ((uint32_t)1 << form->bits[place]) - 1;
        octets[place] = (uint8_t)(form->fixed[place] | (c & free));
    }
    return form->size;
}

// The middle of the longest run of a form with halves of this kind, in octets; 0 if there is none.
static size_t middle(const struct form *form, int half, uint8_t *octets)
{
    uint32_t longest = 0, c = 0;
    for (size_t i = 0; i < form->run_count; i++) {
        const struct run *r = &form->runs[i];
        const uint32_t length = r->range.last - r->range.first + 1;
        if ((int)r->fate.half == half && (half == LOW || r->fate.fault == NULL) &&
            r->fate.armed == 0 && r->fate.forbidden == 0 && length > longest) {
            longest = length;
            c = r->range.first + length / 2;
        }
    }
    return longest == 0 ? 0 : encode(form, c, octets);
}

size_t reference_typical(size_t form, uint8_t *octets)
{
    size_t high = 0, low = 0;
    if (form < form_count) {
        return middle(&forms[form], NO_HALF, octets);
    }
    for (size_t i = 0; form == form_count && high == 0 && i < form_count; i++) {
        high = middle(&forms[i], HIGH, octets);
    }
    for (size_t i = 0; high > 0 && low == 0 && i < form_count; i++) {
        low = middle(&forms[i], LOW, octets + high);
    }
    return high + low;
}

// How far a text was gone through: whole characters, and maybe half of a pair.
struct position {
    size_t before;  // where the last whole character begins, or 0
    size_t offset;  // where it ends
    size_t at;      // where the last code point ends
    reference_context context;
};

static struct position go(const uint8_t *text, size_t size)
{
    struct position p = {.context = REFERENCE_START};
    struct reference_rest rest;
    while (p.at < size) {
        const size_t form = form_of_lead[text[p.at]];
        if (form == 0 || forms[form - 1].size > size - p.at ||
            reference_character(p.context, text + p.at, forms[form - 1].size, &rest) !=
                REFERENCE_WHOLE) {
            break;
        }
        p.at += forms[form - 1].size;
        p.context = rest.context;
        if (p.context != REFERENCE_HALF) {
            p.before = p.offset;
            p.offset = p.at;
        }
    }
    return p;
}

size_t reference_prefix(const uint8_t *text, size_t size)
{
    return go(text, size).offset;
}

// The fault of octets of which all but the last began a character.
static const char *fault_of(const uint8_t *octets, size_t size)
{
    if (size == 1 && is_continuation[octets[0]]) {
        return "too_long";
    }
    if (size > 1 && !is_continuation[octets[size - 1]]) {
        return "too_short";
    }
    const struct span span = span_of(octets, size);
    if (span.form == NULL) {
        return "not_a_form";
    }
    const struct run *found = span.first;
    for (const struct run *run = span.first; run <= span.last; run++) {
        found = run->fate.rank < found->fate.rank ? run : found;
    }
    return found->fate.fault;
}

// The name of the rule by which these octets are dead in a context.
static const char *rule_against(reference_context context, const uint8_t *octets, size_t size)
{
    const struct span span = span_of(octets, size);
    size_t i = 0;
    for (const struct run *run = span.first; run <= span.last; run++) {
        while ((run->fate.forbidden & context) != 0 && !(run->fate.forbidden & context) >> i & 1) {
            i++;
        }
    }
    return rule_names[i];
}

struct reference_error reference_check(const uint8_t *text, size_t size)
{
    const struct position p = go(text, size);
    const uint8_t *octets = text + p.at, *live = text + p.before;
    const size_t left = size - p.at, before = p.at - p.before;
    size_t alive = 0, fresh = 0;
    if (p.offset == size) {
        return (struct reference_error){size, 0, "none", text, 0};
    }
    while (alive < left &&
           reference_character(p.context, octets, alive + 1, NULL) == REFERENCE_LIVE) {
        alive++;
    }
    if (alive == left) {
        return (struct reference_error){p.offset, size - p.offset, "truncated", live,
                                        before + alive};
    }
    if (p.context == REFERENCE_HALF) {
        return (struct reference_error){p.offset, p.at - p.offset, "unpaired", live, before};
    }
    // What dies only because of the character before it is taken whole.
    while (fresh < left &&
           reference_character(REFERENCE_START, octets, fresh + 1, NULL) != REFERENCE_DEAD) {
        fresh++;
    }
    if (fresh > alive) {
        return (struct reference_error){p.offset, fresh, rule_against(p.context, octets, alive + 1),
                                        live, before + alive};
    }
    return (struct reference_error){p.offset, alive > 0 ? alive : 1, fault_of(octets, alive + 1),
                                    live, before + alive};
}
