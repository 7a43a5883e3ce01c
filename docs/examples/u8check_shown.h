// SPDX-License-Identifier: 0BSD
/* Escapes text from outside, such as file names: see u8check_shown.c. */
#ifndef U8CHECK_SHOWN_H
#define U8CHECK_SHOWN_H

#include <stdbool.h>
#include <stdint.h>

/* Whether a character is a C1 control, a line separator, or affects the direction of text. */
bool acts_on_text(uint32_t code_point);

/* Returns the word with escapes: on one line, without terminal controls. The caller frees the result.
 * Exits if memory runs out. */
char *shown(const char *word);

#endif
