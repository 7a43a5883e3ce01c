// SPDX-License-Identifier: 0BSD
// The page of the catalogue: validates the typed bytes in all encodings at once.

import { h, find, show } from "../playground/dom.js";
import { encoding } from "../../packaging/npm/core.js";
import { unpacked } from "../playground/payload.js";
import { many } from "../playground/tables.js";
import { startInput } from "./input.js";
import { hex } from "./text.js";
import { linkOf } from "./state.js";

const EXAMPLE = { how: "hex", text: "41 ED A0 BD ED B8 80" };

/** Examples that some encodings accept and others reject. */
const TRIES = [
  ["an emoji in UTF-8", "F0 9F 98 80"], ["the emoji as surrogates", "ED A0 BD ED B8 80"], ["a lone surrogate", "ED A0 BD"], ["Java's NUL", "41 C0 80"],
  ["a NUL", "41 00"], ["an overlong slash", "C0 AF"], ["a noncharacter", "EF BF BE"], ["a control", "1B 5B 30 6D"], ["above U+10FFFF", "F4 90 80 80"],
];

let encodings;

function judge(bytes) {
  let accepting = 0;
  for (const [name, code] of encodings) {
    const error = code.firstError(bytes), badge = find("says-" + name);
    accepting += error ? 0 : 1;
    badge.className = "badge of-text " + (error ? "bad" : "good");
    show(badge, error ? `${error.fault} at ${error.offset}` : "well-formed");
  }
  show(find("sum"), `${many(bytes.length, "byte")}: well-formed in `, h("b", {}, accepting), ` of ${encodings.size} encodings.`);
  for (const link of document.querySelectorAll("a[data-page]")) {
    link.href = link.dataset.page + linkOf({ how: "hex", text: hex(bytes) });
  }
}

async function begin() {
  encodings = new Map([...await unpacked(find("payload").textContent)].map(([name, module]) => [name, encoding(name, module)]));
  const set = startInput(encodings.get("utf8"), EXAMPLE, judge);
  show(find("tries"), TRIES.map(([name, text]) => h("button", { type: "button", class: "chip", onclick: () => set({ how: "hex", text }) }, name)));
}

begin();
