// SPDX-License-Identifier: 0BSD
//
// The reference's word on any text: for programs that compare it with something else.
#ifndef VERIFY_JUDGE_H
#define VERIFY_JUDGE_H

#include <stdbool.h>

// Reads texts from standard input, a line of hexadecimal digits each, blanks allowed between bytes;
// writes a line "OFFSET LENGTH FAULT" for each, "SIZE 0 none" of a well-formed one. False if a line
// is something else, which ends it.
bool judge(void);

#endif
