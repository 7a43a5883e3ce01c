// SPDX-License-Identifier: 0BSD
// Shows the derivation as text and tables: rows, window, cover, tables of nibbles and of classes, costs, differences.

import { h, s, show, hex2, table } from "./dom.js";

const code = (text) => h("code", {}, text);
const many = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
const bitNumber = (mask) => 31 - Math.clz32(mask);

/** Bytes of a row, colored by their position. */
const rowOf = (text) => h("code", { class: "row" }, text.split(" ").map((word, i) => [i > 0 && " ", h("span", { class: "at" + Math.min(i, 3) }, word)]));

function showRows(element, language) {
  show(element,
    h("p", {}, "The forms as rows: sequences of byte ranges. A row that is left out has the name of its fault."),
    h("div", { class: "two" },
      h("div", {}, h("h3", {}, "Well-formed"), h("ul", { class: "rows" }, language.rows.map((row, i) => h("li", { "data-origin": `row:${i + 1}` }, rowOf(row))))),
      h("div", {}, h("h3", {}, "Left out"), language.excluded.length > 0
        ? h("ul", { class: "rows" }, language.excluded.map((row, i) => h("li", { "data-origin": `excluded:${i + 1}` }, rowOf(row.bytes), " ", h("span", { class: "fault" }, row.fault))))
        : h("p", { class: "muted" }, "Nothing."))));
}

function showWindow(element, plan) {
  const { window: w } = plan;
  if (!w.size) {
    show(element, h("p", {}, w.alike.length > 0
      ? ["No window of any length decides: after ", code(w.alike[0]), " and after ", code(w.alike[1]), " the same bytes lead to different states, for any number of bytes."]
      : "The search for a window was stopped: there are too many states."));
    return;
  }
  show(element,
    h("p", {}, h("b", { class: "big" }, w.size), ` bytes in a row decide whether the last of them is wrong, since ${w.size - 1} fix${w.size === 2 ? "es" : ""} the state. `,
      w.pad ? ["Texts are padded with ", code(w.pad), "."] : "No character can be before and after every text."),
    h("dl", { class: "facts" },
      w.counts.map((count, i) => count > 0 && [h("dt", {}, many(i + 1, "byte")), h("dd", {}, `${count.toLocaleString("en")} characters`)]),
      w.ends.map((end) => [h("dt", {}, `unfinished if byte −${end.back}`), h("dd", {}, "is ", code(end.leads))]),
      h("dt", {}, "minimal ill-formed"), h("dd", {}, w.factors.map((count, i) => count > 0 && `${count} of ${many(i + 1, "byte")}`).filter(Boolean).join(", "),
        h("small", {}, " counted in classes of bytes"))));
}

/** The bits of an entry as squares, each in the color of its meaning. A set bit outside of `matter` is pale: flipping it has no effect. */
function pips(value, masks, matter) {
  const columns = Math.min(masks.length, 4), rows = Math.ceil(masks.length / 4);
  return s("svg", { class: "pips", viewBox: `0 0 ${columns * 7 - 1} ${rows * 7 - 1}`, width: columns * 7 - 1, height: rows * 7 - 1, "aria-hidden": "true" },
    masks.map((mask, i) => s("rect", {
      class: `pip ${value & mask ? "on" : "off"} bit${bitNumber(mask)}${value & mask && matter !== undefined && !(matter & mask) ? " idle" : ""}`,
      x: i % 4 * 7, y: Math.floor(i / 4) * 7, width: 6, height: 6, rx: 1.5,
    })));
}

const swatch = (mask) => h("span", { class: `swatch bit${bitNumber(mask)}`, "aria-hidden": "true" });

const KINDS = {
  fault: "wrong", rule: "compared with lead bytes", filter: "checked again", both: "not both", one: "one of them",
};

/** A table of the meanings of bits. A click on a bit shows only this bit in the tables; a second click on it shows all bits again. */
function legend(caption, bits, heads, cells) {
  const toggle = (event) => {
    const scope = event.currentTarget.closest(".tables"), on = event.currentTarget.getAttribute("aria-pressed") !== "true";
    scope.querySelectorAll("button[aria-pressed]").forEach((one) => one.setAttribute("aria-pressed", "false"));
    event.currentTarget.setAttribute("aria-pressed", String(on));
    on ? scope.setAttribute("data-only", bitNumber(Number(event.currentTarget.value))) : scope.removeAttribute("data-only");
  };
  return table(caption, ["bit", "meaning", ...heads], bits.map((bit) => ({
    class: "bit",
    cells: [
      h("button", { class: "bitname", type: "button", "aria-pressed": "false", value: bit.mask, onclick: toggle, title: "show this bit alone" }, swatch(bit.mask), hex2(bit.mask)),
      ...cells(bit),
    ],
  })), "legend");
}

function rulesOf(rules) {
  return rules.length > 0 && [
    h("h3", {}, "Comparisons for rules on more than two bytes"),
    h("ul", { class: "plain" }, rules.map((rule) => h("li", {}, h("span", { class: "fault" }, rule.fault), " ", code(rule.tests),
      rule.example && [", such as ", code(rule.example)]))),
  ];
}

function showCover(element, plan) {
  const { cover, demands, flipped } = plan.nibbles;
  const minimum = cover.candidates
    ? `${many(cover.candidates, "largest product")} of nibbles contain no pair of a well-formed text; ${cover.products} of them cover all ill-formed pairs. Fewer do not, since no product contains two of `
    : `${many(cover.products, "product")} of nibbles cover all ill-formed pairs; the search for fewer was stopped. At least ${cover.certificate.length} are needed, since no product contains two of `;
  show(element,
    h("p", {}, `${many(cover.cells, "cell")} of nibbles (high and low of the byte before, high of this one${cover.low_nibble ? ", and low" : ""}) must be covered. `,
      minimum, cover.certificate.map((pair, i) => [i > 0 && ", ", code(pair)]), "."),
    h("p", {}, "Two successive continuation bytes must occur ", demands.length > 0
      ? ["exactly where ", demands.map((demand, i) => [i > 0 && ", or ", `byte −${demand.distance} is `, code(hex2(demand.from)), " or more"]),
        flipped ? [", with the bits ", code(hex2(flipped)), " flipped"] : undefined, "."]
      : "nowhere."));
}

/** Tables with an entry for each nibble; each table is one row of a grid. */
const nibbleGrid = (tables, masks) => table("The tables of nibbles", ["table", ...[...Array(16).keys()].map((n) => "_" + n.toString(16).toUpperCase())], tables.map((one) => [
  one.name, ...one.entries.map((entry, n) => h("span", { class: "entry", "data-table": one.name, "data-at": n }, h("code", {}, hex2(entry)),
    pips(entry, masks, one.matter?.[n]))),
]), "grid");

/** Shows the tables of a language whose characters are single bytes. */
function showSet(element, set) {
  const used = set.tables.flatMap((one) => one.entries).reduce((all, entry) => all | entry, 0);
  show(element,
    h("p", {}, "Each character is one byte. Outside of the set are ", code(set.outside), ". ",
      set.matter > 0 && `${set.matter} of the ${set.all} bits of the tables matter.`),
    nibbleGrid(set.tables, [...Array(8).keys()].map((bit) => 1 << bit).filter((mask) => used & mask)));
}

function showNibbles(element, plan) {
  const { bits, tables, forbidden, rules, matter, all } = plan.nibbles;
  const masks = bits.map((bit) => bit.mask).sort((a, b) => a - b);
  show(element, h("div", { class: "tables" },
    h("p", {}, "A byte and the one before it are ill-formed if all their entries share a bit that means a fault. ",
      `Proved correct for texts of every length; ${matter} of the ${all} bits matter; set bits that do not are pale.`),
    nibbleGrid(tables, masks),
    legend("What each bit of the nibble tables means", bits, ["byte before", "this byte"], (bit) => [
      h("span", {}, h("span", { class: bit.kind === "fault" ? "fault" : "rule" }, bit.name), bit.kind !== "fault" && h("small", {}, ` ${KINDS[bit.kind]}`)),
      code(bit.prev), code(bit.this)]),
    forbidden && [h("h3", {}, "Bytes that no well-formed text contains"), h("p", {}, code(forbidden.bytes), ", in tables of their own, which also find blocks of ASCII.")],
    rulesOf(rules)));
}

function showClasses(element, plan) {
  if (!plan.classes) {
    show(element, h("p", {}, "No tables of classes: ", plan.no_classes ?? plan.no_plan, "."));
    return;
  }
  const { bits, tables, rules, matter, all } = plan.classes;
  const masks = bits.map((bit) => bit.mask).sort((a, b) => b - a);
  const name = (n) => n === 0 ? "00–7F" : hex2(127 + n);
  const grid = (one) => h("details", { open: true }, h("summary", {}, h("code", {}, one.name), one.name === "prev_class" ? ", of the byte before" : ", of this byte"),
    table(`The table ${one.name}`, ["from", ...[...Array(16).keys()].map((n) => "+" + n.toString(16).toUpperCase())], [...Array(8).keys()].map((row) => [
      name(row * 16), ...one.entries.slice(row * 16, row * 16 + 16).map((entry, i) => h("span", { class: "entry", "data-table": one.name, "data-at": row * 16 + i }, h("code", {}, hex2(entry)), pips(entry, masks))),
    ]), "grid small"));
  show(element, h("div", { class: "tables" },
    h("p", {}, "For vectors that look up any function of seven bits at once (AVX-512 VBMI): one entry for all bytes without the sign bit, then one for each byte; FE shares its entry with FF. ",
      `${matter} of the ${all} bits matter.`),
    legend("What each bit of the class tables means", bits, ["byte before", "this byte"], (bit) => [
      h("span", {}, KINDS[bit.kind], bit.kind === "filter" && `: ${bit.name.replace(/^filter: /, "")}`,
        bit.later && h("small", {}, ` ${bit.later} bytes later, one of the pair has bit 80`)),
      code(bit.prev || "none"), code(bit.this || "none")]),
    tables.map(grid), rulesOf(rules)));
}

function showPrices(element, plan) {
  const most = Math.max(1, ...plan.prices.map((price) => price.operations / price.bytes));
  const bar = (price) => s("svg", { class: "bar", viewBox: "0 0 100 8", width: 100, height: 8, preserveAspectRatio: "none", "aria-hidden": "true" },
    s("rect", { x: 0, y: 0, width: 100 * price.operations / price.bytes / most, height: 8, rx: 2 }));
  show(element,
    h("p", {}, plan.prices.length > 0 ? "Counted in the program of each kernel, for a vector that is not skipped as ASCII."
      : `No vector kernels: ${plan.no_plan ?? "they cost more than the scalar ones"}.`),
    plan.prices.length > 0 && table("Cost per instruction set", ["kernel", "bytes", "operations", "loads", "tables", "operations per byte"], plan.prices.map((price) => [
      price.name, price.bytes, price.operations, price.loads, price.classes ? "classes" : "nibbles",
      h("span", {}, bar(price), " ", (price.operations / price.bytes).toFixed(2))]), "prices"),
    h("p", { class: "muted" }, "Kernels: ", plan.kernels.join(", "), ".", plan.kernels.includes("re2c") ? "" : " The kernel of re2c is left out here."),
    plan.missing.length > 0 && h("ul", { class: "plain" }, plan.missing.map((one) => h("li", {}, h("b", {}, one.name), " is not generated: ", one.reason))),
    plan.no_shift && h("p", { class: "muted" }, "No shift DFA: ", plan.no_shift, "."));
}

function showDifferences(element, ways, other) {
  const named = (name) => name === "this spec" ? "This spec" : name;
  show(element, ways.every((way) => way.differences.length === 0)
    ? h("p", {}, "This spec and ", h("b", {}, other), " accept the same texts.")
    : ways.map((way) => way.differences.length === 0 ? h("p", {}, `${named(way.accepting)} accepts nothing that ${way.refusing} refuses.`)
      : [h("h3", {}, `${named(way.accepting)} accepts what ${way.refusing} refuses`),
        table(`The shortest texts that ${way.accepting} accepts and ${way.refusing} refuses`, ["fault", "shortest text", "code points"],
          way.differences.map((one) => [h("span", { class: "fault" }, one.fault), code(one.hex), one.code_points]), "differences")]));
}

/** Marks the entries that two adjacent bytes look up; without bytes, marks none. */
function markEntries(before, now) {
  document.querySelectorAll(".entry.now").forEach((one) => one.classList.remove("now"));
  const classOf = (byte) => byte < 0x80 ? 0 : Math.min(byte - 127, 127);
  const places = { prev_high: before >> 4, prev_low: before & 15, this_high: now >> 4, this_low: now & 15, prev_class: classOf(before), this_class: classOf(now) };
  for (const [name, at] of now === undefined ? [] : Object.entries(places)) {
    document.querySelector(`.entry[data-table="${name}"][data-at="${at}"]`)?.classList.add("now");
  }
}

/** A button for the first example of each fault, and of well-formed texts; at most 10. */
function showExamples(element, examples, tryBytes) {
  const seen = new Set();
  element.parentNode.hidden = examples.length === 0;
  show(element, examples.filter((one) => !seen.has(one.fault) && seen.add(one.fault)).slice(0, 10).map((one) =>
    h("button", { type: "button", class: "chip", onclick: () => tryBytes(one.hex) }, one.fault)));
}

export { markEntries, showExamples, showRows, showWindow, showCover, showNibbles, showSet, showClasses, showPrices, showDifferences, pips, many };
