// SPDX-License-Identifier: 0BSD
//
// The emitted tables of dfa and shift equal the reference, for texts of any length.
//
// In: the tables as compiled. Out: a verdict, with the shortest bytes that show a difference.
//
// The idea: run two automata side by side, and visit every pair of states that a text reaches.
// Their languages are equal if the states of each pair agree: both accept or neither does, and both
// are dead or neither is.
//
//     reference START, dfa 0   --F4-->   node "F4", dfa 96   --90-->   DEAD, dfa 12: both dead
//
// In two minimal automata of one language, each state has exactly one partner. So after a change of
// a table, it is enough to visit the new pairs; a new pair soon shows a difference.
#include "checks.h"
#include "../shared/intern.h"
#include "../reference/language.h"
#include "../shared/report.h"
#include "../shared/strings.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const size_t outside = SIZE_MAX;  // a next state that is not in the table

// A text that leads to a state.
struct route {
    uint8_t text[64];
    size_t size;
};

struct machine {
    // start: where the comparison begins. free: where a character begins that no rule restricts.
    size_t start, free, dead, states;  // states are less than `states`
    size_t (*next)(size_t state, uint8_t byte);
    bool (*accepts)(size_t state, const struct route *route);
    const bool *boundary;  // may a character begin here? NULL if unknown
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
    const size_t next = entry < subject.dfa_size ? subject.dfa_next(entry) : outside;
    return next < subject.dfa_size ? next : outside;
}

size_t automaton_shift_states(void)
{
    return 64 * subject.shift_words;
}

size_t automaton_shift_next(size_t state, uint8_t byte)
{
    const uint64_t word = subject.shift[256 * (state / 64) + byte];
    return word >> state % 64 & (automaton_shift_states() - 1);
}

// NULL if texts begin in state 0. If a `never` rule applies at the start of a text, texts begin in
// another state; then each state of the kernel dfa has an entry: 1 if no text may end there; 2 if a
// text may end there; 0 if this is not known, since state 0 does not lead there.
static uint8_t *dfa_final;

// Unless dfa_final has the state, calls the kernel: its code, not a table, has the accepting states.
static bool dfa_accepts(size_t state, const struct route *route)
{
    return dfa_final != NULL && dfa_final[state] != 0
               ? dfa_final[state] == 2
               : subject_kernel_named("dfa").valid(route->text, route->size);
}

// Does a kernel accept a route that begins after a character? If the route leads to another node
// from the start of a text, puts a text that leads to language.free before it. If no such text
// exists, returns the reference's answer.
static bool accepts_rest(const char *kernel, const struct route *route)
{
    uint8_t text[STRINGS_WAY + sizeof route->text];
    size_t before = 0;
    const uint16_t node = language_walk_rest(route->text, route->size);
    if (language_walk(route->text, route->size) != node &&
        !strings_reach(language.free, text, &before)) {
        return language.accepts[node];
    }
    memcpy(text + before, route->text, route->size);
    return subject_kernel_named(kernel).valid(text, before + route->size);
}

static bool dfa_accepts_rest(size_t state, const struct route *route)
{
    (void)state;
    return accepts_rest("dfa", route);
}

static bool shift_accepts(size_t state, const struct route *route)
{
    (void)state;
    return accepts_rest("shift", route);
}

// Returns the reference as a machine that begins at START; if `rest`, at language.free.
static struct machine reference(bool rest)
{
    return (struct machine){rest ? language.free : LANGUAGE_START,
                            language.free,
                            LANGUAGE_DEAD,
                            language.count,
                            reference_next,
                            reference_accepts,
                            language.boundary};
}

// A state of dfa is a multiple of the number of classes. State 0 is the state after a character
// that activates no rule; the dead state comes next.
static struct machine dfa(bool rest)
{
    size_t classes = 0;
    for (unsigned byte = 0; byte < 256; byte++) {
        if (subject.dfa_class[byte] >= classes) {
            classes = subject.dfa_class[byte] + 1u;
        }
    }
    return (struct machine){
        rest ? 0 : subject.dfa_origin,         0,   classes, subject.dfa_size, dfa_next,
        rest ? dfa_accepts_rest : dfa_accepts, NULL};
}

static struct machine shift(void)
{
    return (struct machine){subject.shift_start,
                            subject.shift_start,
                            subject.shift_dead,
                            automaton_shift_states(),
                            automaton_shift_next,
                            shift_accepts,
                            NULL};
}

// A pair of states that a text reaches, and the last step to it.
struct pair {
    uint32_t a, b;
    uint32_t from;
    uint32_t other;  // 1 + the index of the previous pair with the same b; 0: none
    uint8_t byte;
};

struct comparison {
    struct machine a, b;
    struct pair *pairs;
    size_t count, room;
    uint32_t *last;  // per state of b: 1 + the index of its last pair; 0: none
    bool *boundary;  // per state of b: may a character begin at its first partner?
};

static void open_comparison(struct comparison *c, struct machine a, struct machine b)
{
    *c = (struct comparison){.a = a, .b = b};
    c->last = intern_room(b.states, sizeof *c->last);
    c->boundary = intern_room(b.states, sizeof *c->boundary);
}

static void close_comparison(struct comparison *c)
{
    free(c->pairs);
    free(c->last);
    free(c->boundary);
    *c = (struct comparison){.count = 0};
}

// Adds a pair, unless it is known.
static void add_pair(struct comparison *c, size_t a, size_t b, size_t from, uint8_t byte)
{
    uint32_t other = c->last[b];
    while (other != 0 && c->pairs[other - 1].a != a) {
        other = c->pairs[other - 1].other;
    }
    if (other != 0) {
        return;
    }
    if (c->count == c->room) {
        c->room = 2 * c->room + 64;
        c->pairs = intern_more(c->pairs, c->room, sizeof *c->pairs);
    }
    if (c->last[b] == 0 && c->a.boundary != NULL) {
        c->boundary[b] = c->a.boundary[a];
    }
    c->pairs[c->count] = (struct pair){(uint32_t)a, (uint32_t)b, (uint32_t)from, c->last[b], byte};
    c->last[b] = (uint32_t)++c->count;
}

// Removes all pairs except the first `count`.
static void keep_pairs(struct comparison *c, size_t count)
{
    while (c->count > count) {
        const struct pair *p = &c->pairs[--c->count];
        c->last[p->b] = p->other;
    }
}

static struct route route_to(const struct pair *pairs, size_t last)
{
    struct route route = {.size = 0};
    for (size_t i = last; i != 0; i = pairs[i].from) {
        route.size++;
    }
    if (route.size >= sizeof route.text) {
        fprintf(stderr,
                "verify: error: a state is reached only by texts of %zu bytes or more; this check "
                "has no room for them\n",
                sizeof route.text);
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

// Returns how the two states of a pair differ, or NULL.
static const char *difference(const struct comparison *c, const struct pair *p,
                              const struct route *route)
{
    const bool accepts = c->a.accepts(p->a, route);
    if (accepts != c->b.accepts(p->b, route)) {
        return accepts ? "rejects the well-formed text" : "accepts the ill-formed text";
    }
    if ((p->a == c->a.dead) != (p->b == c->b.dead)) {
        return p->a == c->a.dead ? "is not dead, although no well-formed text begins with"
                                 : "is dead, although a well-formed text begins with";
    }
    if (c->a.boundary != NULL && c->a.boundary[p->a] != c->boundary[p->b]) {
        return "has one state for a place inside a character and a place between characters, after";
    }
    return NULL;
}

// Follows one byte from a pair.
static struct verdict follow(struct comparison *c, size_t i, uint8_t byte)
{
    const size_t to_a = c->a.next(c->pairs[i].a, byte), to_b = c->b.next(c->pairs[i].b, byte);
    if (to_b == outside) {
        const struct route route = route_to(c->pairs, i);
        struct verdict v = verdict_on(&route, "leads outside its table after");
        v.text[v.size++] = byte;
        return v;
    }
    add_pair(c, to_a, to_b, i, byte);
    return (struct verdict){.wrong = NULL};
}

// Visits all pairs from index `first` on, the pairs with the shortest texts first.
static struct verdict visit_pairs(struct comparison *c, size_t first)
{
    for (size_t i = first; i < c->count; i++) {
        const struct route route = route_to(c->pairs, i);
        const char *wrong = difference(c, &c->pairs[i], &route);
        if (wrong != NULL) {
            return verdict_on(&route, wrong);
        }
        for (unsigned byte = 0; byte < 256; byte++) {
            const struct verdict v = follow(c, i, (uint8_t)byte);
            if (v.wrong != NULL) {
                return v;
            }
        }
    }
    return (struct verdict){.wrong = NULL};
}

static struct verdict compare(struct comparison *c, struct machine a, struct machine b)
{
    open_comparison(c, a, b);
    add_pair(c, a.start, b.start, 0, 0);
    return visit_pairs(c, 0);
}

static struct verdict compare_with_reference(struct machine m, bool rest, size_t *states)
{
    struct comparison c;
    const struct verdict v = compare(&c, reference(rest), m);
    *states = c.count;
    close_comparison(&c);
    return v;
}

// Sets dfa_final, if the origin is not state 0.
static void find_final_states(void)
{
    struct comparison c;
    if (subject.dfa_origin == 0 || dfa_final != NULL) {
        return;
    }
    compare(&c, reference(true), dfa(true));
    uint8_t *final = intern_room(subject.dfa_size, 1);
    for (size_t i = 0; i < c.count; i++) {
        const struct route route = route_to(c.pairs, i);
        final[c.pairs[i].b] = accepts_rest("dfa", &route) ? 2 : 1;
    }
    dfa_final = final;
    close_comparison(&c);
}

struct verdict automaton_dfa(size_t *states)
{
    find_final_states();
    return compare_with_reference(dfa(false), false, states);
}

struct verdict automaton_shift(size_t *states)
{
    return compare_with_reference(shift(), true, states);
}

static struct comparison kept;

static bool keep(struct machine m, bool rest)
{
    close_comparison(&kept);
    return compare(&kept, reference(rest), m).wrong == NULL;
}

bool automaton_keep_dfa(void)
{
    find_final_states();
    return keep(dfa(false), false);
}

bool automaton_keep_shift(void)
{
    return keep(shift(), true);
}

// Follows these bytes from a pair, and visits the new pairs.
static struct verdict follow_bytes(size_t i, const uint8_t *bytes, size_t count)
{
    struct verdict v = {.wrong = NULL};
    for (size_t j = 0; j < count && v.wrong == NULL; j++) {
        const size_t now = kept.count;
        v = follow(&kept, i, bytes[j]);
        v = v.wrong == NULL ? visit_pairs(&kept, now) : v;
    }
    return v;
}

struct verdict automaton_changed(size_t state, const uint8_t *bytes, size_t count)
{
    const size_t before = kept.count;
    struct verdict v = {.wrong = NULL};
    if (state == AUTOMATON_ANY) {
        for (size_t i = 0; i < before && v.wrong == NULL; i++) {
            v = follow_bytes(i, bytes, count);
        }
    } else {
        for (size_t i = kept.last[state]; i > 0 && v.wrong == NULL; i = kept.pairs[i - 1].other) {
            v = follow_bytes(i - 1, bytes, count);
        }
    }
    keep_pairs(&kept, before);
    return v;
}

// Counts the texts of `size` bytes that lead from `free` to a state where a character may begin,
// without passing through such a state earlier.
static uint64_t characters(struct machine m, const bool *boundary, size_t size)
{
    uint64_t *ways = intern_room(m.states, sizeof *ways),
             *after = intern_room(m.states, sizeof *after);
    uint64_t count = 0;
    ways[m.free] = 1;
    for (size_t i = 0; i < size; i++) {
        memset(after, 0, m.states * sizeof *after);
        for (size_t state = 0; state < m.states; state++) {
            for (unsigned byte = 0; ways[state] > 0 && byte < 256; byte++) {
                after[m.next(state, (uint8_t)byte)] += ways[state];
            }
        }
        for (size_t state = 0; state < m.states; state++) {
            const bool ends = boundary[state];
            count += ends && i + 1 == size ? after[state] : 0;
            ways[state] = ends || state == m.dead ? 0 : after[state];
        }
    }
    free(ways);
    free(after);
    return count;
}

// Does each length have the number of characters that the standard has, and that the generator
// claims?
static bool counts_agree(const char *name, struct machine m, const bool *boundary)
{
    bool agree = true;
    for (size_t size = 1; size <= REFERENCE_LONGEST; size++) {
        const uint64_t found = characters(m, boundary, size), standard = reference_counts[size - 1];
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

// Returns the number of nodes of the reference that a node leads to.
static size_t reached_from(size_t node)
{
    bool *reached = intern_room(language.count, sizeof *reached);
    uint16_t *queue = intern_room(language.count, sizeof *queue);
    size_t count = 0;
    queue[count++] = (uint16_t)node;
    reached[node] = true;
    for (size_t i = 0; i < count; i++) {
        for (unsigned byte = 0; byte < 256; byte++) {
            const uint16_t next = language.next[queue[i]][byte];
            if (!reached[next]) {
                reached[next] = true;
                queue[count++] = next;
            }
        }
    }
    free(reached);
    free(queue);
    return count;
}

static void check_machine(const char *name, struct machine m, bool rest)
{
    if (!report_begin(name, "proved")) {
        return;
    }
    struct comparison c, like_dfa;
    const size_t nodes = reached_from(reference(rest).start);
    size_t states;
    struct verdict v = compare(&c, reference(rest), m);
    if (v.wrong != NULL) {
        report_wrong(name, "%s %s", v.wrong, report_hex(v.text, v.size));
    }
    bool passed = v.wrong == NULL && (m.start != m.free || counts_agree(name, m, c.boundary));
    if (passed && c.count != nodes) {
        report_wrong(name,
                     "is not minimal: it reaches %zu states; expected %zu, like the reference",
                     c.count, nodes);
        passed = false;
    }
    if (passed && m.next != dfa_next && automaton_dfa(&states).wrong == NULL) {
        v = compare(&like_dfa, dfa(rest), m);
        passed = v.wrong == NULL && like_dfa.count == c.count;
        close_comparison(&like_dfa);
        if (!passed) {
            report_wrong(name, "differs from dfa: it %s %s",
                         v.wrong == NULL ? "has no state for each state of dfa, after" : v.wrong,
                         report_hex(v.text, v.size));
        }
    }
    report_end(name, "proved", passed ? "tables" : NULL, "%zu states reached%s %zu", c.count,
               passed ? ", paired one to one with the reference's" : "; the reference has", nodes);
    close_comparison(&c);
}

void automaton_check(void)
{
    report_opening(&(struct report_opening){
        .title = "Automaton",
        .establishes =
            "the tables of dfa and shift accept exactly the texts that the reference accepts, and "
            "are dead after exactly the same texts, for any length; the two automata are equal",
        .assumes =
            "a kernel steps through its table as `next[state + class[byte]]` and `table[byte] >> "
            "(state & 63)` (bit 6 of the state chooses one of two words), and accepts by the state "
            "alone; exhaustive and sweep check this",
        .excludes = "the loops around the tables",
        .oracle = "reference.c, made finite by language.c",
    });
    printf("  The reference: %zu nodes out of %zu pending strings; characters of 1 to %zu bytes:",
           language.count, language.pending, subject.longest);
    for (size_t size = 1; size <= subject.longest; size++) {
        printf(" %" PRIu64, characters(reference(false), language.boundary, size));
    }
    printf("\n");
    if (!counts_agree("reference", reference(false), language.boundary)) {
        return;
    }
    find_final_states();
    check_machine("dfa", dfa(false), false);
    if (language.free != LANGUAGE_START) {
        check_machine("dfa after characters", dfa(true), true);
    }
    if (subject.shift != NULL) {
        check_machine("shift", shift(), true);
    }
}
