// SPDX-License-Identifier: 0BSD
//
// The intrinsics of wasm_simd128.h by SIMDe.
#ifndef VERIFY_SIMDE_WASM_SIMD128_H
#define VERIFY_SIMDE_WASM_SIMD128_H

#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/wasm/simd128.h>

#endif
