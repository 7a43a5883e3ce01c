// Marks functions in which unsigned numbers wrap around on purpose, for clang's -fsanitize=integer.
#ifndef __clang__
#define $(U)_WRAPS
#elif __has_attribute(no_sanitize)
#define $(U)_WRAPS __attribute__((no_sanitize("integer")))
#else
#define $(U)_WRAPS
#endif
