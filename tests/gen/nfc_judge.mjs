// SPDX-License-Identifier: 0BSD
// Asks node's String.prototype.normalize about texts; nfc_test.lua runs it.
//
// In:  standard input, a text on each line after a sign: "+" if the text must be in Normalization Form C, "-" if it must not be.
// Out: the lines that are wrong, as code points; then the number of lines that were judged, and the number of lines that were not, because
//      node's version of Unicode does not assign one of their code points.

import { createInterface } from "node:readline";

let judged = 0, unknown = 0;
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const sign = line[0], text = line.slice(1);
  if (/\p{Cn}/u.test(text)) {
    unknown++;
  } else {
    judged++;
    if ((text.normalize("NFC") === text) !== (sign === "+")) {
      console.log("wrong:", sign, ...Array.from(text, (one) => `U+${one.codePointAt(0).toString(16).toUpperCase()}`));
    }
  }
}
console.log(`${judged} judged, ${unknown} unknown`);
