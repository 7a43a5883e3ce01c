// SPDX-License-Identifier: 0BSD
/* Escapes text from outside, such as file names: see u8check_shown.c. */
#ifndef U8CHECK_SHOWN_H
#define U8CHECK_SHOWN_H

/* A copy of the word, on one line and without terminal controls. The caller frees it. Exits if memory
 * runs out. */
char *shown(const char *word);

#endif
