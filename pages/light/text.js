// SPDX-License-Identifier: 0BSD
// Reads a text in an encoding: bytes, characters and faults.
//
// In:  the input, as text or in hexadecimal; the functions of an encoding (packaging/npm/core.js). Out: bytes; items, one for each
//      character and each ill-formed sequence, { at, length, codePoint } or { at, length, fault }; an error in words.
//
//     "C3 A9 80" in UTF-8: { at: 0, length: 2, codePoint: 0xE9 }, { at: 2, length: 1, fault: "too_long" }

import { hex2 } from "../playground/dom.js";

/** More bytes than two characters can have. */
const LONGEST = 16;

const hex = (bytes) => Array.from(bytes, hex2).join(" ");

/** "80..BF or C2..F4" */
const rangesText = (ranges) => ranges.map(([first, last]) => first === last ? hex2(first) : `${hex2(first)}..${hex2(last)}`).join(" or ");

/** Notations of bytes and of code points, as in gen/commands/explanation.lua, which reads the playground's input. */
const NOTATIONS = [
  { pattern: /U\+([0-9a-f]{1,8})/iy, isPoint: true }, { pattern: /\\u\{([0-9a-f]{1,8})\}/iy, isPoint: true },
  { pattern: /\\u([0-9a-fA-F]{4})/y, isPoint: true }, { pattern: /\\U([0-9a-fA-F]{8})/y, isPoint: true },
  { pattern: /\\x([0-9a-f]{2})/iy }, { pattern: /\\([0-3][0-7]{2})/y, base: 8 }, { pattern: /%([0-9a-f]{2})/iy }, { pattern: /=([0-9a-f]{2})/iy },
  { pattern: /<([0-9a-f]{2})>/iy }, { pattern: /0x((?:[0-9a-f]{2})+)(?![0-9a-f])/iy }, { pattern: /((?:[0-9a-f]{2})+)(?![0-9a-f])/iy },
];
const BETWEEN = /b?['"]|[\s,;:{}[\]()-]/iy;

/** Matches a pattern at one place of a text. */
function matchAt(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Reads bytes and code points in these notations: { bytes }, or { wrong: the reason }. Different notations need a separator. */
function readHex(encoding, text) {
  const bytes = [];
  let word;
  for (let at = 0; at < text.length;) {
    const between = matchAt(BETWEEN, text, at), notation = between ? undefined : NOTATIONS.find((one) => matchAt(one.pattern, text, at));
    if (!between && (!notation || (word && word !== notation))) {
      return { wrong: `"${text.slice(at, at + 20)}" is not hexadecimal: each byte has two digits, such as C3 A9, 0xC3,0xA9, \\xC3\\xA9 or %C3%A9; a character is U+00E9` };
    }
    const [whole, digits] = between ?? matchAt(notation.pattern, text, at), point = notation?.isPoint && parseInt(digits, 16);
    if (notation?.isPoint) {
      const written = encoding.fromCodePoint(point);
      if (!written) {
        return { wrong: `this encoding does not have ${whole}` };
      }
      bytes.push(...written);
    } else if (notation) {
      bytes.push(...digits.match(notation.base ? /.+/g : /../g).map((one) => parseInt(one, notation.base ?? 16)));
    }
    at += whole.length;
    word = notation;
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

/** Returns the text that readText turns into these bytes; undefined if there is none. */
function textOf(encoding, bytes) {
  const points = itemsOf(encoding, bytes).map((item) => item.codePoint);  // of a fault: undefined
  const text = points.every((point) => point <= 0x10ffff) ? points.map((point) => String.fromCodePoint(point)).join("") : undefined;
  return text !== undefined && hex(readText(encoding, text).bytes) === hex(bytes) ? text : undefined;
}

/** Returns the characters and ill-formed sequences that begin in the first `most` bytes of a text. */
function itemsOf(encoding, bytes, most = bytes.length) {
  // The cut can cause a fault, but only after `most`.
  const items = [], part = bytes.subarray(0, most + LONGEST);
  for (let from = 0; from < Math.min(most, part.length);) {
    const error = encoding.firstError(part.subarray(from)), end = error ? from + error.offset : part.length;
    while (from < Math.min(end, most)) {
      items.push({ at: from, ...encoding.codePointAt(part, from) });
      from += items.at(-1).length;
    }
    if (error && from < most) {
      items.push({ at: end, length: error.length, fault: error.fault });
      from = end + error.length;
    }
  }
  return items;
}

const FAULTS = {
  truncated: "the text ends inside a character", too_long: "a continuation byte where a character must begin",
  too_short: "another byte where a continuation byte must follow", not_a_form: "a byte with which no form begins",
  overlong: "a shorter form writes this code point", too_large: "above the last code point",
  unlisted: "the form does not have this code point", unpaired: "one half of a pair without the other",
};

/** Returns the first error in words: { name, meaning, where }. */
function explained(encoding, bytes, { fault, offset, length, expected }) {
  const faultOf = (size) => encoding.firstError(bytes.subarray(offset, offset + size))?.fault;
  const words = { name: fault, meaning: FAULTS[fault] ?? `the rule ${fault} forbids it` };
  if (!faultOf(length)) {
    words.where = `${hex(bytes.subarray(offset, offset + length))} is well-formed alone, but must not follow the character before it`;
    return words;
  }
  let good = 0;
  while (good < length && faultOf(good + 1) === "truncated") {
    good++;
  }
  const next = offset + good < bytes.length ? hex2(bytes[offset + good]) : "the end";
  words.where = `${good > 0 ? `after ${hex(bytes.subarray(offset, offset + good))} ` : ""}found ${next}, expected ${rangesText(expected)}`;
  return words;
}

export { hex, readHex, readText, textOf, itemsOf, explained };
