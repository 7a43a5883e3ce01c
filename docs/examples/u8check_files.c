// SPDX-License-Identifier: 0BSD
/*
 * Finds the files to check: named files, files in folders with --recursive, and lists of names.
 *
 * In: paths. Out: the path of each file for u8check_threads.c. The files of a folder are sorted by the
 * bytes of their names.
 *
 * The idea: a named path is read whatever it is, including links, pipes and devices. Of the entries in a
 * folder, only regular files are read and only folders are searched. So links cause no loops, and the
 * program never blocks on a pipe in a folder. Skipped entries are counted.
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

/* Reports an error, in the order of the files. */
static void report_cannot(const char *what, const char *path, int reason)
{
    sink *s = sink_new();
    char *name = shown(path);
    say_cannot(s, what, name, reason);
    free(name);
    sink_finish(s);
}

/* Adds the numbers of skipped names to the totals. */
static void report_skipped(uint64_t hidden, uint64_t special)
{
    if (hidden + special > 0) {
        sink *s = sink_new();
        sink_totals(s)->hidden = hidden;
        sink_totals(s)->special = special;
        sink_finish(s);
    }
}

/* ---- Paths of any length ---- */

enum { MOST_AT_ONCE = 1000 }; /* bytes of a path; X/Open systems accept 1024 in one call */

/* Opens the leading folders of a long path one after the other, until the rest of the path is short. At
 * most two handles are open at a time. Moves *path to the rest. Returns the last folder, AT_FDCWD if
 * the whole path is short, or -1 on error. */
static int folder_before(const char **path)
{
    int folder = AT_FDCWD;
    char piece[MOST_AT_ONCE + 1];
    while (strlen(*path) > MOST_AT_ONCE) {
        size_t size = MOST_AT_ONCE;
        while (size > 1 && (*path)[size - 1] != '/') {
            size--;
        }
        memcpy(piece, *path, size);
        piece[size] = '\0';
        int next = openat(folder, piece, O_RDONLY | O_CLOEXEC | O_DIRECTORY);
        int reason = size > 1 ? errno : ENAMETOOLONG; /* longer than any name in a folder */
        if (folder != AT_FDCWD) {
            close(folder);
        }
        if (next < 0 || size == 1) {
            errno = reason;
            return -1;
        }
        folder = next;
        for (*path += size; **path == '/'; ++*path) {
        }
    }
    return folder;
}

static void leave(int folder)
{
    int reason = errno;
    if (folder != AT_FDCWD) {
        close(folder);
    }
    errno = reason;
}

int files_open(const char *path, int flags)
{
    int folder = folder_before(&path);
    bool ends = *path == '\0' && folder != AT_FDCWD; /* the path ends in slashes */
    int file = folder == -1 ? -1 : openat(folder, ends ? "." : path, flags);
    if (folder != -1) {
        leave(folder);
    }
    return file;
}

/* fstatat(2) for paths of any length. */
static int status_of(const char *path, struct stat *about, int flags)
{
    int folder = folder_before(&path);
    bool ends = *path == '\0' && folder != AT_FDCWD;
    int result = folder == -1 ? -1 : fstatat(folder, ends ? "." : path, about, flags);
    if (folder != -1) {
        leave(folder);
    }
    return result;
}

/* ---- Folders ---- */

/* The sorted names in a folder. `size` is the length of the folder's path, `next` the index of the
 * first name that is not yet visited. */
typedef struct {
    char **names;
    size_t count, room, next, size;
} listing;

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Reads all names in an open folder except . and .. . errno is 0 if this succeeded. */
static listing names_in(DIR *folder)
{
    listing l = {.names = NULL};
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

/* Reads the names in a folder. A folder that was `found` in another one is not opened if it has
 * become a link. */
static listing names_of(const char *path, bool found)
{
    int file = files_open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY | (found ? O_NOFOLLOW : 0));
    DIR *folder = file < 0 ? NULL : fdopendir(file);
    if (folder == NULL) {
        report_cannot("open", path, errno);
        return (listing){.names = NULL};
    }
    listing l = names_in(folder);
    if (errno != 0) {
        report_cannot("read", path, errno);
    }
    closedir(folder);
    return l;
}

/* ---- Walking through folders ---- */

/* The current path, and a stack with the listing of each folder in it. The stack replaces recursion, and
 * all levels share one path. */
typedef struct {
    char *path;
    size_t size, room;
    listing *levels;
    size_t depth, levels_room;
    uint64_t hidden, special;
} walker;

/* Replaces everything after the first `size` bytes of the path by a name. */
static void put_name(walker *w, size_t size, const char *name)
{
    size_t length = strlen(name);
    bool slash = size > 0 && w->path[size - 1] != '/';
    if (w->room - size < length + 2) {
        w->room = 2 * (size + length + 2);
        w->path = room_for(w->path, w->room, 1);
    }
    memcpy(w->path + size, "/", slash);
    memcpy(w->path + size + slash, name, length + 1);
    w->size = size + slash + length;
}

/* Pushes the folder that the path names. */
static void enter(walker *w, bool found)
{
    if (w->depth == w->levels_room) {
        w->levels_room = 2 * w->levels_room + 16;
        w->levels = room_for(w->levels, w->levels_room, sizeof *w->levels);
    }
    listing l = names_of(w->path, found);
    l.size = w->size;
    w->levels[w->depth++] = l;
}

/* Checks the file at the path, enters the folder, or skips it. */
static void visit(walker *w, const request *ask, const char *name)
{
    struct stat about;
    if (name[0] == '.' && !ask->hidden) {
        w->hidden++;
    } else if (status_of(w->path, &about, AT_SYMLINK_NOFOLLOW) != 0) {
        report_cannot("open", w->path, errno);
    } else if (S_ISDIR(about.st_mode)) {
        enter(w, true);
    } else if (S_ISREG(about.st_mode)) {
        threads_check(copy_of(w->path), true);
    } else {
        w->special++;
    }
}

static void walk(const request *ask, const char *folder)
{
    walker w = {.path = NULL};
    put_name(&w, 0, folder);
    enter(&w, false);
    while (w.depth > 0) {
        listing *l = &w.levels[w.depth - 1];
        if (l->next == l->count) {
            free(l->names);
            w.depth--;
        } else {
            char *name = l->names[l->next++];
            put_name(&w, l->size, name);
            if (!output_closed()) {
                visit(&w, ask, name);
            }
            free(name);
        }
    }
    report_skipped(w.hidden, w.special);
    free(w.levels);
    free(w.path);
}

void files_check(const request *ask, const char *path)
{
    struct stat about;
    if (ask->recursive && strcmp(path, "-") != 0 && status_of(path, &about, 0) == 0 &&
        S_ISDIR(about.st_mode)) {
        walk(ask, path);
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
        report_cannot("open", list, errno);
        return;
    }
    while (!output_closed() && (errno = 0, size = getdelim(&name, &room, '\0', names)) > 0) {
        if (name[0] == '\0') {
            report_cannot("open", "a file without a name", ENOENT);
        } else if (in && strcmp(name, "-") == 0) {
            report_cannot("read", "stdin, the list of names", EBUSY);
        } else {
            files_check(ask, name);
        }
    }
    if (size < 0 && ferror(names)) {
        report_cannot("read", in ? "stdin" : list, errno);
    }
    free(name);
    if (!in) {
        fclose(names);
    }
}
