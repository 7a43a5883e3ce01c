// SPDX-License-Identifier: 0BSD
// Creates, finds and fills elements. Text is inserted as text only, so input is never parsed as HTML.

const SVG = "http://www.w3.org/2000/svg";

function filled(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), value);
    } else if (value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== false && child !== null));
  return element;
}

/** Returns an element: h("p", { class: "note" }, "text", h("b", {}, "more")) */
const h = (tag, properties, ...children) => filled(document.createElement(tag), properties, children);

/** Like `h`, for SVG elements. */
const s = (tag, properties, ...children) => filled(document.createElementNS(SVG, tag), properties, children);

const find = (id) => document.getElementById(id);

/** Replaces the content of an element. */
const show = (element, ...children) => element.replaceChildren(...children.flat(Infinity).filter((child) => child));

const hex2 = (byte) => byte.toString(16).toUpperCase().padStart(2, "0");

/** A table. heads: the headings of the columns. Each row is a list of cells, or { class, mask, cells }; its first cell is its heading. */
function table(caption, heads, rows, name) {
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    h("table", { class: name },
      h("caption", { class: "hidden" }, caption),
      h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, rows.map((row) => h("tr", { class: row.class, "data-mask": row.mask },
        (row.cells ?? row).map((cell, i) => i === 0 ? h("th", { scope: "row" }, cell) : h("td", {}, cell)))))));
}

export { h, s, find, show, hex2, table };
