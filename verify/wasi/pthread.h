// SPDX-License-Identifier: 0BSD
//
// Threads on a system without them: creating one always fails, so the caller does the work.
#ifndef VERIFY_WASI_PTHREAD_H
#define VERIFY_WASI_PTHREAD_H

typedef int pthread_t;

static inline int pthread_create(pthread_t *thread, const void *attributes, void *(*run)(void *),
                                 void *argument)
{
    (void)thread, (void)attributes, (void)run, (void)argument;
    return -1;
}

static inline int pthread_join(pthread_t thread, void **result)
{
    (void)thread, (void)result;
    return -1;
}

#endif
