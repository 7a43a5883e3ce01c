// SPDX-License-Identifier: 0BSD
//
// Node as a decoder of UTF-8: its own validator, WHATWG's TextDecoder, and Buffer.
//
// In: a name in `ways` below; blocks of sources on standard input, as tests/outside/stream.h describes them. Out: an answer for each source.
import { Buffer, isUtf8 } from "node:buffer";
import { readSync, writeSync } from "node:fs";

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const replacing = new TextDecoder("utf-8", { ignoreBOM: true });
const wide = new TextDecoder("utf-16le", { ignoreBOM: true });
const [yes, no] = [Buffer.from("y"), Buffer.from("n")];

function target(bytes) {
  const head = Buffer.alloc(5);
  head.write("t");
  head.writeUInt32LE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

function decoded(text) {
  try {
    return strict.decode(text);
  } catch {
    return null;
  }
}

const ways = {
  isUtf8: (text) => (isUtf8(text) ? yes : no),
  fatal: (text) => (decoded(text) === null ? no : yes),
  replacement: (text) => target(Buffer.from(replacing.decode(text), "utf8")),
  Buffer: (text) => target(Buffer.from(text.toString("utf8"), "utf8")),
  to16: (text) => {
    const string = decoded(text);
    return string === null ? no : target(Buffer.from(string, "utf16le"));
  },
  "replace-to16": (text) => target(Buffer.from(replacing.decode(text), "utf16le")),
  "replace-from16": (units) => target(Buffer.from(wide.decode(units), "utf8")),
  // A round trip recognizes strings with lone surrogates: UTF-8 does not preserve them.
  from16: (units) => {
    const string = units.toString("utf16le");
    const text = Buffer.from(string, "utf8");
    return text.toString("utf8") === string ? target(text) : no;
  },
};

function exactly(size) {
  const block = Buffer.alloc(size);
  for (let at = 0; at < size; ) {
    const got = readSync(0, block, at, size - at);
    if (got === 0) {
      return null;
    }
    at += got;
  }
  return block;
}

function write(bytes) {
  for (let at = 0; at < bytes.length; ) {
    at += writeSync(1, bytes, at);
  }
}

const answer = ways[process.argv[2]];
for (let head = exactly(8); head !== null; head = exactly(8)) {
  const [count, size] = [head.readUInt32LE(0), head.readUInt32LE(4)];
  const block = exactly(count * size);
  const answers = [];
  for (let i = 0; i < count; i++) {
    answers.push(answer(block.subarray(i * size, (i + 1) * size)));
  }
  write(Buffer.concat(answers));
}
