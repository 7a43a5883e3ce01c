// SPDX-License-Identifier: 0BSD
//
// Loads two builds of a library into one process, finds their functions, and measures their times.
#ifndef HOMES_BOTH_H
#define HOMES_BOTH_H

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 201, LONGEST = 100 };

// The two builds: unchanged, and with the replacement.
static void *build[2];

static void open_builds(char **paths)
{
    for (int i = 0; i < 2; i++) {
        build[i] = dlopen(paths[i], RTLD_NOW | RTLD_LOCAL);
        if (build[i] == NULL) {
            fprintf(stderr, "%s\n", dlerror());
            exit(2);
        }
    }
}

// Finds a function of a build. memcpy makes a function pointer from the data pointer that dlsym returns.
static void find(int i, const char *name, void *function)
{
    void *const found = dlsym(build[i], name);
    if (found == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(2);
    }
    memcpy(function, &found, sizeof found);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *list)
{
    qsort(list, ROUNDS, sizeof *list, compare_doubles);
    return list[ROUNDS / 2];
}

// Runs `work` with the two builds in turn. Prints the medians of both CPU times, each divided by `parts`, and the median of the ratios.
static void race(const char *name, void (*work)(int i, const void *with), const void *with,
                 double parts)
{
    double time[2][ROUNDS], ratio[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        for (int turn = 0; turn < 2; turn++) {
            const int i = turn ^ (round & 1);
            const double start = seconds();
            work(i, with);
            time[i][round] = seconds() - start;
        }
        ratio[round] = time[0][round] / time[1][round];
    }
    const double before = median(time[0]) / parts, after = median(time[1]) / parts;
    printf("    %-44s %9.1f ns  %9.1f ns  x%.2f\n", name, before * 1e9, after * 1e9, median(ratio));
}

#endif
