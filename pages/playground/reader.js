// SPDX-License-Identifier: 0BSD
// The reader: shows a text as characters, and byte by byte, with the results of the tables, the window and the automaton for each byte.

import { h, find, show, hex2, table } from "./dom.js";
import { pips, many, markEntries } from "./tables.js";
import { markAutomaton } from "./automaton.js";

const RUN_MS = 350, MOST_ITEMS = 50;

/** text: the data of shown_text.lua; first: the first fault; masks: the tables' bits; window_: the window's size; at: the shown step. */
let text, first, masks, window_, at = 0, timer;

const word = (step) => step.byte === undefined ? `a pad, ${hex2(step.pad)}` : `byte ${hex2(step.byte)}`;

/** Returns the verdict on the text up to this step, as [class, words]. A step is a byte of the text, or a pad after it. */
function verdictOf(step, i) {
  if (step.byte === undefined) {
    return first ? ["bad", `ill-formed: ${first.fault} at byte ${first.offset}`] : ["good", "well-formed: the text has ended; pads complete its last windows"];
  } else if (step.to === "dead") {
    return ["bad", i > 0 && step.from === "dead" ? `ill-formed since byte ${first.offset}: ${first.fault}`
      : `ill-formed: ${first.fault} at byte ${first.offset}, length ${first.length}`];
  } else if (step.accepts) {
    return ["good", "well-formed so far"];
  }
  return ["open", `unfinished: ${step.expected} may follow`];
}

function lookups(step) {
  const w = step.window;
  if (!w) {
    return h("p", { class: "muted" }, "No tables: this language has no nibble tables, or they are still being derived.");
  }
  const now = step.byte ?? step.pad, line = (name, entry) => [h("dt", {}, h("code", {}, name)), h("dd", {}, h("code", {}, hex2(entry)), " ", pips(entry, masks))];
  return [
    h("dl", { class: "lookups" },
      line(`prev_high[${hex2(w.before)[0]}]`, w.high), line(`prev_low[${hex2(w.before)[1]}]`, w.low), line(`this_high[${hex2(now)[0]}]`, w.this),
      w.this_low !== undefined && line(`this_low[${hex2(now)[1]}]`, w.this_low),
      h("dt", {}, w.this_low === undefined ? "all three" : "all four"),
      h("dd", { class: "and" }, h("code", {}, hex2(w.both)), " ", pips(w.both, masks))),
    h("p", {}, w.names.length > 0 ? w.names.join(", ") : "no bit in all of them", w.due ? "; another continuation byte is due" : ""),
  ];
}

/** Scrolls a list, but not the page, to one of its elements; does nothing if `element` is undefined, as for an empty text without pads. */
function reveal(list, element) {
  const top = element ? element.offsetTop - list.offsetTop : 0;
  if (element && (top < list.scrollTop || top + element.offsetHeight > list.scrollTop + list.clientHeight)) {
    list.scrollTop = top - list.clientHeight / 2;
  }
}

/** Shows the step `at`. `follow`: whether to scroll the drawing of the automaton to the state after this step. */
function showStep(follow) {
  const { steps } = text, step = steps[at];
  const cells = find("bytes").children;
  for (let i = 0; i < cells.length; i++) {
    cells[i].classList.toggle("now", i === at);
    cells[i].classList.toggle("window", i <= at && i > at - window_);
  }
  reveal(find("bytes"), cells[at]);
  markEntries(step?.window?.before, step?.window && (step.byte ?? step.pad));
  markAutomaton(find("automaton"), { from: step?.from, to: step?.byte === undefined ? undefined : step.to, boundary: step?.boundary, follow });
  find("back").disabled = at === 0;
  find("next").disabled = find("run").disabled = at >= steps.length - 1;
  if (!step) {
    show(find("step"), h("p", { class: "muted" }, "The empty text: well-formed."));
    return;
  }
  const [kind, verdict] = verdictOf(step, at), flags = step.window?.flags ?? [];
  show(find("step"),
    h("p", { class: "verdict " + kind, role: "status" }, h("span", { class: "muted" }, `${at + 1} of ${steps.length}, ${word(step)}: `), verdict),
    h("div", { class: "three" },
      h("div", {}, h("h3", {}, "Automaton"), step.byte === undefined
        ? h("p", {}, "has ended with the text")
        : [h("p", {}, h("code", {}, step.from), " → ", h("code", { class: step.to === "dead" ? "bad" : "" }, step.to)),
          h("p", { class: "muted" }, "class ", h("code", {}, step.class))]),
      h("div", {}, h("h3", {}, "Lookups"), lookups(step)),
      h("div", {}, h("h3", {}, "Window"), step.window
        ? [h("p", {}, h("code", {}, windowText()), " ", flags.length > 0 ? h("span", { class: "badge bad" }, "flagged")
          : step.window.left ? h("span", { class: "badge" }, "left to the automaton") : h("span", { class: "badge good" }, "fine")),
          flags.length > 0 && h("p", {}, flags.join(", "))]
        : h("p", { class: "muted" }, "none"))));
}

/** Returns the bytes of the window that ends at the step `at`. */
function windowText() {
  const pad = hex2(text.steps.at(-1).pad ?? 0), bytes = [];
  for (let i = at - window_ + 1; i <= at; i++) {
    bytes.push(i < 0 ? pad : hex2(text.steps[i].byte ?? text.steps[i].pad));
  }
  return bytes.join(" ");
}

function go(to) {
  at = Math.max(0, Math.min(to, text.steps.length - 1));
  showStep(true);
}

function stop() {
  clearInterval(timer);
  timer = undefined;
  show(find("run"), "Run");
}

function run() {
  if (timer) {
    stop();
    return;
  }
  at = at >= text.steps.length - 1 ? 0 : at;
  show(find("run"), "Pause");
  timer = setInterval(() => at < text.steps.length - 1 ? go(at + 1) : stop(), RUN_MS);
}

/** Shows the first `most` characters in a table. A table of all characters of a long text would delay the reaction to a key press. */
function showItems(element, most = MOST_ITEMS) {
  show(element, h("h3", {}, "As characters"),
    text.shown < text.verdict.bytes && h("p", { class: "muted" }, `The text continues; its first ${text.shown} bytes are shown, all are checked.`),
    table("The text as characters", ["at", "bytes", "character", "bits"], text.items.slice(0, most).map((item) => ({
      class: item.ill_formed && "bad",
      cells: [item.offset ?? "", h("code", {}, item.hex), item.lines.map((line, i) => h("span", { class: i === 0 ? "line" : "line muted" }, line)), h("code", { class: "bits" }, item.bits)],
    })), "items"),
    text.items.length > most && h("p", {}, h("button", { type: "button", onclick: () => showItems(element, Infinity) }, `Show all ${text.items.length} characters`)),
    text.elsewhere.length > 0 && h("details", {}, h("summary", {}, "These characters in other encodings"),
      text.elsewhere.map((one) => [h("h4", {}, one.character), h("ul", { class: "plain" }, one.groups.map((group) => h("li", {}, h("code", {}, group.hex), " ", group.names.join(", "),
        group.apart.length > 0 && `; as two characters, ${one.halves}: ${group.apart.join(", ")}`)),
      one.none.length > 0 && h("li", {}, "not at all: ", one.none.join(", ")))])));
}

/** Shows a verdict: an item of the reply to `judge` of bridge.lua. */
function showVerdict({ bytes, fault, offset, length }) {
  show(find("verdict"), h("span", { class: "badge " + (fault ? "bad" : "good") }, fault ? "ill-formed" : "well-formed"), " ",
    fault ? `${fault} at byte ${offset}, length ${length}` : many(bytes, "byte"));
}

/** what: the data of shown_text.lua, with the verdict on the whole text; plan: the data of shown_plan.lua, or undefined. */
function showText(what, plan) {
  stop();
  text = what;
  masks = plan?.nibbles ? plan.nibbles.bits.map((bit) => bit.mask).sort((a, b) => a - b) : [];
  window_ = plan?.window.size ?? 1;
  first = text.verdict.fault && text.verdict;
  show(find("bytes"), text.steps.map((step, i) => {
    const fault = first && i >= first.offset && i < first.offset + first.length;
    return h("span", { class: `byte${step.byte === undefined ? " pad" : ""}${fault ? " fault" : ""}${step.window?.flags.length > 0 ? " flagged" : ""}`, onclick: () => go(i) },
      hex2(step.byte ?? step.pad));
  }));
  showItems(find("items"));
  const decided = first ? text.steps.findIndex((step) => step.to === "dead" || step.byte === undefined) : 0;
  at = decided < 0 ? text.steps.length - 1 : decided;
  showStep(false);
}

const KEYS = {
  ArrowRight: () => go(at + 1), ArrowLeft: () => go(at - 1), Home: () => go(0), End: () => go(Infinity), " ": run,
};

function startReader() {
  find("stepper").addEventListener("keydown", (event) => {
    const key = KEYS[event.key];
    if (key && text && !event.ctrlKey && !event.altKey && !event.metaKey && !(event.key === " " && event.target.matches("button"))) {
      event.preventDefault();
      key();
    }
  });
  find("back").addEventListener("click", () => go(at - 1));
  find("next").addEventListener("click", () => go(at + 1));
  find("run").addEventListener("click", run);
}

export { showVerdict, showText, startReader };
