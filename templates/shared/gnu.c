// GNU C: gcc, and clang, also where it stands in for MSVC and does not define __GNUC__.
#if (defined(__GNUC__) || defined(__clang__)) && !defined(__TINYC__)
#define $(U)_GNU 1
#endif
