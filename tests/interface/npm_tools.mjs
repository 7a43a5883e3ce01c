// SPDX-License-Identifier: 0BSD
//
// Tests the npm package with bundlers and TypeScript, which `make npm-deps` installs.
//
// In:  the folder where `u8gen` is installed; the folder with the tools' node_modules; `all` to test TypeScript 5.7, too, and
//      more options of TypeScript.
// Out: for each bundle `bundle TOOL NAME: BYTES bytes (minified M, with gzip G)`; a line for each test; `N passed, N failed`.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { runAll, test } from "./npm_runner.mjs";

const [folder, tools] = process.argv.slice(2, 4).map((path) => resolve(path)), all = process.argv[4] === "all";
const require = createRequire(join(tools, "x.js")), esbuild = require("esbuild"), { rollup } = require("rollup");

/** Finds the package by the table `exports` of its package.json, as Rollup's plugin for node_modules does, but ignores "sideEffects". */
const { exports: table } = JSON.parse(readFileSync(join(folder, "node_modules/u8gen/package.json"), "utf8"));
const resolving = {
  name: "resolve",
  resolveId: (id) => (id.startsWith("u8gen") ? join(folder, "node_modules/u8gen", table["." + id.slice(5)].import.default) : null),
};

const bundlers = {
  async esbuild(file) {
    const built = await esbuild.build({ entryPoints: [file], bundle: true, format: "esm", write: false });
    assert.deepEqual(built.warnings, []);
    return built.outputFiles[0].text;
  },
  async Rollup(file) {
    const built = await rollup({ input: file, plugins: [resolving], onwarn: (warning) => assert.fail(warning.message) });
    const { output } = await built.generate({ format: "esm" });
    await built.close();
    return output[0].code;
  },
};

/** Each: a name; a program that exports one value; this value; the maximum size of the bundle in KB. */
const programs = [
  ["isUtf8", 'import { isUtf8 } from "u8gen"; export const result = [isUtf8(Uint8Array.of(0xc3, 0xa9)), isUtf8(Uint8Array.of(0xc3))];', [true, false], 50],
  ["isMutf8 and isCesu8", 'import { isMutf8, isCesu8 } from "u8gen"; const nul = Uint8Array.of(0xc0, 0x80); export const result = [isMutf8(nul), isCesu8(nul)];', [true, false], 95],
  ["specHash", 'import { specHash } from "u8gen"; export const result = Object.keys(specHash).includes("utf8");', true, 1],
  ["decode of mutf8", 'import { decode } from "u8gen/mutf8"; export const result = decode(Uint8Array.of(0xc0, 0x80));', "\0", 110],
  ["firstError", 'import { firstError } from "u8gen"; export const result = firstError("wtf-8", Uint8Array.of(0xff)).fault;', "not_a_form", 1700],
];

for (const [bundler, bundle] of Object.entries(bundlers)) {
  // The bundles of each bundler are in a folder of their own.
  const alone = join(folder, "bundles", bundler);
  mkdirSync(alone, { recursive: true });
  for (const [name, program, wanted, most] of programs) {
    test(`${bundler}: ${name}`, async () => {
      const source = join(folder, "program.mjs"), bundled = join(alone, name.replaceAll(" ", "_") + ".mjs");
      writeFileSync(source, program);
      const text = await bundle(source), { code } = await esbuild.transform(text, { minify: true });
      console.log(`bundle ${bundler} ${name}: ${text.length} bytes (minified ${code.length}, with gzip ${gzipSync(code).length})`);
      assert.ok(text.length <= 1000 * most, `${text.length} bytes`);
      writeFileSync(bundled, text);
      assert.deepEqual((await import(pathToFileURL(bundled))).result, wanted);
    });
  }
}

const compilers = { "TypeScript 7": "typescript", ...(all && { "TypeScript 5.7": "typescript-5.7" }) };
for (const [name, compiler] of Object.entries(compilers)) {
  test(name, () => {
    assert.ok(require(compiler + "/package.json").version.startsWith(name.slice(11)));
    // tsc checks all declaration files, including the package's.
    const always = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "es2022"];
    const compile = (...options) => {
      const command = [join(tools, "node_modules", compiler, "bin/tsc"), ...always, ...options];
      const { stdout, status } = spawnSync(process.execPath, command, { encoding: "utf8", cwd: folder });
      assert.equal(status, 0, stdout);
    };
    const uses = ["use.mts", "use.cts"];
    uses.forEach((file) => copyFileSync(new URL("npm_types.mts", import.meta.url), join(folder, file)));
    compile("--module", "nodenext", "--lib", "es2022,dom", ...uses);
    if (all) {
      compile("--module", "nodenext", "--lib", "es2022,webworker", ...uses);
      compile("--module", "esnext", "--moduleResolution", "bundler", "--lib", "es2022,dom", ...uses);
      writeFileSync(join(folder, "node.mts"), 'import { decoderStream } from "u8gen";\nexport const made: TransformStream = decoderStream("utf8");\n');
      compile("--module", "nodenext", "--lib", "es2022", "--typeRoots", join(tools, "node_modules/@types"), "--types", "node", "node.mts");
    }
  });
}

await runAll();
