// SPDX-License-Identifier: 0BSD
//
// Jumps on a system without them: no signal is ever caught (signal.h), so no jump happens.
#ifndef VERIFY_WASI_SETJMP_H
#define VERIFY_WASI_SETJMP_H

typedef int sigjmp_buf;

#define sigsetjmp(buffer, mask) ((void)(buffer), (mask))
#define siglongjmp(buffer, value) ((void)(buffer), (void)(value))

#endif
