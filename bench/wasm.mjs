// SPDX-License-Identifier: 0BSD
//
// Measures utf8's kernels as WebAssembly, in node: `make bench-wasm`.
//
// In:  files NAME.wasm of packaging/npm/module.c, one per kernel, the vector kernel last. Out: a table with a line for each text of about 16 KiB:
//      GB/s of each kernel, and the ratio of the last one to the fastest of the others.
//
// All kernels run in one process and take turns, each round in a new order. Each figure is the median of the rounds.

import { readFileSync } from "node:fs";
import { basename } from "node:path";

const SIZE = 1 << 14, ROUNDS = 200, TURN_MS = 1, WARM_MS = 500;

/** Ranges of characters for random texts; each range has the same probability. */
const ALPHABETS = {
  ascii: [[0x20, 0x7e]], german: [[0x61, 0x7a], [0x61, 0x7a], [0x61, 0x7a], [0xe4, 0xfc]], russian: [[0x430, 0x44f], [0x410, 0x42f], [0x20, 0x20]],
  chinese: [[0x4e00, 0x9fa5]], emoji: [[0x1f600, 0x1f64f]], mix: [[0x20, 0x7e], [0xa1, 0x7ff], [0x800, 0xd7ff], [0x10000, 0x10ffff]],
};

let seed = 1;
function below(limit) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return Math.floor(seed / 2 ** 32 * limit);
}

function drawn(ranges) {
  const pieces = [];
  for (let size = 0; ;) {
    const [first, last] = ranges[below(ranges.length)], piece = Buffer.from(String.fromCodePoint(first + below(last - first + 1)));
    size += piece.length;
    if (size > SIZE) {
      return Buffer.concat(pieces);
    }
    pieces.push(piece);
  }
}

const kernels = process.argv.slice(2).map((file) => {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)));
  exports.memory.grow(1);
  return { name: basename(file, ".wasm").replace(/^.*-/, ""), exports, room: new Uint8Array(exports.memory.buffer, exports.buffer(), exports.piece()) };
});

/** Validates the text `calls` times. Returns the speed in bytes per millisecond. */
function turn(kernel, size, calls) {
  const begin = performance.now();
  for (let call = 0; call < calls; call++) {
    if (!kernel.exports.valid(size)) {
      throw new Error(kernel.name + " refuses the text");
    }
  }
  return size * calls / (performance.now() - begin);
}

function median(values) {
  return values.sort((a, b) => a - b)[values.length >> 1];
}

function measured(text) {
  for (const kernel of kernels) {
    kernel.room.set(text);
    kernel.calls = 1;
    kernel.speeds = [];
    // Runs long enough for the engine's optimizing compiler, in another thread, to finish.
    for (const begin = performance.now(); performance.now() - begin < WARM_MS;) {
      turn(kernel, text.length, 1);
    }
    while (kernel.calls * text.length / turn(kernel, text.length, kernel.calls) < TURN_MS) {
      kernel.calls *= 2;
    }
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = kernels.length; i > 0; i--) {
      const at = below(i), kernel = kernels[at];
      kernel.speeds.push(turn(kernel, text.length, kernel.calls));
      [kernels[at], kernels[i - 1]] = [kernels[i - 1], kernels[at]];
    }
  }
}

const names = kernels.map((kernel) => kernel.name), vectors = names.at(-1);
const line = (words) => console.log("| " + words.join(" | ") + " |");
line(["GB/s", ...names, "times"]);
line(["---", ...names.map(() => "--:"), "--:"]);
for (const [name, ranges] of Object.entries(ALPHABETS)) {
  measured(drawn(ranges));
  const speed = Object.fromEntries(kernels.map((kernel) => [kernel.name, median(kernel.speeds) / 1e6]));
  const others = names.slice(0, -1).map((other) => speed[other]);
  line([name, ...names.map((other) => speed[other].toFixed(2)), (speed[vectors] / Math.max(...others)).toFixed(2)]);
}
