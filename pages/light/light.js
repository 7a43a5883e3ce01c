// SPDX-License-Identifier: 0BSD
// The page of an encoding, without the generator: validates the typed text with the emitted C. Marks the state in which the automaton
// stops, and the table entries of the first error.

import { h, find, show, hex2 } from "../playground/dom.js";
import { encoding } from "../../packaging/npm/core.js";
import { colored } from "../playground/editor.js";
import { showAutomaton, markAutomaton } from "../playground/automaton.js";
import { showRows, showWindow, showCover, showNibbles, showClasses, showPrices, showExamples, markEntries, many } from "../playground/tables.js";
import { itemsOf, explained } from "./text.js";
import { cellsIn } from "./cells.js";
import { startInput } from "./input.js";

const EXAMPLE = { how: "text", text: "naïve €5 😀" };
const MOST_BYTES = 4096;

const data = JSON.parse(find("data").textContent), { language, plan } = data;
const code = encoding(language.title, find("portable").textContent, find("vectors").textContent);
const showCells = cellsIn(find("cells"));

/** bytes: the shown bytes; first: their first error, or null; typed: whether bytes were shown before these. */
let bytes, first, typed;

// ---- The text ----

function showVerdict() {
  const words = first && explained(code, bytes, first);
  show(find("verdict"),
    h("p", { class: "verdict" }, h("span", { class: "badge " + (first ? "bad" : "good") }, first ? "ill-formed" : "well-formed"), " ",
      first ? [h("b", {}, words.name), ` at byte ${first.offset}`, first.length > 1 && `, ${first.length} bytes`] : `${many(code.count(bytes), "character")} in ${many(bytes.length, "byte")}`),
    words && h("p", { class: "reason" }, words.meaning, ": ", words.where, "."));
}

function judge(read) {
  typed = bytes !== undefined;
  bytes = read;
  first = code.firstError(bytes);
  const items = itemsOf(code, bytes, MOST_BYTES), more = showCells(items, bytes);
  showVerdict();
  find("rest").hidden = more === 0 && bytes.length <= MOST_BYTES;
  show(find("rest"), `The text continues; all ${many(bytes.length, "byte")} are checked.`);
  showMarks();
}

// ---- The text in the pictures ----

/** The name of a state -> an array with the name of the next state for each byte; undefined where the next state is the dead one. */
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

/** Runs the automaton to the end of the text, or up to the first byte without a transition, and marks the state that it reaches. */
function showWalk() {
  if (!find("automaton").hasChildNodes()) {
    return;
  }
  let from, to = "start", at = 0;
  while (at < bytes.length && steps.get(to)[bytes[at]]) {
    [from, to] = [to, steps.get(to)[bytes[at++]]];
  }
  const dead = at < bytes.length;
  markAutomaton(find("automaton"), { from, to, boundary: boundaries.has(to) && at > 0, follow: typed });
  show(find("walk"), bytes.length === 0 ? "" : [
    "After ", dead && `${many(at, "byte")} of `, "the text above, the automaton is in ", h("code", {}, to),
    dead ? [", which has no arrow for ", h("code", {}, hex2(bytes[at])), "."] : `, where ${first ? "no" : "a"} text may end.`]);
}

/** Returns a rejected pair of adjacent bytes, or undefined. Tries pairs that end after the fault, at its second byte, at its first byte. */
function refusedPair({ offset, length }) {
  for (const at of [offset + length, offset + 1, offset]) {
    if (at < bytes.length) {
      const before = at > 0 ? bytes[at - 1] : parseInt(plan.window.pad, 16), this_ = bytes[at];
      const nibbles = [before >> 4, before & 15, this_ >> 4, this_ & 15];
      const entries = plan.nibbles.tables.map((table, i) => table.entries[nibbles[i]]), all = entries.reduce((one, other) => one & other);
      const bit = plan.nibbles.bits.find((one) => one.kind === "fault" && all & one.mask);
      if (bit) {
        return { before, this_, entries, bit };
      }
    }
  }
}

function showLookups() {
  const pair = first && plan.nibbles && find("nibbles").hasChildNodes() ? refusedPair(first) : undefined;
  markEntries(pair?.before, pair?.this_);
  find("lookups").hidden = !pair;
  if (!pair) {
    return;
  }
  const { before, this_, entries, bit } = pair;
  show(find("lookups"), "The text above: ", h("code", {}, `${hex2(before)} ${hex2(this_)}`), " looks up ",
    entries.map((entry, i) => [i > 0 && " & ", h("code", {}, hex2(entry))]), ", which share ", h("b", {}, bit.name), ".");
}

function showMarks() {
  showWalk();
  showLookups();
}

// ---- Beginning ----

function showFacts() {
  const counts = (plan.window.counts ?? []).map((count, i) => count > 0 && `${count.toLocaleString("en")} of ${many(i + 1, "byte")}`).filter(Boolean);
  show(find("facts"), [
    ["defined by", language.source], ["used by", language.users], ["characters", counts.join(", ")],
    ["faults", language.faults.join(", ")],
    ["automaton", many(language.automaton.count, "state")], ["window", plan.window.size && many(plan.window.size, "byte")],
    ["hash of the spec", h("code", {}, data.hash)], ["hash in the C", h("code", {}, code.specHash())],
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

function begin() {
  const set = startInput(code, EXAMPLE, judge);
  showExamples(find("examples"), language.examples, (hex) => set({ how: "hex", text: hex }));
  showFacts();
  show(find("spec"), colored(data.text));
  requestAnimationFrame(() => {
    showDerivation();
    showMarks();
  });
}

begin();
