// SPDX-License-Identifier: 0BSD
//
// Checks memory safety while the text changes during a call, and with a flipped bit in a table of the vector kernels or of `shift`.
//
// In:  an encoding's emitted code (verify/subject.c), compiled with -fsanitize=thread but linked without the sanitizer's runtime. So the
//      code calls functions of this file, the hooks, before each load and each store. Arguments: a seed, and the number of calls of each
//      function with each kernel, for each way in which the text changes. Some functions get a multiple of this number of calls.
// Out: a line for each function and kernel with a fault, then totals. Faults are an access outside of the function's text and room, a write
//      to the text, a call that does not end, and an impossible result, such as one that is larger than size or room. Exit status 1 if
//      there is a fault. The hook acts as another thread: it changes the text directly before a load. So the result depends only on the
//      arguments, not on timing or on the number of processors.
//
// The text is at one end of a room between inaccessible pages; the output is in another such room. The hooks
// detect accesses inside of a room but outside of the text or output. The pages detect accesses without a hook.
//
// With -DTHREAD there are no hooks. Instead, a second thread writes to the text as fast as it can during 40 calls of a function. After
// them, the bytes of the rooms outside of text and target must be unchanged.
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#ifdef THREAD
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../verify/shared/guard.h"
#include "../../verify/subject.h"

enum {
    ROOM = 1 << 16,
    MOST = 4000,  // the most bytes of a text
    PIECES = 40,  // after more pieces than this, a stream gets the rest at once
    MOST_FAULTS = 1000,
    MARGIN = 8  // a repeated change overwrites at most this many bytes before and after loads
};

// A room, and the part of it that may be accessed.
struct allowed {
    struct guard_room room;
    const uint8_t *begin, *end;
};

static struct allowed text_area, target_area;

// The ways in which the text changes.
enum way { STILL, ONCE, BACK_AND_FORTH, AT_RANDOM, WAYS };

static struct {
    enum way way;
    size_t loads;   // the number of loads of the text so far
    size_t most;    // the most loads; a call with more counts as endless
    size_t moment;  // the load before which the text changes for the first time
    size_t period;  // the number of loads between changes
    size_t unit;    // the bytes of a unit of the text
    const uint8_t *other;
} change;

static _Thread_local uint64_t seed = 1;
static const char *fault;  // of the current call

static uint64_t draw(void)
{
    seed = seed * 6364136223846793005 + 1442695040888963407;
    return seed >> 33;
}

static size_t below(size_t bound)
{
    return (size_t)draw() % bound;
}

static void leave(const char *what)
{
    fault = what;
    siglongjmp(guard_escape, 1);
}

// ---- Writes of the other thread ----

// Bytes, and units of UTF-16 and UTF-32, that often change a verdict: ends of ranges, lead bytes, controls, surrogates.
static const uint8_t special[] = {0x00, 0x0A, 0x0D, 0x20, 0x41, 0x7F, 0x80, 0x90, 0x9F, 0xA0, 0xA9,
                                  0xAF, 0xB0, 0xBD, 0xBF, 0xC0, 0xC1, 0xC3, 0xDF, 0xE0, 0xE2, 0xEC,
                                  0xED, 0xEF, 0xF0, 0xF3, 0xF4, 0xF5, 0xF8, 0xFC, 0xFE, 0xFF};
static const uint32_t special_units[] = {
    0x0,    0x41,   0x7F,   0x80,   0xE9,   0x7FF,   0x800,   0x20AC,   0xD7FF,   0xD83D,
    0xDBFF, 0xDC00, 0xDE00, 0xE000, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF, 0x110000, 0xFFFFFFFF};

static uint32_t any_unit(size_t unit)
{
    return unit == 1 ? special[below(sizeof special)]
                     : special_units[below(sizeof special_units / sizeof *special_units)];
}

// Writes some random units from `at` on.
static void scribble(uint8_t *at, const uint8_t *end)
{
    for (; at + change.unit <= end; at += change.unit) {
        if (below(3) == 0) {
            const uint32_t value = any_unit(change.unit);
            memcpy(at, &value, change.unit);
        }
    }
}

#ifndef THREAD
// ---- The hooks ----

static bool writing;  // whether the hook itself writes the text
static char fault_text[100];

// Acts as another thread directly before a load.
static void other_thread(const uint8_t *at, size_t size)
{
    const size_t offset = (size_t)(at - text_area.begin),
                 all = (size_t)(text_area.end - text_area.begin);
    const size_t from = offset > MARGIN ? (offset - MARGIN) / change.unit * change.unit : 0;
    const size_t to =
        all - offset - size > MARGIN ? (offset + size + MARGIN) / change.unit * change.unit : all;
    uint8_t *text = text_area.room.begin + (text_area.begin - text_area.room.begin);
    const size_t since = ++change.loads - change.moment;
    if (change.loads < change.moment ||
        (since > 0 && (change.way == ONCE || since % change.period != 0))) {
        return;
    }
    switch (change.way) {
    case ONCE:
        memcpy(text, change.other, all);
        break;
    case BACK_AND_FORTH:
        memcpy(text + from, change.other + (since / change.period % 2 == 0 ? 0 : MOST) + from,
               to - from);
        break;
    case AT_RANDOM:
        scribble(text + from, text + to);
        break;
    default:
        break;
    }
}

static bool inside(const struct allowed *area, const uint8_t *at)
{
    return area->room.begin <= at && at < area->room.end;
}

static void see(const uint8_t *at, size_t size, bool writes)
{
    if (!guard_armed || writing || size == 0) {
        return;
    }
    const bool in_text = inside(&text_area, at);
    const struct allowed *area = in_text ? &text_area : &target_area;
    if (!in_text && !inside(&target_area, at)) {
        return;
    }
    if (in_text && writes) {
        leave("writes to the text");
    }
    if (at < area->begin || at >= area->end || size > (size_t)(area->end - at)) {
        snprintf(fault_text, sizeof fault_text, "%s %zu bytes at %td of %td of the %s",
                 writes ? "writes" : "reads", size, at - area->begin, area->end - area->begin,
                 in_text ? "text" : "target");
        leave(fault_text);
    }
    if (in_text) {
        if (change.loads > change.most) {
            leave("does not end");
        }
        writing = true;
        other_thread(at, size);
        writing = false;
    }
}

void __tsan_init(void);
void __tsan_func_entry(void *caller);
void __tsan_func_exit(void);
void __tsan_read_range(void *at, size_t size);
void __tsan_write_range(void *at, size_t size);
void *__wrap_memcpy(void *to, const void *from, size_t size);

void __tsan_init(void) {}

void __tsan_func_entry(void *caller)
{
    (void)caller;
}

void __tsan_func_exit(void) {}

void __tsan_read_range(void *at, size_t size)
{
    see(at, size, false);
}

void __tsan_write_range(void *at, size_t size)
{
    see(at, size, true);
}

#define HOOKS(size)                                                                                \
    void __tsan_read##size(void *at);                                                              \
    void __tsan_write##size(void *at);                                                             \
    void __tsan_unaligned_read##size(void *at);                                                    \
    void __tsan_unaligned_write##size(void *at);                                                   \
    void __tsan_read##size(void *at)                                                               \
    {                                                                                              \
        see(at, size, false);                                                                      \
    }                                                                                              \
    void __tsan_write##size(void *at)                                                              \
    {                                                                                              \
        see(at, size, true);                                                                       \
    }                                                                                              \
    void __tsan_unaligned_read##size(void *at)                                                     \
    {                                                                                              \
        see(at, size, false);                                                                      \
    }                                                                                              \
    void __tsan_unaligned_write##size(void *at)                                                    \
    {                                                                                              \
        see(at, size, true);                                                                       \
    }
HOOKS(1)
HOOKS(2)
HOOKS(4)
HOOKS(8)
HOOKS(16)

// Atomic loads and stores of the chosen kernel; there are no threads here.
uint64_t __tsan_atomic64_load(const volatile uint64_t *from, int order);
void __tsan_atomic64_store(volatile uint64_t *to, uint64_t value, int order);

uint64_t __tsan_atomic64_load(const volatile uint64_t *from, int order)
{
    (void)order;
    return *from;
}

void __tsan_atomic64_store(volatile uint64_t *to, uint64_t value, int order)
{
    (void)order;
    *to = value;
}

// Called in place of memcpy, where the compiler does not turn a call of the emitted code into loads and stores.
void *__wrap_memcpy(void *to, const void *from, size_t size)
{
    see(from, size, false);
    see(to, size, true);
    return memmove(to, from, size);
}

enum { CALLS = 1 };

static void clear(const struct allowed *area)
{
    (void)area;
}

static void begin_turn(uint8_t *text, size_t size, const uint8_t *others)
{
    (void)text, (void)size, (void)others;
}

static bool end_turn(void)
{
    return true;
}

static void start(void) {}
#else
// ---- The second thread ----

// The data of the second thread's turn.
static struct {
    uint8_t *text;
    size_t size;
    const uint8_t *others;
} job;

static atomic_size_t turn, seen;  // the thread writes in odd turns, and copies even turns to `seen`

static void write_once(void)
{
    const size_t units = job.size / change.unit, from = below(units + 1) * change.unit;
    const size_t some = below(below(2) == 0 ? 100 : MOST) * change.unit;
    const size_t size = some < job.size - from ? some : job.size - from;
    if (change.way == AT_RANDOM) {
        scribble(job.text + from, job.text + from + size);
    } else if (change.way != STILL) {
        memcpy(job.text + from, job.others + (below(2) == 0 ? 0 : MOST) + from, size);
    }
}

static void *second_thread(void *unused)
{
    seed = 2;
    for (;;) {
        const size_t now = atomic_load(&turn);
        if (now % 2 == 1) {
            write_once();
        } else {
            atomic_store(&seen, now);
            sched_yield();
        }
    }
    return unused;
}

enum {
    CALLS = 40,
    UNTOUCHED = 0xA5,
    TIMEOUT = 600  // seconds until the run is ended as endless
};

static void clear(const struct allowed *area)
{
    memset(area->room.begin, UNTOUCHED, (size_t)(area->room.end - area->room.begin));
}

static bool is_untouched(const uint8_t *begin, const uint8_t *end)
{
    while (begin < end && *begin == UNTOUCHED) {
        begin++;
    }
    return begin == end;
}

static bool is_clear_outside(const struct allowed *area)
{
    return is_untouched(area->room.begin, area->begin) && is_untouched(area->end, area->room.end);
}

static void begin_turn(uint8_t *text, size_t size, const uint8_t *others)
{
    job.text = text;
    job.size = size;
    job.others = others;
    atomic_fetch_add(&turn, 1);
}

// Ends the thread's turn. Returns whether nothing outside of text and target was written.
static bool end_turn(void)
{
    const size_t now = atomic_fetch_add(&turn, 1) + 1;
    while (atomic_load(&seen) != now) {
        sched_yield();
    }
    text_area.begin = job.text;
    text_area.end = job.text + job.size;
    return is_clear_outside(&text_area) && is_clear_outside(&target_area);
}

static void start(void)
{
    pthread_t thread;
    alarm(TIMEOUT);
    if (pthread_create(&thread, NULL, second_thread, NULL) != 0) {
        perror("no second thread");
        exit(2);
    }
}
#endif

// ---- The functions ----

// Calls one function, and reports an impossible result. `room` is in units of the target.
typedef void call(const uint8_t *text, size_t size, void *to, size_t room);

static void expect(bool holds, const char *what)
{
    if (!holds) {
        leave(what);
    }
}

static void expect_result(struct subject_result result, size_t size, size_t room)
{
    expect(result.read <= size, "read is larger than size");
    expect(result.written <= room, "written is larger than room");
}

static size_t kernel_now;

static void call_valid(const uint8_t *text, size_t size, void *to, size_t room)
{
    (void)to, (void)room;
    subject.valid(text, size);
}

static void call_valid_prefix(const uint8_t *text, size_t size, void *to, size_t room)
{
    (void)to, (void)room;
    expect(subject.valid_prefix(text, size) <= size, "a prefix is longer than the text");
}

static void call_check(const uint8_t *text, size_t size, void *to, size_t room)
{
    (void)to, (void)room;
    struct subject_error error;
    if (!subject.check(text, size, &error)) {
        expect(error.offset <= size && error.length <= size - error.offset,
               "an error is outside of the text");
        subject.expected(error.state, 0x80);
    }
}

static void call_chunk(const uint8_t *text, size_t size, void *to, size_t room)
{
    (void)to, (void)room;
    const struct subject_chunk chunk = subject.next_chunk(text, size);
    expect(chunk.valid <= size && chunk.invalid <= size - chunk.valid,
           "a chunk is outside of the text");
    expect(size == 0 || chunk.valid + chunk.invalid > 0, "a chunk is empty");
}

static void call_repaired_size(const uint8_t *text, size_t size, void *to, size_t room)
{
    (void)to, (void)room;
    subject.repaired_size(text, size);
}

static void call_repair(const uint8_t *text, size_t size, void *to, size_t room)
{
    expect_result(subject.repair(text, size, to, room), size, room);
}

static void call_repair_stream(const uint8_t *text, size_t size, void *to, size_t room)
{
    struct subject_repair_stream stream;
    subject.repair_start(&stream);
    const uint8_t *const end = text + size;
    while (text < end) {
        const size_t left = (size_t)(end - text), piece = 1 + below(below(2) == 0 ? 9 : left);
        const size_t length = piece < left ? piece : left;
        text_area.begin = text;
        text_area.end = text + length;
        const struct subject_result got = subject.repair_feed(&stream, text, length, to, room);
        expect_result(got, length, room);
        if (got.read + got.written == 0) {
            break;
        }
        change.other += got.read;
        text += got.read;
    }
    text_area.end = text_area.begin;
    expect(subject.repair_end(&stream, to, room).written <= room, "written is larger than room");
}

static void call_trim_utf16(const uint8_t *text, size_t size, void *to, size_t room)
{
    (void)to, (void)room;
    expect(subject.trim_utf16((const void *)text, size / 2) <= size / 2, "trim_utf16 exceeds size");
}

static void call_trim_utf32(const uint8_t *text, size_t size, void *to, size_t room)
{
    (void)to, (void)room;
    expect(subject.trim_utf32((const void *)text, size / 4) <= size / 4, "trim_utf32 exceeds size");
}

static void call_stream(const uint8_t *text, size_t size, void *to, size_t room)
{
    (void)to, (void)room;
    const uint8_t *const end = text + size;
    struct subject_stream stream;
    struct subject_error error;
    subject.stream_start(&stream);
    for (size_t pieces = 0; text < end; pieces++) {
        const size_t left = (size_t)(end - text), few = below(9), many = below(left + 1);
        const size_t piece = pieces > PIECES ? left : below(2) == 0 && few < left ? few : many;
        text_area.begin = text;
        text_area.end = text + piece;
        subject.stream_feed(&stream, text, piece);
        change.other += piece;
        text += piece;
    }
    text_area.end = text_area.begin;
    subject.stream_end(&stream);
    subject.stream_error(&stream, &error);
}

static void call_measure(const uint8_t *text, size_t size, void *to, size_t room)
{
    (void)to, (void)room;
    expect(subject.measure(kernel_now, text, size).valid <= size,
           "a prefix is longer than the text");
}

static void call_count(const uint8_t *text, size_t size, void *to, size_t room)
{
    (void)to, (void)room;
    subject.count(kernel_now, text, size);
}

static void call_seek(const uint8_t *text, size_t size, void *to, size_t room)
{
    (void)to, (void)room;
    expect(subject.seek(text, size, below(size + 2)) <= size, "seek exceeds size");
}

// Divides the text into rows of up to `longest` bytes; if there are too many, the last row is the rest.
static void call_rows(const uint8_t *text, size_t size, void *to, size_t room)
{
    (void)to, (void)room;
    static int32_t offsets[MOST + 1];
    static int64_t wide[MOST + 1];
    const size_t longest = 1 + below(below(2) == 0 ? 20 : MOST);
    size_t rows = 0, at = 0;
    while (at < size) {
        const size_t length = below(longest + 1), left = size - at;
        at += rows == MOST - 1 || length > left ? left : length;
        offsets[++rows] = (int32_t)at;
        wide[rows] = (int64_t)at;
    }
    expect(subject.valid_rows(text, offsets, rows) <= rows, "a row exceeds rows");
    expect(subject.valid_rows64(text, wide, rows) <= rows, "a row exceeds rows");
}

static void call_to_utf16(const uint8_t *text, size_t size, void *to, size_t room)
{
    expect_result(subject.to_utf16(text, size, to, room), size, room);
}

static void call_to_utf32(const uint8_t *text, size_t size, void *to, size_t room)
{
    expect_result(subject.to_utf32(text, size, to, room), size, room);
}

static void call_utf16_size(const uint8_t *text, size_t size, void *to, size_t room)
{
    (void)to, (void)room;
    subject.utf16_size(text, size);
}

static void call_utf32_size(const uint8_t *text, size_t size, void *to, size_t room)
{
    (void)to, (void)room;
    subject.utf32_size(text, size);
}

static void call_from_utf16(const uint8_t *text, size_t size, void *to, size_t room)
{
    expect_result(subject.from_utf16((const uint16_t *)(const void *)text, size / 2, to, room),
                  size / 2, room);
}

static void call_from_utf32(const uint8_t *text, size_t size, void *to, size_t room)
{
    expect_result(subject.from_utf32((const uint32_t *)(const void *)text, size / 4, to, room),
                  size / 4, room);
}

static void call_size_of_utf16(const uint8_t *text, size_t size, void *to, size_t room)
{
    (void)to, (void)room;
    subject.size_of_utf16((const uint16_t *)(const void *)text, size / 2);
}

static void call_size_of_utf32(const uint8_t *text, size_t size, void *to, size_t room)
{
    (void)to, (void)room;
    subject.size_of_utf32((const uint32_t *)(const void *)text, size / 4);
}

static void call_to_utf16_lossy(const uint8_t *text, size_t size, void *to, size_t room)
{
    size_t replaced = 0;
    expect_result(subject.to_utf16_lossy(text, size, to, room, &replaced), size, room);
    expect(replaced <= room, "more replacements than there is room for");
}

static void call_to_utf32_lossy(const uint8_t *text, size_t size, void *to, size_t room)
{
    size_t replaced = 0;
    expect_result(subject.to_utf32_lossy(text, size, to, room, &replaced), size, room);
    expect(replaced <= room, "more replacements than there is room for");
}

static void call_from_utf16_lossy(const uint8_t *text, size_t size, void *to, size_t room)
{
    size_t replaced = 0;
    expect_result(subject.from_utf16_lossy((const uint16_t *)(const void *)text, size / 2, to, room,
                                           &replaced),
                  size / 2, room);
    expect(replaced <= room, "more replacements than there is room for");
}

static void call_from_utf32_lossy(const uint8_t *text, size_t size, void *to, size_t room)
{
    size_t replaced = 0;
    expect_result(subject.from_utf32_lossy((const uint32_t *)(const void *)text, size / 4, to, room,
                                           &replaced),
                  size / 4, room);
    expect(replaced <= room, "more replacements than there is room for");
}

static void call_utf16_lossy_size(const uint8_t *text, size_t size, void *to, size_t room)
{
    (void)to, (void)room;
    subject.utf16_lossy_size(text, size);
}

static void call_size_of_utf16_lossy(const uint8_t *text, size_t size, void *to, size_t room)
{
    (void)to, (void)room;
    subject.size_of_utf16_lossy((const uint16_t *)(const void *)text, size / 2);
}

static void call_valid_utf16(const uint8_t *text, size_t size, void *to, size_t room)
{
    (void)to, (void)room;
    subject.valid_utf16((const uint16_t *)(const void *)text, size / 2);
}

static void call_utf32_lossy_size(const uint8_t *text, size_t size, void *to, size_t room)
{
    (void)to, (void)room;
    subject.utf32_lossy_size(text, size);
}

static void call_size_of_utf32_lossy(const uint8_t *text, size_t size, void *to, size_t room)
{
    (void)to, (void)room;
    subject.size_of_utf32_lossy((const uint32_t *)(const void *)text, size / 4);
}

static void call_valid_utf32(const uint8_t *text, size_t size, void *to, size_t room)
{
    (void)to, (void)room;
    subject.valid_utf32((const uint32_t *)(const void *)text, size / 4);
}

static void call_decode(const uint8_t *text, size_t size, void *to, size_t room)
{
    (void)to, (void)room;
    uint32_t code_point = 0;
    expect(subject.decode(text, size, &code_point) <= size, "a character is longer than the text");
    expect(subject.decode_last(text, size, &code_point) <= size,
           "a character is longer than the text");
}

static void call_next(const uint8_t *text, size_t size, void *to, size_t room)
{
    (void)to, (void)room;
    for (size_t at = 0, before = 0; at < size; before = at) {
        subject.next(text, size, &at);
        expect(before < at && at <= size, "next does not advance, or exceeds size");
    }
}

static void call_previous(const uint8_t *text, size_t size, void *to, size_t room)
{
    (void)to, (void)room;
    for (size_t at = size, later = size; at > 0; later = at) {
        subject.previous(text, size, &at);
        expect(at < later, "previous does not go back");
    }
}

static void call_trim(const uint8_t *text, size_t size, void *to, size_t room)
{
    (void)to, (void)room;
    expect(subject.trim(text, size) <= size, "trim exceeds size");
}

static void call_floor(const uint8_t *text, size_t size, void *to, size_t room)
{
    (void)to, (void)room;
    const size_t at = below(size + 2);
    expect(subject.floor(text, size, at) <= (at < size ? at : size),
           "floor exceeds the offset or size");
}

static void call_convert(const uint8_t *text, size_t size, void *to, size_t room)
{
    expect_result(subject.convert(text, size, to, room), size, room);
}

static void call_converted_trim(const uint8_t *text, size_t size, void *to, size_t room)
{
    (void)to, (void)room;
    expect(subject.converted_trim(text, size) <= size, "converted_trim exceeds size");
}

static void call_converted_size(const uint8_t *text, size_t size, void *to, size_t room)
{
    (void)to, (void)room;
    subject.converted_size(text, size);
}

struct function {
    const char *name;
    call *call;
    size_t unit;        // the number of bytes of a unit of the text
    size_t target;      // the number of bytes of a unit of the target; 0 if there is no target
    size_t most;        // the most bytes of a text
    size_t times;       // the number of calls, as a multiple of the argument
    bool there;         // whether the encoding has this function
    const char *shown;  // the last kernel for which a fault was printed
};

static struct function functions[] = {
    {"valid", call_valid, 1, 0, MOST, 1, false, NULL},
    {"valid_prefix", call_valid_prefix, 1, 0, MOST, 1, false, NULL},
    {"check", call_check, 1, 0, MOST, 1, false, NULL},
    {"next_chunk", call_chunk, 1, 0, MOST, 1, false, NULL},
    {"repaired_size", call_repaired_size, 1, 0, 1400, 1, false, NULL},
    {"repair", call_repair, 1, 1, 1400, 4, false, NULL},
    {"repair_stream", call_repair_stream, 1, 1, 120, 16, false, NULL},
    {"stream", call_stream, 1, 0, 120, 16, false, NULL},
    {"measure", call_measure, 1, 0, MOST, 1, false, NULL},
    {"count", call_count, 1, 0, MOST, 1, false, NULL},
    {"seek", call_seek, 1, 0, MOST, 1, false, NULL},
    {"valid_rows", call_rows, 1, 0, MOST, 1, false, NULL},
    {"to_utf16", call_to_utf16, 1, 2, MOST, 4, false, NULL},
    {"to_utf32", call_to_utf32, 1, 4, MOST, 4, false, NULL},
    {"utf16_size", call_utf16_size, 1, 0, MOST, 1, false, NULL},
    {"utf32_size", call_utf32_size, 1, 0, MOST, 1, false, NULL},
    {"from_utf16", call_from_utf16, 2, 1, MOST, 1, false, NULL},
    {"from_utf32", call_from_utf32, 4, 1, MOST, 1, false, NULL},
    {"size_of_utf16", call_size_of_utf16, 2, 0, MOST, 1, false, NULL},
    {"size_of_utf32", call_size_of_utf32, 4, 0, MOST, 1, false, NULL},
    {"trim_utf16", call_trim_utf16, 2, 0, MOST, 1, false, NULL},
    {"trim_utf32", call_trim_utf32, 4, 0, MOST, 1, false, NULL},
    {"to_utf16_lossy", call_to_utf16_lossy, 1, 2, 1400, 4, false, NULL},
    {"from_utf16_lossy", call_from_utf16_lossy, 2, 1, 1400, 2, false, NULL},
    {"utf16_lossy_size", call_utf16_lossy_size, 1, 0, 1400, 1, false, NULL},
    {"size_of_utf16_lossy", call_size_of_utf16_lossy, 2, 0, MOST, 1, false, NULL},
    {"valid_utf16", call_valid_utf16, 2, 0, MOST, 1, false, NULL},
    {"to_utf32_lossy", call_to_utf32_lossy, 1, 4, 1400, 4, false, NULL},
    {"from_utf32_lossy", call_from_utf32_lossy, 4, 1, 1400, 2, false, NULL},
    {"utf32_lossy_size", call_utf32_lossy_size, 1, 0, 1400, 1, false, NULL},
    {"size_of_utf32_lossy", call_size_of_utf32_lossy, 4, 0, MOST, 1, false, NULL},
    {"valid_utf32", call_valid_utf32, 4, 0, MOST, 1, false, NULL},
    {"decode", call_decode, 1, 0, MOST, 1, false, NULL},
    {"next", call_next, 1, 0, MOST, 1, false, NULL},
    {"previous", call_previous, 1, 0, 1400, 1, false, NULL},
    {"trim", call_trim, 1, 0, MOST, 1, false, NULL},
    {"floor", call_floor, 1, 0, MOST, 1, false, NULL},
    {"convert", call_convert, 1, 1, 1400, 4, false, NULL},
    {"converted_size", call_converted_size, 1, 0, 1400, 1, false, NULL},
    {"converted_trim", call_converted_trim, 1, 0, 1400, 1, false, NULL},
};

enum { FUNCTIONS = sizeof functions / sizeof *functions };

static void find_functions(void)
{
    const bool there[FUNCTIONS] = {
        true,
        true,
        subject.check != NULL,
        subject.next_chunk != NULL,
        subject.repair != NULL,
        subject.repair != NULL,
        subject.repair_feed != NULL,
        subject.stream_feed != NULL,
        subject.measure != NULL,
        subject.count != NULL,
        subject.seek != NULL,
        subject.valid_rows != NULL,
        subject.to_utf16 != NULL,
        subject.to_utf32 != NULL,
        subject.to_utf16 != NULL,
        subject.to_utf32 != NULL,
        subject.to_utf16 != NULL,
        subject.to_utf32 != NULL,
        subject.to_utf16 != NULL,
        subject.to_utf32 != NULL,
        subject.trim_utf16 != NULL,
        subject.trim_utf32 != NULL,
        subject.to_utf16_lossy != NULL,
        subject.to_utf16_lossy != NULL,
        subject.to_utf16_lossy != NULL,
        subject.to_utf16_lossy != NULL,
        subject.valid_utf16 != NULL,
        subject.to_utf32_lossy != NULL,
        subject.to_utf32_lossy != NULL,
        subject.to_utf32_lossy != NULL,
        subject.to_utf32_lossy != NULL,
        subject.valid_utf32 != NULL,
        subject.decode != NULL,
        subject.next != NULL,
        subject.next != NULL,
        subject.trim != NULL,
        subject.trim != NULL,
        subject.convert != NULL,
        subject.convert != NULL,
        subject.convert != NULL,
    };
    for (size_t i = 0; i < FUNCTIONS; i++) {
        functions[i].there = there[i];
    }
}

// ---- The texts ----

// Characters of one to six bytes of several encodings. Texts consist of the listed characters that the encoding under test has, and of
// characters drawn with the automaton. For a conversion, texts use all characters of `known`, since one encoding may have characters
// that the other lacks.
struct character {
    size_t size;
    const char *bytes;
};

static const struct character known[] = {
    {1, "a"},
    {1, "\n"},
    {2, "\xC3\xA9"},
    {2, "\xC0\x80"},
    {2, "\x81\x40"},
    {3, "\xE2\x82\xAC"},
    {3, "\xEF\xBF\xBD"},
    {3, "\xED\xA0\xBD"},
    {3, "\xED\xB8\x80"},
    {4, "\xF0\x9F\x98\x80"},
    {4, "\x81\x30\x81\x30"},
    {5, "\xF8\x88\x80\x80\x80"},
    {6, "\xFC\x84\x80\x80\x80\x80"},
    {6, "\xED\xA0\xBD\xED\xB8\x80"},
};

enum { KNOWN = sizeof known / sizeof *known, READ = 16, LONGEST_READ = 8 };

static struct character characters[KNOWN + READ];
static size_t character_count;

// Adds a character of up to eight random bytes, if the automaton reaches a place where a text may end.
static void read_character(void)
{
    static char bytes[READ][LONGEST_READ];
    static size_t count;
    size_t state = 0, dead = 0;
    for (size_t byte = 0; byte < 256; byte++) {
        dead = subject.dfa_class[byte] >= dead ? subject.dfa_class[byte] + 1U : dead;
    }
    for (size_t length = 0; length < LONGEST_READ && count < READ; length++) {
        size_t byte = below(256), tries = 0;
        while (subject.dfa_next(state + subject.dfa_class[byte]) == dead && tries < 256) {
            byte = (byte + 1) % 256;
            tries++;
        }
        state = subject.dfa_next(state + subject.dfa_class[byte]);
        bytes[count][length] = (char)byte;
        if (subject.valid(bytes[count], length + 1)) {
            characters[character_count++] = (struct character){length + 1, bytes[count++]};
            return;
        }
    }
}

static void find_characters(void)
{
    for (size_t i = 0; i < KNOWN; i++) {
        if (subject.convert != NULL || subject.valid(known[i].bytes, known[i].size)) {
            characters[character_count++] = known[i];
        }
    }
    for (size_t i = 0; i < READ; i++) {
        read_character();
    }
    if (character_count == 0) {
        characters[character_count++] = known[0];
    }
}

// Fills a text with runs of characters, or with one byte repeated. In a text of runs, some of the last bytes are random, and sometimes
// another byte is random, too. If units are larger than bytes, the text has the letter a and random units.
static void make_text(uint8_t *to, size_t size, size_t unit)
{
    size_t at = 0;
    if (unit > 1) {
        for (; at + unit <= size; at += unit) {
            const uint32_t ascii = 0x61, value = below(4) > 0 ? ascii : any_unit(unit);
            memcpy(to + at, &value, unit);
        }
        return;
    }
    if (below(4) == 0) {
        memset(to, (int)any_unit(1), size);
        return;
    }
    while (at < size) {
        const size_t which = below(character_count), length = characters[which].size;
        const size_t most = below(3) == 0 ? 200 : 20;
        for (size_t times = 1 + below(most); times > 0 && size - at >= length;
             times--, at += length) {
            memcpy(to + at, characters[which].bytes, length);
        }
        if (size - at < 6) {
            for (; at < size; at++) {
                to[at] = below(4) > 0 ? 'a' : (uint8_t)any_unit(1);
            }
        }
    }
    if (size > 0 && below(4) == 0) {
        to[below(size)] = (uint8_t)any_unit(1);
    }
}

static size_t some_size(size_t most)
{
    static const size_t sizes[] = {17, 100, 100, 700, 700, 700, MOST, MOST};
    const size_t bound = sizes[below(sizeof sizes / sizeof *sizes)];
    return below(bound < most ? bound : most);
}

// ---- The run ----

static size_t faults;

static size_t some_room(const struct function *function, size_t units)
{
    const size_t most = function->target == 0 ? 0 : units * 3 < ROOM / 8 ? units * 3 : ROOM / 8;
    return below(3) == 0 ? below(most + 1) : below(2) == 0 ? units / (1 + below(3)) : most;
}

// Prints a call with a fault, once for each function and kernel.
static void report(struct function *function, size_t size, size_t room, const char *flipped,
                   uint64_t drawn)
{
    if (function->shown != subject.active()) {
        function->shown = subject.active();
        printf("%s %s on %s: %s; size %zu, room %zu, changed in way %d from load %zu on, every %zu "
               "loads%s%s, seed %" PRIu64 "\n",
               subject.name, function->name, subject.active(), fault, size, room, (int)change.way,
               change.moment, change.period,
               flipped == NULL ? "" : ", wrong: ", flipped == NULL ? "" : flipped, drawn);
    }
}

// Calls a function once on an unchanging text, then CALLS times while the text changes as `way` says. Returns whether no fault was found.
static bool try(struct function *function, enum way way, const char *flipped)
{
    static uint8_t texts[2][MOST];
    const size_t unit = function->unit, size = some_size(function->most) / unit * unit;
    make_text(texts[0], size, unit);
    make_text(texts[1], size, unit);
    const size_t room = some_room(function, size / unit);
    const bool at_end = below(2) == 0;
    const struct guard_room text_room = text_area.room, target_room = target_area.room;
    uint8_t *text = at_end ? text_room.end - size : text_room.begin;
    uint8_t *target = below(2) == 0 ? target_room.end - room * function->target : target_room.begin;
    target_area.begin = target;
    target_area.end = target + room * function->target;
    static uint8_t others[2 * MOST];
    memcpy(others, texts[1], size);
    memcpy(others + MOST, texts[0], size);
    change.unit = unit;
    // Functions that restart after each error may read the rest of the text each time.
    change.most = 20000 + (function->most < MOST ? 8 * size * size : 200 * size);
    change.period = 1 + below(below(2) == 0 ? 3 : 50);
    const uint64_t drawn = seed;
    volatile bool done = true;
    // The first round does not change the text, and counts the loads.
    for (volatile int round = 0; round < 2 && done; round++) {
        const bool first = round == 0;
        seed = drawn;
        clear(&text_area);
        clear(&target_area);
        memcpy(text, texts[0], size);
        text_area.begin = text;
        text_area.end = text + size;
        change.other = others;
        change.way = first ? STILL : way;
        change.moment = first ? SIZE_MAX : 1 + below(change.loads + 2);
        change.loads = 0;
        fault = "accesses memory that it must not access";
        done = false;
        begin_turn(text, size, others);
        GUARDED(for (volatile int n = 0; n < (first ? 1 : CALLS); n++) {
            change.other = others;
            function->call(text, size, target, room);
        } done = true);
        done &= end_turn();
    }
    faults += !done;
    if (faults == MOST_FAULTS) {
        printf("%s: stopped after %d faults\n", subject.name, MOST_FAULTS);
        exit(1);
    }
    if (!done) {
        report(function, size, room, flipped, drawn);
    }
    return done;
}

static void try_all(size_t times, enum way way, const char *flipped)
{
    for (size_t i = 0; i < FUNCTIONS; i++) {
        for (size_t n = 0; functions[i].there && n < times * functions[i].times; n++) {
            try(&functions[i], way, flipped);
        }
    }
}

int main(int count, char **words)
{
    const size_t times = count > 2 ? strtoul(words[2], NULL, 10) : 20;
    size_t kernels = 0, flips = 0;
    seed = count > 1 ? strtoull(words[1], NULL, 10) : 1;
    text_area.room = guard_open(ROOM);
    target_area.room = guard_open(ROOM);
    guard_catch();
    start();
    subject_open();
    find_functions();
    find_characters();
    for (size_t k = 0; subject_kernel(k).name != NULL; k++) {
        if (!subject_kernel(k).supported()) {
            continue;
        }
        kernels++;
        kernel_now = k;
        subject.use(k);
        for (int way = STILL; way < WAYS; way++) {
            try_all(times, (enum way)way, NULL);
        }
        // Flips single bits of the tables that only vector kernels use, and of shift_table.
        for (size_t t = 0; subject.open && t < subject.table_count; t++) {
            const struct table *table = &subject.tables[t];
            if (strncmp(table->name, "dfa_", 4) == 0 || strncmp(table->name, "unit_", 5) == 0) {
                continue;
            }
            for (size_t n = 0; n < 1 + times / 10; n++) {
                const size_t entry = below(table->count), bit = below(8 * table->bytes);
                const uint64_t value = table_entry(table, entry);
                char flipped[64];
                snprintf(flipped, sizeof flipped, "%s[%zu] bit %zu", table->name, entry, bit);
                table_set(table, entry, value ^ UINT64_C(1) << bit);
                try_all(1, n % 2 == 0 ? STILL : AT_RANDOM, flipped);
                table_set(table, entry, value);
                flips++;
            }
        }
    }
    printf("%s: %zu kernels, %zu wrong bits, %zu faults\n", subject.name, kernels, flips, faults);
    return faults > 0;
}
