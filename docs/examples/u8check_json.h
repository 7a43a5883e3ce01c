// SPDX-License-Identifier: 0BSD
/* Prints findings as JSON, one object per line, and as SARIF 2.1.0: see u8check_json.c. */
#ifndef U8CHECK_JSON_H
#define U8CHECK_JSON_H

#include "u8check_report.h"

void put_json(sink *s, const request *ask, const finding *f, const reason *r);
void put_json_measured(sink *s, const request *ask, const measured *m);
void put_json_stats(sink *s, double seconds);

void put_sarif_begin(sink *s, const request *ask);
void put_sarif(sink *s, const request *ask, const finding *f, const reason *r);
void put_sarif_end(sink *s, int status);

#endif
