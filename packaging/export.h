// SPDX-License-Identifier: 0BSD
// Included before each NAME.c of libu8gen. NAME.c is compiled with -fvisibility=hidden; only the declarations of NAME.h are exported.
#pragma GCC visibility push(default)
#include U8GEN_HEADER
#pragma GCC visibility pop
