#ifdef $(U)_GNU
#define $(U)_COPY __builtin_memcpy
#else
#ifndef $(U)_TYPES
#include <string.h>
#endif
#define $(U)_COPY memcpy
#endif

#ifdef $(U)_GNU
#define $(U)_NOINLINE __attribute__((noinline))
#elif defined(_MSC_VER)
#define $(U)_NOINLINE __declspec(noinline)
#else
#define $(U)_NOINLINE
#endif

#ifdef $(U)_GNU
#define $(U)_ALWAYS_INLINE static inline __attribute__((always_inline))
#else
#define $(U)_ALWAYS_INLINE static inline
#endif

$(part("shared/wraps.c"))

// The tables are constant, except in a verification build, which changes them to test the checks.
#ifdef $(U)_VERIFY
#define $(U)_TABLE static
#else
#define $(U)_TABLE static const
#endif
