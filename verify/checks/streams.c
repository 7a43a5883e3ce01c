// SPDX-License-Identifier: 0BSD
//
// X_stream_feed, X_stream_end and X_stream_error on texts in pieces.
//
// In: these functions. Out: a verdict on short texts, on byte classes in every order, also inside
// longer texts, on two characters in a row, on chains, and on texts that reach each node of the
// reference (strings.h). Each text is cut into two pieces at every place, and into single bytes. A
// longer text is cut at every place of its inner part, into single bytes, and into pieces of 60 to
// 69 bytes. Planted defects must be noticed.
//
// The idea: the reference judges the whole text. For the status after a piece, it judges the text
// up to the end of the piece. The cuts must not matter.
//
//     ED A0 80 | ED B0 | 80 of WTF-8: COMPLETE, INCOMPLETE, ILL_FORMED: offset 3, length 3, surrogate_pair
#define _POSIX_C_SOURCE 200809L
#include "checks.h"
#include "../shared/guard.h"
#include "../reference/language.h"
#include "../shared/report.h"
#include "../shared/strings.h"
#include "../shared/work.h"

#include <stdatomic.h>
#include <string.h>

enum {
    FILLER = 320,           // bytes of well-formed text before others, and after them
    KNOWN = STRINGS_CHAIN,  // the right status is known after each of at most this many bytes
    TEXT = 2 * FILLER + KNOWN,
    MOST_ORDERS = 50000,
    MOST_COUPLES = 4000,
    MOST_IN_FILLER = 2000,
    MANY_NODES = 32  // from this number of nodes on, some of their texts are left out
};

static uint8_t filler[FILLER];
static atomic_bool barred;  // is some character ill-formed only after certain characters?
static size_t sparse = 1;   // one in `sparse` texts of three bytes is tried, and about
                            // MOST_ORDERS / sparse orders of classes of each size
static size_t filler_unit;  // bytes of one repetition; 0 if there is no filler
static size_t filler_size;  // bytes of all repetitions

static _Thread_local struct guard_room room;  // for one piece

// The functions under test: those of the encoding, or defective ones that must be noticed.
static struct subject tested;

// A text: `base` bytes of the filler, `known` others, then the filler again; and its right results.
struct trial {
    uint8_t text[TEXT];
    size_t base, known, size;
    enum subject_status status[KNOWN + 1];  // [n]: after n known bytes
    bool well;
    struct subject_error error;
};

// Can these octets still become a character of the encoding, if the text before them and the profile
// of the encoding are ignored?
static bool can_become(const uint8_t *octets, size_t size)
{
    bool whole;
    return reference_encoded(octets, size, &whole) == size && !whole;
}

// Returns the right status after a text. The status of an ill-formed text is INCOMPLETE, too, if
// more octets may be part of the error: if the previous character forbids the last octets, or if a
// profile leaves out each character that they can become.
enum subject_status streams_status(const uint8_t *text, size_t size)
{
    const uint16_t node = language_walk(text, size);
    if (node != LANGUAGE_DEAD) {
        return language.accepts[node] ? STATUS_COMPLETE : STATUS_INCOMPLETE;
    }
    const struct reference_error error = reference_check(text, size);
    return error.offset + error.length == size && error.length > 0 &&
                   can_become(text + error.offset, error.length)
               ? STATUS_INCOMPLETE
               : STATUS_ILL_FORMED;
}

static void want(struct trial *t, const uint8_t *text, size_t size)
{
    const struct reference_error error = reference_check(text, size);
    t->base = 0;
    t->known = t->size = size;
    t->well = error.length == 0;
    // The state is that of X_check, which faults.c verifies.
    subject.check(text, size, &t->error);
    t->error = (struct subject_error){error.offset, error.length, error.fault, t->error.state};
    t->status[0] = STATUS_COMPLETE;
    for (size_t i = 1; i <= size; i++) {
        const bool known = t->status[i - 1] == STATUS_ILL_FORMED;
        t->status[i] = known ? STATUS_ILL_FORMED : streams_status(text, i);
    }
    if (size > 0) {
        memcpy(t->text, text, size);
    }
}

// Like want, for the text between two fillers. Returns false if the second filler could change the
// result.
static bool want_in_filler(struct trial *t, const uint8_t *text, size_t size)
{
    uint8_t inner[KNOWN];
    // If a rule applies at the start, a part of the filler is before the text.
    const size_t before = language.free == LANGUAGE_START ? 0 : filler_unit;
    memcpy(inner, filler, before);
    memcpy(inner + before, text, size);
    size += before;
    for (size_t more = 0; more < REFERENCE_LONGEST; more += filler_unit) {
        memcpy(inner + size, filler, filler_unit);
        size += filler_unit;
    }
    want(t, inner, size);
    if (t->well ? language_walk(inner, size) != language.free
                : t->error.offset + t->error.length >= size) {
        return false;
    }
    memmove(t->text + filler_size, t->text, size);
    memcpy(t->text, filler, filler_size);
    memcpy(t->text + filler_size + size, filler, filler_size);
    t->base = filler_size;
    t->size += 2 * filler_size;
    t->error.offset += filler_size;
    return true;
}

// May a stream return this status after `at` bytes?
static bool is_status(const struct trial *t, size_t at, enum subject_status status)
{
    const bool open = status == STATUS_COMPLETE || status == STATUS_INCOMPLETE;
    return at < t->base               ? open
           : at <= t->base + t->known ? status == t->status[at - t->base]
           : t->well                  ? open
                                      : status == STATUS_ILL_FORMED;
}

static bool same_error(const struct subject_error *a, const struct subject_error *b)
{
    return a->offset == b->offset && a->length == b->length && a->state == b->state &&
           strcmp(a->fault, b->fault) == 0;
}

// Ends a stream. Returns how the result of the first or of a repeated call is wrong, or NULL.
static const char *end_differs(const struct trial *t, struct subject_stream *stream)
{
    static const uint8_t more[] = {0x41, 0xFF};
    const enum subject_status end = t->well ? STATUS_COMPLETE : STATUS_ILL_FORMED;
    struct subject_error error;
    if (tested.stream_end(stream) != end) {
        return "X_stream_end returns a wrong status";
    }
    for (size_t i = 0; i < 2; i++) {
        if (tested.stream_error(stream, NULL) == t->well ||
            tested.stream_error(stream, &error) == t->well) {
            return "X_stream_error is wrong about whether there is an error";
        }
        if (!t->well && !same_error(&error, &t->error)) {
            return "X_stream_error reports a wrong error";
        }
        if (tested.stream_feed(stream, more, i * sizeof more) != end ||
            tested.stream_end(stream) != end) {
            return "X_stream_feed or X_stream_end changes the result after the end";
        }
    }
    return NULL;
}

// Copies a piece to accessible memory: directly after an inaccessible page, or directly before one.
static const uint8_t *placed(const uint8_t *piece, size_t size, bool after_page)
{
    if (size == 0) {
        return NULL;
    }
    return memcpy(after_page ? room.begin : room.end - size, piece, size);
}

// Feeds a first piece, then pieces of one size, with an empty piece after each.
static const char *pieces_differ(const struct trial *t, size_t first, size_t piece)
{
    struct subject_stream stream;
    size_t at = 0;
    tested.stream_start(&stream);
    for (size_t to = first; at < t->size; to += piece) {
        to = to < t->size ? to : t->size;
        const enum subject_status status =
            tested.stream_feed(&stream, placed(t->text + at, to - at, at % 2 == 0), to - at);
        at = to;
        if (!is_status(t, at, status) || tested.stream_feed(&stream, NULL, 0) != status) {
            return "X_stream_feed returns a wrong status";
        }
    }
    return end_differs(t, &stream);
}

static const char *differs(const struct trial *t)
{
    const char *how = pieces_differ(t, 0, 1);
    for (size_t first = t->base; how == NULL && first <= t->base + t->known; first++) {
        how = pieces_differ(t, first, t->size + 1);
    }
    if (t->base > 0) {
        for (size_t piece = 60; how == NULL && piece < 70; piece++) {
            how = pieces_differ(t, t->base % 7, piece);
        }
    }
    return how;
}

// ---- Test texts ----

static struct trial *own_trial(void)
{
    static _Thread_local struct trial trial;
    return &trial;
}

static bool agree(const uint8_t *text, size_t size)
{
    struct trial *t = own_trial();
    want(t, text, size);
    const char *how = differs(t);
    if (t->error.offset > 0 && !t->well &&
        reference_prefix(text + t->error.offset, t->error.length) == t->error.length) {
        atomic_store(&barred, true);
    }
    if (how != NULL) {
        report_wrong("streams", "%s for pieces of %s", how, report_hex(text, size));
    }
    return how == NULL;
}

static bool take_order(void *context, const uint8_t *text, size_t size)
{
    (void)context;
    return agree(text, size);
}

static bool try_short(void *context, size_t first)
{
    (void)context;
    return strings_short(first, sparse, take_order, NULL);
}

static bool try_orders(void *context, size_t part)
{
    (void)context;
    return strings_orders(part, MOST_ORDERS / sparse, take_order, NULL);
}

static bool try_chains(void *context, size_t part)
{
    (void)context;
    return strings_chains(part, take_order, NULL);
}

static bool try_couples(void *context, size_t part)
{
    (void)context;
    return strings_couples(part, MOST_COUPLES, take_order, NULL);
}

static bool take_string(void *context, const uint8_t *text, size_t size, uint16_t node,
                        size_t prefix)
{
    size_t *count = context;
    (void)node;
    (void)prefix;
    return ++*count % (1 + language.count / MANY_NODES) != 0 || agree(text, size);
}

static bool try_strings(void *context, size_t part)
{
    size_t count = part;
    (void)context;
    return strings_each(part, take_string, &count);
}

static bool take_in_filler(void *context, const uint8_t *text, size_t size)
{
    struct trial *t = own_trial();
    (void)context;
    const char *how = want_in_filler(t, text, size) ? differs(t) : NULL;
    if (how != NULL) {
        report_wrong("streams", "%s for pieces of a longer text that contains %s", how,
                     report_hex(text, size));
    }
    return how == NULL;
}

static bool try_in_filler(void *context, size_t part)
{
    (void)context;
    return filler_size == 0 || strings_orders(part, MOST_IN_FILLER / sparse, take_in_filler, NULL);
}

// Runs a part of the texts; reports an access outside a piece.
static bool guarded(void *context, size_t index)
{
    work_part *const *part = context;
    volatile bool right = false, touched = true;
    room = guard_open(TEXT);
    GUARDED(right = (*part)(NULL, index); touched = false);
    if (touched) {
        const struct trial *t = own_trial();
        report_wrong("streams", "reads outside a piece of %s", report_hex(t->text, t->size));
    }
    guard_close(room);
    return right;
}

static bool all_parts(const char *label, size_t count, work_part *part)
{
    return work(label, count, guarded, &part);
}

// ---- Defects that must be noticed ----

// Restarts the stream with each piece.
static enum subject_status feed_restarting(struct subject_stream *stream, const void *text,
                                           size_t size)
{
    subject.stream_start(stream);
    return subject.stream_feed(stream, text, size);
}

// Forgets the context if no bytes are pending.
static enum subject_status feed_forgetful(struct subject_stream *stream, const void *text,
                                          size_t size)
{
    struct subject_stream fresh = {{0}};
    subject.stream_start(&fresh);
    if (subject.stream_feed(stream, NULL, 0) == STATUS_COMPLETE && size > 0 &&
        subject.stream_feed(&fresh, text, size) == STATUS_COMPLETE) {
        fresh.words[0] += stream->words[0];
        *stream = fresh;
        return STATUS_COMPLETE;
    }
    return subject.stream_feed(stream, text, size);
}

// Accepts an incomplete character at the end.
static enum subject_status end_lenient(struct subject_stream *stream)
{
    const enum subject_status status = subject.stream_feed(stream, NULL, 0);
    return status == STATUS_INCOMPLETE ? STATUS_COMPLETE : subject.stream_end(stream);
}

static const struct defect {
    const char *name;
    bool of_contexts;  // contexts show this defect; otherwise, characters of several bytes do
    struct subject functions;
} defects[] = {
    {"the stream restarts with each piece", false, {.stream_feed = feed_restarting}},
    {"the stream forgets the context", true, {.stream_feed = feed_forgetful}},
    {"the stream accepts an incomplete end", false, {.stream_end = end_lenient}},
};
enum { DEFECTS = sizeof defects / sizeof *defects };

static bool take_defective(void *context, const uint8_t *text, size_t size)
{
    struct trial *t = own_trial();
    (void)context;
    want(t, text, size);
    return differs(t) == NULL;
}

static bool is_noticed(const struct defect *d)
{
    bool right = true;
    tested = subject;
    tested.stream_feed = d->functions.stream_feed ? d->functions.stream_feed : tested.stream_feed;
    tested.stream_end = d->functions.stream_end ? d->functions.stream_end : tested.stream_end;
    room = guard_open(TEXT);
    for (size_t part = 0; right && part < language.columns; part++) {
        right = strings_orders(part, MOST_IN_FILLER, take_defective, NULL);
    }
    for (size_t part = 0; right && part < strings_rows(); part++) {
        right = strings_couples(part, MOST_COUPLES, take_defective, NULL);
    }
    guard_close(room);
    tested = subject;
    return !right;
}

static bool notice_all(size_t *noticed)
{
    bool all = true;
    for (size_t i = 0; i < DEFECTS; i++) {
        if (defects[i].of_contexts ? !atomic_load(&barred) : subject.longest == 1) {
            continue;  // the defect cannot show in this encoding
        }
        if (!is_noticed(&defects[i])) {
            report_wrong("streams", "this check does not notice a planted defect: %s",
                         defects[i].name);
            all = false;
        }
        ++*noticed;
    }
    return all;
}

// ---- The check ----

static void prepare(void)
{
    tested = subject;
    filler_size = strings_filler(filler, FILLER, &filler_unit);
}

void streams_check(bool sample)
{
    sparse = sample ? 8 : 1;
    report_opening(&(struct report_opening){
        .title = "Streams",
        .establishes =
            "after each piece, X_stream_feed returns the status that the reference gives for the "
            "text so far, and the end and the error are those of the whole text, however it is "
            "cut. The texts: all of one and two bytes; those of three bytes, the last two at ends "
            "of ranges (in a sample, one in eight); classes in every order; two characters in a "
            "row; texts that reach each node; some texts between others of about 320 bytes; over "
            "256 bytes of characters that must not be the last. They are cut into two pieces at "
            "each place, and into single bytes. Nothing is read outside a piece",
        .assumes =
            "only the compiler and the processor; for texts of classes, that the bytes of a class "
            "are treated alike after the same node; X_check's states, which the check of faults "
            "verifies",
        .excludes = "other longer texts, whose scan the sweep checks",
        .oracle = "reference_check in reference.c, and its automaton (language.c)",
    });
    if (subject.stream_feed == NULL || !report_begin("streams", "exhaustive")) {
        return;
    }
    size_t noticed = 0;
    guard_catch();
    prepare();
    const bool passed = agree(NULL, 0) && all_parts("streams, short", 256, try_short) &&
                        all_parts("streams, classes", language.columns, try_orders) &&
                        all_parts("streams, couples", strings_rows(), try_couples) &&
                        all_parts("streams, chains", language.columns, try_chains) &&
                        all_parts("streams, nodes", strings_parts(), try_strings) &&
                        all_parts("streams, long", language.columns, try_in_filler) &&
                        notice_all(&noticed);
    report_end("streams", "exhaustive", passed ? "all to 2 bytes" : NULL,
               "all texts to 2 bytes; %zu classes in every order, to 6 bytes; %s; %zu planted "
               "defects noticed",
               language.columns, strings_claim(), noticed);
}
