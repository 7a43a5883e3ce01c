// SPDX-License-Identifier: 0BSD
//
// The parts of <unistd.h> that Windows lacks: the size of a page, and the number of processors. Here the latter is always one.
#ifndef TRIAL_WINDOWS_UNISTD_H
#define TRIAL_WINDOWS_UNISTD_H

#include_next <unistd.h>

enum { _SC_PAGESIZE, _SC_NPROCESSORS_ONLN };

static inline long sysconf(int name)
{
    return name == _SC_PAGESIZE ? 4096 : 1;
}

#endif
