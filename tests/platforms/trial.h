// SPDX-License-Identifier: 0BSD
//
// Compares every supported kernel and most public functions with the reference on one text: see trial.c.
#ifndef TRIAL_H
#define TRIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TRIAL_MOST = 4096 };  // the most bytes of a text; the rest of a longer text is ignored

// Call this once, before anything else.
void trial_start(void);

// Returns whether everything is right on the text; otherwise prints the error, with the text in hexadecimal.
bool trial(const uint8_t *text, size_t size);

#endif
