// SPDX-License-Identifier: 0BSD
// Asks node's String.prototype.normalize about texts; nfc_test.lua runs it.
//
// In:  standard input, a text on each line after a sign: "+" if a validator says that it is in Normalization Form C, "-" that it is not.
// Out: the lines that are wrong, as code points; then the number of lines that were judged, and the number of the other lines: they have a
//      code point that node's version of Unicode does not assign.

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
