// SPDX-License-Identifier: 0BSD
/* Which files are meant: see u8check_files.c. */
#ifndef U8CHECK_FILES_H
#define U8CHECK_FILES_H

#include "u8check.h"

/* open(2), for paths of any length. */
int files_open(const char *path, int flags);

/* Has this file checked, or what is in this folder. */
void files_check(const request *ask, const char *path);

/* Has all files checked whose names stand in this file, or in stdin if it is -, each ending with a
 * zero byte. */
void files_check_list(const request *ask, const char *list);

#endif
