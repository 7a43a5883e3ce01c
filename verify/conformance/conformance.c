// SPDX-License-Identifier: 0BSD
//
// conformance: does each word of an instruction set do what the vocabulary says?
//
// WORDS_OF_SET is the header that conformance.lua generates for one set: the set's words, the plain
// C words of the same width, and the meaning of each word as a function of bytes in memory. This
// file compares words with meanings. It names no words except those whose tables --planted changes.
//
//     conformance                    each word, on the inputs that the opening lines list
//     conformance --planted          plants mistakes one by one: a wrong lane of a word for all inputs,
//                                    in some lanes also for one input; a changed entry of its table
//     conformance --planted-sample   plants mistakes in one lane of each word that has a result (which
//                                    lane depends on the word), and in some entries of the tables
//     conformance --kernels plain    only the plain words; with a set's name, only the set's own
//     conformance --where WORD       where this runs, for the report (see report.h)
//     conformance --results FILE     also appends the results to FILE, for the table of verify
//     conformance --table FILE...    prints the table of the results in files
//
// With SIMDE, the words use SIMDe's versions of their intrinsics, on any processor.
//
// Exit 0: all passed. 1: something failed. 2: wrong usage, out of memory, or a results file that is
// unusable. 3: nothing failed, but this processor cannot run all words.
#define _DEFAULT_SOURCE
#ifdef SIMDE
#include <machine.h>
#define target(features)
enum { ANYWHERE = 1 };
#else
enum { ANYWHERE = 0 };
#endif
#include "../shared/report.h"
#include "../subject.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { WIDEST = SIMD_WIDEST, VALUES = 256, RANDOM = 20000, PACKED_BYTES = 4 * WIDEST };

// The inputs of words: lanes of vectors, or of tests as 0 and 1; and other arguments.
struct inputs {
    uint8_t lanes[4][WIDEST];
    // If a mask is not 0, any_of with that mask makes the test from these bytes.
    uint8_t raw[4][WIDEST], masks[4];
    uint8_t byte;
    uint16_t unit;
    uint32_t unit32;
    const uint8_t *memory;
    size_t size;
};

enum { AT = 1, TABLE = 2, BYTE = 4, SIZE = 8, TESTS = 16 };
enum {
    UNITS_16 = 32,
    UNITS_32 = 64,
    UNIT = 128,
    UNIT_32 = 256
};  // UNITS_16, UNITS_32: the units at AT; UNIT, UNIT_32: an argument is a unit

// Which tests any_of makes: one; both, with the same mask of one bit; both, with any masks.
enum { MIX_ONE = 1, MIX_SAME = 2, MIX_ALL = 4 };

struct word {
    const char *name, *meaning;
    void (*run)(const struct inputs *in, uint8_t *out);
    void (*mean)(const struct inputs *in, uint8_t *out);
    uint8_t (*lane)(const struct inputs *in, size_t i);
    enum {
        VEC,
        TEST,
        BOOL,
        SUM,
        PACKED,
        VOID
    } result;  // BOOL: the first byte; SUM: a size_t; TEST: 255 or 0 per lane; PACKED: PACKED_BYTES
               // of elements and zeros, and then the number of elements
    unsigned uses, mixes;  // flags: other arguments (AT ...); the tests that any_of may make
    size_t lanes;          // the number of vectors and tests that it takes
    size_t values, sizes,
        entries;        // the bounds of lanes (0: none) and SIZE (0: the width); a table's bytes
    unsigned bytes;     // the bound of the byte argument; 0: none
    bool marks;         // the lanes of its first argument are 255 or 0
    uint8_t specified;  // the bits of the result that have a meaning
    bool moves;         // lanes of the result come from other lanes
    bool loosely;       // a true lane of the result may have only some of its bits set
    size_t tests;  // the number of tests; these are its last arguments, and select the lanes that
                   // write elements
    size_t element, margin;  // bytes of an element; bytes read before the units, and after them
    uint32_t below;          // the bound of units; 0: none
};

// For the meanings of words for units: is this a pair of surrogates, and which code point is it?
__attribute__((unused)) static inline bool IS_PAIR(uint32_t high, uint32_t low)
{
    return high >= 0xD800 && high <= 0xDBFF && low >= 0xDC00 && low <= 0xDFFF;
}

__attribute__((unused)) static inline uint32_t JOINED(uint32_t high, uint32_t low)
{
    return 0x10000 + (high - 0xD800) * 0x400 + (low - 0xDC00);
}

// Returns the unit of 16 bits in lanes i and i ^ 1.
__attribute__((unused)) static inline unsigned UNIT_AT(const uint8_t *lanes, size_t i)
{
    return lanes[i / 2 * 2] | (unsigned)lanes[i / 2 * 2 + 1] << 8;
}

#include WORDS_OF_SET

// In results, this name replaces the name of an encoding.
struct subject subject = {.name = "words"};

static uint8_t *page;  // between two inaccessible pages
static size_t page_size;
static const struct word *current;
static uint64_t compared;
static bool quiet;

// ---- A planted mistake ----

static struct {
    const struct word *word;  // NULL: none
    size_t lane, source;      // `lane` is wrong if the lane `source` has the key `key`
    int key;                  // -1: always
} planted;

// Returns the number of bytes of a unit in memory.
static size_t unit_bytes(const struct word *w)
{
    return w->uses & UNITS_32 ? 4 : w->uses & UNITS_16 ? 2 : 1;
}

// Returns the contents of a lane of the inputs as one number.
static int key_of(const struct word *w, const struct inputs *in, size_t lane)
{
    if (w->lanes > 0) {
        const int high = w->lanes > 1 ? in->lanes[1][lane] : w->uses & BYTE ? in->byte : 0;
        return in->lanes[0][lane] | high << 8;
    }
    return w->uses & SIZE   ? (int)in->size
           : w->uses & AT   ? in->memory[(lane + 1) * unit_bytes(w) - 1]
           : w->uses & UNIT ? in->unit >> 8 * (lane % 2) & 0xFF
                            : in->byte;
}

// Does the word drop the lanes that its test does not select? The test is lanes[1].
static bool drops_lanes(const struct word *w)
{
    return w->tests > 0 && w->lanes - w->tests == 1;
}

static void run(const struct word *w, const struct inputs *in, uint8_t *out)
{
    w->run(in, out);
    if (planted.word != w || (planted.key >= 0 && key_of(w, in, planted.source) != planted.key)) {
        return;
    }
    if (w->result == SUM && planted.key >= 0) {
        out[0] ^= 1;
    } else if (drops_lanes(w)) {
        struct inputs other = *in;
        other.lanes[0][planted.lane] ^= 0x80;
        w->run(&other, out);
    } else if (w->result == BOOL || w->result == SUM) {
        struct inputs cleared = *in;
        uint32_t memory[WIDEST];
        // Words for units may read only one of two lanes.
        cleared.lanes[0][planted.lane] = cleared.lanes[0][planted.lane ^ 1] = 0;
        if (w->uses & AT) {
            memcpy(memory, in->memory, unit_bytes(w) * ISA_WIDTH);
            memset((uint8_t *)memory + planted.lane * unit_bytes(w), 0, unit_bytes(w));
            cleared.memory = (const uint8_t *)memory;
        }
        w->run(&cleared, out);
    } else if (w->result == TEST || (w->result != PACKED && w->uses & TESTS)) {
        out[planted.lane] = out[planted.lane] != 0 ? 0 : 255;
    } else {
        out[planted.lane] ^= 0x80;
    }
}

// ---- A word and its meaning ----

static void print_lanes(const char *name, const uint8_t *bytes)
{
    printf("            %-8s", name);
    for (size_t i = 0; i < ISA_WIDTH; i++) {
        printf("%s%02X", i % 8 == 0 ? " " : "", bytes[i]);
    }
    putchar('\n');
}

static size_t sum_of(const uint8_t *lanes)
{
    size_t all = 0;
    for (size_t i = 0; i < ISA_WIDTH; i++) {
        all += lanes[i];
    }
    return all;
}

static size_t returned_sum(const uint8_t *out)
{
    size_t all;
    memcpy(&all, out, sizeof all);
    return all;
}

static void print_wrong(const struct word *w, const struct inputs *in, size_t lane,
                        const uint8_t *got, const uint8_t *want)
{
    if (w->result == PACKED) {
        report_wrong(ISA_NAME,
                     "%s: byte %zu is %02X, expected %02X; the number of elements is %u, expected "
                     "%u; an element is %s",
                     w->name, lane, got[lane], want[lane], got[PACKED_BYTES], want[PACKED_BYTES],
                     w->meaning);
    } else if (w->result == BOOL) {
        report_wrong(ISA_NAME, "%s: returns %u, expected %u; it is true if some lane is: %s",
                     w->name, got[0], !got[0], w->meaning);
    } else if (w->result == SUM) {
        report_wrong(ISA_NAME, "%s: returns %zu, expected %zu; it is the sum over all lanes of %s",
                     w->name, returned_sum(got), sum_of(want), w->meaning);
    } else {
        report_wrong(ISA_NAME, "%s: lane %zu is %02X, expected %02X; a lane is %s", w->name, lane,
                     got[lane], want[lane], w->meaning);
        print_lanes("result", got);
    }
    for (size_t k = 0; k < w->lanes; k++) {
        static const char *const names[] = {"first", "second", "third", "fourth"};
        print_lanes(names[k], in->lanes[k]);
    }
    if (w->uses & BYTE) {
        printf("            byte     %02X\n", in->byte);
    }
    if (w->uses & SIZE) {
        printf("            size     %zu\n", in->size);
    }
}

static bool compare(const struct word *w, const struct inputs *in)
{
    static const uint8_t none[WIDEST];
    uint8_t got[PACKED_BYTES + 1] = {0}, want[PACKED_BYTES + 1] = {0};
    const bool loosely = w->loosely || in->masks[0] != 0 || in->masks[1] != 0;
    size_t wrong = 0;
    run(w, in, got);
    w->mean(in, want);
    compared++;
    if (w->result == PACKED) {
        while (wrong < PACKED_BYTES && got[wrong] == want[wrong]) {
            wrong++;
        }
        const bool all = wrong == PACKED_BYTES && got[wrong] == want[wrong];
        wrong = all ? ISA_WIDTH : wrong < ISA_WIDTH ? wrong : 0;
    } else if (w->result == BOOL) {
        const bool some = memcmp(want, none, ISA_WIDTH) != 0;
        wrong = got[0] == some ? ISA_WIDTH : 0;
    } else if (w->result == SUM) {
        wrong = returned_sum(got) == sum_of(want) ? ISA_WIDTH : 0;
    } else if (!loosely && w->result != TEST && memcmp(got, want, ISA_WIDTH) == 0) {
        return true;
    } else {
        // The result of a test is a vector of 255 and 0; its meaning is any nonzero number, or 0.
        for (size_t i = 0; i < ISA_WIDTH; i++) {
            const uint8_t full = w->result == TEST ? (uint8_t)(want[i] != 0 ? 255 : 0) : want[i];
            want[i] = loosely && full != 0 && got[i] != 0 ? got[i] : full;
        }
        while (wrong < ISA_WIDTH && ((got[wrong] ^ want[wrong]) & w->specified) == 0) {
            wrong++;
        }
    }
    if (wrong < ISA_WIDTH && !quiet) {
        print_wrong(w, in, wrong, got, want);
    }
    return wrong == ISA_WIDTH;
}

// ---- Inputs ----

static uint64_t random_state;

static uint64_t random_word(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static uint8_t random_byte(void)
{
    return (uint8_t)(random_word() >> 32);
}

static void random_bytes(uint8_t *bytes, size_t size)
{
    for (; size >= sizeof(uint64_t); size -= sizeof(uint64_t)) {
        const uint64_t word = random_word();
        memcpy(bytes, &word, sizeof word);
        bytes += sizeof word;
    }
    for (size_t i = 0; i < size; i++) {
        bytes[i] = random_byte();
    }
}

static size_t sizes_of(const struct word *w)
{
    return w->sizes > 0 ? w->sizes : ISA_WIDTH;
}

// Returns how many values a lane of an argument can have.
static size_t values_in(const struct word *w, size_t k)
{
    const bool is_test = w->uses & TESTS && (w->result != PACKED || k >= w->lanes - w->tests);
    return is_test || (w->marks && k == 0) ? 2
           : w->below > 0                  ? w->below >> (8 * unit_bytes(w) - 8)
           : w->values > 0                 ? w->values
                                           : VALUES;
}

static size_t values_of(const struct word *w)
{
    return values_in(w, 0);
}

static void random_lanes(const struct word *w, struct inputs *in)
{
    for (size_t k = 0; k < w->lanes; k++) {
        const size_t values = values_in(w, k);
        random_bytes(in->lanes[k], ISA_WIDTH);
        for (size_t i = 0; values < VALUES && i < ISA_WIDTH; i++) {
            in->lanes[k][i] = (uint8_t)(in->lanes[k][i] * values / VALUES);
        }
    }
}

// Chooses bytes from which any_of makes tests that equal in->lanes.
static void make_tests(const struct word *w, struct inputs *in)
{
    for (size_t k = 0; k < w->lanes; k++) {
        for (size_t i = 0; in->masks[k] != 0 && i < ISA_WIDTH; i++) {
            do {
                in->raw[k][i] = random_byte();
            } while (((in->raw[k][i] & in->masks[k]) != 0) != (in->lanes[k][i] != 0));
        }
    }
}

// Tries in each lane all values of one argument, or all pairs for two (fewer if the word drops lanes).
static bool each_value(const struct word *w, struct inputs *in)
{
    const size_t values = values_of(w), seconds = w->lanes >= 2 ? values : 1;
    for (size_t n = 0; n < values * seconds; n++) {
        size_t first = n % values, second = n / values;
        for (size_t i = 0; i < ISA_WIDTH; i++) {
            in->lanes[0][i] = (uint8_t)first;
            in->lanes[1][i] = drops_lanes(w) ? (n + n / values + i * 5) % 8 < 5 : (uint8_t)second;
            in->lanes[2][i] =
                values_in(w, 2) == 2 ? (n + n / 2 + i * 5) % 8 < 5 : (uint8_t)(first * 7 + i);
            first = first + 1 < values ? first + 1 : 0;
            second = second + 1 < seconds ? second + 1 : 0;
        }
        make_tests(w, in);
        if (!compare(w, in)) {
            return false;
        }
    }
    return true;
}

// Tries each value in all lanes at once. This gives the largest sums.
static bool each_total(const struct word *w, struct inputs *in)
{
    for (size_t value = 0; value < values_of(w); value++) {
        memset(in->lanes, (int)value, sizeof in->lanes);
        if (!compare(w, in)) {
            return false;
        }
    }
    return true;
}

static bool each_random(const struct word *w, struct inputs *in, size_t count)
{
    for (size_t n = 0; n < count; n++) {
        random_lanes(w, in);
        make_tests(w, in);
        if (!compare(w, in)) {
            return false;
        }
    }
    return true;
}

// Tries every byte argument. Pairs of values are tried only with bytes that have one bit set, one
// bit clear, no bits, or all.
static bool each_byte(const struct word *w, struct inputs *in)
{
    for (unsigned byte = 0; byte < (w->bytes > 0 ? w->bytes : VALUES); byte++) {
        const unsigned other = byte ^ 0xFF;
        const bool few = (byte & (byte - 1)) == 0 || (other & (other - 1)) == 0;
        in->byte = (uint8_t)byte;
        if (w->result == SUM && !each_total(w, in)) {
            return false;
        }
        if (w->lanes == 0 ? !compare(w, in)
                          : !each_random(w, in, RANDOM / VALUES) ||
                                ((few || w->lanes == 1) && !each_value(w, in))) {
            return false;
        }
    }
    return true;
}

// Tries tests of each kind that the word takes.
static bool each_mix(const struct word *w, struct inputs *in)
{
    for (unsigned mask = 0; mask < VALUES; mask++) {
        const bool one_bit = (mask & (mask - 1)) == 0;
        const uint8_t m = (uint8_t)mask;
        const struct {
            unsigned mix;
            uint8_t masks[2];
        } mixes[] = {{MIX_ONE, {m, 0}},
                     {MIX_ONE, {0, m}},
                     {one_bit ? MIX_SAME : MIX_ALL, {m, m}},
                     {MIX_ALL, {m, random_byte()}}};
        for (size_t i = 0; i < sizeof mixes / sizeof *mixes; i++) {
            if (mask == 0 || w->mixes & mixes[i].mix) {
                memcpy(in->masks, mask == 0 ? (uint8_t[]){0, 0} : mixes[i].masks, 2);
                if (!each_value(w, in) || !each_random(w, in, RANDOM / VALUES)) {
                    return false;
                }
            }
        }
    }
    return true;
}

// For words that move lanes: tries each value in each lane of both vectors, with the other lanes
// 00, FF, or random.
static bool each_source(const struct word *w, struct inputs *in)
{
    for (size_t source = 0; source < 2 * ISA_WIDTH; source++) {
        uint8_t *lane = &in->lanes[source / ISA_WIDTH][source % ISA_WIDTH];
        for (unsigned n = 0; n < 3 * VALUES; n++) {
            random_lanes(w, in);
            if (n % 3 > 0) {
                memset(in->lanes, n % 3 == 1 ? 0 : 0xFF, sizeof in->lanes);
            }
            *lane = (uint8_t)(n / 3);
            if (!compare(w, in)) {
                return false;
            }
        }
    }
    return true;
}

// Tries each value in each lane. The other lanes have values for which the word is false.
static bool each_lane(const struct word *w, struct inputs *in)
{
    for (size_t i = 0; i < ISA_WIDTH; i++) {
        // For words with a unit, the value for which a lane is false depends on its place in the unit.
        uint8_t others[2][VALUES];
        size_t count[2] = {0, 0};
        for (size_t k = 0; k < 2; k++) {
            for (unsigned value = 0; value < VALUES; value++) {
                in->lanes[0][k] = others[k][count[k]] = (uint8_t)value;
                count[k] += w->lane(in, k) == 0;
            }
        }
        for (size_t j = 0; j < ISA_WIDTH; j++) {
            in->lanes[0][j] = others[j % 2][random_byte() % count[j % 2]];
        }
        for (unsigned value = 0; value < VALUES; value++) {
            in->lanes[0][i] = (uint8_t)value;
            if (!compare(w, in)) {
                return false;
            }
        }
    }
    return true;
}

static bool each_byte_and_lane(const struct word *w, struct inputs *in)
{
    for (unsigned byte = 0; byte < (w->uses & (BYTE | UNIT) ? VALUES : 1); byte++) {
        in->byte = (uint8_t)byte;
        in->unit = (uint16_t)(byte < 16 ? 1U << byte : byte * 0x1F3);
        if (!each_lane(w, in) || !each_random(w, in, RANDOM / VALUES)) {
            return false;
        }
    }
    return true;
}

// Tries every size, with memory directly after an inaccessible page, directly before one, and between.
static bool each_size(const struct word *w, struct inputs *in)
{
    for (size_t n = 0; n < VALUES * sizes_of(w); n++) {
        const size_t size = n % sizes_of(w), read = size < ISA_WIDTH ? size : ISA_WIDTH;
        const uint8_t *const places[] = {page, page + page_size - read, page + 1 + n % WIDEST};
        random_bytes(page, 2 * WIDEST + 1);
        random_bytes(page + page_size - WIDEST, WIDEST);
        in->size = size;
        for (size_t i = 0; i < 3; i++) {
            in->memory = places[i];
            if (!compare(w, in)) {
                return false;
            }
        }
    }
    return true;
}

// Tries every offset in a page that a unit may have. Without units, each lane gets every value.
static bool each_address(const struct word *w, struct inputs *in)
{
    for (size_t i = 0; i < page_size; i++) {
        page[i] = (uint8_t)(i * 5 + i / VALUES);
    }
    const size_t unit = unit_bytes(w), read = unit * ISA_WIDTH + w->margin;
    for (size_t i = w->margin; i <= page_size - read; i += unit) {
        for (size_t k = 0; w->below > 0 && k < ISA_WIDTH; k++) {
            page[i + unit * k + unit - 1] &= (uint8_t)((w->below - 1) >> (8 * unit - 8));
        }
        in->memory = page + i;
        if (!compare(w, in)) {
            return false;
        }
    }
    return true;
}

// Tries units in memory. Each unit has each of the values below; the other units are then zero, or
// have random ones of these values. The units are at either end of accessible memory.
static bool each_text(const struct word *w, struct inputs *in)
{
    static const uint32_t values[] = {
        0,      1,      0x7F,    0x80,     0x7FF,    0x800,    0xD7FF,     0xD800,     0xD801,
        0xDBFF, 0xDC00, 0xDFFF,  0xE000,   0xFFFE,   0xFFFF,   0x10000,    0x10001,    0x1FFFF,
        0xFF00, 0xFF,   0x20000, 0x10FFFF, 0x110000, 0x800000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};
    const size_t count = sizeof values / sizeof *values, unit = unit_bytes(w);
    const size_t read = unit * ISA_WIDTH + w->margin;
    for (size_t n = 0; n < 3 * count * (ISA_WIDTH + 2); n++) {
        uint8_t *at = n % 2 == 0 ? page + w->margin : page + page_size - read;
        in->memory = at;
        in->unit32 = n % 3 == 0 ? 0x10000 : n % 3 == 1 ? 0x110000 : values[random_byte() % count];
        for (size_t i = 0; i < ISA_WIDTH + 2; i++) {
            const bool chosen = i == n / 3 / count;
            // If pairs matter, more than half of these random units are surrogates.
            const size_t other = w->margin > 0 && random_byte() % 2 == 0 ? 7 + random_byte() % 5U
                                                                         : random_byte() % count;
            uint32_t value = values[chosen ? n / 3 % count : other];
            value = n % 3 > 0 || chosen ? value : 0;
            value = w->below > 0 && value >= w->below ? w->below - 1 : value;
            if (w->margin > 0 || (i > 0 && i <= ISA_WIDTH)) {
                const uint16_t narrow = (uint16_t)value;
                memcpy(at + unit * i - unit, unit == 2 ? (const void *)&narrow : &value, unit);
            }
        }
        if (!compare(w, in)) {
            return false;
        }
    }
    return true;
}

static bool each_unit(const struct word *w, struct inputs *in)
{
    for (uint32_t unit = 0; unit <= 0xFFFF; unit++) {
        in->unit = (uint16_t)unit;
        if (!compare(w, in)) {
            return false;
        }
    }
    return true;
}

// A word that returns nothing reads and writes nothing, so any address is allowed.
static bool each_place(const struct word *w, struct inputs *in)
{
    const uint8_t *const wrong[] = {NULL, page - page_size, page + page_size};
    uint8_t out[WIDEST];
    for (size_t i = 0; i < 3; i++) {
        in->memory = wrong[i];
        w->run(in, out);
        compared++;
    }
    memset(page, 0x5A, page_size);
    for (size_t i = 0; i < page_size; i++) {
        in->memory = page + i;
        w->run(in, out);
        compared++;
    }
    for (size_t i = 0; i < page_size; i++) {
        if (page[i] != 0x5A) {
            report_wrong(ISA_NAME, "%s: writes to memory, which it must not", w->name);
            return false;
        }
    }
    return true;
}

// Tries every index in every lane, with tables in which one entry has one bit or all bits, and with
// random tables. The tables are at both ends of accessible memory.
static bool each_table(const struct word *w, struct inputs *in)
{
    uint8_t *const tables[] = {page, page + page_size - w->entries};
    for (size_t n = 0; n < w->entries * 9; n++) {
        uint8_t *const table = tables[n % 2];
        memset(table, 0, w->entries);
        table[n / 9] = (uint8_t)(n % 9 < 8 ? 1U << n % 9 : 0xFF);
        in->memory = table;
        if (!each_value(w, in)) {
            return false;
        }
    }
    for (size_t n = 0; n < VALUES; n++) {
        in->memory = tables[n % 2];
        random_bytes(tables[n % 2], w->entries);
        if (!each_value(w, in) || !each_random(w, in, RANDOM / VALUES)) {
            return false;
        }
    }
    return true;
}

// Tries all tests of each group of eight lanes. Of the other lanes, none, all or random ones are true.
static bool each_set_of_lanes(const struct word *w, struct inputs *in)
{
    uint8_t *const tests = in->lanes[w->lanes - 1];
    for (size_t n = 0; n < ISA_WIDTH / 8 * VALUES * 3; n++) {
        random_lanes(w, in);
        if (n % 3 > 0) {
            memset(tests, n % 3 == 1, ISA_WIDTH);
        }
        for (size_t i = 0; i < 8; i++) {
            tests[n / 3 / VALUES * 8 + i] = n / 3 % VALUES >> i & 1;
        }
        if (!compare(w, in)) {
            return false;
        }
    }
    return true;
}

static bool check(const struct word *w)
{
    struct inputs in = {.memory = page};
    current = w;
    random_state = 0x9E3779B97F4A7C15;
    if (w->result == VOID) {
        return each_place(w, &in);
    }
    if (w->uses & (UNITS_16 | UNITS_32)) {
        return each_text(w, &in) && each_address(w, &in);
    }
    if (w->uses & UNIT && w->lanes == 0) {
        return each_unit(w, &in);
    }
    if (w->result == BOOL) {
        return each_byte_and_lane(w, &in);
    }
    if (w->uses & SIZE) {
        return each_size(w, &in);
    }
    if (w->uses & AT) {
        return each_address(w, &in);
    }
    if (w->tests > 0) {
        return each_value(w, &in) && each_set_of_lanes(w, &in);
    }
    if (w->uses & TABLE) {
        return each_table(w, &in);
    }
    if (w->uses & TESTS) {
        return (w->result != SUM || each_total(w, &in)) && each_mix(w, &in);
    }
    if (w->uses & BYTE) {
        return each_byte(w, &in);
    }
    if (w->result == SUM && !each_total(w, &in)) {
        return false;
    }
    return (!w->moves || each_source(w, &in)) && each_value(w, &in) && each_random(w, &in, RANDOM);
}

// ---- All words ----

// A set of words. lists: the words for the pad 00, and those that differ for the pad A5 or without
// shifts. The plain set has only one list, for the pad A5.
static const struct set {
    const char *name;
    const struct word *lists[2];
    bool (*supported[2])(void);
} sets[] = {{ISA_NAME, {native_words, padded_words}, {native_supported, padded_supported}},
#if HAS_PLAIN
            {"plain", {plain_words, NULL}, {plain_supported, plain_supported}}
#endif
};

static void check_set(const struct set *set)
{
    size_t words = 0, wrong = 0;
    char cell[32];
    if (!report_begin(set->name, "exhaustive." ISA_NAME)) {
        return;
    }
    compared = 0;
    for (size_t l = 0; l < 2; l++) {
        for (const struct word *w = set->lists[l]; w != NULL && w->name != NULL; w++) {
            words++;
            wrong += !check(w);
        }
    }
    snprintf(cell, sizeof cell, "%zu words", words);
    report_end(set->name, "exhaustive." ISA_NAME, words > 0 && wrong == 0 ? cell : NULL,
               "%zu words, %zu of them wrong; %.1f million vectors", words, wrong,
               (double)compared / 1e6);
}

// Is a mistake in a lane noticed? The lane is always wrong (key < 0), or only if the inputs have this
// key in that lane (for words that move lanes, in another lane).
static bool is_found(const struct word *w, size_t lane, int key)
{
    planted.word = w;
    planted.lane = lane;
    planted.source = w->moves ? (lane * 7 + 3) % ISA_WIDTH : lane;
    planted.key = key;
    const bool found = !check(w);
    planted.word = NULL;
    if (!found) {
        report_wrong(ISA_NAME, "%s: a mistake planted in lane %zu%s is not noticed", w->name, lane,
                     key < 0 ? "" : " for one input");
    }
    return found;
}

// Returns a key that some input has in a lane.
static int some_key(const struct word *w)
{
    const int first = random_byte() % (int)values_of(w);
    const int any = random_byte() % (int)(w->bytes > 0 ? w->bytes : values_of(w));
    const int second = drops_lanes(w) ? 1 : any;
    if (w->uses & SIZE) {
        return random_byte() % (int)sizes_of(w);
    }
    // A mistake that clears a lane shows only for values for which the word is true, such as FF.
    if (w->result == BOOL) {
        return w->uses & BYTE ? 0xFFFF : 0xFF;
    }
    return w->lanes >= 2                     ? first | second << 8
           : w->lanes == 1 && w->uses & BYTE ? first | second << 8
                                             : first;
}

#ifdef NATIVE_TABLE
// Is a changed entry of the tables noticed by this word?
static bool is_noticed(const char *name, uint8_t *entry)
{
    struct inputs in = {.memory = page};
    const struct word *w = native_words;
    while (strcmp(w->name, name) != 0) {
        w++;
    }
    *entry ^= 2;
    random_state = 0x9E3779B97F4A7C15;
    const bool noticed = !(w->tests > 0         ? each_set_of_lanes(w, &in)
                           : w->uses & UNITS_16 ? each_text(w, &in)
                                                : each_random(w, &in, RANDOM));
    *entry ^= 2;
    if (!noticed) {
        report_wrong(ISA_NAME, "%s: a changed entry of its tables is not noticed", w->name);
    }
    return noticed;
}

// For one in `step` sets of lanes: changes each used entry of the tables that move lanes to the
// front, and the entry of the table of counts.
static void plant_tables(size_t step, size_t *count, size_t *found)
{
    for (size_t set = 0; set < VALUES; set += step) {
        const size_t units = native_unit_counts[set];
        // Of two adjacent units, only one can be the first of a pair.
        const bool is_kept = set < 16 && (~set & ~set >> 1 & 7) == 0;
        for (size_t i = 0; i < 2 * units; i++) {
            *found += is_noticed("put_units", &native_unit_lanes[set & 0x7F][i]);
        }
        for (size_t i = 0; i < 8 + units; i++) {
            *found += is_noticed("put_pairs", &native_pair_bytes[set][i]);
        }
        for (size_t i = 0; i < 4 + units; i++) {
            *found += is_noticed("put_groups", &native_group_bytes[set][i]);
        }
        for (size_t i = 0; is_kept && i < 4 * units; i++) {
            *found += is_noticed("put_joined", &native_quad_lanes[set & 7][i]);
        }
        *found += is_noticed("put_units", &native_unit_counts[set]);
        *count += 13 + 4 * units + (is_kept ? 4 * units : 0);
    }
}
#endif

static void plant_set(const struct set *set, bool sample)
{
    size_t count = 0, found = 0;
    char cell[32];
    if (!report_begin(set->name, "mutated." ISA_NAME)) {
        return;
    }
    quiet = true;
    for (size_t l = 0; l < 2; l++) {
        for (const struct word *w = set->lists[l]; w != NULL && w->name != NULL; w++) {
            const size_t n = (size_t)(w - set->lists[l]);
            for (size_t lane = 0; w->result != VOID && lane < ISA_WIDTH; lane++) {
                const bool is_sample = lane == n * 5 % ISA_WIDTH;
                const bool rarely = lane == 0 || lane == ISA_WIDTH - 1 || is_sample;
                if (sample && !is_sample) {
                    continue;
                }
                count += rarely ? 2 : 1;
                found += is_found(w, lane, -1);
                random_state = n * ISA_WIDTH + lane + 1;
                found += rarely && is_found(w, lane, some_key(w));
            }
        }
    }
#ifdef NATIVE_TABLE
    if (set == sets) {
        plant_tables(sample ? 17 : 1, &count, &found);
    }
#endif
    quiet = false;
    snprintf(cell, sizeof cell, "%zu found", found);
    report_end(set->name, "mutated." ISA_NAME, found == count && count > 0 ? cell : NULL,
               "%zu of %zu planted mistakes found", found, count);
}

static const struct report_opening opening = {
    ISA_NAME ": conformance",
    "each word has the meaning that gen/kernel/vocabulary.lua gives it. The inputs: all values of "
    "one lane, and all 65,536 pairs for two arguments, in every lane; random vectors; each byte "
    "argument (with pairs of values, only bytes that have one bit set, one bit clear, no bits, or "
    "all); each index in tables of one bit; each lane as the source of a move; each size "
    "and address between inaccessible pages",
    "the result of a word in a lane depends on that lane, or on one other lane; mistakes of any "
    "other kind show in random vectors",
    "arguments that the vocabulary does not allow; whether a prefetch fetches",
    "the expressions of the vocabulary, lane by lane, by this compiler",
};

static void on_fault(int signal_number)
{
    static const char message[] = ": WRONG, stopped by a signal: it accesses memory outside its "
                                  "arguments, or this processor lacks an instruction\n";
    (void)signal_number;
    if (current != NULL) {
        (void)!write(STDOUT_FILENO, current->name, strlen(current->name));
    }
    (void)!write(STDOUT_FILENO, message, sizeof message - 1);
    _exit(1);
}

static void usage(void)
{
    fputs("usage: conformance [--planted | --planted-sample] [--kernels LIST] [--where WORD]\n"
          "                   [--results FILE]\n"
          "       conformance --table FILE...\n",
          stderr);
    exit(2);
}

int main(int argc, char **argv)
{
    struct report_settings settings = {.where = "native"};
    bool plant = false, sample = false, lacking = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--planted") == 0) {
            plant = true;
        } else if (strcmp(argv[i], "--planted-sample") == 0) {
            plant = sample = true;
        } else if (strcmp(argv[i], "--kernels") == 0 && i + 1 < argc) {
            settings.kernels = argv[++i];
        } else if (strcmp(argv[i], "--where") == 0 && i + 1 < argc) {
            settings.where = argv[++i];
        } else if (strcmp(argv[i], "--results") == 0 && i + 1 < argc) {
            settings.results = argv[++i];
        } else if (strcmp(argv[i], "--table") == 0 && i + 1 < argc) {
            return report_table(argv + i + 1, (size_t)(argc - i - 1)) ? 0 : 1;
        } else {
            usage();
        }
    }
    page_size = (size_t)sysconf(_SC_PAGESIZE);
    uint8_t *pages = mmap(NULL, 3 * page_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED ||
        mprotect(pages + page_size, page_size, PROT_READ | PROT_WRITE) != 0) {
        fputs("conformance: no memory\n", stderr);
        return 2;
    }
    page = pages + page_size;
    signal(SIGSEGV, on_fault);
    signal(SIGBUS, on_fault);
    signal(SIGILL, on_fault);
    if (sets[0].supported[0]()) {
        ask_width();
    }
    report_start(&settings);
    report_opening(&opening);
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        if (!ANYWHERE && !sets[i].supported[0]()) {
            lacking = true;
            printf("  %-7s left out: this processor does not have it\n", sets[i].name);
            continue;
        }
        if (plant) {
            plant_set(&sets[i], sample);
        } else {
            check_set(&sets[i]);
        }
    }
    if (!ANYWHERE &&
        (sets[0].supported[0]() != has_features() || sets[0].supported[1]() != has_features())) {
        report_wrong(ISA_NAME, "supported() returns %s; has_features() says the opposite",
                     has_features() ? "false" : "true");
    }
    if (!lacking && !report_any()) {
        fputs("conformance: error: no set of words has a name that --kernels lists\n", stderr);
        return 2;
    }
    return report_failed() ? 1 : lacking ? 3 : 0;
}
