// SPDX-License-Identifier: 0BSD
//
// The block check is the reference, for texts of every length.
//
// In: the emitted block check of one instruction set. Out: a proof that a text, with pads before and
// after it, has no flagged window exactly if it is well-formed; or the shortest bytes that show the
// contrary. The one idea: of a byte that lies j positions back nothing matters but its class: what
// classify_j makes of it, as far as combine looks at that, what deep does with it there, and its
// class at the next position. So the contexts (node of the reference, classes of the last k - 1
// bytes) are some hundred or thousand, and all are visited for as long as nothing is flagged:
//
//     a byte is flagged, the reference is alive    false alarm: a completion is well-formed
//     pads follow                                  flagged exactly if the reference did not accept
//     the automaton must look                      on from where the next character begins, if the reference lives until then
//
//     C0 F0 90 80 80   accepted if this_high[F] lacks too_short: found at once, though no text of
//                      one to four bytes shows it
//
// Which bits of a value combine looks at is asked with all bits of each row set or not: 2^rows calls
// tell what it makes of each bit, if it works bit by bit. What deep can tell apart at one position is
// asked with every byte there, among bytes that stand for all others elsewhere: the thresholds, their
// neighbours, and one byte of each column of the reference and each set of filter bits in it. check_lanes tries both on random windows.
#include "checks.h"
#include "../reference/language.h"
#include "../shared/report.h"
#include "../shared/strings.h"
#include "../shared/work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint8_t vector[SIMD_WIDEST];

// What deep can tell apart at each age, which is how many positions back a byte lies.
struct deep_kinds {
    const struct simd *simd;
    uint8_t thresholds[256];  // for which that was found out
    size_t threshold_count;
    uint8_t filtered[2][256];  // the filter bits, of a current byte and of the one before it
    uint8_t kind[SIMD_POSITIONS][256];  // of a byte: a byte that is like it
};

// The rules on several bytes as a machine that reads a window from its oldest byte on: after so many bytes, its states are what
// deep can still tell apart. It is made of deep's verdict on a window of each combination of kinds, where these are not too many.
struct machine {
    bool is_there;
    size_t kinds[SIMD_POSITIONS];          // at each age
    uint8_t kind_of[SIMD_POSITIONS][256];  // at an age, of a byte
    uint8_t byte[SIMD_POSITIONS][256];     // at an age, of a kind: one of its bytes
    uint16_t *next[SIMD_POSITIONS];        // after so many bytes: next[state * kinds + kind]
};

// Bytes at one age: their classes.
struct age {
    uint8_t value[256];  // of a byte: what classify makes of it
    uint8_t seen;        // the bits of it that combine looks at
    size_t classes;
    uint8_t class_of[256];  // of a byte
    uint8_t byte[256];      // of a class: one that belongs to it
    uint8_t older[256];     // of a class: the class at the next age
    uint8_t
        plain[256];  // of a class: the first one that combine does not tell from it, now and later
};

// How many bytes a look may be about.
enum { LOOK_REACH = 3 };

struct context {
    uint16_t node;                    // of the reference
    uint8_t delay;                    // bytes since it died, at most k
    uint8_t history[SIMD_POSITIONS];  // [j]: class of the byte at age j; [0] is not used
    uint16_t begun[SIMD_POSITIONS];   // [j]: the machine's state after the last j bytes
    uint8_t
        pending[2];  // what the last bytes leave of the bits of a look, and the last one of those
    bool looked;     // the automaton reads, until a character begins
    uint8_t byte;    // that led here
    uint32_t from;   // the context before it
};

struct exploration {
    const struct simd *simd;
    struct age ages[SIMD_POSITIONS];
    struct machine machine;
    uint8_t look[LOOK_REACH][256];  // what a byte at this age leaves of the bits of a look
    struct context *contexts;
    size_t count, room;
    uint32_t *slots;  // hash table: numbers of contexts, + 1
    size_t delay;     // the largest until a flag
    bool likely;      // what deep can tell apart is likely, not known
};

// ---- Classes of bytes ----

// What classify makes of each byte at this age; nothing where it is not asked.
static void classify_all(const struct simd *simd, size_t age, uint8_t values[256])
{
    uint8_t bytes[256];
    for (unsigned b = 0; b < 256; b++) {
        bytes[b] = (uint8_t)b;
    }
    memset(values, 0, 256);
    for (size_t b = 0; age < simd->positions && b < 256; b += simd->width) {
        simd->classify(age, bytes + b, values + b);
    }
}

// What combine makes of rows that hold FF where a bit of `set` is set, and 00 elsewhere.
static uint8_t combined(const struct simd *simd, unsigned set)
{
    vector rows[SIMD_POSITIONS], errors;
    for (size_t age = 0; age < simd->positions; age++) {
        memset(rows[age], set >> age & 1 ? 0xFF : 0, sizeof *rows);
    }
    simd->combine(rows, errors);
    return errors[0];
}

// How many bits lower than in its result combine looks at a value of this age: pairs of a chain.
static size_t lift(const struct simd *simd, size_t age)
{
    return simd->chain > 0 ? age / 2 : 0;
}

// The bits of the values at an age that combine looks at.
static uint8_t bits_seen(const struct simd *simd, size_t age)
{
    uint8_t seen = 0;
    for (unsigned set = 0; age < simd->positions && set < 1u << simd->positions; set++) {
        seen |= combined(simd, set) ^ combined(simd, set ^ 1u << age);
    }
    return (uint8_t)(seen >> lift(simd, age));
}

// All thresholds of the emitted code, one after the other.
static size_t all_thresholds(const struct simd *simd, uint8_t thresholds[256])
{
    size_t count = 0;
    for (size_t i = 0; i < subject.table_count; i++) {
        const struct table *table = &subject.tables[i];
        for (size_t k = 0; table->thresholds && table->by_classes == simd->by_classes &&
                           k < table->count && count < 256;
             k++) {
            thresholds[count++] = ((const uint8_t *)table->entries)[k];
        }
    }
    return count;
}

// Bytes that stand for all others.
struct seeds {
    uint8_t byte[256];
    size_t count;
};

static struct seeds find_seeds(const struct deep_kinds *deep)
{
    bool wanted[256] = {false};
    struct seeds seeds = {.count = 0};
    for (size_t i = 0; i < deep->threshold_count; i++) {
        for (int near = -1; near <= 1; near++) {
            wanted[(uint8_t)(deep->thresholds[i] + near)] = true;
        }
    }
    for (size_t i = 0; i < language.columns; i++) {
        wanted[language.typical[i]] = true;
    }
    for (unsigned b = 0; deep->simd->filter != 0 && b < 256; b++) {
        unsigned first = 0;
        while (deep->filtered[0][first] != deep->filtered[0][b] ||
               deep->filtered[1][first] != deep->filtered[1][b] ||
               language.column[first] != language.column[b]) {
            first++;
        }
        wanted[first] = true;
    }
    for (unsigned b = 0; b < 256; b++) {
        if (wanted[b]) {
            seeds.byte[seeds.count++] = (uint8_t)b;
        }
    }
    return seeds;
}

// Parts bytes whose flags differ: like[b] becomes the first byte that b is like. flags[i] is that of
// bytes->byte[i].
static void part_by_flags(uint8_t like[256], const struct seeds *bytes, const bool *flags)
{
    uint8_t old[256];
    memcpy(old, like, sizeof old);
    for (size_t i = 0; i < bytes->count; i++) {
        size_t first = 0;
        while (old[bytes->byte[first]] != old[bytes->byte[i]] || flags[first] != flags[i]) {
            first++;
        }
        like[bytes->byte[i]] = bytes->byte[first];
    }
}

// Asks deep about bytes at one of its positions, among what `rows` hold elsewhere.
static void ask_deep(struct deep_kinds *deep, size_t own, vector *rows, const struct seeds *bytes,
                     bool flags[256])
{
    const size_t width = deep->simd->width;
    vector errors;
    for (size_t from = 0; from < bytes->count; from += width) {
        const size_t count = bytes->count - from < width ? bytes->count - from : width;
        memcpy(rows[own], bytes->byte + from, count);
        deep->simd->deep(rows, errors);
        for (size_t lane = 0; lane < count; lane++) {
            flags[from + lane] = errors[lane] != 0;
        }
    }
}

// Asks about the bytes at one position, among all that others have in `seeds`, and parts those bytes where
// deep tells them apart. `bytes` stand first in vectors, so that few of them take few calls.
static void part_position(struct deep_kinds *deep, const struct seeds *seeds, size_t own,
                          const struct seeds *bytes)
{
    enum { PATTERNS = 8 };
    const uint8_t age = deep->simd->deep_positions[own];
    size_t choice[SIMD_POSITIONS] = {0}, other = 0;
    vector rows[SIMD_POSITIONS];
    bool flags[256] = {false}, known[PATTERNS][256] = {{false}};
    size_t patterns = 1;  // flags that were seen lately: nothing new to learn from them
    for (size_t i = 0; i < deep->simd->deep_count; i++) {
        memset(rows[deep->simd->deep_positions[i]], seeds[i].byte[0], sizeof *rows);
    }
    while (other < deep->simd->deep_count) {
        ask_deep(deep, age, rows, bytes, flags);
        size_t p = 0;
        while (p < PATTERNS && memcmp(known[p], flags, bytes->count * sizeof *flags) != 0) {
            p++;
        }
        if (p == PATTERNS) {
            part_by_flags(deep->kind[age], bytes, flags);
            memcpy(known[patterns++ % PATTERNS], flags, bytes->count * sizeof *flags);
        }
        for (other = 0; other < deep->simd->deep_count; other++) {
            const bool next = other != own && ++choice[other] < seeds[other].count;
            choice[other] = next ? choice[other] : 0;
            memset(rows[deep->simd->deep_positions[other]], seeds[other].byte[choice[other]],
                   deep->simd->width);
            if (next) {
                break;
            }
        }
    }
}

// Of bytes that deep takes alike the first one stands for the others.
static void keep_kinds(const struct deep_kinds *deep, uint8_t age, struct seeds *seeds)
{
    const struct seeds all = *seeds;
    seeds->count = 0;
    for (size_t i = 0; i < all.count; i++) {
        if (deep->kind[age][all.byte[i]] == all.byte[i]) {
            seeds->byte[seeds->count++] = all.byte[i];
        }
    }
}

// First the seeds at each position, those of positions that are done already reduced; then every byte, among
// what is left.
static void part_positions(struct deep_kinds *deep)
{
    struct seeds seeds[SIMD_POSITIONS], every = {.count = 256};
    for (size_t b = 0; b < 256; b++) {
        every.byte[b] = (uint8_t)b;
    }
    for (size_t i = 0; i < deep->simd->deep_count; i++) {
        seeds[i] = find_seeds(deep);
    }
    for (size_t i = 0; i < deep->simd->deep_count; i++) {
        const uint8_t age = deep->simd->deep_positions[i];
        memset(deep->kind[age], seeds[i].byte[0], sizeof deep->kind[age]);
        part_position(deep, seeds, i, &seeds[i]);
        keep_kinds(deep, age, &seeds[i]);
    }
    for (size_t i = 0; i < deep->simd->deep_count; i++) {
        const uint8_t age = deep->simd->deep_positions[i];
        memset(deep->kind[age], 0, sizeof deep->kind[age]);
        part_position(deep, seeds, i, &every);
        seeds[i] = every;
        keep_kinds(deep, age, &seeds[i]);
    }
}

// ---- What deep can tell apart where there are too many combinations ----

// Far is an "or" of rules, each an "and" of tests on single bytes: what it tells apart at one position shows in a window that some rule
// flags, by changing the byte there. So such windows are sought: from what the table of thresholds has one after the other, as rules
// use it; at the ends of two code points in a row, each cut at each of its bytes; and by chance among changed ones.
struct window {
    uint8_t byte[SIMD_POSITIONS];  // by the index of its position
};

enum { MOST_LEARNT = 1 << 12, MOST_COUPLES = 1 << 16, TESTS = 64, TEST_ROUNDS = 200 };

struct learner {
    struct deep_kinds *deep;
    struct window learnt[MOST_LEARNT], asked[TESTS];
    size_t count, asked_count;
    uint64_t random;
};

static void ask_windows(const struct deep_kinds *deep, const struct window *windows, size_t count,
                        bool *flags)
{
    const struct simd *simd = deep->simd;
    vector rows[SIMD_POSITIONS], errors;
    memset(rows, 0, sizeof rows);
    for (size_t from = 0; from < count; from += simd->width) {
        const size_t some = count - from < simd->width ? count - from : simd->width;
        for (size_t i = 0; i < simd->deep_count; i++) {
            for (size_t lane = 0; lane < some; lane++) {
                rows[simd->deep_positions[i]][lane] = windows[from + lane].byte[i];
            }
        }
        simd->deep(rows, errors);
        for (size_t lane = 0; lane < some; lane++) {
            flags[from + lane] = errors[lane] != 0;
        }
    }
}

static uint8_t *kind_at(const struct learner *l, size_t position)
{
    return l->deep->kind[l->deep->simd->deep_positions[position]];
}

// The same window of the bytes that stand for its own.
static struct window window_of_kinds(const struct learner *l, struct window w)
{
    for (size_t i = 0; i < l->deep->simd->deep_count; i++) {
        w.byte[i] = kind_at(l, i)[w.byte[i]];
    }
    return w;
}

// Parts the bytes of each position by a window that is flagged with some of them there only. One of which as much is known is left out.
static void learn(struct learner *l, struct window w)
{
    const size_t positions = l->deep->simd->deep_count;
    const struct window like = window_of_kinds(l, w);
    struct seeds every = {.count = 256};
    struct window changed[256];
    bool flags[256];
    for (size_t k = 0; k < l->count; k++) {
        const struct window other = window_of_kinds(l, l->learnt[k]);
        if (memcmp(other.byte, like.byte, positions) == 0) {
            return;
        }
    }
    for (size_t i = 0; i < positions; i++) {
        for (unsigned b = 0; b < 256; b++) {
            every.byte[b] = (uint8_t)b;
            changed[b] = w;
            changed[b].byte[i] = (uint8_t)b;
        }
        ask_windows(l->deep, changed, 256, flags);
        part_by_flags(kind_at(l, i), &every, flags);
    }
    if (l->count < MOST_LEARNT) {
        l->learnt[l->count++] = w;
    }
}

// Windows whose bytes, from the current one back, are what a rule may compare with that has the thresholds from `at` on; what is
// behind them is one of these.
static void guess(struct learner *l, size_t at, size_t position, struct window w)
{
    static const uint8_t used[] = {1, 1, 2, 2};
    const struct deep_kinds *deep = l->deep;
    for (size_t kind = 0; kind < sizeof used && at + used[kind] <= deep->threshold_count; kind++) {
        const uint8_t values[] = {deep->thresholds[at], (uint8_t)(deep->thresholds[at] + 1),
                                  deep->thresholds[at],
                                  at + 1 < deep->threshold_count ? deep->thresholds[at + 1] : 0};
        bool flag = false;
        w.byte[position] = values[kind];
        ask_windows(deep, &w, 1, &flag);
        if (flag) {
            learn(l, w);
        }
        if (position + 1 < deep->simd->deep_count && !flag) {
            guess(l, at + used[kind], position + 1, w);
        }
    }
}

// Asks about what was put together, and learns from what is flagged.
static void ask_put(struct learner *l)
{
    bool flags[TESTS];
    ask_windows(l->deep, l->asked, l->asked_count, flags);
    for (size_t i = 0; i < l->asked_count; i++) {
        if (flags[i]) {
            learn(l, l->asked[i]);
        }
    }
    l->asked_count = 0;
}

// Puts the window at the end of a text to those that are asked about.
static bool put_window(void *context, const uint8_t *text, size_t size)
{
    struct learner *l = context;
    struct window *w = &l->asked[l->asked_count++];
    for (size_t i = 0; i < l->deep->simd->deep_count; i++) {
        const size_t age = l->deep->simd->deep_positions[i];
        w->byte[i] = age < size ? text[size - 1 - age] : subject.pad;
    }
    if (l->asked_count == TESTS) {
        ask_put(l);
    }
    return true;
}

static uint32_t draw(struct learner *l, size_t below)
{
    l->random = l->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(l->random >> 33) % (uint32_t)below;
}

// Of two windows, one flagged and the other not, that differ in bytes of one kind: learns from the first step between them that matters.
static void learn_between(struct learner *l, struct window from, struct window to)
{
    bool before, after;
    ask_windows(l->deep, &from, 1, &before);
    for (size_t i = 0; i < l->deep->simd->deep_count; i++) {
        const struct window last = from;
        from.byte[i] = to.byte[i];
        ask_windows(l->deep, &from, 1, &after);
        if (before != after) {
            learn(l, before ? last : from);
            return;
        }
    }
}

// Changes bytes in windows that were learnt from; where a window is not flagged as the one of its bytes' kinds is, learns from it.
static void try_changed(struct learner *l, const struct seeds *seeds)
{
    struct window windows[TESTS], kinds[TESTS];
    bool flags[TESTS], alike[TESTS];
    for (size_t i = 0; i < TESTS; i++) {
        windows[i] = l->learnt[draw(l, l->count)];
        for (size_t n = 1 + draw(l, 3); n > 0; n--) {
            const bool any = draw(l, 4) == 0;
            windows[i].byte[draw(l, l->deep->simd->deep_count)] =
                any ? (uint8_t)draw(l, 256) : seeds->byte[draw(l, seeds->count)];
        }
        kinds[i] = window_of_kinds(l, windows[i]);
    }
    ask_windows(l->deep, windows, TESTS, flags);
    ask_windows(l->deep, kinds, TESTS, alike);
    for (size_t i = 0; i < TESTS; i++) {
        if (flags[i] != alike[i]) {
            learn_between(l, windows[i], kinds[i]);
        }
    }
}

static void learn_positions(struct deep_kinds *deep)
{
    static struct learner l;
    const struct seeds seeds = find_seeds(deep);
    l = (struct learner){.deep = deep, .random = 1};
    for (size_t i = 0; i < deep->simd->deep_count; i++) {
        memset(kind_at(&l, i), 0, 256);
    }
    for (size_t at = 0; at < deep->threshold_count; at++) {
        guess(&l, at, 0, (struct window){{0}});
    }
    for (size_t part = 0; part < strings_rows(); part++) {
        strings_couples(part, MOST_COUPLES, put_window, &l);
    }
    ask_put(&l);
    for (size_t round = 0; round < TEST_ROUNDS && l.count > 0; round++) {
        try_changed(&l, &seeds);
    }
}

// Would it take too long to ask about each combination of what stands for all bytes?
static bool are_too_many(const struct deep_kinds *deep)
{
    const double most = 1 << 17, seeds = (double)find_seeds(deep).count;
    double combinations = 1;
    for (size_t i = 1; i < deep->simd->deep_count; i++) {
        combinations *= seeds;
    }
    return combinations > most;
}

// A threshold and the bytes beside it, as kinds of their own: where bytes are compared with it, and not masked
// before, no more than these can be taken otherwise once it is moved by one.
static void set_apart(struct deep_kinds *deep, uint8_t threshold)
{
    for (size_t i = 0; i < deep->simd->deep_count; i++) {
        uint8_t *kind = deep->kind[deep->simd->deep_positions[i]];
        for (int near = -1; near <= 1; near++) {
            const uint8_t byte = (uint8_t)(threshold + near);
            unsigned heir = 0;  // of the kind that this byte stood for
            while (heir < 256 && (heir == byte || kind[heir] != byte)) {
                heir++;
            }
            for (unsigned b = heir; b < 256; b++) {
                kind[b] = kind[b] == byte ? (uint8_t)heir : kind[b];
            }
            kind[byte] = byte;
        }
    }
}

// Are the same bits watched, and is each threshold as before or moved by one?
static bool hardly_changed(const struct deep_kinds *now, const struct deep_kinds *before)
{
    bool same = before->simd == now->simd && before->threshold_count == now->threshold_count &&
                memcmp(before->filtered, now->filtered, sizeof now->filtered) == 0;
    for (size_t i = 0; same && i < now->threshold_count; i++) {
        const int moved = (int8_t)(now->thresholds[i] - before->thresholds[i]);
        same = moved >= -1 && moved <= 1;
    }
    return same;
}

// What deep can tell apart. Where no more has changed since it was asked than thresholds by one it is likely what
// was found out then, and `likely` gets true; `afresh` asks again.
static const struct deep_kinds *kinds_of(const struct simd *simd, bool afresh, bool *likely)
{
    static struct deep_kinds asked, deep;
    struct deep_kinds now = {.simd = simd};
    now.threshold_count = all_thresholds(simd, now.thresholds);
    for (size_t age = 0; age < 2; age++) {
        classify_all(simd, age, now.filtered[age]);
        for (unsigned b = 0; b < 256; b++) {
            now.filtered[age][b] &= simd->filter;
        }
    }
    const bool hardly = hardly_changed(&now, &asked);
    *likely =
        hardly && !afresh && memcmp(now.thresholds, asked.thresholds, sizeof now.thresholds) != 0;
    if (!hardly ||
        (afresh && memcmp(now.thresholds, asked.thresholds, sizeof now.thresholds) != 0)) {
        if (are_too_many(&now)) {
            learn_positions(&now);
        } else {
            part_positions(&now);
        }
        deep = now;
        asked = hardly ? asked : now;
        return &deep;
    }
    deep = asked;
    for (size_t i = 0; i < now.threshold_count; i++) {
        if (now.thresholds[i] != asked.thresholds[i]) {
            set_apart(&deep, now.thresholds[i]);
            set_apart(&deep, asked.thresholds[i]);
        }
    }
    return &deep;
}

// Do two bytes leave the same bits of a look, wherever they stand?
static bool leaves_alike(uint8_t (*look)[256], uint8_t a, uint8_t b)
{
    bool alike = true;
    for (size_t age = 0; look != NULL && age < LOOK_REACH; age++) {
        alike &= look[age][a] == look[age][b];
    }
    return alike;
}

// By what bytes are told apart, besides their value: of each byte, its kind to deep, whether it is forbidden, its class at the next age,
// its column of the reference; and its bits of a look, NULL for none.
struct marks {
    const uint8_t *deep, *forbidden, *older;
    const uint16_t *column;
    uint8_t (*look)[256];
};

// One class for bytes of one value, as far as combine sees it, that have the same marks.
static void part_bytes(struct age *age, const struct marks *m)
{
    age->classes = 0;
    for (unsigned b = 0; b < 256; b++) {
        size_t c = 0;
        for (; c < age->classes; c++) {
            const uint8_t one = age->byte[c];
            if (((age->value[one] ^ age->value[b]) & age->seen) == 0 &&
                m->deep[one] == m->deep[b] && m->forbidden[one] == m->forbidden[b] &&
                age->older[c] == m->older[b] && m->column[one] == m->column[b] &&
                leaves_alike(m->look, one, (uint8_t)b)) {
                break;
            }
        }
        if (c == age->classes) {
            age->byte[c] = (uint8_t)b;
            age->older[c] = m->older[b];
            age->classes++;
        }
        age->class_of[b] = (uint8_t)c;
    }
}

// Which bytes are errors wherever they stand.
static void find_forbidden(const struct simd *simd, uint8_t forbidden[256])
{
    uint8_t bytes[256];
    for (unsigned b = 0; b < 256; b++) {
        bytes[b] = (uint8_t)b;
    }
    for (size_t b = 0; b < 256; b += simd->width) {
        simd->forbidden(bytes + b, forbidden + b);
    }
    for (unsigned b = 0; b < 256; b++) {
        forbidden[b] = forbidden[b] != 0;
    }
}

// What each byte leaves of the bits of a look: none where there is no look.
static void find_look(const struct simd *simd, uint8_t look[LOOK_REACH][256])
{
    uint8_t bytes[256];
    for (unsigned b = 0; b < 256; b++) {
        bytes[b] = (uint8_t)b;
    }
    memset(look, 0, LOOK_REACH * sizeof *look);
    for (size_t age = 0; simd->look != NULL && age < LOOK_REACH; age++) {
        for (size_t b = 0; b < 256; b += simd->width) {
            simd->look_part(age, bytes + b, look[age] + b);
        }
    }
}

// Classes of all ages, the oldest first; at age 0 the reference must take them alike, too.
static const struct deep_kinds *part_ages(struct exploration *x, bool afresh)
{
    static const uint8_t alike[256];
    static const uint16_t one_column[256];
    const struct deep_kinds *deep = kinds_of(x->simd, afresh, &x->likely);
    const uint8_t *older = alike;
    uint8_t forbidden[256];
    find_forbidden(x->simd, forbidden);
    find_look(x->simd, x->look);
    for (size_t age = x->simd->window; age-- > 0;) {
        classify_all(x->simd, age, x->ages[age].value);
        x->ages[age].seen = bits_seen(x->simd, age);
        const bool newest = age == 0;
        const struct marks marks = {
            .deep = deep->kind[age],
            .forbidden = newest ? forbidden : alike,
            .older = older,
            .column = newest ? language.column : one_column,
            .look = newest ? x->look : NULL,
        };
        part_bytes(&x->ages[age], &marks);
        older = x->ages[age].class_of;
    }
    return deep;
}

// ---- What deep can still tell apart ----

enum { MOST_WINDOWS = 1 << 25, MOST_STATES = 1 << 15 };

// Kinds at each age, numbered; how many combinations there are, MOST_WINDOWS + 1 if too many.
static size_t number_kinds(struct machine *m, const struct deep_kinds *deep)
{
    size_t windows = 1;
    for (size_t age = 0; age < deep->simd->window; age++) {
        uint8_t number[256];
        m->kinds[age] = 0;
        for (unsigned b = 0; b < 256; b++) {
            if (deep->kind[age][b] == b) {
                m->byte[age][m->kinds[age]] = (uint8_t)b;
                number[b] = (uint8_t)m->kinds[age]++;
            }
        }
        for (unsigned b = 0; b < 256; b++) {
            m->kind_of[age][b] = number[deep->kind[age][b]];
        }
        windows = windows > MOST_WINDOWS ? windows : windows * m->kinds[age];
    }
    return windows > MOST_WINDOWS ? MOST_WINDOWS + 1 : windows;
}

// What deep says of the window of each combination, the newest byte's kind running fastest.
static void ask_all(const struct machine *m, const struct simd *simd, uint16_t *flags,
                    size_t windows)
{
    vector rows[SIMD_POSITIONS], errors;
    memset(rows, 0, sizeof rows);
    for (size_t from = 0; from < windows; from += simd->width) {
        const size_t some = windows - from < simd->width ? windows - from : simd->width;
        for (size_t lane = 0; lane < some; lane++) {
            size_t rest = from + lane;
            for (size_t age = 0; age < simd->window; age++) {
                rows[age][lane] = m->byte[age][rest % m->kinds[age]];
                rest /= m->kinds[age];
            }
        }
        simd->deep(rows, errors);
        for (size_t lane = 0; lane < some; lane++) {
            flags[from + lane] = errors[lane] != 0;
        }
    }
}

// Beginnings of windows that go on alike become one state: `states` has, of each beginning and each kind of the byte that follows, the
// state after it, and gets that of the beginnings. How many states there are; 0 if too many.
static size_t merge_beginnings(uint16_t *states, size_t beginnings, size_t kinds, uint16_t **next)
{
    const size_t most = beginnings < MOST_STATES ? beginnings : MOST_STATES;
    size_t slots = 2;
    while (slots < 2 * most) {
        slots *= 2;
    }
    uint32_t *slot = calloc(slots, sizeof *slot);
    uint16_t *found = malloc(most * kinds * sizeof *found);
    size_t count = 0;
    for (size_t i = 0; slot != NULL && found != NULL && i < beginnings; i++) {
        const uint16_t *const own = states + i * kinds;
        uint64_t h = 0;
        for (size_t kind = 0; kind < kinds; kind++) {
            h = (h ^ own[kind]) * 0x9E3779B97F4A7C15u;
            h ^= h >> 29;
        }
        size_t at = h & (slots - 1);
        while (slot[at] != 0 &&
               memcmp(found + (slot[at] - 1) * kinds, own, kinds * sizeof *own) != 0) {
            at = (at + 1) & (slots - 1);
        }
        if (slot[at] == 0) {
            if (count == most) {
                count = 0;
                break;
            }
            memcpy(found + count * kinds, own, kinds * sizeof *own);
            slot[at] = (uint32_t)++count;
        }
        states[i] = (uint16_t)(slot[at] - 1);
    }
    free(slot);
    *next = found;
    return count;
}

static void free_machine(struct machine *m)
{
    for (size_t n = 0; n < SIMD_POSITIONS; n++) {
        free(m->next[n]);
        m->next[n] = NULL;
    }
}

static size_t asked;  // windows, for the last machine

size_t proof_asked(void)
{
    return asked;
}

static void make_machine(struct machine *m, const struct deep_kinds *deep)
{
    size_t windows = deep->simd->deep_count > 0 ? number_kinds(m, deep) : MOST_WINDOWS + 1;
    m->is_there = windows <= MOST_WINDOWS;
    uint16_t *states = m->is_there ? malloc(windows * sizeof *states) : NULL;
    m->is_there = states != NULL;
    asked = m->is_there ? windows : 0;
    if (m->is_there) {
        ask_all(m, deep->simd, states, windows);
    }
    for (size_t age = 0; m->is_there && age < deep->simd->window; age++) {
        windows /= m->kinds[age];
        m->is_there = merge_beginnings(states, windows, m->kinds[age],
                                       &m->next[deep->simd->window - 1 - age]) > 0;
    }
    free(states);
}

// The states after one byte more.
static void go_on_begun(const struct exploration *x, const uint16_t *begun, uint8_t byte,
                        uint16_t *next)
{
    const struct machine *m = &x->machine;
    const size_t window = x->simd->window;
    for (size_t n = 1; m->is_there && n < window; n++) {
        const size_t age = window - n, before = n > 1 ? begun[n - 1] : 0;
        next[n] = m->next[n - 1][before * m->kinds[age] + m->kind_of[age][byte]];
    }
}

// Classes that combine does not tell apart, where the machine says what deep does.
static void find_plain(struct exploration *x)
{
    for (size_t age = x->simd->window; age-- > 0;) {
        struct age *own = &x->ages[age];
        const struct age *next = age + 1 < x->simd->window ? own + 1 : NULL;
        for (size_t c = 0; c < own->classes; c++) {
            size_t like = x->machine.is_there ? 0 : c;
            while (((own->value[own->byte[like]] ^ own->value[own->byte[c]]) & own->seen) != 0 ||
                   (next != NULL && next->plain[own->older[like]] != next->plain[own->older[c]])) {
                like++;
            }
            own->plain[c] = (uint8_t)like;
        }
    }
}

// ---- Contexts ----

static size_t hash(const struct exploration *x, const struct context *c)
{
    uint64_t h = (uint64_t)c->node << 8 | c->delay;
    for (size_t age = 1; age < x->simd->window; age++) {
        h = (h ^ x->ages[age].plain[c->history[age]] ^ (uint64_t)c->begun[age] << 8) *
            0x9E3779B97F4A7C15u;
        h ^= h >> 32;
    }
    h = (h ^ (c->pending[0] | (uint64_t)c->pending[1] << 8 | (uint64_t)c->looked << 16)) *
        0x9E3779B97F4A7C15u;
    return (size_t)(h ^ h >> 32);
}

static bool same(const struct exploration *x, const struct context *a, const struct context *b)
{
    bool alike = a->node == b->node && a->delay == b->delay && a->looked == b->looked &&
                 memcmp(a->pending, b->pending, sizeof a->pending) == 0 &&
                 memcmp(a->begun, b->begun, sizeof a->begun) == 0;
    for (size_t age = 1; alike && age < x->simd->window; age++) {
        const uint8_t *const plain = x->ages[age].plain;
        alike = plain[a->history[age]] == plain[b->history[age]];
    }
    return alike;
}

// The slot of the context, or the free one where it belongs.
static uint32_t *slot_of(struct exploration *x, const struct context *c)
{
    size_t i = hash(x, c);
    while (x->slots[i & (2 * x->room - 1)] != 0 &&
           !same(x, c, &x->contexts[x->slots[i & (2 * x->room - 1)] - 1])) {
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

// What a byte leaves of the bits of a look, behind others.
static void leave(const struct exploration *x, uint8_t pending[2], uint8_t byte)
{
    pending[0] = x->look[1][byte] & pending[1];
    pending[1] = x->look[2][byte];
}

// What a context keeps one byte later, but for the node.
static struct context follow(const struct exploration *x, size_t from, uint8_t byte)
{
    const struct context *c = &x->contexts[from];
    struct context next = {.byte = byte, .from = (uint32_t)from};
    memcpy(next.pending, c->pending, sizeof next.pending);
    leave(x, next.pending, byte);
    next.history[1] = x->ages[0].older[x->ages[0].class_of[byte]];
    for (size_t age = 1; age + 1 < x->simd->window; age++) {
        next.history[age + 1] = x->ages[age].older[c->history[age]];
    }
    go_on_begun(x, c->begun, byte, next.begun);
    return next;
}

// The context one byte later.
static struct context step(const struct exploration *x, size_t from, uint8_t byte)
{
    const struct context *c = &x->contexts[from];
    struct context next = follow(x, from, byte);
    next.node = language.next[c->node][byte];
    if (c->node == LANGUAGE_DEAD) {
        next.delay = (uint8_t)(c->delay + (c->delay < x->simd->window));
    }
    return next;
}

// The errors of windows whose bytes, and what classify makes of them, are given.
static void window_errors(const struct simd *simd, vector *bytes, vector *values, uint8_t *errors)
{
    vector forbidden, deep;
    simd->combine(values, errors);
    simd->forbidden(bytes[0], forbidden);
    simd->deep(bytes, deep);
    for (size_t lane = 0; lane < simd->width; lane++) {
        errors[lane] |= forbidden[lane] | deep[lane];
    }
}

// The errors where `width` current bytes, one a lane, each follow this history.
static void current_errors(const struct exploration *x, const uint8_t *history,
                           const uint8_t *current, uint8_t *errors)
{
    vector bytes[SIMD_POSITIONS], values[SIMD_POSITIONS];
    for (size_t lane = 0; lane < x->simd->width; lane++) {
        bytes[0][lane] = current[lane];
        values[0][lane] = x->ages[0].value[current[lane]];
    }
    for (size_t age = 1; age < x->simd->window; age++) {
        const uint8_t byte = x->ages[age].byte[history[age]];
        memset(bytes[age], byte, x->simd->width);
        memset(values[age], x->ages[age].value[byte], x->simd->width);
    }
    window_errors(x->simd, bytes, values, errors);
}

// Is it wrong if k - 1 pads follow: an error in a well-formed text, or in another none, nor a look?
static bool pads_err(const struct exploration *x, const struct context *c)
{
    uint8_t history[SIMD_POSITIONS], pending[2];
    vector pads, errors;
    bool flagged = false, looked = false;
    memcpy(history, c->history, sizeof history);
    memcpy(pending, c->pending, sizeof pending);
    memset(pads, subject.pad, sizeof pads);
    for (size_t pad = 1; pad < x->simd->window; pad++) {
        current_errors(x, history, pads, errors);
        flagged |= errors[0] != 0;
        looked |= (x->look[0][subject.pad] & pending[0]) != 0;
        leave(x, pending, subject.pad);
        for (size_t age = x->simd->window - 1; age > 1; age--) {
            history[age] = x->ages[age - 1].older[history[age - 1]];
        }
        history[1] = x->ages[0].older[x->ages[0].class_of[subject.pad]];
    }
    return language.accepts[c->node] ? flagged : !flagged && !looked;
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
    if (!c.looked && pads_err(x, &c)) {
        return text_of(x, i, language.accepts[c.node] ? "rejects" : "accepts");
    }
    uint8_t current[256 + SIMD_WIDEST] = {0}, errors[256 + SIMD_WIDEST];
    memcpy(current, x->ages[0].byte, x->ages[0].classes);
    for (size_t kind = 0; kind < x->ages[0].classes; kind += x->simd->width) {
        current_errors(x, c.history, current + kind, errors + kind);
    }
    for (size_t kind = 0; kind < x->ages[0].classes; kind++) {
        struct context next = step(x, i, x->ages[0].byte[kind]);
        const bool looks = (x->look[0][next.byte] & c.pending[0]) != 0;
        if (errors[kind] == 0 && !looks && !c.looked) {
            visit(x, &next);
        } else if (errors[kind] == 0 && next.node != LANGUAGE_DEAD) {
            // The automaton reads on, and where a character begins, vectors.
            next.looked = !language.boundary[next.node];
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

// What pads leave.
static struct context after_pads(const struct exploration *x)
{
    struct context c = {.node = LANGUAGE_START};
    for (size_t age = 1; age < x->simd->window; age++) {
        uint16_t begun[SIMD_POSITIONS] = {0};
        c.history[age] = x->ages[age].class_of[subject.pad];
        leave(x, c.pending, subject.pad);
        go_on_begun(x, c.begun, subject.pad, begun);
        memcpy(c.begun, begun, sizeof begun);
    }
    return c;
}

// Visits all contexts; `likely` gets whether the verdict is no more than that.
static struct verdict explore(const struct simd *simd, bool afresh, size_t *contexts, size_t *delay,
                              bool *likely)
{
    struct exploration x = {.simd = simd};
    struct verdict v = {.wrong = NULL};
    make_machine(&x.machine, part_ages(&x, afresh));
    find_plain(&x);
    *likely = x.likely;
    const struct context start = after_pads(&x);
    make_room(&x, 1024);
    visit(&x, &start);
    for (size_t i = 0; i < x.count && v.wrong == NULL; i++) {
        v = check_context(&x, i);
    }
    *contexts = x.count;
    *delay = x.delay;
    free(x.contexts);
    free(x.slots);
    free_machine(&x.machine);
    return v;
}

// Is a text, with pads around it, flagged exactly if it is well-formed?
static bool is_shown(const struct simd *simd, const struct verdict *v)
{
    uint8_t text[5 * SIMD_WIDEST], errors[SIMD_WIDEST], looks[SIMD_WIDEST] = {0}, any = 0, look = 0;
    uint8_t *const p = text + 2 * SIMD_WIDEST;
    memset(text, subject.pad, sizeof text);
    memcpy(p, v->text, v->size);
    for (size_t at = 0; at < v->size + simd->window; at += simd->width) {
        simd->errors(p + at, errors);
        if (simd->look != NULL) {
            simd->look(p + at, looks);
        }
        for (size_t lane = 0; lane < simd->width; lane++) {
            any |= errors[lane];
            look |= looks[lane];
        }
    }
    const bool accepts = language.accepts[language_walk(v->text, v->size)];
    return v->size > 0 && (accepts ? any != 0 : any == 0 && look == 0);
}

struct verdict proof_windows(const struct simd *simd, size_t *contexts, size_t *delay)
{
    bool likely;
    struct verdict v = explore(simd, false, contexts, delay, &likely);
    if (likely && (v.wrong == NULL || !is_shown(simd, &v))) {
        v = explore(simd, true, contexts, delay, &likely);
    }
    return v;
}

double proof_seconds(void)
{
    // Twice, as a check, and again as much for the lanes.
    double seconds = 0;
    for (size_t i = 0; i < subject.simds; i++) {
        size_t contexts, delay;
        const double before = work_cpu();
        proof_windows(subject.simd[i], &contexts, &delay);
        seconds += 2 * (work_cpu() - before);
    }
    return seconds;
}

// ---- What is assumed, tried ----

// Does X_look, at p, what its parts make of the bytes at p, p - 1 and p - 2?
static bool looks_agree(const struct exploration *x, const uint8_t *p)
{
    const struct simd *simd = x->simd;
    vector found;
    simd->look(p, found);
    for (size_t lane = 0; lane < simd->width; lane++) {
        if (found[lane] !=
            (x->look[0][p[lane]] & x->look[1][*(p + lane - 1)] & x->look[2][*(p + lane - 2)])) {
            report_wrong(simd->name, "a look differs from that of its parts on %s",
                         report_hex(p + lane - 2, 3));
            return false;
        }
    }
    return true;
}

// Is X_errors, at p, what its parts make of the bytes at p, p - 1, p - 2, ...?
static bool lanes_agree(const struct exploration *x, const uint8_t *p)
{
    const struct simd *simd = x->simd;
    vector bytes[SIMD_POSITIONS], values[SIMD_POSITIONS], like[SIMD_POSITIONS];
    vector expected, found, classes, alike;
    for (size_t age = 0; age < simd->window; age++) {
        memcpy(bytes[age], p - age, simd->width);
        for (size_t lane = 0; lane < simd->width; lane++) {
            const struct age *a = &x->ages[age];
            like[age][lane] = a->byte[a->class_of[bytes[age][lane]]];
            values[age][lane] = a->value[bytes[age][lane]];
        }
    }
    window_errors(simd, bytes, values, expected);
    simd->errors(p, found);
    // Which bits a flagged lane has is nobody's business: a kernel may drop those of filters from each part, or from one only.
    for (size_t lane = 0; lane < simd->width; lane++) {
        if ((expected[lane] != 0) != (found[lane] != 0)) {
            report_wrong(simd->name, "errors differ from those of its parts on %s",
                         report_hex(p + lane - simd->window + 1, simd->window));
            return false;
        }
    }
    if (simd->rechecked != NULL) {
        simd->rechecked(p, classes);
        for (size_t lane = 0; lane < simd->width; lane++) {
            if ((classes[lane] != 0) != (found[lane] != 0)) {
                report_wrong(simd->name, "a recheck finds other errors on %s",
                             report_hex(p + lane - simd->window + 1, simd->window));
                return false;
            }
        }
    }
    if (simd->look != NULL && !looks_agree(x, p)) {
        return false;
    }
    for (size_t age = 0; age < simd->window; age++) {
        for (size_t lane = 0; lane < simd->width; lane++) {
            values[age][lane] = x->ages[age].value[like[age][lane]];
        }
    }
    window_errors(simd, like, values, classes);
    for (size_t lane = 0; lane < simd->width; lane++) {
        alike[lane] = (found[lane] != 0) == (classes[lane] != 0);
        if (!alike[lane]) {
            report_wrong(simd->name, "bytes of one class are not alike on %s",
                         report_hex(p + lane - simd->window + 1, simd->window));
            return false;
        }
    }
    return true;
}

static uint8_t random_byte(uint64_t *random)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return (uint8_t)(*random >> 56);
}

// Does combine work bit by bit? Random values, and what single bits make.
static bool bits_agree(const struct simd *simd, uint64_t *random)
{
    vector rows[SIMD_POSITIONS], errors;
    static uint8_t truth[1u << SIMD_POSITIONS];
    for (unsigned set = 0; set < 1u << simd->positions; set++) {
        truth[set] = combined(simd, set);
    }
    for (size_t i = 0; i < 1000; i++) {
        for (size_t age = 0; age < simd->positions; age++) {
            for (size_t lane = 0; lane < simd->width; lane++) {
                rows[age][lane] = random_byte(random);
            }
        }
        simd->combine(rows, errors);
        for (size_t at = 0; at < 8 * simd->width; at++) {
            const size_t lane = at / 8, bit = at % 8;
            unsigned set = 0;
            for (size_t age = 0; age < simd->positions; age++) {
                const size_t lower = lift(simd, age);
                set |= bit < lower ? 0 : (unsigned)(rows[age][lane] >> (bit - lower) & 1) << age;
            }
            if ((errors[lane] >> bit & 1) != (truth[set] >> bit & 1)) {
                report_wrong(simd->name, "combine does not work bit by bit: %zu of lane %zu, %s",
                             bit, lane, report_hex(errors, simd->width));
                return false;
            }
        }
    }
    return true;
}

// Random texts, of any bytes and of seeds, which rules are most likely about; then each pair of bytes
// from different classes at each lane and distance.
static bool check_lanes(const struct simd *simd, size_t *texts)
{
    struct exploration x = {.simd = simd};
    uint8_t text[2 * SIMD_WIDEST];
    uint8_t *p = text + SIMD_WIDEST;
    uint64_t random = 1;
    part_ages(&x, false);
    const struct seeds seeds = find_seeds(kinds_of(simd, false, &x.likely));
    *texts = 0;
    if (!bits_agree(simd, &random)) {
        return false;
    }
    for (; *texts < 100000; ++*texts) {
        for (size_t i = 0; i < sizeof text; i++) {
            text[i] = random_byte(&random);
            if (*texts % 2 == 1) {
                text[i] = seeds.byte[text[i] % seeds.count];
            }
        }
        if (!lanes_agree(&x, p)) {
            return false;
        }
    }
    memset(text, subject.pad, sizeof text);
    const size_t pairs = x.ages[0].classes * x.ages[0].classes;
    for (uint8_t *lane = p; lane < p + simd->width; lane++) {
        for (size_t age = 1; age < simd->window; age++) {
            for (size_t pair = 0; pair < pairs; pair++, ++*texts) {
                *lane = x.ages[0].byte[pair / x.ages[0].classes];
                *(lane - age) = x.ages[0].byte[pair % x.ages[0].classes];
                if (!lanes_agree(&x, p)) {
                    return false;
                }
            }
            *(lane - age) = subject.pad;
        }
        *lane = subject.pad;
    }
    return true;
}

// ---- Brief characters ----

// Which bytes may stand in a block of characters of one byte and two, each of them at each place among the others. Wrong:
// a block is taken that holds another byte, or not taken though it holds none.
static bool find_two_byte(const struct simd *simd, bool two_byte[256])
{
    enum { TIMES = 4 };  // that a byte stands at a place
    uint8_t block[4 * SIMD_WIDEST];
    uint64_t random = 1;
    for (unsigned b = 0; b < 256; b++) {
        memset(block, (int)b, simd->block);
        two_byte[b] = simd->two_byte_block(block);
    }
    for (size_t n = 0; n < TIMES * simd->block; n++) {
        for (size_t i = 0; i < simd->block; i++) {
            do {
                block[i] = random_byte(&random);
            } while (!two_byte[block[i]]);
        }
        for (unsigned b = 0; b < 256; b++) {
            const size_t place = (n + b) % simd->block;
            const uint8_t before = block[place];
            block[place] = (uint8_t)b;
            if (simd->two_byte_block(block) != two_byte[b]) {
                report_wrong(simd->name, "two_byte_block is wrong about %02X at %zu", b, place);
                return false;
            }
            block[place] = before;
        }
    }
    return true;
}

// Bytes of such blocks, of those that nothing takes otherwise one.
struct letters {
    uint8_t byte[256];
    size_t count;
};

// What two_byte_errors says of each pair of bytes.
static void ask_pairs(const struct simd *simd, bool flagged[256][256])
{
    uint8_t text[SIMD_POSITIONS + SIMD_WIDEST], *const p = text + SIMD_POSITIONS;
    vector errors;
    memset(text, subject.pad, sizeof text);
    for (size_t pair = 0; pair < 256 * 256; pair += simd->width / 2) {
        for (size_t lane = 0; lane < simd->width; lane += 2) {
            p[lane] = (uint8_t)((pair + lane / 2) >> 8);
            p[lane + 1] = (uint8_t)(pair + lane / 2);
        }
        simd->two_byte_errors(p, errors);
        for (size_t lane = 0; lane < simd->width; lane += 2) {
            flagged[p[lane]][p[lane + 1]] = errors[lane + 1] >= 0x80;
        }
    }
}

static struct letters find_letters(const struct exploration *x, const bool two_byte[256])
{
    static bool flagged[256][256];
    struct letters letters = {.count = 0};
    ask_pairs(x->simd, flagged);
    for (unsigned b = 0; b < 256; b++) {
        bool is_new = two_byte[b];
        for (size_t i = 0; is_new && i < letters.count; i++) {
            const uint8_t one = letters.byte[i];
            bool alike = x->ages[0].class_of[one] == x->ages[0].class_of[b];
            for (size_t age = 0; age < LOOK_REACH; age++) {
                alike &= x->look[age][one] == x->look[age][b];
            }
            for (unsigned other = 0; alike && other < 256; other++) {
                alike = !two_byte[other] || (flagged[one][other] == flagged[b][other] &&
                                             flagged[other][one] == flagged[other][b]);
            }
            is_new = !alike;
        }
        if (is_new) {
            letters.byte[letters.count++] = (uint8_t)b;
        }
    }
    return letters;
}

// Behind the context of a text of letters, its last one .node - 1, of which .delay are in a window: wherever two_byte_errors finds
// nothing, errors and look must find nothing, where a window is all letters. A letter that is flagged by itself, or a window that both
// flag, leaves all that follows undecided. The windows stand side by side in vectors.
static bool two_byte_agrees(struct exploration *x, size_t i, const struct letters *letters,
                            const uint8_t forbidden[256])
{
    const struct simd *simd = x->simd;
    const size_t room = simd->width / SIMD_POSITIONS;
    uint8_t text[SIMD_POSITIONS + SIMD_WIDEST], *const p = text + SIMD_POSITIONS;
    vector errors, two_byte, looks = {0};
    memset(text, subject.pad, sizeof text);
    for (size_t from = 0; from < letters->count; from += room) {
        const size_t some = letters->count - from < room ? letters->count - from : room;
        const struct context c = x->contexts[i];
        for (size_t n = 0; n < some; n++) {
            uint8_t *const current = p + (n + 1) * SIMD_POSITIONS - 1;
            *current = letters->byte[from + n];
            for (size_t age = 1; age < simd->window; age++) {
                *(current - age) = x->ages[age].byte[c.history[age]];
            }
            *(current - 1) = c.node > 0 ? c.byte : subject.pad;
        }
        simd->errors(p, errors);
        if (simd->look != NULL) {
            simd->look(p, looks);
        }
        simd->two_byte_errors(p, two_byte);
        for (size_t n = 0; n < some; n++) {
            const size_t lane = (n + 1) * SIMD_POSITIONS - 1;
            const bool flagged = (errors[lane] | looks[lane]) != 0,
                       noticed = two_byte[lane] >= 0x80;
            if (flagged && !noticed && c.delay + 1U == simd->window) {
                report_wrong(simd->name, "two_byte_errors accepts %s",
                             report_hex(p + lane - simd->window + 1, simd->window));
                return false;
            }
            if ((!flagged || !noticed) && forbidden[p[lane]] == 0) {
                struct context next = follow(x, i, p[lane]);
                next.node = (uint16_t)(from + n + 1);
                next.delay = (uint8_t)(c.delay + (c.delay + 1U < simd->window));
                visit(x, &next);
            }
        }
    }
    return true;
}

// All windows of such bytes, one of those that are alike; *count gets how many.
static bool check_two_byte(const struct simd *simd, size_t *count)
{
    struct exploration x = {.simd = simd};
    bool two_byte[256], right = true;
    uint8_t forbidden[256];
    if (!find_two_byte(simd, two_byte)) {
        return false;
    }
    make_machine(&x.machine, part_ages(&x, false));
    find_plain(&x);
    find_forbidden(simd, forbidden);
    const struct letters letters = find_letters(&x, two_byte);
    struct context pads = after_pads(&x);
    pads.node = 0;
    make_room(&x, 1024);
    visit(&x, &pads);
    for (size_t i = 0; right && i < x.count; i++) {
        right = two_byte_agrees(&x, i, &letters, forbidden);
    }
    *count += x.count * letters.count;
    free(x.contexts);
    free(x.slots);
    free_machine(&x.machine);
    return right;
}

void proof_check(void)
{
    if (subject.simds == 0) {
        return;
    }
    report_opening(&(struct report_opening){
        .title = "Proof",
        .establishes =
            "of a text of any length, with pads around it, no window is flagged exactly if "
            "the text is well-formed; and a text that dies is flagged within k - 1 bytes, "
            "pads included. Where a filter leaves to the automaton what it looks at: what is "
            "flagged is "
            "ill-formed, and what is neither flagged nor looked at, from where a character begins "
            "behind the last look, "
            "is well-formed",
        .assumes =
            "lanes behave alike, combine works bit by bit, and deep is made of tests on single "
            "bytes: that X_errors is what its parts make of classes is tested, on random "
            "text and on each pair of classes in each lane, not proved",
        .excludes = "loads, ASCII skipping, tails and dispatch: sweep looks at those",
        .oracle = "reference.c, made finite by language.c",
    });
    for (size_t i = 0; i < subject.simds; i++) {
        const struct simd *simd = subject.simd[i];
        size_t contexts, delay, texts = 0;
        if (!report_begin(simd->name, "proved")) {
            continue;
        }
        const struct verdict v = proof_windows(simd, &contexts, &delay);
        if (v.wrong != NULL) {
            report_wrong(simd->name, "%s %s", v.wrong, report_hex(v.text, v.size));
        } else if (delay >= simd->window) {
            report_wrong(simd->name, "flags some text only %zu bytes after it died", delay);
        }
        const bool lanes = check_lanes(simd, &texts);
        size_t windows = 0;
        const bool two_byte = simd->two_byte_block == NULL || check_two_byte(simd, &windows);
        report_end(simd->name, "proved",
                   v.wrong == NULL && delay < simd->window && lanes && two_byte ? "windows" : NULL,
                   "%zu contexts, flagged at most %zu bytes late; %zu blocks compared, "
                   "%zu windows of characters of one byte and two",
                   contexts, delay, texts, windows);
    }
}
