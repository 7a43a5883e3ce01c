// SPDX-License-Identifier: 0BSD
//
// The verdict of the reference on any text, for programs that compare it with another validator.
#ifndef VERIFY_JUDGE_H
#define VERIFY_JUDGE_H

#include <stdbool.h>

// Reads texts from standard input, one per line, as hexadecimal digits; blanks may separate the
// bytes. Writes one line per text: "OFFSET LENGTH FAULT", or "SIZE 0 none" if the text is
// well-formed. Stops and returns false at a line that holds anything else.
bool judge(void);

#endif
