// SPDX-License-Identifier: 0BSD
//
// Stream locks on a system with one thread.
#ifndef VERIFY_WASI_STDIO_H
#define VERIFY_WASI_STDIO_H

#include_next <stdio.h>

#define flockfile(stream) ((void)(stream))
#define funlockfile(stream) ((void)(stream))

#endif
