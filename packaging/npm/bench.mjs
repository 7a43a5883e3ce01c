// SPDX-License-Identifier: 0BSD
//
// Measures the package's isUtf8 (also without SIMD), decode and encode, and node's isUtf8, TextDecoder and TextEncoder: `make npm-bench`.
//
// In:  the package's folder. Out: a table of GB/s of UTF-8, the best of 20 rounds, for each text and size in bytes.

import { isUtf8 as node } from "node:buffer";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

// The CommonJS file has a module of its own. Its first call chooses between SIMD and portable code.
const { isUtf8: portable } = createRequire(import.meta.url)(resolve(process.argv[2], "utf8.cjs")), { validate } = WebAssembly;
WebAssembly.validate = () => false;
portable(Buffer.of());
WebAssembly.validate = validate;

const { isUtf8, decode, encode } = await import(pathToFileURL(process.argv[2] + "/utf8.js"));
const decoder = new TextDecoder("utf-8", { fatal: true }), encoder = new TextEncoder();
const texts = { English: "The quick brown fox jumps. ", French: "Voilà un cœur qui bat, là-bas. ", Arabic: "مرحبا بالعالم ", Chinese: "統一碼標準", emoji: "😀😃😄" };
const ways = {
  isUtf8, "without SIMD": portable, "buffer.isUtf8": node, decode: (bytes) => decode(bytes, { fatal: true }), TextDecoder: (bytes) => decoder.decode(bytes),
  encode: (_, string) => encode(string), TextEncoder: (_, string) => encoder.encode(string),
};

/** GB/s. */
function speed(way, bytes) {
  const string = bytes.toString();
  const runs = Math.ceil(2e6 / (bytes.length + 200));
  let best = Infinity;
  for (let round = 0; round < 20; round++) {
    const begin = performance.now();
    for (let run = 0; run < runs; run++) {
      way(bytes, string);
    }
    best = Math.min(best, (performance.now() - begin) / runs);
  }
  return bytes.length / best / 1e6;
}

console.log(["text", "bytes", ...Object.keys(ways)].map((word) => word.padStart(14)).join(""));
for (const [name, text] of Object.entries(texts)) {
  for (const size of [20, 1000, 60000, 1000000]) {
    const unit = Buffer.from(text), bytes = Buffer.from(text.repeat(Math.max(1, Math.floor(size / unit.length))));
    const speeds = Object.values(ways).map((way) => speed(way, bytes).toFixed(2));
    console.log([name, String(bytes.length), ...speeds].map((word) => word.padStart(14)).join(""));
  }
}
