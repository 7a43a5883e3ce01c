// SPDX-License-Identifier: 0BSD
// The page: sends the input to two engines (engine.js), and shows the results stage by stage.

import { find, show, h } from "./dom.js";
import { unpacked } from "./payload.js";
import { prepareEngines, Canceled } from "./engine.js";
import { linkOf, readLink } from "./link.js";
import { saveFolder } from "./save.js";
import { startEditor, setSpec, replaceSpec, showFault, showDisagreements } from "./editor.js";
import { showAutomaton } from "./automaton.js";
import { showExamples, showRows, showWindow, showCover, showNibbles, showSet, showClasses, showPrices, showDifferences } from "./tables.js";
import { machineOf } from "./machine.js";
import { startFile, showFileCheck } from "./file_pane.js";
import { startProve, showProve } from "./prove_pane.js";
import { showChanges, showNumbers, hideChanges } from "./changes.js";
import { startReference } from "./reference.js";
import { startC, showC, forgetC, optionsOf, setOptions } from "./c_pane.js";
import { showVerdict, showText, startReader } from "./reader.js";

const DEFAULT = { from: "utf-8", other: "cesu-8", how: "text", text: "naïve €5 😀" };
const PAUSE_MS = 150;

/** Two engines (engine.js) for the same spec: `language` judges texts while `tables` computes tables. */
let language, tables;
/** catalogue: the texts of specs by name. plan: the tables of the current spec, if known. knownSpec: the spec whose language is known.
 *  derivedSpec: the spec that is derived now, or was derived last; undefined after a cancel or a failure. */
let catalogue, plan, knownSpec, derivedSpec;
/** The last spec that was derived completely: { spec, language, plan }. */
let last;
let pauseTimer, linkTimer, turns = 0;

// ---- Input ----

const howNow = () => find("as-hex").checked ? "hex" : "text";

/** Returns the typed text. In hexadecimal, spaces replace line feeds, since `judge` of bridge.lua reads each line as a text. */
const textNow = () => howNow() === "hex" ? find("text").value.replaceAll("\n", " ") : find("text").value;

const stateOf = () => ({
  from: find("from").value, spec: find("spec").value === catalogue.get(find("from").value) ? undefined : find("spec").value,
  other: find("other").value, how: howNow(), text: find("text").value, c: optionsOf(),
});

function setState(state) {
  find("from").value = state.from ?? DEFAULT.from;
  find("other").value = state.other ?? DEFAULT.other;
  find("as-" + (state.how ?? DEFAULT.how)).checked = true;
  find("text").value = state.text ?? DEFAULT.text;
  setOptions(state.c);
  setSpec(state.spec ?? catalogue.get(find("from").value));
}

/** Stores the input in the address, shortly after the last change. */
function keepLink() {
  clearTimeout(linkTimer);
  linkTimer = setTimeout(async () => {
    const link = await linkOf(stateOf());
    find("link").disabled = link === undefined;
    history.replaceState(null, "", link ?? location.pathname + location.search);
  }, PAUSE_MS);
}

function note(text) {
  show(find("note"), text, h("button", { type: "button", class: "link", onclick: () => { find("note").hidden = true; } }, "close"));
  find("note").hidden = false;
}

async function fromLink() {
  let state = {};
  if (location.hash.length > 1) {
    try {
      state = await readLink(location.hash, { from: [...catalogue.keys()], other: [...find("other").options].map((one) => one.value) });
    } catch (error) {
      note(`The link cannot be read: ${error.message}. utf-8 is shown instead. `);
    }
  }
  setState(state);
}

// ---- Output ----

function busy(text) {
  document.body.classList.toggle("busy", text !== undefined);
  find("cancel").hidden = text === undefined;
  show(find("status"), text ?? "");
}

/** Shows stages from `from` on in pale colors, since they are outdated. Disables the download if `from` <= 4, else enables it. */
function stale(from) {
  for (const part of document.querySelectorAll("[data-stage]")) {
    part.classList.toggle("stale", Number(part.dataset.stage) >= from);
  }
  find("download").disabled = from <= 4;
}

/** Returns the plan of the spec (shown_plan.lua), with its `machine` (machine.lua). */
async function planOf(spec) {
  await ask(tables, "understand", spec);
  return { ...await ask(tables, "plan"), machine: await ask(tables, "machine") };
}

async function update() {
  await ask(language, "update").then(({ text }) => replaceSpec(text), report);
}

const milliseconds = (from) => `${Math.round(performance.now() - from)} ms`;

/** Returns an engine's answer to a request. Throws an Error if the generator has failed. */
async function ask(engine, ...words) {
  const reply = await engine.ask(...words);
  if (reply.broken) {
    throw new Error(reply.broken);
  }
  return reply;
}

function showTextFault(fault) {
  find("text").setAttribute("aria-invalid", String(fault !== undefined));
  find("text-fault").hidden = fault === undefined;
  show(find("text-fault"), fault?.message);
}

/** Judges the text, and shows the verdict unless a later call began. Out: turn: the call's number; verdict: undefined for bad input. */
async function judgeText() {
  const turn = ++turns, { fault, verdicts } = await ask(language, "judge", howNow(), textNow());
  if (turn === turns) {
    showTextFault(fault);
    fault || showVerdict(verdicts[0]);
  }
  return { turn, verdict: verdicts?.[0] };
}

/** Judges the text, and shows it byte by byte, with the entries of the tables if these are known. */
async function readText() {
  const how = howNow(), text = textNow(), { turn, verdict } = await judgeText();
  const read = verdict && await ask(plan ? tables : language, "read", how, text);
  if (turn === turns) {
    read && showText({ verdict, ...read }, plan);
    find("stepper").setAttribute("aria-busy", "false");
  }
}

/** Converts the input to the notation that was just chosen, text or hexadecimal. If that is not possible, shows why and keeps the input. */
async function turnText() {
  const to = howNow(), from = to === "hex" ? "text" : "hex", typed = find("text").value;
  const known = find("spec").value === knownSpec;
  const { fault, text, code_points: points } = known ? await ask(language, "turn", from, typed)
    : { fault: { message: "the rules are not read yet; the text remains as it is" } };
  if (find("text").value === typed && howNow() === to) {
    find("as-" + (fault ? from : to)).checked = true;
    find("text").value = fault ? typed : text ?? points.map((point) => String.fromCodePoint(point)).join("");
    fault ? showTextFault(fault) : typedText();
  }
}

async function differ() {
  const other = find("other").value;
  showDifferences(find("differences"), (await ask(language, "differ", other)).ways, other);
}

/** Shows what changed since the last spec that was derived completely. */
async function compare(now) {
  last || hideChanges();
  if (last) {
    showChanges(last.language, now, (await ask(language, "changes", last.spec)).ways, tryBytes);
  }
}

/** known: the data of shown_language.lua */
function showLanguage(known) {
  show(find("title"), known.title, h("span", { class: "muted" }, " ", known.source, known.users && h("small", {}, known.users)));
  showRows(find("rows"), known);
  showAutomaton(find("automaton"), known.automaton);
  showDisagreements(known.disagreements, update);
  showExamples(find("examples"), known.examples, tryBytes);
}

function showPlan() {
  // Two machines, each with its own memory: a bit that the user flips in "Prove it here" must not affect the check of files.
  showProve(machineOf(plan.machine));
  showFileCheck(machineOf(plan.machine));
  showWindow(find("window"), plan);
  showPrices(find("prices"), plan);
  showClasses(find("classes"), plan);
  if (plan.nibbles) {
    showCover(find("cover"), plan);
    showNibbles(find("nibbles"), plan);
  } else if (plan.set) {
    show(find("cover"), h("p", {}, "There is nothing to cover: no pair of bytes matters."));
    showSet(find("nibbles"), plan.set);
  } else {
    const reason = () => h("p", {}, `No vector kernels: ${plan.no_plan}.`);
    show(find("cover"), reason());
    show(find("nibbles"), reason());
  }
}

/** Updates everything from the spec. Cancels computations for an older spec. */
async function derive() {
  cancelAll();
  knownSpec = plan = undefined;
  forgetC();
  const begin = performance.now();
  busy("rows and automaton");
  stale(1);
  try {
    const spec = derivedSpec = find("spec").value, reply = await ask(language, "understand", spec);
    showFault(reply.fault);
    if (reply.fault) {
      find("disagreements").hidden = true;
      busy();
      return;
    }
    showLanguage(reply);
    knownSpec = spec;
    stale(2);
    const first = milliseconds(begin);
    busy("tables");
    const planned = planOf(spec);
    await Promise.all([readText().then(() => stale(3)).then(differ).then(() => compare(reply)).then(() => stale(4)), planned.then((made) => {
      plan = made;
    })]);
    showPlan();
    last && showNumbers(last.plan, plan);
    last = { spec, language: reply, plan };
    const second = milliseconds(begin);
    await readText();
    stale(5);
    find("download").disabled = reply.disagreements.length > 0;
    busy();
    show(find("status"), `automaton in ${first}, tables in ${second}`);
    reply.disagreements.length > 0 ? forgetC("There is no C until the lines named above agree with the forms.") : await showC();
  } catch (error) {
    report(error);
  }
}

function report(error) {
  if (!(error instanceof Canceled)) {
    derivedSpec = undefined;
    busy();
    note(`The generator stopped: ${error.message} `);
  }
}

function cancelAll() {
  language.cancel();
  tables.cancel();
}

function cancel() {
  cancelAll();
  knownSpec = derivedSpec = undefined;
  busy();
  show(find("status"), "canceled; the pale parts show an older spec; ", h("button", { type: "button", class: "link", onclick: derive }, "run again"));
}

function soon(what) {
  clearTimeout(pauseTimer);
  pauseTimer = setTimeout(what, PAUSE_MS);
  keepLink();
}

/** Runs requests in order if the current spec's language is known. If its derivation has not begun, derives everything instead. */
async function answer(...parts) {
  if (find("spec").value !== derivedSpec) {
    await derive();
    return;
  }
  for (const part of find("spec").value === knownSpec ? parts : []) {
    await part().catch(report);
  }
}

/** Updates the verdict at each key press, and the details after a pause. */
function typedText() {
  find("stepper").setAttribute("aria-busy", "true");
  find("spec").value === knownSpec && judgeText().catch(report);
  soon(() => answer(readText));
}

function tryBytes(hex) {
  find("as-hex").checked = true;
  find("text").value = hex;
  typedText();
}

async function download() {
  find("download").disabled = true;
  busy("writing the C");
  try {
    const reply = await ask(tables, "pack");
    reply.fault ? note(`The download failed: ${reply.fault.message} `) : await saveFolder(reply);
    busy();
  } catch (error) {
    report(error);
  }
  find("download").disabled = false;
}

async function copyLink() {
  const link = await linkOf(stateOf());
  history.replaceState(null, "", link);
  try {
    await navigator.clipboard.writeText(location.href);
    show(find("status"), "the link is copied");
  } catch {
    show(find("status"), "the link is in the address bar");
  }
}

// ---- Start ----

/** Returns the specs of a folder, as a list of [name, text]. */
const specsIn = (files, folder) => [...files].filter(([name]) => name.startsWith(folder))
  .map(([name, bytes]) => [name.slice(folder.length).replace(/\.lua$/, ""), new TextDecoder().decode(bytes)]);

function startCatalogue(files) {
  const own = specsIn(files, "gen/specs/"), more = specsIn(files, "docs/examples/specs/");
  const options = (list) => list.map(([name]) => h("option", { value: name }, name));
  catalogue = new Map([...own, ...more]);
  show(find("from"), h("optgroup", { label: "the catalogue" }, options(own)), h("optgroup", { label: "more encodings, and sets of bytes" }, options(more)));
  show(find("other"), options(own));
}

async function begin() {
  const files = await unpacked(find("payload").textContent);
  startCatalogue(files);
  startReference(new TextDecoder().decode(files.get("docs/specs.md")));
  const start = await prepareEngines(files), progress = (text) => document.body.classList.contains("busy") && show(find("status"), text);
  language = start(progress);
  tables = start(progress);
  startEditor(() => soon(derive));
  startReader();
  startProve(tryBytes);
  startFile((...words) => ask(tables, ...words), report);
  startC((...words) => ask(tables, ...words), report, keepLink);
  find("from").addEventListener("change", () => replaceSpec(catalogue.get(find("from").value)));
  find("other").addEventListener("change", () => soon(() => answer(differ)));
  find("text").addEventListener("input", typedText);
  find("as-text").addEventListener("change", () => turnText().catch(report));
  find("as-hex").addEventListener("change", () => turnText().catch(report));
  find("cancel").addEventListener("click", cancel);
  find("download").addEventListener("click", download);
  find("link").addEventListener("click", copyLink);
  window.addEventListener("hashchange", () => fromLink().then(() => answer(readText, differ)));
  await fromLink();
  await derive();
}

begin();
