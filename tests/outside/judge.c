// SPDX-License-Identifier: 0BSD
//
// Compares the emitted C of one encoding with a decoder of another project.
//
// In: judge-NAME OPERATION [OPTION...] COMMAND, where OPERATION is check, repair, pair, to16, to32, from16 or from32; the last four may
// end in -lossy. COMMAND runs a program that answers as stream.h describes. Options, each with its value:
//
//     short, classes, most, random, characters, representatives   the cases (cases.h)
//     leave-out ROW     sources that contain the row are skipped
//     refuses ROW       the decoder rejects texts that contain the row; they may be well-formed here
//     joins ROW         the bytes of the row are one fault to the decoder, and several here; the longest matching row counts
//     kernels no        does not compare kernels, a stream and other functions with `check`
//     seconds N         the most seconds without an answer
//
// Out: up to ten cases that differ; a last line `N cases, N left out, N not asked, N differ`. Exit status:
//
//     0   none differs
//     1   some differ, or there are more answers than cases
//     2   wrong arguments; no pipe, process or memory
//     3   the decoder ended too early or with an error, gave no answer in time or a wrong kind of answer, or could answer no case
//
// `judge-NAME say OPERATION` asks no decoder: for each line of hex bytes on standard input, it prints the emitted C's answer, and the name
// of a function that disagrees, if there is one.
//
// Two processes generate the same cases: one writes them to the decoder, the other reads the answers.
//
//     judge-utf8 check short 3 'python3 tests/outside/cpython.py utf-8'
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cases.h"
#include "stream.h"

enum { SAME = 0, DIFFERS = 1, WRONG_USE = 2, NO_ANSWER = 3, MOST_SHOWN = 10, BUFFER = 1 << 16 };

static const char *const operations[OPERATIONS] = {
    "check", "repair",     "to16",       "to32",         "from16",      "from32",
    "pair",  "to16-lossy", "to32-lossy", "from16-lossy", "from32-lossy"};

struct answer {
    char letter;
    size_t offset, length, size;
    uint8_t target[MOST_TARGET];
};

static struct plan plan = {.most = 1};
static struct rows refused, joined;
static bool kernels = true;
static int timeout = 300;  // seconds
static size_t cases, unasked, different;

static void give_up(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(status);
}

// ---- The decoder ----

static pid_t decoder, feeder;
static int answers;  // the decoder's output

static void start(const char *command)
{
    int down[2], up[2];
    if (pipe(down) != 0 || pipe(up) != 0 || (decoder = fork()) < 0) {
        give_up(WRONG_USE, "no pipe or process: %s", strerror(errno));
    }
    if (decoder == 0) {
        dup2(down[0], STDIN_FILENO);
        dup2(up[1], STDOUT_FILENO);
        close(down[0]);
        close(down[1]);
        close(up[0]);
        close(up[1]);
        // A process group of its own, so that everything that the command starts can be killed.
        setpgid(0, 0);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    close(down[0]);
    close(up[1]);
    answers = up[0];
    if ((feeder = fork()) < 0) {
        give_up(WRONG_USE, "no process: %s", strerror(errno));
    }
    if (feeder == 0) {
        close(answers);
        stdout = fdopen(down[1], "wb");
    } else {
        close(down[1]);
    }
}

// Ends the feeder. Kills the decoder if it does not end within these seconds. Returns the decoder's wait status.
static int stop(int seconds)
{
    int status = 0;
    kill(feeder, SIGKILL);
    waitpid(feeder, NULL, 0);
    for (int tenths = 0; waitpid(decoder, &status, WNOHANG) == 0; tenths++) {
        if (tenths == 10 * seconds) {
            kill(-decoder, SIGKILL);
        }
        usleep(100000);
    }
    return status;
}

static uint8_t buffer[BUFFER];
static size_t buffered, taken;

static void fill_buffer(void)
{
    struct pollfd ready = {.fd = answers, .events = POLLIN};
    const int polled = poll(&ready, 1, timeout * 1000);
    const ssize_t got = polled == 1 ? read(answers, buffer, BUFFER) : 0;
    if (got > 0) {
        buffered = (size_t)got;
        taken = 0;
        return;
    }
    if (polled == 0) {
        kill(-decoder, SIGKILL);
    }
    const int status = stop(timeout);
    if (polled == 0) {
        give_up(NO_ANSWER, "silent for %d seconds after %zu cases", timeout, cases);
    }
    if (WIFSIGNALED(status)) {
        give_up(NO_ANSWER, "ended by signal %d after %zu cases", WTERMSIG(status), cases);
    }
    give_up(NO_ANSWER, "ended with status %d after %zu cases", WEXITSTATUS(status), cases);
}

// Returns whether the decoder wrote more than was read. Waits at most `timeout` seconds for output or for the decoder's end.
static bool more_answers(void)
{
    struct pollfd ready = {.fd = answers, .events = POLLIN};
    return taken != buffered ||
           (poll(&ready, 1, timeout * 1000) == 1 && read(answers, buffer, BUFFER) > 0);
}

static uint8_t next_byte(void)
{
    if (taken == buffered) {
        fill_buffer();
    }
    return buffer[taken++];
}

static size_t next_number(void)
{
    size_t number = 0;
    for (unsigned i = 0; i < 4; i++) {
        number |= (size_t)next_byte() << 8 * i;
    }
    return number;
}

static void next_answer(struct answer *a)
{
    a->letter = (char)next_byte();
    switch (a->letter) {
    case 'y':
    case 'n':
    case '?':
        return;
    case 'o':
    case 'l':
        a->offset = next_number();
        a->length = a->letter == 'l' ? next_number() : 0;
        return;
    case 'p':
    case 't':
        a->offset = a->letter == 'p' ? next_number() : 0;
        a->size = next_number();
        if (a->size > MOST_TARGET) {
            break;
        }
        for (size_t i = 0; i < a->size; i++) {
            a->target[i] = next_byte();
        }
        return;
    default:
        break;
    }
    stop(0);
    give_up(NO_ANSWER, "no answer in the form of stream.h after %zu cases: %c", cases, a->letter);
}

// ---- The comparison ----

// Sets *a to the answer of the emitted C: y or l for a check, otherwise t or p. Returns the name of a function that disagrees with
// it, or NULL.
static const char *own_answer(const uint8_t *source, size_t size, struct answer *a)
{
    const char *dissent = NULL;
    if (plan.operation == CHECK) {
        const struct verdict v = subject_check(source, size);
        a->letter = v.well_formed ? 'y' : 'l';
        a->offset = v.offset;
        a->length = v.length;
        return kernels ? subject_dissent(source, size, v) : NULL;
    }
    const struct result r =
        plan.operation == PAIR ? subject_pair(source, size, a->target, &dissent)
                               : subject_convert(plan.operation, source, size, a->target, &dissent);
    a->letter = r.complete ? 't' : 'p';
    a->offset = r.read;
    a->size = r.written;
    return dissent;
}

// The decoder rejects the bytes at `at`. If the answer is well-formed or has a later fault, changes it to a fault at `at` without a length.
static void refuse(struct answer *a, size_t at)
{
    const bool well_formed = a->letter == 'y' || a->letter == 't';
    if (well_formed || at < a->offset) {
        a->offset = at;
        a->letter = 'o';
    }
}

// Changes an answer to that of a decoder for which each joined row is one fault.
static void join(struct answer *a, const uint8_t *text, size_t size)
{
    static struct answer part;
    static const uint8_t replacement[] = {0xEF, 0xBF, 0xBD};
    size_t begin = 0;
    if (plan.operation == CHECK) {
        const size_t length = rows_length(&joined, text, size, a->offset);
        a->length = length > 0 && a->letter == 'l' ? length : a->length;
        return;
    }
    a->size = 0;
    for (size_t at = 0; at <= size;) {
        const size_t length = rows_length(&joined, text, size, at);
        if (length > 0 || at == size) {
            own_answer(text + begin, at - begin, &part);
            memcpy(a->target + a->size, part.target, part.size);
            a->size += part.size;
        }
        if (length > 0) {
            memcpy(a->target + a->size, replacement, sizeof replacement);
            a->size += sizeof replacement;
            begin = at + length;
        }
        at += length > 0 ? length : 1;
    }
}

static bool same_answer(const struct answer *own, const struct answer *other)
{
    const bool well_formed = own->letter == 'y' || own->letter == 't';
    switch (other->letter) {
    case 'y':
        return well_formed;
    case 'n':
        return !well_formed;
    case 'o':
        return !well_formed && other->offset == own->offset;
    case 'l':
        return !well_formed && other->offset == own->offset &&
               (own->letter != 'l' || other->length == own->length);
    case 't':
        return own->letter == 't' && other->size == own->size &&
               memcmp(other->target, own->target, own->size) == 0;
    default:
        return !well_formed && other->offset == own->offset &&
               (own->letter != 'p' ||
                (other->size == own->size && memcmp(other->target, own->target, own->size) == 0));
    }
}

static void print_hex(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        printf("%s%02X", i == 0 ? "" : " ", bytes[i]);
    }
}

static void print_answer(const struct answer *a)
{
    switch (a->letter) {
    case 'y':
        printf("well-formed");
        return;
    case 'n':
        printf("ill-formed");
        return;
    case 't':
        print_hex(a->target, a->size);
        return;
    default:
        printf("ill-formed at %zu", a->offset);
        if (a->letter == 'l') {
            printf(", length %zu", a->length);
        } else if (a->letter == 'p') {
            printf(", after ");
            print_hex(a->target, a->size);
        }
    }
}

static void show(const uint8_t *source, size_t size, const struct answer *own,
                 const struct answer *other, const char *dissent)
{
    if (different++ >= MOST_SHOWN) {
        return;
    }
    printf("    ");
    print_hex(source, size);
    printf("\n        here:  ");
    print_answer(own);
    if (dissent != NULL) {
        printf("; otherwise by %s", dissent);
    }
    printf("\n        there: ");
    print_answer(other);
    printf("\n");
}

static void judge(void *context, uint8_t *block, size_t count, size_t size)
{
    static struct answer own, other;
    uint8_t *exact = malloc(size + (size == 0));
    (void)context;
    if (exact == NULL) {
        give_up(WRONG_USE, "no memory");
    }
    for (size_t i = 0; i < count; i++) {
        memcpy(exact, block + i * size, size);
        const char *dissent = own_answer(exact, size, &own);
        if (joined.count > 0) {
            join(&own, exact, size);
        }
        const size_t at = rows_find(&refused, exact, size, width_of(plan.operation));
        if (at != SIZE_MAX) {
            refuse(&own, at);
        }
        next_answer(&other);
        unasked += other.letter == '?';
        cases++;
        if (dissent != NULL || (other.letter != '?' && !same_answer(&own, &other))) {
            show(exact, size, &own, &other, dissent);
        }
    }
    free(exact);
}

static void feed(void *context, uint8_t *block, size_t count, size_t size)
{
    (void)context;
    put_number(count);
    put_number(size);
    if (fwrite(block, size, count, stdout) != count && size > 0) {
        _exit(0);
    }
}

// ---- Words of the command line ----

static void read_representatives(const char *hex)
{
    unsigned byte;
    int used;
    for (; sscanf(hex, " %2x%n", &byte, &used) == 1; hex += used) {
        plan.representatives[plan.representative_count++ % 256] = (uint8_t)byte;
    }
}

static bool take_option(const char *name, const char *value)
{
    const size_t number = strtoull(value, NULL, 10);
    if (strcmp(name, "short") == 0) {
        plan.shortest = number < 3 ? (unsigned)number : 3;
    } else if (strcmp(name, "classes") == 0) {
        plan.classes = number < 8 ? (unsigned)number : 8;
    } else if (strcmp(name, "most") == 0) {
        plan.most = number;
    } else if (strcmp(name, "random") == 0) {
        plan.random = number;
    } else if (strcmp(name, "characters") == 0) {
        plan.characters = strcmp(value, "yes") == 0;
    } else if (strcmp(name, "representatives") == 0) {
        read_representatives(value);
    } else if (strcmp(name, "kernels") == 0) {
        kernels = strcmp(value, "yes") == 0;
    } else if (strcmp(name, "seconds") == 0) {
        timeout = (int)number;
    } else if (strcmp(name, "leave-out") == 0) {
        return rows_add(&plan.left_out, value);
    } else if (strcmp(name, "refuses") == 0) {
        return rows_add(&refused, value);
    } else if (strcmp(name, "joins") == 0) {
        return rows_add(&joined, value);
    } else {
        return false;
    }
    return true;
}

static int say(void)
{
    static char line[4 * MOST_SOURCE];
    static uint8_t source[MOST_SOURCE];
    static struct answer own;
    while (fgets(line, sizeof line, stdin) != NULL) {
        unsigned byte;
        size_t size = 0;
        int used;
        for (const char *at = line; sscanf(at, " %2x%n", &byte, &used) == 1; at += used) {
            source[size++ % MOST_SOURCE] = (uint8_t)byte;
        }
        const char *dissent = own_answer(source, size, &own);
        print_answer(&own);
        printf("%s%s\n", dissent == NULL ? "" : "; otherwise by ", dissent == NULL ? "" : dissent);
    }
    return SAME;
}

int main(int argc, char **argv)
{
    const bool saying = argc == 3 && strcmp(argv[1], "say") == 0;
    const char *operation = argc < 3 ? "" : saying ? argv[2] : argv[1];
    while (plan.operation < OPERATIONS && strcmp(operation, operations[plan.operation]) != 0) {
        plan.operation++;
    }
    if (plan.operation == OPERATIONS) {
        give_up(WRONG_USE, "usage: %s OPERATION [OPTION VALUE]... COMMAND", argv[0]);
    }
    if (saying) {
        return say();
    }
    int at = 2;
    for (; at + 2 < argc; at += 2) {
        if (!take_option(argv[at], argv[at + 1])) {
            give_up(WRONG_USE, "wrong option: %s %s", argv[at], argv[at + 1]);
        }
    }
    if (at + 1 != argc) {
        give_up(WRONG_USE, "no command, or an option without a value");
    }
    signal(SIGPIPE, SIG_IGN);
    start(argv[at]);
    if (feeder == 0) {
        cases_each(&plan, feed, NULL);
        fflush(stdout);
        _exit(0);
    }
    const size_t left_out = cases_each(&plan, judge, NULL);
    if (more_answers()) {
        different++;
        printf("    more answers than cases\n");
    }
    const int status = stop(timeout);
    printf("%zu cases, %zu left out, %zu not asked, %zu differ\n", cases, left_out, unasked,
           different);
    if (unasked == cases || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        give_up(NO_ANSWER, "failed, or could answer nothing: wait status %d", status);
    }
    return different == 0 ? SAME : DIFFERS;
}
