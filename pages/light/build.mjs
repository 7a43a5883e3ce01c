// SPDX-License-Identifier: 0BSD
// Builds the light page of an encoding, a page without the generator: one HTML file (inline.mjs) with the emitted C as WebAssembly.
//
//     node pages/light/build.mjs FACTS.json NAME-swar.wasm NAME-simd128.wasm TARGET.html

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { escaped, text, writePage } from "../inline.mjs";
import { playgroundLink } from "./links.mjs";

const MOST_BYTES = 150e3;

const here = dirname(fileURLToPath(import.meta.url)), root = join(here, "../..");
const [facts, portable, vectors, target] = process.argv.slice(2);
const base64 = (file) => readFileSync(file).toString("base64");
const data = JSON.parse(text(facts)), { language } = data;

/** The name of the validating function in the npm package, such as isUtf8Nonul. */
const test = "is" + data.file.replace(/[^a-z0-9]*([a-z0-9]+)/g, (_, word) => word[0].toUpperCase() + word.slice(1));

writePage(target, {
  page: join(here, "page.html"), script: join(here, "light.js"), styles: [join(here, "../playground/style.css"), join(here, "light.css")],
  most: MOST_BYTES,
  holes: {
    title: escaped(language.title), about: escaped(data.about), name: escaped(language.name), file: escaped(data.file), test, link: playgroundLink(data.file),
    version: text(join(root, "VERSION")).trim(), data: JSON.stringify(data).replaceAll("<", "\\u003c"), portable: base64(portable), vectors: base64(vectors),
  },
});
