// SPDX-License-Identifier: 0BSD
//
// A small set of texts, the same ones each time, for what is most likely to be wrong: the cheapest check of all.
#ifndef VERIFY_MUTANTS_TEXTS_H
#define VERIFY_MUTANTS_TEXTS_H

// Makes them; once, after reference_start.
void texts_prepare(void);

// What each kernel that is selected, and the public functions, say of them.
void texts_check(void);

#endif
