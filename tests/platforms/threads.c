// SPDX-License-Identifier: 0BSD
//
// Threads validate while another thread repeatedly calls PREFIX_limit_kernels, whose contract allows any thread to call it at any time.
//
// In: -DPREFIX=utf8 and utf8.c. Out: a line, and exit status 0 if every answer was right, whichever kernel gave it. The program is compiled
// with ThreadSanitizer, which reports unordered accesses of two threads to the same memory.
#define _POSIX_C_SOURCE 200809L
#define PASTE_(a, b) a##_##b
#define PASTE(a, b) PASTE_(a, b)
#define P(name) PASTE(PREFIX, name)
#define QUOTE_(text) #text
#define QUOTE(text) QUOTE_(text)
#define HEADER(prefix) QUOTE(prefix.h)
#include HEADER(PREFIX)

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum { READERS = 3, ROUNDS = 300, SIZE = 300 };

static uint8_t well[SIZE], ill[SIZE];
static atomic_int waiting = READERS + 1;

// Waits until all threads are here, so that they run at the same time.
static void meet(void)
{
    atomic_fetch_sub(&waiting, 1);
    while (atomic_load(&waiting) > 0) {
    }
}

static void *limit(void *wrong)
{
    meet();
    for (size_t i = 0; i < ROUNDS; i++) {
        const size_t index = i % (P(kernel_count)() + 1);
        const P(kernel) *kernel = P(kernel_at)(index);
        if (!P(limit_kernels)(kernel ? kernel->name : NULL)) {
            *(bool *)wrong = true;
        }
        sched_yield();  // so that threads alternate on a single processor, too
    }
    return NULL;
}

static void *ask(void *wrong)
{
    meet();
    for (size_t i = 0; i < ROUNDS; i++) {
        P(error) error;
        const size_t size = SIZE - i % 100;
        const bool right = P(valid)(well, size) && !P(valid)(ill, size) &&
                           P(valid_prefix)(ill, size) == 150 && !P(check)(ill, size, &error) &&
                           error.offset == 150 && P(active_kernel)()[0] != '\0';
        if (!right) {
            *(bool *)wrong = true;
        }
        sched_yield();  // so that threads alternate on a single processor, too
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[READERS + 1];
    bool wrong[READERS + 1] = {false}, any = false;
    memset(well, 'a', SIZE);
    memset(ill, 'a', SIZE);
    ill[150] = 0xFF;
    for (size_t i = 0; i <= READERS; i++) {
        if (pthread_create(&threads[i], NULL, i < READERS ? ask : limit, &wrong[i]) != 0) {
            perror("threads");
            return 2;
        }
    }
    for (size_t i = 0; i <= READERS; i++) {
        pthread_join(threads[i], NULL);
        any = any || wrong[i];
    }
    printf("= %d threads validate, one limits %d times\n", READERS, ROUNDS);
    return any;
}
