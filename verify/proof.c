// SPDX-License-Identifier: 0BSD
//
// The block check is the reference, for texts of every length.
//
// In: the emitted classify and combine of one instruction set. Out: a proof that a text, with pads
// before and after it, has no flagged window exactly if it is well-formed; or the shortest bytes
// that show the contrary. The one idea: of a byte that lies j positions back nothing matters but
// what classify_j, classify_j+1, ... make of it, and of those values nothing but what combine can
// tell apart. Bytes alike in all that are one class; so the contexts (node of the reference, classes
// of the last k - 1 bytes) are some hundred, and all are visited for as long as nothing is flagged:
//
//     a byte is flagged, the reference is alive    false alarm: a completion is well-formed
//     pads follow                                  flagged exactly if the reference did not accept
//
//     C0 F0 90 80 80   accepted if this_high[F] lacks too_short: found at once, though no text of
//                      one to four bytes shows it
#include "checks.h"
#include "language.h"
#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Bytes at one age, which is how many positions back they lie: their classes.
struct age {
    uint8_t value[256];  // of a byte: what classify makes of it, or a value like that to combine
    size_t classes;
    uint8_t class_of[256];  // of a byte
    uint8_t byte[256];      // of a class: one that belongs to it
    uint8_t older[256];     // of a class: the class at the next age
};

struct context {
    uint8_t node;                     // of the reference
    uint8_t delay;                    // bytes since it died, at most k
    uint8_t history[SIMD_POSITIONS];  // [j]: class of the byte at age j; [0] is not used
    uint8_t byte;                     // that led here
    uint32_t from;                    // the context before it
};

struct exploration {
    const struct simd *simd;
    struct age ages[SIMD_POSITIONS];
    struct context *contexts;
    size_t count, room;
    uint32_t *slots;  // hash table: numbers of contexts, + 1
    size_t delay;     // the largest until a flag
};

// What classify makes of each byte at this age.
static void classify_all(const struct simd *simd, size_t age, uint8_t values[256])
{
    uint8_t bytes[256];
    for (unsigned b = 0; b < 256; b++) {
        bytes[b] = (uint8_t)b;
    }
    for (size_t b = 0; b < 256; b += simd->width) {
        simd->classify(age, bytes + b, values + b);
    }
}

// The different values at one age.
struct values {
    uint8_t at[256 + SIMD_WIDEST];
    size_t count;
};

static struct values different(const uint8_t value[256])
{
    struct values v = {.count = 0};
    bool seen[256] = {false};
    for (unsigned b = 0; b < 256; b++) {
        if (!seen[value[b]]) {
            seen[value[b]] = true;
            v.at[v.count++] = value[b];
        }
    }
    return v;
}

// Sets rows other than `age` to the next choice of one value each; false after the last.
static bool next_choice(const struct values *values, size_t age, size_t *choice,
                        uint8_t (*rows)[SIMD_WIDEST])
{
    for (size_t other = 0; other < subject.window; other++) {
        if (other != age) {
            const bool more = ++choice[other] < values[other].count;
            choice[other] = more ? choice[other] : 0;
            memset(rows[other], values[other].at[choice[other]], SIMD_WIDEST);
            if (more) {
                return true;
            }
        }
    }
    return false;
}

// Parts values whose flags differ; like[v] is the first value that v is like.
static void part_values(uint8_t *like, const uint8_t *flags, size_t count)
{
    uint8_t old[256];
    memcpy(old, like, count);
    for (size_t v = 0; v < count; v++) {
        like[v] = old[v];
        while (old[like[v]] != old[v] || flags[like[v]] != flags[v]) {
            like[v]++;
        }
    }
}

// Makes one value of those at an age that combine cannot tell apart, whatever the others are.
static void merge_values(struct exploration *x, struct values *values, size_t age)
{
    enum { PATTERNS = 8 };
    uint8_t rows[SIMD_POSITIONS][SIMD_WIDEST], flags[256 + SIMD_WIDEST];
    uint8_t known[PATTERNS][256];  // flags that were seen lately: nothing new to learn from them
    uint8_t like[256] = {0}, merged[256];
    size_t choice[SIMD_POSITIONS] = {0}, patterns = 0;
    struct values *own = &values[age];
    for (size_t other = 0; other < subject.window; other++) {
        memset(rows[other], values[other].at[0], SIMD_WIDEST);
    }
    do {
        for (size_t v = 0; v < own->count; v += x->simd->width) {
            memcpy(rows[age], own->at + v, x->simd->width);
            x->simd->combine(rows, flags + v);
        }
        for (size_t v = 0; v < own->count; v++) {
            flags[v] = flags[v] != 0;
        }
        size_t p = 0;
        while (p < patterns && p < PATTERNS && memcmp(known[p], flags, own->count) != 0) {
            p++;
        }
        if (p < patterns && p < PATTERNS) {
            continue;
        }
        memcpy(known[patterns++ % PATTERNS], flags, own->count);
        part_values(like, flags, own->count);
    } while (next_choice(values, age, choice, rows));
    for (size_t v = 0; v < own->count; v++) {
        merged[own->at[v]] = own->at[like[v]];
    }
    for (unsigned b = 0; b < 256; b++) {
        x->ages[age].value[b] = merged[x->ages[age].value[b]];
    }
    *own = different(x->ages[age].value);
}

// One class for bytes with equal value, equal class at the next age, and equal column.
static void part_bytes(struct age *age, const uint8_t older[256], const uint8_t column[256])
{
    age->classes = 0;
    for (unsigned b = 0; b < 256; b++) {
        size_t c = 0;
        while (c < age->classes &&
               (age->value[age->byte[c]] != age->value[b] || age->older[c] != older[b] ||
                column[age->byte[c]] != column[b])) {
            c++;
        }
        if (c == age->classes) {
            age->byte[c] = (uint8_t)b;
            age->older[c] = older[b];
            age->classes++;
        }
        age->class_of[b] = (uint8_t)c;
    }
}

// Classes of all ages, the oldest first; at age 0 the reference must take them alike, too.
static void part_ages(struct exploration *x)
{
    static const uint8_t alike[256];
    const uint8_t *older = alike;
    struct values values[SIMD_POSITIONS];
    for (size_t age = 0; age < subject.window; age++) {
        classify_all(x->simd, age, x->ages[age].value);
        values[age] = different(x->ages[age].value);
    }
    for (size_t age = subject.window; age-- > 0;) {
        merge_values(x, values, age);
        part_bytes(&x->ages[age], older, age == 0 ? language.column : alike);
        older = x->ages[age].class_of;
    }
}

static size_t hash(const struct context *c)
{
    uint64_t h = (uint64_t)c->node << 8 | c->delay;
    for (size_t age = 1; age < subject.window; age++) {
        h = (h ^ c->history[age]) * 0x9E3779B97F4A7C15u;
    }
    return (size_t)(h ^ h >> 32);
}

static bool same(const struct context *a, const struct context *b)
{
    return a->node == b->node && a->delay == b->delay &&
           memcmp(a->history + 1, b->history + 1, subject.window - 1) == 0;
}

// The slot of the context, or the free one where it belongs.
static uint32_t *slot_of(struct exploration *x, const struct context *c)
{
    size_t i = hash(c);
    while (x->slots[i & (2 * x->room - 1)] != 0 &&
           !same(c, &x->contexts[x->slots[i & (2 * x->room - 1)] - 1])) {
        i++;
    }
    return &x->slots[i & (2 * x->room - 1)];
}

static void make_room(struct exploration *x, size_t room)
{
    x->room = room;
    x->contexts = realloc(x->contexts, room * sizeof *x->contexts);
    free(x->slots);
    x->slots = calloc(2 * room, sizeof *x->slots);
    if (x->contexts == NULL || x->slots == NULL) {
        fprintf(stderr, "verify: no memory for %zu contexts\n", room);
        exit(2);
    }
    for (size_t i = 0; i < x->count; i++) {
        *slot_of(x, &x->contexts[i]) = (uint32_t)i + 1;
    }
}

static void visit(struct exploration *x, const struct context *c)
{
    if (x->count == x->room) {
        make_room(x, 2 * x->room);
    }
    uint32_t *slot = slot_of(x, c);
    if (*slot == 0) {
        x->contexts[x->count++] = *c;
        *slot = (uint32_t)x->count;
    }
}

// The context one byte later.
static struct context step(const struct exploration *x, size_t from, uint8_t byte)
{
    const struct context *c = &x->contexts[from];
    struct context next = {.byte = byte, .from = (uint32_t)from};
    next.node = language.next[c->node][byte];
    if (c->node == LANGUAGE_DEAD) {
        next.delay = (uint8_t)(c->delay + (c->delay < subject.window));
    }
    next.history[1] = x->ages[0].older[x->ages[0].class_of[byte]];
    for (size_t age = 1; age + 1 < subject.window; age++) {
        next.history[age + 1] = x->ages[age].older[c->history[age]];
    }
    return next;
}

// The errors where `width` current bytes, one a lane, each follow this history.
static void current_errors(const struct exploration *x, const uint8_t *history,
                           const uint8_t *values, uint8_t *errors)
{
    uint8_t rows[SIMD_POSITIONS][SIMD_WIDEST];
    memcpy(rows[0], values, x->simd->width);
    for (size_t age = 1; age < subject.window; age++) {
        const struct age *a = &x->ages[age];
        memset(rows[age], a->value[a->byte[history[age]]], x->simd->width);
    }
    x->simd->combine(rows, errors);
}

// Is a window flagged if k - 1 pads follow?
static bool pads_flag(const struct exploration *x, const struct context *c)
{
    uint8_t history[SIMD_POSITIONS], pads[SIMD_WIDEST], errors[SIMD_WIDEST];
    memcpy(history, c->history, sizeof history);
    memset(pads, x->ages[0].value[subject.pad], sizeof pads);
    for (size_t pad = 1; pad < subject.window; pad++) {
        current_errors(x, history, pads, errors);
        if (errors[0] != 0) {
            return true;
        }
        for (size_t age = subject.window - 1; age > 1; age--) {
            history[age] = x->ages[age - 1].older[history[age - 1]];
        }
        history[1] = x->ages[0].older[x->ages[0].class_of[subject.pad]];
    }
    return false;
}

// The text that leads to a context.
static struct verdict text_of(const struct exploration *x, size_t context, const char *wrong)
{
    struct verdict v = {.wrong = wrong};
    for (size_t i = context; i != 0; i = x->contexts[i].from) {
        v.size++;
    }
    if (v.size > sizeof v.text / 2) {
        v.size = 0;  // no minimal counterexample is that long
    }
    size_t at = v.size;
    for (size_t i = context; at > 0; i = x->contexts[i].from) {
        v.text[--at] = x->contexts[i].byte;
    }
    return v;
}

// Visits what follows one context; a counterexample if there is one.
static struct verdict check_context(struct exploration *x, size_t i)
{
    const struct context c = x->contexts[i];
    if (pads_flag(x, &c) != (c.node != LANGUAGE_START)) {
        return text_of(x, i, c.node == LANGUAGE_START ? "rejects" : "accepts");
    }
    uint8_t values[256 + SIMD_WIDEST] = {0}, errors[256 + SIMD_WIDEST];
    for (size_t kind = 0; kind < x->ages[0].classes; kind++) {
        values[kind] = x->ages[0].value[x->ages[0].byte[kind]];
    }
    for (size_t kind = 0; kind < x->ages[0].classes; kind += x->simd->width) {
        current_errors(x, c.history, values + kind, errors + kind);
    }
    for (size_t kind = 0; kind < x->ages[0].classes; kind++) {
        const struct context next = step(x, i, x->ages[0].byte[kind]);
        if (errors[kind] == 0) {
            visit(x, &next);
        } else if (next.node != LANGUAGE_DEAD) {
            struct verdict v = text_of(x, i, "rejects");
            v.text[v.size++] = next.byte;
            v.size += language_complete(next.node, v.text + v.size);
            return v;
        } else if (next.delay > x->delay) {
            x->delay = next.delay;
        }
    }
    return (struct verdict){.wrong = NULL};
}

struct verdict proof_windows(const struct simd *simd, size_t *contexts, size_t *delay)
{
    struct exploration x = {.simd = simd};
    struct context start = {.node = LANGUAGE_START};
    struct verdict v = {.wrong = NULL};
    part_ages(&x);
    for (size_t age = 1; age < subject.window; age++) {
        start.history[age] = x.ages[age].class_of[subject.pad];
    }
    make_room(&x, 1024);
    visit(&x, &start);
    for (size_t i = 0; i < x.count && v.wrong == NULL; i++) {
        v = check_context(&x, i);
    }
    *contexts = x.count;
    *delay = x.delay;
    free(x.contexts);
    free(x.slots);
    return v;
}

// Is X_errors, at p, what combine and classify make of the bytes at p, p - 1, p - 2, ...?
static bool lanes_agree(const struct simd *simd, const uint8_t *p)
{
    uint8_t rows[SIMD_POSITIONS][SIMD_WIDEST], expected[SIMD_WIDEST], found[SIMD_WIDEST];
    for (size_t age = 0; age < subject.window; age++) {
        simd->classify(age, p - age, rows[age]);
    }
    simd->combine(rows, expected);
    simd->errors(p, found);
    if (memcmp(expected, found, simd->width) == 0) {
        return true;
    }
    report_wrong(simd->name, "errors differ from combine(classify...) on %s",
                 report_hex(p - subject.window + 1, simd->width + subject.window - 1));
    return false;
}

// Random texts, then each pair of bytes from different classes at each lane and distance.
static bool check_lanes(const struct simd *simd, size_t *texts)
{
    struct exploration x = {.simd = simd};
    uint8_t text[SIMD_POSITIONS + SIMD_WIDEST];
    uint8_t *p = text + SIMD_POSITIONS;
    uint64_t random = 1;
    part_ages(&x);
    for (*texts = 0; *texts < 100000; ++*texts) {
        for (size_t i = 0; i < sizeof text; i++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            text[i] = (uint8_t)(random >> 56);
        }
        if (!lanes_agree(simd, p)) {
            return false;
        }
    }
    memset(text, subject.pad, sizeof text);
    const size_t pairs = x.ages[0].classes * x.ages[0].classes;
    for (uint8_t *lane = p; lane < p + simd->width; lane++) {
        for (size_t age = 1; age < subject.window; age++) {
            for (size_t pair = 0; pair < pairs; pair++, ++*texts) {
                *lane = x.ages[0].byte[pair / x.ages[0].classes];
                *(lane - age) = x.ages[0].byte[pair % x.ages[0].classes];
                if (!lanes_agree(simd, p)) {
                    return false;
                }
            }
            *(lane - age) = subject.pad;
        }
        *lane = subject.pad;
    }
    return true;
}

void proof_check(void)
{
    report_opening(&(struct report_opening){
        .title = "Proof",
        .establishes =
            "of a text of any length, with pads around it, no window is flagged exactly if "
            "the text is well-formed; and a text that dies is flagged within k - 1 bytes, "
            "pads included",
        .assumes = "lanes behave alike: that X_errors is combine(classify...) is tested, on random "
                   "text and on each pair of classes in each lane, not proved",
        .excludes = "loads, ASCII skipping, tails and dispatch: sweep looks at those",
        .oracle = "reference.c, made finite by language.c",
    });
    for (size_t i = 0; i < subject.simds; i++) {
        const struct simd *simd = &subject.simd[i];
        size_t contexts, delay, texts = 0;
        if (!report_begin(simd->name, "proved")) {
            continue;
        }
        const struct verdict v = proof_windows(simd, &contexts, &delay);
        if (v.wrong != NULL) {
            report_wrong(simd->name, "%s %s", v.wrong, report_hex(v.text, v.size));
        } else if (delay >= subject.window) {
            report_wrong(simd->name, "flags some text only %zu bytes after it died", delay);
        }
        const bool lanes = check_lanes(simd, &texts);
        report_end(simd->name, "proved", v.wrong == NULL && delay < subject.window && lanes,
                   "windows", "%zu contexts, flagged at most %zu bytes late; %zu blocks compared",
                   contexts, delay, texts);
    }
}
