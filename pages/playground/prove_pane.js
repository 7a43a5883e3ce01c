// SPDX-License-Identifier: 0BSD
// The part "Prove it here": runs prove.js with a progress bar, and lets the user flip bits of the kernel's tables.

import { h, find, show, hex2 } from "./dom.js";
import { prove, refusal } from "./prove.js";

const BITS = [128, 64, 32, 16, 8, 4, 2, 1];

/** machine: the kernel that is checked; flips: the flipped bits, { name, index, mask }; runs: increases if a check begins or must stop. */
let machine, flips, runs = 0, tryBytes;

const number = (value) => value.toLocaleString("en");
const tableOf = (name) => machine.tables.find((one) => one.name === name);
const chosen = () => ({ table: tableOf(find("flip-table").value), index: Number(find("flip-index").value) });

function showBits() {
  const { table, index } = chosen(), value = machine.memory[table.address + index];
  show(find("flip-bits"), BITS.map((mask) => h("button", {
    type: "button", class: `chip bit${31 - Math.clz32(mask)}`, "aria-pressed": String((value & mask) !== 0), onclick: () => flip(table.name, index, mask),
  }, h("span", { class: "swatch", "aria-hidden": "true" }), hex2(mask))));
  show(find("flip-value"), hex2(value));
  find("flip-restore").disabled = flips.length === 0;
}

function showIndex() {
  const { table } = chosen();
  show(find("flip-index"), table.entries.map((_, i) => h("option", { value: i }, i.toString(16).toUpperCase())));
  showBits();
}

/** Flips a bit, or restores a flipped one, and checks again. */
function flip(name, index, mask) {
  machine.memory[tableOf(name).address + index] ^= mask;
  const at = flips.findIndex((one) => one.name === name && one.index === index && one.mask === mask);
  at < 0 ? flips.push({ name, index, mask }) : flips.splice(at, 1);
  showBits();
  run();
}

/** Ends a check that runs. */
function stop() {
  runs++;
  find("prove-bar").hidden = true;
  find("prove-run").disabled = false;
}

function restore() {
  stop();
  flips.forEach(({ name, index, mask }) => { machine.memory[tableOf(name).address + index] ^= mask; });
  flips = [];
  showBits();
  show(find("prove-result"), "The tables are as derived.");
}

function showFound(found, milliseconds) {
  const all = `${number(found.texts)} texts of three bytes${found.followed.length > 0 ? `, the same followed by ${found.followed.map(hex2).join(" or ")},` : ""}${found.finished > 0 ? ` and ${number(found.finished)} unfinished ones with their shortest ending` : ""}`;
  const flipped = flips.map(({ name, index, mask }) => `bit ${hex2(mask)} of ${name}[${index.toString(16).toUpperCase()}]`).join(", ");
  const left = found.left > 0 && ` The kernel leaves ${number(found.left)} of them to the automaton.`;
  if (found.wrong === 0) {
    show(find("prove-result"), h("span", { class: "badge good" }, flipped ? "no difference" : "they agree"), ` on ${all}, in ${number(milliseconds)} ms.`, left,
      flipped && ` Flipped: ${flipped}. No verdict on these texts changed.`);
    return;
  }
  const hex = found.first.bytes.map(hex2).join(" ");
  show(find("prove-result"), h("span", { class: "badge bad" }, flipped ? "caught" : "they differ"), " ",
    h("button", { type: "button", class: "chip", onclick: () => tryBytes(hex) }, h("code", {}, hex)),
    ` is ${found.first.accepted ? "well-formed, and the kernel rejects it" : "ill-formed, and the kernel accepts it"}; ${number(found.wrong)} of ${all} are judged wrongly, in ${number(milliseconds)} ms.`,
    flipped ? ` Flipped: ${flipped}.` : " This is a defect of u8gen; please report the spec.");
}

async function run() {
  const turn = ++runs, begin = performance.now(), bar = find("prove-bar");
  bar.hidden = false;
  find("prove-run").disabled = true;
  const found = await prove(machine, (part) => {
    bar.value = part;
    return turn === runs;
  });
  if (turn === runs) {
    bar.hidden = true;
    find("prove-run").disabled = false;
    showFound(found, Math.round(performance.now() - begin));
  }
}

/** Shows the tables of a new language's kernel, or why no kernel can be checked. */
function showProve(made) {
  stop();
  machine = made;
  flips = [];
  const reason = refusal(machine);
  find("prove-none").hidden = !reason;
  find("prove-all").hidden = reason !== undefined;
  show(find("prove-result"));
  show(find("prove-none"), reason && `No kernel can be checked: ${reason}.`);
  if (!reason) {
    const parts = [machine.is_inner ? "" : " Rules at the ends of a text are left to the automaton.", ` The module has ${machine.code.length} bytes.`];
    show(find("prove-about"), parts.join(""));
    find("prove-flip").hidden = machine.tables.length === 0;
    show(find("flip-table"), machine.tables.map((one) => h("option", { value: one.name }, one.name)));
    machine.tables.length > 0 && showIndex();
  }
}

/** tryText(hex): enters these bytes as the text of the page. */
function startProve(tryText) {
  tryBytes = tryText;
  find("prove-run").addEventListener("click", run);
  find("flip-table").addEventListener("change", showIndex);
  find("flip-index").addEventListener("change", showBits);
  find("flip-restore").addEventListener("click", restore);
  document.addEventListener("click", (event) => {
    const entry = event.target.closest(".entry[data-table]");
    if (entry && machine && tableOf(entry.dataset.table)) {
      find("flip-table").value = entry.dataset.table;
      showIndex();
      find("flip-index").value = entry.dataset.at;
      showBits();
    }
  });
}

export { startProve, showProve };
