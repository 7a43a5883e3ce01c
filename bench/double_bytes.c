// SPDX-License-Identifier: 0BSD
// The kernels of a CJK encoding (EUC-KR, GBK) compared with its kernel `shift`, in one process.
//
// In: NAME, the name of the generated files (cc -DNAME=gbk -DGBK_ALL_KERNELS); a text in this encoding on stdin, of at
// least 64 KiB. Out: for pieces of each size, the speed of each kernel divided by that of shift. Pieces begin and end
// where characters do. Kernels take turns, and each speed is a median.

#define _POSIX_C_SOURCE 200809L
#define QUOTE_(text) #text
#define QUOTE(text) QUOTE_(text)
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#include QUOTE(NAME.c)

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define VALID_PREFIX PASTE(NAME, _valid_prefix)
#define KERNEL PASTE(NAME, _kernel)
#define KERNEL_AT PASTE(NAME, _kernel_at)

enum { SIZE = 1 << 16, TURNS = 41, MOST_KERNELS = 16, PASSES = 8, LEAST = 16 };

static uint8_t text[SIZE];
static size_t ends[2 * SIZE / LEAST], pieces;

// Cuts the text into pieces of at most `size` bytes, as long as possible, between characters. Leaves
// out a rest of fewer than `size` bytes.
static void cut(size_t size)
{
    size_t at = 0;
    for (pieces = 0; at + size <= SIZE; pieces++) {
        const size_t length = VALID_PREFIX(text + at, size);
        if (length == 0) {
            fprintf(stderr, "%s: ill-formed text at %zu\n", QUOTE(NAME), at);
            exit(1);
        }
        at += length;
        ends[pieces] = at;
    }
}

static double seconds(const KERNEL *kernel)
{
    struct timespec from, to;
    size_t valid = 0;
    clock_gettime(CLOCK_MONOTONIC, &from);
    for (int pass = 0; pass < PASSES; pass++) {
        for (size_t i = 0; i < pieces; i++) {
            const size_t begin = i == 0 ? 0 : ends[i - 1];
            valid += kernel->valid(text + begin, ends[i] - begin);
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &to);
    if (valid != PASSES * pieces) {
        fprintf(stderr, "%s: %s refuses well-formed text\n", QUOTE(NAME), kernel->name);
        exit(1);
    }
    return (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure(size_t size)
{
    static double times[MOST_KERNELS][TURNS];
    const KERNEL *kernels[MOST_KERNELS], *one;
    size_t count = 0, shift = 0;
    for (size_t k = 0; (one = KERNEL_AT(k)) != NULL && count < MOST_KERNELS; k++) {
        if (one->supported()) {
            shift = strcmp(one->name, "shift") == 0 ? count : shift;
            kernels[count++] = one;
        }
    }
    cut(size);
    for (size_t turn = 0; turn < TURNS; turn++) {
        for (size_t k = 0; k < count; k++) {
            times[k][turn] = seconds(kernels[k]);
        }
    }
    for (size_t k = 0; k < count; k++) {
        qsort(times[k], TURNS, sizeof *times[k], compare);
    }
    printf("| %s | %zu |", QUOTE(NAME), size);
    for (size_t k = 0; k < count; k++) {
        printf(" %s %.2f |", kernels[k]->name, times[shift][TURNS / 2] / times[k][TURNS / 2]);
    }
    printf("\n");
}

int main(void)
{
    if (fread(text, 1, SIZE, stdin) != SIZE) {
        fprintf(stderr, "%s: the text has less than 64 KiB\n", QUOTE(NAME));
        return 1;
    }
    for (size_t size = SIZE; size >= LEAST; size /= size > 1024 ? 8 : 2) {
        measure(size);
    }
    return 0;
}
