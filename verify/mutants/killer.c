// SPDX-License-Identifier: 0BSD
//
// Finds out which check notices which mutant of the emitted code.
//
// In: emitted code that contains mutants (mutants.lua); u8gen_mutant selects one. On standard
// input, for each mutant: its number, the parts of the interface that it belongs to or `all`, and
// `known` (in accepted.lua) or `new`. Out: one line for each mutant, with the first check that
// notices it, and the seconds:
//     17 sweep 0.02          the check `sweep` found a wrong result
//     18 crash:sweep 0.00    a signal ended sweep, for example after a read outside the text
//     19 time:units 1.10     a part of units took more than 0.3 s plus 3 times the time that its
//                            longest part takes without a mutant
//     20 survived 1.93       all checks that the mutant can affect passed
//     21 unnoticed 0.08      for `known` mutants: `texts` and the fast checks passed
//
// The idea: each mutant runs in a child process, so that its effects cannot reach the next mutant.
// Cheap checks come first. At the start, all checks that a mutant may need run without one: they must
// pass, and their times are measured.
//
//     killer [--kernel NAME] [--jobs N] < NUMBERS    --kernel: the mutants are in functions of this
//                                                    kernel, which becomes the active kernel
//
// Exit 0: each mutant was tried. 1: a check fails without a mutant. 2: wrong usage or input, a
// kernel that this processor cannot run, or no memory or process.
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L
#include "../checks/checks.h"
#include "../reference/language.h"
#include "../shared/report.h"
#include "../shared/strings.h"
#include "../shared/work.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

int u8gen_mutant;

static const char *kernel;  // the kernel with the mutants; NULL: in no kernel
static size_t kernel_index;

// A check. `rows` lists the rows of the report that are checked; NULL: all. If `rows` begins with K
// and the mutants are in a kernel, only the row of this kernel runs. For mutants in no kernel, K
// stands for dfa, swar and the active kernel (in `texts` and `between`, for all rows). The check runs
// if a mutant belongs to one of these parts of the interface: `kernel_parts` for mutants in a kernel,
// `parts` for others; NULL: all parts; "none": never. Other mutants cannot affect the check.
struct step {
    const char *name;
    void (*run)(void);
    const char *rows, *kernel_parts, *parts;
};

static const struct exhaustive all_short = {.calls = 3, .lanes = 3, .brief = true, .sample = true};

static void quick_sweep(void)
{
    sweep_check(false, 4);
}

static void all_sweep(void)
{
    sweep_check(false, 1);
}

static void units(void)
{
    units_check(4);
}

static void all_units(void)
{
    units_check(1);
}

// The lanes of vector kernels receive texts of three bytes, so two bytes are enough for calls.
static void exhaustive(void)
{
    struct exhaustive how = all_short;
    how.calls = kernel == NULL || subject_simd(kernel) == NULL ? 3 : 2;
    exhaustive_check(how);
}

static void some_measures(void)
{
    measures_check(false, 16);
}

static void measures(void)
{
    measures_check(false, 2);
}

static void columns(void)
{
    rows_check(false, true);
}

static void texts(void)
{
    texts_check(false, false);
}

static void streams(void)
{
    streams_check(false);
}

static void chunks(void)
{
    chunks_check(false);
}

static void utf(void)
{
    utf_check(false);
}

static void characters(void)
{
    characters_check(false, false);
}

static void faults(void)
{
    faults_check(true);
}

static void all_faults(void)
{
    faults_check(false);
}

static const struct step steps[] = {
    {"dispatch", dispatch_check, NULL, "none", "all,KERNELS,LIMIT,STATUS,CHECK"},
    {"texts", texts, "K", NULL, "all,PREFIX,KERNELS,LIMIT"},
    {"automaton", automaton_check, "K", "all", "all"},
    {"proof", proof_check, "K", "all", "all"},
    {"units", units, "K", "all,UTF16", "all,UTF16"},
    {"faults", faults, NULL, "none", "CHECK"},
    {"characters", characters, NULL, "none", "all,DECODE,ENCODE,ITERATE,CUT"},
    {"runs", chunks_runs_check, NULL, "REPAIR", "none"},
    {"chunks", chunks, NULL, "REPAIR", "all,CHUNK,REPAIR,REPAIR_STREAM,CHECK,STATUS"},
    {"some measures", some_measures, "K", "all,MEASURE,COUNT", "none"},
    {"sweep", quick_sweep, "K,public", "all", "all,CHECK,PREFIX"},
    {"measures", measures, "K,measure", "none", "all,MEASURE,COUNT"},
    {"rows", columns, "K,rows", "none", "all,ROWS,SEEK"},
    {"streams", streams, NULL, "none", "all,STREAM,CHECK,STATUS"},
    {"utf16", utf, "utf16", "UTF16", "all,UTF16,STATUS"},
    {"utf32", utf, "utf32", "UTF32", "all,UTF32"},
    {"utf16_lossy", utf, "utf16_lossy", "UTF16_LOSSY", "all,UTF16,UTF16_LOSSY"},
    {"utf32_lossy", utf, "utf32_lossy", "UTF32_LOSSY", "all,UTF32_LOSSY"},
    {"exhaustive", exhaustive, "K", "all", "all"},
    {"all faults", all_faults, NULL, "none", "CHECK"},
    {"all sweep", all_sweep, "K", "all", "none"},
    {"all units", all_units, "K", "UTF16", "none"},
    {"all measures", measures, "K", "all,MEASURE,COUNT", "none"},
    {"between", between_check, "K", NULL, NULL},
};
enum { STEPS = sizeof steps / sizeof *steps, JOBS = 64, PARTS = 32 };

// Processor seconds of a step without a mutant, and of its longest part. Steps of up to BRIEF are fast.
static double baseline[STEPS], longest[STEPS];
static const double BRIEF = 0.09;

// The progress of a child, in shared memory.
static struct progress {
    volatile int step;
    volatile double seconds[STEPS], longest[STEPS];
} * progress, *mine;  // of all children; of this one

// Do two lists of parts, such as "UTF16,MEASURE", have a part in common?
static bool shares(const char *list, const char *parts)
{
    for (const char *at = parts; at != NULL;
         at = strchr(at, ',') == NULL ? NULL : strchr(at, ',') + 1) {
        char part[PARTS];
        snprintf(part, sizeof part, "%.*s", (int)strcspn(at, ","), at);
        if (report_listed(list, part)) {
            return true;
        }
    }
    return false;
}

// Is a step needed for a mutant of the parts `of`, or without a mutant (NULL)? For a conversion between encodings, only `automaton`,
// `proof` and `between` are needed; `between` is for conversions only.
static bool wanted(const struct step *s, const char *of)
{
    const bool is_between = s->run == between_check;
    const char *parts = kernel == NULL ? s->parts : s->kernel_parts;
    if (subject.convert != NULL) {
        return is_between || s->run == automaton_check || s->run == proof_check;
    }
    return !is_between &&
           (parts == NULL || (of == NULL ? strcmp(parts, "none") != 0 : shares(parts, of)));
}

// Returns the rows of a step, with names in place of K.
static const char *rows(const struct step *s)
{
    static char list[128];
    const bool by_kernel = s->rows != NULL && s->rows[0] == 'K';
    if (s->run == texts || s->run == between_check) {
        return kernel;  // without a kernel, all rows: these checks are fast
    }
    if (!by_kernel || kernel != NULL) {
        return by_kernel ? kernel : s->rows;
    }
    snprintf(list, sizeof list, "dfa,swar,%s%s", subject.active(), s->rows + 1);
    return list;
}

static double part_begun;

// Ends a part of a step, and records its time if it is the longest part so far.
static void end_part(void)
{
    const double now = work_cpu(), seconds = now - part_begun;
    if (seconds > mine->longest[mine->step]) {
        mine->longest[mine->step] = seconds;
    }
    part_begun = now;
}

static void limit(double seconds)
{
    const struct itimerval time = {
        .it_value = {(time_t)seconds, (suseconds_t)((seconds - (double)(time_t)seconds) * 1e6)}};
    setitimer(ITIMER_PROF, &time, NULL);
    alarm((unsigned)(60 * seconds) + 60);
}

// Ends the last part, and limits the time of the next one, so that a mutant that never ends is stopped.
static void begin_part(void)
{
    end_part();
    if (u8gen_mutant != 0) {
        limit(3 * longest[mine->step] + 0.3);
    }
}

// Runs the checks in a child; for a known mutant, only `texts` and the fast checks. Exits with
// status 1 at the first failure.
static void run_steps(int mutant, const char *parts, bool known)
{
    const int nothing = open("/dev/null", O_WRONLY);
    dup2(nothing, 1);
    if (mutant != 0) {
        dup2(nothing, 2);
    }
    u8gen_mutant = mutant;
    report_fail_at_once();
    work_before_parts(begin_part);
    if (kernel != NULL) {
        subject.use(kernel_index);
    }
    for (int i = 0; i < STEPS; i++) {
        if (!wanted(&steps[i], parts) || (known && steps[i].run != texts && baseline[i] > BRIEF)) {
            continue;
        }
        const double before = part_begun = work_cpu();
        mine->step = i;
        begin_part();
        report_kernels(rows(&steps[i]));
        steps[i].run();
        if (report_failed()) {
            _exit(1);
        }
        end_part();
        mine->seconds[i] = work_cpu() - before;
    }
    _exit(0);
}

static struct child {
    pid_t pid;
    int mutant;
    bool known;
    double begun;
} children[JOBS];

// Prints the result of a child.
static void say(const struct child *c, int status, const struct progress *its, double seconds)
{
    const char *name = steps[its->step].name;
    const int mutant = c->mutant;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        printf("%d %s %.2f\n", mutant, c->known ? "unnoticed" : "survived", seconds);
    } else if (WIFEXITED(status)) {
        printf("%d %s %.2f\n", mutant, name, seconds);
    } else if (WTERMSIG(status) == SIGPROF || WTERMSIG(status) == SIGALRM) {
        printf("%d time:%s %.2f\n", mutant, name, seconds);
    } else {
        printf("%d crash:%s %.2f\n", mutant, name, seconds);
    }
    fflush(stdout);
}

static double wall_clock(void)
{
    struct timeval now;
    gettimeofday(&now, NULL);
    return (double)now.tv_sec + (double)now.tv_usec * 1e-6;
}

static void start(size_t slot, int mutant, const char *parts, bool known)
{
    memset(&progress[slot], 0, sizeof progress[slot]);
    fflush(stdout);
    children[slot] = (struct child){.mutant = mutant, .known = known, .begun = wall_clock()};
    children[slot].pid = fork();
    if (children[slot].pid == 0) {
        mine = &progress[slot];
        run_steps(mutant, parts, known);
    } else if (children[slot].pid < 0) {
        perror("killer: cannot start a process");
        exit(2);
    }
}

// Waits for any child; returns its slot.
static size_t finish(int *status)
{
    const pid_t pid = wait(status);
    for (size_t slot = 0; slot < JOBS; slot++) {
        if (children[slot].pid == pid) {
            children[slot].pid = 0;
            return slot;
        }
    }
    perror("killer: cannot wait for a process");
    exit(2);
}

static void find_kernel(void)
{
    struct kernel k;
    while ((k = subject_kernel(kernel_index)).name != NULL && strcmp(k.name, kernel) != 0) {
        kernel_index++;
    }
    if (k.name == NULL || !k.supported()) {
        fprintf(stderr, "killer: error: this processor cannot run the kernel %s\n", kernel);
        exit(2);
    }
}

// Do all checks pass without a mutant? Measures the time of each check.
static bool passes_as_it_is(void)
{
    int status;
    start(0, 0, NULL, false);
    finish(&status);
    for (size_t i = 0; i < STEPS; i++) {
        baseline[i] = progress[0].seconds[i];
        longest[i] = progress[0].longest[i];
        if (wanted(&steps[i], NULL)) {
            fprintf(stderr, "killer: %s %.2f s, the longest part %.2f s\n", steps[i].name,
                    baseline[i], longest[i]);
        }
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr,
                "killer: error: the check %s fails without a mutant; 'make verify' shows why\n",
                steps[progress[0].step].name);
        return false;
    }
    return true;
}

// Tries the mutants that standard input lists. Returns the exit status.
static int try_all(size_t jobs)
{
    size_t running = 0;
    int mutant, status;
    char parts[PARTS], known[8];
    bool more = true;
    while (more || running > 0) {
        if (more && running < jobs) {
            more = scanf("%d %31s %7s", &mutant, parts, known) == 3;
            size_t slot = 0;
            while (more && children[slot].pid != 0) {
                slot++;
            }
            if (more) {
                start(slot, mutant, parts, strcmp(known, "known") == 0);
                running++;
            }
        } else {
            const size_t slot = finish(&status);
            say(&children[slot], status, &progress[slot], wall_clock() - children[slot].begun);
            running--;
        }
    }
    if (!feof(stdin)) {
        fprintf(stderr, "killer: error: a line of the input is not NUMBER PARTS known|new\n");
        return 2;
    }
    return 0;
}

int main(int argc, char **argv)
{
    size_t jobs = 1;
    for (int i = 1; i < argc; i++) {
        if (i + 1 < argc && strcmp(argv[i], "--kernel") == 0) {
            kernel = argv[++i];
        } else if (i + 1 < argc && strcmp(argv[i], "--jobs") == 0) {
            jobs = strtoul(argv[++i], NULL, 10);
        } else {
            fprintf(stderr, "usage: killer [--kernel NAME] [--jobs N] < NUMBERS\n");
            return 2;
        }
    }
    jobs = jobs < 1 ? 1 : jobs > JOBS ? JOBS : jobs;
    progress = mmap(NULL, JOBS * sizeof *progress, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (progress == MAP_FAILED) {
        perror("killer: no memory");
        return 2;
    }
    // The parent calls only functions of the subject that list or describe kernels, so that mutants
    // find no cached state.
    if (kernel != NULL) {
        find_kernel();
    }
    subject_open();
    report_start(&(struct report_settings){.where = subject.where});
    work_threads(1);
    reference_start(subject.name);
    language_build();
    strings_prepare(false);
    texts_prepare();
    if (!passes_as_it_is()) {
        return 1;
    }
    return try_all(jobs);
}
