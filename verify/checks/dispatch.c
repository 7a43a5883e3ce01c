// SPDX-License-Identifier: 0BSD
//
// The choice of a kernel, and the names of statuses and faults.
//
// In: X_limit_kernels, X_active_kernel, X_kernel_at, X_kernel_count, X_status_name, X_fault_name.
// Out: the first limit that gives a wrong kernel, or the names that are wrong.
//
// The idea: the list of kernels and the features of the processor determine the choice for each
// limit.
//
//     on a processor with sse only: limit "avx2" gives sse; "avx" and "avx2?" are refused, and sse stays
#include "checks.h"
#include "../shared/report.h"

#include <stdio.h>
#include <string.h>

enum { NAMES = 64 };  // more than the number of statuses, or of faults

// Returns the number of kernels: the first index that has no kernel.
static size_t count_kernels(void)
{
    size_t count = 0;
    while (subject_kernel(count).name != NULL) {
        count++;
    }
    return count;
}

// Of the first `count` kernels, returns the name of the last one that the processor can run.
static const char *last_supported(size_t count)
{
    while (!subject_kernel(count - 1).supported()) {
        count--;
    }
    return subject_kernel(count - 1).name;
}

static bool limit_gives(const char *name, bool known, const char *active)
{
    const bool taken = subject.limit(name);
    const bool right = taken == known && strcmp(subject.active(), active) == 0;
    if (!right) {
        report_wrong("kernels",
                     "X_limit_kernels(%s) returns %d, then X_active_kernel returns %s; expected "
                     "%d, then %s",
                     name == NULL ? "NULL" : name, taken, subject.active(), known, active);
    }
    return right;
}

// Is this name refused without its last byte (unless a kernel has that name), and with one more byte?
static bool refuses_others(const char *name, const char *active)
{
    char other[32];
    snprintf(other, sizeof other, "%.*s", (int)strlen(name) - 1, name);
    const bool shorter =
        subject_kernel_named(other).name != NULL || limit_gives(other, false, active);
    snprintf(other, sizeof other, "%s?", name);
    return shorter && limit_gives(other, false, active);
}

static bool limits_are_right(size_t count)
{
    const char *const best = subject.active();
    bool right = limit_gives(NULL, true, best) && limit_gives("", false, best);
    for (size_t i = 0; right && i < count; i++) {
        const struct kernel k = subject_kernel(i);
        const char *const below = last_supported(i + 1);
        right = limit_gives(k.name, true, below) && refuses_others(k.name, below) &&
                (!k.supported() || strcmp(below, k.name) == 0) && limit_gives(NULL, true, best);
    }
    return right;
}

// Do the first numbers have distinct names, and all others "unknown"?
static bool names_are_right(const char *what, const char *(*name)(unsigned number))
{
    unsigned known = 0;
    while (known < NAMES && strcmp(name(known), "unknown") != 0) {
        known++;
    }
    bool right = known > 0 && known < NAMES && strcmp(name(~0U), "unknown") == 0;
    for (unsigned i = 0; i < NAMES; i++) {
        right = right && (i < known || strcmp(name(i), "unknown") == 0);
        for (unsigned j = 0; j < i && i < known; j++) {
            right = right && strcmp(name(i), name(j)) != 0;
        }
    }
    if (!right) {
        report_wrong("kernels",
                     "names of %s: \"unknown\" is first at %u; expected distinct names, then only "
                     "\"unknown\"",
                     what, known);
    }
    return right;
}

bool statuses_are_named(const char *kernel)
{
    static const char *const names[] = {"complete", "incomplete", "no_room", "ill_formed",
                                        "unknown"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(subject.status_name(i), names[i]) != 0) {
            report_wrong(kernel, "status %u is named %s; expected %s", i, subject.status_name(i),
                         names[i]);
            return false;
        }
    }
    return true;
}

static bool statuses_are_right(void)
{
    return names_are_right("statuses", subject.status_name) && statuses_are_named("kernels");
}

void dispatch_check(void)
{
    // In other programs, the choice does not depend on this processor.
    if (subject.limit == NULL || !report_is_at(subject.where, "native")) {
        return;
    }
    report_opening(&(struct report_opening){
        .title = "Dispatch and names",
        .establishes =
            "X_active_kernel is the last kernel of the list that the processor has, under each "
            "limit; other names than those of kernels are refused, and change nothing; there is "
            "no kernel after the last; statuses and faults have distinct names, and other numbers "
            "are \"unknown\"",
        .assumes = "the processor reports its features truthfully",
        .excludes = "threads: tests/platforms/threads.c",
        .oracle = "the list of kernels, and the header",
    });
    if (!report_begin("kernels", "exhaustive")) {
        return;
    }
    const size_t count = count_kernels();
    const bool passed =
        count == subject.kernel_count() && strcmp(subject.active(), last_supported(count)) == 0 &&
        limits_are_right(count) && (subject.status_name == NULL || statuses_are_right()) &&
        (subject.fault_name == NULL || (names_are_right("faults", subject.fault_name) &&
                                        strcmp(subject.fault_name(0), "none") == 0));
    report_end("kernels", "exhaustive", passed ? "all limits" : NULL,
               "%zu kernels, each as the limit", count);
}
