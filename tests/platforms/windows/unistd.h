// SPDX-License-Identifier: 0BSD
//
// A sysconf for verify/, since Windows lacks it: the size of a page is 4096, and the number of processors is always one.
#ifndef TRIAL_WINDOWS_UNISTD_H
#define TRIAL_WINDOWS_UNISTD_H

#include_next <unistd.h>

enum { _SC_PAGESIZE, _SC_NPROCESSORS_ONLN };

static inline long sysconf(int name)
{
    return name == _SC_PAGESIZE ? 4096 : 1;
}

#endif
