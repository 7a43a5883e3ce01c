// SPDX-License-Identifier: 0BSD
/* Prints the bytes around a fault: see u8check_dump.c. */
#ifndef U8CHECK_DUMP_H
#define U8CHECK_DUMP_H

#include "u8check_report.h"

enum { DUMPED = 32 }; /* bytes that a dump may need, counted from the fault */

void put_dump(sink *s, const request *ask, const finding *f, const reason *r);

#endif
