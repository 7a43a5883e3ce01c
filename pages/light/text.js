// SPDX-License-Identifier: 0BSD
// Reads a text in an encoding: bytes, characters and faults.
//
// In:  the input, as text or in hexadecimal; the functions of an encoding (packaging/npm/core.js). Out: bytes; items, one for each
//      character and each ill-formed sequence, { at, length, codePoint } or { at, length, fault }; the first error in words.
//
//     "C3 A9 80" in UTF-8: { at: 0, length: 2, codePoint: 0xE9 }, { at: 2, length: 1, fault: "too_long" }

import { hex2 } from "../playground/dom.js";

const hex = (bytes) => Array.from(bytes, hex2).join(" ");

/** "80..BF or C2..F4" */
const rangesText = (ranges) => ranges.map(([first, last]) => first === last ? hex2(first) : `${hex2(first)}..${hex2(last)}`).join(" or ");

/** Reads two digits per byte, with optional spaces, commas and 0x between bytes; { wrong } if that fails. */
function readHex(text) {
  const bytes = [];
  for (const word of text.split(/[\s,]+/).filter(Boolean)) {
    const digits = word.replace(/^0x/i, "");
    if (!/^([0-9a-f]{2})+$/i.test(digits)) {
      return { wrong: `"${word.slice(0, 20)}" is not hexadecimal: each byte has two digits, such as C3 A9` };
    }
    for (let i = 0; i < digits.length; i += 2) {
      bytes.push(parseInt(digits.slice(i, i + 2), 16));
    }
  }
  return { bytes: Uint8Array.from(bytes) };
}

/** Encodes a code point as UTF-8 does, including surrogates. */
function asUtf8(point) {
  const tail = (shift) => 0x80 | point >> shift & 0x3f;
  return point < 0x80 ? [point] : point < 0x800 ? [0xc0 | point >> 6, tail(0)]
    : point < 0x10000 ? [0xe0 | point >> 12, tail(6), tail(0)] : [0xf0 | point >> 18, tail(12), tail(6), tail(0)];
}

/** Encodes a code point as one character, or as a pair. If the encoding cannot represent it, encodes it as UTF-8 does. */
function written(encoding, point) {
  const whole = encoding.fromCodePoint(point);
  if (whole || point < 0x10000) {
    return whole ?? asUtf8(point);
  }
  const halves = [0xd800 + (point - 0x10000 >> 10), 0xdc00 + (point & 0x3ff)].map(encoding.fromCodePoint);
  return halves.every(Boolean) ? [...halves[0], ...halves[1]] : asUtf8(point);
}

function readText(encoding, text) {
  return { bytes: Uint8Array.from([...text].flatMap((character) => [...written(encoding, character.codePointAt(0))])) };
}

/** The characters and ill-formed sequences of a text, and its first error, or null. */
function itemsOf(encoding, bytes) {
  const items = [];
  let from = 0, first = null;
  while (from < bytes.length) {
    const error = encoding.firstError(bytes.subarray(from)), end = error ? from + error.offset : bytes.length;
    for (let at = from; at < end; at += items.at(-1).length) {
      items.push({ at, ...encoding.codePointAt(bytes, at) });
    }
    if (!error) {
      break;
    }
    first = first ?? { ...error, offset: end };
    items.push({ at: end, length: error.length, fault: error.fault });
    from = end + error.length;
  }
  return { items, first };
}

const FAULTS = {
  truncated: "the text ends inside a character", too_long: "a continuation byte where a character begins",
  too_short: "another byte where a continuation byte must follow", not_a_form: "a byte that begins no form",
  overlong: "a shorter form writes this code point", too_large: "above the last code point",
  unlisted: "the form does not have this code point", unpaired: "half of a pair without the other half",
};

/** The first error in words: { name, meaning, where }. */
function explained(encoding, bytes, { fault, offset, length, expected }) {
  const part = bytes.subarray(offset, offset + length), alone = encoding.firstError(part);
  const words = { name: fault, meaning: FAULTS[fault] ?? `the rule ${fault} forbids it` };
  if (!alone) {
    words.where = `${hex(part)} is well-formed alone, but must not follow the character before it`;
  } else if (alone.fault !== "truncated") {
    words.where = `found ${hex2(bytes[offset])}, expected ${rangesText(expected)}`;
  } else {
    const next = offset + length < bytes.length ? hex2(bytes[offset + length]) : "the end";
    words.where = `after ${hex(part)} found ${next}, expected ${rangesText(expected)}`;
  }
  return words;
}

export { hex, readHex, readText, itemsOf, explained };
