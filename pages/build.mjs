// SPDX-License-Identifier: 0BSD
// Builds the playground: one HTML file that holds everything.
//
//     node pages/build.mjs build/pages/playground.html
//
// page.html has holes, {{style}}, {{script}}, {{payload}} ...; what fills them is inline, so the policy of the page can name its script
// and its style by their hashes, and allow nothing else. The modules become one script, each a function of its own; the payload is what
// payload.js says.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";

const MOST_BYTES = 1e6;

const here = dirname(fileURLToPath(import.meta.url)), root = dirname(here);
const playground = join(here, "playground"), wasmoon = join(here, "node_modules/wasmoon");
const text = (file) => readFileSync(file, "utf8");

/** A module and those that it imports, each once, behind those that it needs. */
function linked(file, seen = new Set()) {
  if (seen.has(file)) {
    return "";
  }
  seen.add(file);
  let before = "";
  const body = text(join(playground, file)).replace(/^import (\{[^}]*\}) from "\.\/(.*)";$/gm, (_, names, other) => {
    before += linked(other, seen);
    return `const ${names} = modules["${other}"];`;
  }).replace(/^export (\{[^}]*\});$/m, "return $1;");
  return `${before}modules["${file}"] = (() => {\n${body}})();\n`;
}

/** All files of a folder and its folders. */
function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = join(folder, entry.name);
    return entry.isDirectory() ? filesOf(name) : [name];
  });
}

function payload() {
  const files = new Map();
  for (const file of [...filesOf(join(root, "gen")), ...filesOf(join(root, "templates")), join(root, "LICENSE"), join(root, "VERSION")]) {
    existsSync(file) && files.set(relative(root, file), readFileSync(file));
  }
  for (const name of readdirSync(playground).filter((one) => one.endsWith(".lua"))) {
    files.set("pages/" + name, readFileSync(join(playground, name)));
  }
  files.set("worker.js", Buffer.from(text(join(wasmoon, "dist/index.js")) + text(join(playground, "worker.js"))));
  files.set("glue.wasm", readFileSync(join(wasmoon, "dist/glue.wasm")));
  const names = [...files.keys()].sort();
  const head = JSON.stringify(names.map((name) => [name, files.get(name).length])) + "\n";
  return deflateRawSync(Buffer.concat([Buffer.from(head), ...names.map((name) => files.get(name))]), { level: 9 }).toString("base64");
}

const hash = (content) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
const escaped = (content) => content.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);

function page() {
  const style = text(join(playground, "style.css")), script = `"use strict";\nconst modules = {};\n${linked("app.js")}`;
  const holes = {
    style, script, payload: payload(),
    csp: `default-src 'none'; script-src ${hash(script)} 'wasm-unsafe-eval'; worker-src blob:; style-src ${hash(style)}; base-uri 'none'; form-action 'none'`,
    version: existsSync(join(root, "VERSION")) ? text(join(root, "VERSION")).trim() : "0.1", licence: escaped(text(join(root, "LICENSE"))),
    wasmoon: JSON.parse(text(join(wasmoon, "package.json"))).version, "licence-wasmoon": escaped(text(join(wasmoon, "LICENSE"))),
    "licence-lua": escaped(text(join(playground, "licences.txt"))),
  };
  return text(join(playground, "page.html")).replace(/\{\{([\w-]+)\}\}/g, (_, name) => holes[name]);
}

const target = process.argv[2];
const made = page();
if (Buffer.byteLength(made) > MOST_BYTES) {
  throw new Error(`the page has ${Buffer.byteLength(made)} bytes; allowed are ${MOST_BYTES}`);
}
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, made);
console.log(`${target}: ${Buffer.byteLength(made)} bytes`);
