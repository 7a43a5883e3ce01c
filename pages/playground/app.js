// SPDX-License-Identifier: 0BSD
// The page: sends the input to the engine, and shows the results stage by stage.

import { find, show, h } from "./dom.js";
import { unpacked } from "./payload.js";
import { makeEngine, Cancelled } from "./engine.js";
import { linkOf, readLink } from "./link.js";
import { zip } from "./zip.js";
import { startEditor, setSpec, showFault } from "./editor.js";
import { showAutomaton } from "./automaton.js";
import { showExamples, showRows, showWindow, showCover, showNibbles, showClasses, showPrices, showDifferences } from "./tables.js";
import { showText, startReader } from "./reader.js";

const DEFAULT = { from: "utf-8", other: "cesu-8", how: "text", text: "naïve €5 😀" };
const PAUSE_MS = 150;

let engine, catalogue, plan, derivedSpec, pauseTimer, linkTimer;

// ---- Input ----

const stateOf = () => ({
  from: find("from").value, spec: find("spec").value === catalogue.get(find("from").value) ? undefined : find("spec").value,
  other: find("other").value, how: find("as-hex").checked ? "hex" : "text", text: find("text").value,
});

function setState(state) {
  find("from").value = state.from ?? DEFAULT.from;
  find("other").value = state.other ?? DEFAULT.other;
  find("as-" + (state.how ?? DEFAULT.how)).checked = true;
  find("text").value = state.text ?? DEFAULT.text;
  setSpec(state.spec ?? catalogue.get(find("from").value));
}

/** Stores the input in the address, shortly after the last key press. */
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
      state = await readLink(location.hash, [...catalogue.keys()]);
    } catch (error) {
      note(`The link cannot be read: ${error.message}. This is utf-8 instead. `);
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

/** Makes the parts of the page pale that are outdated: those of the stage `from` and later stages. */
function stale(from) {
  for (const part of document.querySelectorAll("[data-stage]")) {
    part.classList.toggle("stale", Number(part.dataset.stage) >= from);
  }
  find("download").disabled = from <= 2;
}

const milliseconds = (from) => `${Math.round(performance.now() - from)} ms`;

/** The engine's answer to a request. Throws an Error if the generator has failed. */
async function ask(...words) {
  const reply = await engine.ask(...words);
  if (reply.broken) {
    throw new Error(reply.broken);
  }
  return reply;
}

async function readText() {
  const how = find("as-hex").checked ? "hex" : "text", text = find("text").value;
  const { fault, verdicts } = await ask("judge", how, text);
  find("text").setAttribute("aria-invalid", String(fault !== undefined));
  find("text-fault").hidden = fault === undefined;
  show(find("text-fault"), fault?.message);
  if (!fault) {
    showText({ verdict: verdicts[0], ...await ask("read", how, text) }, plan);
  }
  find("stepper").setAttribute("aria-busy", "false");
}

async function differ() {
  const other = find("other").value;
  showDifferences(find("differences"), (await ask("differ", other)).ways, other);
}

function showLanguage(language) {
  show(find("title"), language.title, h("span", { class: "muted" }, " ", language.source, language.users && h("small", {}, language.users)));
  showRows(find("rows"), language);
  showAutomaton(find("automaton"), language.automaton);
  showExamples(find("examples"), language.examples, tryBytes);
}

function showPlan() {
  showWindow(find("window"), plan);
  showPrices(find("prices"), plan);
  showClasses(find("classes"), plan);
  if (plan.nibbles) {
    showCover(find("cover"), plan);
    showNibbles(find("nibbles"), plan);
  } else {
    const reason = () => h("p", {}, `No vector kernels: ${plan.no_plan}.`);
    show(find("cover"), reason());
    show(find("nibbles"), reason());
  }
}

/** Updates everything from the spec. Cancels computations for an older one. */
async function derive() {
  engine.busy() && engine.cancel();
  derivedSpec = undefined;
  const begin = performance.now();
  busy("rows and automaton");
  stale(1);
  try {
    const spec = find("spec").value, reply = await ask("understand", spec);
    showFault(reply.fault);
    if (reply.fault) {
      busy();
      return;
    }
    plan = undefined;
    showLanguage(reply);
    stale(2);
    const first = milliseconds(begin);
    busy("tables");
    plan = await ask("plan");
    showPlan();
    const second = milliseconds(begin);
    stale(4);
    busy("text");
    await readText();
    await differ();
    stale(5);
    derivedSpec = spec;
    busy();
    show(find("status"), `automaton in ${first}, tables in ${second}`);
  } catch (error) {
    report(error);
  }
}

function report(error) {
  if (!(error instanceof Cancelled)) {
    busy();
    note(`The generator stopped: ${error.message} `);
  }
}

function cancel() {
  engine.cancel();
  busy();
  show(find("status"), "cancelled; the pale parts are of an older spec; ", h("button", { type: "button", class: "link", onclick: derive }, "run again"));
}

function soon(what) {
  clearTimeout(pauseTimer);
  pauseTimer = setTimeout(what, PAUSE_MS);
  keepLink();
}

/** Runs requests that need the model of the current spec. If this has not been derived, derives everything instead. */
async function answer(...parts) {
  if (find("spec").value !== derivedSpec) {
    await derive();
    return;
  }
  for (const part of parts) {
    await part().catch(report);
  }
}

function again(part) {
  return () => {
    find("stepper").setAttribute("aria-busy", String(part === readText));
    soon(() => answer(part));
  };
}

function tryBytes(hex) {
  find("as-hex").checked = true;
  find("text").value = hex;
  again(readText)();
}

async function download() {
  find("download").disabled = true;
  busy("writing the C");
  try {
    const { fault, folder, files } = await ask("pack");
    if (fault) {
      note(`The download failed: ${fault.message} `);
    } else {
      const url = URL.createObjectURL(await zip(files.map((file) => ({
        ...file, name: `${folder}/${file.name}`, executable: file.name.endsWith(".sh"),
      }))));
      h("a", { href: url, download: folder + ".zip" }).click();
      setTimeout(() => URL.revokeObjectURL(url), 10000);
    }
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
    show(find("status"), "the link is in the address");
  }
}

// ---- Start ----

function startCatalogue(files) {
  const decoder = new TextDecoder();
  catalogue = new Map([...files].filter(([name]) => name.startsWith("gen/specs/"))
    .map(([name, bytes]) => [name.replace(/^gen\/specs\/(.*)\.lua$/, "$1"), decoder.decode(bytes)]));
  for (const id of ["from", "other"]) {
    show(find(id), [...catalogue.keys()].map((name) => h("option", { value: name }, name)));
  }
}

async function begin() {
  const files = await unpacked(find("payload").textContent);
  startCatalogue(files);
  engine = await makeEngine(files, (text) => document.body.classList.contains("busy") && show(find("status"), text));
  startEditor(() => soon(derive));
  startReader();
  find("from").addEventListener("change", () => {
    setSpec(catalogue.get(find("from").value));
    soon(derive);
  });
  find("other").addEventListener("change", again(differ));
  find("text").addEventListener("input", again(readText));
  find("as-text").addEventListener("change", again(readText));
  find("as-hex").addEventListener("change", again(readText));
  find("cancel").addEventListener("click", cancel);
  find("download").addEventListener("click", download);
  find("link").addEventListener("click", copyLink);
  window.addEventListener("hashchange", () => fromLink().then(() => answer(readText, differ)));
  await fromLink();
  await derive();
}

begin();
