// Where unsigned numbers wrap around, as is meant there: clang's -fsanitize=integer says nothing of it.
#ifndef __clang__
#define $(U)_WRAPS
#elif __has_attribute(no_sanitize)
#define $(U)_WRAPS __attribute__((no_sanitize("integer")))
#else
#define $(U)_WRAPS
#endif
