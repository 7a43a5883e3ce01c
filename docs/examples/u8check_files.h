// SPDX-License-Identifier: 0BSD
/* Finds the files to check: see u8check_files.c. */
#ifndef U8CHECK_FILES_H
#define U8CHECK_FILES_H

#include "u8check.h"

/* open(2) for paths of any length. */
int files_open(const char *path, int flags);

/* Checks a file, or with --recursive the files in a folder and in its subfolders. */
void files_check(const request *ask, const char *path);

/* Checks all files that a list names. `list` is a file, or - for stdin. A zero byte ends each name. */
void files_check_list(const request *ask, const char *list);

#endif
