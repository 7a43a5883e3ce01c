// SPDX-License-Identifier: 0BSD
/*
 * u8check: are these files UTF-8, and if not, where do the faults stand? The same for the other
 * encodings of out/. With --repair or --to it copies them, mended or in another encoding.
 *
 * In: files, folders, or standard input. Out: a line for each fault, and on stderr what a file might
 * be instead; exit 0 all well-formed, 1 some file ill-formed, 2 something could not be read or
 * written, or the command line is wrong.
 *
 * A file that holds 61 0A E0 80 gives
 *     FILE: line 2, column 1, byte 2: overlong (expected A0..BF after E0, found 80)
 * Lines and columns count from 1, a column being one character; byte is the offset of the
 * ill-formed sequence, counted from 0.
 *
 * This file has the options. A run goes through these, beside it:
 *     u8check_files    which files are meant
 *     u8check_threads  who checks them
 *     u8check_scan     one input, in blocks; u8check_place: lines and columns
 *     u8check_reason   what was expected, what was found; u8check_hint: what a file might be instead
 *     u8check_report   as text; u8check_json, u8check_dump, u8check_shown: names, escaped
 *     u8check_output   in the order of files; u8check_progress: on a terminal
 *     u8check_convert  the copies
 *     encodings        one interface to the encodings
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
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The build says which version this is: u8gen's, of the file VERSION. */
#ifndef U8CHECK_VERSION
#define U8CHECK_VERSION "(built without a version)"
#endif

/* The command line, as far as it is words. */
typedef struct {
    const char *encoding, *kernel, *target, *list;
    bool help, version, repaired;
} words_given;

/* ---- What all files use ---- */

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

/* Names the kernels that this processor runs. */
static void print_kernels(FILE *out, const encoding *e)
{
    for (size_t i = 0; i < e->kernel_count(); i++) {
        if (e->kernel_at(i).supported()) {
            fprintf(out, " %s", e->kernel_at(i).name);
        }
    }
}

/* Says that there is none of this name. */
static void no_such(const char *what, const char *name)
{
    char *word = shown(name);
    fprintf(stderr, "u8check: no %s %s; ", what, word);
    free(word);
}

static bool find_encoding(const char *name, const encoding **found)
{
    *found = encoding_named(name);
    if (*found == NULL) {
        no_such("encoding", name);
        fprintf(stderr, "the nearest is %s; there are:\n", encoding_nearest(name)->name);
        print_encodings(stderr, " ");
        return false;
    }
    return true;
}

/* What to check for, and what to copy to, if that is asked for. UTF-16 and UTF-32 are only read where
 * they become one of the catalogue. */
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

/* Makes all functions use this kernel; NULL stands for the one that they pick. */
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
    fprintf(stderr, "for %s this machine has:", e->name);
    print_kernels(stderr, e);
    fputc('\n', stderr);
    return false;
}

/* ---- Options ---- */

static int print_help(const encoding *e)
{
    puts("Usage: u8check [OPTION...] [FILE...]\n"
         "       u8check [--encoding NAME] --repair | --to NAME [FILE...]\n"
         "Says for each FILE that is not well-formed UTF-8 where its first fault stands:\n"
         "  FILE: line L, column C, byte B: fault (expected RANGES after BYTES, found BYTE)\n"
         "Lines and columns (in characters) count from 1, bytes from 0. Bytes are in hex.\n"
         "Without FILE, or where FILE is -, reads standard input. Hints and notes go to\n"
         "stderr. In file names, \\xNN and \\u{N} stand for what a terminal acts upon,\n"
         "and \\\\ for a backslash.\n"
         "\n"
         "What is checked:\n"
         "  -e, --encoding NAME    check for this encoding, not for UTF-8\n"
         "  -r, --recursive        check what is in folders (without FILE, in this one); links,\n"
         "                         pipes and devices in them are passed over, and so are\n"
         "                         hidden and binary files, which is told at the end\n"
         "      --hidden           in folders also take what begins with a dot\n"
         "      --binary           in folders also take ill-formed files that look binary\n"
         "      --no-binary        pass over these also if they are named\n"
         "      --files0-from FILE check the files named in FILE, each ending with a zero byte\n"
         "  -a, --all              tell every fault, not only the first of each file\n"
         "  -m, --max-errors N     tell every fault, and stop after N in all\n"
         "\n"
         "What is said:\n"
         "  -q, --quiet            nothing; the exit status tells\n"
         "  -l, --list             only the names of ill-formed files\n"
         "  -i, --invert           only the names of well-formed files\n"
         "  -0, --null             with -l or -i: names as they are, a zero byte behind each\n"
         "  -v, --verbose          also the bytes around each fault, and note a byte order mark\n"
         "      --format FORMAT    text, gcc, json (an object a line), sarif, or github\n"
         "      --color WHEN       auto (on a terminal), always, or never\n"
         "  -c, --count            how many bytes, characters and units of UTF-16 each\n"
         "                         well-formed file has\n"
         "  -t, --time             the same without units, and with the speed of checking\n"
         "      --stats            at the end, what all files came to\n"
         "\n"
         "  -j, --jobs N           check N files at a time; as many as there are processors\n"
         "  -k, --kernel NAME      check with this kernel, not with the one it picks\n"
         "      --repair           copy to standard output, U+FFFD in place of what is ill-formed\n"
         "      --to NAME          copy to standard output in this encoding, as far as that can\n"
         "                         be; here and, with this, as --encoding also UTF-16LE, -BE,\n"
         "                         UTF-32LE, -BE\n"
         "  -h, --help             print this\n"
         "      --version          print the version\n"
         "\n"
         "Exit status: 0 all well-formed, 1 some file is not, 2 cannot read or write, or wrong\n"
         "usage.\n"
         "Encodings:");
    print_encodings(stdout, " ");
    fputs("Kernels here:", stdout);
    print_kernels(stdout, e);
    printf("; for %s it picks %s.\n", e->name, e->active_kernel());
    return fflush(stdout) == 0 ? WELL_FORMED : cannot("write", "stdout");
}

static int print_version(void)
{
    puts("u8check " U8CHECK_VERSION);
    return fflush(stdout) == 0 ? WELL_FORMED : cannot("write", "stdout");
}

/* The word that getopt_long has just refused. */
static int wrong_option(char **words)
{
    char letter[] = {'-', (char)optopt, '\0'};
    char *word = shown(optopt > 0 && optopt < 0x80 ? letter : words[optind - 1]);
    fprintf(stderr, "u8check: wrong option %s; see u8check --help\n", word);
    free(word);
    return TROUBLE;
}

static bool wrong_value(const char *option, const char *value, const char *allowed)
{
    char *word = shown(value);
    fprintf(stderr, "u8check: %s %s; it is %s\n", option, word, allowed);
    free(word);
    return false;
}

/* A number from 1 on. */
static bool read_number(const char *option, const char *value, uint64_t *number)
{
    char *end;
    errno = 0;
    *number = strtoull(value, &end, 10);
    return (value[0] >= '0' && value[0] <= '9' && *end == '\0' && errno == 0 && *number > 0) ||
           wrong_value(option, value, "a number from 1 on");
}

/* Which of the words this is; false if it is none. */
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

/* Colours are for people: on a terminal that has them, unless NO_COLOR is set. */
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

/* Options without a letter, and what each says. */
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

/* Takes an option that has a value; false if that is wrong. */
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

/* The switch that an option without a value sets to true, or NULL. */
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

/* Takes all options; false if one is wrong. */
static bool take_options(int count, char **words, request *ask, words_given *given)
{
    int option;
    opterr = 0;
    while ((option = getopt_long(count, words, "0ace:hij:k:lm:qrtv", options, NULL)) != -1) {
        bool *on = switch_of(option, ask, given);
        if (option == '?' || option == ':') {
            wrong_option(words);
            return false;
        }
        if (option == BINARY || option == NO_BINARY) {
            ask->passed_over = option == BINARY ? BINARY_NONE : BINARY_ALL;
        } else if (on != NULL) {
            *on = true;
        } else if (!take_value(option, ask, given)) {
            return false;
        }
    }
    return true;
}

/* Why these options don't go together; NULL if they do. */
static const char *clash(const request *ask, const words_given *given, bool named)
{
    bool copied = given->repaired || given->target != NULL, measures = ask->counted || ask->timed;
    return given->repaired && given->target != NULL
               ? "--repair and --to go one after the other, through a pipe"
           : copied && (ask->recursive || given->list != NULL || !tells_faults(ask) || ask->all ||
                        ask->format != FORMAT_TEXT || ask->stats || measures)
               ? "--repair and --to copy files, and check nothing"
           : given->list != NULL && named ? "files are named here or by --files0-from, not both"
           : ask->zero && !ask->list      ? "--null goes with --list or --invert"
           : !tells_faults(ask) && (ask->all || measures || ask->format != FORMAT_TEXT)
               ? "--quiet, --list and --invert tell no faults, counts or formats"
           : measures && ask->format != FORMAT_TEXT && ask->format != FORMAT_JSON
               ? "--count and --time are told as text or json"
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

/* The size of the only file; 0 if it has none. */
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

/* Has all that is named checked, one file at a time if there is no more than one. */
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
    struct sigaction ignored = {.sa_handler = SIG_IGN}; /* a write fails instead: EPIPE */
    sigaction(SIGPIPE, &ignored, NULL);
    return given.repaired || given.target != NULL ? copy_files(&copy, words + optind)
                                                  : check_all(&ask, words + optind, given.list);
}
