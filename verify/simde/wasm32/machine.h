// SPDX-License-Identifier: 0BSD
//
// With this header, emitted code has its simd128 kernel on any machine: see aarch64/machine.h.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <wasm_simd128.h>

#undef __x86_64__
#undef __aarch64__
#define __wasm32__ 1
#define __wasm_simd128__ 1
