// SPDX-License-Identifier: 0BSD
// Builds the playground: one self-contained HTML file (inline.mjs), with the payload that payload.js describes.
//
//     node pages/build.mjs build/pages/playground.html

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { escaped, packed, text, writePage } from "./inline.mjs";

const MOST_BYTES = 1e6;

const here = dirname(fileURLToPath(import.meta.url)), root = dirname(here);
const playground = join(here, "playground"), wasmoon = join(here, "node_modules/wasmoon");

/** All files of a folder and its subfolders. */
function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = join(folder, entry.name);
    return entry.isDirectory() ? filesOf(name) : [name];
  });
}

function payload() {
  const files = new Map();
  const top = ["LICENSE", "ORIGIN", "VERSION"].map((name) => join(root, name));
  for (const file of [...filesOf(join(root, "gen")), ...filesOf(join(root, "templates")), ...top]) {
    files.set(relative(root, file), readFileSync(file));
  }
  for (const name of readdirSync(playground).filter((one) => one.endsWith(".lua"))) {
    files.set("pages/" + name, readFileSync(join(playground, name)));
  }
  files.set("worker.js", Buffer.from(text(join(wasmoon, "dist/index.js")) + text(join(playground, "worker.js"))));
  files.set("glue.wasm", readFileSync(join(wasmoon, "dist/glue.wasm")));
  return packed(files);
}

writePage(process.argv[2], {
  page: join(playground, "page.html"), script: join(playground, "app.js"), styles: [join(playground, "style.css")], most: MOST_BYTES,
  more: "worker-src blob:; ",
  holes: {
    payload: payload(), version: text(join(root, "VERSION")).trim(), licence: escaped(text(join(root, "LICENSE"))),
    wasmoon: JSON.parse(text(join(wasmoon, "package.json"))).version, "licence-wasmoon": escaped(text(join(wasmoon, "LICENSE"))),
    "licence-lua": escaped(text(join(playground, "licences.txt"))),
  },
});
