// SPDX-License-Identifier: 0BSD
// The pane with the C: shows the C files that the chosen options give, and highlights the lines generated from a rule, row, state, table
// entry or bit.
//
// In:  replies of bridge.lua: choices, emit (shown_c.lua), pack (packed.lua). The options are kept when the spec changes.

import { h, find, show } from "./dom.js";
import { saveFolder } from "./save.js";
import { many } from "./tables.js";

const PAUSE_MS = 100, MARGIN = 48, MOST_CHANGED = 400;

let ask, failed, changed;
/** The kernels and functions that are ticked at first. The options of a link replace these defaults. If a list is undefined, all of its
 *  kind are ticked. */
let first = { kernels: ["shift", "avx2"], functions: ["valid", "check"] };
/** The options of the last link that was opened, or undefined; and whether the user changed options since. */
let given, isChanged = false;
/** The last reply to `emit` without a fault, the index of the shown file, and the reply to `choices` for the current spec. */
let made, at = 0, choices;
/** The names that the user ticked and unticked. */
const ticked = { kernels: new Map(), functions: new Map() };
let timer, wanted = 0, running = false, known = false;

const isOpen = () => find("c-fold").getAttribute("aria-expanded") === "true";
const number = (value) => value.toLocaleString("en");
const isTicked = (kind, name) => ticked[kind].get(name) ?? first[kind]?.includes(name) ?? true;

const listOf = (kind) => [...find("c-" + kind).querySelectorAll("input:checked")].map((one) => one.value);

/** Returns the four words of a CHOICE, see bridge.lua. The functions are empty if all are ticked; the kernels are dfa if none is ticked. */
function words() {
  const functions = listOf("functions"), all = functions.length === find("c-functions").querySelectorAll("input:enabled, input[data-always]").length;
  return [find("c-prefix").value.trim(), listOf("kernels").join(",") || "dfa", all ? "" : functions.join(","), find("c-single").checked ? "single" : ""];
}

// ---- The code ----

/** Returns a line of C, colored if it is a comment or a directive. */
function lineOf(text, i, isNew) {
  const kind = /^\s*\/\//.test(text) ? " comment" : text.startsWith("#") ? " word" : "";
  return h("span", { class: `cl${kind}${isNew ? " changed" : ""}`, "data-line": i + 1 }, text + "\n");
}

/** Shows a file. before: the lines of the file's previous text, if the spec changed since then. */
function showFile(index, before) {
  at = Math.min(index, made.files.length - 1);
  const lines = made.files[at].text.split("\n").slice(0, -1), fresh = before ? lines.map((line) => line !== "" && !before.has(line)) : [];
  const few = fresh.filter(Boolean).length <= MOST_CHANGED;
  show(find("c-code"), lines.map((line, i) => lineOf(line, i, few && fresh[i])));
  const parts = lines.flatMap((line, i) => /^\/\/ ---- (.*?) -+$/.exec(line)?.[1] ? [[/^\/\/ ---- (.*?) -+$/.exec(line)[1], i]] : []);
  show(find("c-part"), h("option", { value: 0 }, "beginning"), parts.map(([name, i]) => h("option", { value: i }, name)));
  find("c-files").querySelectorAll("button").forEach((one, i) => one.setAttribute("aria-pressed", String(i === at)));
}

function goTo(line) {
  const element = find("c-code").children[line];
  find("c-code").scrollTop = element ? element.offsetTop - MARGIN : 0;
}

function showMade(reply, fromSpec) {
  const before = made, total = (one, field) => one.files.reduce((sum, file) => sum + file[field], 0);
  const change = (field) => before && total(reply, field) - total(before, field);
  const signed = (value) => value ? ` (${value > 0 ? "+" : "−"}${number(Math.abs(value))})` : "";
  made = reply;
  show(find("c-files"), reply.files.map((file, i) => h("button", { type: "button", class: "chip", onclick: () => showFile(i) }, file.name)));
  show(find("c-size"), `${number(total(reply, "lines"))} lines${signed(change("lines"))}, ${number(total(reply, "bytes"))} bytes${signed(change("bytes"))}`,
    h("small", {}, " ", reply.files.map((file) => `${file.name} ${number(file.lines)} lines`).join(", ")));
  show(find("c-command"), reply.command);
  const old = before?.files[Math.min(at, before.files.length - 1)], scrolled = find("c-code").scrollTop;
  showFile(before ? at : reply.files.length - 1, fromSpec && old ? new Set(old.text.split("\n")) : undefined);
  if (before) {
    find("c-code").scrollTop = scrolled;
  } else {
    const first = [...find("c-part").options].find((one) => one.text === "The automaton");
    first && (first.selected = true);
    goTo(Number(find("c-part").value));
  }
}

/** Generates the C again, if the pane is open and the tables are known. If the choice changes meanwhile, the last choice counts. */
async function refresh(fromSpec) {
  wanted++;
  if (running || !known || !isOpen()) {
    return;
  }
  running = true;
  const begin = performance.now();
  try {
    if (!choices) {
      choices = await ask("choices");
      showChoices();
    }
    for (let turn = 0; turn !== wanted;) {
      turn = wanted;
      const reply = await ask("emit", ...words());
      find("c-fault").hidden = !reply.fault;
      show(find("c-fault"), reply.fault?.message);
      reply.fault || showMade(reply, fromSpec);
    }
    find("c-save").disabled = find("c-copy").disabled = false;
    find("c").classList.remove("stale");
    find("c").dataset.ms = Math.round(performance.now() - begin);
  } catch (error) {
    failed(error);
  } finally {
    running = false;
  }
}

// ---- The options ----

/** The options for a link: the words of the choice, joined by |. If the user changed none: the options of the last link, or undefined. */
const optionsOf = () => isChanged && find("c-kernels").querySelector("input") ? words().map((word) => word.replaceAll("|", "")).join("|") : given;

/** Applies the options of a link. Names that the language lacks have no effect. */
function setOptions(options) {
  given = options;
  isChanged = false;
  if (options !== undefined) {
    const [prefix, kernels, functions, single] = options.split("|");
    find("c-prefix").value = prefix;
    find("c-single").checked = single !== "";
    first = { kernels: kernels.split(","), functions: functions === "" ? undefined : functions.split(",") };
    ticked.kernels.clear();
    ticked.functions.clear();
    choices && showChoices();
    refresh();
  }
}

function boxes(kind, names) {
  show(find("c-" + kind), h("legend", {}, kind), names.map((one) => h("label", { title: one.refused },
    h("input", {
      type: "checkbox", value: one.name, checked: !one.refused && (one.always || isTicked(kind, one.name)), disabled: one.always || one.refused !== undefined,
      "data-always": one.always, onchange: (event) => {
        ticked[kind].set(one.name, event.target.checked);
        soon();
      },
    }), " ", one.name)));
}

function soon() {
  isChanged = true;
  changed();
  clearTimeout(timer);
  timer = setTimeout(refresh, PAUSE_MS);
}

function showChoices() {
  find("c-prefix").placeholder = choices.prefix;
  boxes("kernels", choices.kernels.map((name) => ({ name })));
  if (listOf("kernels").length === 0) {
    find("c-kernels").querySelector("input").checked = true;
  }
  boxes("functions", choices.functions);
}

function tickAll(event) {
  const { kind, on } = event.target.dataset;
  for (const box of find("c-" + kind).querySelectorAll("input:enabled")) {
    box.checked = on === "true";
    ticked[kind].set(box.value, box.checked);
  }
  soon();
}

/** Shows the C of a new spec whose tables are known. */
async function showC() {
  known = true;
  choices = undefined;
  await refresh(true);
}

/** Disables refreshing, copying and downloading until the next showC. reason: why the current spec gives no C, or undefined. */
function forgetC(reason) {
  known = false;
  find("c-fault").hidden = !reason;
  show(find("c-fault"), reason);
  find("c-save").disabled = find("c-copy").disabled = true;
}

// ---- Highlights ----

/** Returns the key of origins.lua for an element; undefined if it has none. */
function keyOf(target) {
  const entry = target.closest(".entry[data-table]"), bit = target.closest("tr.bit"), state = target.closest(".state[data-state]");
  const from = target.closest("[data-origin]");
  if (entry) {
    return `${entry.dataset.table}/${entry.dataset.at}`;
  } else if (bit) {
    return `${bit.closest("#nibbles") ? "nibbles" : "classes"}:${bit.querySelector("button").value}`;
  }
  return state ? "state:" + state.dataset.state.replace(/^to_/, "") : from?.dataset.origin;
}

/** Highlights the lines of a key, in the file that has most of them. Without a key, removes the highlights. */
function light(key) {
  find("c-code").querySelectorAll(".lit").forEach((one) => one.classList.remove("lit"));
  const files = key && made && isOpen() ? made.origins.map((one) => one.keys[key] ?? []) : [];
  const most = Math.max(0, ...files.map((lines) => lines.length)), file = files.findLastIndex((lines) => lines.length === most);
  find("c-lit").hidden = most === 0;
  if (most > 0) {
    file !== at && showFile(file);
    files[file].forEach((line) => find("c-code").children[line - 1].classList.add("lit"));
    goTo(files[file][0] - 1);
    show(find("c-lit"), `${many(most, "line")} of ${made.files[file].name}, generated from it`);
  }
}

function startLights() {
  let last;
  const lit = (key) => key !== last && light(last = key);
  document.addEventListener("pointerover", (event) => event.target.closest("#c, #spec") || lit(keyOf(event.target)));
  document.addEventListener("focusin", (event) => event.target.closest("#c, #spec") || lit(keyOf(event.target)));
  const lineAt = (y) => Math.floor((y + find("spec").scrollTop - parseFloat(getComputedStyle(find("spec")).paddingTop)) / parseFloat(getComputedStyle(find("spec")).lineHeight)) + 1;
  find("spec").addEventListener("pointermove", (event) => lit("line:" + lineAt(event.offsetY)));
  find("spec").addEventListener("keyup", () => lit("line:" + find("spec").value.slice(0, find("spec").selectionStart).split("\n").length));
}

// ---- Beginning ----

async function copy() {
  try {
    await navigator.clipboard.writeText(made.files[at].text);
    show(find("c-note"), `${made.files[at].name} is copied`);
  } catch {
    getSelection().selectAllChildren(find("c-code"));
    show(find("c-note"), "the text is selected; copy it with Ctrl+C");
  }
}

async function save() {
  const reply = await ask("pack", ...words());
  reply.fault ? show(find("c-note"), reply.fault.message) : await saveFolder(reply);
}

function fold() {
  const open = !isOpen();
  find("c-fold").setAttribute("aria-expanded", String(open));
  show(find("c-fold"), open ? "Hide" : "Show");
  find("c-body").hidden = !open;
  document.body.classList.toggle("c-open", open);
  open && refresh();
}

/** engine(...words): requests a reply of bridge.lua; onError(error): called if that fails; onChange(): called if an option changes. */
function startC(engine, onError, onChange) {
  ask = engine;
  failed = onError;
  changed = onChange;
  find("c-fold").addEventListener("click", fold);
  find("c-copy").addEventListener("click", copy);
  find("c-save").addEventListener("click", () => save().catch(onError));
  find("c-prefix").addEventListener("input", soon);
  find("c-single").addEventListener("change", soon);
  find("c-part").addEventListener("change", (event) => goTo(Number(event.target.value)));
  document.querySelectorAll("[data-kind]").forEach((one) => one.addEventListener("click", tickAll));
  document.body.classList.add("c-open");
  startLights();
}

export { startC, showC, forgetC, optionsOf, setOptions };
