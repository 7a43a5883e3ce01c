// SPDX-License-Identifier: 0BSD
//
// The emitted tables of dfa and shift are the reference, for texts of every length.
//
// In: the tables as the compiler has them. Out: a verdict with the shortest bytes that show a
// difference. The one idea: run two machines side by side and visit every pair of states that any
// text reaches; they are the same language if no pair differs in accepting or in being dead.
//
//     reference START, dfa 0   --F4-->   node "F4", dfa 96   --90-->   DEAD, dfa 12: both dead
#include "checks.h"
#include "language.h"
#include "report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OUTSIDE = UINT16_MAX };  // the table led outside itself

// A text that leads to a state.
struct route {
    uint8_t text[64];
    size_t size;
};

struct machine {
    size_t start, dead, states;  // states are less than that
    size_t (*next)(size_t state, uint8_t byte);
    bool (*accepts)(size_t state, const struct route *route);
};

static size_t reference_next(size_t state, uint8_t byte)
{
    return language.next[state][byte];
}

static bool reference_accepts(size_t state, const struct route *route)
{
    (void)route;
    return language.accepts[state];
}

static size_t dfa_next(size_t state, uint8_t byte)
{
    const size_t entry = state + subject.dfa_class[byte];
    const size_t next = entry < subject.dfa_size ? subject.dfa_next(entry) : OUTSIDE;
    return next < subject.dfa_size ? next : OUTSIDE;
}

static size_t shift_next(size_t state, uint8_t byte)
{
    return subject.shift[byte] >> state & 63;
}

// Which states accept stands in a kernel's code: the kernel is asked.
static bool dfa_accepts(size_t state, const struct route *route)
{
    (void)state;
    return subject_kernel_named("dfa").valid(route->text, route->size);
}

static bool shift_accepts(size_t state, const struct route *route)
{
    (void)state;
    return subject_kernel_named("shift").valid(route->text, route->size);
}

static struct machine reference(void)
{
    return (struct machine){LANGUAGE_START, LANGUAGE_DEAD, language.count, reference_next,
                            reference_accepts};
}

// States of dfa are multiples of the number of classes: START is 0 and the dead state the next.
static struct machine dfa(void)
{
    size_t classes = 0;
    for (unsigned byte = 0; byte < 256; byte++) {
        if (subject.dfa_class[byte] >= classes) {
            classes = subject.dfa_class[byte] + 1u;
        }
    }
    return (struct machine){0, classes, subject.dfa_size, dfa_next, dfa_accepts};
}

static struct machine shift(void)
{
    return (struct machine){subject.shift_start, subject.shift_dead, 64, shift_next, shift_accepts};
}

// A pair of states that a text reaches, and how.
struct pair {
    uint16_t a, b;
    uint32_t from;
    uint8_t byte;
};

static struct route route_to(const struct pair *pairs, size_t last)
{
    struct route route = {.size = 0};
    for (size_t i = last; i != 0; i = pairs[i].from) {
        route.size++;
    }
    if (route.size > sizeof route.text) {
        fprintf(stderr, "verify: a state is more than %zu bytes away\n", sizeof route.text);
        exit(2);
    }
    size_t at = route.size;
    for (size_t i = last; i != 0; i = pairs[i].from) {
        route.text[--at] = pairs[i].byte;
    }
    return route;
}

static struct verdict verdict_on(const struct route *route, const char *wrong)
{
    struct verdict v = {.wrong = wrong, .size = route->size};
    memcpy(v.text, route->text, route->size);
    return v;
}

// What is wrong with a pair of states; `accepting` learns whether b's state accepts.
static const char *difference(struct machine a, struct machine b, const struct pair *p,
                              const struct route *route, bool *accepting)
{
    const bool accepts = a.accepts(p->a, route);
    accepting[p->b] = b.accepts(p->b, route);
    if (accepts != accepting[p->b]) {
        return accepts ? "rejects" : "accepts";
    }
    if ((p->a == a.dead) != (p->b == b.dead)) {
        return p->a == a.dead ? "stays alive after" : "is dead after";
    }
    return NULL;
}

static void *room_for(size_t count, size_t size)
{
    void *room = calloc(count, size);
    if (room == NULL) {
        fprintf(stderr, "verify: no memory for %zu pairs of states\n", count);
        exit(2);
    }
    return room;
}

// Visits all pairs, nearest first. `count` gets the number of pairs; `accepting` has room for each
// state of b.
static struct verdict visit_pairs(struct machine a, struct machine b, size_t *count,
                                  bool *accepting, struct pair *pairs, bool *seen)
{
    pairs[0] = (struct pair){.a = (uint16_t)a.start, .b = (uint16_t)b.start};
    seen[a.start * b.states + b.start] = true;
    *count = 1;
    for (size_t i = 0; i < *count; i++) {
        const struct pair p = pairs[i];
        struct route route = route_to(pairs, i);
        const char *wrong = difference(a, b, &p, &route, accepting);
        if (wrong != NULL) {
            return verdict_on(&route, wrong);
        }
        for (unsigned byte = 0; byte < 256; byte++) {
            const size_t to_a = a.next(p.a, (uint8_t)byte), to_b = b.next(p.b, (uint8_t)byte);
            if (to_b == OUTSIDE) {
                struct verdict v = verdict_on(&route, "leads outside its table after");
                v.text[v.size++] = (uint8_t)byte;
                return v;
            }
            if (!seen[to_a * b.states + to_b]) {
                seen[to_a * b.states + to_b] = true;
                pairs[(*count)++] =
                    (struct pair){(uint16_t)to_a, (uint16_t)to_b, (uint32_t)i, (uint8_t)byte};
            }
        }
    }
    return (struct verdict){.wrong = NULL};
}

static struct verdict compare(struct machine a, struct machine b, size_t *count, bool *accepting)
{
    struct pair *pairs = room_for(a.states * b.states, sizeof *pairs);
    bool *seen = room_for(a.states * b.states, sizeof *seen);
    const struct verdict v = visit_pairs(a, b, count, accepting, pairs, seen);
    free(pairs);
    free(seen);
    return v;
}

static struct verdict compare_with_reference(struct machine m, size_t *states)
{
    bool *accepting = room_for(m.states, sizeof *accepting);
    const struct verdict v = compare(reference(), m, states, accepting);
    free(accepting);
    return v;
}

struct verdict automaton_dfa(size_t *states)
{
    return compare_with_reference(dfa(), states);
}

struct verdict automaton_shift(size_t *states)
{
    return compare_with_reference(shift(), states);
}

// How many texts of `size` bytes lead from START to a state that accepts, and to none on their way.
static uint64_t characters(struct machine m, const bool *accepting, size_t size)
{
    uint64_t *ways = room_for(m.states, sizeof *ways), *after = room_for(m.states, sizeof *after);
    uint64_t count = 0;
    ways[m.start] = 1;
    for (size_t i = 0; i < size; i++) {
        memset(after, 0, m.states * sizeof *after);
        for (size_t state = 0; state < m.states; state++) {
            for (unsigned byte = 0; ways[state] > 0 && byte < 256; byte++) {
                after[m.next(state, (uint8_t)byte)] += ways[state];
            }
        }
        for (size_t state = 0; state < m.states; state++) {
            const bool ends = accepting[state];
            count += ends && i + 1 == size ? after[state] : 0;
            ways[state] = ends || state == m.dead ? 0 : after[state];
        }
    }
    free(ways);
    free(after);
    return count;
}

// Are the characters of each length as many as the standard has, and the generator claims?
static bool counts_agree(const char *name, struct machine m, const bool *accepting)
{
    bool agree = true;
    for (size_t size = 1; size <= REFERENCE_LONGEST; size++) {
        const uint64_t found = characters(m, accepting, size),
                       standard = reference_counts[size - 1];
        const uint64_t claimed = size <= subject.longest ? subject.counts[size - 1] : 0;
        if (found != standard || claimed != standard) {
            report_wrong(name,
                         "%" PRIu64 " characters of %zu bytes; the generator claims %" PRIu64
                         ", the standard has %" PRIu64,
                         found, size, claimed, standard);
            agree = false;
        }
    }
    return agree;
}

static void check_machine(const char *name, struct machine m)
{
    if (!report_begin(name, "proved")) {
        return;
    }
    bool *accepting = room_for(m.states, sizeof *accepting);
    size_t pairs, with_dfa = 0;
    struct verdict v = compare(reference(), m, &pairs, accepting);
    if (v.wrong != NULL) {
        report_wrong(name, "%s %s", v.wrong, report_hex(v.text, v.size));
    }
    bool passed = v.wrong == NULL && counts_agree(name, m, accepting);
    if (passed && compare_with_reference(dfa(), &with_dfa).wrong == NULL) {
        v = compare(dfa(), m, &with_dfa, accepting);
        passed = v.wrong == NULL && with_dfa == pairs;
        if (!passed) {
            report_wrong(name, "%s %s, unlike dfa", v.wrong == NULL ? "has other states" : v.wrong,
                         report_hex(v.text, v.size));
        }
    }
    free(accepting);
    report_end(name, "proved", passed, "tables",
               "%zu states reached, paired one to one with the reference's %zu", pairs,
               language.count);
}

void automaton_check(void)
{
    report_opening(&(struct report_opening){
        .title = "Automaton",
        .establishes =
            "the tables of dfa and shift accept, and are dead after, exactly the texts of any "
            "length that the reference does; the two are one automaton",
        .assumes =
            "a kernel steps through its table as `next[state + class[byte]]` and `table[byte] "
            ">> (state & 63)`, and accepts by the state alone; exhaustive and sweep look at that",
        .excludes = "the loops around the tables",
        .oracle = "reference.c, made finite by language.c",
    });
    printf("  The reference: %zu nodes out of %zu pending strings; characters of 1 to %zu bytes:",
           language.count, language.pending, subject.longest);
    for (size_t size = 1; size <= subject.longest; size++) {
        printf(" %" PRIu64, characters(reference(), language.accepts, size));
    }
    printf("\n");
    if (!counts_agree("reference", reference(), language.accepts)) {
        return;
    }
    check_machine("dfa", dfa());
    if (subject.shift != NULL) {
        check_machine("shift", shift());
    }
}
