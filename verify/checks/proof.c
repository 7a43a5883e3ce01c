// SPDX-License-Identifier: 0BSD
//
// The block check equals the reference, for texts of every length.
//
// In: the emitted block check of one instruction set. Out: a short counterexample, or a proof that
// a text between pads is ill-formed if and only if it has a flagged window, or an error that the
// look leaves to the automaton. If windows leave the rules at the end of a text to may_end, the
// proof asks instead whether another character may follow the text, and check_ends tests may_end.
//
// The idea: a window has k bytes. The age of a byte is its distance from the last byte of the
// window. Whether a window is flagged depends only on the class of the byte at each age. Bytes are of
// one class if classify gives them values that agree in the bits that combine reads, if deep treats
// them alike, and if their classes at the next age are equal. A context has a node of the reference,
// the classes of the last k - 1 bytes, and more (struct context). There are hundreds or thousands of
// contexts. The exploration begins after pads and visits every context that unflagged bytes reach:
//
//     a byte is flagged, the reference is not dead   false alarm: some completion is well-formed
//     pads follow                                    flagged exactly if the reference did not accept
//     the look filter has a bit                      the automaton reads to the next character; vectors
//                                                    resume there, if the reference is not dead by then
//
//     C0 F0 90 80 80   a kernel accepts this if its table this_high lacks the bit too_short at F;
//                      no text of one to four bytes shows this mistake
//
// bits_seen finds the bits of a value that combine reads: it calls combine with rows of FF or 00,
// in each combination. This is enough if combine works bit by bit. The tests of deep rules on
// single bytes (MODEL_..._ASKS), and the emitted tables, show which bytes deep can distinguish at
// an age: bytes are of one kind if every test gives the same answer for them. check_kinds and
// check_lanes test that the code makes no other tests.
#include "checks.h"
#include "../reference/language.h"
#include "../shared/intern.h"
#include "../shared/report.h"
#include "../shared/strings.h"
#include "../shared/work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint8_t vector[SIMD_WIDEST];

// The deep rules as an automaton that reads a window, the oldest byte first. Two beginnings of a
// window lead to one state if deep gives the same verdicts for all their completions. make_machine
// calls deep for each combination of kinds, unless there are too many.
struct machine {
    bool is_there;
    size_t kinds[SIMD_POSITIONS];          // [age]: the number of kinds
    uint8_t kind_of[SIMD_POSITIONS][256];  // [age][byte]
    uint8_t byte[SIMD_POSITIONS][256];     // [age][kind]: a byte of the kind
    uint16_t *next[SIMD_POSITIONS];        // [bytes read so far][state * kinds + kind]
};

// The classes of bytes at one age.
struct age {
    uint8_t value[256];  // [byte]: its value by classify
    uint8_t seen;        // the bits of values that combine reads
    size_t classes;
    uint8_t class_of[256];  // [byte]
    uint8_t byte[256];      // [class]: a byte of the class
    uint8_t older[256];     // [class]: the class of its bytes at the next age
    uint8_t plain[256];     // [class]: the first one that combine treats alike from this age on
};

// The most bytes that a look depends on, and the most rounds that it has.
enum { LOOK_REACH = 3, LOOK_ROUNDS = 4 };

struct context {
    uint16_t node;                    // of the reference
    uint8_t delay;                    // bytes after the one that led to DEAD, at most k
    uint8_t history[SIMD_POSITIONS];  // [j]: class of the byte at age j; [0] is not used
    uint16_t begun[SIMD_POSITIONS];   // [j]: the machine's state after the last j bytes
    uint32_t pending[2];  // look bits: of the last two bytes together, and of the last byte
    bool looked;          // after a look bit: the automaton reads until a character begins
    bool lost;            // the reference died before the form that began last (see step)
    uint8_t byte;         // the last byte
    uint32_t from;        // the context before that byte
};

struct exploration {
    const struct simd *simd;
    struct age ages[SIMD_POSITIONS];
    const uint8_t *compared;            // the values that deep rules compare bytes with
    uint8_t kind[SIMD_POSITIONS][256];  // [age][byte]: the first byte of its kind
    struct machine machine;
    uint32_t look[LOOK_REACH][256];  // [age][byte]: its look bits, eight for each round
    struct context *contexts;
    size_t count, room;
    uint32_t *slots;  // hash table: indices of contexts, plus 1
    size_t delay;     // the longest delay until a flag
};

// ---- Classes of bytes ----

// Classifies each byte at this age. Values are 0 at ages that the block check does not classify.
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

// Returns the result of combine for rows of FF where `set` has a bit, and of 00 elsewhere.
static uint8_t combined(const struct simd *simd, unsigned set)
{
    vector rows[SIMD_POSITIONS], errors;
    for (size_t age = 0; age < simd->positions; age++) {
        memset(rows[age], set >> age & 1 ? 0xFF : 0, sizeof *rows);
    }
    simd->combine(rows, errors);
    return errors[0];
}

// Returns the number of bits by which combine shifts the values at this age to the left.
static size_t lift(const struct simd *simd, size_t age)
{
    return simd->chain > 0 ? age / 2 : 0;
}

// Returns the bits that combine reads of the values at an age.
static uint8_t bits_seen(const struct simd *simd, size_t age)
{
    uint8_t seen = 0;
    for (unsigned set = 0; age < simd->positions && set < 1u << simd->positions; set++) {
        seen |= combined(simd, set) ^ combined(simd, set ^ 1u << age);
    }
    return (uint8_t)(seen >> lift(simd, age));
}

// ---- Bytes that deep can distinguish ----

// Does this test read the byte at an age?
static bool asks_at(const struct ask *ask, size_t age)
{
    return ask->position == age || (ask->kind == ASK_pair && ask->position + 1 == age);
}

// Returns the result of a test for a byte at an age; 0 if the test fails. A rule cannot distinguish
// bytes with equal results. Ranges are compared as in the kernels, since a mutation may make the first
// byte of a range greater than its last one.
static uint8_t answer(const struct exploration *x, const struct ask *ask, size_t age, uint8_t b)
{
    const uint8_t *const v = x->compared + ask->at;
    const uint8_t moved = (uint8_t)(b + ask->added);
    switch (ask->kind) {
    case ASK_equal:
        return b == v[0];
    case ASK_above:
        return (int8_t)b > (int8_t)v[0];
    case ASK_masked:
        return (b & v[0]) == v[1];
    case ASK_range:
        return (int8_t)(b + 0x7F - v[1]) > (int8_t)(0x7E - v[1] + v[0]);
    case ASK_pair:
        return (uint8_t)(x->ages[age - ask->position].value[b] & ask->at);
    case ASK_set:
        return (uint8_t)(moved & ask->at);
    case ASK_unset:
        return (uint8_t)(~moved & ask->at);
    }
    return 0;
}

static void find_kinds(struct exploration *x, size_t age, uint8_t *answers)
{
    size_t count = 0;
    for (size_t i = 0; i < x->simd->ask_count; i++) {
        if (asks_at(&x->simd->asks[i], age)) {
            for (unsigned b = 0; b < 256; b++) {
                answers[b * x->simd->ask_count + count] =
                    answer(x, &x->simd->asks[i], age, (uint8_t)b);
            }
            count++;
        }
    }
    for (unsigned b = 0; b < 256; b++) {
        unsigned first = 0;
        while (memcmp(answers + first * x->simd->ask_count, answers + b * x->simd->ask_count,
                      count) != 0) {
            first++;
        }
        x->kind[age][b] = (uint8_t)first;
    }
}

// Do two bytes have the same look bits at every age? Returns true if `look` is NULL.
static bool leaves_alike(uint32_t (*look)[256], uint8_t a, uint8_t b)
{
    bool alike = true;
    for (size_t age = 0; look != NULL && age < LOOK_REACH; age++) {
        alike &= look[age][a] == look[age][b];
    }
    return alike;
}

// The properties, other than the value, by which classes differ: the kind of a byte, whether it is
// forbidden or continues a form, its class at the next age, its column of the reference, and its look
// bits. If `look` is NULL, look bits are not compared.
struct marks {
    const uint8_t *deep, *forbidden, *older;
    const uint16_t *column;
    uint32_t (*look)[256];
};

// Puts bytes into one class if their marks are equal, and if their values agree in the bits that
// combine reads.
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

// Finds the bytes that are errors at every place.
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

// Finds the look bits of each byte at each age, eight for each round; 0 if the kernel has no look.
static void find_look(const struct simd *simd, uint32_t look[LOOK_REACH][256])
{
    uint8_t bytes[256], part[256];
    for (unsigned b = 0; b < 256; b++) {
        bytes[b] = (uint8_t)b;
    }
    memset(look, 0, LOOK_REACH * sizeof *look);
    for (size_t n = 0; simd->look != NULL && n < LOOK_ROUNDS * LOOK_REACH; n++) {
        const size_t round = n / LOOK_REACH, age = n % LOOK_REACH;
        bool is_there = true;
        for (size_t b = 0; b < 256; b += simd->width) {
            is_there = simd->look_part(round, age, bytes + b, part + b);
        }
        for (unsigned b = 0; is_there && b < 256; b++) {
            look[age][b] |= (uint32_t)part[b] << 8 * round;
        }
    }
}

// Does `boundary` take this byte for a continuation byte? Where the look has a bit, `boundary`
// finds the beginning of the form that the automaton reads.
static bool continues(const struct simd *simd, uint8_t byte)
{
    const uint8_t two[] = {byte, byte};
    return simd->boundary(two, 2) == 0;
}

// Finds the classes of all ages, the oldest first. At age 0, bytes of one class also have equal
// columns of the reference and equal look bits; either all or none of them are forbidden, and either
// all or none continue a form.
static void part_ages(struct exploration *x)
{
    static const uint8_t alike[256];
    static const uint16_t one_column[256];
    const uint8_t *older = alike;
    uint8_t forbidden[256], *answers = intern_room(256 * (x->simd->ask_count + 1), 1);
    const struct table *compared = subject_table(x->simd->values);
    x->compared = compared != NULL ? compared->entries : alike;
    find_forbidden(x->simd, forbidden);
    find_look(x->simd, x->look);
    for (unsigned b = 0; x->simd->look != NULL && b < 256; b++) {
        forbidden[b] |= continues(x->simd, (uint8_t)b) ? 2 : 0;
    }
    for (size_t age = 0; age < x->simd->window; age++) {
        classify_all(x->simd, age, x->ages[age].value);
        x->ages[age].seen = bits_seen(x->simd, age);
    }
    for (size_t age = x->simd->window; age-- > 0;) {
        const bool newest = age == 0;
        find_kinds(x, age, answers);
        const struct marks marks = {
            .deep = x->kind[age],
            .forbidden = newest ? forbidden : alike,
            .older = older,
            .column = newest ? language.column : one_column,
            .look = newest ? x->look : NULL,
        };
        part_bytes(&x->ages[age], &marks);
        older = x->ages[age].class_of;
    }
    free(answers);
}

// ---- Beginnings of windows that deep can distinguish ----

enum { MOST_WINDOWS = 1 << 25, MOST_STATES = 1 << 15 };

// Numbers the kinds at each age. Returns the number of their combinations; MOST_WINDOWS + 1 if
// there are more than MOST_WINDOWS.
static size_t number_kinds(struct machine *m, const struct exploration *x)
{
    size_t windows = 1;
    for (size_t age = 0; age < x->simd->window; age++) {
        uint8_t number[256];
        m->kinds[age] = 0;
        for (unsigned b = 0; b < 256; b++) {
            if (x->kind[age][b] == b) {
                m->byte[age][m->kinds[age]] = (uint8_t)b;
                number[b] = (uint8_t)m->kinds[age]++;
            }
        }
        for (unsigned b = 0; b < 256; b++) {
            m->kind_of[age][b] = number[x->kind[age][b]];
        }
        windows = windows > MOST_WINDOWS ? windows : windows * m->kinds[age];
    }
    return windows > MOST_WINDOWS ? MOST_WINDOWS + 1 : windows;
}

// Finds whether deep flags the window of each combination. The kind of the newest byte varies
// fastest.
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

// Merges beginnings of windows with equal successors into one state. On entry, `states` has the
// state after each beginning and one more byte, of each kind; on return, the state of each
// beginning. Returns the number of states; 0 if there are too many, or no memory for them.
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

static size_t asked;  // the number of windows on which the last make_machine called deep

size_t proof_asked(void)
{
    return asked;
}

static void make_machine(struct exploration *x)
{
    const struct simd *simd = x->simd;
    struct machine *m = &x->machine;
    size_t windows = simd->deep_count > 0 ? number_kinds(m, x) : MOST_WINDOWS + 1;
    m->is_there = windows <= MOST_WINDOWS;
    uint16_t *states = m->is_there ? malloc(windows * sizeof *states) : NULL;
    m->is_there = states != NULL;
    asked = m->is_there ? windows : 0;
    if (m->is_there) {
        ask_all(m, simd, states, windows);
    }
    for (size_t age = 0; m->is_there && age < simd->window; age++) {
        windows /= m->kinds[age];
        m->is_there =
            merge_beginnings(states, windows, m->kinds[age], &m->next[simd->window - 1 - age]) > 0;
    }
    free(states);
}

// Advances the machine's states by one byte.
static void advance_begun(const struct exploration *x, const uint16_t *begun, uint8_t byte,
                          uint16_t *next)
{
    const struct machine *m = &x->machine;
    const size_t window = x->simd->window;
    for (size_t n = 1; m->is_there && n < window; n++) {
        const size_t age = window - n, before = n > 1 ? begun[n - 1] : 0;
        next[n] = m->next[n - 1][before * m->kinds[age] + m->kind_of[age][byte]];
    }
}

// Finds the classes that combine treats alike. Contexts need not distinguish these: the machine's
// state already determines the verdicts of deep. Without a machine, each class remains distinct.
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
    h = (h ^ (c->pending[0] | (uint64_t)c->pending[1] << 32)) * 0x9E3779B97F4A7C15u;
    h ^= h >> 32;
    h = (h ^ (c->looked | (uint64_t)c->lost << 1)) * 0x9E3779B97F4A7C15u;
    return (size_t)(h ^ h >> 32);
}

static bool same(const struct exploration *x, const struct context *a, const struct context *b)
{
    bool alike = a->node == b->node && a->delay == b->delay && a->looked == b->looked &&
                 a->lost == b->lost && memcmp(a->pending, b->pending, sizeof a->pending) == 0 &&
                 memcmp(a->begun, b->begun, sizeof a->begun) == 0;
    for (size_t age = 1; alike && age < x->simd->window; age++) {
        const uint8_t *const plain = x->ages[age].plain;
        alike = plain[a->history[age]] == plain[b->history[age]];
    }
    return alike;
}

// Returns the slot of the context, or the free slot for it.
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

// Updates the pending look bits with one more byte.
static void leave(const struct exploration *x, uint32_t pending[2], uint8_t byte)
{
    pending[0] = x->look[1][byte] & pending[1];
    pending[1] = x->look[2][byte];
}

// Returns the context after one more byte, except its node, delay, looked and lost.
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
    advance_begun(x, c->begun, byte, next.begun);
    return next;
}

// Returns the context after one more byte. Its `looked` is false; check_context may set it.
static struct context step(const struct exploration *x, size_t from, uint8_t byte)
{
    const struct context *c = &x->contexts[from];
    struct context next = follow(x, from, byte);
    next.node = language.next[c->node][byte];
    if (c->node == LANGUAGE_DEAD) {
        next.delay = (uint8_t)(c->delay + (c->delay < x->simd->window));
    }
    if (x->simd->look != NULL && next.node == LANGUAGE_DEAD) {
        const bool inside = continues(x->simd, byte);
        // The text is lost if a form begins after the reference died or before the last form ended,
        // or if no form requires this continuation byte.
        next.lost =
            c->lost || (c->node == LANGUAGE_DEAD ? !inside : inside == language.boundary[c->node]);
    }
    return next;
}

// Finds the errors of windows from their bytes, and from the values that classify gives these bytes.
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

// Finds the errors of `width` current bytes, one in each lane, after this history.
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

bool proof_accepts(uint16_t node)
{
    return subject.leaves_end ? language.boundary[node] : language.accepts[node];
}

// Is the verdict wrong if k - 1 bytes of pads follow? It is wrong if a byte of the pads is flagged
// after a well-formed text, or if none is flagged after an ill-formed text.
static bool pads_err(const struct exploration *x, const struct context *c)
{
    const bool accepts = proof_accepts(c->node);
    uint8_t history[SIMD_POSITIONS];
    vector pads, errors;
    bool flagged = false;
    memcpy(history, c->history, sizeof history);
    for (size_t i = 1; i < x->simd->window; i++) {
        const uint8_t pad = subject.pads[(i - 1) % subject.pad_count];
        memset(pads, pad, sizeof pads);
        current_errors(x, history, pads, errors);
        flagged |= errors[0] != 0;
        for (size_t age = x->simd->window - 1; age > 1; age--) {
            history[age] = x->ages[age - 1].older[history[age - 1]];
        }
        history[1] = x->ages[0].older[x->ages[0].class_of[pad]];
    }
    return accepts == flagged;
}

// Returns a verdict with this error, on the text that leads to a context.
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

// Visits the successors of one context. Returns a counterexample if it finds one.
static struct verdict check_context(struct exploration *x, size_t i)
{
    const struct context c = x->contexts[i];
    if (!c.looked && pads_err(x, &c)) {
        return text_of(x, i,
                       proof_accepts(c.node) ? "rejects the well-formed text"
                                             : "accepts the ill-formed text");
    }
    uint8_t current[256 + SIMD_WIDEST] = {0}, errors[256 + SIMD_WIDEST];
    memcpy(current, x->ages[0].byte, x->ages[0].classes);
    for (size_t kind = 0; kind < x->ages[0].classes; kind += x->simd->width) {
        current_errors(x, c.history, current + kind, errors + kind);
    }
    for (size_t kind = 0; kind < x->ages[0].classes; kind++) {
        struct context next = step(x, i, x->ages[0].byte[kind]);
        // After a look bit, the automaton reads the form that contains the byte. If the reference died
        // before that form, the automaton may accept the form: then the bit does not count.
        const bool looks = !next.lost && (x->look[0][next.byte] & c.pending[0]) != 0;
        if (errors[kind] == 0 && !looks && !c.looked) {
            visit(x, &next);
        } else if (errors[kind] == 0 && next.node != LANGUAGE_DEAD) {
            // The automaton reads until a character begins; then vectors resume.
            next.looked = !language.boundary[next.node];
            visit(x, &next);
        } else if (next.node != LANGUAGE_DEAD) {
            struct verdict v = text_of(x, i, "rejects the well-formed text");
            v.text[v.size++] = next.byte;
            v.size += language_complete(next.node, v.text + v.size);
            return v;
        } else if (next.delay > x->delay) {
            x->delay = next.delay;
        }
    }
    return (struct verdict){.wrong = NULL};
}

// Returns the context after pads.
static struct context after_pads(const struct exploration *x)
{
    struct context c = {.node = language.free};
    for (size_t age = x->simd->window - 1; age > 0; age--) {
        uint16_t begun[SIMD_POSITIONS] = {0};
        const uint8_t pad = subject.pads[subject.pad_count - 1 - (age - 1) % subject.pad_count];
        c.history[age] = x->ages[age].class_of[pad];
        leave(x, c.pending, pad);
        advance_begun(x, c.begun, pad, begun);
        memcpy(c.begun, begun, sizeof begun);
    }
    return c;
}

struct verdict proof_windows(const struct simd *simd, size_t *contexts, size_t *delay)
{
    struct exploration x = {.simd = simd};
    struct verdict v = {.wrong = NULL};
    part_ages(&x);
    make_machine(&x);
    find_plain(&x);
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

double proof_seconds(void)
{
    // The time is doubled, since check_lanes takes about as long as the proof.
    double seconds = 0;
    for (size_t i = 0; i < subject.simds; i++) {
        size_t contexts, delay;
        const double before = work_cpu();
        proof_windows(subject.simd[i], &contexts, &delay);
        seconds += 2 * (work_cpu() - before);
    }
    return seconds;
}

// ---- Tests of the assumptions ----

// Does X_look at p equal its parts for the bytes at p, p - 1 and p - 2?
static bool looks_agree(const struct exploration *x, const uint8_t *p)
{
    const struct simd *simd = x->simd;
    vector found;
    simd->look(p, found);
    for (size_t lane = 0; lane < simd->width; lane++) {
        const uint32_t bits =
            x->look[0][p[lane]] & x->look[1][*(p + lane - 1)] & x->look[2][*(p + lane - 2)];
        if (found[lane] != ((bits | bits >> 8 | bits >> 16 | bits >> 24) & 0xFF)) {
            report_wrong(simd->name, "X_look differs from its parts for the bytes %s",
                         report_hex(p + lane - 2, 3));
            return false;
        }
    }
    return true;
}

// Do X_errors and X_recheck flag the lanes that combine, forbidden and deep flag, for the bytes at
// p, p - 1, ... and for the representatives of their classes? Is looks_agree true?
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
    // Compares only whether lanes are flagged: a kernel may clear the bits of filters in each part,
    // or in only one.
    for (size_t lane = 0; lane < simd->width; lane++) {
        if ((expected[lane] != 0) != (found[lane] != 0)) {
            report_wrong(simd->name, "X_errors differs from its parts for the window %s",
                         report_hex(p + lane - simd->window + 1, simd->window));
            return false;
        }
    }
    if (simd->rechecked != NULL) {
        simd->rechecked(p, classes);
        for (size_t lane = 0; lane < simd->width; lane++) {
            if ((classes[lane] != 0) != (found[lane] != 0)) {
                report_wrong(simd->name, "a recheck differs from X_errors for the window %s",
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
            report_wrong(simd->name,
                         "X_errors does not treat the bytes of a class alike in the window %s",
                         report_hex(p + lane - simd->window + 1, simd->window));
            return false;
        }
    }
    return true;
}

// Does combine work bit by bit? Compares its results for random values with those for single bits.
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
                report_wrong(simd->name,
                             "combine does not work bit by bit: bit %zu of lane %zu is wrong in %s",
                             bit, lane, report_hex(errors, simd->width));
                return false;
            }
        }
    }
    return true;
}

// Windows of bytes that satisfy the tests of deep rules. The rules take turns.
enum { DRAWN = 1024 };

struct drawn {
    uint8_t byte[DRAWN][SIMD_POSITIONS];  // [window][age]
};

// Does a byte at this age pass all tests of a rule?
static bool holds_at(const struct exploration *x, unsigned rule, size_t age, uint8_t byte)
{
    bool holds = true;
    for (size_t i = 0; holds && i < x->simd->ask_count; i++) {
        const struct ask *ask = &x->simd->asks[i];
        holds = ask->rule != rule || !asks_at(ask, age) || answer(x, ask, age, byte) != 0;
    }
    return holds;
}

// Draws a byte that passes the tests of both rules at this age. If no byte passes both, draws one
// that passes the tests of `rule`; if there is none, any byte.
static uint8_t draw_byte(const struct exploration *x, unsigned rule, unsigned other, size_t age,
                         uint64_t *random)
{
    uint8_t byte = random_byte(random);
    for (unsigned i = 0;
         i < 512 && !(holds_at(x, rule, age, byte) && (i >= 256 || holds_at(x, other, age, byte)));
         i++) {
        byte++;
    }
    return byte;
}

static void draw_windows(const struct exploration *x, struct drawn *drawn, uint64_t *random)
{
    const unsigned rules = x->simd->asks[x->simd->ask_count - 1].rule;
    for (unsigned n = 0; n < DRAWN; n++) {
        const unsigned rule = 1 + n % rules, other = 1 + random_byte(random) % rules;
        for (size_t age = 0; age < x->simd->window; age++) {
            drawn->byte[n][age] =
                draw_byte(x, rule, n / rules % 2 == 0 ? rule : other, age, random);
        }
    }
}

// In each of these windows, at each age that deep reads: does deep treat each byte like the
// representative of its kind?
static bool check_kinds(const struct exploration *x, const struct drawn *drawn)
{
    const struct simd *simd = x->simd;
    for (size_t n = 0; n < DRAWN * simd->deep_count; n++) {
        const uint8_t own = simd->deep_positions[n % simd->deep_count],
                      *w = drawn->byte[n / simd->deep_count];
        vector rows[SIMD_POSITIONS], errors;
        bool flags[256];
        for (size_t age = 0; age < simd->window; age++) {
            memset(rows[age], w[age], sizeof *rows);
        }
        for (unsigned b = 0; b < 256; b += (unsigned)simd->width) {
            for (unsigned lane = 0; lane < simd->width; lane++) {
                rows[own][lane] = (uint8_t)(b + lane);
            }
            simd->deep(rows, errors);
            for (unsigned lane = 0; lane < simd->width; lane++) {
                flags[b + lane] = errors[lane] != 0;
            }
        }
        for (unsigned b = 0; b < 256; b++) {
            if (flags[b] != flags[x->kind[own][b]]) {
                uint8_t window[SIMD_POSITIONS];
                for (size_t age = 0; age < simd->window; age++) {
                    window[simd->window - 1 - age] = age == own ? (uint8_t)b : rows[age][0];
                }
                report_wrong(simd->name,
                             "a deep rule distinguishes %02X from %02X, but no test in the model "
                             "does, in the window %s",
                             b, x->kind[own][b], report_hex(window, simd->window));
                return false;
            }
        }
    }
    return true;
}

// Fills a text with these windows, from the n-th on.
static void fill_drawn(uint8_t *text, size_t size, size_t window, const struct drawn *drawn,
                       size_t n)
{
    for (size_t i = n % window; i + window <= size; i += window, n++) {
        for (size_t age = 0; age < window; age++) {
            text[i + window - 1 - age] = drawn->byte[n % DRAWN][age];
        }
    }
}

// Tests the assumptions: calls bits_agree and check_kinds; then lanes_agree on random texts (of any
// bytes, of representatives of classes, of windows for deep rules), and on each pair of classes, in
// each lane and at each distance. Sets the number of texts.
static bool check_lanes(const struct simd *simd, size_t *texts)
{
    static struct drawn drawn;
    struct exploration x = {.simd = simd};
    uint8_t text[2 * SIMD_WIDEST];
    uint8_t *p = text + SIMD_WIDEST;
    uint64_t random = 1;
    part_ages(&x);
    *texts = 0;
    if (!bits_agree(simd, &random)) {
        return false;
    }
    if (simd->ask_count > 0) {
        draw_windows(&x, &drawn, &random);
        if (!check_kinds(&x, &drawn)) {
            return false;
        }
    }
    for (; *texts < 100000; ++*texts) {
        for (size_t i = 0; i < sizeof text; i++) {
            text[i] = random_byte(&random);
            if (*texts % 2 == 1) {
                text[i] = x.ages[0].byte[text[i] % x.ages[0].classes];
            }
        }
        if (*texts % 4 == 0 && simd->ask_count > 0) {
            fill_drawn(text, sizeof text, simd->window, &drawn, *texts);
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

// ---- Two-byte text ----

// Finds the bytes of two-byte text: two_byte_block accepts a block that repeats such a byte. Then tries
// each byte at each place of a block of such bytes. two_byte_block must accept the block if and only
// if the tried byte is one of them.
static bool find_two_byte(const struct simd *simd, bool two_byte[256])
{
    enum { TIMES = 4 };  // the number of tries of each byte at each place
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
                report_wrong(simd->name,
                             "two_byte_block returns %d instead of %d at place %zu for %02X",
                             !two_byte[b], two_byte[b], place, b);
                return false;
            }
            block[place] = before;
        }
    }
    return true;
}

// The letters: bytes of two-byte text, one of each set that errors, look and two_byte_errors treat alike.
struct letters {
    uint8_t byte[256];
    size_t count;
};

// Finds whether two_byte_errors flags each pair of bytes.
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

// Extends a text of letters by each letter. In its context, .node is the index of the last letter
// plus 1 (0: there is none), and .delay the number of letters among the last k - 1 bytes. If a window
// consists of letters and two_byte_errors does not flag it, neither errors nor look may flag it. A
// longer text is not visited if the letter is forbidden, or if its window is flagged twice: by
// two_byte_errors, and by errors or look. A vector has several windows side by side.
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
                report_wrong(simd->name, "two_byte_errors does not flag the ill-formed window %s",
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

// Checks the windows of letters after each context; adds their number to *count.
static bool check_two_byte(const struct simd *simd, size_t *count)
{
    struct exploration x = {.simd = simd};
    bool two_byte[256], right = true;
    uint8_t forbidden[256];
    if (!find_two_byte(simd, two_byte)) {
        return false;
    }
    part_ages(&x);
    make_machine(&x);
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

// ---- The end of a text ----

// One byte of the last character of a text. `node` is the node after it; `alone`, the node if no
// rule restricts the character. `from` is the index of the previous step. Step 0 adds no byte.
struct last_step {
    uint16_t node, alone;
    size_t from;
    uint8_t byte;
};

// Does may_end agree with the reference for each character after the text of `before` bytes (with
// `edges`, also for its first bytes)? may_end reads the last character as if it were alone. So of
// strings that lead to the same node after the text, and to the same node without it, one is enough.
static bool ends_agree(const struct simd *simd, uint16_t begin, uint8_t *text, size_t before,
                       size_t *count)
{
    uint8_t *seen = intern_room(language.count, language.count);
    struct last_step *steps = intern_room(1, sizeof *steps);
    size_t used = 1;
    bool right = true;
    steps[0] = (struct last_step){.node = begin, .alone = language.free};
    for (size_t i = 0; right && i < used; i++) {
        for (size_t c = 0; right && c < language.columns; c++) {
            const uint8_t byte = language.typical[c];
            const struct last_step next = {language.next[steps[i].node][byte],
                                           language.next[steps[i].alone][byte], i, byte};
            uint8_t *known = &seen[next.node * language.count + next.alone];
            if (next.node == LANGUAGE_DEAD || *known) {
                continue;
            }
            *known = 1;
            steps = intern_more(steps, used + 1, sizeof *steps);
            steps[used++] = next;
            if (language.boundary[next.node] || subject.edges) {
                size_t size = before;
                for (size_t at = used - 1; at != 0; at = steps[at].from) {
                    size++;
                }
                for (size_t at = used - 1, place = size; at != 0; at = steps[at].from) {
                    text[--place] = steps[at].byte;
                }
                right = simd->may_end(text, size) == language.accepts[next.node];
                if (!right) {
                    report_wrong(simd->name, "may_end is wrong about %s", report_hex(text, size));
                }
                used -= language.boundary[next.node];
                ++*count;
            }
        }
    }
    free(steps);
    free(seen);
    return right;
}

// Checks may_end after one text for each node where a character may begin, and for the empty text.
static bool check_ends(const struct simd *simd, size_t *count)
{
    uint8_t text[STRINGS_WAY + REFERENCE_LONGEST];
    size_t size;
    for (size_t node = 0; node < language.count; node++) {
        if (language.boundary[node] && strings_reach(node, text, &size) &&
            !ends_agree(simd, (uint16_t)node, text, size, count)) {
            return false;
        }
    }
    return simd->may_end(NULL, 0);
}

void proof_check(void)
{
    if (subject.carrying[0] != NULL) {
        carries_check();
    }
    if (subject.simds == 0) {
        return;
    }
    report_opening(&(struct report_opening){
        .title = "Proof",
        .establishes =
            "a text of any length, between pads, has a flagged window if and only if it is "
            "ill-formed; the flag comes at most k - 1 bytes after the reference dies, pads "
            "included. If a look filter leaves errors to the automaton: flagged text is "
            "ill-formed, and after the last look, the text from the next character on is "
            "well-formed if nothing in it is flagged. If windows leave rules at the end of a text "
            "to may_end, windows are right without these rules, and may_end is right after each "
            "character",
        .assumes =
            "lanes behave alike, combine works bit by bit, deep makes only the tests that the "
            "generator claims, and X_errors equals its parts applied to classes. These are tested "
            "on random bytes, on each byte in windows for deep rules, and on each pair of classes "
            "in each lane. The function may_end reads the last character as if it were alone",
        .excludes = "loads, ASCII skipping, tails and dispatch, which sweep checks",
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
            report_wrong(simd->name,
                         "flags some error only %zu bytes after the reference died; expected at "
                         "most %zu",
                         delay, simd->window - 1);
        }
        const bool lanes = check_lanes(simd, &texts);
        size_t windows = 0;
        const bool two_byte = simd->two_byte_block == NULL || check_two_byte(simd, &windows);
        size_t ends = 0;
        const bool end = simd->may_end == NULL || check_ends(simd, &ends);
        const bool right = v.wrong == NULL && delay < simd->window && lanes && two_byte && end;
        report_end(simd->name, "proved", right ? "windows" : NULL,
                   "%zu contexts; errors are flagged at most %zu bytes late; %zu blocks compared; "
                   "%zu windows of two-byte text; %zu ends of texts",
                   contexts, delay, texts, windows, ends);
    }
}
