// SPDX-License-Identifier: 0BSD
// What libu8gen is compiled with before each NAME.c: -fvisibility=hidden hides everything, and only what NAME.h declares is exported.
#pragma GCC visibility push(default)
#include U8GEN_HEADER
#pragma GCC visibility pop
