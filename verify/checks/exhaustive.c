// SPDX-License-Identifier: 0BSD
//
// Every text of one to four bytes, 4,311,810,304 of them, by call and in the lanes of vectors; and
// longer texts that reach each node of the reference and take each step from there (strings.h).
//
// In: valid and valid_prefix of each kernel, and its block check. Out: a verdict on each kernel.
// The numbers of accepted texts of each length must also agree.
//
// The idea: the reference's answer depends on the first bytes only through the node that they lead
// to. So 256 texts that share every byte except the last are generated together and compared with one
// row of answers.
//
//     (i)  by call    E0 9F 80 00, E0 9F 80 01, ... E0 9F 80 FF     valid(text, 4), 256 times
//     (ii) in lanes   00 00 00 00 00 00 00 00 | E0 9F 80 00 00 00 00 00 | E0 9F 80 01 00 00 ...
//
// A call with four bytes uses a vector kernel's code for short texts, so (i) never reaches its loops,
// and (ii) reaches only the block check. A vector kernel must pass both. Four bytes by call are slow,
// so they are optional.
#include "checks.h"
#include "../reference/language.h"
#include "../shared/report.h"
#include "../shared/strings.h"
#include "../shared/work.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum {
    LONGEST = 4,  // every text of up to this many bytes is tried
    WORD = 8,     // bytes of a word; a cell (one text and its pads) has one or two words
    MOST_WORDS = 2,
    PADDED = 2 * SIMD_WIDEST + STRINGS_LONGEST  // the most bytes of a short text with its pads
};

static uint64_t last_byte[LONGEST + 1][256];  // [length][b]: a word of 00 with b at the last place
static int64_t well[LANGUAGE_NODES][256];     // the right answers: -1 is well-formed
static int64_t cells_well[LANGUAGE_NODES][256];       // for cells: by proof_accepts
static int64_t cells_twice[LANGUAGE_NODES][2 * 256];  // for cells of two words

struct test {
    struct kernel kernel;
    const struct simd *simd;  // NULL: by call; otherwise, in lanes
    size_t length;
    bool prefix;   // also valid_prefix
    bool brief;    // skip texts whose first bytes decide the verdict: in lanes, all of these texts;
                   // by call, all except one for each byte class
    size_t words;  // of a cell
    atomic_size_t accepted;
    atomic_size_t decided;  // texts that were skipped because of `brief`
};

// The counts of one part, local to a thread: an atomic addition for every 256 texts would be slow.
struct counts {
    size_t accepted, decided;
};

static void prepare(void)
{
    for (size_t length = 1; length <= LONGEST; length++) {
        for (unsigned b = 0; b < 256; b++) {
            uint8_t text[WORD] = {0};
            text[length - 1] = (uint8_t)b;
            memcpy(&last_byte[length][b], text, sizeof text);
        }
    }
    for (size_t node = 0; node < language.count; node++) {
        for (unsigned b = 0; b < 256; b++) {
            well[node][b] = language.accepts[language.next[node][b]] ? -1 : 0;
            cells_well[node][b] = proof_accepts(language.next[node][b]) ? -1 : 0;
            cells_twice[node][2 * b] = cells_twice[node][2 * b + 1] = cells_well[node][b];
        }
    }
}

static bool wrong(const struct test *t, const char *function, const uint8_t *text, size_t got,
                  size_t expected)
{
    report_wrong(t->kernel.name, "%s is %zu instead of %zu for %s", function, got, expected,
                 report_hex(text, t->length));
    return false;
}

// (i) Tries the 256 texts that begin with these bytes, by call.
static bool try_calls(const struct test *t, const uint8_t start[LONGEST], struct counts *counts)
{
    const size_t shared = t->length - 1;
    const uint16_t node = language_walk(start, shared);
    uint64_t texts[256], common = 0;
    size_t accepted = 0;
    memcpy(&common, start, LONGEST);
    for (unsigned b = 0; b < 256; b++) {
        texts[b] = common | last_byte[t->length][b];
    }
    const size_t before = t->prefix ? reference_prefix(start, shared) : 0;
    if (t->brief && node == LANGUAGE_DEAD) {
        for (size_t i = 0; i < language.columns; i++) {
            const uint64_t *text = &texts[language.typical[i]];
            if (t->kernel.valid(text, t->length)) {
                return wrong(t, "valid", (const uint8_t *)text, true, false);
            }
            if (t->prefix && t->kernel.valid_prefix(text, t->length) != before) {
                return wrong(t, "valid_prefix", (const uint8_t *)text,
                             t->kernel.valid_prefix(text, t->length), before);
            }
        }
        counts->decided += 256 - language.columns;
        return true;
    }
    for (unsigned b = 0; b < 256; b++) {
        const bool got = t->kernel.valid(&texts[b], t->length);
        accepted += got;
        if (got != (well[node][b] != 0)) {
            return wrong(t, "valid", (const uint8_t *)&texts[b], got, !got);
        }
    }
    counts->accepted += accepted;
    for (unsigned b = 0; t->prefix && b < 256; b++) {
        const size_t got = t->kernel.valid_prefix(&texts[b], t->length);
        if (got != (well[node][b] != 0 ? t->length : before)) {
            return wrong(t, "valid_prefix", (const uint8_t *)&texts[b], got,
                         well[node][b] != 0 ? t->length : before);
        }
    }
    return true;
}

// Do the lanes of these bytes already have an error? Later bytes cannot remove it.
static bool is_decided(const struct test *t, const uint8_t *start, size_t size)
{
    uint8_t text[2 * SIMD_WIDEST], errors[SIMD_WIDEST], any = 0;
    memset(text, subject.pad, sizeof text);
    memcpy(text + SIMD_WIDEST, start, size);
    t->simd->errors(text + SIMD_WIDEST, errors);
    for (size_t i = 0; i < size; i++) {
        any |= errors[i];
    }
    return any != 0;
}

// Would the kernel pass this cell to the automaton?
static bool is_looked_at(const struct test *t, const uint64_t *cell)
{
    uint8_t bits[SIMD_WIDEST], any = 0;
    for (size_t i = 0; t->simd->look != NULL && i < t->words * WORD; i += t->simd->width) {
        t->simd->look((const uint8_t *)cell + i, bits);
        for (size_t lane = 0; lane < t->simd->width && i + lane < t->words * WORD; lane++) {
            any |= bits[lane];
        }
    }
    return any != 0;
}

// (ii) Tries the 256 texts in lanes: each in its own cell, followed by enough pads for a window.
static bool try_lanes(const struct test *t, const uint8_t start[LONGEST], struct counts *counts)
{
    enum { BEFORE = SIMD_WIDEST / WORD };
    // Windows cannot apply rules for the start of a text.
    const uint16_t node = language_walk_rest(start, t->length - 1);
    uint64_t cells[BEFORE + 256 * MOST_WORDS], pads, common;
    uint8_t word[WORD];
    if (t->brief && t->length > 2 && node == LANGUAGE_DEAD && is_decided(t, start, t->length - 1)) {
        counts->decided += 256;
        return true;
    }
    memset(word, subject.pad, sizeof word);
    memcpy(&pads, word, sizeof pads);
    memcpy(word, start, t->length);
    memcpy(&common, word, sizeof common);
    for (size_t i = 0; i < BEFORE; i++) {
        cells[i] = pads;
    }
    // The loops are simple, so that compilers vectorize them: they run 2^24 times.
    const uint64_t *const last = last_byte[t->length];
    if (t->words == 1) {
        for (unsigned b = 0; b < 256; b++) {
            cells[BEFORE + b] = common | last[b];
        }
    } else {
        for (unsigned b = 0; b < 256; b++) {
            cells[BEFORE + 2 * b] = common | last[b];
            cells[BEFORE + 2 * b + 1] = pads;
        }
    }
    const int64_t *const want = t->words == 1 ? cells_well[node] : cells_twice[node];
    const size_t accepted = t->simd->cells(cells + BEFORE, t->words, want, 256);
    if (accepted != SIZE_MAX) {
        counts->accepted += accepted;
        return true;
    }
    for (unsigned b = 0; b < 256; b++) {
        uint8_t errors[SIMD_WIDEST], any = 0;
        for (size_t i = 1; i < SIMD_WIDEST / WORD; i++) {
            cells[BEFORE + i] = pads;
        }
        cells[BEFORE] = common | last_byte[t->length][b];
        t->simd->errors((const uint8_t *)(cells + BEFORE), errors);
        for (size_t i = 0; i < t->words * WORD; i++) {
            any |= errors[i];
        }
        if ((any == 0) != (cells_well[node][b] != 0) &&
            !(any == 0 && is_looked_at(t, cells + BEFORE))) {
            return wrong(t, "an error in lanes", (const uint8_t *)(cells + BEFORE), any != 0,
                         any == 0);
        }
    }
    report_wrong(t->kernel.name,
                 "256 texts side by side in lanes have other errors than each alone, after %s",
                 report_hex(start, t->length - 1));
    return false;
}

// Tries the texts that differ only in their last two bytes.
static bool try_both(const struct test *t, uint8_t start[LONGEST], struct counts *counts)
{
    if (t->brief && t->simd != NULL && t->length > 2 &&
        language_walk_rest(start, t->length - 2) == LANGUAGE_DEAD &&
        is_decided(t, start, t->length - 2)) {
        counts->decided += 256 * 256;
        return true;
    }
    for (unsigned b = 0; b < (t->length > 1 ? 256 : 1); b++) {
        if (t->length > 1) {
            start[t->length - 2] = (uint8_t)b;
        }
        if (!(t->simd != NULL ? try_lanes : try_calls)(t, start, counts)) {
            return false;
        }
    }
    return true;
}

// A part is one call of try_both. High bytes come first: kernels are most likely wrong about texts
// that begin with a lead byte.
static bool try_part(void *context, size_t index)
{
    struct test *t = context;
    struct counts counts = {0};
    uint8_t start[LONGEST] = {0};
    const size_t parts = (size_t)1 << 8 * (t->length > 2 ? t->length - 2 : 0);
    size_t rest = parts - 1 - index;
    for (size_t place = t->length; place-- > 2;) {
        start[place - 2] = (uint8_t)rest;
        rest >>= 8;
    }
    const bool passed = try_both(t, start, &counts);
    t->accepted += counts.accepted;
    t->decided += counts.decided;
    return passed;
}

// Returns how many texts of `length` bytes lead from a node to one that the reference accepts; if
// `lanes`, to one for which proof_accepts is true.
static uint64_t well_formed(uint16_t begin, size_t length, bool lanes)
{
    static uint64_t ways[LANGUAGE_NODES], after[LANGUAGE_NODES];
    uint64_t texts = 0;
    memset(ways, 0, sizeof ways);
    ways[begin] = 1;
    for (size_t i = 0; i < length; i++) {
        memset(after, 0, sizeof after);
        for (size_t node = 0; node < language.count; node++) {
            for (unsigned b = 0; b < 256; b++) {
                after[language.next[node][b]] += ways[node];
            }
        }
        memcpy(ways, after, sizeof ways);
    }
    for (size_t node = 0; node < language.count; node++) {
        texts += (lanes ? proof_accepts((uint16_t)node) : language.accepts[node]) ? ways[node] : 0;
    }
    return texts;
}

// Tries all texts of one length, and counts those that are accepted. Returns false at an error.
static bool try_length(struct test *t, size_t length)
{
    char label[64];
    t->length = length;
    t->accepted = 0;
    snprintf(label, sizeof label, "%s, %zu bytes, %s", t->kernel.name, length,
             t->simd != NULL ? "in lanes" : "by call");
    if (!work(label, (size_t)1 << 8 * (length > 2 ? length - 2 : 0), try_part, t)) {
        return false;
    }
    const uint16_t begin = t->simd != NULL ? language.free : LANGUAGE_START;
    const uint64_t expected = well_formed(begin, length, t->simd != NULL);
    if (t->accepted != expected) {
        report_wrong(t->kernel.name,
                     "accepts %zu texts of %zu bytes; the reference accepts %" PRIu64,
                     (size_t)t->accepted, length, expected);
        return false;
    }
    return true;
}

static bool try_lengths(struct test *t, size_t from, size_t to)
{
    for (size_t length = from; length <= to; length++) {
        if (!try_length(t, length)) {
            return false;
        }
    }
    return true;
}

// Returns the size of the well-formed prefix of `length` bytes: pads around a text at `at`. The text
// has `size` bytes, leads to `node`, and has a well-formed prefix of `prefix` bytes.
static size_t prefix_of_padded(size_t length, size_t at, size_t size, size_t prefix, uint16_t node)
{
    size_t end = at + prefix;
    for (size_t i = at + size; i < length && node != LANGUAGE_DEAD; i++) {
        const uint16_t before = node;
        node = language.next[node][subject.pad];
        if (node == before && language.accepts[node]) {
            return length;
        }
        end = language.accepts[node] ? i + 1 : end;
    }
    return end;
}

// Tries one text of strings.h: by call, and for vectors also between pads.
static bool try_string(void *context, const uint8_t *text, size_t size, uint16_t node,
                       size_t prefix)
{
    struct test *t = context;
    uint8_t padded[PADDED];
    t->accepted++;
    t->length = size;
    if (t->kernel.valid(text, size) != language.accepts[node]) {
        return wrong(t, "valid", text, !language.accepts[node], language.accepts[node]);
    }
    if (t->kernel.valid_prefix(text, size) != prefix) {
        return wrong(t, "valid_prefix", text, t->kernel.valid_prefix(text, size), prefix);
    }
    if (t->simd == NULL) {
        return true;
    }
    // About one to three vectors: 24 to 47 bytes for vectors of 16 bytes, 60 to 119 for those of 64;
    // more for a longer text.
    const size_t turn = t->accepted, least = 12 + t->simd->width * 3 / 4;
    const size_t usual = least + turn * 7 % least;
    const size_t length = usual < size ? size + turn % 8 : usual, room = length - size;
    const size_t at = turn % 4 == 0 ? room : turn * 11 % (room + 1);
    memset(padded, subject.pad, length);
    memcpy(padded + at, text, size);
    // Pads may change the verdict if a rule applies at the start, or if a text must not end with a
    // pad.
    const size_t want = language.next[LANGUAGE_START][subject.pad] != LANGUAGE_START
                            ? reference_prefix(padded, length)
                            : prefix_of_padded(length, at, size, prefix, node);
    if (t->kernel.valid(padded, length) != (want == length) ||
        t->kernel.valid_prefix(padded, length) != want) {
        report_wrong(t->kernel.name,
                     "valid is %d and valid_prefix is %zu; expected %d and %zu, for %s",
                     t->kernel.valid(padded, length), t->kernel.valid_prefix(padded, length),
                     want == length, want, report_hex(padded, length));
        return false;
    }
    return true;
}

// Tries a part of the longer texts.
static bool try_part_of_strings(void *context, size_t part)
{
    struct test *all = context, t = {.kernel = all->kernel, .simd = all->simd};
    const bool passed = strings_each(part, try_string, &t);
    all->accepted += t.accepted;
    return passed;
}

static bool try_strings(struct kernel kernel, size_t *count)
{
    struct test t = {.kernel = kernel, .simd = subject_simd(kernel.name)};
    char label[64];
    snprintf(label, sizeof label, "%s, longer texts", kernel.name);
    const bool passed = work(label, strings_parts(), try_part_of_strings, &t);
    *count = t.accepted;
    return passed;
}

// Does the brief check of texts of four bytes by call leave the kernel out? It leaves out swar, and
// kernels whose vectors are wider than those of another kernel. swar passes these texts, except
// ascii, to shift or dfa; avx2 and avx2gfni pass them to sse. avx512, avx512bw and sve have code of
// their own for short texts. A kernel that is left out gets these texts only if dispatch chooses
// it, or with --full without --brief.
static bool skipped_if_brief(struct kernel kernel, const struct simd *simd)
{
    if (simd == NULL) {
        return strcmp(kernel.name, "swar") == 0;
    }
    for (size_t i = 0; i < subject.simds; i++) {
        if (subject.simd[i]->width < simd->width) {
            return true;
        }
    }
    return false;
}

static void try_kernel(struct kernel kernel, struct exhaustive how)
{
    const struct simd *simd = subject_simd(kernel.name);
    const bool chosen = strcmp(kernel.name, subject.active()) == 0;
    const bool left_out = !chosen && (!how.each || (!how.full && skipped_if_brief(kernel, simd)));
    const size_t by_call = how.calls == LONGEST && left_out ? LONGEST - 1 : how.calls;
    // A cell may end inside a pad of several bytes (edges), so no texts are then tried in lanes.
    const size_t in_lanes = simd == NULL || subject.edges                   ? 0
                            : how.sample && !chosen && how.lanes == LONGEST ? LONGEST - 1
                                                                            : how.lanes;
    struct test calls = {.kernel = kernel, .prefix = true};
    struct test lanes = {.kernel = kernel, .simd = simd};
    char decided[128] = "", cell[32];
    size_t strings = 0;
    lanes.words = LONGEST + subject.window - 1 <= WORD ? 1 : MOST_WORDS;
    bool passed = kernel.valid(NULL, 0) && kernel.valid_prefix(NULL, 0) == 0;
    if (!passed) {
        report_wrong(kernel.name, "valid and valid_prefix of the empty text: expected 1 and 0");
    }
    calls.brief = how.sample && !chosen;
    lanes.brief = how.sample;
    passed = passed && try_lengths(&calls, 1, by_call < LONGEST ? by_call : LONGEST - 1) &&
             try_lengths(&lanes, 1, in_lanes < LONGEST ? in_lanes : LONGEST - 1);
    lanes.brief = how.brief;
    passed = passed && (in_lanes < LONGEST || try_lengths(&lanes, LONGEST, in_lanes));
    calls.prefix = how.full;
    calls.brief = !how.full && !chosen;
    passed = passed && (by_call < LONGEST || try_lengths(&calls, LONGEST, by_call)) &&
             try_strings(kernel, &strings);
    if (lanes.decided + calls.decided > 0) {
        snprintf(decided, sizeof decided,
                 ", except %zu texts in lanes and %zu by call that earlier bytes decide",
                 (size_t)lanes.decided, (size_t)calls.decided);
    }
    snprintf(cell, sizeof cell, "%s%s%s", by_call < LONGEST && in_lanes < LONGEST ? "2^24" : "2^32",
             by_call < LONGEST && in_lanes < LONGEST ? ""
             : by_call < LONGEST                     ? " lanes"
             : in_lanes < LONGEST                    ? " calls"
                                                     : " both",
             lanes.decided > 0 || calls.decided > 0 ? ", brief" : "");
    report_end(kernel.name, "exhaustive", passed ? cell : NULL,
               "all texts to %zu bytes by call%s%s%s; %zu texts: %s", by_call,
               in_lanes == LONGEST ? ", to 4 in lanes" : "",
               in_lanes > 0 && in_lanes < LONGEST ? ", to 3 in lanes" : "", decided, strings,
               strings_claim());
}

double exhaustive_seconds(struct exhaustive how)
{
    enum { TRIALS = 1000 };
    static const int64_t want[2 * 256];
    uint64_t cells[SIMD_WIDEST / WORD + MOST_WORDS * 256];
    double seconds = 0;
    struct kernel k;
    memset(cells, subject.pad, sizeof cells);
    for (size_t i = 0; (k = subject_kernel(i)).name != NULL; i++) {
        const struct simd *simd = subject_simd(k.name);
        const bool each = how.each || strcmp(k.name, subject.active()) == 0;
        seconds += !k.supported() ? 0 : how.full ? 11 : how.calls == LONGEST && each ? 4 : 0.5;
        if (simd != NULL && !subject.edges && how.lanes == LONGEST) {
            const double before = work_cpu();
            for (size_t n = 0; n < TRIALS; n++) {
                simd->cells(cells + SIMD_WIDEST / WORD, 1, want, 256);
            }
            seconds += (work_cpu() - before) / (double)TRIALS * (1 << 24);
        }
    }
    return seconds;
}

void exhaustive_check(struct exhaustive how)
{
    report_opening(&(struct report_opening){
        .title = "Exhaustive check",
        .establishes =
            "every text of 1 to 3 bytes by call (with words in plain C, and under an emulator, 1 "
            "to 2 unless --full without --brief), and for vectors every text of 1 to 4 bytes in "
            "lanes (under an emulator, and with words other than the processor's unless --full or "
            "--complete, 1 to 3; none if the pad has several bytes), is accepted exactly if it is "
            "well-formed; so are texts that reach each node of the reference on up to four paths "
            "and take each byte there (on the shortest path; on the others, the ends of ranges), "
            "and each class with each class after it (the lines report how many), unchanged and "
            "completed to well-formed ones; and the ends of the ranges that each form encodes and "
            "leaves out. Native with --complete: also every text of 4 bytes by call, 4,294,967,296 "
            "of them, with the kernel that dispatch chooses. --full, except in plain C and under "
            "an emulator: also with the others, whose tables the proof covers and whose loads are "
            "those of shorter texts and of the sweep; with --brief, neither with swar nor with "
            "kernels that have wider vectors than another one. Brief: if the first bytes already "
            "decide the verdict, the texts that begin with them are left out in lanes, and only "
            "one for each class is tried by call. valid_prefix is compared on all these texts by "
            "call, on those of 4 bytes only with --full without --brief. --sample: lanes are "
            "brief; kernels that dispatch does not choose are brief by call, too, and get 3 bytes "
            "in lanes. --full without --brief: nothing is brief",
        .assumes =
            "only the compiler and the processor; for texts of classes, that a kernel treats the "
            "bytes of a class alike after the same node",
        .excludes = "other longer texts: proof and sweep",
        .oracle = "reference.c, made finite by language.c",
    });
    prepare();
    printf("  Well-formed texts of 1 to 4 bytes: %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
           well_formed(LANGUAGE_START, 1, false), well_formed(LANGUAGE_START, 2, false),
           well_formed(LANGUAGE_START, 3, false), well_formed(LANGUAGE_START, 4, false));
    struct kernel k;
    for (size_t i = 0; (k = subject_kernel(i)).name != NULL; i++) {
        if (k.supported() && report_begin(k.name, "exhaustive")) {
            try_kernel(k, how);
        }
    }
}
