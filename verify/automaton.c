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
#include <string.h>

enum { STATES = 256, OUTSIDE = STATES };  // OUTSIDE: the table led outside itself

struct machine {
    size_t start, dead;
    size_t (*next)(size_t state, uint8_t byte);
};

static size_t reference_next(size_t state, uint8_t byte)
{
    return language.next[state][byte];
}

static size_t dfa_next(size_t state, uint8_t byte)
{
    const size_t entry = state + subject.dfa_class[byte];
    return entry < subject.dfa_size ? subject.dfa_next[entry] : OUTSIDE;
}

static size_t shift_next(size_t state, uint8_t byte)
{
    return subject.shift[byte] >> state & 63;
}

static struct machine reference(void)
{
    return (struct machine){LANGUAGE_START, LANGUAGE_DEAD, reference_next};
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
    return (struct machine){0, classes, dfa_next};
}

static struct machine shift(void)
{
    return (struct machine){subject.shift_start, subject.shift_dead, shift_next};
}

// A pair of states that a text reaches, and how.
struct pair {
    uint16_t a, b, from;
    uint8_t byte;
};

static struct verdict path(const struct pair *pairs, size_t last, const char *wrong)
{
    struct verdict v = {.wrong = wrong};
    for (size_t i = last; i != 0; i = pairs[i].from) {
        v.size++;
    }
    size_t at = v.size;
    for (size_t i = last; i != 0; i = pairs[i].from) {
        at--;
        if (at < sizeof v.text) {
            v.text[at] = pairs[i].byte;
        }
    }
    return v;
}

// Visits all pairs, nearest first. `count` gets the number of pairs.
static struct verdict compare(struct machine a, struct machine b, size_t *count)
{
    static struct pair pairs[LANGUAGE_NODES * STATES];
    static bool seen[STATES][STATES];
    memset(seen, 0, sizeof seen);
    pairs[0] = (struct pair){(uint16_t)a.start, (uint16_t)b.start, 0, 0};
    seen[a.start][b.start] = true;
    *count = 1;
    for (size_t i = 0; i < *count; i++) {
        const struct pair p = pairs[i];
        if ((p.a == a.start) != (p.b == b.start)) {
            return path(pairs, i, p.a == a.start ? "rejects" : "accepts");
        }
        if ((p.a == a.dead) != (p.b == b.dead)) {
            return path(pairs, i, p.a == a.dead ? "stays alive after" : "is dead after");
        }
        for (unsigned byte = 0; byte < 256; byte++) {
            const size_t to_a = a.next(p.a, (uint8_t)byte), to_b = b.next(p.b, (uint8_t)byte);
            if (to_b == OUTSIDE) {
                struct verdict v = path(pairs, i, "leads outside its table after");
                v.text[v.size++] = (uint8_t)byte;
                return v;
            }
            if (!seen[to_a][to_b]) {
                seen[to_a][to_b] = true;
                pairs[(*count)++] =
                    (struct pair){(uint16_t)to_a, (uint16_t)to_b, (uint16_t)i, (uint8_t)byte};
            }
        }
    }
    return (struct verdict){.wrong = NULL};
}

struct verdict automaton_dfa(size_t *states)
{
    return compare(reference(), dfa(), states);
}

struct verdict automaton_shift(size_t *states)
{
    return compare(reference(), shift(), states);
}

// How many texts of `size` bytes lead from START to START, and nowhere there on their way.
static uint64_t characters(struct machine m, size_t size)
{
    uint64_t ways[STATES] = {0}, after[STATES];
    ways[m.start] = 1;
    for (size_t i = 0; i < size; i++) {
        memset(after, 0, sizeof after);
        for (size_t state = 0; state < STATES; state++) {
            if (ways[state] == 0 || (i > 0 && state == m.start)) {
                continue;
            }
            for (unsigned byte = 0; byte < 256; byte++) {
                after[m.next(state, (uint8_t)byte)] += ways[state];
            }
        }
        memcpy(ways, after, sizeof ways);
    }
    return ways[m.start];
}

// Are the characters of each length as many as the standard has, and the generator claims?
static bool counts_agree(const char *name, struct machine m)
{
    bool agree = true;
    for (size_t size = 1; size <= subject.longest; size++) {
        const uint64_t found = characters(m, size), standard = reference_counts[size - 1];
        const uint64_t claimed = subject.counts[size - 1];
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
    size_t pairs, with_dfa = 0;
    struct verdict v = compare(reference(), m, &pairs);
    if (v.wrong != NULL) {
        report_wrong(name, "%s %s", v.wrong, report_hex(v.text, v.size));
    }
    bool passed = v.wrong == NULL && counts_agree(name, m);
    if (passed && compare(reference(), dfa(), &with_dfa).wrong == NULL) {
        v = compare(dfa(), m, &with_dfa);
        passed = v.wrong == NULL && with_dfa == pairs;
        if (!passed) {
            report_wrong(name, "%s %s, unlike dfa", v.wrong == NULL ? "has other states" : v.wrong,
                         report_hex(v.text, v.size));
        }
    }
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
            ">> (state & 63)`; exhaustive and sweep look at that",
        .excludes = "the loops around the tables",
        .oracle = "reference.c, made finite by language.c",
    });
    printf("  The reference: %zu nodes out of %zu pending strings; characters of 1 to %zu bytes:",
           language.count, language.pending, subject.longest);
    for (size_t size = 1; size <= subject.longest; size++) {
        printf(" %" PRIu64, characters(reference(), size));
    }
    printf("\n");
    if (!counts_agree("reference", reference())) {
        return;
    }
    check_machine("dfa", dfa());
    check_machine("shift", shift());
}
