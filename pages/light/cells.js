// SPDX-License-Identifier: 0BSD
// Shows the text as a row of cells, one for each character and each ill-formed sequence, up to 1,000.
//
// In:  items (text.js). Out: list items in an <ol>. Only the cells between an unchanged beginning and an unchanged end are
// replaced, since a text of 1,000 bytes has up to 1,000 cells, and a key press changes a few of them.

import { h } from "../playground/dom.js";
import { hex } from "./text.js";

const MOST = 1000;

const NAMES = { 0x09: "tab", 0x0a: "line feed", 0x0d: "return", 0x20: "space", 0x7f: "delete", 0xa0: "no-break space", 0x200b: "zero width", 0xfeff: "byte order mark" };

const isControl = (point) => point < 0x20 || (point >= 0x7f && point < 0xa0);
const isSurrogate = (point) => point >= 0xd800 && point < 0xe000;

/** Returns the label of a code point of NAMES, a control, a surrogate or a code point above U+10FFFF; undefined for all others. */
function nameOf(point) {
  return NAMES[point] ?? (isControl(point) ? "control" : isSurrogate(point) ? "surrogate" : point > 0x10ffff ? "beyond" : undefined);
}

const isMark = (character) => /\p{M}/u.test(character);

function glyphOf(point) {
  const name = nameOf(point);
  if (name) {
    return h("span", { class: "named" }, name);
  }
  const character = String.fromCodePoint(point);
  return h("span", { class: "glyph" }, isMark(character) ? "\u25cc" + character : character);
}

function cellOf(item, bytes) {
  const code = h("code", {}, hex(bytes.subarray(item.at, item.at + item.length)));
  return item.fault
    ? h("li", { class: "cell bad" }, h("span", { class: "named" }, item.fault), h("small", {}, `byte ${item.at}`), code)
    : h("li", { class: "cell" }, glyphOf(item.codePoint), h("small", {}, "U+" + item.codePoint.toString(16).toUpperCase().padStart(4, "0")), code);
}

/** Two items with the same key look the same. */
const keyOf = (item, bytes) => (item.fault ? `${item.fault} ${item.at} ` : item.codePoint + " ") + bytes.subarray(item.at, item.at + item.length).join();

/** Returns a function of items and bytes. That function shows the first 1,000 items in the list and returns the number of the others. */
function cellsIn(list) {
  let keys = [];
  return (items, bytes) => {
    const shown = items.slice(0, MOST), now = shown.map((item) => keyOf(item, bytes));
    let same = 0, end = 0;
    while (same < now.length && now[same] === keys[same]) {
      same++;
    }
    while (end < now.length - same && end < keys.length - same && now.at(-1 - end) === keys.at(-1 - end)) {
      end++;
    }
    for (let i = keys.length - end; i > same; i--) {
      list.children[same].remove();
    }
    const before = list.children[same] ?? null, fresh = document.createDocumentFragment();
    shown.slice(same, now.length - end).forEach((item) => fresh.append(cellOf(item, bytes)));
    list.insertBefore(fresh, before);
    keys = now;
    return items.length - shown.length;
  };
}

export { cellsIn };
