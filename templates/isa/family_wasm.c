#include <wasm_simd128.h>
