// SPDX-License-Identifier: 0BSD
// inline: makes self-contained pages. Each is one HTML file that makes no requests.
//
// In:  a page with placeholders ({{style}}, {{script}} ...); modules; styles; values for other placeholders. Out: the page.
//
// The idea: the page's Content Security Policy has the hashes of its inline script and style. Apart from these, it allows only WebAssembly
// and the sources in the argument `more`. The modules become one script, each in a function:
//
//     import { h } from "./dom.js"; ... export { f };  ->  modules["tables.js"] = (() => { const { h } = modules["dom.js"]; ... return { f }; })();

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { deflateRawSync } from "node:zlib";

const text = (file) => readFileSync(file, "utf8");
const hash = (content) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`;

/** Escapes &, <, > and " of a text for HTML. */
const escaped = (content) => content.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Comments on lines of their own. The scripts of pages leave them out. */
const COMMENT = /^ *(?:\/\/.*|\/\*(?:(?!\*\/)[^])*\*\/)\n/gm;

/** Returns the script of a module and of all modules that it needs: each once, after its own imports. Their base names must differ. */
function linked(file, seen = new Set()) {
  if (seen.has(file)) {
    return "";
  }
  seen.add(file);
  let before = "";
  const body = text(file).replace(COMMENT, "").replace(/^import (\{[^}]*\}) from "(\.[^"]*)";$/gm, (_, names, other) => {
    before += linked(join(dirname(file), other), seen);
    return `const ${names} = modules["${basename(other)}"];`;
  }).replace(/^export (\{[^}]*\});$/m, "return $1;");
  return `${before}modules["${basename(file)}"] = (() => {\n${body}})();\n`;
}

/** Packs files (name -> bytes) in the format that payload.js unpacks. */
function packed(files) {
  const names = [...files.keys()].sort(), head = JSON.stringify(names.map((name) => [name, files.get(name).length])) + "\n";
  return deflateRawSync(Buffer.concat([Buffer.from(head), ...names.map((name) => files.get(name))]), { level: 9 }).toString("base64");
}

/** Fills the placeholders of a page and writes it. `more`: further directives of its policy. `most`: the maximum size in bytes. */
function writePage(target, { page, script, styles, most, more = "", holes }) {
  const style = styles.map(text).join(""), whole = `"use strict";\nconst modules = {};\n${linked(script)}`;
  const all = {
    ...holes, style, script: whole,
    csp: `default-src 'none'; script-src ${hash(whole)} 'wasm-unsafe-eval'; ${more}style-src ${hash(style)}; base-uri 'none'; form-action 'none'`,
  };
  const made = text(page).replace(/\{\{([\w-]+)\}\}/g, (hole, name) => {
    if (all[name] === undefined) {
      throw new Error(`${page}: nothing fills ${hole}`);
    }
    return all[name];
  });
  if (Buffer.byteLength(made) > most) {
    throw new Error(`${target} has ${Buffer.byteLength(made)} bytes; allowed are ${most}`);
  }
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, made);
  console.log(`${target}: ${Buffer.byteLength(made)} bytes`);
}

export { text, escaped, packed, writePage };
