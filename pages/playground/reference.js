// SPDX-License-Identifier: 0BSD
// The reference of the words of a spec: a part of docs/specs.md, shown in a dialog.
//
// In:  Markdown with headings, paragraphs, lists, tables, blocks of code, and `code` in lines. Links keep their text only: the page
//      contains no other documents.

import { h, find, show } from "./dom.js";

/** Returns the content of a line: code as elements, everything else as text, without asterisks and the targets of links. */
const inline = (text) => text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").split(/(`[^`]*`)/).map((part) =>
  part.startsWith("`") ? h("code", {}, part.slice(1, -1)) : part.replaceAll("*", ""));

/** Returns the cells of a table's line. Inside a cell, a vertical bar is written \|. */
const cells = (line) => line.slice(1, -1).split(/(?<!\\)\|/).map((cell) => inline(cell.trim().replaceAll("\\|", "|")));

/** The kinds of blocks: [the pattern of their lines, a function from the lines to an element]. */
const KINDS = [
  [/^#/, ([line]) => h(line.startsWith("###") ? "h4" : "h3", {}, inline(line.replace(/^#+ /, "")))],
  [/^\|/, ([head, , ...rows]) => h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `table: ${rows[0].slice(2, 60)}` }, h("table", {},
    h("thead", {}, h("tr", {}, cells(head).map((cell) => cell.some(Boolean) ? h("th", { scope: "col" }, cell) : h("td", {})))),
    h("tbody", {}, rows.map((row) => h("tr", {}, cells(row).map((cell) => h("td", {}, cell)))))))],
  [/^ {4}/, (lines) => h("pre", { tabindex: "0" }, lines.map((line) => line.slice(4)).join("\n"))],
  [/^(- |  )/, (lines) => h("ul", {}, lines.join("\n").split(/\n(?=- )/).map((one) => h("li", {}, inline(one.replace(/^- /, "")))))],
  [/^[^#|\s-]/, (lines) => h("p", {}, inline(lines.join(" ")))],
];

function rendered(text) {
  return text.split(/^(```.*\n[^]*?^```$)/m).flatMap((part) => {
    if (part.startsWith("```")) {
      return [h("pre", { tabindex: "0" }, part.replace(/^.*\n|\n```$/g, ""))];
    }
    const lines = part.split("\n"), found = [];
    for (let at = 0; at < lines.length;) {
      const kind = KINDS.find(([pattern]) => pattern.test(lines[at]));
      let end = at + 1;
      while (kind && !lines[at].startsWith("#") && end < lines.length && kind[0].test(lines[end])) {
        end++;
      }
      kind && found.push(kind[1](lines.slice(at, end)));
      at = end;
    }
    return found;
  });
}

/** text: the text of docs/specs.md. The dialog shows its sections from "Words" to the last one before "What a spec may hold". */
function startReference(text) {
  const dialog = find("reference"), from = text.indexOf("## Words"), to = text.indexOf("## What a spec may hold");
  find("words").addEventListener("click", () => {
    find("reference-text").hasChildNodes() || show(find("reference-text"), rendered(text.slice(from, to)));
    dialog.showModal();
  });
  find("reference-close").addEventListener("click", () => dialog.close());
}

export { startReference };
