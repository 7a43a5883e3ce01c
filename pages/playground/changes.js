// SPDX-License-Identifier: 0BSD
// Shows what an edit changed: the shortest texts with a new verdict, numbers of states and operations, and new rows and entries.
//
// In:  the last two languages (shown_language.lua) and plans (shown_plan.lua), and the reply to `changes` of bridge.lua.

import { h, find, show, table } from "./dom.js";

/** Returns the entries of all tables of a plan: name -> entries. */
const tablesOf = (plan) => new Map([...(plan.nibbles ?? plan.set)?.tables ?? [], ...plan.classes?.tables ?? []].map((one) => [one.name, one.entries]));

/** Returns the places at which entries differ: [table, index]; a new table differs everywhere. */
function changedEntries(before, now) {
  const old = tablesOf(before);
  return [...tablesOf(now)].flatMap(([name, entries]) => entries.flatMap((entry, i) => entry === old.get(name)?.[i] ? [] : [[name, i]]));
}

/** Returns a change as text: "9 → 10", or "9 as before". */
const change = (before, now) => before === now ? `${now ?? "none"} as before` : `${before ?? "none"} → ${now ?? "none"}`;

function showTexts(heading, way, tryBytes) {
  return way.differences.length > 0 && [h("h3", {}, heading),
    table(heading, ["fault", "shortest text", "code points"], way.differences.map((one) => [h("span", { class: "fault" }, one.fault),
      h("button", { type: "button", class: "chip", onclick: () => tryBytes(one.hex) }, h("code", {}, one.hex)), one.code_points]), "differences")];
}

/** Shows texts whose verdict changed and the numbers of states and byte classes; marks new rows. before, now: from shown_language.lua. */
function showChanges(before, now, [accepted, refused], tryBytes) {
  const same = accepted.differences.length + refused.differences.length === 0;
  find("changes").hidden = false;
  show(find("changed-texts"), same ? h("p", {}, "The spec accepts the same texts as before.") : [
    showTexts("Accepted now, with the fault that they had", accepted, tryBytes), showTexts("Refused now", refused, tryBytes)],
  h("p", {}, "States: ", change(before.automaton.count, now.automaton.count), "; classes of bytes: ", change(before.automaton.classes.length, now.automaton.classes.length), "."));
  show(find("changed-numbers"));
  markRows(before, now);
}

/** Marks the rows that the earlier language did not have. */
function markRows(before, now) {
  const mark = (list, old, all) => list.forEach((one, i) => one.classList.toggle("changed", !old.includes(all[i])));
  const text = (row) => `${row.bytes} ${row.fault}`;
  const [kept, left] = [...find("rows").querySelectorAll(".two > div")].map((part) => part.querySelectorAll("li"));
  mark(kept, before.rows, now.rows);
  mark(left, before.excluded.map(text), now.excluded.map(text));
}

/** Shows how the numbers of the plan changed, and marks the entries that differ. before, now: from shown_plan.lua. */
function showNumbers(before, now) {
  const changed = changedEntries(before, now), all = [...tablesOf(now).values()].reduce((sum, entries) => sum + entries.length, 0);
  const prices = new Map(before.prices.map((one) => [one.name, one.operations]));
  for (const [name, i] of changed) {
    document.querySelector(`.entry[data-table="${name}"][data-at="${i}"]`)?.classList.add("changed");
  }
  show(find("changed-numbers"),
    h("p", {}, `Table entries: ${changed.length} of ${all} differ. Window: ${change(before.window.size, now.window.size)}.`,
      now.no_plan && ` No vector kernels: ${now.no_plan}.`),
    now.prices.length > 0 && h("p", {}, `Operations for a vector: ${now.prices.map((one) => `${one.name} ${change(prices.get(one.name), one.operations)}`).join("; ")}.`),
    h("p", { class: "muted" }, "These entries, and new rows, are marked below."));
}

function hideChanges() {
  find("changes").hidden = true;
}

export { showChanges, showNumbers, hideChanges };
