// SPDX-License-Identifier: 0BSD
/*
 * u8check: reports where files are not well-formed UTF-8, or not well-formed in another encoding of
 * out/. With --repair or --to it copies files instead, repaired or converted.
 *
 * In: files, folders, or standard input. Out: on stdout one line for the first fault of each file, or
 * with --all for every fault, and on stderr a guess at the actual format of an ill-formed file. Exit
 * status: 0 all files are well-formed, 1 some file is ill-formed, 2 an input or output error, or a wrong
 * command line.
 *
 * A file that holds 61 0A E0 80 gives
 *     FILE: line 2, column 1, byte 2: overlong (expected A0..BF after E0, found 80)
 * Lines and columns count from 1; a column is one character or ill-formed sequence. `byte` is the
 * offset of the ill-formed sequence, counted from 0.
 *
 * This file reads the options. The other files, in the order of a run:
 *     u8check_files    finds the files to check
 *     u8check_threads  checks them in several threads
 *     u8check_scan     checks one input, in blocks; u8check_place counts lines and columns
 *     u8check_reason   computes the expected and the found bytes; u8check_hint guesses the encoding
 *     u8check_report   formats reports, with u8check_json and u8check_dump; u8check_shown escapes names
 *     u8check_output   writes in the order of files; u8check_progress draws the progress line
 *     u8check_convert  repairs and converts
 *     encodings        one interface to all encodings
 */
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64

#include "u8check.h"

#include "u8check_convert.h"
#include "u8check_files.h"
#include "u8check_output.h"
#include "u8check_progress.h"
#include "u8check_report.h"
#include "u8check_shown.h"
#include "u8check_threads.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The build defines this from the file VERSION. */
#ifndef U8CHECK_VERSION
#define U8CHECK_VERSION "(built without a version)"
#endif

/* The options that are not in `request`: four with names as values, and three flags. */
typedef struct {
    const char *encoding, *kernel, *target, *list;
    bool help, version, repaired;
} words_given;

/* ---- Shared by all files ---- */

void *room_for(void *before, size_t count, size_t size)
{
    void *room = count <= SIZE_MAX / size ? realloc(before, count * size) : NULL;
    if (room == NULL) {
        fputs("u8check: no memory\n", stderr);
        exit(TROUBLE);
    }
    return room;
}

int cannot(const char *what, const char *name)
{
    if (errno != EPIPE) {
        fprintf(stderr, "u8check: cannot %s %s: %s\n", what, name, strerror(errno));
    }
    return TROUBLE;
}

ptrdiff_t read_some(int file, uint8_t *room, size_t size, bool all)
{
    size_t have = 0;
    for (;;) {
        ptrdiff_t got = read(file, room + have, size - have);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return got;
        }
        have += (size_t)got;
        if (got == 0 || have == size || !all) {
            return (ptrdiff_t)have;
        }
    }
}

/* ---- Names on the command line ---- */

/* Prints the names of the kernels that this processor can run. */
static void print_kernels(FILE *out, const encoding *e)
{
    for (size_t i = 0; i < e->kernel_count(); i++) {
        if (e->kernel_at(i).supported()) {
            fprintf(out, " %s", e->kernel_at(i).name);
        }
    }
}

/* Begins the message for an unknown name; the caller finishes the line. */
static void no_such(const char *what, const char *name)
{
    char *word = shown(name);
    fprintf(stderr, "u8check: no %s %s; ", what, word);
    free(word);
}

static bool find_encoding(const char *name, const encoding **found)
{
    *found = encoding_named(name);
    if (*found == NULL && wide_named(name) != NULL) {
        fprintf(stderr, "u8check: --to converts %s only to or from one of these encodings:\n",
                name);
        print_encodings(stderr, " ");
        return false;
    }
    if (*found == NULL) {
        no_such("encoding", name);
        fprintf(stderr, "the nearest is %s; known encodings:\n", encoding_nearest(name)->name);
        print_encodings(stderr, " ");
        return false;
    }
    return true;
}

/* Finds the encoding to check for, and the source and target of a copy. UTF-16 and UTF-32 are accepted as
 * a source only if the target is an encoding of the catalogue. */
static bool find_conversion(const char *from, const char *to, const encoding **encoded,
                            conversion *copy)
{
    copy->from_wide = to != NULL ? wide_named(from) : NULL;
    copy->to_wide = to != NULL && copy->from_wide == NULL ? wide_named(to) : NULL;
    if (!find_encoding(copy->from_wide != NULL ? to : from, encoded)) {
        return false;
    }
    copy->from = *encoded;
    copy->to = copy->from_wide != NULL ? *encoded : NULL;
    return to == NULL || copy->from_wide != NULL || copy->to_wide != NULL ||
           find_encoding(to, &copy->to);
}

/* Makes all functions of the encoding use this kernel; NULL changes nothing. False if this processor has no such kernel. */
static bool find_kernel(const encoding *e, const char *name)
{
    if (name == NULL) {
        return true;
    }
    if (e->limit_kernels(name) && strcmp(e->active_kernel(), name) == 0) {
        return true;
    }
    e->limit_kernels(NULL);
    no_such("kernel", name);
    fprintf(stderr, "for %s this processor has:", e->name);
    print_kernels(stderr, e);
    fputc('\n', stderr);
    return false;
}

/* ---- Options ---- */

static int print_help(const encoding *e)
{
    puts("Usage: u8check [OPTION...] [FILE...]\n"
         "       u8check [--encoding NAME] --repair | --to NAME [--repair] [FILE...]\n"
         "Reports the first fault of each FILE that is not well-formed UTF-8:\n"
         "  FILE: line L, column C, byte B: fault (expected RANGES after BYTES, found BYTE)\n"
         "Lines and columns (in characters) count from 1, bytes from 0. Bytes are in hex.\n"
         "Without FILE, or if FILE is -, reads standard input. Hints and notes go to\n"
         "stderr. In file names, \\xNN and \\u{N} stand for controls and for bytes that\n"
         "are not UTF-8, and \\\\ for a backslash.\n"
         "\n"
         "What to check:\n"
         "  -e, --encoding NAME    check for this encoding instead of UTF-8\n"
         "  -r, --recursive        check the files in folders (without FILE, in the current\n"
         "                         one); skips links, pipes, devices, hidden files and\n"
         "                         binary files, and prints how many it skipped\n"
         "      --hidden           in folders, include names that begin with a dot\n"
         "      --binary           in folders, include ill-formed files that look binary\n"
         "      --no-binary        skip such files even if they are named\n"
         "      --files0-from FILE check the files named in FILE; a zero byte ends each name\n"
         "  -a, --all              report every fault, not only the first of each file\n"
         "  -m, --max-errors N     report every fault, and stop after N in total\n"
         "\n"
         "What to print:\n"
         "  -q, --quiet            only read errors; the result is the exit status\n"
         "  -l, --list             only the names of ill-formed files\n"
         "  -i, --invert           only the names of well-formed files\n"
         "  -0, --null             with -l or -i: unescaped names, each ended by a zero byte\n"
         "  -v, --verbose          add the bytes around each fault; note a byte order mark\n"
         "      --format FORMAT    text, gcc, json (one object per line), sarif, or github\n"
         "      --color WHEN       auto (on a terminal), always, or never\n"
         "  -c, --count            for each well-formed file, the number of bytes, characters\n"
         "                         and UTF-16 units\n"
         "  -t, --time             like --count, with the speed instead of UTF-16 units\n"
         "      --stats            at the end, totals for all files\n"
         "\n"
         "  -j, --jobs N           check N files at a time; default: one per processor\n"
         "  -k, --kernel NAME      check with this kernel instead of the default one\n"
         "      --repair           copy to standard output, with U+FFFD for ill-formed bytes\n"
         "      --to NAME          copy to standard output in this encoding, up to the first\n"
         "                         ill-formed or missing character; with --repair,\n"
         "                         U+FFFD for each of these. --to, and --encoding\n"
         "                         with it, also accept UTF-16LE, -BE, UTF-32LE, -BE\n"
         "  -h, --help             print this help\n"
         "      --version          print the version\n"
         "\n"
         "Exit status: 0 all files are well-formed, 1 some file is ill-formed,\n"
         "2 an input or output error, or wrong usage.\n"
         "Encodings:");
    print_encodings(stdout, " ");
    fputs("Kernels here:", stdout);
    print_kernels(stdout, e);
    printf("; the default for %s is %s.\n", e->name, e->active_kernel());
    return fflush(stdout) == 0 ? WELL_FORMED : cannot("write", "stdout");
}

static int print_version(void)
{
    puts("u8check " U8CHECK_VERSION);
    return fflush(stdout) == 0 ? WELL_FORMED : cannot("write", "stdout");
}

/* Reports the word that getopt_long has just refused: an option without its value, or a wrong option. */
static int wrong_option(char **words, bool no_value)
{
    char letter[] = {'-', (char)optopt, '\0'};
    const char *wrong = words[optind - 1];
    if (optopt > 0 && optopt < 0x80) {
        wrong = letter;
    } else if ((optopt < 0 || (optopt >= 0x80 && optopt <= UCHAR_MAX)) &&
               (wrong[0] != '-' || wrong[strlen(wrong) - 1] != letter[1])) {
        wrong =
            words[optind]; /* other bytes follow in this word, so getopt_long has not passed it */
    }
    char *word = shown(wrong);
    fprintf(stderr,
            no_value ? "u8check: option %s needs a value; see u8check --help\n"
                     : "u8check: wrong option %s; see u8check --help\n",
            word);
    free(word);
    return TROUBLE;
}

static bool wrong_value(const char *option, const char *value, const char *allowed)
{
    char *word = shown(value);
    fprintf(stderr, "u8check: wrong value %s %s; allowed: %s\n", option, word, allowed);
    free(word);
    return false;
}

/* Reads a number of at least 1; false if the value is not such a number. */
static bool read_number(const char *option, const char *value, uint64_t *number)
{
    char *end;
    errno = 0;
    *number = strtoull(value, &end, 10);
    return (value[0] >= '0' && value[0] <= '9' && *end == '\0' && errno == 0 && *number > 0) ||
           wrong_value(option, value, "a number of at least 1");
}

/* Finds the index of a word in a list that ends with NULL; false if the list does not have the word. */
static bool read_choice(const char *option, const char *value, const char *const words[],
                        const char *allowed, unsigned *choice)
{
    for (*choice = 0; words[*choice] != NULL; ++*choice) {
        if (strcmp(value, words[*choice]) == 0) {
            return true;
        }
    }
    return wrong_value(option, value, allowed);
}

static bool read_format(const char *value, request *ask)
{
    static const char *const words[] = {"text", "gcc", "json", "sarif", "github", NULL};
    unsigned choice;
    bool known = read_choice("--format", value, words, "text, gcc, json, sarif or github", &choice);
    ask->format = known ? (report_format)choice : FORMAT_TEXT;
    return known;
}

/* Whether stdout is a terminal with colors, and NO_COLOR is unset or empty (https://no-color.org). */
static bool terminal_has_colors(void)
{
    const char *terminal = getenv("TERM"), *none = getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) && (none == NULL || *none == '\0') && terminal != NULL &&
           strcmp(terminal, "dumb") != 0;
}

static bool read_color(const char *value, request *ask)
{
    static const char *const words[] = {"auto", "always", "never", NULL};
    unsigned choice;
    bool known = read_choice("--color", value, words, "auto, always or never", &choice);
    ask->colored = known && (choice == 1 || (choice == 0 && terminal_has_colors()));
    return known;
}

/* Options without a letter. */
enum { COLOR = 0x100, FILES0_FROM, FORMAT, HIDDEN, BINARY, NO_BINARY, REPAIR, STATS, TO, VERSION };

static const struct option options[] = {{"all", no_argument, NULL, 'a'},
                                        {"binary", no_argument, NULL, BINARY},
                                        {"color", required_argument, NULL, COLOR},
                                        {"count", no_argument, NULL, 'c'},
                                        {"encoding", required_argument, NULL, 'e'},
                                        {"files0-from", required_argument, NULL, FILES0_FROM},
                                        {"format", required_argument, NULL, FORMAT},
                                        {"help", no_argument, NULL, 'h'},
                                        {"hidden", no_argument, NULL, HIDDEN},
                                        {"invert", no_argument, NULL, 'i'},
                                        {"jobs", required_argument, NULL, 'j'},
                                        {"kernel", required_argument, NULL, 'k'},
                                        {"list", no_argument, NULL, 'l'},
                                        {"max-errors", required_argument, NULL, 'm'},
                                        {"no-binary", no_argument, NULL, NO_BINARY},
                                        {"null", no_argument, NULL, '0'},
                                        {"quiet", no_argument, NULL, 'q'},
                                        {"recursive", no_argument, NULL, 'r'},
                                        {"repair", no_argument, NULL, REPAIR},
                                        {"stats", no_argument, NULL, STATS},
                                        {"time", no_argument, NULL, 't'},
                                        {"to", required_argument, NULL, TO},
                                        {"verbose", no_argument, NULL, 'v'},
                                        {"version", no_argument, NULL, VERSION},
                                        {NULL, 0, NULL, 0}};

/* Handles an option that has a value; false if the value is wrong. */
static bool take_value(int option, request *ask, words_given *given)
{
    uint64_t number = 1;
    switch (option) {
    case 'e':
        given->encoding = optarg;
        return true;
    case 'k':
        given->kernel = optarg;
        return true;
    case TO:
        given->target = optarg;
        return true;
    case FILES0_FROM:
        given->list = optarg;
        return true;
    case FORMAT:
        return read_format(optarg, ask);
    case COLOR:
        return read_color(optarg, ask);
    case 'm':
        ask->all = true;
        return read_number("--max-errors", optarg, &ask->most);
    default: { /* 'j' */
        bool known = read_number("--jobs", optarg, &number);
        ask->threads = number < 64 ? (size_t)number : 64;
        return known;
    }
    }
}

/* Returns the flag that an option without a value sets to true; NULL for other options. */
static bool *switch_of(int option, request *ask, words_given *given)
{
    switch (option) {
    case '0':
        return &ask->zero;
    case 'a':
        return &ask->all;
    case 'c':
        return &ask->counted;
    case 'h':
        return &given->help;
    case 'i':
        ask->invert = true;
        return &ask->list;
    case 'l':
        return &ask->list;
    case 'q':
        return &ask->quiet;
    case 'r':
        return &ask->recursive;
    case 't':
        return &ask->timed;
    case 'v':
        return &ask->verbose;
    case HIDDEN:
        return &ask->hidden;
    case REPAIR:
        return &given->repaired;
    case STATS:
        return &ask->stats;
    case VERSION:
        return &given->version;
    default:
        return NULL;
    }
}

/* Handles all options; false if one is wrong. */
static bool take_options(int count, char **words, request *ask, words_given *given)
{
    int option;
    opterr = 0;
    while ((option = getopt_long(count, words, ":0ace:hij:k:lm:qrtv", options, NULL)) != -1) {
        bool *on = switch_of(option, ask, given);
        if (option == '?' || option == ':') {
            wrong_option(words, option == ':');
            return false;
        }
        if (option == BINARY || option == NO_BINARY) {
            ask->skipped = option == BINARY ? BINARY_NONE : BINARY_ALL;
        } else if (on != NULL) {
            *on = true;
        } else if (!take_value(option, ask, given)) {
            return false;
        }
    }
    return true;
}

/* Returns the reason why these options cannot be combined; NULL if they can. */
static const char *clash(const request *ask, const words_given *given, bool named)
{
    bool copied = given->repaired || given->target != NULL, measures = ask->counted || ask->timed;
    return copied && (ask->recursive || given->list != NULL || !reports_faults(ask) || ask->all ||
                      ask->format != FORMAT_TEXT || ask->stats || measures)
               ? "--repair and --to copy files, and do not report faults"
           : given->list != NULL && named ? "name files here or with --files0-from, not both"
           : ask->zero && !ask->list      ? "--null needs --list or --invert"
           : !reports_faults(ask) && (ask->all || measures || ask->format != FORMAT_TEXT)
               ? "--quiet, --list and --invert print no faults or counts, and need --format text"
           : measures && ask->format != FORMAT_TEXT && ask->format != FORMAT_JSON
               ? "--count and --time need --format text or json"
               : NULL;
}

/* ---- Copies ---- */

static int copy_file(const conversion *copy, const char *path)
{
    if (strcmp(path, "-") == 0) {
        return convert(copy, STDIN_FILENO, "stdin");
    }
    char *name = shown(path);
    int file = files_open(path, O_RDONLY | O_CLOEXEC);
    int result = file < 0 ? cannot("open", name) : convert(copy, file, name);
    if (file >= 0) {
        close(file);
    }
    free(name);
    return result;
}

static int copy_files(const conversion *copy, char **paths)
{
    int worst = *paths == NULL ? copy_file(copy, "-") : WELL_FORMED;
    for (; *paths != NULL; paths++) {
        int result = copy_file(copy, *paths);
        worst = result > worst ? result : worst;
    }
    return fflush(stdout) != 0 || ferror(stdout) ? cannot("write", "stdout") : worst;
}

/* ---- Checks ---- */

/* Returns the size of a regular file; 0 for any other input. */
static uint64_t size_of(const char *path)
{
    struct stat about;
    int failed = strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, &about) : stat(path, &about);
    return failed == 0 && S_ISREG(about.st_mode) ? (uint64_t)about.st_size : 0;
}

static void show_progress(const request *ask, uint64_t total)
{
    const char *terminal = getenv("TERM");
    if (!ask->quiet && isatty(STDERR_FILENO) && terminal != NULL && strcmp(terminal, "dumb") != 0) {
        progress_start(total);
    }
}

/* Checks all inputs. A single file, or --time, uses one thread. */
static void check_files(request *ask, char **paths, const char *list)
{
    static char here[] = ".", in[] = "-", *only[] = {NULL, NULL};
    if (*paths == NULL && list == NULL) {
        only[0] = ask->recursive ? here : in;
        paths = only;
    }
    bool single = list == NULL && paths[1] == NULL && !ask->recursive;
    if (single || ask->timed) {
        ask->threads = 1;
    }
    show_progress(ask, single ? size_of(paths[0]) : 0);
    threads_start(ask);
    if (list != NULL) {
        files_check_list(ask, list);
    }
    for (; *paths != NULL && !output_closed(); paths++) {
        files_check(ask, *paths);
    }
    threads_end();
}

static void say_begin(const request *ask)
{
    sink *s = sink_new();
    report_begin(s, ask);
    sink_finish(s);
}

static void say_end(const request *ask, double seconds)
{
    bool limited = output_reopen();
    sink *s = sink_new();
    report_end(s, ask, output_status(), seconds);
    if (limited && !ask->quiet) {
        remark(s, "u8check: stopped after %" PRIu64 " faults (--max-errors)\n", ask->most);
    }
    sink_finish(s);
    progress_hide();
}

static int check_all(request *ask, char **paths, const char *list)
{
    double start = seconds_now();
    output_start(ask->most, report_separator(ask));
    say_begin(ask);
    check_files(ask, paths, list);
    say_end(ask, seconds_now() - start);
    return output_end();
}

static size_t processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (size_t)count : 1;
}

int main(int count, char **words)
{
    request ask = {.most = UINT64_MAX, .threads = processors(), .colored = terminal_has_colors()};
    words_given given = {.encoding = "utf-8"};
    conversion copy;
    if (!take_options(count, words, &ask, &given) ||
        !find_conversion(given.encoding, given.target, &ask.encoded, &copy) ||
        !find_kernel(ask.encoded, given.kernel)) {
        return TROUBLE;
    }
    const char *wrong = clash(&ask, &given, optind < count);
    if (wrong != NULL) {
        fprintf(stderr, "u8check: %s\n", wrong);
        return TROUBLE;
    }
    if (given.help) {
        return print_help(ask.encoded);
    }
    if (given.version) {
        return print_version();
    }
    copy.repaired = given.repaired;
    struct sigaction ignored = {.sa_handler = SIG_IGN}; /* so that writes fail with EPIPE */
    sigaction(SIGPIPE, &ignored, NULL);
    return given.repaired || given.target != NULL ? copy_files(&copy, words + optind)
                                                  : check_all(&ask, words + optind, given.list);
}
