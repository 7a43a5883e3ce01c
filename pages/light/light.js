// SPDX-License-Identifier: 0BSD
// The page of an encoding, without the generator: validates the typed text with the emitted C. In the derivation, it marks the state in
// which the automaton stops, and the table entries of the first error.

import { h, find, show, hex2 } from "../playground/dom.js";
import { encoding } from "../../packaging/npm/core.js";
import { coloured } from "../playground/editor.js";
import { showAutomaton, markAutomaton } from "../playground/automaton.js";
import { showRows, showWindow, showCover, showNibbles, showClasses, showPrices, many } from "../playground/tables.js";
import { readHex, readText, itemsOf, explained } from "./text.js";
import { cellsIn } from "./cells.js";
import { readLink, linkOf } from "./state.js";

const DEFAULT = { how: "text", text: "naïve €5 😀" };
const MOST_BYTES = 4096, PAUSE_MS = 200;

const data = JSON.parse(find("data").textContent), { language, plan } = data;
const code = encoding(language.title, find("portable").textContent, find("vectors").textContent);
const showCells = cellsIn(find("cells"));

let linkTimer;

// ---- The text ----

const stateOf = () => ({ how: find("as-hex").checked ? "hex" : "text", text: find("text").value });

function setState(state) {
  find("as-" + state.how).checked = true;
  find("text").value = state.text;
}

function showVerdict(bytes, first, count) {
  const words = first && explained(code, bytes, first);
  show(find("verdict"),
    h("p", { class: "verdict" }, h("span", { class: "badge " + (first ? "bad" : "good") }, first ? "ill-formed" : "well-formed"), " ",
      first ? [h("b", {}, words.name), ` at byte ${first.offset}`, first.length > 1 && `, ${first.length} bytes`] : `${many(count, "character")} in ${many(bytes.length, "byte")}`),
    words && h("p", { class: "reason" }, words.meaning, ": ", words.where, "."));
}

function judge() {
  const { how, text } = stateOf(), { bytes, wrong } = how === "hex" ? readHex(text) : readText(code, text);
  find("text").setAttribute("aria-invalid", String(wrong !== undefined));
  find("text-fault").hidden = wrong === undefined;
  show(find("text-fault"), wrong);
  if (wrong) {
    return;
  }
  const error = bytes.length > MOST_BYTES ? code.firstError(bytes) : null, part = bytes.subarray(0, MOST_BYTES);
  const { items, first } = itemsOf(code, part), more = showCells(items, part);
  showVerdict(bytes, bytes.length > MOST_BYTES ? error : first, items.length);
  find("rest").hidden = more === 0 && part.length === bytes.length;
  show(find("rest"), `Not all characters are shown; all ${many(bytes.length, "byte")} are checked.`);
  showWalk(part, first);
  showLookups(part, first);
}

function keepLink() {
  clearTimeout(linkTimer);
  linkTimer = setTimeout(() => history.replaceState(null, "", linkOf(stateOf())), PAUSE_MS);
}

function typed() {
  judge();
  keepLink();
}

// ---- The text in the pictures ----

/** For each state, its name -> the names of the 256 next states; undefined for the dead one. */
const steps = new Map(language.automaton.states.map((state) => {
  const next = Array(256);
  for (const { bytes, to } of state.steps) {
    for (const range of bytes.split(", ")) {
      const [first, last] = range.split("..").map((digits) => parseInt(digits, 16));
      next.fill(to, first, (last ?? first) + 1);
    }
  }
  return [state.name, next];
}));
const boundaries = new Set(language.automaton.states.filter((state) => state.goal).map((state) => state.name));

/** Runs the automaton to the end of the bytes, or up to the first byte without a transition, and shows its state. */
function showWalk(bytes, first) {
  if (!find("automaton").hasChildNodes()) {
    return;
  }
  let from, to = "start", at = 0;
  while (at < bytes.length && steps.get(to)[bytes[at]]) {
    [from, to] = [to, steps.get(to)[bytes[at++]]];
  }
  const dead = at < bytes.length;
  markAutomaton(find("automaton"), from, to, boundaries.has(to) && at > 0);
  show(find("walk"), bytes.length === 0 ? "" : [
    "After ", dead && `${many(at, "byte")} of `, "the text above, the automaton is in ", h("code", {}, to),
    dead ? [", which has no arrow for ", h("code", {}, hex2(bytes[at])), "."] : `, where ${first ? "no" : "a"} text may end.`]);
}

/** The pair of bytes that the tables reject at the first fault. */
function refusedPair(bytes, { offset, length }) {
  const [high, low, now] = plan.nibbles.tables.map((one) => one.entries);
  for (const at of [offset + length, offset + 1, offset]) {
    if (at < bytes.length) {
      const before = at > 0 ? bytes[at - 1] : parseInt(plan.window.pad, 16), this_ = bytes[at];
      const entries = [high[before >> 4], low[before & 15], now[this_ >> 4]];
      const bit = plan.nibbles.bits.find((one) => one.kind === "fault" && entries[0] & entries[1] & entries[2] & one.mask);
      if (bit) {
        return { before, this_, entries, bit };
      }
    }
  }
}

function showLookups(bytes, first) {
  document.querySelectorAll(".entry.now").forEach((one) => one.classList.remove("now"));
  const pair = first && plan.nibbles && find("nibbles").hasChildNodes() && refusedPair(bytes, first);
  find("lookups").hidden = !pair;
  if (!pair) {
    return;
  }
  const { before, this_, entries, bit } = pair, places = [before >> 4, before & 15, this_ >> 4];
  plan.nibbles.tables.forEach((one, i) => document.querySelector(`.entry[data-table="${one.name}"][data-at="${places[i]}"]`)?.classList.add("now"));
  show(find("lookups"), "The text above: ", h("code", {}, `${hex2(before)} ${hex2(this_)}`), " looks up ",
    entries.map((entry, i) => [i > 0 && " & ", h("code", {}, hex2(entry))]), ", which share ", h("b", {}, bit.name), ".");
}

// ---- Beginning ----

function showFacts() {
  const counts = (plan.window.counts ?? []).map((count, i) => count > 0 && `${count.toLocaleString("en")} of ${many(i + 1, "byte")}`).filter(Boolean);
  show(find("facts"), [
    ["defined by", language.source], ["used by", language.users], ["characters", counts.join(", ")],
    ["faults", language.faults.join(", ")],
    ["automaton", many(language.automaton.count, "state")], ["window", plan.window.size && many(plan.window.size, "byte")],
    ["hash of the rules", h("code", {}, data.hash)], ["hash in the C", h("code", {}, code.specHash())],
  ].map(([name, value]) => value && [h("dt", {}, name), h("dd", {}, value)]));
}

function showDerivation() {
  showRows(find("rows"), language);
  showAutomaton(find("automaton"), language.automaton);
  showWindow(find("window"), plan);
  showClasses(find("classes"), plan);
  showPrices(find("prices"), plan);
  if (plan.nibbles) {
    showCover(find("cover"), plan);
    showNibbles(find("nibbles"), plan);
  }
}

function tryBytes(hex) {
  setState({ how: "hex", text: hex });
  typed();
}

/** Shows the input that the address holds, or an example; with a note if the address cannot be read. */
function fromLink() {
  const state = readLink(location.hash);
  find("note").hidden = state !== undefined;
  show(find("note"), "The link cannot be read; this is an example instead.");
  setState(state?.text === undefined ? DEFAULT : state);
}

function begin() {
  fromLink();
  judge();
  find("text").addEventListener("input", typed);
  find("as-text").addEventListener("change", typed);
  find("as-hex").addEventListener("change", typed);
  window.addEventListener("hashchange", () => {
    fromLink();
    judge();
  });
  const seen = new Set();
  show(find("examples"), language.examples.filter((one) => !seen.has(one.fault) && seen.add(one.fault)).slice(0, 10).map((one) =>
    h("button", { type: "button", class: "chip", onclick: () => tryBytes(one.hex) }, one.fault)));
  showFacts();
  show(find("spec"), coloured(data.text));
  requestAnimationFrame(() => {
    showDerivation();
    judge();
  });
}

begin();
