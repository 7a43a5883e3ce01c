// SPDX-License-Identifier: 0BSD
// Compares the kernel with the automaton on all texts of three bytes. If such a text ends inside a character, the text with its shortest
// ending is also compared. If a fourth byte fits into the cells, each text followed by each ending of one byte is also compared:
// some wrong kernels fail only on these.
// The idea: texts are in cells of 8 or 16 bytes. Pads follow each text, so that no window has bytes of two texts. A call of `run`
// (assembled.lua) gives a bit for each eight bytes. One call checks the 65,536 texts with the same first byte; others check longer texts.

import { endingsOf, rest } from "./machine.js";

const LEAD = 64, BLOCK = 1 << 16, AT_ONCE = 4;

/** Returns the size of a cell for a text of some length and its pads; undefined if they do not fit into 16 bytes. */
const cellFor = (length, window) => [8, 16].find((size) => length + window - 1 <= size);

/** Runs the kernel on texts in cells. Out: flagged(i): whether it rejects text i; left(i): whether it leaves text i to the automaton. */
function runOn({ exports, memory, text, out }, count, size) {
  const end = text + count * size, more = out + BLOCK;
  const bit = (from) => size === 8 ? (i) => memory[from + (i >> 1)] >> (i & 1) & 1 : (i) => memory[from + i] !== 0 ? 1 : 0;
  exports.run(text, end + 15 & ~15, out);
  exports.looked?.(text, end + 15 & ~15, more);
  return { flagged: bit(out), left: exports.looked ? bit(more) : () => 0 };
}

/** Collects texts that the automaton accepts, and runs the kernel on all of them at once. */
function collector(machine, size, judge) {
  const waiting = [];
  const flush = () => {
    const { memory, text, pad } = machine;
    memory.fill(pad, text - LEAD, text + waiting.length * size + LEAD);
    waiting.forEach((bytes, i) => memory.set(bytes, text + i * size));
    const { flagged, left } = runOn(machine, waiting.length, size);
    waiting.forEach((bytes, i) => judge(bytes, flagged(i), left(i), 1));
    waiting.length = 0;
  };
  return { add: (bytes) => waiting.push(bytes), flush };
}

/** Writes all pairs of a second and a third byte into the cells, with pads after them. */
function layOut({ memory, text, pad }, size) {
  memory.fill(pad, text - LEAD, text + BLOCK * size + LEAD);
  for (let i = 0; i < BLOCK; i++) {
    memory[text + i * size + 1] = i >> 8;
    memory[text + i * size + 2] = i & 255;
  }
}

/**
 * Makes all comparisons. progress(part): called with the part that is done, from 0 to 1; false stops. Out: undefined if stopped, else
 * numbers of texts: texts, finished (with endings), left, wrong; also followed: the fourth bytes, and first: a shortest wrong text, if any.
 */
async function prove(machine, progress) {
  const { memory, text, inner, window } = machine, { next, accepts, start, dead } = inner;
  const endings = endingsOf(inner), longest = Math.max(...endings.map((ending) => ending?.length ?? 0));
  const size = cellFor(3, window), longSize = cellFor(3 + longest, window);
  const last = new Set(endings.filter((ending) => ending?.length === 1).map(([byte]) => byte));
  const found = { texts: 0, followed: cellFor(4, window) === size ? [...last] : [], finished: 0, left: 0, wrong: 0, first: undefined };
  function judge(bytes, flagged, left, accepted) {
    if (left && !flagged) {
      found.left++;
    } else if (flagged === accepted) {
      found.wrong++;
      found.first = found.first && found.first.bytes.length <= bytes.length ? found.first : { bytes: [...bytes], accepted };
    }
  }
  const unfinished = collector(machine, longSize, judge);
  for (let a = 0; a < 256; a++) {
    layOut(machine, size);
    for (let i = 0; i < BLOCK; i++) {
      memory[text + i * size] = a;
    }
    const first = next[start << 8 | a], stateOf = (i) => next[next[first << 8 | i >> 8] << 8 | i & 255];
    const compare = (more, stateAfter) => {
      const { flagged, left } = runOn(machine, BLOCK, size);
      for (let i = 0; i < BLOCK; i++) {
        const accepted = accepts[stateAfter(i)];
        if (flagged(i) === accepted || left(i)) {
          judge([a, i >> 8, i & 255, ...more], flagged(i), left(i), accepted);
        }
      }
    };
    compare([], stateOf);
    for (const byte of found.followed) {
      for (let i = 0; i < BLOCK; i++) {
        memory[text + i * size + 3] = byte;
      }
      compare([byte], (i) => next[stateOf(i) << 8 | byte]);
    }
    for (let i = 0; i < BLOCK; i++) {
      const state = stateOf(i);
      if (state !== dead && !accepts[state]) {
        unfinished.add([a, i >> 8, i & 255, ...endings[state]]);
        found.finished++;
      }
    }
    found.texts += BLOCK;
    unfinished.flush();
    if (a % AT_ONCE === AT_ONCE - 1) {
      await rest();
      if (!progress((a + 1) / 256)) {
        return undefined;
      }
    }
  }
  return found;
}

/** Returns why nothing can be compared, or undefined. */
function refusal({ reason, inner, window }) {
  if (reason || !inner) {
    return reason ?? "the automaton is too large for this page";
  }
  const longest = Math.max(...endingsOf(inner).map((ending) => ending?.length ?? 0));
  return cellFor(3 + longest, window) ? undefined : "the window is too long for this page";
}

export { prove, refusal };
