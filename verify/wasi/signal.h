// SPDX-License-Identifier: 0BSD
//
// Signals on a system without them. A fault ends the program, and node reports it.
#ifndef VERIFY_WASI_SIGNAL_H
#define VERIFY_WASI_SIGNAL_H

#define SIG_DFL 0
#define SA_NODEFER 0
enum { SIGBUS, SIGILL, SIGSEGV };

typedef int sig_atomic_t;

struct sigaction {
    void (*sa_handler)(int);
    int sa_mask, sa_flags;
};

#define signal(number, handler) ((void)(number), (void)(handler))
#define raise(number) ((void)(number))
#define sigemptyset(set) ((void)(set))
#define sigaction(number, action, old) ((void)(action))

#endif
