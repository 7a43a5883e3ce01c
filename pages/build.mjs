// SPDX-License-Identifier: 0BSD
// Builds the playground: one self-contained HTML file (inline.mjs), with the payload that payload.js describes.
//
//     node pages/build.mjs build/pages/playground.html

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { escaped, packed, text, writePage } from "./inline.mjs";

const MOST_BYTES = 1e6;

/** Further files of the payload: some example specs, from which a user can start; docs/specs.md; license, origin and version. */
const OTHERS = [...[
  "big5", "csv-clean", "euc-jp", "euc-kr", "gb18030", "html-clean", "http-field-value", "http-token", "json-clean", "no-bidi-controls", "shift_jis",
  "uri-characters", "windows-1252",
].map((name) => `docs/examples/specs/${name}.lua`), "docs/specs.md", "LICENSE", "ORIGIN", "VERSION"];

const here = dirname(fileURLToPath(import.meta.url)), root = dirname(here);
const playground = join(here, "playground"), wasmoon = join(here, "node_modules/wasmoon");

/** Returns all files of a folder and its subfolders. */
function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = join(folder, entry.name);
    return entry.isDirectory() ? filesOf(name) : [name];
  });
}

/** Empties the lines of Lua that have only a comment, except `--[[` and lines in long strings. Messages still name the right lines. */
const withoutComments = (lua) => lua.replace(/(\[\[[^]*?\]\])|^[ \t]*--(?!\[).*$/gm, (_, string) => string ?? "");

/** Returns the page's Lua modules and the modules of the generator that they need: name of the file -> text without lines of comments. */
function modules() {
  const found = new Map(), waiting = readdirSync(playground).filter((one) => one.endsWith(".lua")).map((one) => "pages/" + one);
  for (const name of waiting) {
    const lua = text(name.startsWith("pages/") ? join(playground, name.slice(6)) : join(root, name));
    found.set(name, Buffer.from(withoutComments(lua)));
    for (const [, needed] of lua.matchAll(/\brequire "((?:gen|pages)\.[\w.]+)"/g)) {
      const file = needed.replaceAll(".", "/") + ".lua";
      waiting.includes(file) || waiting.push(file);
    }
  }
  return found;
}

function payload() {
  const files = modules();
  for (const file of [...filesOf(join(root, "gen/specs")), ...filesOf(join(root, "templates")), ...OTHERS.map((name) => join(root, name))]) {
    files.set(relative(root, file), readFileSync(file));
  }
  files.set("worker.js", Buffer.from(text(join(wasmoon, "dist/index.js")) + text(join(playground, "worker.js"))));
  files.set("glue.wasm", readFileSync(join(wasmoon, "dist/glue.wasm")));
  return packed(files);
}

writePage(process.argv[2], {
  page: join(playground, "page.html"), script: join(playground, "app.js"), styles: [join(playground, "style.css")], most: MOST_BYTES,
  more: "worker-src blob:; ",
  holes: {
    payload: payload(), version: text(join(root, "VERSION")).trim(), license: escaped(text(join(root, "LICENSE"))),
    wasmoon: JSON.parse(text(join(wasmoon, "package.json"))).version, "license-wasmoon": escaped(text(join(wasmoon, "LICENSE"))),
    "license-lua": escaped(text(join(playground, "licenses.txt"))),
  },
});
