// SPDX-License-Identifier: 0BSD
//
// The reference: the encodings of the catalogue by hand, or an encoding as its spec describes it.
// See reference.h.
//
// The catalogue and a spec both provide forms, and the result for each code point in each form. The
// engine below cuts the numbers of each form into runs with the same result.
#include "reference.h"

#include "../shared/intern.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORMS = 1024, MOST_RULES = 512, SET_WORDS = MOST_RULES / 64 };

// A range of code points, or of numbers in a form; `last` is included.
struct range {
    uint64_t first, last;
};

static bool in(struct range range, uint64_t c)
{
    return c >= range.first && c <= range.last;
}

// The result for a code point in a form, or for a number if the form has no code points. For a low
// half, `fault` is its fault if no high half precedes it.
struct result {
    const char *fault;  // why the code point is left out, or NULL
    bool whole;         // left out only by a profile: the error covers the whole character
    size_t rank;        // if octets can still have several faults, the lowest rank is reported
    enum { NO_HALF, HIGH, LOW } half;
    uint32_t activated;  // the set of rules that this code point activates for the next one
    uint32_t forbidden;  // the set of rules that forbid it if they are activated
};

// The order of faults within a form. Faults of earlier forms rank lower; rank_unpaired is the
// highest rank.
enum { RANK_OVERLONG = 1 << 20, RANK_TOO_LARGE, RANK_UNLISTED, RANK_FORM = 1 << 21 };
static const size_t rank_unpaired = (size_t)FORMS * RANK_FORM;

struct run {
    struct range range;
    struct result result;
};

// A form is a number in mixed radix: at each place, the octet minus `least` is a digit below
// `radix`. If the form has code points, the code point is the number plus `base`.
static struct form {
    size_t size;
    uint8_t least[REFERENCE_ROW];
    unsigned radix[REFERENCE_ROW];
    uint64_t base, end;  // end: one more than the largest number
    bool points;         // numbers are code points
    struct run *runs;
    size_t run_count;
} forms[FORMS];
static size_t form_count;

static void fail(const char *format, const char *what)
{
    fprintf(stderr, "verify: error: ");
    fprintf(stderr, format, what);
    fputc('\n', stderr);
    exit(2);
}

// The bounds of all rules in a form: each run begins at one of them.
static uint64_t *bounds;
static size_t bound_count, bound_room;

static void add_bound(const struct form *f, uint64_t number)
{
    if (number >= f->end) {
        return;
    }
    if (bound_count == bound_room) {
        bound_room = 2 * bound_room + 64;
        bounds = intern_more(bounds, bound_room, sizeof *bounds);
    }
    bounds[bound_count++] = number;
}

// Adds the bounds of a range of code points. A code point below the base wraps around to a number
// beyond the form's end, which add_bound ignores.
static void add_bounds(size_t f, struct range range)
{
    add_bound(&forms[f], range.first - forms[f].base);
    add_bound(&forms[f], range.last + 1 - forms[f].base);
}

// ---- Sets of `never` rules ----

struct set {
    uint64_t rules[SET_WORDS];
};

static struct intern sets;  // the empty set has the number 0, which is REFERENCE_START
static const char *rule_names[MOST_RULES];
static struct set start_rules,
    end_rules;  // the rules that apply at the start of a text, and those at its end

static uint32_t set_number(const struct set *set)
{
    return (uint32_t)intern_number(&sets, set->rules, SET_WORDS);
}

static void add_rule(struct set *set, size_t rule)
{
    set->rules[rule / 64] |= (uint64_t)1 << rule % 64;
}

// Returns the first rule in both sets, or MOST_RULES.
static size_t first_in_both(uint32_t number, const uint64_t *other)
{
    const uint64_t *rules = intern_words(&sets, number);
    for (size_t i = 0; i < MOST_RULES && number != 0; i++) {
        if ((rules[i / 64] & other[i / 64]) == 0) {
            i |= 63;
        } else if (rules[i / 64] >> i % 64 & other[i / 64] >> i % 64 & 1) {
            return i;
        }
    }
    return MOST_RULES;
}

static bool meet(uint32_t a, uint32_t b)
{
    return a != 0 && b != 0 && first_in_both(a, intern_words(&sets, b)) != MOST_RULES;
}

// The rules that a pair activates, and those that forbid it.
static uint32_t pair_activated, pair_forbidden;

// Pairs write the code points from first_paired on, with the high half and the low half as digits.
// Without pairs, both ranges are empty.
static uint64_t first_paired;
static struct range high_halves = {1, 0}, low_halves = {1, 0};

uint64_t reference_counts[REFERENCE_LONGEST];

#ifdef DESCRIBED

// ---- An encoding, as its spec describes it ----

#define QUOTE_(text) #text
#define QUOTE(text) QUOTE_(text)
#define PASTE_(a, b) a##_##b
#define PASTE(a, b) PASTE_(a, b)
#include QUOTE(PASTE(ENCODING, model).h)

static const struct rule {
    enum word {
        WORD_form,
        WORD_bytes,
        WORD_range,
        WORD_except,
        WORD_disallow,
        WORD_also,
        WORD_high,
        WORD_low,
        WORD_never,
        WORD_first,
        WORD_first_except,
        WORD_second,
        WORD_second_except,
        WORD_start,
        WORD_end,
        WORD_replacement
    } word;
    const char *text;
    struct range of;
} rules[] = {
#define RULE(word, text, first, last) {WORD_##word, text, {first, last}},
    MODEL_RULES(RULE)
#undef RULE
};
enum { RULES = sizeof rules / sizeof *rules };

// The index of the first rule of each form. The entry after the last form is the number of rules.
static size_t form_rule[FORMS + 1];
static size_t never_rule[MOST_RULES + 1];  // the same for the `never` rules
static size_t never_count;
static uint64_t last_point;  // the largest code point of all forms' ranges

static uint8_t hex(const char *digits)
{
    const char two[] = {digits[0], digits[1], '\0'};
    return (uint8_t)strtoul(two, NULL, 16);
}

static struct form *new_form(size_t rule)
{
    if (form_count == FORMS) {
        fail("more than 1024 forms; the next would be %s", rules[rule].text);
    }
    form_rule[form_count] = rule;
    return &forms[form_count++];
}

static void check_size(const struct form *f, size_t most, const char *pattern)
{
    if (f->size == most) {
        fail("this form has more octets than verify can check: %s", pattern);
    }
}

// "110xxxxx 10xxxxxx"
static void add_pattern(size_t rule)
{
    const char *pattern = rules[rule].text;
    struct form *f = new_form(rule);
    f->points = true;
    f->end = 1;
    for (const char *at = pattern; *at != '\0'; at += *at == ' ') {
        check_size(f, REFERENCE_FORM, pattern);
        f->radix[f->size] = 1;
        for (; *at != '\0' && *at != ' '; at++) {
            f->least[f->size] = (uint8_t)(f->least[f->size] << 1 | (*at == '1'));
            f->radix[f->size] <<= *at == 'x';
        }
        f->end *= f->radix[f->size++];
    }
}

// "81..9F 40..7E"
static void add_row(size_t rule)
{
    const char *row = rules[rule].text;
    struct form *f = new_form(rule);
    f->end = 1;
    for (const char *at = row; *at != '\0'; at += *at == ' ') {
        check_size(f, REFERENCE_ROW, row);
        f->least[f->size] = hex(at);
        const uint8_t last = hex(at[2] == '.' ? at + 4 : at);
        f->radix[f->size] = last - f->least[f->size] + 1u;
        f->end *= f->radix[f->size++];
        at += at[2] == '.' ? 6 : 2;
    }
}

static void add_never(size_t rule)
{
    if (never_count == MOST_RULES) {
        fail("more than 512 never rules; the next would be %s", rules[rule].text);
    }
    rule_names[never_count] = rules[rule].text;
    never_rule[never_count++] = rule;
    never_rule[never_count] = RULES;
}

// Returns the first rule of this kind, from index `from` to `to` - 1, whose range holds a code
// point, or NULL.
static const struct rule *rule_among(size_t from, size_t to, enum word word, uint64_t c)
{
    for (size_t i = from; i < to; i++) {
        if (rules[i].word == word && in(rules[i].of, c)) {
            return &rules[i];
        }
    }
    return NULL;
}

// Like rule_among, for the rules of a form.
static const struct rule *rule_on(size_t f, enum word word, uint64_t c)
{
    return rule_among(form_rule[f], form_rule[f + 1], word, c);
}

// Does the first set (WORD_first) or the second set of a `never` rule hold a code point?
static bool holds(size_t never, enum word word, uint64_t c)
{
    const enum word without = word == WORD_first ? WORD_first_except : WORD_second_except;
    const size_t from = never_rule[never], to = never_rule[never + 1];
    return rule_among(from, to, word, c) != NULL && rule_among(from, to, without, c) == NULL;
}

// Returns the set of the `never` rules whose first set (WORD_first) or second set holds a code point.
static uint32_t rules_on(enum word word, uint64_t c)
{
    struct set set = {{0}};
    for (size_t i = 0; i < never_count; i++) {
        if (holds(i, word, c)) {
            add_rule(&set, i);
        }
    }
    return set_number(&set);
}

// Sets `base`: the leading bits that all code points of a form share. The form's numbers are the free
// bits.
static void find_base(size_t f)
{
    for (size_t i = form_rule[f]; forms[f].points && i < form_rule[f + 1]; i++) {
        if (rules[i].word == WORD_range || rules[i].word == WORD_also) {
            forms[f].base = rules[i].of.first / forms[f].end * forms[f].end;
            return;
        }
    }
}

static void add_forms(const char *name)
{
    bool paired = false;
    (void)name;
    for (size_t i = 0; i < RULES; i++) {
        switch (rules[i].word) {
        case WORD_form:
            add_pattern(i);
            break;
        case WORD_bytes:
            add_row(i);
            break;
        case WORD_range:
            last_point = rules[i].of.last > last_point ? rules[i].of.last : last_point;
            break;
        case WORD_high:
            paired = true;
            high_halves = rules[i].of;
            break;
        case WORD_low:
            low_halves = rules[i].of;
            break;
        case WORD_never:
            add_never(i);
            break;
        case WORD_start:
            add_rule(&start_rules, never_count - 1);
            break;
        case WORD_end:
            add_rule(&end_rules, never_count - 1);
            break;
        default:
            break;
        }
        form_rule[form_count] = i + 1;
    }
    for (size_t f = 0; f < form_count; f++) {
        find_base(f);
    }
    if (paired) {  // Pairs write code points above last_point; a rule's set has all or none.
        first_paired = last_point + 1;
        pair_activated = rules_on(WORD_first, last_point + 1);
        pair_forbidden = rules_on(WORD_second, last_point + 1);
    }
}

static void add_all_bounds(size_t f)
{
    for (size_t i = 0; i < RULES && forms[f].points; i++) {
        switch (rules[i].word) {
        case WORD_form:
        case WORD_bytes:
        case WORD_never:
        case WORD_start:
        case WORD_end:
        case WORD_replacement:
            break;  // no range of code points of this form
        default:
            add_bounds(f, rules[i].of);
        }
    }
}

// Returns the fault of a code point that is outside the ranges of a form.
static struct result left_out(size_t f, uint64_t c)
{
    for (size_t i = 0; i < form_count; i++) {
        if (forms[i].size < forms[f].size && rule_on(i, WORD_range, c) != NULL) {
            return (struct result){.fault = "overlong", .rank = RANK_OVERLONG};
        }
    }
    return c > last_point ? (struct result){.fault = "too_large", .rank = RANK_TOO_LARGE}
                          : (struct result){.fault = "unlisted", .rank = RANK_UNLISTED};
}

static struct result result_of(size_t f, uint64_t c)
{
    if (!forms[f].points) {
        return (struct result){.fault = NULL};
    }
    if (rule_on(f, WORD_range, c) == NULL && rule_on(f, WORD_also, c) == NULL) {
        return left_out(f, c);
    }
    const struct rule *excepted = rule_on(f, WORD_except, c), *out = rule_on(f, WORD_disallow, c);
    struct result result = {.half = rule_among(0, RULES, WORD_high, c) != NULL  ? HIGH
                                    : rule_among(0, RULES, WORD_low, c) != NULL ? LOW
                                                                                : NO_HALF};
    if (excepted != NULL || out != NULL) {
        result.whole = excepted == NULL;
        excepted = excepted == NULL ? out : excepted;
        result.fault = excepted->text;
        result.rank = (size_t)(excepted - rules);
    } else if (result.half == LOW) {
        result.fault = "unpaired";
        result.rank = rank_unpaired;
    } else if (result.half == NO_HALF) {
        result.activated = rules_on(WORD_first, c);
        result.forbidden = rules_on(WORD_second, c);
    }
    return result;
}

// Does a form list a code point in its own ranges? Those of `also` do not count.
static bool is_own(size_t f, uint64_t c)
{
    return rule_on(f, WORD_range, c) != NULL;
}

// A spec does not state the numbers of characters, so they are computed from the runs.
static void count_characters(void)
{
    uint64_t high_of[REFERENCE_LONGEST] = {0}, low_of[REFERENCE_LONGEST] = {0};
    for (size_t f = 0; f < form_count; f++) {
        for (size_t i = 0; i < forms[f].run_count; i++) {
            const struct run *r = &forms[f].runs[i];
            uint64_t *to = r->result.half == HIGH    ? high_of
                           : r->result.half == LOW   ? low_of
                           : r->result.fault == NULL ? reference_counts
                                                     : NULL;
            if (to != NULL) {
                to[forms[f].size - 1] += r->range.last - r->range.first + 1;
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

enum { UNICODE = 0x10FFFF, UCS = 0x7FFFFFFF };  // the largest code points

// The forms that may write a code point.
enum spelling {
    SHORTEST,
    NUL_IN_TWO,  // the shortest, except that U+0000 is C0 80
    ANY          // any form that is long enough
};

enum surrogates {
    NONE,
    FREE,      // anywhere
    UNPAIRED,  // anywhere, except a low one directly after a high one
    PAIRED     // only together: a high one and a low one are a character
};

static const struct range surrogate = {0xD800, 0xDFFF};
static const struct range high_surrogate = {0xD800, 0xDBFF}, low_surrogate = {0xDC00, 0xDFFF};

// Code points that a profile of UTF-8 leaves out under one name. A list ends with an empty range.
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
static const struct omission c0_except_tab_lf_cr = {"control", {{0, 8}, {0xB, 0xC}, {0xE, 0x1F}, END}};
static const struct omission delete = {"control", {{0x7F, 0x7F}, END}};
static const struct omission c1 = {"c1_control", {{0x80, 0x9F}, END}};
static const struct omission c1_except_nel = {"c1_control", {{0x80, 0x84}, {0x86, 0x9F}, END}};
static const struct omission fffe_ffff = {"noncharacter", {LAST_TWO(0), END}};
static const struct omission noncharacters = {"noncharacter", {  // The Unicode Standard, 23.7
    {0xFDD0, 0xFDEF}, LAST_TWO(0), LAST_TWO(1), LAST_TWO(2), LAST_TWO(3), LAST_TWO(4), LAST_TWO(5),
    LAST_TWO(6), LAST_TWO(7), LAST_TWO(8), LAST_TWO(9), LAST_TWO(10), LAST_TWO(11), LAST_TWO(12),
    LAST_TWO(13), LAST_TWO(14), LAST_TWO(15), LAST_TWO(16), END,
}};

// counts: the numbers of characters of 1 to 6 bytes. They are taken from the standards, not
// computed from the other columns.
static const struct encoding {
    const char *name, *source;
    size_t longest;  // the most bytes of a form
    uint32_t last;   // the largest code point
    enum spelling spelling;
    enum surrogates surrogates;
    const struct omission *without[5];  // ends with NULL
    uint64_t counts[REFERENCE_FORM];
} encodings[] = {
    {"utf8", "RFC 3629", 4, UNICODE, SHORTEST, NONE, {0}, {128, 1920, 61440, 1048576}},
    {"utf8nonul", "RFC 3629 without U+0000: D-Bus, PostgreSQL",
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
    {"mutf8android", "the same, and also four-byte forms: Android's JNI",
        4, UNICODE, NUL_IN_TWO, FREE, {0}, {127, 1921, 63488, 1048576}},
    {"mutf8paired", "modified UTF-8 of well-formed UTF-16",
        3, UNICODE, NUL_IN_TWO, PAIRED, {0}, {127, 1921, 61440, 0, 0, 1048576}},
    {"mutf8lenient", "java.io.DataInput.readUTF",
        3, UNICODE, ANY, FREE, {0}, {128, 2048, 65536}},
    {"fssutf", "RFC 2279; Thompson and Pike",
        6, UCS, SHORTEST, FREE, {0}, {128, 1920, 63488, 2031616, 65011712, 2080374784}},
    {"xml10", "XML 1.0, production 2", 4, UNICODE, SHORTEST, NONE,
        {&c0_except_tab_lf_cr, &fffe_ffff}, {99, 1920, 61438, 1048576}},
    {"assignables", "RFC 9839, section 4.3", 4, UNICODE, SHORTEST, NONE,
        {&c0_except_tab_lf_cr, &delete, &c1, &noncharacters}, {98, 1888, 61406, 1048544}},
    {"utf8interchange", "RFC 7493",
        4, UNICODE, SHORTEST, NONE, {&noncharacters}, {128, 1920, 61406, 1048544}},
    {"mqttstrict", "MQTT 5.0, section 1.5.4", 4, UNICODE, SHORTEST, NONE,
        {&c0, &delete, &c1, &noncharacters}, {95, 1888, 61406, 1048544}},
    {"yaml12", "YAML 1.2.2, production 1", 4, UNICODE, SHORTEST, NONE,
        {&c0_except_tab_lf_cr, &delete, &c1_except_nel, &fffe_ffff}, {98, 1889, 61438, 1048576}},
    {"toml10", "TOML 1.0.0", 4, UNICODE, SHORTEST, NONE,
        {&c0_except_tab_lf_cr, &delete}, {98, 1920, 61440, 1048576}},
};

// RFC 2279, section 2: the forms for 31 bits; RFC 3629 keeps the first four.
static const struct {
    uint8_t fixed;
    unsigned bits;   // free bits of the lead byte
    uint32_t least;  // the first code point that needs the form
} standard[REFERENCE_FORM] = {
    {0x00, 7, 0x0},        // 0xxxxxxx
    {0xC0, 5, 0x80},       // 110xxxxx 10xxxxxx
    {0xE0, 4, 0x800},      // 1110xxxx and two continuation bytes
    {0xF0, 3, 0x10000},    // 11110xxx and three
    {0xF8, 2, 0x200000},   // 111110xx and four
    {0xFC, 1, 0x4000000},  // 1111110x and five
};
// clang-format on

static const struct encoding *encoding;  // the encoding under test

static void add_forms(const char *name)
{
    for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++) {
        encoding = strcmp(encodings[i].name, name) == 0 ? &encodings[i] : encoding;
    }
    if (encoding == NULL) {
        fail("reference.c has no encoding %s; VERIFY_DESCRIBED=1 takes the spec as reference",
             name);
    }
    for (; form_count < encoding->longest; form_count++) {
        struct form *f = &forms[form_count];
        f->size = form_count + 1;
        f->points = true;
        f->least[0] = standard[form_count].fixed;
        f->radix[0] = 1u << standard[form_count].bits;
        f->end = f->radix[0];
        for (size_t place = 1; place < f->size; place++) {
            f->least[place] = 0x80;  // 10xxxxxx
            f->radix[place] = 64;
            f->end *= 64;
        }
    }
    rule_names[0] = "surrogate_pair";
    if (encoding->surrogates == PAIRED) {
        first_paired = 0x10000;
        high_halves = high_surrogate;
        low_halves = low_surrogate;
    }
}

static void add_all_bounds(size_t f)
{
    add_bounds(f, (struct range){0, 0});
    add_bounds(f, (struct range){standard[f].least, encoding->last});
    add_bounds(f, high_surrogate);
    add_bounds(f, low_surrogate);
    for (size_t i = 0; encoding->without[i] != NULL; i++) {
        for (const struct range *r = encoding->without[i]->ranges; r->first <= r->last; r++) {
            add_bounds(f, *r);
        }
    }
}

static struct result surrogate_result(uint64_t c)
{
    const bool is_high = in(high_surrogate, c);
    struct set pair = {{0}};
    add_rule(&pair, 0);  // surrogate_pair
    const uint32_t pair_rule = set_number(&pair);
    switch (encoding->surrogates) {
    case FREE:
        return (struct result){.fault = NULL};
    case UNPAIRED:
        return (struct result){.activated = is_high ? pair_rule : 0,
                               .forbidden = is_high ? 0 : pair_rule};
    case PAIRED:
        return is_high ? (struct result){.half = HIGH}
                       : (struct result){.fault = "surrogate", .half = LOW};
    default:
        return (struct result){.fault = "surrogate"};
    }
}

// Returns the result for a code point in a form. The octets have been decoded already.
static struct result result_of(size_t f, uint64_t c)
{
    if (encoding->spelling == NUL_IN_TWO && c == 0 && f == 0) {
        return (struct result){.fault = "unlisted", .rank = RANK_UNLISTED};
    }
    if (c < standard[f].least && encoding->spelling != ANY &&
        !(encoding->spelling == NUL_IN_TWO && c == 0 && f == 1)) {
        return (struct result){.fault = "overlong", .rank = RANK_OVERLONG};
    }
    if (c > encoding->last) {
        return (struct result){.fault = "too_large", .rank = RANK_TOO_LARGE};
    }
    if (in(surrogate, c)) {
        return surrogate_result(c);
    }
    for (size_t i = 0; encoding->without[i] != NULL; i++) {
        for (const struct range *r = encoding->without[i]->ranges; r->first <= r->last; r++) {
            if (in(*r, c)) {
                return (struct result){
                    .fault = encoding->without[i]->name, .whole = true, .rank = 1 + i};
            }
        }
    }
    return (struct result){.fault = NULL};
}

// The own form of a code point is the shortest one, except that NUL_IN_TWO gives U+0000 two octets.
static bool is_own(size_t f, uint64_t c)
{
    if (encoding->spelling == NUL_IN_TWO && c == 0) {
        return f == 1;
    }
    return c >= standard[f].least && (f + 1 == REFERENCE_FORM || c < standard[f + 1].least);
}

static void count_characters(void)
{
    memcpy(reference_counts, encoding->counts, sizeof encoding->counts);
}

#endif

// ---- The engine ----

static uint16_t led[256][FORMS];  // the forms that each octet can begin
static size_t led_count[256];
static bool is_later[256];  // can the octet be at a later place of a form?

static int by_size(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static bool same_result(const struct result *a, const struct result *b)
{
    return a->fault == b->fault && a->whole == b->whole && a->rank == b->rank &&
           a->half == b->half && a->activated == b->activated && a->forbidden == b->forbidden;
}

// Cuts the numbers of a form into runs with the same result.
static void cut_into_runs(size_t index)
{
    struct form *f = &forms[index];
    bound_count = 0;
    add_bound(f, 0);
    add_all_bounds(index);
    qsort(bounds, bound_count, sizeof *bounds, by_size);
    f->runs = intern_room(bound_count, sizeof *f->runs);
    for (size_t i = 0; i < bound_count; i++) {
        if (i > 0 && bounds[i] == bounds[i - 1]) {
            continue;
        }
        struct result result = result_of(index, f->base + bounds[i]);
        if (result.rank != rank_unpaired) {
            result.rank += index * RANK_FORM;
        }
        if (f->run_count == 0 || !same_result(&f->runs[f->run_count - 1].result, &result)) {
            f->runs[f->run_count++] = (struct run){.range.first = bounds[i], .result = result};
        }
        f->runs[f->run_count - 1].range.last = f->end - 1;
        if (f->run_count > 1) {
            f->runs[f->run_count - 2].range.last = f->runs[f->run_count - 1].range.first - 1;
        }
    }
}

bool reference_described(void)
{
#ifdef DESCRIBED
    return true;
#else
    return false;
#endif
}

static bool fits(const struct form *form, size_t place, uint8_t octet)
{
    return octet >= form->least[place] && octet - form->least[place] < (int)form->radix[place];
}

bool reference_fits(size_t form, size_t place, uint8_t octet)
{
    return fits(&forms[form], place, octet);
}

void reference_start(const char *name)
{
    set_number(&(struct set){{0}});
    add_forms(name);
    for (size_t f = 0; f < form_count; f++) {
        cut_into_runs(f);
        for (unsigned octet = 0; octet < 256; octet++) {
            if (reference_fits(f, 0, (uint8_t)octet)) {
                led[octet][led_count[octet]++] = (uint16_t)f;
            }
            for (size_t place = 1; place < forms[f].size; place++) {
                is_later[octet] |= reference_fits(f, place, (uint8_t)octet);
            }
        }
    }
    count_characters();
}

// The numbers that octets of a form can become, depending on the missing octets, and the runs of
// these numbers.
struct span {
    const struct form *form;
    struct range numbers;
    const struct run *first, *last;
};

static const struct run *run_of(const struct form *form, uint64_t number)
{
    size_t first = 0, count = form->run_count;
    while (count > 1) {
        const size_t half = count / 2;
        if (form->runs[first + half].range.first <= number) {
            first += half;
            count -= half;
        } else {
            count = half;
        }
    }
    return &form->runs[first];
}

// Returns false if the octets do not begin this form.
static bool begin_form(const struct form *form, const uint8_t *octets, size_t size,
                       struct span *span)
{
    uint64_t number = 0, open = 1;
    if (size > form->size) {
        return false;
    }
    for (size_t i = 0; i < form->size; i++) {
        if (i < size && !fits(form, i, octets[i])) {
            return false;
        }
        number = number * form->radix[i] + (i < size ? (uint64_t)octets[i] - form->least[i] : 0);
        open *= i < size ? 1 : form->radix[i];
    }
    *span = (struct span){form, {number, number + open - 1}, run_of(form, number), NULL};
    span->last = span->first;
    while (span->last->range.last < span->numbers.last) {
        span->last++;
    }
    return true;
}

// The outcome of a code point at the start of a character in a context, or after a high half:
// `nothing` if it is not allowed here, `half_of_pair` if it is a high half, or the context after it.
static const uint64_t nothing = UINT64_MAX, half_of_pair = UINT64_MAX - 1;

static uint64_t outcome(reference_context context, bool after_high, const struct result *result)
{
    if (after_high) {
        return result->half == LOW ? pair_activated : nothing;
    }
    switch (result->half) {
    case HIGH:
        return meet(context, pair_forbidden) ? nothing : half_of_pair;
    case LOW:
        return nothing;
    default:
        return result->fault != NULL || meet(context, result->forbidden) ? nothing
                                                                         : result->activated;
    }
}

// An iterator over the ways to read octets: as the beginning of a form, or as a high half and then
// the beginning of a low half. Set the first four members, then call next_reading until it returns
// false.
struct reading {
    reference_context context;
    const uint8_t *octets;
    size_t size;
    size_t high;    // size of the high half, or 0
    size_t form;    // the next form to try, an index into `led`
    size_t halves;  // the next form to try as a high half
    struct span span;
};

static bool is_high(const struct reading *r, const struct form *form)
{
    struct span span;
    return form->size <= r->size && begin_form(form, r->octets, form->size, &span) &&
           outcome(r->context, false, &span.first->result) == half_of_pair;
}

static bool next_reading(struct reading *r)
{
    const uint8_t lead = r->octets[0];
    for (;;) {
        const uint8_t octet = r->octets[r->high];
        while (r->form < led_count[octet]) {
            if (begin_form(&forms[led[octet][r->form++]], r->octets + r->high, r->size - r->high,
                           &r->span)) {
                return true;
            }
        }
        const struct form *half;
        do {
            if (r->halves == led_count[lead]) {
                return false;
            }
            half = &forms[led[lead][r->halves++]];
        } while (half->size == r->size || !is_high(r, half));
        r->high = half->size;
        r->form = 0;
    }
}

static uint64_t outcome_in(const struct reading *r, const struct run *run)
{
    return outcome(r->context, r->high > 0, &run->result);
}

static void add_word(struct reference_rest *rest, uint64_t word)
{
    if (rest->count == rest->room) {
        rest->room = 2 * rest->room + 64;
        rest->words = intern_more(rest->words, rest->room, sizeof *rest->words);
    }
    rest->words[rest->count++] = word;
}

// Adds the words of the continuations in this reading: first the form and the number of octets
// read; then, for each change of the outcome, the distance to the change and the new outcome.
static void add_rest(struct reference_rest *rest, const struct reading *r)
{
    const uint64_t none = UINT64_MAX - 2, first = r->span.numbers.first;
    uint64_t before = none;
    add_word(rest, (uint64_t)(r->span.form - forms) << 8 | (r->size - r->high));
    for (const struct run *run = r->span.first; run <= r->span.last; run++) {
        const uint64_t now = outcome_in(r, run);
        if (now != before) {
            add_word(rest, run->range.first > first ? run->range.first - first : 0);
            add_word(rest, now);
        }
        before = now;
    }
    add_word(rest, none);
}

static enum reference_verdict verdict_of(const struct reading *r)
{
    for (const struct run *run = r->span.first; run <= r->span.last; run++) {
        const uint64_t what = outcome_in(r, run);
        if (what != nothing) {
            return what == half_of_pair || r->size - r->high < r->span.form->size ? REFERENCE_LIVE
                                                                                  : REFERENCE_WHOLE;
        }
    }
    return REFERENCE_DEAD;
}

enum reference_verdict reference_character(reference_context context, const uint8_t *octets,
                                           size_t size, struct reference_rest *rest)
{
    struct reading r = {context, octets, size, .high = 0};
    enum reference_verdict verdict = REFERENCE_DEAD;
    if (rest != NULL) {
        rest->count = 0;
    }
    while (next_reading(&r)) {
        const enum reference_verdict now = verdict_of(&r);
        if (now == REFERENCE_DEAD) {
            continue;
        }
        if (rest == NULL) {
            return now;
        }
        if (verdict != REFERENCE_DEAD && (verdict == REFERENCE_WHOLE || now == REFERENCE_WHOLE)) {
            fail("two characters have the same octets, or those of one begin those of the other%s",
                 "");
        }
        verdict = now;
        if (now == REFERENCE_WHOLE) {
            rest->context = (reference_context)outcome_in(&r, r.span.first);
        } else {
            add_rest(rest, &r);
        }
    }
    return verdict;
}

reference_context reference_origin(void)
{
    return set_number(&start_rules);
}

bool reference_final(reference_context context)
{
    return first_in_both(context, end_rules.rules) == MOST_RULES;
}

size_t reference_form_size(size_t form)
{
    return form < form_count ? forms[form].size : 0;
}

static size_t encode(const struct form *form, uint64_t number, uint8_t *octets)
{
    for (size_t place = form->size; place-- > 0; number /= form->radix[place]) {
        octets[place] = (uint8_t)(form->least[place] + number % form->radix[place]);
    }
    return form->size;
}

// Rates a character as a filler. 3: it restricts no neighbor; 2: it does not restrict the next one;
// 1: it can be repeated any number of times; 0: it cannot.
static int rating(uint32_t activated, uint32_t forbidden)
{
    return activated == 0 && forbidden == 0                            ? 3
           : activated == 0                                            ? 2
           : !meet(activated, forbidden) && reference_final(activated) ? 1
                                                                       : 0;
}

// Among the runs of this kind in a form that have the best rating, writes the middle of the longest
// one. Returns 0 if there is none.
static size_t middle(const struct form *form, int half, uint8_t *octets)
{
    const struct run *best = NULL;
    int best_rating = 0;
    uint64_t longest = 0;
    for (size_t i = 0; i < form->run_count; i++) {
        const struct run *r = &form->runs[i];
        const uint64_t length = r->range.last - r->range.first + 1;
        const int now = (int)r->result.half != half || (half == NO_HALF && r->result.fault != NULL)
                            ? 0
                            : rating(r->result.activated, r->result.forbidden);
        if (now > best_rating || (now > 0 && now == best_rating && length > longest)) {
            best = r;
            best_rating = now;
            longest = length;
        }
    }
    return best == NULL ? 0 : encode(form, best->range.first + longest / 2, octets);
}

size_t reference_alike(size_t form, size_t index, bool last, uint8_t *octets)
{
    if (form >= form_count || index >= forms[form].run_count) {
        return 0;
    }
    const struct run *r = &forms[form].runs[index];
    return encode(&forms[form], last ? r->range.last : r->range.first, octets);
}

size_t reference_typical(size_t form, uint8_t *octets)
{
    size_t high = 0, low = 0;
    if (form < form_count) {
        return middle(&forms[form], NO_HALF, octets);
    }
    if (rating(pair_activated, pair_forbidden) == 0) {
        return 0;
    }
    for (size_t i = 0; form == form_count && high == 0 && i < form_count; i++) {
        high = middle(&forms[i], HIGH, octets);
    }
    for (size_t i = 0; high > 0 && low == 0 && i < form_count; i++) {
        low = middle(&forms[i], LOW, octets + high);
    }
    return high + low;
}

// Returns the size of the whole character at the start of the octets, and the context after it; 0
// if there is none.
static size_t whole(reference_context context, const uint8_t *octets, size_t size,
                    reference_context *after)
{
    for (size_t i = 0; size > 0 && i < led_count[octets[0]]; i++) {
        const struct form *form = &forms[led[octets[0]][i]];
        struct reading r = {context, octets, form->size, .high = 0};
        if (form->size > size || !begin_form(form, octets, form->size, &r.span)) {
            continue;
        }
        const uint64_t what = outcome_in(&r, r.span.first);
        if (what != nothing && what != half_of_pair) {
            *after = (reference_context)what;
            return form->size;
        }
        const uint8_t next = what == half_of_pair && form->size < size ? octets[form->size] : 0;
        r.high = form->size;
        for (size_t j = 0; what == half_of_pair && r.high < size && j < led_count[next]; j++) {
            const struct form *low = &forms[led[next][j]];
            if (low->size <= size - r.high &&
                begin_form(low, octets + r.high, low->size, &r.span) &&
                outcome_in(&r, r.span.first) != nothing) {
                *after = pair_activated;
                return r.high + low->size;
            }
        }
    }
    return 0;
}

// Returns the size of the whole high half at the start of the octets; 0 if there is none.
static size_t high_half(reference_context context, const uint8_t *octets, size_t size)
{
    const struct reading r = {context, octets, size, .high = 0};
    for (size_t i = 0; size > 0 && i < led_count[octets[0]]; i++) {
        const struct form *form = &forms[led[octets[0]][i]];
        if (is_high(&r, form)) {
            return form->size;
        }
    }
    return 0;
}

// A position in a text that has been read in whole characters.
struct position {
    size_t offset;              // the last place where the text might end
    reference_context context;  // the context there
    size_t at;                  // where the last character ends
    reference_context now;      // the context there
};

static struct position read_characters(reference_context begin, const uint8_t *text, size_t size)
{
    struct position p = {.context = begin, .now = begin};
    size_t octets;
    reference_context after;
    while ((octets = whole(p.now, text + p.at, size - p.at, &after)) > 0) {
        if (reference_final(after)) {
            p.offset = p.at + octets;
            p.context = after;
        }
        p.at += octets;
        p.now = after;
    }
    return p;
}

size_t reference_prefix(const uint8_t *text, size_t size)
{
    return read_characters(reference_origin(), text, size).offset;
}

// Returns the fault of octets whose last one cannot follow the others.
static const char *fault_of(const uint8_t *octets, size_t size)
{
    const struct run *found = NULL;
    struct span span;
    bool begins = false;
    for (size_t i = 0; i < led_count[octets[0]]; i++) {
        if (!begin_form(&forms[led[octets[0]][i]], octets, size, &span)) {
            continue;
        }
        begins = true;
        for (const struct run *run = span.first; run <= span.last; run++) {
            if (run->result.fault != NULL &&
                (found == NULL || run->result.rank < found->result.rank)) {
                found = run;
            }
        }
    }
    if (size == 1 && !begins) {
        return is_later[octets[0]] ? "too_long" : "not_a_form";
    }
    return !begins ? "too_short" : found != NULL ? found->result.fault : "not_a_form";
}

// Returns the first rule that forbids, in a context, the characters that begin with these octets.
static const char *rule_against(reference_context context, const uint8_t *octets, size_t size)
{
    struct reading r = {REFERENCE_START, octets, size, .high = 0};
    size_t first = MOST_RULES;
    while (next_reading(&r)) {
        for (const struct run *run = r.span.first; run <= r.span.last; run++) {
            if (outcome_in(&r, run) == nothing) {
                continue;
            }
            const bool paired = r.high > 0 || run->result.half == HIGH;
            const uint32_t set = paired ? pair_forbidden : run->result.forbidden;
            const size_t rule = first_in_both(context, intern_words(&sets, set));
            first = rule < first ? rule : first;
        }
    }
    return rule_names[first];
}

// A whole form that must not end a text: its size, and the fault if it does.
struct unfinished {
    size_t size;  // 0: there is none
    const char *fault;
};

static struct unfinished unfinished_at(reference_context context, const uint8_t *octets,
                                       size_t size)
{
    reference_context after;
    const size_t one = whole(context, octets, size, &after);
    return one == 0 ? (struct unfinished){high_half(context, octets, size), "unpaired"}
                    : (struct unfinished){one, rule_names[first_in_both(after, end_rules.rules)]};
}

// Returns the size of the first character in the context START, or of the longest beginning of one.
static size_t fresh_octets(const uint8_t *octets, size_t size)
{
    reference_context after;
    size_t fresh = whole(REFERENCE_START, octets, size, &after);
    for (bool more = fresh == 0; more && fresh < size; fresh += more) {
        more = reference_character(REFERENCE_START, octets, fresh + 1, NULL) != REFERENCE_DEAD;
    }
    return fresh;
}

// Returns the first rule of a profile that leaves out these octets or a character that begins with
// them; NULL if there is none. If there is one, sets *whole: are the octets a whole character?
static const char *left_out_by(const uint8_t *octets, size_t size, bool *whole)
{
    const struct run *found = NULL;
    struct span span;
    for (size_t i = 0; i < led_count[octets[0]]; i++) {
        const struct form *form = &forms[led[octets[0]][i]];
        if (!begin_form(form, octets, size, &span)) {
            continue;
        }
        for (const struct run *run = span.first; run <= span.last; run++) {
            if (run->result.whole && (found == NULL || run->result.rank < found->result.rank)) {
                found = run;
                *whole = size == form->size;
            }
        }
    }
    return found == NULL ? NULL : found->result.fault;
}

size_t reference_encoded(const uint8_t *octets, size_t size, bool *whole)
{
    size_t read = 0;
    for (*whole = false; read < size && !*whole; read++) {
        const enum reference_verdict now =
            reference_character(REFERENCE_START, octets, read + 1, NULL);
        *whole = now == REFERENCE_WHOLE;
        if (now == REFERENCE_DEAD && left_out_by(octets, read + 1, whole) == NULL) {
            break;
        }
    }
    return read;
}

static struct reference_error check(reference_context begin, const uint8_t *text, size_t size)
{
    const struct position p = read_characters(begin, text, size);
    const uint8_t *octets = text + p.offset;
    const size_t left = size - p.offset, before = p.offset;
    size_t begun = p.at - p.offset;
    if (left == 0) {
        return (struct reference_error){size, 0, "none", text, 0};
    }
    while (p.offset + begun < size &&
           reference_character(p.now, text + p.at, p.offset + begun + 1 - p.at, NULL) ==
               REFERENCE_LIVE) {
        begun++;
    }
    const bool ended = begun == left, boundary = p.offset + begun == p.at;
    const struct unfinished u = unfinished_at(p.context, octets, begun);
    if ((!ended || boundary) && u.size > 0) {
        return (struct reference_error){p.offset, u.size, u.fault, text, before + u.size};
    }
    if (ended) {
        return (struct reference_error){p.offset, left, "truncated", text, before + left};
    }
    const size_t fresh = fresh_octets(octets, left);
    // If the encoding without its profile reads more octets, all these octets count.
    bool whole = false;
    const size_t encoded = reference_encoded(octets, left, &whole);
    if (encoded > fresh) {
        const char *fault = whole || encoded == left ? left_out_by(octets, encoded, &whole)
                                                     : fault_of(octets, encoded + 1);
        return (struct reference_error){p.offset, encoded, fault, text, before + begun};
    }
    // A character that only the previous one forbids counts as a whole.
    if (fresh > begun) {
        return (struct reference_error){p.offset, fresh, rule_against(p.context, octets, fresh),
                                        text, before + begun};
    }
    return (struct reference_error){p.offset, begun > 0 ? begun : 1, fault_of(octets, begun + 1),
                                    text, before + begun};
}

struct reference_error reference_check(const uint8_t *text, size_t size)
{
    return check(reference_origin(), text, size);
}

struct reference_error reference_check_rest(const uint8_t *text, size_t size)
{
    return check(REFERENCE_START, text, size);
}

// ---- Code points ----

bool reference_numbered(void)
{
    for (size_t f = 0; f < form_count; f++) {
        if (!forms[f].points) {
            return false;
        }
    }
    return true;
}

uint64_t reference_last(void)
{
    const uint64_t highs = high_halves.last + 1 - high_halves.first;
    const uint64_t lows = low_halves.last + 1 - low_halves.first;
    uint64_t last = lows > 0 ? first_paired + highs * lows - 1 : 0;
    for (size_t f = 0; f < form_count; f++) {
        for (size_t i = 0; i < forms[f].run_count; i++) {
            const struct run *r = &forms[f].runs[i];
            if (r->result.fault == NULL && r->result.half == NO_HALF &&
                forms[f].base + r->range.last > last) {
                last = forms[f].base + r->range.last;
            }
        }
    }
    return last;
}

// Reads all octets as one form, as this kind of half or as a whole character. Sets the code point,
// or UINT64_MAX if the form has none. Returns false if no form fits.
static bool read_form(const uint8_t *octets, size_t size, int half, uint64_t *point)
{
    struct span span;
    for (size_t i = 0; i < led_count[octets[0]]; i++) {
        const struct form *form = &forms[led[octets[0]][i]];
        if (form->size == size && begin_form(form, octets, size, &span) &&
            (int)span.first->result.half == half &&
            (half != NO_HALF || span.first->result.fault == NULL)) {
            *point = form->points ? form->base + span.numbers.first : UINT64_MAX;
            return true;
        }
    }
    return false;
}

uint64_t reference_point(const uint8_t *octets, size_t size)
{
    uint64_t point = 0, low = 0;
    if (read_form(octets, size, NO_HALF, &point)) {
        return point;
    }
    const size_t high = reference_high_half(octets, size);
    if (high == 0 || high >= size || !read_form(octets, high, HIGH, &point) ||
        !read_form(octets + high, size - high, LOW, &low)) {
        fail("internal error: reference_point needs one whole character%s", "");
    }
    return first_paired + (point - high_halves.first) * (low_halves.last + 1 - low_halves.first) +
           low - low_halves.first;
}

static size_t spell_form(uint64_t point, int half, uint8_t *octets)
{
    for (size_t f = 0; f < form_count; f++) {
        const uint64_t number = point - forms[f].base;
        if (number >= forms[f].end || !is_own(f, point)) {
            continue;
        }
        const struct result *result = &run_of(&forms[f], number)->result;
        if ((int)result->half == half && (half != NO_HALF || result->fault == NULL)) {
            return encode(&forms[f], number, octets);
        }
    }
    return 0;
}

size_t reference_spell(uint64_t point, uint8_t *octets)
{
    const uint64_t lows = low_halves.last + 1 - low_halves.first;
    if (lows == 0 || point < first_paired || point > reference_last()) {
        return spell_form(point, NO_HALF, octets);
    }
    const uint64_t number = point - first_paired;
    const size_t high = spell_form(high_halves.first + number / lows, HIGH, octets);
    return high + spell_form(low_halves.first + number % lows, LOW, octets + high);
}

size_t reference_high_half(const uint8_t *octets, size_t size)
{
    return high_half(REFERENCE_START, octets, size);
}

size_t reference_replacement(uint8_t *octets)
{
    uint64_t point = 0xFFFD;
#ifdef DESCRIBED
    for (size_t i = 0; i < RULES; i++) {
        point = rules[i].word == WORD_replacement ? rules[i].of.first : point;
    }
#endif
    return reference_spell(point, octets);
}
