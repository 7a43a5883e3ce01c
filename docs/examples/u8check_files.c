// SPDX-License-Identifier: 0BSD
/*
 * Which files are meant: those that are named, with -r what is in folders, and lists of names.
 *
 * In: paths. Out: each file's path for u8check_threads.c, in the order of names' bytes.
 *
 * The one idea: what somebody names is taken as it is, a link, a pipe or a device, too. What is
 * found in a folder is taken only if it is a regular file, itself: links are not followed, so there
 * are no loops, and nothing is waited for. What is passed over is counted.
 */
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64

#include "u8check_files.h"

#include "u8check_output.h"
#include "u8check_shown.h"
#include "u8check_threads.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *copy_of(const char *word)
{
    size_t size = strlen(word) + 1;
    return memcpy(room_for(NULL, size, 1), word, size);
}

/* In the order of the files, that something cannot be done. */
static void tell_cannot(const char *what, const char *path, int reason)
{
    sink *s = sink_new();
    char *name = shown(path);
    say_cannot(s, what, name, reason);
    free(name);
    sink_finish(s);
}

/* What was passed over. */
static void tell_passed(uint64_t hidden, uint64_t special)
{
    if (hidden + special > 0) {
        sink *s = sink_new();
        sink_tally(s)->hidden = hidden;
        sink_tally(s)->special = special;
        sink_finish(s);
    }
}

/* ---- Folders ---- */

typedef struct {
    char **names;
    size_t count, room;
} listing;

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names in an open folder, but for itself and the one above; errno is 0 if these are all. */
static listing names_in(DIR *folder)
{
    listing l = {NULL, 0, 0};
    const struct dirent *entry;
    while (errno = 0, (entry = readdir(folder)) != NULL) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) {
            continue;
        }
        if (l.count == l.room) {
            l.room = 2 * l.room + 16;
            l.names = room_for(l.names, l.room, sizeof *l.names);
        }
        l.names[l.count++] = copy_of(entry->d_name);
    }
    int reason = errno;
    if (l.count > 0) {
        qsort(l.names, l.count, sizeof *l.names, by_bytes);
    }
    errno = reason;
    return l;
}

static char *joined(const char *folder, const char *name)
{
    size_t size = strlen(folder), length = strlen(name);
    bool slash = size > 0 && folder[size - 1] != '/';
    char *path = room_for(NULL, size + slash + length + 1, 1);
    memcpy(path, folder, size);
    memcpy(path + size, "/", slash);
    memcpy(path + size + slash, name, length + 1);
    return path;
}

/* The names in a folder; of one that was found only if it is one still, itself. */
static listing names_of(const char *path, bool found)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY | (found ? O_NOFOLLOW : 0));
    DIR *folder = file < 0 ? NULL : fdopendir(file);
    if (folder == NULL) {
        tell_cannot("open", path, errno);
        return (listing){NULL, 0, 0};
    }
    listing l = names_in(folder);
    if (errno != 0) {
        tell_cannot("read", path, errno);
    }
    closedir(folder);
    return l;
}

static void walk(const request *ask, const char *folder, bool found)
{
    listing l = names_of(folder, found);
    uint64_t hidden = 0, special = 0;
    for (size_t i = 0; i < l.count; i++) {
        char *path = joined(folder, l.names[i]);
        struct stat about;
        if (output_closed()) {
            free(path);
        } else if (l.names[i][0] == '.' && !ask->hidden) {
            hidden++;
            free(path);
        } else if (lstat(path, &about) != 0) {
            tell_cannot("open", path, errno);
            free(path);
        } else if (S_ISDIR(about.st_mode)) {
            walk(ask, path, true);
            free(path);
        } else if (S_ISREG(about.st_mode)) {
            threads_check(path, true);
        } else {
            special++;
            free(path);
        }
        free(l.names[i]);
    }
    free(l.names);
    tell_passed(hidden, special);
}

void files_check(const request *ask, const char *path)
{
    struct stat about;
    if (ask->recursive && strcmp(path, "-") != 0 && stat(path, &about) == 0 &&
        S_ISDIR(about.st_mode)) {
        walk(ask, path, false);
    } else {
        threads_check(copy_of(path), false);
    }
}

/* ---- Lists ---- */

void files_check_list(const request *ask, const char *list)
{
    bool in = strcmp(list, "-") == 0;
    FILE *names = in ? stdin : fopen(list, "rb");
    char *name = NULL;
    size_t room = 0;
    ssize_t size = 0;
    if (names == NULL) {
        tell_cannot("open", list, errno);
        return;
    }
    while (!output_closed() && (errno = 0, size = getdelim(&name, &room, '\0', names)) > 0) {
        if (name[0] == '\0') {
            tell_cannot("open", "a file without a name", ENOENT);
        } else if (in && strcmp(name, "-") == 0) {
            tell_cannot("read", "stdin, which has the names,", EBUSY);
        } else {
            files_check(ask, name);
        }
    }
    if (size < 0 && ferror(names)) {
        tell_cannot("read", in ? "stdin" : list, errno);
    }
    free(name);
    if (!in) {
        fclose(names);
    }
}
