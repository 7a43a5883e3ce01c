// SPDX-License-Identifier: 0BSD
// Checks a file piece by piece, so that it need not fit into memory; finds its faults, and makes its repaired copy.
//
// In:  a Blob; a machine (machine.js); faultOf(begins, digits), which asks the generator. Out of checkFile: { size, total: number of
//      faults, names: fault -> number, first: { offset, line, column, fault, length, expected }, parts: of the repaired copy (of the file
//      itself if there is no replacement), checked: number of bytes in which the kernel found no error, milliseconds: the time that the
//      kernel took for these bytes }.
//
// The idea: the kernel (see hasKernel) reads a piece and the bytes before it. If the kernel finds no error, the automaton skips the piece.
// The automaton reads the other pieces. It also reads a piece if an earlier fault changed its state: the kernel assumes the state to which
// the bytes before the piece lead. After each fault, it continues in the start state. The generator names faults; a map keeps the answers.

import { rest } from "./machine.js";

const PIECE = 1 << 20, BLOCK = 8 * PIECE, FRONT = 64, AHEAD = 16, MOST_COLUMN = 1 << 20, MOST_REMEMBERED = 1 << 18;
const LINE_FEED = 10;

const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The pieces of a file in order: { at, bytes, front: up to 64 bytes before the piece, ended: whether it is the last }. For speed, the file
 *  is read in blocks of eight pieces, each while the previous block is checked. The module's memory has room for only one piece. */
async function* piecesOf(file, limit = file.size) {
  const read = (at) => file.slice(at, Math.min(at + BLOCK, limit)).arrayBuffer();
  let front = new Uint8Array(0), next = read(0);
  for (let start = 0; start < limit; start += BLOCK) {
    const block = new Uint8Array(await next);
    next = start + BLOCK < limit ? read(start + BLOCK) : undefined;
    for (let at = 0; at < block.length; at += PIECE) {
      const bytes = block.subarray(at, at + PIECE), end = start + at + bytes.length;
      yield { at: start + at, bytes, front, ended: end >= limit };
      front = block.slice(Math.max(0, at + bytes.length - FRONT), at + bytes.length);
    }
  }
}

/** Returns the only state, except `dead`, to which the first `size` bytes lead from any state; undefined if there is not exactly one. */
function stateAfter({ next, count, dead }, bytes, size) {
  let found;
  for (let from = 0; from < count; from++) {
    let state = from;
    for (let i = 0; i < size && state !== dead; i++) {
      state = next[state << 8 | bytes[i]];
    }
    if (state !== dead && from !== dead) {
      if (found !== undefined && found !== state) {
        return undefined;
      }
      found = state;
    }
  }
  return found;
}

/** Whether there is a kernel that decides without the automaton whether a piece has an error. */
const hasKernel = ({ exports, is_inner: isInner }) => exports.find !== undefined && !exports.looked && isInner;

/** Whether the kernel finds no error in a piece, after the bytes before it. If so, adds the piece's size and the time to `found`. */
function isClean(machine, { bytes, front, ended }, found) {
  const { memory, exports, text, pad, window } = machine, size = bytes.length + (ended ? window - 1 : 0);
  memory.fill(pad, text - FRONT, text);
  memory.set(front, text - front.length);
  memory.set(bytes, text);
  memory.fill(pad, text + bytes.length, text + bytes.length + FRONT);
  const end = text + (size + 15 & ~15), begin = performance.now(), clean = exports.find(text, end) === end;
  if (clean) {
    found.checked += bytes.length;
    found.milliseconds += performance.now() - begin;
  }
  return clean;
}

function linesIn({ memory, exports, text }, bytes) {
  const whole = bytes.length & ~15;
  memory.set(bytes, text);
  return exports.lines(text, text + whole) + bytes.subarray(whole).filter((byte) => byte === LINE_FEED).length;
}

/** Returns a function that reads pieces with the automaton. place: { state, good, held, anchor, emitted }, see checkFile. */
function reader(file, machine, faultOf, found) {
  const { whole: { next, accepts, boundary, start, dead }, replacement, looks_ahead: looksAhead } = machine;
  const known = new Map(), spare = new Uint8Array((PIECE + FRONT) * Math.max(1, replacement?.length ?? 0) + PIECE);
  let spared = 0;
  const bytesOf = async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer());

  /** The first fault of a text that begins at all[from], { fault, offset, length, expected }. died: the index at which the automaton dies;
   *  base: the offset of all[0] in the file. */
  async function fault(all, base, from, died, ended) {
    const end = died + 1 + (looksAhead ? AHEAD : 0), begins = base + from === 0;
    const part = from >= 0 && (ended || end <= all.length) ? all.subarray(from, ended ? undefined : end) : await bytesOf(base + from, ended ? undefined : base + end);
    const digits = hexOf(part), key = `${begins}${digits}`;
    const answer = known.get(key) ?? await faultOf(begins ? "begins" : "", digits);
    if (!answer.fault) {
      throw new Error(`the automaton rejects ${digits}, the generator does not`);
    }
    known.size < MOST_REMEMBERED && known.set(key, answer);
    return answer;
  }

  /** Adds the bytes before a fault, then the replacement, to the repaired copy. offset, base: of the fault and of all[0] in the file. */
  function repair(place, all, base, offset, length) {
    if (!replacement) {
      return;
    }
    if (place.emitted < base) {
      found.parts.push(file.slice(place.emitted, Math.min(base, offset)));
    }
    const part = all.subarray(Math.max(place.emitted - base, 0), Math.max(offset - base, 0));
    spared + part.length + replacement.length > spare.length && flush();
    spare.set(part, spared);
    spare.set(replacement, spared + part.length);
    spared += part.length + replacement.length;
    place.emitted = offset + length;
  }

  function flush() {
    spared > 0 && found.parts.push(new Blob([spare.slice(0, spared)]));
    spared = 0;
  }

  /** Reads a piece. all: bytes before the piece, and the piece; base: the offset of all[0] in the file; at: the first index to read. */
  async function read(place, all, base, at, ended) {
    let { state, good, anchor, held } = place;
    for (let i = at; i < all.length || ended && !accepts[state] && i === all.length;) {
      const after = i < all.length ? next[state << 8 | all[i]] : dead;
      if (after !== dead) {
        state = after;
        i++;
        if (accepts[state]) {
          good = base + i;
          held = state;
          anchor = boundary[state] && state === start ? good : anchor;
        }
        continue;
      }
      const from = held === start || anchor < base ? good : anchor;
      const one = await fault(all, base, from - base, i, i === all.length || all.length - (from - base) < AHEAD && ended);
      const offset = from + one.offset;
      found.total++;
      found.names.set(one.fault, (found.names.get(one.fault) ?? 0) + 1);
      found.first ??= { ...one, offset };
      repair(place, all, base, offset, one.length);
      good = anchor = offset + one.length;
      if (good < base) {
        // The fault is before these bytes: read again from its end on.
        const before = await bytesOf(good, base), longer = new Uint8Array(before.length + all.length);
        longer.set(before);
        longer.set(all, before.length);
        [all, base] = [longer, good];
      }
      i = good - base;
      state = held = start;
    }
    Object.assign(place, { state, good, anchor, held });
    flush();
  }

  return read;
}

/** Returns the column of an offset; undefined if more than MOST_COLUMN bytes of its line precede it. lineStart: the offset of its line. */
async function columnOf(file, { next, boundary, start }, lineStart, offset) {
  if (offset - lineStart > MOST_COLUMN) {
    return undefined;
  }
  let state = start, column = 1;
  for (const byte of new Uint8Array(await file.slice(lineStart, offset).arrayBuffer())) {
    state = next[state << 8 | byte];
    column += boundary[state];
  }
  return column;
}

/** Adds a piece's line feeds before the first fault to place.lines. lineStart: offset of the last line; counted: the fault is reached. */
async function countLines(file, machine, place, found, { at, bytes }) {
  const bytesOf = async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer());
  const offset = found.first?.offset ?? at + bytes.length;
  place.counted = found.first !== undefined;
  if (offset < at) {
    // The fault begins in an earlier piece, whose line feeds have been added. Its column is known if its line is not too long.
    const from = Math.max(0, offset - MOST_COLUMN - 1);
    for (let part = offset; part < at; part += PIECE) {
      place.lines -= linesIn(machine, await bytesOf(part, Math.min(part + PIECE, at)));
    }
    place.lineStart = from + (await bytesOf(from, offset)).lastIndexOf(LINE_FEED) + 1;
    return;
  }
  const part = bytes.subarray(0, offset - at), last = part.lastIndexOf(LINE_FEED);
  place.lines += linesIn(machine, part);
  place.lineStart = last < 0 ? place.lineStart : at + last + 1;
}

/** progress(part): called after each piece; it returns false to stop. Out: see above; undefined if the check was stopped. */
async function checkFile(file, machine, faultOf, progress) {
  const { whole, window } = machine, found = { size: file.size, total: 0, names: new Map(), first: undefined, parts: [], checked: 0, milliseconds: 0 };
  // state: at the beginning of the piece, if known; good: the last offset at which the text could end; held: the state there; anchor: the
  // last `good` whose state is `start`; emitted: the offset up to which the copy is made; lines, lineStart, counted: see countLines.
  const place = { state: whole.origin, good: 0, held: whole.origin, anchor: 0, emitted: 0, lines: 0, lineStart: 0, counted: false };
  const read = reader(file, machine, faultOf, found), fast = hasKernel(machine);
  for await (const piece of piecesOf(file)) {
    const { at, bytes, front, ended } = piece, base = at - front.length;
    const before = fast && (at === 0 ? whole.origin : stateAfter(whole, front.subarray(-(window - 1)), window - 1));
    if (fast && (place.state === undefined || place.state === before && place.good <= at) && isClean(machine, piece, found)) {
      place.state = undefined;
    } else {
      const all = new Uint8Array(front.length + bytes.length);
      all.set(front);
      all.set(bytes, front.length);
      // A fault may end after the piece in which it begins.
      let from = Math.max(front.length, place.good - base);
      if (place.state === undefined) {
        // The first window - 1 bytes of `front` determine the state. A character ends in the rest of `front`; there, `read` sets `good`.
        from = window - 1;
        const state = stateAfter(whole, front, from);
        Object.assign(place, { state, good: base + from, held: state, anchor: base + from });
      }
      await read(place, all, base, from, ended);
    }
    place.counted || await countLines(file, machine, place, found, piece);
    await rest();
    if (!progress((at + bytes.length) / file.size)) {
      return undefined;
    }
  }
  if (found.first) {
    found.first.line = place.lines + 1;
    found.first.column = await columnOf(file, whole, place.lineStart, found.first.offset);
  }
  found.parts.push(file.slice(place.emitted));
  return found;
}

/** The encodings of a list of { name, automaton } that accept the file, or do not reject the first `limit` bytes of a larger file. If
 *  `progress` returns false: the encodings that did not reject the file so far. */
async function otherEncodings(file, list, limit, progress) {
  let left = list.map((one) => ({ ...one, state: one.automaton.origin }));
  for await (const { at, bytes, ended } of piecesOf(file, Math.min(limit, file.size))) {
    left = left.filter((one) => {
      const { next, accepts, dead } = one.automaton;
      let state = one.state;
      for (let i = 0; i < bytes.length; i++) {
        state = next[state << 8 | bytes[i]];
        if (state === dead) {
          return false;
        }
      }
      one.state = state;
      return !ended || file.size > limit || accepts[state];
    });
    await rest();
    if (left.length === 0 || !progress((at + bytes.length) / Math.min(limit, file.size))) {
      break;
    }
  }
  return left;
}

export { checkFile, otherEncodings };
