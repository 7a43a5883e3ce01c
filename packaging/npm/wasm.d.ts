// SPDX-License-Identifier: 0BSD
// A file such as u8gen/utf8.wasm, for init().

declare const module: import("./index.js").WasmModule;
export default module;
