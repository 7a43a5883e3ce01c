// SPDX-License-Identifier: 0BSD
// The page of the catalogue: validates the typed bytes in all encodings at once.

import { h, find, show } from "../playground/dom.js";
import { encoding } from "../../packaging/npm/core.js";
import { unpacked } from "../playground/payload.js";
import { many } from "../playground/tables.js";
import { readHex } from "./text.js";
import { linkOf, readLink } from "./state.js";

const DEFAULT = { how: "hex", text: "41 ED A0 BD ED B8 80" };
const PAUSE_MS = 200;

/** Examples that some encodings accept and others reject. */
const TRIES = [
  ["an emoji in UTF-8", "F0 9F 98 80"], ["the same as surrogates", "ED A0 BD ED B8 80"], ["half of it", "ED A0 BD"], ["Java's NUL", "41 C0 80"],
  ["a NUL", "41 00"], ["an overlong slash", "C0 AF"], ["a noncharacter", "EF BF BE"], ["a control", "1B 5B 30 6D"], ["above U+10FFFF", "F4 90 80 80"],
];

let encodings, linkTimer;

const stateOf = () => ({ how: find("as-hex").checked ? "hex" : "text", text: find("text").value });

function setState(state) {
  find("as-" + state.how).checked = true;
  find("text").value = state.text;
}

function judge() {
  const { how, text } = stateOf(), { bytes, wrong } = how === "hex" ? readHex(text) : { bytes: new TextEncoder().encode(text) };
  find("text").setAttribute("aria-invalid", String(wrong !== undefined));
  find("text-fault").hidden = wrong === undefined;
  show(find("text-fault"), wrong);
  if (wrong) {
    return;
  }
  let accepting = 0;
  for (const [name, code] of encodings) {
    const error = code.firstError(bytes), badge = find("says-" + name);
    accepting += error ? 0 : 1;
    badge.className = "badge " + (error ? "bad" : "good");
    show(badge, error ? `${error.fault} at ${error.offset}` : "well-formed");
  }
  show(find("sum"), `${many(bytes.length, "byte")}: well-formed in `, h("b", {}, accepting), ` of ${encodings.size} encodings.`);
  for (const link of document.querySelectorAll("a[data-page]")) {
    link.href = link.dataset.page + linkOf({ how: "hex", text: [...bytes].map((byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join("") });
  }
}

function typed() {
  judge();
  clearTimeout(linkTimer);
  linkTimer = setTimeout(() => history.replaceState(null, "", linkOf(stateOf())), PAUSE_MS);
}

function fromLink() {
  const state = readLink(location.hash);
  find("note").hidden = state !== undefined;
  show(find("note"), "The link cannot be read; this is an example instead.");
  setState(state?.text === undefined ? DEFAULT : state);
}

async function begin() {
  encodings = new Map([...await unpacked(find("payload").textContent)].map(([name, module]) => [name, encoding(name, module)]));
  fromLink();
  judge();
  find("text").addEventListener("input", typed);
  find("as-text").addEventListener("change", typed);
  find("as-hex").addEventListener("change", typed);
  window.addEventListener("hashchange", () => {
    fromLink();
    judge();
  });
  show(find("tries"), TRIES.map(([name, text]) => h("button", {
    type: "button", class: "chip", onclick: () => {
      setState({ how: "hex", text });
      typed();
    },
  }, name)));
}

begin();
