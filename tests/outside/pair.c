// SPDX-License-Identifier: 0BSD
//
// Calls the emitted C of a conversion between two encodings (-DNAME=mutf8_to_utf8 -DNAME_UPPER=MUTF8_TO_UTF8) through its public
// interface, for subject.h. Without NAME, there is no conversion: subject_pair aborts.
#include <stdlib.h>

#include "subject.h"

#ifdef NAME
#define PASTE_(a, b) a##_##b
#define PASTE(a, b) PASTE_(a, b)
#define QUOTE_(text) #text
#define QUOTE(text) QUOTE_(text)
#include QUOTE(NAME.h)

struct result subject_pair(const uint8_t *source, size_t size, uint8_t *target,
                           const char **dissent)
{
    const PASTE(NAME, result) r = NAME(source, size, target, MOST_TARGET);
    const size_t computed = PASTE(NAME, size)(source, size);
    *dissent = computed == r.written ? NULL : "the function that computes the size";
    return (struct result){r.status == PASTE(NAME_UPPER, STATUS_COMPLETE), r.read, r.written};
}
#else
struct result subject_pair(const uint8_t *source, size_t size, uint8_t *target,
                           const char **dissent)
{
    (void)source, (void)size, (void)target, (void)dissent;
    abort();
}
#endif
