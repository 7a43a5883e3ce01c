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

/* ---- Paths of any length ---- */

enum { MOST_AT_ONCE = 1000 }; /* bytes of a path that every system takes at once */

/* Opens the folders that a path begins with, one piece of the path in the other, as far as the rest
 * of it is short. Two handles at once, however deep that is. Returns the last folder, or AT_FDCWD if
 * the whole path is short; -1 if it cannot be opened. */
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
        int reason = size > 1 ? errno : ENAMETOOLONG; /* a name that no folder has */
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
    bool ends = *path == '\0' && folder != AT_FDCWD; /* in slashes */
    int file = folder == -1 ? -1 : openat(folder, ends ? "." : path, flags);
    if (folder != -1) {
        leave(folder);
    }
    return file;
}

/* fstatat(2), for paths of any length. */
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

/* Names in a folder, whose path has this size; those before the next one are done. */
typedef struct {
    char **names;
    size_t count, room, next, size;
} listing;

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names in an open folder, but for itself and the one above; errno is 0 if these are all. */
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

/* The names in a folder; of one that was found only if it is one still, itself. */
static listing names_of(const char *path, bool found)
{
    int file = files_open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY | (found ? O_NOFOLLOW : 0));
    DIR *folder = file < 0 ? NULL : fdopendir(file);
    if (folder == NULL) {
        tell_cannot("open", path, errno);
        return (listing){.names = NULL};
    }
    listing l = names_in(folder);
    if (errno != 0) {
        tell_cannot("read", path, errno);
    }
    closedir(folder);
    return l;
}

/* ---- Walking through folders ---- */

/* A path that grows and shrinks, and what is left to be done in each of its folders: neither a deep
 * recursion nor a path a level. */
typedef struct {
    char *path;
    size_t size, room;
    listing *levels;
    size_t depth, levels_room;
    uint64_t hidden, special;
} walker;

/* Puts a name behind the path's folders, which end at `size`. */
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

/* Goes into the folder that the path names. */
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

/* What the path names: checked, entered or passed over. */
static void visit(walker *w, const request *ask, const char *name)
{
    struct stat about;
    if (name[0] == '.' && !ask->hidden) {
        w->hidden++;
    } else if (status_of(w->path, &about, AT_SYMLINK_NOFOLLOW) != 0) {
        tell_cannot("open", w->path, errno);
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
    tell_passed(w.hidden, w.special);
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
