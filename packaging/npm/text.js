// SPDX-License-Identifier: 0BSD
//
// Conversions between the bytes of an encoding and strings, implemented by its generated C in WebAssembly (text.c).
//
// In:  the functions of core.js for the encoding; the module, as base64 or bytes, and the same with SIMD. Out: an object of functions,
//      which behave like TextDecoder with ignoreBOM, and like TextEncoder.
//
// The idea: pieces of 16 KB are converted to UTF-16 in the module's memory, then to a string. Only a piece with an error is read by
// firstError or repair. Strings keep lone surrogates if the encoding has them. TextDecoder replaces them, so unitsAt makes such strings.
//
//     decode(Uint8Array.of(0x41, 0xC0, 0x80))       MUTF-8 -> "A\0"
//     encode("\uD800")                              WTF-8  -> ED A0 80

import { begun, bytesOf, compiled, copied, joined, read } from "./core.js";

/** The most arguments of a call. */
const MOST_ARGUMENTS = 1 << 12;

const REPLACEMENT = 0xfffd;

/**
 * Units of UTF-16 in WebAssembly's memory, little-endian on every machine: get(n) returns the first n as a string, put(string) writes them,
 * set(i, unit) writes one.
 */
function unitsAt(memory, at, size) {
  const { Buffer, process } = globalThis, view = new DataView(memory.buffer, at, 2 * size);
  const set = (i, unit) => view.setUint16(2 * i, unit, true);
  // Node's Buffer is much faster than the code below, and does not change lone surrogates.
  if (Buffer && process?.versions?.node) {
    const buffer = Buffer.from(memory.buffer, at, 2 * size);
    return { get: (n) => buffer.toString("utf16le", 0, 2 * n), put: (string) => buffer.write(string, 0, "utf16le"), set };
  }
  const bytes = new Uint8Array(memory.buffer, at, 2 * size);
  const decoder = typeof TextDecoder === "function" ? new TextDecoder("utf-16le", { fatal: true, ignoreBOM: true }) : null;
  return {
    get(n) {
      try {
        return decoder.decode(bytes.subarray(0, 2 * n));
      } catch {
        // The text has a lone surrogate, or there is no decoder.
        let string = "";
        for (let from = 0; from < n; from += MOST_ARGUMENTS) {
          const units = Array.from({ length: Math.min(n - from, MOST_ARGUMENTS) }, (_, i) => view.getUint16(2 * (from + i), true));
          string += String.fromCharCode(...units);
        }
        return string;
      }
    },
    put(string) {
      for (let i = 0; i < string.length; i++) {
        set(i, string.charCodeAt(i));
      }
    },
    set,
  };
}

function isFatal(options, caller) {
  if (options !== undefined && (options === null || typeof options !== "object")) {
    throw new TypeError(caller + ": the options must be an object such as { fatal: true }");
  }
  return Boolean(options?.fatal);
}

function text(checks, portable, vectors) {
  let c, room, units;
  const { ready: instance, init } = compiled(portable, vectors, "to_units", (functions) => functions.units() + 2 * functions.piece());

  function ready() {
    if (!c) {
      c = instance();
      room = new Uint8Array(c.memory.buffer, c.bytes(), c.piece());
      units = unitsAt(c.memory, c.units(), c.piece());
    }
  }

  /** Throws the error at byte `good` of the buffer's `size` bytes: an ill-formed sequence, or a code point that UTF-16 lacks. */
  function fail(size, offset, good, caller) {
    const piece = room.slice(0, size), found = checks.firstError(piece);
    const error = found?.offset === good ? found
      : { fault: "too_large", offset: good, length: checks.codePointAt(piece, good).length, expected: [] };
    error.offset += offset;
    throw Object.assign(new TypeError(caller + ": the bytes at offset " + error.offset + " are ill-formed: " + error.fault), error);
  }

  /** Decodes `size` well-formed bytes. A code point that UTF-16 lacks becomes U+FFFD. */
  function decodedWellFormed(size) {
    let string = "";
    for (let from = 0; from < size;) {
      string += units.get(c.to_units(from, size));
      from += c.was_read();
      if (from < size) {
        string += "\ufffd";
        from += checks.codePointAt(room, from).length;
      }
    }
    return string;
  }

  /** Decodes the next piece of a text. */
  function decoded(state, piece, ended, fatal, caller) {
    let string = "";
    ready();
    read(state, piece, ended, room, c.trim, (size, offset, all) => {
      const written = c.to_units(0, size);
      if (c.was_read() === size) {
        string += units.get(written);
      } else if (fatal) {
        fail(all, offset, c.was_read(), caller);
      } else {
        read(begun(), checks.repair(room.slice(0, size)), true, room, c.trim, (whole) => {
          string += decodedWellFormed(whole);
          return true;
        });
      }
      return true;
    });
    return string;
  }

  function decode(bytes, options) {
    const fatal = isFatal(options, "decode"), text = bytesOf(bytes, "decode"), { length } = text;
    ready();
    // A fast path, since most texts are short and well-formed.
    if (length <= room.length && copied(text, room)) {
      const written = c.to_units(0, length);
      if (c.was_read() === length) {
        return units.get(written);
      }
    }
    return decoded(begun(), text, true, fatal, "decode");
  }

  /** Encodes the next piece of a string that comes in pieces: state.held and `piece`. */
  function encoded(state, piece, ended, fatal, caller) {
    if (typeof piece !== "string") {
      throw new TypeError(caller + ": the argument must be a string, not of type " + typeof piece);
    }
    ready();
    const string = state.held + piece, pieces = [], most = c.piece();
    let at = 0, whole = 1;
    state.held = "";
    while (at < string.length && whole > 0) {
      const part = string.slice(at, at + most);
      units.put(part);
      whole = ended && at + part.length === string.length ? part.length : c.trim_units(part.length);
      let from = 0, size = 0;
      while (from < whole) {
        size += c.from_units(from, whole, size);
        from += c.was_read();
        if (from < whole) {
          const codePoint = part.codePointAt(from);
          if (fatal || codePoint === REPLACEMENT) {
            const offset = state.offset + at + from;
            throw Object.assign(new TypeError(caller + ": the encoding has no character for U+"
              + codePoint.toString(16).toUpperCase().padStart(4, "0") + " at offset " + offset + " of the string"), { offset, codePoint });
          }
          // A pair is one code point: its second unit becomes the replacement.
          from += codePoint > 0xffff ? 1 : 0;
          units.set(from, REPLACEMENT);
        }
      }
      pieces.push(new Uint8Array(c.memory.buffer, c.bytes(), size).slice());
      at += whole;
    }
    state.held = string.slice(at);
    state.offset += at;
    return joined(pieces);
  }

  function encode(string, options) {
    const fatal = isFatal(options, "encode");
    return encoded({ held: "", offset: 0 }, string, true, fatal, "encode");
  }

  /** The functions of a text in pieces: convert(state, piece, ended, fatal, caller) begins with the state that start() returns. */
  function inPieces(convert, start, nothing, options, caller) {
    const fatal = isFatal(options, caller);
    let state = start();
    function next(piece, ended) {
      const before = state;
      // If convert() throws, the next piece begins a new text.
      state = start();
      const converted = convert(before, piece, ended, fatal, caller);
      state = ended ? state : before;
      return converted;
    }
    return { feed: (piece) => next(piece, false), end: () => next(nothing, true) };
  }

  function decoder(options) {
    const convert = (state, bytes, ...rest) => decoded(state, bytesOf(bytes, "feed"), ...rest);
    return inPieces(convert, begun, new Uint8Array(0), options, "decoder");
  }

  function encoder(options) {
    return inPieces(encoded, () => ({ held: "", offset: 0 }), "", options, "encoder");
  }

  /** Returns a TransformStream that calls `feed` for each chunk, and `end` at the end. */
  function streamOf({ feed, end }) {
    const put = (controller, made) => made.length > 0 && controller.enqueue(made);
    return new TransformStream({
      transform(piece, controller) {
        put(controller, feed(piece));
      },
      flush(controller) {
        put(controller, end());
      },
    });
  }

  return {
    decode, encode, decoder, encoder, init,
    decoderStream: (options) => streamOf(decoder(options)), encoderStream: (options) => streamOf(encoder(options)),
  };
}

export { text };
