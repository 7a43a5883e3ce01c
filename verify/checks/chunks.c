// SPDX-License-Identifier: 0BSD
//
// X_next_chunk, X_repaired_size, X_repair and the repair of a stream on texts of arbitrary bytes.
//
// In: these functions. Out: a verdict on short texts, on byte classes in every order, on two
// characters in a row, on chains and on texts that reach each node of the reference (strings.h), and on
// the texts of texts.c. Some orders of classes also follow long well-formed texts. Planted defects
// must be noticed.
//
// The idea: the reference cuts a text at its first error, again and again, and the replacement of
// an ill-formed part is known. So the right chunks and the right repaired text are known before the
// functions are called. An inaccessible page directly follows each room and, with one exception, each
// text: half of the texts of texts.c begin directly after such a page.
//
//     41 ED A0 80      chunks 1 + 1, 0 + 1, 0 + 1      41 EF BF BD EF BF BD EF BF BD
//     the same, room 6: NO_ROOM, 2 read, 4 written; then the rest
#define _POSIX_C_SOURCE 200809L
#include "checks.h"
#include "../shared/guard.h"
#include "../reference/language.h"
#include "../shared/report.h"
#include "../shared/strings.h"
#include "../shared/work.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum {
    PIECE = 4 << 10,  // kernels copy runs of about this many bytes
    FILLER = 2 * PIECE,
    TEXT = FILLER + 1024,
    OUTPUT = TEXT * REFERENCE_LONGEST,  // every byte may be replaced
    JOINED = 1500,                      // about the most bytes of texts that are joined
    BETWEEN = 40,                       // the most bytes of filler between two of them
    SAMPLE = 16,  // one text in SAMPLE, or in 4 * SAMPLE, gets rooms of every size
    MOST_ORDERS = 40000,
    MOST_COUPLES = 4000,
    MOST_IN_FILLER = 1000,
    MANY_NODES = 32  // from this number of nodes on, some of their texts are left out
};

static uint8_t replacement[REFERENCE_LONGEST];
static size_t replacement_size;
static bool has_ends;           // is there a character that must not be the last one?
static uint8_t filler[FILLER];  // repetitions of a well-formed text; any text may be between them
static atomic_bool barred;      // is some character ill-formed only after certain characters?
static atomic_bool long_parts;  // does some ill-formed part have several bytes?
static size_t sparse = 1;   // of the texts of texts.c and of three bytes, one in `sparse` is tried;
                            // of the orders of classes, about MOST_ORDERS / sparse of each size
static size_t filler_unit;  // bytes of one repetition; 0 if there is no filler

// The functions under test: those of the encoding, or defective ones that must be noticed.
static struct subject tested;

// A text, its right results, and the memory for its copy and for the output.
struct trial {
    struct guard_room source, room;
    const uint8_t *text;
    size_t size;
    struct subject_chunk chunks[TEXT];
    size_t count;
    uint8_t repaired[OUTPUT];
    size_t repaired_size;
};

static struct trial *own_trial(void)
{
    static _Thread_local struct trial trial;
    if (trial.source.end == NULL) {
        trial.source = guard_open(TEXT);
        trial.room = guard_open(OUTPUT + GUARD_MARK);
    }
    return &trial;
}

// ---- Right results ----

// Finds the right results. For chunks, the rest of a text after an error is read as a new text; for
// the repaired text, as text that follows a character.
static void want(struct trial *t, const uint8_t *text, size_t size)
{
    t->count = t->repaired_size = 0;
    for (size_t at = 0; at < size;) {
        const struct reference_error error = reference_check(text + at, size - at);
        t->chunks[t->count++] = (struct subject_chunk){error.offset, error.length};
        at += error.offset + error.length;
    }
    for (size_t at = 0; at < size;) {
        const struct reference_error error =
            at == 0 ? reference_check(text, size) : reference_check_rest(text + at, size - at);
        memcpy(t->repaired + t->repaired_size, text + at, error.offset);
        t->repaired_size += error.offset;
        if (error.length > 0) {
            memcpy(t->repaired + t->repaired_size, replacement, replacement_size);
            t->repaired_size += replacement_size;
        }
        at += error.offset + error.length;
    }
    t->size = size;
    t->text = t->source.end - size;
    if (size > 0) {
        memcpy(t->source.end - size, text, size);
    }
}

// Like want, for the text after `before` bytes of the filler. The filler and the well-formed bytes
// after it are one chunk.
static void want_in_filler(struct trial *t, const uint8_t *text, size_t size, size_t before)
{
    if (language.free == LANGUAGE_START || before < filler_unit) {
        want(t, text, size);
    } else {
        // A part of the filler is before the text, since a rule applies at the start.
        uint8_t inner[TEXT];
        memcpy(inner, filler, filler_unit);
        memcpy(inner + filler_unit, text, size);
        want(t, inner, filler_unit + size);
        before -= filler_unit;
    }
    memmove(t->repaired + before, t->repaired, t->repaired_size);
    memcpy(t->repaired, filler, before);
    t->repaired_size += before;
    t->chunks[0].valid += before;
    t->text -= before;
    t->size += before;
    memcpy(t->source.end - t->size, filler, before);
}

// ---- Comparing ----

static const char *chunks_differ(const struct trial *t)
{
    size_t at = 0;
    for (size_t i = 0; i < t->count; i++) {
        const struct subject_chunk got = tested.next_chunk(t->text + at, t->size - at);
        if (got.valid != t->chunks[i].valid || got.invalid != t->chunks[i].invalid) {
            return "X_next_chunk returns a wrong chunk for";
        }
        at += got.valid + got.invalid;
    }
    const struct subject_chunk end = tested.next_chunk(NULL, 0);
    return end.valid == 0 && end.invalid == 0
               ? NULL
               : "X_next_chunk returns a chunk of the empty text, after";
}

// The progress of a repair.
struct progress {
    size_t read, written;
};

// Calls repair once more, into a room of this size. The result must be possible, and all bytes that
// the call wrote must be right.
static const char *step_differs(const struct trial *t, size_t room, struct progress *done)
{
    const size_t left = t->size - done->read;
    uint8_t *to = t->room.end - room;
    guard_mark(to);
    const struct subject_result r =
        tested.repair(left > 0 ? t->text + done->read : NULL, left, room > 0 ? to : NULL, room);
    if (!guard_is_marked(to)) {
        return "X_repair writes before its room, for";
    }
    if (r.read > left || r.written > room || done->written + r.written > t->repaired_size ||
        r.status != (r.read == left ? STATUS_COMPLETE : STATUS_NO_ROOM)) {
        return "X_repair returns an impossible status or size for";
    }
    if (memcmp(to, t->repaired + done->written, r.written) != 0) {
        return "X_repair writes wrong bytes for";
    }
    // The reference is slow on long texts, so X_valid judges these; sweep checks X_valid.
    const bool is_long = r.written > STRINGS_LONGEST;
    if (has_ends && r.status == STATUS_NO_ROOM) {
        // The output may end after a character that must not be the last one: the next call appends
        // to it.
    } else if (is_long ? !subject.valid(to, r.written)
                       : reference_prefix(to, r.written) != r.written) {
        return "X_repair writes ill-formed text for";
    }
    // A character that must not be the first of a text is written together with the one before it.
    if (r.read == 0 && left > 0 && room >= subject.longest + replacement_size &&
        language.free == LANGUAGE_START) {
        return "X_repair reads nothing, although there is room, for";
    }
    done->read += r.read;
    done->written += r.written;
    return NULL;
}

// Repairs into rooms of one size. If a call reads nothing, the next one gets room for the whole text.
static const char *repair_differs(const struct trial *t, size_t room)
{
    struct progress done = {0, 0};
    const char *how;
    do {
        const size_t before = done.read;
        how = step_differs(t, room, &done);
        if (how == NULL && done.read == before && done.read < t->size) {
            how = step_differs(t, t->repaired_size, &done);
            if (how == NULL && done.read < t->size) {
                return "X_repair does not use all of a sufficient room, for";
            }
        }
    } while (how == NULL && done.read < t->size);
    return how != NULL || done.written == t->repaired_size ? how : "X_repair ends too early for";
}

// Repairs a stream: a piece of `first` bytes, then pieces of `piece` bytes, into rooms of `room` bytes.
// If `first` is odd, the next call of stream_differs does not start the stream again.
static const char *stream_differs(const struct trial *t, size_t first, size_t piece, size_t room)
{
    static _Thread_local struct subject_repair_stream stream;
    static _Thread_local bool ended;
    size_t at = 0, done = 0;
    if (!ended) {
        memset(&stream, 0xA5, sizeof stream);
        tested.repair_start(&stream);
    }
    ended = first % 2 != 0;
    guard_mark(t->room.end - room);
    for (size_t to = first; to == first || at < t->size; to += piece) {
        struct subject_result r = {STATUS_NO_ROOM, 0, 0};
        to = to < t->size ? to : t->size;
        while (r.status == STATUS_NO_ROOM) {
            r = tested.repair_feed(&stream, t->text + at, to - at, t->room.end - room, room);
            at += r.read;
            if (r.written > room || done + r.written > t->repaired_size || at > to ||
                memcmp(t->room.end - room, t->repaired + done, r.written) != 0 ||
                (r.status == STATUS_NO_ROOM ? r.read + r.written == 0 : at < to)) {
                return "X_repair_feed returns or writes a wrong result for pieces of";
            }
            done += r.written;
        }
    }
    if (done < t->repaired_size) {
        const struct subject_result none = tested.repair_end(&stream, t->room.end, 0);
        if (none.status != STATUS_NO_ROOM || none.read + none.written != 0) {
            return "X_repair_end with room 0 does not return NO_ROOM for pieces of";
        }
    }
    for (struct subject_result r = {STATUS_NO_ROOM, 0, 0}; r.status == STATUS_NO_ROOM;) {
        r = tested.repair_end(&stream, t->room.end - room, room);
        if (r.written > room || done + r.written > t->repaired_size ||
            memcmp(t->room.end - room, t->repaired + done, r.written) != 0 ||
            (r.status == STATUS_NO_ROOM && r.written == 0)) {
            return "X_repair_end returns or writes a wrong result for pieces of";
        }
        done += r.written;
    }
    if (!guard_is_marked(t->room.end - room)) {
        return "X_repair_feed or X_repair_end writes before its room, for pieces of";
    }
    return done == t->repaired_size ? NULL : "X_repair_end ends too early for pieces of";
}

// Cuts the text into at most three pieces. If `everywhere`, also cuts it at every offset: into two
// pieces, or, after an odd offset, into single bytes.
static const char *streams_differ(const struct trial *t, bool everywhere)
{
    const size_t least = subject.longest > replacement_size ? subject.longest : replacement_size;
    const char *how = stream_differs(t, t->size / 3, t->size / 2 + 1, OUTPUT);
    for (size_t first = 0; everywhere && how == NULL && first < t->size; first++) {
        how = stream_differs(t, first, first % 2 == 0 ? t->size : 1, least + first % 3);
    }
    return how;
}

static const char *differs(const struct trial *t, size_t first_room, size_t last_room)
{
    const char *how = chunks_differ(t);
    if (how != NULL || tested.repair == NULL || replacement_size == 0) {
        return how;
    }
    if (tested.repaired_size(t->size > 0 ? t->text : NULL, t->size) != t->repaired_size) {
        return "X_repaired_size returns a wrong size for";
    }
    how = repair_differs(t, t->repaired_size);
    if (how == NULL && tested.repair_feed != NULL) {
        how = streams_differ(t, first_room == 0 && last_room > 0);
    }
    for (size_t room = first_room; how == NULL && room < last_room; room++) {
        how = repair_differs(t, room);
    }
    return how;
}

// ---- Test texts ----

// Records which defects this text can show.
static void note(const struct trial *t)
{
    const struct subject_chunk first = t->count > 0 ? t->chunks[0] : (struct subject_chunk){0, 0};
    if (first.invalid > 1) {
        atomic_store(&long_parts, true);
    }
    if (first.valid > 0 && first.invalid > 0 &&
        reference_prefix(t->text + first.valid, first.invalid) == first.invalid) {
        atomic_store(&barred, true);
    }
}

static bool agree(const uint8_t *text, size_t size, bool every_room)
{
    struct trial *t = own_trial();
    want(t, text, size);
    const char *how = differs(t, 0, every_room ? t->repaired_size + 2 : 0);
    note(t);
    if (how != NULL) {
        report_wrong("chunks", "%s %s", how, report_hex(text, size));
    }
    return how == NULL;
}

// Tries rooms of every size for texts of one byte, for one in SAMPLE of the texts of two bytes, and
// for fewer of the texts of three bytes.
static bool take_short(void *context, const uint8_t *text, size_t size)
{
    size_t *count = context;
    const bool all_ways = size == 1 || (size == 2 && text[1] % SAMPLE == 0) ||
                          (size == 3 && (*count)++ % (4 * SAMPLE) == 0);
    return agree(text, size, all_ways);
}

static bool try_short(void *context, size_t first)
{
    size_t count = first;
    (void)context;
    return strings_short(first, sparse, take_short, &count);
}

static bool take_order(void *context, const uint8_t *text, size_t size)
{
    size_t *count = context;
    return agree(text, size, (*count)++ % (4 * SAMPLE) == 0);
}

static bool try_orders(void *context, size_t part)
{
    size_t count = part;
    (void)context;
    return strings_orders(part, MOST_ORDERS / sparse, take_order, &count);
}

static bool try_chains(void *context, size_t part)
{
    size_t count = part;
    (void)context;
    return strings_chains(part, take_order, &count);
}

static bool try_couples(void *context, size_t part)
{
    size_t count = part;
    (void)context;
    return strings_couples(part, MOST_COUPLES, take_order, &count);
}

static bool take_string(void *context, const uint8_t *text, size_t size, uint16_t node,
                        size_t prefix)
{
    size_t *count = context;
    (void)node;
    (void)prefix;
    ++*count;
    return *count % (1 + language.count / MANY_NODES) != 0 ||
           agree(text, size, *count % SAMPLE == 0);
}

static bool try_strings(void *context, size_t part)
{
    size_t count = part;
    (void)context;
    return strings_each(part, take_string, &count);
}

// Tries a text after a long well-formed one, so that a piece, or the room, ends before the text, in
// it or after it.
static bool take_in_filler(void *context, const uint8_t *text, size_t size)
{
    size_t *count = context;
    struct trial *t = own_trial();
    const size_t whole = PIECE / filler_unit * filler_unit, units = (*count)++ % 12;
    want_in_filler(t, text, size, whole - (units < whole / filler_unit ? units * filler_unit : 0));
    const char *how = differs(t, t->size - size - 1, t->size - size + 3);
    if (how != NULL) {
        report_wrong("chunks", "%s %zu well-formed bytes and then %s", how, t->size - size,
                     report_hex(text, size));
    }
    return how == NULL;
}

static bool try_in_filler(void *context, size_t part)
{
    size_t count = part;
    (void)context;
    return filler_unit == 0 || strings_orders(part, MOST_IN_FILLER, take_in_filler, &count);
}

// Tries the texts of texts.c with the active kernel, since each kernel copies in its own loops.
enum { RUNS_PARTS = 64 };

static bool try_runs(void *context, size_t part)
{
    const char *kernel = context, *how = NULL;
    struct trial *t = own_trial();
    const uint8_t *text;
    size_t size;
    for (size_t i = part; how == NULL && (text = texts_at(i * sparse, &size)) != NULL;
         i += RUNS_PARTS) {
        want(t, text, size);
        if (i / RUNS_PARTS % 2 == 1) {
            memcpy(t->source.begin, text, size);
            t->text = t->source.begin;
        }
        how = differs(t, size - size / 4, size - size / 4 + 1);
        if (how != NULL) {
            report_wrong("chunks", "%s (by %s) %s", how, kernel, report_hex(text, size));
        }
    }
    return how == NULL;
}

// The texts of strings_each in a row, also completed to whole characters, with less than BETWEEN bytes
// of filler after each. After an error, repair reads whole blocks by masks of certain bytes; each
// kernel has its own code for this.
struct joined {
    const char *kernel;
    uint8_t bytes[TEXT];
    size_t size, count;
};

static bool try_joined_so_far(struct joined *j)
{
    struct trial *t = own_trial();
    want(t, j->bytes, j->size);
    const char *how = differs(t, t->repaired_size / 2, t->repaired_size / 2 + 1);
    if (how != NULL) {
        report_wrong("chunks", "%s (by %s) %s", how, j->kernel, report_hex(j->bytes, j->size));
    }
    j->size = 0;
    return how == NULL;
}

static void join(struct joined *j, const uint8_t *bytes, size_t size)
{
    memcpy(j->bytes + j->size, bytes, size);
    j->size += size;
}

static void join_filler(struct joined *j, size_t most)
{
    join(j, filler, filler_unit > 0 ? most / filler_unit * filler_unit : 0);
}

static bool take_joined(void *context, const uint8_t *text, size_t size, uint16_t node,
                        size_t prefix)
{
    struct joined *j = context;
    (void)prefix;
    if (j->count++ % (1 + language.count / MANY_NODES) != 0) {
        return true;
    }
    join(j, text, size);
    join_filler(j, j->count * 7 % BETWEEN);
    if (node != LANGUAGE_DEAD && !language.accepts[node]) {
        join(j, text, size);
        j->size += language_complete(node, j->bytes + j->size);
        join_filler(j, j->count * 3 % 5);
    }
    return j->size < JOINED || try_joined_so_far(j);
}

static bool try_joined(void *context, size_t part)
{
    struct joined j = {.kernel = context};
    return strings_each(part, take_joined, &j) && try_joined_so_far(&j);
}

// Tries these texts with the first kernel and with each vector kernel, except those that carry bits, as
// the active one. Restores the active kernel at the end.
static bool try_kernels(void)
{
    const char *active = subject.active();
    struct kernel k;
    bool right = true;
    size_t before = 0;
    texts_prepare();
    for (size_t i = 0; (k = subject_kernel(i)).name != NULL; i++) {
        before = strcmp(k.name, active) == 0 ? i : before;
        if (right && k.supported() && (i == 0 || subject_simd(k.name) != NULL)) {
            char name[32];
            snprintf(name, sizeof name, "%s", k.name);
            subject.use(i);
            right = work("chunks, runs", RUNS_PARTS, try_runs, name) &&
                    work("chunks, joined", strings_parts(), try_joined, name);
        }
    }
    subject.use(before);
    return right;
}

// ---- Defects that must be noticed ----

// Checks the bytes after the well-formed ones as if no text preceded them.
static struct subject_chunk fresh_chunk(const void *text, size_t size)
{
    struct subject_chunk chunk = subject.next_chunk(text, size);
    struct subject_error error = {0};
    if (chunk.valid < size) {
        subject.check((const uint8_t *)text + chunk.valid, size - chunk.valid, &error);
    }
    chunk.invalid = error.length;
    return chunk;
}

// Reports each ill-formed byte by itself.
static struct subject_chunk single_chunk(const void *text, size_t size)
{
    struct subject_chunk chunk = subject.next_chunk(text, size);
    chunk.invalid = chunk.invalid > 0;
    return chunk;
}

// Fills the room to its end, even if that splits a character.
static struct subject_result full_room(const void *text, size_t size, void *to, size_t room)
{
    struct subject_result r = subject.repair(text, size, to, room);
    while (r.status == STATUS_NO_ROOM && r.written < room && r.read < size) {
        ((uint8_t *)to)[r.written++] = ((const uint8_t *)text)[r.read++];
    }
    return r;
}

// If the room is too small, cuts the text before a character that the previous one forbids, and
// forgets the context.
static struct subject_result forgetful(const void *text, size_t size, void *to, size_t room)
{
    const size_t most = size < room ? size : room, valid = subject.valid_prefix(text, most);
    const struct subject_result r = subject.repair(text, size, to, room);
    if (r.status != STATUS_NO_ROOM || valid <= r.written || r.written != r.read) {
        return r;
    }
    memcpy(to, text, valid);
    return (struct subject_result){STATUS_NO_ROOM, valid, valid};
}

// Writes one byte before the room.
static struct subject_result before_room(const void *text, size_t size, void *to, size_t room)
{
    const struct subject_result r = subject.repair(text, size, to, room);
    if (to != NULL && r.read == size) {
        *((volatile uint8_t *)to - 1) = 0;
    }
    return r;
}

// A condition: if an encoding satisfies it, some text shows the defect.
enum shows { ALWAYS, WITH_LONG_PARTS, WITH_CONTEXTS, WITH_LONG_CHARACTERS };

static const struct defect {
    const char *name;
    enum shows shows;
    struct subject functions;
} defects[] = {
    {"the check forgets the context", WITH_CONTEXTS, {.next_chunk = fresh_chunk}},
    {"each ill-formed byte is a chunk", WITH_LONG_PARTS, {.next_chunk = single_chunk}},
    {"a full room splits a character", WITH_LONG_CHARACTERS, {.repair = full_room}},
    {"a full room forgets the context", WITH_CONTEXTS, {.repair = forgetful}},
    {"a byte is written before the room", ALWAYS, {.repair = before_room}},
};
enum { DEFECTS = sizeof defects / sizeof *defects };

static bool take_defective(void *context, const uint8_t *text, size_t size)
{
    struct trial *t = own_trial();
    (void)context;
    want(t, text, size);
    return differs(t, 0, t->repaired_size + 1) == NULL;
}

static bool is_noticed(const struct defect *d)
{
    bool right = true;
    tested = subject;
    tested.next_chunk = d->functions.next_chunk ? d->functions.next_chunk : tested.next_chunk;
    tested.repair = d->functions.repair ? d->functions.repair : tested.repair;
    for (size_t part = 0; right && part < language.columns; part++) {
        right = strings_orders(part, MOST_IN_FILLER, take_defective, NULL);
    }
    for (size_t part = 0; right && part < strings_rows(); part++) {
        right = strings_couples(part, MOST_COUPLES, take_defective, NULL);
    }
    tested = subject;
    return !right;
}

static bool notice_all(size_t *noticed)
{
    bool all = true;
    for (size_t i = 0; i < DEFECTS; i++) {
        const bool shows = defects[i].shows == ALWAYS            ? true
                           : defects[i].shows == WITH_LONG_PARTS ? atomic_load(&long_parts)
                           : defects[i].shows == WITH_CONTEXTS   ? atomic_load(&barred)
                                                                 : subject.longest > 1;
        const bool is_there =
            !defects[i].functions.repair || (tested.repair != NULL && replacement_size > 0);
        if (!shows || !is_there) {
            continue;
        }
        if (!is_noticed(&defects[i])) {
            report_wrong("chunks", "this check does not notice a planted defect: %s",
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
    replacement_size = reference_replacement(replacement);
    for (size_t node = LANGUAGE_START; node < language.count; node++) {
        has_ends |= language.boundary[node] && !language.accepts[node];
    }
    strings_filler(filler, FILLER, &filler_unit);
}

void chunks_check(bool sample)
{
    sparse = sample ? 8 : 1;
    report_opening(&(struct report_opening){
        .title = "Chunks and repair",
        .establishes =
            "X_next_chunk, called until the end of the text, gives the offsets and lengths of the "
            "reference; X_repair writes the text that the reference would, of X_repaired_size "
            "bytes, also into rooms that are too small and in the calls that resume, and nothing "
            "outside the room. The texts: all of one and two bytes; those of three bytes, the last "
            "two at ends of ranges (in a sample, one in eight); classes in every order; two "
            "characters in a row; over 256 bytes of characters that must not be the last; texts "
            "that reach each node; texts after about 4 KiB of others; and, by a scalar kernel and "
            "each vector kernel that carries no bits, runs of characters of several forms up to "
            "6000 bytes, and the texts that reach each node in a row",
        .assumes =
            "only the compiler and the processor; for texts of classes, that the bytes of a class "
            "are treated alike after the same node",
        .excludes = "other longer texts, whose scan the sweep checks",
        .oracle = "reference_check in reference.c, and a loop over it",
    });
    if (subject.next_chunk == NULL || !report_begin("chunks", "exhaustive")) {
        return;
    }
    size_t noticed = 0;
    prepare();
    const bool passed =
        agree(NULL, 0, true) && try_kernels() && work("chunks, short", 256, try_short, NULL) &&
        work("chunks, classes", language.columns, try_orders, NULL) &&
        work("chunks, couples", strings_rows(), try_couples, NULL) &&
        work("chunks, chains", language.columns, try_chains, NULL) &&
        work("chunks, nodes", strings_parts(), try_strings, NULL) &&
        work("chunks, long", language.columns, try_in_filler, NULL) && notice_all(&noticed);
    report_end("chunks", "exhaustive", passed ? "all to 2 bytes" : NULL,
               "all texts to 2 bytes; %zu classes in every order, to 6 bytes; %s; %zu planted "
               "defects noticed",
               language.columns, strings_claim(), noticed);
}

void chunks_runs_check(void)
{
    char name[32];
    if (subject.next_chunk == NULL || !report_begin("chunks", "runs")) {
        return;
    }
    prepare();
    texts_prepare();
    snprintf(name, sizeof name, "%s", subject.active());
    const bool right = work("runs", RUNS_PARTS, try_runs, name) &&
                       work("joined", strings_parts(), try_joined, name);
    report_end("chunks", "runs", right ? "runs" : NULL, "by %s", name);
}
