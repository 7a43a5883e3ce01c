// SPDX-License-Identifier: 0BSD
/* Words from outside, such as file names, as they may be shown: see u8check_shown.c. */
#ifndef U8CHECK_SHOWN_H
#define U8CHECK_SHOWN_H

/* The word on one line, with nothing that a terminal acts upon; to be freed. Does not return
 * without memory. */
char *shown(const char *word);

#endif
