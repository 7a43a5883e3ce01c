// SPDX-License-Identifier: 0BSD
//
// One text through every kernel and every public function, against the reference.
#ifndef TRIAL_H
#define TRIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TRIAL_MOST = 4096 };  // bytes of a text; of a longer one the first so many are taken

// Once, before anything else.
void trial_start(void);

// Is everything right about the text? What is not is printed, with the text in hexadecimal.
bool trial(const uint8_t *text, size_t size);

#endif
