// Functions that are defined here. To C++ they are as the others are: a module may export them.
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
