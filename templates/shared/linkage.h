#ifndef $(U)_H
#define $(U)_H

#ifdef $(U)_TYPES
#include $(U)_TYPES
#else
#include <stddef.h>
#include <stdint.h>
#ifndef __cplusplus
#include <stdbool.h>
#endif
#endif
#ifdef __cplusplus
extern "C" {
#endif

#ifndef $(U)_STATIC
#define $(U)_API
#elif defined(__GNUC__) || defined(__clang__)
#define $(U)_API static __attribute__((unused))
#else
#define $(U)_API static
#endif
