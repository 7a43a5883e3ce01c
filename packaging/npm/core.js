// SPDX-License-Identifier: 0BSD
//
// Functions on bytes for one encoding, implemented by its generated C in WebAssembly (module.c).
//
// In:  the public name of isValid, for error messages; the module, as base64 or bytes, and the same with SIMD, for engines that support
//      it. Out: an object of functions. The module is compiled by the first call or by init().
//
// The idea: the module's memory has a buffer of 64 KB. A text up to that size (for repair, 16 KB) is copied and processed as a whole, a
// longer one in pieces, so the module's memory does not depend on the size of the text. A piece ends at a place where later bytes cannot
// change the result for the piece. The bytes after this place belong to the next piece.
//
//     encoding("isUtf8", "AGFzbQ...").firstError(new Uint8Array([0x41, 0x80]))
//       -> { fault: "too_long", offset: 1, length: 1, expected: [[0x00, 0x7F], [0xC2, 0xF4]] }

const PAGE = 1 << 16;
/** An upper bound on the bytes of a character. */
const LONGEST = 16;
const NONE = /* @__PURE__ */ new Uint8Array(0);

/** A module with one function that uses SIMD: a splat and a population count. It is valid if the engine supports SIMD. */
const VECTORS = /* @__PURE__ */ Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11);

/** Whether a value is an ArrayBuffer or SharedArrayBuffer, of any realm. The getter throws for any other value. */
function isBuffer(value) {
  return [ArrayBuffer, globalThis.SharedArrayBuffer].some((kind) => {
    try {
      Object.getOwnPropertyDescriptor(kind.prototype, "byteLength").get.call(value);
      return true;
    } catch {
      return false;
    }
  });
}

/** Returns the bytes of a view or a buffer. Throws an error if the buffer was transferred, or became shorter than the view. */
function viewOf(value) {
  if (!ArrayBuffer.isView(value)) {
    return new Uint8Array(value);
  }
  const bytes = value instanceof Uint8Array ? value : new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  // A typed array outside its buffer has the length 0; only its methods throw. A DataView's byteLength has thrown already.
  if (bytes.length === 0 && !("getInt8" in value)) {
    Uint8Array.prototype.keys.call(value);
  }
  return bytes;
}

/** Returns the bytes of an argument, as a view of the same memory. Throws a TypeError if it is not bytes. */
function bytesOf(value, caller) {
  if (ArrayBuffer.isView(value) || isBuffer(value)) {
    try {
      return viewOf(value);
    } catch {
      throw new TypeError(caller + ": the text has no memory: its buffer was transferred (postMessage, structuredClone, transfer()) or became "
        + "shorter than the view (resize()). Call " + caller + " before that, or make a new view");
    }
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

/** Returns the bytes for which `holds` is true, as ranges [first, last]. */
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

/** Decodes base64 in a loop, since Uint8Array.from with a function takes 30 times as long. */
function fromBase64(code) {
  const characters = atob(code), bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = characters.charCodeAt(i);
  }
  return bytes;
}

function webAssembly() {
  if (typeof WebAssembly === "undefined") {
    throw new Error("u8gen needs WebAssembly, which is disabled here, for example by --jitless or the browser's settings. For UTF-8 alone, "
      + 'new TextDecoder("utf-8", { fatal: true }) works without it');
  }
  return WebAssembly;
}

/** Returns the error for a host that refuses to compile. */
function refusal(cause) {
  return new Error("u8gen: this host refuses to compile WebAssembly (" + cause.message + "). A page's Content Security Policy must allow "
    + "'wasm-unsafe-eval'. Where only a synchronous call is refused, call `await init()` first. A worker that takes WebAssembly only as a "
    + "file imports it, for example u8gen/utf8.wasm, and calls `await init(module)` of u8gen/utf8", { cause });
}

/** Returns the first module that exports `mark`. Throws a TypeError if this module, or one before it, is not a module of this package. */
function marked(modules, mark) {
  return modules.find((module) => {
    let names = [];
    try {
      names = WebAssembly.Module.exports(module).map(({ name }) => name);
    } catch {
      // `module` is not a WebAssembly.Module, so `names` stays empty.
    }
    if (!names.includes("spec_hash")) {
      throw new TypeError("init: the argument must be a WebAssembly.Module, made from a file such as u8gen/utf8.wasm");
    }
    return names.includes(mark);
  });
}

/**
 * Compiles a module at the first use. Out: ready() returns the functions of the module; init() compiles the module without blocking.
 * needed(functions) returns the end of the memory that the functions use. Of an encoding's modules, only this one exports `mark`.
 */
function compiled(portable, vectors, mark, needed) {
  let c;

  function binary() {
    const code = vectors && WebAssembly.validate(VECTORS) ? vectors : portable;
    return typeof code === "string" ? fromBase64(code) : code;
  }

  function begin(instance) {
    const missing = needed(instance.exports) - instance.exports.memory.buffer.byteLength;
    if (missing > 0) {
      instance.exports.memory.grow(Math.ceil(missing / PAGE));
    }
    c = instance.exports;
  }

  function ready() {
    if (!c) {
      const { Instance, Module } = webAssembly();
      let module;
      try {
        module = new Module(binary());
      } catch (cause) {
        throw refusal(cause);
      }
      begin(new Instance(module));
    }
    return c;
  }

  /**
   * For hosts that refuse to compile a module of this size synchronously, or to compile any module. If a host compiles none, `modules` are
   * made from files of the package, and init compiles nothing.
   */
  async function init(modules, hash) {
    const host = webAssembly(), given = marked(modules, mark);
    if (c || (modules.length > 0 && !given)) {
      return;
    }
    const module = given || await host.compile(binary()).catch((cause) => {
      throw refusal(cause);
    });
    const instance = await host.instantiate(module);
    if (given && nameAt(instance.exports.memory, instance.exports.spec_hash()) !== hash) {
      throw new Error("init: the module is of another encoding, or of another version of u8gen");
    }
    if (!c) {
      begin(instance);
    }
  }

  return { ready, init };
}

/** Returns the text as a Uint8Array. The method subarray() of a subclass calls its constructor, which may take other arguments. */
function plain(text, length) {
  return text.constructor === Uint8Array ? text : new Uint8Array(text.buffer, text.byteOffset, length);
}

/** Copies a text to `room`. Returns whether the text fits: another thread may have grown its buffer since its length was read. */
function copied(text, room) {
  try {
    room.set(text);
    return true;
  } catch {
    return false;
  }
}

/** A text that comes in pieces: the bytes that wait for the next piece, and the number of bytes before them. */
function begun() {
  return { held: NONE, offset: 0 };
}

/**
 * Copies the next piece of a text to `room`, in several steps if it does not fit. In each step, calls use(size, offset, all): `room` has
 * `all` bytes of the text, from `offset` on, and later bytes cannot change the result for the first `size` of them. The other bytes are
 * kept for the next step; at the end of the text, `size` is `all`. Stops and returns false if `use` returns false; otherwise returns
 * true. The length of `piece` is read once, since another thread may grow its buffer.
 */
function read(state, piece, ended, room, trim, use) {
  const { length } = piece, text = plain(piece, length);
  let at = 0;
  do {
    const held = state.held.length, part = text.subarray(at, Math.min(at + room.length - held, length));
    room.set(state.held);
    room.set(part, held);
    at += part.length;
    const size = held + part.length, whole = ended && at >= length ? size : trim(size);
    state.held = whole < size ? room.slice(whole, size) : NONE;
    if (!use(whole, state.offset, size)) {
      return false;
    }
    state.offset += whole;
  } while (at < length);
  return true;
}

function encoding(caller, portable, vectors) {
  let c, room;
  const { ready: instance, init } = compiled(portable, vectors, "valid", (functions) => functions.buffer() + functions.piece());

  function ready() {
    if (!c) {
      c = instance();
      room = new Uint8Array(c.memory.buffer, c.buffer(), c.piece());
    }
  }

  /** Calls use(size, offset, all) for each piece of a text, as read() does. The pieces are in `room` and have at most `most` bytes. */
  function each(text, use, state = begun(), ended = true, most = room.length) {
    return read(state, text, ended, room.subarray(0, most), c.trim, use);
  }

  function isValid(bytes) {
    const text = bytesOf(bytes, caller), { length } = text;
    ready();
    if (length <= room.length && copied(text, room)) {
      return c.valid(length) !== 0;
    }
    return each(text, (size) => c.valid(size) !== 0);
  }

  /** Returns the next error of a text that comes in pieces, or null. */
  function errorOf(state, piece, ended) {
    ready();
    // check() reads `all`, since the byte after an error distinguishes too_short from truncated.
    return each(piece, (size, _, all) => c.valid(size) !== 0 || c.check(all) !== 0, state, ended) ? null : {
      fault: nameAt(c.memory, c.error_fault()),
      offset: state.offset + c.error_offset(),
      length: c.error_length(),
      expected: rangesWhere((byte) => c.error_expected(byte) !== 0),
    };
  }

  function firstError(bytes) {
    return errorOf(begun(), bytesOf(bytes, "firstError"), true);
  }

  /** Checks a text that comes in pieces. */
  function validator() {
    let state = begun(), error = null;
    return {
      feed(bytes) {
        const piece = bytesOf(bytes, "feed");
        error = error || errorOf(state, piece, false);
        return error === null;
      },
      end() {
        const found = error || errorOf(state, NONE, true);
        state = begun();
        error = null;
        return found;
      },
    };
  }

  function count(bytes) {
    const text = bytesOf(bytes, "count");
    let characters = 0;
    ready();
    return each(text, (size) => {
      const valid = c.valid(size) !== 0;
      characters += valid ? c.count(size) : 0;
      return valid;
    }) ? characters : null;
  }

  function repair(bytes) {
    const text = bytesOf(bytes, "repair"), pieces = [];
    ready();
    // A piece has at most a quarter of the buffer. So there is room for three bytes, U+FFFD, in place of each byte, and one call is enough.
    each(text, (size) => {
      for (let from = 0; from < size; from += c.was_read()) {
        const written = c.repair(from, size, room.length - size);
        pieces.push(room.slice(size, size + written));
      }
      return true;
    }, begun(), true, room.length / 4);
    return joined(pieces);
  }

  function codePointAt(bytes, offset) {
    const text = bytesOf(bytes, "codePointAt");
    if (!Number.isInteger(offset) || offset < 0) {
      throw new RangeError("codePointAt: the offset must be an integer from 0 on, not " + String(offset));
    }
    ready();
    const piece = plain(text, text.length).subarray(offset, offset + LONGEST);
    room.set(piece);
    const length = c.decode(piece.length);
    return length > 0 ? { codePoint: c.the_code_point() >>> 0, length } : null;
  }

  function fromCodePoint(codePoint) {
    if (!Number.isInteger(codePoint) || codePoint < 0 || codePoint > 0xffffffff) {
      throw new RangeError("fromCodePoint: a code point is an integer from 0 to 0xffffffff, not " + String(codePoint));
    }
    ready();
    const length = c.encode(codePoint);
    return length > 0 ? room.slice(0, length) : null;
  }

  function specHash() {
    ready();
    return nameAt(c.memory, c.spec_hash());
  }

  return { isValid, firstError, validator, count, repair, codePointAt, fromCodePoint, specHash, init };
}

/** Returns the bytes of all pieces. */
function joined(pieces) {
  if (pieces.length === 1) {
    return pieces[0];
  }
  const whole = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

export { encoding, compiled, begun, copied, read, bytesOf, joined };
