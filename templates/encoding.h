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

@ for _, one in ipairs(parts) do
$(part("api/" .. one.name .. ".h"))

@ end
#ifdef __cplusplus
}
#endif

#endif  // $(U)_H
