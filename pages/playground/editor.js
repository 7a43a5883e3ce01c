// SPDX-License-Identifier: 0BSD
// The editor: a textarea over the same text with syntax colors, line numbers, and a mark on the wrong line.

import { h, find, show } from "./dom.js";

const TOKEN = /(--[^\n]*)|("(?:[^"\\\n]|\\.)*"?|\[\[[^]*?(?:\]\]|$))|\b(encoding|source|users|from|form|pair|never|except|disallow|allow|also|bytes|unicode|replacement|well_formed|examples)\b/g;

const area = () => find("spec");

function colored(text) {
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(TOKEN)) {
    parts.push(text.slice(from, match.index), h("span", { class: match[1] ? "comment" : match[2] ? "string" : "word" }, match[0]));
    from = match.index + match[0].length;
  }
  return [...parts, text.slice(from), "\n"];
}

function paint(wrong) {
  const lines = area().value.split("\n").length;
  show(find("colors"), colored(area().value));
  show(find("lines"), Array.from({ length: lines }, (_, i) => h("span", { class: i + 1 === wrong ? "wrong" : "" }, i + 1)));
  const mark = find("mark");
  mark.hidden = wrong === undefined;
  mark.style.setProperty("--line", (wrong ?? 1) - 1);
  follow();
}

/** Scrolls the colored text and the line numbers with the textarea. */
function follow() {
  find("backdrop").style.transform = `translate(${-area().scrollLeft}px, ${-area().scrollTop}px)`;
  find("lines").style.transform = `translateY(${-area().scrollTop}px)`;
}

/** Puts the cursor at the beginning of a line, and scrolls to it. */
function goToLine(line) {
  const before = area().value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  area().focus();
  area().setSelectionRange(before, before);
  // setSelectionRange does not scroll in Chromium.
  area().scrollTop = (line - 1) * parseFloat(getComputedStyle(area()).lineHeight) - area().clientHeight / 2;
  follow();
}

/** list: the disagreements, each { line, message }; update(): corrects the lines. */
function showDisagreements(list, update) {
  find("disagreements").hidden = list.length === 0;
  show(find("disagreements"), h("b", {}, "These lines do not agree with the forms: "), h("button", { type: "button", class: "link", onclick: update }, "update them"),
    list.map((one) => h("span", { class: "line" }, `Line ${one.line}: ${one.message}`)));
}

/** fault: { line?, message }, or undefined if there is none. */
function showFault(fault) {
  area().setAttribute("aria-invalid", String(fault !== undefined));
  show(find("fault"), fault && [
    h("b", {}, fault.line ? `Line ${fault.line}: ` : "The spec: "), fault.message,
    fault.line && h("button", { type: "button", class: "link", onclick: () => goToLine(fault.line) }, "go there"),
  ]);
  find("fault").hidden = fault === undefined;
  paint(fault?.line);
}

/** Replaces the text in a way that the user can undo. */
function replaceSpec(text) {
  const focused = document.activeElement;
  area().focus();
  area().select();
  document.execCommand("insertText", false, text);
  area().setSelectionRange(0, 0);
  area().scrollTop = 0;
  focused.focus();
}

function setSpec(text) {
  area().value = text;
  area().scrollTop = 0;
  showFault();
}

/** changed(): called when the user or replaceSpec changes the text, not when setSpec does. */
function startEditor(changed) {
  area().addEventListener("input", () => {
    paint();
    changed();
  });
  area().addEventListener("scroll", follow);
}

export { startEditor, setSpec, replaceSpec, showDisagreements, showFault, colored };
