// GNU C: gcc and clang. clang-cl, which is compatible with MSVC, does not define __GNUC__.
#if (defined(__GNUC__) || defined(__clang__)) && !defined(__TINYC__)
#define $(U)_GNU 1
#endif
