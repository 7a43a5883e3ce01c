// GNU C: gcc, and clang, also where it stands in for MSVC and does not define __GNUC__.
#if (defined(__GNUC__) || defined(__clang__)) && !defined(__TINYC__)
#define $(U)_GNU 1
#define $(U)_COPY __builtin_memcpy
#define $(U)_NOINLINE __attribute__((noinline))
#define $(U)_LOCAL static __attribute__((unused))  // which some macros leave without a use
#else
#ifndef $(U)_TYPES
#include <string.h>
#endif
#define $(U)_COPY memcpy
#define $(U)_LOCAL static
#ifdef _MSC_VER
#define $(U)_NOINLINE __declspec(noinline)
#else
#define $(U)_NOINLINE
#endif
#endif
$(part("shared/wraps.c"))
