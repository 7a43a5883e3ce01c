// SPDX-License-Identifier: 0BSD
//
// The emitted code under test: includes ENCODING.c and the generator's claims in ENCODING_model.h,
// and gives access to both without their prefix. See subject.h.
//
// PLAIN: ENCODING.c has vector kernels of all processors, with words in plain C. SIMDE: ENCODING.c
// is compiled as if for MACHINE, with the intrinsics of simde/MACHINE/. OPEN: tables are writable.
#ifdef SIMDE
#include <machine.h>
#endif
#include <stdio.h>
#include <string.h>

// With words in plain C or from SIMDe, every kernel in this program runs on any processor, and
// functions lose their target attribute.
#if defined PLAIN || defined SIMDE
enum { ANYWHERE = 1 };
#define target(features)
#else
enum { ANYWHERE = 0 };
#endif

#define QUOTE_(text) #text
#define QUOTE(text) QUOTE_(text)
#define PASTE_(a, b) a##_##b
#define PASTE(a, b) PASTE_(a, b)
#define P(name) PASTE(MODEL_PREFIX, name)            // utf8_name
#define MACRO(name) PASTE(MODEL_PREFIX_UPPER, name)  // UTF8_NAME
#define OF(isa, name) PASTE(P(isa), name)            // utf8_sse_name
#define CALL_(function, nothing, ...) function(__VA_ARGS__)
#define CALL(function, ...) CALL_(function, __VA_ARGS__)  // drops the comma at the start of a list

#include QUOTE(PASTE(ENCODING, model).h)

#include QUOTE(ENCODING.c)

#include "subject.h"

#ifdef __TINYC__
// tcc has no vectors on any processor.
#undef __x86_64__
#undef __aarch64__
#endif

#ifdef MODEL_SOURCE
// A pair between two encodings has no public functions for the agreement. The functions below take
// their place; `convert` calls the public function of the pair.
static bool P(valid)(const void *text, size_t size)
{
    return P(active)()->valid(text, size);
}

static size_t P(valid_prefix)(const void *text, size_t size)
{
    return P(active)()->valid_prefix(text, size);
}

static size_t P(kernel_count)(void)
{
    return MACRO(KERNEL_COUNT);
}

static const P(kernel) * P(kernel_at)(size_t index)
{
    return index < MACRO(KERNEL_COUNT) ? &P(kernels)[index] : NULL;
}

static const char *P(active_kernel)(void)
{
    return P(active)()->name;
}

static struct subject_result convert(const void *text, size_t size, void *to, size_t room)
{
    const P(result) r = MODEL_PREFIX(text, size, to, room);
    const enum subject_status status = r.status == MACRO(STATUS_COMPLETE)     ? STATUS_COMPLETE
                                       : r.status == MACRO(STATUS_INCOMPLETE) ? STATUS_INCOMPLETE
                                       : r.status == MACRO(STATUS_NO_ROOM)    ? STATUS_NO_ROOM
                                                                              : STATUS_ILL_FORMED;
    return (struct subject_result){status, r.read, r.written};
}
#endif

static void use(size_t index)
{
#if MODEL_SOLE
    (void)index;
#else
    P(store)(&P(unlimited), &P(kernels)[index]);
#endif
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

#define ONE(position) +1
#define NUMBER(position) position,

#if defined PLAIN
#define ALL_MACHINES 1
#endif

#define HAS_NIBBLES 0
#define HAS_CLASSES 0
#if MODEL_CARRIES
#define EACH_ISA "carrying.h"
#else
#define EACH_ISA "simd.h"
#endif
#include "isas.h"

#define ENTRY
static struct simd *const simds[] = {
#if !MODEL_CARRIES
#define EACH_ISA "simd.h"
#include "isas.h"
#endif
    NULL,
};
static const struct carrying *const carrying[] = {
#if MODEL_CARRIES
#define EACH_ISA "carrying.h"
#include "isas.h"
#endif
    NULL,
};
#undef ENTRY
static const struct simd *here[sizeof simds / sizeof *simds];  // the kernels that can run here

#if MODEL_VECTORS
enum { WINDOW = MODEL_WINDOW, PAD = MODEL_PAD, LEAVES_END = MODEL_LEAVES_END };
_Static_assert((int)MODEL_WINDOW <= (int)SIMD_POSITIONS, "proof.c has no room for such windows");
#define SENSITIVITY(name, look, ...) static const uint8_t name##_sensitivity[] = __VA_ARGS__;
#if HAS_NIBBLES
MODEL_NIBBLES_TABLES(SENSITIVITY)
#endif
#if HAS_CLASSES
MODEL_CLASSES_TABLES(SENSITIVITY)
#endif
#undef SENSITIVITY
#else
enum { WINDOW = 0, PAD = 0, LEAVES_END = 0 };
#endif

// clang-format off
#define TABLE(name, sensitivity, thresholds, by_classes, look) \
    { #name, P(name), COUNT(P(name)), sizeof *P(name), sensitivity, thresholds, by_classes, look }
#define NIBBLES(name, look, ...) TABLE(name, name##_sensitivity, false, false, look),
#define CLASSES(name, look, ...) TABLE(name, name##_sensitivity, false, true, look),
#define NIBBLE_THRESHOLDS(name) TABLE(name, NULL, true, false, false),
#define CLASS_THRESHOLDS(name) TABLE(name, NULL, true, true, false),
static const struct table tables[] = {
#if HAS_NIBBLES
    MODEL_NIBBLES_TABLES(NIBBLES)
    MODEL_NIBBLES_THRESHOLDS(NIBBLE_THRESHOLDS)
#endif
#if HAS_CLASSES
    MODEL_CLASSES_TABLES(CLASSES)
    MODEL_CLASSES_THRESHOLDS(CLASS_THRESHOLDS)
#endif
// Neither the words of riscv64 nor those in plain C use these tables.
#if MODEL_UTF16_BY_VECTORS && HAS_NIBBLES && !defined PLAIN && !defined __riscv
    TABLE(unit_lanes, NULL, false, false, false),
    TABLE(unit_counts, NULL, false, false, false),
#endif
    TABLE(dfa_class, NULL, false, false, false),
    TABLE(dfa_next, NULL, false, false, false),
#if MODEL_SHIFT
    TABLE(shift_table, NULL, false, false, false),
#endif
};
// clang-format on

#ifndef MODEL_SOURCE
#define TABLE_FORM(...) {__VA_ARGS__},
static const struct table_form table_forms[] = {MODEL_FORMS(TABLE_FORM){0, 0, 0, 0, 0}};
#endif

static size_t dfa_next(size_t entry)
{
    return P(dfa_next)[entry];
}

#ifndef MODEL_SOURCE
static struct subject_error error_of(const P(error) * e)
{
    const char *fault = e->fault == 0 ? "none" : P(fault_name)(e->fault);
    return (struct subject_error){e->offset, e->length, fault, e->state};
}

static bool check(const void *text, size_t size, struct subject_error *error)
{
    if (error == NULL) {
        return P(check)(text, size, NULL);
    }
    P(error) e;
    const bool well = P(check)(text, size, &e);
    *error = error_of(&e);
    return well;
}
#endif

#if MODEL_HAS_CHUNK
static struct subject_chunk next_chunk(const void *text, size_t size)
{
    const P(chunk) chunk = P(next_chunk)(text, size);
    return (struct subject_chunk){chunk.valid, chunk.invalid};
}
#endif

#if MODEL_HAS_REPAIR
static struct subject_result repair(const void *text, size_t size, void *to, size_t room)
{
    const P(result) result = P(repair)(text, size, to, room);
    return (struct subject_result){(enum subject_status)result.status, result.read, result.written};
}
#endif

#if MODEL_HAS_REPAIR_STREAM
static void repair_start(struct subject_repair_stream *stream)
{
    P(repair_stream) own;
    P(repair_start)(&own);
    memcpy(stream, &own, sizeof own);
}

static struct subject_result repair_feed(struct subject_repair_stream *stream, const void *text,
                                         size_t size, void *to, size_t room)
{
    P(repair_stream) own;
    memcpy(&own, stream, sizeof own);
    const P(result) result = P(repair_feed)(&own, text, size, to, room);
    memcpy(stream, &own, sizeof own);
    return (struct subject_result){(enum subject_status)result.status, result.read, result.written};
}

static struct subject_result repair_end(struct subject_repair_stream *stream, void *to, size_t room)
{
    P(repair_stream) own;
    memcpy(&own, stream, sizeof own);
    const P(result) result = P(repair_end)(&own, to, room);
    memcpy(stream, &own, sizeof own);
    return (struct subject_result){(enum subject_status)result.status, result.read, result.written};
}
#endif

#if MODEL_HAS_STREAM
static P(stream) own_stream(const struct subject_stream *stream)
{
    P(stream) own;
    memcpy(&own, stream, sizeof own);
    return own;
}

static void stream_start(struct subject_stream *stream)
{
    P(stream) own;
    P(stream_start)(&own);
    memcpy(stream, &own, sizeof own);
}

static enum subject_status stream_feed(struct subject_stream *stream, const void *text, size_t size)
{
    P(stream) own = own_stream(stream);
    const P(status) status = P(stream_feed)(&own, text, size);
    memcpy(stream, &own, sizeof own);
    return (enum subject_status)status;
}

static enum subject_status stream_end(struct subject_stream *stream)
{
    P(stream) own = own_stream(stream);
    const P(status) status = P(stream_end)(&own);
    memcpy(stream, &own, sizeof own);
    return (enum subject_status)status;
}

static bool stream_error(const struct subject_stream *stream, struct subject_error *error)
{
    const P(stream) own = own_stream(stream);
    P(error) e;
    if (!P(stream_error)(&own, error == NULL ? NULL : &e)) {
        return false;
    }
    if (error != NULL) {
        *error = error_of(&e);
    }
    return true;
}
#endif

#if MODEL_HAS_MEASURE
static struct subject_measures measure(size_t kernel, const void *text, size_t size)
{
    (void)kernel;
#if MODEL_COUNTS_BYTES
    const P(measures) m =
        kernel == P(active_index)() ? P(measure)(text, size) : P(measure_by)(kernel, text, size);
#else
    const P(measures) m = P(measure)(text, size);
#endif
    return (struct subject_measures){m.valid, m.characters, m.utf16_units, m.ascii};
}
#endif

#ifndef MODEL_SOURCE
static const char *fault_name(unsigned number)
{
    return P(fault_name)((P(fault))number);
}
#endif

#if MODEL_HAS_STATUS || defined MODEL_SOURCE
static const char *status_name(unsigned number)
{
    return P(status_name)((P(status))number);
}
#endif

#if MODEL_HAS_COUNT
static size_t count_by(size_t kernel, const void *text, size_t size)
{
    (void)kernel;
#if MODEL_COUNTS_BYTES
    return kernel == P(active_index)() ? P(count)(text, size) : P(count_of)[kernel](text, size);
#else
    return P(count)(text, size);
#endif
}
#endif

#define CONVERSIONS(bits)                                                                          \
    static struct subject_result to_utf##bits(const void *text, size_t size, uint##bits##_t *to,   \
                                              size_t room)                                         \
    {                                                                                              \
        const P(result) r = P(to_utf##bits)(text, size, to, room);                                 \
        return (struct subject_result){(enum subject_status)r.status, r.read, r.written};          \
    }                                                                                              \
    static struct subject_result from_utf##bits(const uint##bits##_t *text, size_t units,          \
                                                void *to, size_t room)                             \
    {                                                                                              \
        const P(result) r = P(from_utf##bits)(text, units, to, room);                              \
        return (struct subject_result){(enum subject_status)r.status, r.read, r.written};          \
    }
#if MODEL_HAS_UTF16
CONVERSIONS(16)
#endif
#if MODEL_HAS_UTF32
CONVERSIONS(32)
#endif

#define LOSSY(bits)                                                                                \
    static struct subject_result to_utf##bits##_lossy(                                             \
        const void *text, size_t size, uint##bits##_t *to, size_t room, size_t *replaced)          \
    {                                                                                              \
        const P(result) r = P(to_utf##bits##_lossy)(text, size, to, room, replaced);               \
        return (struct subject_result){(enum subject_status)r.status, r.read, r.written};          \
    }                                                                                              \
    static struct subject_result from_utf##bits##_lossy(const uint##bits##_t *text, size_t units,  \
                                                        void *to, size_t room, size_t *replaced)   \
    {                                                                                              \
        const P(result) r = P(from_utf##bits##_lossy)(text, units, to, room, replaced);            \
        return (struct subject_result){(enum subject_status)r.status, r.read, r.written};          \
    }
#if MODEL_HAS_UTF16_LOSSY
LOSSY(16)
#endif
#if MODEL_HAS_UTF32_LOSSY
LOSSY(32)
#endif

struct subject subject = {
    .name = QUOTE(ENCODING),
#if defined PLAIN
    .where = "logic",
#elif defined SIMDE
    .where = "SIMDe",
#else
    .where = "native",
#endif
#ifdef OPEN
    .open = true,
#endif
    .longest = MODEL_LONGEST,
    .window = WINDOW,
    .pad = PAD,
#if MODEL_VECTORS
    .pads = model_pads,
    .pad_count = COUNT(model_pads),
    .edges = MODEL_EDGES,
#endif
    .leaves_end = LEAVES_END,
    .counts = model_counts,
    .simds = COUNT(simds) - 1,
    .carrying = carrying,
    .tables = tables,
    .table_count = COUNT(tables),
    .dfa_class = P(dfa_class),
    .dfa_next = dfa_next,
    .dfa_size = COUNT(P(dfa_next)),
    .dfa_origin = MODEL_ORIGIN,
#if MODEL_SHIFT
    .shift = P(shift_table),
    .shift_words = MODEL_SHIFT,
    .shift_start = MACRO(SHIFT_START),
    .shift_dead = MACRO(SHIFT_DEAD),
#endif
    .valid = P(valid),
    .valid_prefix = P(valid_prefix),
    .active = P(active_kernel),
    .kernel_count = P(kernel_count),
    .use = use,
#if MODEL_HAS_LIMIT
    .limit = P(limit_kernels),
#endif
#if MODEL_HAS_STATUS || defined MODEL_SOURCE
    .status_name = status_name,
#endif
#ifdef MODEL_SOURCE
    .source = QUOTE(MODEL_SOURCE),
    .target = QUOTE(MODEL_TARGET),
    .convert = convert,
    .converted_size = P(size),
    .converted_trim = P(trim),
#else
    .forms = table_forms,
    .check = check,
    .fault_name = fault_name,
    .expected = P(expected),
    .later = MODEL_LATER,
    .later_bits = MODEL_LATER_BITS,
#if MODEL_HAS_CHUNK
    .next_chunk = next_chunk,
#endif
#if MODEL_HAS_REPAIR
    .repaired_size = P(repaired_size),
    .repair = repair,
#endif
#if MODEL_HAS_REPAIR_STREAM
    .repair_start = repair_start,
    .repair_feed = repair_feed,
    .repair_end = repair_end,
#endif
#if MODEL_HAS_STREAM
    .stream_start = stream_start,
    .stream_feed = stream_feed,
    .stream_end = stream_end,
    .stream_error = stream_error,
#endif
    .counts_by_kernel = MODEL_COUNTS_BYTES,
#if MODEL_HAS_MEASURE
    .measure = measure,
#endif
#if MODEL_HAS_COUNT
    .count = count_by,
#endif
#if MODEL_HAS_SEEK
    .seek = P(seek),
#endif
#if MODEL_HAS_ROWS
    .valid_rows = P(valid_rows),
    .valid_rows64 = P(valid_rows64),
#endif
#if MODEL_HAS_UTF16
    .to_utf16 = to_utf16,
    .from_utf16 = from_utf16,
    .utf16_size = P(utf16_size),
    .size_of_utf16 = P(size_of_utf16),
    .valid_utf16 = P(valid_utf16),
    .trim_utf16 = P(trim_utf16),
#endif
#if MODEL_HAS_UTF16_LOSSY
    .to_utf16_lossy = to_utf16_lossy,
    .from_utf16_lossy = from_utf16_lossy,
    .utf16_lossy_size = P(utf16_lossy_size),
    .size_of_utf16_lossy = P(size_of_utf16_lossy),
#endif
#if MODEL_HAS_UTF32
    .to_utf32 = to_utf32,
    .from_utf32 = from_utf32,
    .utf32_size = P(utf32_size),
    .size_of_utf32 = P(size_of_utf32),
    .valid_utf32 = P(valid_utf32),
    .trim_utf32 = P(trim_utf32),
#endif
#if MODEL_HAS_UTF32_LOSSY
    .to_utf32_lossy = to_utf32_lossy,
    .from_utf32_lossy = from_utf32_lossy,
    .utf32_lossy_size = P(utf32_lossy_size),
    .size_of_utf32_lossy = P(size_of_utf32_lossy),
#endif
#if MODEL_HAS_DECODE
    .decode = P(decode),
    .decode_last = P(decode_last),
#endif
#if MODEL_HAS_ENCODE
    .encode = P(encode),
    .most_encoded = MACRO(LONGEST),
#endif
#if MODEL_HAS_ITERATE
    .next = P(next),
    .previous = P(previous),
#endif
#if MODEL_HAS_CUT
    .trim = P(trim),
    .floor = P(floor),
#endif
#endif
};

// Can this processor run a kernel? If not, prints that the kernel is not checked.
static bool is_here(const char *name)
{
    const struct kernel k = subject_kernel_named(name);
    if (k.name != NULL && k.supported()) {
        return true;
    }
    printf("%s: the kernel %s is not checked here, because this processor cannot run it\n",
           subject.name, name);
    return false;
}

void subject_open(void)
{
    size_t count = 0;
    for (size_t i = 0; i < subject.simds; i++) {
        if (is_here(simds[i]->name)) {
            simds[i]->width = simds[i]->width_now();
            simds[i]->block = simds[i]->block_now();
            here[count++] = simds[i];
        }
    }
    for (size_t i = 0; carrying[i] != NULL; i++) {
        is_here(carrying[i]->name);
    }
    subject.simd = here;
    subject.simds = count;
}

struct kernel subject_kernel(size_t index)
{
    const P(kernel) *k = P(kernel_at)(index);
    if (k == NULL) {
        return (struct kernel){0};
    }
    return (struct kernel){k->name, ANYWHERE ? P(always) : k->supported, k->valid, k->valid_prefix};
}

struct kernel subject_kernel_named(const char *name)
{
    size_t i = 0;
    while (subject_kernel(i).name != NULL && strcmp(subject_kernel(i).name, name) != 0) {
        i++;
    }
    return subject_kernel(i);
}

const struct simd *subject_simd(const char *kernel)
{
    for (size_t i = 0; i < subject.simds; i++) {
        if (strcmp(subject.simd[i]->name, kernel) == 0) {
            return subject.simd[i];
        }
    }
    return NULL;
}

const struct table *subject_table(const char *name)
{
    for (size_t i = 0; i < subject.table_count; i++) {
        if (strcmp(tables[i].name, name) == 0) {
            return &tables[i];
        }
    }
    return NULL;
}

uint64_t table_entry(const struct table *table, size_t index)
{
    switch (table->bytes) {
    case 1:
        return ((const uint8_t *)table->entries)[index];
    case 2:
        return ((const uint16_t *)table->entries)[index];
    case 4:
        return ((const uint32_t *)table->entries)[index];
    default:
        return ((const uint64_t *)table->entries)[index];
    }
}

void table_set(const struct table *table, size_t index, uint64_t value)
{
    void *entries = (void *)(uintptr_t)table->entries;
    switch (table->bytes) {
    case 1:
        ((uint8_t *)entries)[index] = (uint8_t)value;
        break;
    case 2:
        ((uint16_t *)entries)[index] = (uint16_t)value;
        break;
    case 4:
        ((uint32_t *)entries)[index] = (uint32_t)value;
        break;
    default:
        ((uint64_t *)entries)[index] = value;
    }
}
