// SPDX-License-Identifier: 0BSD
//
// verify: proves that tables and block checks accept exactly the well-formed texts, of any length, and
// tests the rest of the emitted code.
// `make verify` builds it several times for each encoding: as a user compiles NAME.c and NAME.h; for
// another processor; with vector operations in plain C; with SIMDe; with writable tables. It runs the
// programs, then prints one table with --table.
//
//     verify                                 the checks of this program (see `wanted`), quickly
//     verify --complete                      also every text of four bytes in lanes, except under
//                                            an emulator; if native, also by the kernel that dispatch
//                                            chooses, and the text of more than 4 GiB in texts.c
//     verify --sample                        an eighth of the quick sweep (in plain C a 128th, under
//                                            an emulator a 64th); texts of four bytes in lanes, and
//                                            all of three by call, only for the kernel that dispatch
//                                            chooses; only some pairs of classes if many; only some
//                                            changes of tables if proofs are slow; fewer texts for
//                                            faults, chunks, streams, characters, utf, units,
//                                            measures and rows
//     verify --full --resume --results FILE  in full, except checks that FILE records as passed
//     verify --full --brief                  the sweep of --full (in plain C the quick one, under an
//                                            emulator an eighth of it); texts of four bytes briefly
//                                            (see struct exhaustive); in plain C and under an
//                                            emulator, no texts of three bytes by call
//     verify --checks LIST --kernels LIST    only these checks, and only these kernels
//     verify --threads N --where WORD        the number of threads; where this runs (see report.h)
//     verify --flip this_high 15 1           flips bit 1 of this_high[15] (needs writable tables)
//     verify --judge                         reads lines of hexadecimal bytes; for each, prints the
//                                            reference's "OFFSET LENGTH FAULT", or "SIZE 0 none"
//     verify --lacking                       prints the kernels that this processor cannot run
//     verify --plan                          prints what the checks leave out; runs no check
//     verify --table FILE...                 prints the table of results
//
// Exit 0: all passed. 1: something failed, or --table has no passed result. 2: wrong usage, no result
// at all, or the program cannot continue: for example, without memory, or if a results file has another
// format or cannot be written.
#define _POSIX_C_SOURCE 200809L
#include "checks/checks.h"
#include "reference/judge.h"
#include "reference/language.h"
#include "shared/report.h"
#include "shared/strings.h"
#include "shared/work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char usage[] =
    "usage: verify [--full [--brief]] [--complete] [--sample] [--checks LIST] [--kernels LIST]\n"
    "              [--threads N] [--where WORD] [--results FILE [--resume]]\n"
    "              [--flip TABLE INDEX BIT]\n"
    "       verify --judge    (lines of hexadecimal bytes from standard input; for each, the\n"
    "                          reference's OFFSET LENGTH FAULT, or SIZE 0 none)\n"
    "       verify --lacking | --plan | --table FILE...\n"
    "The items of a LIST are separated by commas. The checks are automaton, proof, mutation,\n"
    "defects, faults, chunks, streams, characters, utf, units, measures, rows, sizes, texts,\n"
    "sweep, exhaustive, between, dispatch.\n"
    "The kernels are the names in reports, such as dfa, public (dispatch) and check (X_check).\n";

struct options {
    bool full, brief, complete, sample, plan, lacking;
    bool by_default;  // no --kernels, in plain C or SIMDe: see vector_kernels
    const char *checks;
    const char *table;  // the table of the bit to flip, or NULL
    unsigned long index, bit;
    struct report_settings report;
};

static void fail(const char *word, const char *what)
{
    fprintf(stderr, "verify: error: %s: %s\n%s", word, what, usage);
    exit(2);
}

static unsigned long number(const char *text)
{
    char *end;
    const unsigned long n = strtoul(text, &end, 0);
    if (*text == '\0' || *end != '\0') {
        fail(text, "this is not a number");
    }
    return n;
}

static struct options read_options(int argc, char **argv)
{
    struct options o = {.report = {.where = subject.where}};
    for (int i = 1; i < argc; i++) {
        const char *name = argv[i];
        const int left = argc - 1 - i;
        if (strcmp(name, "--full") == 0) {
            o.full = true;
        } else if (strcmp(name, "--brief") == 0) {
            o.brief = true;
        } else if (strcmp(name, "--complete") == 0) {
            o.complete = true;
        } else if (strcmp(name, "--sample") == 0) {
            o.sample = true;
        } else if (strcmp(name, "--plan") == 0) {
            o.plan = true;
        } else if (strcmp(name, "--lacking") == 0) {
            o.lacking = true;
        } else if (strcmp(name, "--resume") == 0) {
            o.report.resume = true;
        } else if (strcmp(name, "--checks") == 0 && left > 0) {
            o.checks = argv[++i];
        } else if (strcmp(name, "--kernels") == 0 && left > 0) {
            o.report.kernels = argv[++i];
        } else if (strcmp(name, "--where") == 0 && left > 0) {
            o.report.where = argv[++i];
        } else if (strcmp(name, "--results") == 0 && left > 0) {
            o.report.results = argv[++i];
        } else if (strcmp(name, "--threads") == 0 && left > 0) {
            work_threads(number(argv[++i]));
        } else if (strcmp(name, "--flip") == 0 && left > 2) {
            o.table = argv[++i];
            o.index = number(argv[++i]);
            o.bit = number(argv[++i]);
        } else {
            fail(name, "unknown option, or an option whose argument is missing");
        }
    }
    return o;
}

static void flip(const struct options *o)
{
    const struct table *table = subject_table(o->table);
    if (table == NULL || o->index >= table->count || o->bit >= 8 * table->bytes) {
        fail("--flip", "the emitted code has no such table, entry or bit");
    }
    table_set(table, o->index, table_entry(table, o->index) ^ (uint64_t)1 << o->bit);
}

static bool is_native(const struct options *o)
{
    return strcmp(o->report.where, "native") == 0;
}

static bool is_logic(const struct options *o)
{
    return strcmp(o->report.where, "logic") == 0;
}

// Are the vector operations in plain C or from SIMDe? If so, `chunks` and `utf` take a sample.
static bool has_other_words(void)
{
    return strcmp(subject.where, "native") != 0;
}

static bool is_emulated(const struct options *o)
{
    return report_is_at(o->report.where, "emulator");
}

// Should this check run? With --checks, only the listed checks run. Otherwise all run, with these
// exceptions. The program of a pair of encodings, without writable tables, runs only `between`,
// `automaton` and `proof`. No other program runs `between`. Only programs with writable tables run
// `mutation`, and they run nothing else, unless their words are plain C. If a bit is flipped, all
// checks except `mutation` and `between` run, up to the first failure.
static bool wanted(const struct options *o, const char *check)
{
    if (o->table != NULL && report_failed()) {
        return false;
    }
    if (o->checks != NULL) {
        return report_listed(o->checks, check);
    }
    const bool mutation = strcmp(check, "mutation") == 0;
    const bool between = strcmp(check, "between") == 0;
    if (subject.convert != NULL && !subject.open) {
        return between || strcmp(check, "automaton") == 0 || strcmp(check, "proof") == 0;
    }
    if (between) {
        return false;
    }
    if (o->table != NULL || !subject.open) {
        return !mutation;
    }
    return mutation || is_logic(o);
}

// ---- The checks, in order ----

static bool is_slow(const struct options *o)
{
    return is_logic(o) || is_emulated(o);
}

// Returns how exhaustive to be. Words in plain C take 10 times as long as native ones, an emulator 30.
static struct exhaustive how(const struct options *o)
{
    const bool native = is_native(o), all = o->full && !o->brief;
    return (struct exhaustive){
        .calls = is_slow(o)                           ? (all ? 3 : 2)
                 : o->full || (o->complete && native) ? 4
                                                      : 3,
        .lanes = !is_emulated(o) && (o->full || o->complete || native) ? 4 : 3,
        .brief = !all && !o->complete,
        .each = o->full,
        .full = all,
        .sample = o->sample,
    };
}

// With --sample, the sweep takes one in SAMPLE of its usual offsets and tails; in plain C, one in
// 4 * SAMPLE.
enum { SAMPLE = 8 };

// Returns n: the sweep takes one in n offsets and tails, and units takes fewer texts if n > 1.
static size_t sparse(const struct options *o)
{
    if (o->full && !(o->brief && is_emulated(o))) {
        return 1;
    }
    const size_t quick = is_emulated(o) ? 8 : is_logic(o) ? 4 : 1;
    return !o->sample ? quick : is_logic(o) ? 4 * SAMPLE * quick : SAMPLE * quick;
}

// Does `texts` try its text of more than 4 GiB? With --full, each vector kernel that carries no bits
// gets this text; otherwise only the kernel that dispatch chooses, if it carries none.
static bool has_vast(const struct options *o)
{
    return (o->full || o->complete) && is_native(o);
}

#define ALWAYS_ALIKE(name)                                                                         \
    static void do_##name(const struct options *o)                                                 \
    {                                                                                              \
        (void)o;                                                                                   \
        name##_check();                                                                            \
    }

ALWAYS_ALIKE(automaton)
ALWAYS_ALIKE(proof)
ALWAYS_ALIKE(defects)
ALWAYS_ALIKE(dispatch)
ALWAYS_ALIKE(sizes)

static void do_mutation(const struct options *o)
{
    mutation_check(o->sample);
    units_mutation();
}

static void do_faults(const struct options *o)
{
    faults_check(o->sample);
}

static void do_chunks(const struct options *o)
{
    chunks_check(o->sample || has_other_words());
}

static void do_streams(const struct options *o)
{
    streams_check(o->sample);
}

static void do_utf(const struct options *o)
{
    utf_check(o->sample || has_other_words());
}

static void do_characters(const struct options *o)
{
    characters_check(o->full, o->sample);
}

static void do_units(const struct options *o)
{
    units_check(sparse(o));
}

static void do_measures(const struct options *o)
{
    measures_check(o->full, (is_slow(o) ? 11U : 2U) * (o->sample ? SAMPLE : 1U));
}

static void do_rows(const struct options *o)
{
    rows_check(o->full, o->sample || is_slow(o));
}

static void do_texts(const struct options *o)
{
    texts_check(has_vast(o), o->full);
}

static void do_sweep(const struct options *o)
{
    sweep_check(o->full && !is_slow(o), sparse(o));
}

static void do_exhaustive(const struct options *o)
{
    exhaustive_check(how(o));
}

ALWAYS_ALIKE(between)

static const struct check {
    const char *name;
    void (*run)(const struct options *o);
} checks[] = {
    {"automaton", do_automaton},   {"proof", do_proof},       {"mutation", do_mutation},
    {"faults", do_faults},         {"chunks", do_chunks},     {"streams", do_streams},
    {"characters", do_characters}, {"measures", do_measures}, {"rows", do_rows},
    {"sizes", do_sizes},           {"utf", do_utf},           {"units", do_units},
    {"texts", do_texts},           {"sweep", do_sweep},       {"exhaustive", do_exhaustive},
    {"defects", do_defects},       {"between", do_between},   {"dispatch", do_dispatch},
};
enum { CHECKS = sizeof checks / sizeof *checks };

// Fails if a list, separated by commas, has a name that is not in `checks`.
static void refuse_unknown(const char *list)
{
    while (list != NULL) {
        size_t i = 0;
        const size_t size = strcspn(list, ",");
        while (i < CHECKS &&
               (strncmp(list, checks[i].name, size) != 0 || checks[i].name[size] != '\0')) {
            i++;
        }
        if (i == CHECKS) {
            fail("--checks", "one of these names is unknown");
        }
        list = list[size] == ',' ? list + size + 1 : NULL;
    }
}

// A step of the progress display is a check, or `mutation` in another program of this encoding.
_Static_assert(CHECKS + 1 <= WORK_STEPS, "WORK_STEPS is too small");

// Estimates the processor seconds that a check takes. Only a terminal shows them.
static double seconds_of(const struct options *o, const char *check)
{
    return strcmp(check, "proof") == 0        ? proof_seconds()
           : strcmp(check, "mutation") == 0   ? mutation_seconds()
           : strcmp(check, "sweep") == 0      ? sweep_seconds(o->full && !is_slow(o), sparse(o))
           : strcmp(check, "exhaustive") == 0 ? exhaustive_seconds(how(o))
                                              : 1.5;
}

// Lists the kernels of subject.simd. The other kernels have the same code in the native program, which
// checks it. The list also has chunks and the conversions, which call loops of the listed kernels.
static const char *vector_kernels(void)
{
    static char list[256];
    list[0] = '\0';
    for (size_t i = 0; i < subject.simds; i++) {
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", used > 0 ? "," : "",
                 subject.simd[i]->name);
    }
    if (subject.simds > 0) {
        strcat(list, ",chunks,utf16,utf32,utf16_lossy,utf32_lossy");
    }
    return list;
}

static void run_checks(const struct options *o)
{
    if (isatty(STDERR_FILENO)) {
        for (size_t i = 0; i < CHECKS; i++) {
            work_expect(i, wanted(o, checks[i].name) ? seconds_of(o, checks[i].name) : 0);
        }
        // Another program, which has writable tables, runs mutation.
        work_expect(CHECKS, !subject.open && o->checks == NULL ? mutation_seconds() : 0);
    }
    for (size_t i = 0; i < CHECKS; i++) {
        if (wanted(o, checks[i].name)) {
            // A quick run has only one program that runs mutation, so mutation takes all kernels.
            if (o->by_default) {
                report_kernels(checks[i].run == do_mutation ? NULL : vector_kernels());
            }
            work_begin(i);
            checks[i].run(o);
        }
    }
}

// Prints which texts, and which changes of tables, the checks leave out to save time. subject_open
// has already printed the vector kernels that this processor cannot run.
static void print_plan(const struct options *o)
{
    if (!o->full && !o->complete) {
        printf("  texts of 4 bytes by call: there are 4,294,967,296 for each kernel%s\n",
               subject.simds == 0 || subject.edges || how(o).lanes < 4 ? ""
               : o->sample ? "; the kernel that dispatch chooses gets them in lanes"
                           : "; the vector kernels get them in lanes");
    }
    printf("  longer texts, except these and their completions to well-formed texts: %s\n",
           strings_claim());
    sweep_plan(o->full && !is_slow(o), sparse(o));
    mutation_plan();
    // A sweep that takes only some offsets and tails has no text of several GiB of 00.
    printf("  texts of several GiB%s\n",
           sparse(o) > 1
               ? "; full checks add one of 00 (if 00 is a character) and one of another character"
           : has_vast(o) ? ", except one of 00 (if 00 is a character) and one of another character"
                         : ", except one of 00 (if 00 is a character); full checks add one of "
                           "another character");
}

static void print_lacking(void)
{
    struct kernel k;
    for (size_t i = 0; (k = subject_kernel(i)).name != NULL; i++) {
        if (!k.supported()) {
            puts(k.name);
        }
    }
}

int main(int argc, char **argv)
{
    if (argc > 2 && strcmp(argv[1], "--table") == 0) {
        return report_table(argv + 2, (size_t)argc - 2) ? 0 : 1;
    }
    if (argc == 2 && strcmp(argv[1], "--judge") == 0) {
        reference_start(subject.name);
        if (!judge()) {
            fail("--judge", "a line of the input has something other than hexadecimal bytes");
        }
        return 0;
    }
    struct options o = read_options(argc, argv);
    refuse_unknown(o.checks);
    if (!subject.open && (o.table != NULL || (o.checks && report_listed(o.checks, "mutation")))) {
        fail("--flip, --checks mutation",
             "this needs the program with writable tables, such as NAME-native-open");
    }
    if (o.lacking) {
        print_lacking();
        return 0;
    }
    subject_open();
    o.by_default = o.report.kernels == NULL && has_other_words();
    report_start(&o.report);
    reference_start(subject.name);
    language_build();
    strings_prepare(o.sample);
    if (o.plan) {
        print_plan(&o);
        return 0;
    }
    if (o.table != NULL) {
        flip(&o);
    }
    run_checks(&o);
    if (!report_any()) {
        fputs("verify: error: these checks have no result for these kernels\n", stderr);
        return 2;
    }
    if (report_failed()) {
        printf("%s, %s: failed; the lines above say what is wrong, and for which bytes. "
               "'--checks NAME --kernels NAME' repeats one check.\n",
               subject.name, o.report.where);
    }
    return report_failed() ? 1 : 0;
}
