// SPDX-License-Identifier: 0BSD
//
// X_valid_rows and X_valid_rows64, which find the first ill-formed row of a column; and X_seek, which finds the place of a character in a
// text. A row is one text of a column.
//
// In: the functions, and texts: all of one and two bytes, some or all of three bytes and of
// strings.h, some of texts.c. Out: a verdict on the active kernel and, for columns, on each kernel.
//
// The idea: the reference reads each row, and each character, by itself. Short texts are split into three rows, some of them empty.
// Longer columns have random rows: well-formed ones, texts of strings.h, and rows that end at any byte. The texts of texts.c are also split
// into rows. So rows end inside characters, between the halves of pairs, and after characters that restrict the next one.
//
//     CESU-8  ED A0 BD | ED B8 80    row 0 is ill-formed, although both rows together are well-formed
//
// The text of a column ends directly before an inaccessible page or begins directly after one. The first offset may be above 0.
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L
#include "checks.h"
#include "../shared/guard.h"
#include "../reference/language.h"
#include "../reference/reference.h"
#include "../shared/report.h"
#include "../shared/strings.h"
#include "../shared/work.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROOM = 1 << 17,
    ROWS = 1 << 14,  // the most rows of a column
    BEFORE = 1000,   // the first offset is less than this
    COLUMNS = 12,    // columns of each part
    PARTS = 16,
    FORMS = 7  // numbers of forms that are tried; the number after the last form stands for pairs
};

struct rows_check {
    bool sample;
    // One in `thirds` of the third bytes of short texts is tried, and one in `strings` of strings.h's texts.
    unsigned thirds, strings;
    const char *kernel;
};

struct arena {
    const struct rows_check *check;
    struct guard_room room;
    uint64_t seed;
    int64_t offsets[ROWS + 1];
    int32_t narrow[ROWS + 1];
    size_t rows;
};

static _Thread_local char how[200];
// The text of a thread, for the report of an access outside it.
static _Thread_local const uint8_t *volatile tried;
static _Thread_local volatile size_t tried_size;

static size_t below(struct arena *a, size_t bound)
{
    a->seed = a->seed * 6364136223846793005 + 1442695040888963407;
    return (size_t)(a->seed >> 33) % bound;
}

// Reports an error, unless `kernel` is NULL: then a deviation is planted.
static bool note_wrong(const struct arena *a, const char *what, const uint8_t *text, size_t size)
{
    if (a->check->kernel == NULL) {
        return false;
    }
    report_wrong(a->check->kernel, "%s %s", what, report_hex(text, size));
    return false;
}

// ---- One column, one text ----

static size_t first_wrong(const struct arena *a, const uint8_t *text)
{
    size_t i = 0;
    while (i < a->rows && language.accepts[language_walk(
                              text + a->offsets[i], (size_t)(a->offsets[i + 1] - a->offsets[i]))]) {
        i++;
    }
    return i;
}

// Tries the rows of a text. On entry, their offsets begin with 0; the function adds `begin` to each. If the text's address is large enough,
// the function also adds 2^32 to the offsets of 64 bits, so that they do not fit into 32 bits.
static bool try_column(struct arena *a, const uint8_t *text, size_t begin)
{
    const size_t size = (size_t)a->offsets[a->rows], want = first_wrong(a, text);
    tried = text;
    tried_size = size;
    for (size_t i = 0; i <= a->rows; i++) {
        a->offsets[i] += (int64_t)begin;
        a->narrow[i] = (int32_t)a->offsets[i];
    }
    // `data` may be in the inaccessible page, since nothing is read before the first row.
    const void *data = (const void *)((uintptr_t)text - begin);
    const size_t got = subject.valid_rows(data, a->narrow, a->rows);
    const uint64_t more = (uint64_t)(uintptr_t)text >> 33 != 0 ? (uint64_t)1 << 32 : 0;
    for (size_t i = 0; i <= a->rows; i++) {
        a->offsets[i] += (int64_t)more;
    }
    const void *before = (const void *)((uintptr_t)data - (uintptr_t)more);
    const size_t wide = subject.valid_rows64(before, a->offsets, a->rows);
    for (size_t i = 0; i <= a->rows; i++) {
        a->offsets[i] -= (int64_t)more;
    }
    if (got != want || wide != want) {
        snprintf(how, sizeof how, "expected row %zu of %zu; found %zu, with 64 bits %zu: rows",
                 want, a->rows, got, wide);
        for (size_t i = 0, used; i <= a->rows && (used = strlen(how)) + 30 < sizeof how; i++) {
            snprintf(how + used, sizeof how - used, " %lld",
                     (long long)(a->offsets[i] - (int64_t)begin));
        }
        strcat(how, " of");
        return note_wrong(a, how, text, size);
    }
    return true;
}

// Calls X_seek with some indices of characters and, if the text is well-formed, SIZE_MAX; for a
// short text, with the indices of all characters and the next two.
static bool try_seek(struct arena *a, const uint8_t *text, size_t size, size_t times)
{
    if (subject.seek == NULL) {
        return true;
    }
    tried = text;
    tried_size = size;
    uint16_t node = LANGUAGE_START;
    size_t characters = 0;
    for (size_t i = 0; i < size; i++) {
        node = language.next[node][text[i]];
        characters += language.boundary[node];
    }
    const bool whole = language.accepts[node];
    for (size_t turn = 0; turn < times; turn++) {
        const size_t n = characters + 2 <= times || turn > times / 2
                             ? characters + 1 - turn % (characters + 2)
                             : below(a, characters + 2);
        size_t want = n == 0 ? 0 : size, left = n;
        node = LANGUAGE_START;
        for (size_t i = 0; whole && i < size && left > 0; i++) {
            node = language.next[node][text[i]];
            left -= language.boundary[node];
            want = left == 0 ? i + 1 : size;
        }
        const size_t got = subject.seek(text, size, n);
        if (whole ? got != want : got > size) {
            snprintf(how, sizeof how, "character %zu of %zu begins at %zu, not at %zu, in", n,
                     characters, want, got);
            return note_wrong(a, how, text, size);
        }
    }
    return !whole || subject.seek(text, size, SIZE_MAX) == size ||
           note_wrong(a, "finds a character with the index SIZE_MAX in", text, size);
}

// Tries offsets that may decrease or be outside the text. Even then, nothing is read before the first row or after the last.
static bool try_wrong_offsets(struct arena *a, const uint8_t *text, size_t begin)
{
    const int64_t size = a->offsets[a->rows] - (int64_t)begin;
    for (size_t i = 0; i < 2 && a->rows > 1; i++) {
        const size_t at = 1 + below(a, a->rows - 1);
        a->offsets[at] = (int64_t)below(a, (size_t)(3 * size + 1)) - size;
    }
    for (size_t i = 0; i <= a->rows; i++) {
        a->narrow[i] = (int32_t)a->offsets[i];
    }
    const void *data = (const void *)((uintptr_t)text - begin);
    return (subject.valid_rows(data, a->narrow, a->rows) <= a->rows &&
            subject.valid_rows64(data, a->offsets, a->rows) <= a->rows) ||
           note_wrong(a, "finds a row after the last one in", text, (size_t)size);
}

// ---- Short texts ----

static void set_rows(struct arena *a, size_t first, size_t second, size_t size)
{
    a->rows = 3;
    a->offsets[0] = 0;
    a->offsets[1] = (int64_t)first;
    a->offsets[2] = (int64_t)second;
    a->offsets[3] = (int64_t)size;
}

// Tries a text as three rows, split in every way, and once with wrong offsets. But if it has three bytes
// or more, only its last rows may be empty.
static bool try_split(struct arena *a, const uint8_t *bytes, size_t size)
{
    const bool at_end = below(a, 2) == 0;
    uint8_t *const text = at_end ? a->room.end - size : a->room.begin;
    memcpy(text, bytes, size);
    bool fine = try_seek(a, text, size, 5);
    const size_t least = size > 2;
    for (size_t i = least; i <= size; i++) {
        for (size_t j = i < size ? i + least : i; fine && j <= size; j++) {
            set_rows(a, i, j, size);
            fine = try_column(a, text, (i + j) % 3);
        }
    }
    set_rows(a, 0, 0, size);
    return fine && try_wrong_offsets(a, text, 0);
}

// Tries no row. The functions must not read the offsets then.
static bool try_no_row(struct arena *a)
{
    tried_size = 0;
    return (subject.valid_rows(NULL, NULL, 0) == 0 && subject.valid_rows64(NULL, NULL, 0) == 0) ||
           note_wrong(a, "finds a row among none in", NULL, 0);
}

static bool each_short(struct arena *a, size_t first)
{
    uint8_t text[3] = {(uint8_t)first, 0, 0};
    bool fine = try_no_row(a) && try_split(a, text, 1);
    for (unsigned second = 0; fine && second < 256; second++) {
        text[1] = (uint8_t)second;
        fine = try_split(a, text, 2);
        const unsigned step = a->check->thirds;
        for (unsigned third = second % step; fine && third < 256; third += step) {
            text[2] = (uint8_t)third;
            fine = try_split(a, text, 3);
        }
    }
    return fine;
}

// Tries a text of strings.h as two rows, split at every byte. Without --full, tries only some texts, and only their
// first splits.
static bool try_string(void *context, const uint8_t *bytes, size_t size, uint16_t node,
                       size_t prefix)
{
    struct arena *a = context;
    (void)node, (void)prefix;
    uint8_t *const text = a->room.end - size;
    memcpy(text, bytes, size);
    bool fine = below(a, a->check->strings) > 0 || try_seek(a, text, size, 3);
    for (size_t i = 0; fine && i <= size && below(a, a->check->strings) == 0; i++) {
        a->rows = 2;
        a->offsets[0] = 0;
        a->offsets[1] = (int64_t)i;
        a->offsets[2] = (int64_t)size;
        fine = try_column(a, text, i % 3);
    }
    return fine;
}

static bool each_string(struct arena *a, size_t part)
{
    return strings_each(part, try_string, a);
}

// Tries the typical character of a form, once and twice in a text. Repeats this, since the wrong
// offsets differ each time.
static bool each_form(struct arena *a, size_t form)
{
    uint8_t text[2 * REFERENCE_LONGEST];
    const size_t size = reference_typical(form, text);
    bool fine = true;
    memcpy(text + size, text, size);
    for (size_t i = 0; fine && size > 0 && i < 400; i++) {
        fine = try_split(a, text, size) && try_split(a, text, 2 * size);
    }
    memcpy(a->room.end - 2 * size, text, 2 * size);
    memcpy(a->room.begin, text, 2 * size);
    for (size_t i = 0; fine && size > 0 && i < 20000; i++) {
        set_rows(a, 0, 0, 2 * size);
        a->offsets[0] = i % 8 == 0 ? -1 : 0;
        fine = try_wrong_offsets(a, i % 8 > 0 ? a->room.end - 2 * size : a->room.begin, 0);
    }
    return fine;
}

// ---- Columns ----

// A text of strings.h.
struct piece {
    uint8_t bytes[STRINGS_LONGEST];
    size_t size;
};
enum { PIECES = 64 };
static struct piece pieces[PIECES];
static size_t piece_count;

static bool take_piece(void *context, const uint8_t *text, size_t size, uint16_t node,
                       size_t prefix)
{
    size_t *turn = context;
    (void)node, (void)prefix;
    if (*turn % 7 == 0) {
        struct piece *piece = &pieces[*turn / 7 % PIECES];
        memcpy(piece->bytes, text, size);
        piece->size = size;
        piece_count += piece_count < PIECES;
    }
    ++*turn;
    return true;
}

static void find_pieces(void)
{
    size_t turn = 0;
    for (size_t part = 0; part < strings_parts(); part += 1 + strings_parts() / 64) {
        strings_each(part, take_piece, &turn);
    }
}

// Appends a row to the column, or leaves it out if there is no room.
static void append(struct arena *a, uint8_t *text, const uint8_t *bytes, size_t size, size_t most)
{
    const size_t at = (size_t)a->offsets[a->rows];
    if (a->rows < ROWS && at + size <= most) {
        if (size > 0) {
            memcpy(text + at, bytes, size);
        }
        a->offsets[++a->rows] = (int64_t)(at + size);
    }
}

// Appends a row of characters. Most of them have the form that is usual in the column.
static void append_characters(struct arena *a, uint8_t *text, size_t form, size_t count,
                              size_t most)
{
    uint8_t row[200];
    size_t size = 0;
    for (; count > 0; count--) {
        uint8_t octets[REFERENCE_LONGEST];
        const size_t length = reference_typical(below(a, 40) == 0 ? below(a, FORMS) : form, octets);
        if (size + length < sizeof row) {
            memcpy(row + size, octets, length);
            size += length;
        }
    }
    append(a, text, row, language.accepts[language_walk(row, size)] ? size : 0, most);
}

// Moves the end of a row, so that it may be inside a character.
static void move_end(struct arena *a, size_t row)
{
    const int64_t from = a->offsets[row], room = a->offsets[row + 2] - from;
    a->offsets[row + 1] = from + (int64_t)below(a, (size_t)room + 1);
}

// Tries a column of rows of about `average` characters. All rows before a random place are well-formed; later rows may be ill-formed.
static bool random_column(struct arena *a, size_t most, size_t average)
{
    const size_t form = below(a, FORMS), wrong = below(a, 3) == 0 ? most : below(a, most),
                 begin = below(a, BEFORE);
    static _Thread_local uint8_t text[ROOM];
    a->rows = 0;
    a->offsets[0] = 0;
    while ((size_t)a->offsets[a->rows] + 250 < most && a->rows < ROWS) {
        const bool any = (size_t)a->offsets[a->rows] > wrong;
        const struct piece *piece = &pieces[below(a, piece_count)];
        if (below(a, any ? 4 : 20) == 0 &&
            (any || language.accepts[language_walk(piece->bytes, piece->size)])) {
            append(a, text, piece->bytes, piece->size, most);
        } else {
            append_characters(a, text, form, below(a, 2 * average + 1), most);
        }
        if (any && a->rows > 2 && below(a, 30) == 0) {
            move_end(a, a->rows - 2);
        }
    }
    for (size_t empty = below(a, 4); empty > 0; empty--) {
        append(a, text, NULL, 0, most);
    }
    const size_t size = (size_t)a->offsets[a->rows];
    uint8_t *const to = below(a, 2) == 0 ? a->room.end - size : a->room.begin;
    memcpy(to, text, size);
    return try_seek(a, to, size, 12) && try_column(a, to, begin) && try_wrong_offsets(a, to, begin);
}

// Splits a text of texts.c at random bytes, or between random characters, and tries these rows.
static bool split_text(struct arena *a, const uint8_t *bytes, size_t size)
{
    const bool at_characters = below(a, 4) > 0;
    const size_t average = 1 + below(a, 40);
    uint16_t node = LANGUAGE_START;
    uint8_t *const text = a->room.end - size;
    memcpy(text, bytes, size);
    a->rows = 0;
    a->offsets[0] = 0;
    for (size_t i = 0; i < size && a->rows + 1 < ROWS; i++) {
        node = language.next[node][text[i]];
        if (below(a, average) == 0 && (!at_characters || language.boundary[node])) {
            a->offsets[++a->rows] = (int64_t)i + 1;
        }
    }
    a->offsets[++a->rows] = (int64_t)size;
    return try_column(a, text, 0) && try_seek(a, text, size, 6);
}

static bool each_column(struct arena *a, size_t part)
{
    static const size_t averages[] = {0, 1, 2, 5, 12, 90};
    const size_t columns = a->check->sample ? COLUMNS / 4 : COLUMNS;
    bool fine = true;
    for (size_t i = 0; fine && i < columns; i++) {
        const bool long_one = i == 0 && (!a->check->sample || part % 4 == 0);
        const size_t most = long_one ? ROOM - 1 : 300 + below(a, 6000);
        fine = random_column(a, most, averages[(part + i) % 6]);
    }
    const uint8_t *text;
    size_t size;
    for (size_t i = part; fine && (text = texts_at(i * (a->check->sample ? 24 : 6), &size)) != NULL;
         i += PARTS) {
        fine = size > ROOM / 2 || split_text(a, text, size);
    }
    return fine;
}

// ---- The check ----

// Runs a part of the work between inaccessible pages.
static bool guarded(const struct rows_check *check, size_t index,
                    bool (*part)(struct arena *, size_t))
{
    struct arena *a = malloc(sizeof *a);
    if (a == NULL) {
        perror("verify: no memory for texts");
        exit(2);
    }
    a->check = check;
    a->room = guard_open(ROOM);
    a->seed = index + 1;
    volatile bool fine = false, touched = true;
    GUARDED(fine = part(a, index); touched = false);
    if (touched) {
        note_wrong(a, "reads outside of", tried, tried_size);
    }
    guard_close(a->room);
    free(a);
    return fine;
}

static bool try_short(void *context, size_t first)
{
    return guarded(context, first, each_short);
}

static bool try_strings(void *context, size_t part)
{
    return guarded(context, part, each_string);
}

static bool try_forms(void *context, size_t form)
{
    return guarded(context, form, each_form);
}

static bool try_columns(void *context, size_t part)
{
    return guarded(context, part, each_column);
}

// ---- Deviations that must be noticed ----

static struct subject right;  // the functions without deviations

// Checks all rows as one text, as if a character might continue in the next row.
static size_t rows_as_one(const void *data, const int32_t *offsets, size_t rows)
{
    const uint8_t *text = (const uint8_t *)((uintptr_t)data + (size_t)offsets[0]);
    return right.valid(text, (size_t)(offsets[rows] - offsets[0]))
               ? rows
               : right.valid_rows(data, offsets, rows);
}

static size_t rows_except_the_last(const void *data, const int64_t *offsets, size_t rows)
{
    const size_t found = right.valid_rows64(data, offsets, rows - 1);
    return found < rows - 1 ? found : rows;
}

static size_t seek_the_next(const void *text, size_t size, size_t n)
{
    return right.seek(text, size, n + (n > 0 && n < SIZE_MAX));
}

// Tries a row of one character, an empty row, and a row of the character without its last byte.
static bool try_cut_off_last(struct arena *a, const uint8_t *two, size_t size)
{
    uint8_t *const text = a->room.end - (2 * size - 1);
    memcpy(text, two, 2 * size - 1);
    set_rows(a, size, size, 2 * size - 1);
    return try_column(a, text, 0);
}

// Tries a character of several bytes, whole and cut short, and two such characters.
static bool each_deviation(struct arena *a, size_t form)
{
    uint8_t text[2 * REFERENCE_LONGEST];
    const size_t size = reference_typical(form, text);
    memcpy(text + size, text, size);
    return try_split(a, text, size) && try_split(a, text, size - 1) &&
           try_split(a, text, 2 * size) && try_cut_off_last(a, text, size);
}

static void check_deviations(struct rows_check *check)
{
    static const char *const names[] = {
        "a character may continue in the next row",
        "the last row is not checked",
        "seek finds the next character",
    };
    uint8_t octets[REFERENCE_LONGEST];
    size_t form = 0, tried_now = 0, noticed = 0;
    while (form < FORMS && reference_typical(form, octets) < 2) {
        form++;
    }
    if (form == FORMS || !report_begin("rows", "mutated")) {
        return;
    }
    right = subject;
    check->kernel = NULL;
    for (size_t i = 0; i < (right.seek == NULL ? 2 : 3); i++) {
        subject.valid_rows = i == 0 ? rows_as_one : right.valid_rows;
        subject.valid_rows64 = i == 1 ? rows_except_the_last : right.valid_rows64;
        subject.seek = i == 2 ? seek_the_next : right.seek;
        const bool deviates = !guarded(check, form, each_deviation);
        if (!deviates) {
            report_wrong("rows", "this check does not notice a planted deviation: %s", names[i]);
        }
        noticed += deviates;
        tried_now++;
    }
    subject = right;
    report_end("rows", "mutated", noticed == tried_now ? "deviations" : NULL,
               "%zu of %zu deviations are noticed", noticed, tried_now);
}

// Tries each kernel as the active one. Restores the active kernel at the end.
static void check_kernels(struct rows_check *check)
{
    const char *active = subject.active();
    struct kernel k;
    size_t before = 0;
    for (size_t i = 0; (k = subject_kernel(i)).name != NULL; i++) {
        before = strcmp(k.name, active) == 0 ? i : before;
        if (!k.supported() || !report_begin(k.name, "swept.rows")) {
            continue;
        }
        check->kernel = k.name;
        subject.use(i);
        const bool passed = work("columns", PARTS, try_columns, check);
        report_end(k.name, "swept.rows", passed ? "" : NULL,
                   "columns of rows of 0 to 180 characters, ill-formed ones and texts split at any "
                   "byte; places of characters");
    }
    subject.use(before);
}

void rows_check(bool full, bool sample)
{
    static struct rows_check check;
    if (subject.valid_rows == NULL) {
        return;
    }
    report_opening(&(struct report_opening){
        .title = "Rows",
        .establishes =
            "X_valid_rows and X_valid_rows64 find the first row that the reference rejects, and "
            "X_seek the place of a character, as counted one by one: in all texts of 1 and 2 "
            "bytes, and of 3 (without --full, one in 16; in a sample, in 256), split into three "
            "rows at all places (for 3 bytes, only the last rows may be empty); in texts that "
            "reach nodes of the reference (some without --full), split into two; by each kernel in "
            "random columns of up to 128 KiB, whose rows are well-formed, are such texts, or end "
            "at any byte; nothing is read before the first row "
            "or after the last; a deviation planted in each function is noticed",
        .assumes = "longer columns contain more of the same rows",
        .excludes = "the result for offsets that decrease; X_seek of ill-formed text, except that "
                    "it is at most the size",
        .oracle = "the reference's nodes",
    });
    guard_catch();
    texts_prepare();
    find_pieces();
    check = (struct rows_check){.sample = sample,
                                .thirds = full     ? 1
                                          : sample ? 256
                                                   : 16,
                                .strings = full     ? 1
                                           : sample ? 8
                                                    : 2};
    check_deviations(&check);
    check.kernel = "rows";
    if (report_begin("rows", "exhaustive")) {
        const bool passed = work("rows of short texts", 256, try_short, &check) &&
                            work("rows of typical characters", FORMS, try_forms, &check) &&
                            work("rows of strings", strings_parts(), try_strings, &check);
        report_end("rows", "exhaustive",
                   !passed  ? NULL
                   : full   ? "2^24"
                   : sample ? "2^16"
                            : "2^20",
                   "all texts to %d bytes, in three rows; by %s", full ? 3 : 2, subject.active());
    }
    check_kernels(&check);
}
