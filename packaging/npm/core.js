// SPDX-License-Identifier: 0BSD
//
// Functions on bytes for one encoding, implemented by its generated C in WebAssembly (module.c).
//
// In:  the module, as base64 or bytes, and the same with SIMD, for engines that support it. Out: an object of functions. The module is
//      compiled by the first call or by init().
//
// The idea: the module's memory has a buffer of 64 KB. A text up to that size is copied and checked as a whole, a longer one in pieces,
// so memory does not depend on the size of the text. Only repair needs the whole text: memory grows. WebAssembly's memory cannot
// shrink, so an instance with more than KEPT bytes is dropped afterwards.
//
//     encoding("isUtf8", "AGFzbQ...").firstError(new Uint8Array([0x41, 0x80]))
//       -> { fault: "too_long", offset: 1, length: 1, expected: [[0x00, 0x7F], [0xC2, 0xF4]] }

/** An instance with more memory than this, in bytes, is dropped. */
const KEPT = 1 << 20;
const PAGE = 1 << 16;
/** An upper bound on the bytes of a character. */
const LONGEST = 16;

/** A module with one function that uses SIMD: a splat and a population count. It is valid if the engine supports SIMD. */
const VECTORS = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11);

/** The bytes of an argument, as a view of the same memory. Throws a TypeError if it is not bytes. */
function bytesOf(value, caller) {
  if (value instanceof Uint8Array) {
    return value;
  }
  if (ArrayBuffer.isView(value)) {
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  }
  const kind = Object.prototype.toString.call(value);
  if (kind === "[object ArrayBuffer]" || kind === "[object SharedArrayBuffer]") {
    return new Uint8Array(value);
  }
  if (typeof value === "string") {
    throw new TypeError(caller + ": the text must be bytes, not a string. A string is UTF-16 already: pass the bytes that it was "
      + "made from, or those of new TextEncoder().encode(string)");
  }
  throw new TypeError(caller + ": the text must be a Uint8Array, Buffer, ArrayBuffer or other view of bytes, not "
    + (Array.isArray(value) ? "an array: Uint8Array.from(array) makes bytes of it" : value === null ? "null" : "of type " + typeof value));
}

/** Reads a zero-terminated string from memory. */
function nameAt(memory, at) {
  const bytes = new Uint8Array(memory.buffer);
  let name = "";
  while (bytes[at] !== 0) {
    name += String.fromCharCode(bytes[at++]);
  }
  return name;
}

/** The bytes for which `holds` is true, as ranges [first, last]. */
function rangesWhere(holds) {
  const ranges = [];
  for (let byte = 0; byte < 256; byte++) {
    if (holds(byte)) {
      const last = ranges[ranges.length - 1];
      if (last && last[1] === byte - 1) {
        last[1] = byte;
      } else {
        ranges.push([byte, byte]);
      }
    }
  }
  return ranges;
}

function encoding(caller, portable, vectors) {
  let module, c, room;

  function binary() {
    const code = vectors && WebAssembly.validate(VECTORS) ? vectors : portable;
    return typeof code === "string" ? Uint8Array.from(atob(code), (character) => character.charCodeAt(0)) : code;
  }

  /** Sets c to the instance's functions, and room to its buffer. */
  function begin(instance) {
    c = instance.exports;
    const missing = c.buffer() + c.piece() - c.memory.buffer.byteLength;
    if (missing > 0) {
      c.memory.grow(Math.ceil(missing / PAGE));
    }
    room = new Uint8Array(c.memory.buffer, c.buffer(), c.piece());
  }

  function ready() {
    if (!c) {
      module = module || new WebAssembly.Module(binary());
      begin(new WebAssembly.Instance(module));
    }
  }

  /** Compiles without blocking. Only needed where WebAssembly.Module cannot compile the whole module synchronously. */
  async function init() {
    if (!c) {
      module = module || await WebAssembly.compile(binary());
      const instance = await WebAssembly.instantiate(module);
      if (!c) {
        begin(instance);
      }
    }
  }

  /** Whether a text is well-formed. If not, the module has the error. */
  function check(text) {
    ready();
    if (text.length <= room.length) {
      room.set(text);
      return c.check(text.length) !== 0;
    }
    c.start();
    for (let at = 0; at < text.length; at += room.length) {
      const piece = text.subarray(at, at + room.length);
      room.set(piece);
      if (c.feed(piece.length) === 0) {
        return false;
      }
    }
    return c.end() !== 0;
  }

  function isValid(bytes) {
    const text = bytesOf(bytes, caller);
    ready();
    if (text.length <= room.length) {
      room.set(text);
      return c.valid(text.length) !== 0;
    }
    return check(text);
  }

  function firstError(bytes) {
    if (check(bytesOf(bytes, "firstError"))) {
      return null;
    }
    return {
      fault: nameAt(c.memory, c.error_fault()),
      offset: c.error_offset(),
      length: c.error_length(),
      expected: rangesWhere((byte) => c.error_expected(byte) !== 0),
    };
  }

  /** Copies the text to the buffer, with room for a piece of output after it. Returns the address of that room. */
  function hold(text) {
    const needed = c.buffer() + text.length + c.piece();
    const missing = Math.ceil((needed - c.memory.buffer.byteLength) / PAGE);
    if (missing > 0) {
      try {
        c.memory.grow(missing);
      } catch {
        throw new RangeError("repair: " + text.length + " bytes are more than WebAssembly can hold here");
      }
    }
    new Uint8Array(c.memory.buffer).set(text, c.buffer());
    return c.buffer() + text.length;
  }

  function repair(bytes) {
    const text = bytesOf(bytes, "repair");
    ready();
    try {
      const to = hold(text), pieces = [];
      let size = 0, read = 0;
      while (read < text.length) {
        const written = c.repair(read, text.length, to, c.piece());
        pieces.push(new Uint8Array(c.memory.buffer, to, written).slice());
        size += written;
        read += c.was_read() >>> 0;
      }
      return joined(pieces, size);
    } finally {
      if (c.memory.buffer.byteLength > KEPT) {
        c = room = undefined;
      } else {
        room = new Uint8Array(c.memory.buffer, c.buffer(), c.piece());
      }
    }
  }

  function codePointAt(bytes, offset) {
    const text = bytesOf(bytes, "codePointAt");
    if (!Number.isInteger(offset) || offset < 0) {
      throw new RangeError("codePointAt: the offset must be an integer from 0 on, not " + String(offset));
    }
    ready();
    const piece = text.subarray(offset, offset + LONGEST);
    room.set(piece);
    const length = c.decode(piece.length);
    return length > 0 ? { codePoint: c.the_code_point() >>> 0, length } : null;
  }

  function fromCodePoint(codePoint) {
    if (!Number.isInteger(codePoint) || codePoint < 0 || codePoint > 0xffffffff) {
      throw new RangeError("fromCodePoint: a code point is an integer from 0 on, not " + String(codePoint));
    }
    ready();
    const length = c.encode(codePoint);
    return length > 0 ? room.slice(0, length) : null;
  }

  function specHash() {
    ready();
    return nameAt(c.memory, c.spec_hash());
  }

  return { isValid, firstError, repair, codePointAt, fromCodePoint, specHash, init };
}

function joined(pieces, size) {
  if (pieces.length === 1) {
    return pieces[0];
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

export { encoding };
