// SPDX-License-Identifier: 0BSD
//
// The output of the checks, and the table at the end. See report.h.
#define _POSIX_C_SOURCE 200809L
#include "report.h"

#include "../subject.h"
#include "work.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORD = 72, CELLS = 8192 };  // a word has at most 71 bytes; all files together, CELLS results

// One line of a results file. A column may have parts, as in swept.2; they share one cell.
struct result {
    char encoding[WORD], kernel[WORD], column[WORD], where[WORD], verdict[WORD], cell[WORD];
};

// The name of the encoding in results of conformance.c. Their column is exhaustive.SET or
// mutated.SET; SET is an instruction set.
#define WORDS "words"

static struct report_settings settings;
static struct result done[CELLS];
static size_t done_count;
static bool failed, at_once, reported;
static double begun_at;

static bool same_result(const struct result *a, const struct result *b)
{
    return strcmp(a->encoding, b->encoding) == 0 && strcmp(a->kernel, b->kernel) == 0 &&
           strcmp(a->column, b->column) == 0 && strcmp(a->where, b->where) == 0;
}

// In a result about words, moves the instruction set from the column to the place of the kernel.
static void put_set_first(struct result *r)
{
    char *part = strchr(r->column, '.');
    if (strcmp(r->encoding, WORDS) == 0 && part != NULL) {
        char set[WORD];
        strcpy(set, part + 1);
        snprintf(part + 1, WORD - (size_t)(part + 1 - r->column), "%s", r->kernel);
        strcpy(r->kernel, set);
    }
}

// Splits a line at its tabs. Returns false if the number of words is wrong or a word is too long.
// The cell may be empty.
static bool parse(char *line, struct result *r)
{
    char *const words[] = {r->encoding, r->kernel, r->column, r->where, r->verdict, r->cell};
    enum { WORDS_OF_A_LINE = sizeof words / sizeof *words };
    for (int i = 0; i < WORDS_OF_A_LINE; i++) {
        const size_t size = strcspn(line, "\t\n");
        if (size >= WORD || line[size] != (i + 1 < WORDS_OF_A_LINE ? '\t' : '\n')) {
            return false;
        }
        line[size] = '\0';
        strcpy(words[i], line);
        line += size + 1;
    }
    return true;
}

// Reads results. A later line replaces an earlier one of the same encoding, kernel, column and place;
// a missing file counts as empty.
static size_t read_results(const char *path, struct result *results, size_t count)
{
    FILE *file = fopen(path, "r");
    struct result r;
    char line[6 * WORD + 2];
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        size_t i = 0;
        if (!parse(line, &r)) {
            fprintf(stderr,
                    "verify: error: %s: expected six words separated by tabs, found the line "
                    "below; delete this file and run again\n%s\n",
                    path, line);
            exit(2);
        }
        put_set_first(&r);
        while (i < count && !same_result(&results[i], &r)) {
            i++;
        }
        if (i == CELLS) {
            fprintf(stderr, "verify: error: %s: more than %d results; increase CELLS in report.c\n",
                    path, CELLS);
            exit(2);
        }
        results[i] = r;
        count += i == count;
    }
    if (file != NULL) {
        fclose(file);
    }
    return count;
}

static void record(const char *kernel, const char *column, const char *verdict, const char *cell)
{
    FILE *file = settings.results == NULL ? NULL : fopen(settings.results, "a");
    if (file != NULL) {
        fprintf(file, "%s\t%s\t%s\t%s\t%s\t%s\n", subject.name, kernel, column, settings.where,
                verdict, cell);
    }
    if (settings.results != NULL && (file == NULL || fclose(file) != 0)) {
        fprintf(stderr, "verify: error: %s: cannot write the results to this file\n",
                settings.results);
        exit(2);
    }
}

void report_start(const struct report_settings *wanted)
{
    settings = *wanted;
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    if (settings.resume && settings.results != NULL) {
        done_count = read_results(settings.results, done, 0);
    }
}

const char *report_where(void)
{
    return settings.where;
}

bool report_is_at(const char *where, const char *place)
{
    const size_t size = strlen(place);
    return strncmp(where, place, size) == 0 && (where[size] == '\0' || where[size] == ':');
}

bool report_listed(const char *list, const char *name)
{
    const size_t size = strlen(name);
    for (; list != NULL; list = strchr(list, ',') == NULL ? NULL : strchr(list, ',') + 1) {
        if (strncmp(list, name, size) == 0 && (list[size] == ',' || list[size] == '\0')) {
            return true;
        }
    }
    return false;
}

void report_fail_at_once(void)
{
    at_once = true;
}

void report_kernels(const char *kernels)
{
    settings.kernels = kernels;
}

bool report_begin(const char *kernel, const char *column)
{
    if (settings.kernels != NULL && !report_listed(settings.kernels, kernel)) {
        return false;
    }
    for (size_t i = 0; i < done_count; i++) {
        if (strcmp(done[i].encoding, subject.name) == 0 && strcmp(done[i].kernel, kernel) == 0 &&
            strcmp(done[i].column, column) == 0 && strcmp(done[i].where, settings.where) == 0 &&
            strcmp(done[i].verdict, "passed") == 0) {
            printf("  %-7s passed   in an earlier run: %s\n", kernel, done[i].cell);
            reported = true;
            return false;
        }
    }
    record(kernel, column, "begun", "unfinished");
    begun_at = work_cpu();
    return true;
}

void report_end(const char *kernel, const char *column, const char *cell, const char *format, ...)
{
    const bool passed = cell != NULL;
    va_list arguments;
    failed = failed || !passed;
    reported = true;
    printf("  %-7s %s %6.2f s  ", kernel, passed ? "passed" : "FAILED", work_cpu() - begun_at);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
    record(kernel, column, passed ? "passed" : "failed", passed ? cell : "FAILED");
    if (at_once && !passed) {
        _exit(1);
    }
}

// Prints a heading and its text, wrapped to lines.
static void print_filled(const char *heading, const char *text)
{
    enum { MARGIN = 15, WIDTH = 100 };
    size_t column = (size_t)printf("  %-*s", MARGIN - 3, heading);
    while (*text != '\0') {
        const size_t size = strcspn(text, " ");
        if (column + 1 + size > WIDTH) {
            printf("\n%*s", MARGIN - 1, "");
            column = MARGIN - 1;
        }
        column += (size_t)printf(" %.*s", (int)size, text);
        text += size + (text[size] == ' ');
    }
    putchar('\n');
}

void report_opening(const struct report_opening *o)
{
    printf("\n%s of %s (%s)\n", o->title, subject.name, settings.where);
    print_filled("Establishes", o->establishes);
    print_filled("Assumes", o->assumes);
    print_filled("Excludes", o->excludes);
    print_filled("Oracle", o->oracle);
}

void report_wrong(const char *name, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    flockfile(stdout);
    printf("  %-7s WRONG  ", name);
    vprintf(format, arguments);
    putchar('\n');
    funlockfile(stdout);
    va_end(arguments);
    failed = reported = true;
}

const char *report_hex(const uint8_t *bytes, size_t size)
{
    enum { BUFFERS = 4, ROOM = 160, WORD_ROOM = 32 };
    static _Thread_local char buffers[BUFFERS][ROOM];
    static _Thread_local unsigned turn;
    char *buffer = buffers[turn++ % BUFFERS];
    size_t used = 0, run;
    for (size_t i = 0; i < size; i += run) {
        if (used > ROOM - WORD_ROOM) {
            sprintf(buffer + used, "... (%zu bytes)", size);
            return buffer;
        }
        for (run = 1; i + run < size && bytes[i + run] == bytes[i];) {
            run++;
        }
        run = run < 5 ? 1 : run;
        used += (size_t)sprintf(buffer + used, run > 1 ? "%02X*%zu " : "%02X ", bytes[i], run);
    }
    buffer[used > 0 ? used - 1 : 0] = '\0';
    return size == 0 ? "(nothing)" : buffer;
}

bool report_failed(void)
{
    return failed;
}

bool report_any(void)
{
    return reported;
}

static const char *const columns[] = {"exhaustive", "proved", "swept", "mutated"};
enum { COLUMNS = sizeof columns / sizeof *columns };

// Does the result belong to this column, as a whole or as a part?
static bool in_column(const struct result *r, const char *column)
{
    const size_t size = strlen(column);
    return strncmp(r->column, column, size) == 0 &&
           (r->column[size] == '\0' || r->column[size] == '.');
}

static bool same_row(const struct result *a, const struct result *b)
{
    return strcmp(a->encoding, b->encoding) == 0 && strcmp(a->kernel, b->kernel) == 0;
}

static bool has_passed(const struct result *r)
{
    return strcmp(r->verdict, "passed") == 0;
}

// The places where the code ran, from the weakest evidence to the strongest: with words in plain C,
// under an emulator, with SIMDe, natively. `words` in the table is about single words only.
static const char *const wheres[] = {"logic", "emulator", "SIMDe", "native"};
enum { WHERES = sizeof wheres / sizeof *wheres };

static size_t rank_of(const struct result *r)
{
    size_t rank = WHERES;
    while (rank > 0 && !report_is_at(r->where, wheres[rank - 1])) {
        rank--;
    }
    return rank;
}

// Returns the cell of a row and column: the first result that did not pass; otherwise, of the
// strongest results, the last one with a text, or the first. Returns NULL if this cell has no result.
static const struct result *cell_of(const struct result *results, size_t count,
                                    const struct result *row, const char *column)
{
    const struct result *cell = NULL;
    for (size_t i = 0; i < count; i++) {
        const struct result *r = &results[i];
        if (!same_row(r, row) || !in_column(r, column)) {
            continue;
        }
        if (!has_passed(r)) {
            return r;
        }
        if (cell == NULL || rank_of(r) > rank_of(cell) ||
            (rank_of(r) == rank_of(cell) && r->cell[0] != '\0')) {
            cell = r;
        }
    }
    return cell;
}

// Counts the checks of a row. All parts of a column that ran at the same place count as one check.
static void count_checks(const struct result *row, size_t count, size_t *passes, size_t *failures)
{
    for (size_t c = 0; c < COLUMNS; c++) {
        for (size_t rank = 0; rank <= WHERES; rank++) {
            bool any = false, passed = true;
            for (size_t i = 0; i < count; i++) {
                if (same_row(&done[i], row) && in_column(&done[i], columns[c]) &&
                    rank_of(&done[i]) == rank) {
                    any = true;
                    passed = passed && has_passed(&done[i]);
                }
            }
            *passes += any && passed;
            *failures += any && !passed;
        }
    }
}

// Are there results of this encoding and kernel at this place (NULL: any place), and did all pass?
static bool all_passed(size_t count, const char *encoding, const char *kernel, const char *where)
{
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        const struct result *r = &done[i];
        if (strcmp(r->encoding, encoding) == 0 && strcmp(r->kernel, kernel) == 0 &&
            (where == NULL || report_is_at(r->where, where))) {
            any = true;
            if (!has_passed(r)) {
                return false;
            }
        }
    }
    return any;
}

// Returns the larger of a width and that of a word.
static int wider(int width, const char *word)
{
    return (int)strlen(word) > width ? (int)strlen(word) : width;
}

// Prints the row of a result. At its end are the places (logic, words, emulator, SIMDe, native)
// where all checks passed.
static void print_row(const struct result *row, size_t count, const int *widths)
{
    printf("%-*s %-*s", widths[COLUMNS], row->encoding, widths[COLUMNS + 1], row->kernel);
    for (size_t c = 0; c < COLUMNS; c++) {
        const struct result *cell = cell_of(done, count, row, columns[c]);
        printf(" %-*s", widths[c], cell == NULL ? "-" : cell->cell);
    }
    for (size_t rank = 0; rank < WHERES; rank++) {
        if (all_passed(count, row->encoding, row->kernel, wheres[rank])) {
            printf(" %s", wheres[rank]);
        }
        if (rank == 0 && strcmp(row->encoding, WORDS) != 0 &&
            all_passed(count, WORDS, row->kernel, NULL)) {
            printf(" " WORDS);
        }
    }
    putchar('\n');
}

bool report_table(char *const *files, size_t file_count)
{
    size_t count = 0, passes = 0, failures = 0;
    int widths[COLUMNS + 2] = {0};  // of the columns, then of `encoding` and `kernel`
    for (size_t i = 0; i < file_count; i++) {
        count = read_results(files[i], done, count);
    }
    widths[COLUMNS] = wider(0, "encoding");
    widths[COLUMNS + 1] = wider(0, "kernel");
    for (size_t i = 0; i < count; i++) {
        widths[COLUMNS] = wider(widths[COLUMNS], done[i].encoding);
        widths[COLUMNS + 1] = wider(widths[COLUMNS + 1], done[i].kernel);
    }
    printf("\n%-*s %-*s", widths[COLUMNS], "encoding", widths[COLUMNS + 1], "kernel");
    for (size_t c = 0; c < COLUMNS; c++) {
        widths[c] = wider(0, columns[c]);
        for (size_t i = 0; i < count; i++) {
            widths[c] =
                in_column(&done[i], columns[c]) ? wider(widths[c], done[i].cell) : widths[c];
        }
        printf(" %-*s", widths[c], columns[c]);
    }
    printf(" by\n");
    for (size_t i = 0; i < count; i++) {
        size_t first = 0;
        while (!same_row(&done[first], &done[i])) {
            first++;
        }
        if (first == i) {
            print_row(&done[i], count, widths);
            count_checks(&done[i], count, &passes, &failures);
        }
    }
    printf("%zu passed, %zu failed\n", passes, failures);
    return failures == 0 && passes > 0;
}
