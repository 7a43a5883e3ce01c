// SPDX-License-Identifier: 0BSD
//
// Runs a program of WebAssembly that is compiled for WASI: node verify/wasi/run.mjs PROGRAM ARGUMENT...
//
// In: the program, its arguments, access to all files. Out: its output and exit status. WASI has no current folder, so the file after
// --results is made an absolute path.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import { WASI } from "node:wasi";

// Node 20 crashes now and then in fast API calls: calls of C++ from code that V8 has compiled.
setFlagsFromString("--no-turbo-fast-api-calls");

const args = process.argv.slice(2).map((word, i, words) => words[i - 1] === "--results" ? resolve(word) : word);
const wasi = new WASI({ version: "preview1", args, env: process.env, preopens: { "/": "/" }, returnOnExit: true });
const module = await WebAssembly.compile(readFileSync(args[0]));
process.exitCode = wasi.start(await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport }));
