// The functions defined here are external in C++ without $(U)_STATIC, so modules can export them.
#if defined(__cplusplus) && !defined($(U)_STATIC)
#define $(U)_INLINE inline
#else
#define $(U)_INLINE static inline
#endif
#ifdef __cplusplus
#define $(U)_CAST(type, value) static_cast<type>(value)
#else
#define $(U)_CAST(type, value) ((type)(value))
#endif
$(part("shared/wraps.c"))
