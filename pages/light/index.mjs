// SPDX-License-Identifier: 0BSD
// Builds the page of the catalogue: one self-contained HTML file (inline.mjs), including the emitted C of all encodings as WebAssembly.
//
//     node pages/light/index.mjs TARGET.html FACTS.json...

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { escaped, packed, text, writePage } from "../inline.mjs";
import { playgroundLink } from "./links.mjs";

const MOST_BYTES = 150e3;

/** The groups of encodings, in order. Encodings without a group are at the end. */
const FAMILIES = [
  ["UTF-8 and subsets of it", ["utf-8", "utf-8-nonul", "utf-8-interchange"]],
  ["With surrogates", ["wtf-8", "utf-8-generalized", "cesu-8", "cesu-8-lax"]],
  ["Java", ["mutf-8", "mutf-8-android", "mutf-8-paired", "mutf-8-lenient"]],
  ["Text of documents and protocols", ["xml-1.0", "yaml-1.2", "toml-1.0", "assignables", "mqtt-strict"]],
  ["The original design", ["fss-utf"]],
];

const here = dirname(fileURLToPath(import.meta.url)), root = join(here, "../..");
const [target, ...files] = process.argv.slice(2);
const facts = new Map(files.map((file) => JSON.parse(text(file))).map((one) => [one.file, one]));

/** Returns the numbers of characters by length, such as "128 of 1 byte, 1,920 of 2, 61,440 of 3". */
const countsText = (counts) => counts.map((count, i) => count > 0 && `${count.toLocaleString("en")} of ${i + 1}${i === 0 ? " byte" : ""}`).filter(Boolean).join(", ");

const fact = (name, value) => `<dt>${name}</dt><dd>${value}</dd>`;

function card({ file, about, language, plan }) {
  return `<section class="card" aria-labelledby="${language.name}">
<h3 id="${language.name}"><span>${escaped(language.title)}</span> <span id="says-${language.name}" class="badge waiting scripted">…</span></h3>
<p>${escaped(about)}</p>
<dl class="facts">
${fact("for", escaped(language.users))}
${fact("defined by", escaped(language.source))}
${fact("characters", countsText(plan.window.counts))}
${fact("checked by", `an automaton of ${language.automaton.count} states, or by lookups in each window of ${plan.window.size} bytes`)}
</dl>
<p class="ways"><a href="${file}.html" data-page="${file}.html" aria-label="${escaped(language.title)}: look inside">Look inside</a>
<a href="playground.html${playgroundLink(file)}" aria-label="${escaped(language.title)}: change its rules">Change its rules</a></p>
</section>`;
}

function family([title, names]) {
  const known = names.filter((name) => facts.has(name));
  return known.length === 0 ? "" : `<h2>${title}</h2>\n<div class="cards">\n${known.map((name) => card(facts.get(name))).join("\n")}\n</div>`;
}

const placed = FAMILIES.flatMap(([, names]) => names);
const others = ["Others", [...facts.keys()].filter((name) => !placed.includes(name))];

writePage(target, {
  page: join(here, "index.html"), script: join(here, "index.js"), styles: [join(here, "../playground/style.css"), join(here, "light.css")],
  most: MOST_BYTES,
  holes: {
    catalogue: [...FAMILIES, others].map(family).join("\n"), count: String(facts.size), version: text(join(root, "VERSION")).trim(),
    payload: packed(new Map([...facts.values()].map(({ language: { name } }) => [name, readFileSync(join(root, `build/wasm/${name}-swar.wasm`))]))),
  },
});
