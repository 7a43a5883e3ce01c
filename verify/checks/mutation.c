// SPDX-License-Identifier: 0BSD
//
// The checks proof and automaton notice each change of a table that changes the language, and no
// other change. (The generator's claim is incomplete for looks: see flip_bits.)
//
// In: the emitted tables, writable in this build, and the generator's claim about which bits of the
// tables of nibbles and classes change the language. Out: a verdict on that claim.
//
// The idea: a check that cannot fail shows nothing, and a check that fails on a harmless change is
// wrong about the language. So this file changes entries (in a sample, not all), one at a time, and
// compares the changes that are noticed with the claim. In the tables of dfa, and in the fields of
// shift's table, each change must be noticed.
//
//     this_high[F] bit 1 flipped   noticed: accepts the ill-formed text C0 F0 90 80 80
//     prev_high[E] bit 1 flipped   proved equal
#include "checks.h"
#include "../shared/intern.h"
#include "../shared/report.h"
#include "../shared/strings.h"
#include "../shared/work.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The results of the mutations of one kernel.
struct results {
    const char *kernel;
    size_t stride;  // one mutation in `stride` is tried
    size_t noticed, equal;
    size_t wrong;            // mutations with another result than claimed
    struct verdict longest;  // the longest counterexample
};

static bool count(struct results *t, struct verdict v)
{
    if (v.wrong == NULL) {
        t->equal++;
        return false;
    }
    t->noticed++;
    if (v.size > t->longest.size) {
        t->longest = v;
    }
    return true;
}

// ---- Tables of nibbles and classes, and thresholds ----

static struct verdict prove(const struct simd *simd)
{
    size_t contexts, delay;
    return proof_windows(simd, &contexts, &delay);
}

// The most bits of a kernel for which the report names a difference between proof and claim.
enum { MOST_NAMED = 4 };

static void flip_bits(struct results *t, const struct simd *simd, const struct table *table)
{
    uint8_t *entries = (uint8_t *)table->entries;
    for (size_t i = 0; i < table->count; i++) {
        work_show(t->kernel, i, table->count);
        for (unsigned bit = 0; bit < 8; bit++) {
            if ((8 * i + bit) % t->stride != 0) {
                continue;
            }
            const bool matters = table->sensitivity[i] >> bit & 1;
            entries[i] ^= (uint8_t)(1u << bit);
            const struct verdict v = prove(simd);
            entries[i] ^= (uint8_t)(1u << bit);
            // In a look, clearing a bit may change the language although the generator does not
            // claim it: the claim has only the bits without which some excluded character is
            // accepted. Setting a bit never changes the language.
            const bool more = table->look && v.wrong != NULL && !matters;
            if (count(t, v) != matters && !(more && (entries[i] >> bit & 1)) &&
                t->wrong++ < MOST_NAMED) {
                report_wrong(t->kernel,
                             "%s[%zX] bit %u flipped: the proof finds that the kernel %s %s; the "
                             "generator claims that the flip %s the language",
                             table->name, i, bit, matters ? "accepts" : v.wrong,
                             matters ? "the same language" : report_hex(v.text, v.size),
                             matters ? "changes" : "does not change");
            }
        }
    }
}

// Moves each threshold (in a sample, some) by one, down and up. It is not an error if the proof
// then finds no difference; `equal` lists the moved values.
static void move_thresholds(struct results *t, const struct simd *simd, const struct table *table,
                            char *equal, size_t room)
{
    uint8_t *entries = (uint8_t *)table->entries;
    for (size_t i = 0; i < table->count; i++) {
        work_show(t->kernel, i, table->count);
        for (int step = -1; step <= 1 && i % t->stride == 0; step += 2) {
            entries[i] = (uint8_t)(entries[i] + step);
            if (!count(t, prove(simd))) {
                const size_t used = strlen(equal);
                snprintf(equal + used, room - used, "%s%s[%zu] %02X", used > 0 ? ", " : "",
                         table->name, i, entries[i]);
            }
            entries[i] = (uint8_t)(entries[i] - step);
        }
    }
}

// Returns n: a sample changes one bit or threshold in n. n is 1 if proofs of this kernel are fast.
// Otherwise it is FIRST, or more if they are very slow or an earlier kernel has the same tables.
static size_t stride_of_sample(const struct simd *simd)
{
    enum {
        MOST_CONTEXTS = 500,
        MOST_ASKED = 1 << 17,
        FAR_MORE = 1 << 22,
        FIRST = 3,
        LATER = 11,
        FEW = 16
    };
    size_t contexts, delay, stride = FIRST;
    for (size_t i = 0; i < subject.simds && subject.simd[i] != simd; i++) {
        stride = subject.simd[i]->by_classes == simd->by_classes ? LATER : stride;
    }
    proof_windows(simd, &contexts, &delay);
    const size_t asked = proof_asked();
    stride *= asked > FAR_MORE ? FEW : 1;
    return contexts > MOST_CONTEXTS || asked > MOST_ASKED ? stride : 1;
}

static void mutate_simd(const struct simd *simd, bool sample)
{
    const size_t stride = sample ? stride_of_sample(simd) : 1;
    struct results bits = {.kernel = simd->name, .stride = stride}, thresholds = bits;
    char cell[48], equal[1024] = "", some[48] = "";
    if (!report_begin(simd->name, "mutated")) {
        return;
    }
    if (prove(simd).wrong != NULL) {
        report_end(simd->name, "mutated", NULL,
                   "the unchanged tables are not proved; '--checks proof' shows why");
        return;
    }
    for (size_t i = 0; i < subject.table_count; i++) {
        const struct table *table = &subject.tables[i];
        if (table->by_classes != simd->by_classes) {
            continue;
        }
        if (table->sensitivity != NULL) {
            flip_bits(&bits, simd, table);
        } else if (table->thresholds) {
            move_thresholds(&thresholds, simd, table, equal, sizeof equal);
        }
    }
    if (bits.wrong > 0) {
        report_wrong(simd->name,
                     "the number of bits about which the generator's claims and the proof differ: "
                     "%zu. The unchanged kernel is proved right, but either the claims or the "
                     "proof are wrong: please report this, with the spec",
                     bits.wrong);
    }
    if (stride > 1) {
        snprintf(some, sizeof some, "one in %zu changes: ", stride);
    }
    snprintf(cell, sizeof cell, "%zu of %zu%s bits", bits.noticed, bits.noticed + bits.equal,
             stride > 1 ? " tried" : "");
    report_end(simd->name, "mutated", bits.wrong == 0 ? cell : NULL,
               "%s%zu bits noticed, %zu proved harmless%s; thresholds moved by one: %zu "
               "noticed, %zu proved equal%s%s%s; longest counterexample: %s %s",
               some, bits.noticed, bits.equal, bits.wrong == 0 ? ", as claimed" : "",
               thresholds.noticed, thresholds.equal, equal[0] != '\0' ? " (" : "", equal,
               equal[0] != '\0' ? ")" : "", bits.longest.wrong,
               report_hex(bits.longest.text, bits.longest.size));
}

// ---- The automaton's tables ----

static struct verdict dfa(void)
{
    size_t states;
    return automaton_dfa(&states);
}

static struct verdict shift(void)
{
    size_t states;
    return automaton_shift(&states);
}

// Up to this number of changes, each one repeats the whole comparison with the reference.
enum { MOST_WHOLE = 1 << 14 };
// Up to this number, all changes of entries are made.
enum { MOST_CHANGES = 1 << 23 };
// Above MOST_CHANGES, each entry of dfa_next is changed to at most this number of other values.
enum { SOME_VALUES = 8 };

// A table of dfa, and its distinct values in ascending order.
struct entries {
    const struct table *table;
    uint64_t *values;
    size_t count;
    bool classes;  // dfa_class, not dfa_next
};

static int by_value(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static struct entries entries_of(const char *name)
{
    struct entries e = {.table = subject_table(name), .classes = strcmp(name, "dfa_class") == 0};
    e.values = intern_room(e.table->count, sizeof *e.values);
    for (size_t i = 0; i < e.table->count; i++) {
        e.values[i] = table_entry(e.table, i);
    }
    qsort(e.values, e.table->count, sizeof *e.values, by_value);
    for (size_t i = 0; i < e.table->count; i++) {
        if (e.count == 0 || e.values[e.count - 1] != e.values[i]) {
            e.values[e.count++] = e.values[i];
        }
    }
    return e;
}

// The transitions that depend on an entry: those from one state, or from all, by these bytes.
struct transitions {
    size_t state;
    uint8_t bytes[256];
    size_t count;
};

// Returns the dead state. It follows state 0, so it equals the number of classes.
static size_t dead_state(void)
{
    size_t classes = 0;
    for (unsigned byte = 0; byte < 256; byte++) {
        classes = subject.dfa_class[byte] >= classes ? subject.dfa_class[byte] + 1u : classes;
    }
    return classes;
}

static struct transitions transitions_of(const struct entries *e, size_t entry)
{
    struct transitions s = {.state = AUTOMATON_ANY, .bytes = {(uint8_t)entry}, .count = 1};
    if (e->classes) {
        return s;
    }
    const size_t classes = dead_state();  // a state is a multiple of their number
    s.state = entry - entry % classes;
    s.count = 0;
    for (unsigned byte = 0; byte < 256; byte++) {
        if (subject.dfa_class[byte] == entry % classes) {
            s.bytes[s.count++] = (uint8_t)byte;
        }
    }
    return s;
}

// Changes each entry to `most` of the other values in the table, evenly spaced. Each change must be
// noticed: the automaton is minimal, so no two states or classes are equivalent.
static void change_entries(struct results *t, const struct entries *e, size_t most, bool whole)
{
    for (size_t i = 0; i < e->table->count && t->wrong == 0; i++) {
        work_show(t->kernel, i, e->table->count);
        const uint64_t before = table_entry(e->table, i);
        const struct transitions s = transitions_of(e, i);
        if (!e->classes && s.state == dead_state() && !strings_lead_to(LANGUAGE_DEAD)) {
            continue;  // no text leads there
        }
        const uint64_t *found = bsearch(&before, e->values, e->count, sizeof *e->values, by_value);
        const size_t at = (size_t)(found - e->values);
        for (size_t k = 0; k < most && e->count > 1; k++) {
            const uint64_t value = e->values[(at + 1 + k * (e->count - 1) / most) % e->count];
            table_set(e->table, i, value);
            if (!count(t, whole ? dfa() : automaton_changed(s.state, s.bytes, s.count))) {
                t->wrong++;
                report_wrong(t->kernel,
                             "%s[%zu] changed from %" PRIu64 " to %" PRIu64
                             ": no difference found; expected one",
                             e->table->name, i, before, value);
            }
        }
        table_set(e->table, i, before);
    }
}

// A shift table has one or two words for each byte: the first words of all bytes, then the second
// ones. A state is the offset of a bit in a byte's words.
enum { WORD = 64, MOST_OFFSETS = 2 * WORD };

// Finds the states of a shift table that some text reaches.
static void reached_offsets(bool reached[MOST_OFFSETS])
{
    reached[subject.shift_start] = true;
    for (bool more = true; more;) {
        more = false;
        for (size_t from = 0; from < automaton_shift_states(); from++) {
            for (unsigned byte = 0; reached[from] && byte < 256; byte++) {
                const size_t to = automaton_shift_next(from, (uint8_t)byte);
                more = more || !reached[to];
                reached[to] = true;
            }
        }
    }
}

// A field of a word begins at a state's offset and has the next state. Sets each field of a reached
// state to each other reached state; each of these changes must be noticed. Then flips each bit,
// and counts the flips that are noticed, and those that are proved to change nothing.
static void change_fields(struct results *states, struct results *bits, const struct table *table)
{
    uint64_t *entries = (uint64_t *)table->entries;
    bool reached[MOST_OFFSETS] = {false};
    reached_offsets(reached);
    const size_t offsets = automaton_shift_states();
    const uint64_t field = offsets - 1;
    for (size_t i = 0; i < table->count; i++) {
        work_show(states->kernel, i, table->count);
        const uint64_t before = entries[i];
        const size_t first = i / 256 * WORD;
        const uint8_t byte = (uint8_t)i;  // the only byte that uses this entry
        for (size_t at = 0; at < WORD * offsets; at++) {
            const size_t from = at / offsets, to = at % offsets;
            if (reached[first + from] && reached[to] && (before >> from & field) != to) {
                entries[i] = (before & ~(field << from)) | (uint64_t)to << from;
                if ((entries[i] >> from & field) != to) {
                    continue;  // the word ends within the highest field
                }
                if (!count(states, automaton_changed(AUTOMATON_ANY, &byte, 1))) {
                    states->wrong++;
                    report_wrong(states->kernel,
                                 "%s[%02zX] changed so that it leads from state %zu to %zu: no "
                                 "difference found; expected one",
                                 table->name, i, first + from, to);
                }
            }
        }
        for (unsigned bit = 0; bit < WORD; bit++) {
            entries[i] = before ^ (uint64_t)1 << bit;
            count(bits, automaton_changed(AUTOMATON_ANY, &byte, 1));
        }
        entries[i] = before;
    }
}

// Returns the number of other values that each entry of dfa_next gets.
static size_t values_of(const struct entries *next)
{
    const size_t others = next->count - 1, changes = next->table->count * others;
    return changes <= MOST_CHANGES || others <= SOME_VALUES ? others : SOME_VALUES;
}

void mutation_plan(void)
{
    struct entries next = entries_of("dfa_next");
    if (values_of(&next) < next.count - 1) {
        printf("  changes of an entry of dfa's table, except to %zu of %zu other values: there are "
               "%zu entries\n",
               values_of(&next), next.count - 1, next.table->count);
    }
    free(next.values);
}

double mutation_seconds(void)
{
    // Measured: 3 us for each change of dfa's tables, and half a proof for each other change.
    struct entries next = entries_of("dfa_next");
    double seconds = 3e-6 * (double)(next.table->count * values_of(&next));
    free(next.values);
    for (size_t i = 0; i < subject.simds; i++) {
        size_t contexts, delay, changes = 0;
        proof_windows(subject.simd[i], &contexts, &delay);  // a warm-up, not measured
        const double before = work_cpu();
        proof_windows(subject.simd[i], &contexts, &delay);
        const double proof = work_cpu() - before;
        for (size_t k = 0; k < subject.table_count; k++) {
            const struct table *table = &subject.tables[k];
            const bool own = table->by_classes == subject.simd[i]->by_classes;
            changes += own && table->sensitivity != NULL ? 8 * table->count
                       : own && table->thresholds        ? 2 * table->count
                                                         : 0;
        }
        seconds += proof / 2 * (double)changes;
    }
    return seconds;
}

static void mutate_dfa(void)
{
    struct results t = {.kernel = "dfa", .stride = 1};
    char values[64] = "each other value", cell[32] = "each entry";
    if (!report_begin("dfa", "mutated")) {
        return;
    }
    struct entries next = entries_of("dfa_next"), classes = entries_of("dfa_class");
    const size_t others = next.count - 1, changes = next.table->count * others;
    const size_t most = values_of(&next);
    const bool whole = changes <= MOST_WHOLE;
    if (most < others) {
        snprintf(values, sizeof values, "%zu of %zu other values (of a class: each)", most, others);
        snprintf(cell, sizeof cell, "each entry, %zu values", most);
    }
    const bool right = whole ? dfa().wrong == NULL : automaton_keep_dfa();
    if (right) {
        change_entries(&t, &next, most, whole);
        change_entries(&t, &classes, classes.count - 1, whole);
    }
    report_end("dfa", "mutated", right && t.wrong == 0 && dfa().wrong == NULL ? cell : NULL,
               "%zu changes of an entry to %s, all noticed", t.noticed, values);
    free(next.values);
    free(classes.values);
}

static void mutate_shift(void)
{
    struct results states = {.kernel = "shift", .stride = 1}, bits = states;
    if (report_begin("shift", "mutated")) {
        const bool right = automaton_keep_shift();
        if (right) {
            change_fields(&states, &bits, subject_table("shift_table"));
        }
        report_end("shift", "mutated",
                   right && states.wrong == 0 && shift().wrong == NULL ? "each field" : NULL,
                   "%zu changes of a field, all noticed; of single bits, %zu noticed, %zu proved "
                   "equal",
                   states.noticed, bits.noticed, bits.equal);
    }
}

void mutation_check(bool sample)
{
    report_opening(&(struct report_opening){
        .title = "Mutation",
        .establishes =
            "proof notices a flipped bit of the tables of nibbles and classes if and only if the "
            "generator claims that the flip changes the language (for a look, it may also notice a "
            "flip that clears another bit); a threshold moved by one is noticed or "
            "proved to accept the same language; automaton notices each changed entry in the "
            "tables of dfa and shift (in large tables, some other values for each entry)",
        .assumes = "tables are only read, through the variables that this program writes to",
        .excludes = "mistakes in code; the check of defects has examples",
        .oracle = "proof and automaton, and the generator's claim",
    });
    mutate_dfa();
    if (subject.shift != NULL) {
        mutate_shift();
    }
    for (size_t i = 0; i < subject.simds; i++) {
        mutate_simd(subject.simd[i], sample);
    }
}
