//
// The rules:
//
$(quoted_spec)

#ifndef $(U)_H
#define $(U)_H

#include <stddef.h>
#include <stdint.h>
#ifndef __cplusplus
#include <stdbool.h>
#else
extern "C" {
#endif

@ for _, name in ipairs(functions) do
$(part("api/" .. name .. ".h"))

@ end
#ifdef __cplusplus
}
#endif

#endif  // $(U)_H
