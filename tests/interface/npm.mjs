// SPDX-License-Identifier: 0BSD
//
// Tests the interface of the npm package, in node.
//
// In:  the folder where `u8gen` is installed. On standard input, lines: `NAME HEX` for a well-formed text;
//      `NAME HEX OFFSET LENGTH FAULT EXPECTED` for an ill-formed one, where EXPECTED has 256 characters 0 or 1; `hash NAME HASH`.
// Out: a line for each test, then `N passed, N failed`.

import assert from "node:assert/strict";
import { isUtf8 as nodeIsUtf8 } from "node:buffer";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { compileFunction, createContext, runInNewContext } from "node:vm";
import { runAll, test } from "./npm_runner.mjs";

const require = createRequire(process.argv[2] + "/x.js");
const common = require("u8gen");
const u8gen = await import(pathToFileURL(require.resolve("u8gen").replace(/cjs$/, "js")));
const lines = readFileSync(0, "latin1").trim().split("\n").map((line) => line.split(" "));
const texts = lines.filter(([word]) => word !== "hash").map(([name, hex, offset, length, fault, expected]) => ({
  name, bytes: Buffer.from(hex, "hex"), error: fault && { fault, offset: Number(offset), length: Number(length) }, expected,
}));

/** A map from the name of each encoding to its validator: from utf8nonul to isUtf8Nonul. */
const validators = Object.fromEntries(Object.keys(u8gen).filter((key) => /^is[A-Z]/.test(key))
  .map((key) => [key.slice(2).toLowerCase(), u8gen[key]]));

/** A generator of pseudorandom numbers, the same in every run. */
let seed = 1;
function below(limit) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return Math.floor(seed / 2 ** 32 * limit);
}

/** Returns a text of characters, some of them damaged. */
function randomText(most) {
  const pieces = [];
  for (let n = below(most); n >= 0; n--) {
    const character = Buffer.from(String.fromCodePoint([below(0x80), below(0x800), 0x1000 + below(0x8000), 0x10000 + below(0x100000)][below(4)]));
    const kind = below(12);
    pieces.push(kind === 0 ? character.subarray(1) : kind === 1 ? character.subarray(0, -1) : kind === 2 ? Buffer.of(below(256)) : character);
  }
  return Buffer.concat(pieces);
}

/** Repairs a text by `firstError` alone. Returns a copy of the text with EF BF BD in place of each error. */
function repairedBy(firstError, bytes) {
  const pieces = [];
  for (;;) {
    const error = firstError(bytes);
    if (!error) {
      return Buffer.concat([...pieces, bytes]);
    }
    pieces.push(bytes.subarray(0, error.offset), Buffer.of(0xef, 0xbf, 0xbd));
    bytes = bytes.subarray(error.offset + error.length);
  }
}

test("the encodings are those of the catalogue, with the same names in all exports", () => {
  assert.equal(u8gen.encodings.length, readdirSync(new URL("../../gen/specs", import.meta.url)).length);
  assert.deepEqual(Object.keys(validators).sort(), [...u8gen.encodings].sort());
  assert.deepEqual(Object.keys(common).sort(), Object.keys(u8gen).sort());
  for (const name of u8gen.encodings) {
    assert.ok(texts.some((text) => text.name === name), name);
  }
});

const { encoding } = await import(pathToFileURL(require.resolve("u8gen").replace("index.cjs", "core.js")));
const { text } = await import(pathToFileURL(require.resolve("u8gen").replace("index.cjs", "text.js")));

/** Finds the two WebAssembly modules in the call of `made` in an encoding's file: without vectors, and with vectors. */
function modulesOf(name, made = "encoding(") {
  const text = readFileSync(require.resolve("u8gen/" + name), "latin1");
  return text.slice(text.indexOf("*/ " + made)).match(/, "([A-Za-z0-9+/=]+)", "([A-Za-z0-9+/=]+)"\)/).slice(1);
}

/** Returns a new copy of an encoding's functions; none of them was called yet. */
function fresh(name) {
  return encoding("", ...modulesOf(name));
}

function freshText(name) {
  const checks = fresh(name);
  return { checks, texts: text(checks, ...modulesOf(name, "text(")) };
}

test("the hashes are those of out/, in JavaScript and in the C", () => {
  const hashes = Object.fromEntries(lines.filter(([word]) => word === "hash").map(([, name, hash]) => [name, hash]));
  assert.deepEqual(u8gen.specHash, hashes);
  for (const name of u8gen.encodings) {
    assert.equal(fresh(name).specHash(), hashes[name]);
  }
});

test("verdicts and errors are those that the rules of each encoding give", () => {
  for (const { name, bytes, error, expected } of texts) {
    const got = u8gen.firstError(name, bytes), hex = name + " " + bytes.toString("hex");
    assert.equal(validators[name](bytes), !error, hex);
    if (error) {
      const { fault, offset, length } = got;
      assert.deepEqual({ fault, offset, length }, error, hex);
      const set = Array(256).fill("0");
      got.expected.forEach(([first, last]) => set.fill("1", first, last + 1));
      assert.equal(set.join(""), expected, hex);
    } else {
      assert.equal(got, null, hex);
    }
  }
});

test("without vectors, verdicts and errors are the same", () => {
  const plain = Object.fromEntries(u8gen.encodings.map((name) => [name, encoding("", modulesOf(name)[0])]));
  for (const { name, bytes, error } of texts) {
    assert.equal(plain[name].isValid(bytes), !error);
    assert.deepEqual(plain[name].firstError(bytes), u8gen.firstError(name, bytes));
    assert.deepEqual(plain[name].repair(bytes), u8gen.repair(name, bytes));
  }
});

test("only engines with vectors use the module with vectors", () => {
  const { Module, validate } = WebAssembly, sizes = [], [portable, vectors] = modulesOf("utf8").map((code) => Buffer.from(code, "base64"));
  WebAssembly.Module = function (code) {
    sizes.push(code.length);
    return new Module(code);
  };
  try {
    for (const has of [true, false]) {
      WebAssembly.validate = (code) => has && validate(code);
      assert.ok(fresh("utf8").isValid(Buffer.from("\u20AC")));
    }
  } finally {
    Object.assign(WebAssembly, { Module, validate });
  }
  assert.deepEqual(sizes, [vectors.length, portable.length]);
  assert.ok(validate(portable) && validate(vectors));
});

test("repair replaces the bytes of each error, and its result is well-formed", () => {
  for (const { name, bytes } of texts) {
    const repaired = u8gen.repair(name, bytes);
    assert.deepEqual(Buffer.from(repaired), repairedBy((rest) => u8gen.firstError(name, rest), bytes), name);
    assert.ok(validators[name](repaired));
  }
});

test("UTF-8: for every text of up to three bytes, the verdict is that of node", () => {
  const text = new Uint8Array(3), views = [text.subarray(0, 0), text.subarray(0, 1), text.subarray(0, 2), text];
  for (let n = 0; n <= 3; n++) {
    for (let value = 0; value < 256 ** n; value++) {
      text[0] = value, text[1] = value >> 8, text[2] = value >> 16;
      if (u8gen.isUtf8(views[n]) !== nodeIsUtf8(views[n])) {
        assert.fail(Buffer.from(views[n]).toString("hex"));
      }
    }
  }
});

test("UTF-8: for random texts, verdict and repair agree with TextDecoder", () => {
  const replacing = new TextDecoder("utf-8", { ignoreBOM: true }), fatal = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });
  let wrong = 0;
  for (let n = 0; n < 3000; n++) {
    const text = randomText(n % 10 === 0 ? 300 : 12);
    let valid = true;
    try {
      fatal.decode(text);
    } catch {
      valid = false;
      wrong++;
    }
    assert.equal(u8gen.isUtf8(text), valid);
    assert.equal(Buffer.from(u8gen.repair("utf8", text)).toString(), replacing.decode(text));
    assert.equal(u8gen.isUtf8(text), nodeIsUtf8(text));
  }
  assert.ok(wrong > 500 && wrong < 2990);
});

test("texts longer than a piece: errors near the ends of pieces have the right offset", () => {
  const text = Buffer.from("\u{1F600}".repeat(50000)), piece = 1 << 16;
  assert.ok(u8gen.isUtf8(text) && !u8gen.firstError("utf8", text));
  for (const end of [piece, 2 * piece, 3 * piece]) {
    for (let at = end - 5; at < end + 5; at++) {
      const broken = Buffer.from(text);
      broken[at] = 0xff;
      const { offset, length, fault } = u8gen.firstError("utf8", broken), inside = at % 4;
      assert.deepEqual([offset, length, fault], [at - inside, Math.max(inside, 1), inside > 0 ? "too_short" : "not_a_form"]);
      assert.ok(!u8gen.isUtf8(broken));
      const whole = Buffer.from(u8gen.repair("utf8", broken));
      assert.equal(whole.indexOf("\ufffd"), at - inside);
      assert.equal(whole.toString(), new TextDecoder().decode(broken));
    }
  }
  for (let size = piece - 3; size < piece + 4; size++) {
    assert.equal(u8gen.isUtf8(text.subarray(0, size)), size % 4 === 0);
    assert.deepEqual(u8gen.firstError("utf8", text.subarray(0, size))?.fault, size % 4 === 0 ? undefined : "truncated");
  }
});

test("WTF-8: a pair across the end of a piece is still a pair", () => {
  const text = Buffer.concat([Buffer.alloc((1 << 16) - 3, "a"), Buffer.from("eda080edb080", "hex")]);
  assert.deepEqual(u8gen.firstError("wtf8", text).fault, "surrogate_pair");
  assert.equal(u8gen.firstError("wtf8", text).offset, 1 << 16);
  assert.ok(u8gen.isCesu8(text));
});

test("for a long text, each WebAssembly memory stays below 200 kB", () => {
  const memories = [], Instance = WebAssembly.Instance;
  WebAssembly.Instance = function (module) {
    const instance = new Instance(module);
    memories.push(instance.exports.memory);
    return instance;
  };
  try {
    const { checks, texts: { decode, encode } } = freshText("utf8"), bytes = Buffer.alloc(8e6, "abc\xff", "latin1");
    assert.ok(!checks.isValid(bytes) && checks.firstError(bytes).offset === 3 && checks.count(bytes) === null);
    const repaired = checks.repair(bytes);
    assert.equal(repaired.length, 12e6);
    assert.ok(checks.isValid(repaired));
    assert.equal(checks.count(repaired), 8e6);
    const string = decode(bytes.subarray(0, 1e6));
    assert.equal(string, "abc\ufffd".repeat(25e4));
    assert.equal(encode(string).length, 15e5);
    assert.equal(memories.length, 2);
    memories.forEach((memory) => assert.ok(memory.buffer.byteLength < 200e3));
  } finally {
    WebAssembly.Instance = Instance;
  }
});

/** Returns the code points of well-formed bytes. The encodings of the catalogue have forms like UTF-8's, of at most six bytes. */
function codePointsOf(bytes) {
  const points = [];
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at++], length = lead < 0x80 ? 1 : Math.clz32(~(lead << 24));
    let point = length === 1 ? lead : lead & (0x7f >> length);
    for (let i = 1; i < length; i++) {
      point = point * 64 + (bytes[at++] & 0x3f);
    }
    points.push(point);
  }
  return points;
}

/** Returns the string that the repaired bytes encode, with U+FFFD for code points above U+10FFFF. */
function stringOf(name, bytes) {
  return codePointsOf(u8gen.repair(name, bytes)).map((point) => (point > 0x10ffff ? "\ufffd" : String.fromCodePoint(point))).join("");
}

/** Returns the error that decode throws for a text with `fatal`, or null. A code point above U+10FFFF is an error, too. */
function thrownFor(name, bytes, error) {
  const lacks = name === "fssutf" && codePointsOf(u8gen.repair(name, bytes)).some((point) => point > 0x10ffff);
  return lacks ? { name: "TypeError" } : error ? { name: "TypeError", ...error } : null;
}

const forms = [];
/** Returns the bytes of a code point in UTF-8's forms of one to four bytes. */
function formOf(point) {
  const length = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4, lead = length === 1 ? 0 : (0xf00 >> length) & 0xff;
  forms[point] ??= Array.from({ length }, (_, i) => {
    const bits = point >> (6 * (length - 1 - i));
    return i === 0 ? lead | bits : 0x80 | (bits & 0x3f);
  });
  return forms[point];
}

/** halved: the encodings that write a pair as its two surrogates. nul: the encodings that write U+0000 as C0 80. every: the encodings that
 *  can write every string. */
const halved = ["cesu8", "cesu8lax", "mutf8", "mutf8lenient", "mutf8paired"], nul = ["mutf8", "mutf8paired", "mutf8android"];
const every = ["cesu8lax", "fssutf", "mutf8", "mutf8android", "mutf8lenient", "utf8generalized", "wtf8"];

/** Returns the bytes that `encode` writes for a string, and the offsets of the code points that become U+FFFD. */
function encodedBy(name, string) {
  const has = (point) => u8gen.fromCodePoint(name, point) !== null, wrong = [], points = [];
  let at = 0;
  for (const character of string) {
    const point = character.codePointAt(0), units = halved.includes(name) ? character.split("").map((unit) => unit.charCodeAt(0)) : [point];
    if (has(point) || (units.length > 1 && units.every(has))) {
      points.push(...units);
    } else {
      wrong.push(at);
      points.push(0xfffd);
    }
    at += character.length;
  }
  const bytes = Buffer.alloc(4 * points.length), zero = nul.includes(name) ? [0xc0, 0x80] : [0];
  let size = 0;
  for (const point of points) {
    for (const byte of point === 0 ? zero : formOf(point)) {
      bytes[size++] = byte;
    }
  }
  return { bytes: bytes.subarray(0, size), wrong };
}

const units = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit)), surrogates = units.slice(0xd800, 0xe000);
const ends = surrogates.reverse().join("") + "\ud83d\ude00\ude00\ud83d\ud83d\ude00\ud83d"
  + Array.from({ length: 16 }, (_, plane) => String.fromCodePoint(0x10000 * (plane + 1), 0x10000 * (plane + 1) + 0xfffe)).join("");
/** allUnits: all units, lone surrogates in both orders, pairs next to lone ones, a character and a noncharacter of each plane from 1 on.
 *  someUnits: the same with fewer units. */
const allUnits = units.join("") + ends, someUnits = units.filter((_, unit) => unit < 0x300 || unit >= 0xd800 || unit % 16 === 0).join("") + ends;

test("all code units, and some pairs, to bytes and back", () => {
  assert.deepEqual(Buffer.from(u8gen.encode("utf8", allUnits)), Buffer.from(allUnits));
  for (const name of u8gen.encodings) {
    const string = every.includes(name) || halved.includes(name) || name === "utf8" ? allUnits : someUnits;
    const { bytes, wrong } = encodedBy(name, string), encoded = u8gen.encode(name, string);
    assert.ok(bytes.equals(encoded), name);
    assert.ok(validators[name](encoded), name);
    assert.equal(u8gen.decode(name, encoded, { fatal: true }), stringOf(name, encoded), name);
    assert.equal(wrong.length === 0, every.includes(name), name);
    if (wrong.length > 0) {
      const error = { name: "TypeError", offset: wrong[0], codePoint: string.codePointAt(wrong[0]) };
      assert.throws(() => u8gen.encode(name, string, { fatal: true }), error, name);
    } else {
      assert.ok(bytes.equals(u8gen.encode(name, string, { fatal: true })), name);
      assert.equal(u8gen.decode(name, encoded), string, name);
    }
  }
});

test("every unit alone, to bytes and back", () => {
  for (const name of ["wtf8", "mutf8"]) {
    for (const unit of units) {
      if (u8gen.decode(name, u8gen.encode(name, unit)) !== unit) {
        assert.fail(name + " " + unit.charCodeAt(0).toString(16));
      }
    }
  }
});

test("examples of the standards", () => {
  const hex = (name, string) => Buffer.from(u8gen.encode(name, string)).toString("hex");
  assert.equal(hex("mutf8", "A\0\u{1F600}"), "41c080eda0bdedb880");
  assert.equal(hex("mutf8android", "\u{1F600}"), "f09f9880");
  assert.equal(hex("cesu8", "\u{10400}"), "eda081edb080");
  assert.equal(hex("wtf8", "\ud83d\ud83d\ude00"), "eda0bdf09f9880");
  assert.equal(hex("utf8", "\ufeff\ud800"), "efbbbfefbfbd");
  assert.equal(u8gen.decode("cesu8", Buffer.from("eda081edb080", "hex")), "\u{10400}");
  assert.equal(u8gen.decode("utf8", Buffer.from("efbbbf41", "hex")), "\ufeffA");
  assert.equal(u8gen.decode("wtf8", Buffer.from("eda0bdedb880", "hex")), "\ud83d\ufffd");
  assert.equal(u8gen.decode("fssutf", Buffer.from("41fdbfbfbfbfbf42", "hex")), "A\ufffdB");
  const beyond = { name: "TypeError", offset: 1, length: 6, fault: "too_large" };
  assert.throws(() => u8gen.decode("fssutf", Buffer.from("41fdbfbfbfbfbfff", "hex"), { fatal: true }), beyond);
});

test("decode: every text of up to two bytes", () => {
  const text = new Uint8Array(2), views = [text.subarray(0, 0), text.subarray(0, 1), text];
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  for (const name of ["utf8", "mutf8", "cesu8lax", "wtf8"]) {
    const { decode } = require("u8gen/" + name);
    for (let n = 0; n <= 2; n++) {
      for (let value = 0; value < 256 ** n; value++) {
        text[0] = value, text[1] = value >> 8;
        const string = decode(views[n]);
        if (string !== (name === "utf8" ? decoder.decode(views[n]) : stringOf(name, views[n]))) {
          assert.fail(name + " " + Buffer.from(views[n]).toString("hex"));
        }
      }
    }
  }
});

test("decode: texts of each encoding, also with errors", () => {
  for (const { name, bytes, error } of texts) {
    const string = stringOf(name, bytes);
    assert.equal(u8gen.decode(name, bytes), string, name + " " + bytes.toString("hex"));
    if (error) {
      assert.throws(() => u8gen.decode(name, bytes, { fatal: true }), thrownFor(name, bytes, error));
      assert.equal(u8gen.count(name, bytes), null);
    } else {
      // In these encodings, a surrogate pair is one character.
      const pairs = ["cesu8", "mutf8paired"].includes(name) ? (string.match(/[\u{10000}-\u{10ffff}]/gu) || []).length : 0;
      assert.equal(u8gen.count(name, bytes), codePointsOf(bytes).length - pairs, name + " " + bytes.toString("hex"));
    }
  }
});

test("decode: for random texts, the result is that of TextDecoder", () => {
  const replacing = new TextDecoder("utf-8", { ignoreBOM: true }), fatal = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });
  const resultOf = (decode) => {
    try {
      return decode();
    } catch (error) {
      return error.name;
    }
  };
  for (let n = 0; n < 600; n++) {
    const text = n % 100 === 0 ? Buffer.concat(Array.from({ length: 2000 }, () => randomText(12))) : randomText(n % 10 === 0 ? 300 : 12);
    assert.equal(u8gen.decode("utf8", text), replacing.decode(text));
    assert.equal(resultOf(() => u8gen.decode("utf8", text, { fatal: true })), resultOf(() => fatal.decode(text)));
  }
});

test("decode and encode: characters and errors around the ends of pieces", () => {
  const piece = 1 << 14, unit = "a\u00e9\u20ac\u{1F600}";
  for (let before = 0; before < 7; before++) {
    const string = "x".repeat(before) + unit.repeat(3500), bytes = Buffer.from(string);
    assert.ok(bytes.equals(u8gen.encode("utf8", string)));
    assert.equal(u8gen.decode("utf8", bytes), string);
    assert.equal(u8gen.count("utf8", bytes), before + 4 * 3500);
    assert.ok(encodedBy("cesu8", string).bytes.equals(u8gen.encode("cesu8", string)));
    for (const broken of [piece - 4, piece, piece + 3, 2 * piece - 1].map((at) => at + (before & 1))) {
      const copy = Buffer.from(bytes);
      copy[broken] = 0xff;
      assert.equal(u8gen.decode("utf8", copy), new TextDecoder().decode(copy));
      const { offset, length, fault } = u8gen.firstError("utf8", copy);
      assert.throws(() => u8gen.decode("utf8", copy, { fatal: true }), { offset, length, fault });
    }
  }
  const lone = "a".repeat(piece - 1) + "\ud83d\ud83d\ude00";
  assert.equal(u8gen.decode("wtf8", u8gen.encode("wtf8", lone)), lone);
});

/** Cuts a text into pieces: into two at each place, and into pieces of one byte or unit. */
function cutsOf(text) {
  const cuts = Array.from({ length: text.length + 1 }, (_, at) => [text.slice(0, at), text.slice(at)]);
  return [...cuts, Array.from({ length: text.length }, (_, at) => text.slice(at, at + 1))];
}

test("a text in pieces, cut at each place, gives the same result", () => {
  for (const { name, bytes } of texts.filter((_, i) => i % 7 === 0)) {
    const whole = bytes.subarray(-24), string = stringOf(name, whole), wanted = u8gen.firstError(name, whole);
    const thrown = thrownFor(name, whole, wanted);
    const decoder = u8gen.decoder(name), fatal = u8gen.decoder(name, { fatal: true }), validator = u8gen.validator(name);
    for (const pieces of cutsOf(whole)) {
      assert.equal(pieces.map((piece) => decoder.feed(piece)).join("") + decoder.end(), string);
      const goods = pieces.map((piece) => validator.feed(piece));
      assert.deepEqual(validator.end(), wanted);
      assert.ok(wanted || goods.every(Boolean));
      const decode = () => pieces.map((piece) => fatal.feed(piece)).join("") + fatal.end();
      if (thrown) {
        assert.throws(decode, thrown);
      } else {
        assert.equal(decode(), string);
      }
    }
  }
  const message = /^decode: .* offset 1 are ill-formed: too_short$/;
  assert.throws(() => u8gen.decode("utf8", Buffer.of(0x41, 0xe2, 0x41), { fatal: true }), { message });
  const string = "\0a\u00e9\ud83d\ud83d\ude00\ude00\u20ac\ud83d\ude00\ud800";
  for (const name of u8gen.encodings) {
    const encoder = u8gen.encoder(name), { bytes, wrong } = encodedBy(name, string), fatal = u8gen.encoder(name, { fatal: true });
    for (const pieces of cutsOf(string)) {
      assert.deepEqual(Buffer.concat([...pieces.map((piece) => encoder.feed(piece)), encoder.end()]), bytes, name);
      const encode = () => Buffer.concat([...pieces.map((piece) => fatal.feed(piece)), fatal.end()]);
      if (wrong.length > 0) {
        assert.throws(encode, { offset: wrong[0] });
      } else {
        assert.deepEqual(encode(), bytes);
      }
    }
  }
});

test("feed returns false once no continuation is well-formed, and end returns the first error", () => {
  const validator = u8gen.validator("utf8"), long = Buffer.alloc(1e5, "a");
  assert.deepEqual([long, Buffer.of(0xe2, 0x82), Buffer.of(0x41, 0xff), long].map((piece) => validator.feed(piece)), [true, true, false, false]);
  const { offset, length, fault } = validator.end();
  assert.deepEqual([offset, length, fault], [1e5, 2, "too_short"]);
  assert.equal(validator.feed(long), true);
  assert.equal(validator.end(), null);
  assert.throws(() => validator.feed("text"), TypeError);
});

test("after the end of a text, and after an error, a new text begins", () => {
  const decoder = u8gen.decoder("utf8", { fatal: true }), encoder = u8gen.encoder("utf8", { fatal: true });
  for (const before of ["aaa", "aaa\ud8ff"]) {
    for (const [object, good, wrong] of [[decoder, Buffer.from(before, "latin1"), Buffer.of(0x61, 0xff)], [encoder, before, "a\udc00"]]) {
      try {
        object.feed(good);
        object.end();
      } catch ({ offset }) {
        assert.equal(offset, 3);
      }
      assert.throws(() => object.feed(wrong), { offset: 1 });
      assert.equal(object.end().length, 0);
    }
  }
});

test("transform streams decode and encode", async () => {
  const from = (pieces) => new ReadableStream({
    start(controller) {
      pieces.forEach((piece) => controller.enqueue(piece));
      controller.close();
    },
  });
  const all = async (stream) => {
    const pieces = [];
    for await (const piece of stream) {
      pieces.push(piece);
    }
    return pieces;
  };
  const bytes = Buffer.from("a\u00e9\u20ac\u{1F600}"), pieces = Array.from(bytes, (byte) => Uint8Array.of(byte));
  assert.deepEqual(await all(from(pieces).pipeThrough(u8gen.decoderStream("utf8"))), [..."a\u00e9\u20ac\u{1F600}"]);
  const made = Buffer.concat(await all(from(["\ud83d", "\ude00\0"]).pipeThrough(u8gen.encoderStream("mutf8"))));
  assert.equal(made.toString("hex"), "eda0bdedb880c080");
  const cut = () => from([bytes.subarray(0, 5)]), error = { name: "TypeError", fault: "truncated", offset: 3 };
  assert.equal((await all(cut().pipeThrough(u8gen.decoderStream("utf8")))).join(""), "a\u00e9\ufffd");
  await assert.rejects(all(cut().pipeThrough(u8gen.decoderStream("utf8", { fatal: true }))), error);
  await assert.rejects(all(from(["\ud800"]).pipeThrough(u8gen.encoderStream("utf8", { fatal: true }))), { name: "TypeError", offset: 0 });
});

test("without Buffer, without TextDecoder, without vectors: the same strings", () => {
  const { Buffer: has, TextDecoder: decoder } = globalThis, { validate } = WebAssembly;
  const string = allUnits.slice(0xd000, 0xf000) + "\ud83d\ude00".repeat(20000), bytes = u8gen.encode("wtf8", string), dirty = bytes.slice(1);
  const repaired = u8gen.decode("wtf8", dirty);
  for (const without of [{ Buffer: undefined }, { Buffer: undefined, TextDecoder: undefined }, {}]) {
    const instance = freshText("wtf8").texts;
    Object.assign(globalThis, without);
    WebAssembly.validate = (code) => without.Buffer === undefined && "Buffer" in without && validate(code);
    try {
      assert.ok(instance.decode(bytes) === string && instance.decode(dirty) === repaired);
      assert.ok(has.from(instance.encode(string)).equals(bytes));
    } finally {
      Object.assign(globalThis, { Buffer: has, TextDecoder: decoder });
      WebAssembly.validate = validate;
    }
  }
});

test("without WebAssembly, the message says what to do", () => {
  const script = `const { isUtf8, decode, init } = require("u8gen/utf8");
    const messages = [];
    for (const call of [isUtf8, decode]) {
      try {
        call(Buffer.of());
      } catch ({ message }) {
        messages.push(message);
      }
    }
    init().catch(({ message }) => console.log(JSON.stringify([...messages, message])));`;
  const { stdout } = spawnSync(process.execPath, ["--jitless", "-e", script], { cwd: process.argv[2], encoding: "utf8" });
  const messages = JSON.parse(stdout);
  assert.equal(messages.length, 3);
  messages.forEach((message) => assert.match(message, /needs WebAssembly.*--jitless.*TextDecoder/));
});

/** Returns an encoding's functions in a realm that refuses to compile WebAssembly, as a page's policy or some hosts of workers do. */
function refused(name) {
  const realm = createContext({ atob, Uint8Array }, { codeGeneration: { wasm: false, strings: true } });
  const load = (file) => {
    const module = { exports: {} };
    compileFunction(readFileSync(file, "utf8"), ["module", "require"], { parsingContext: realm })(module, (path) => load(resolve(dirname(file), path)));
    return module.exports;
  };
  return load(require.resolve("u8gen/" + name));
}

const moduleOf = (name) => new WebAssembly.Module(readFileSync(require.resolve(`u8gen/${name}.wasm`)));

test("where WebAssembly must not be compiled, the message says what to do", async () => {
  const { isUtf8, decode, init } = refused("utf8"), refusal = { message: /disallowed.*'wasm-unsafe-eval'.*await init\(module\)/ };
  assert.throws(() => isUtf8(Buffer.of()), refusal);
  assert.throws(() => decode(Buffer.of()), refusal);
  await assert.rejects(init(), refusal);
});

test("files with WebAssembly, for hosts that forbid compilation", async () => {
  for (const name of u8gen.encodings) {
    const [checks, texts] = [moduleOf(name), moduleOf(name + "-text")], alone = refused(name);
    await alone.init(texts, checks);
    assert.equal(alone.firstError(Buffer.of(0x41, 0xfe)).offset, 1);
    assert.equal(alone.decode(alone.encode("u\u20ac")), "u\u20ac");
    await alone.init(texts, checks);
    const other = u8gen.encodings.find((one) => one !== name), wrong = { message: /another encoding/ };
    await assert.rejects(refused(other).init(checks), wrong);
    await assert.rejects(refused(other).init(texts), wrong);
  }
  const { init, isUtf8, decode } = refused("utf8"), refusal = { message: /refuses to compile/ };
  const strange = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  for (const value of [strange, "utf8", {}, undefined]) {
    await assert.rejects(init(value), { name: "TypeError", message: /must be a WebAssembly\.Module.*utf8\.wasm/ });
  }
  await init(moduleOf("utf8"));
  assert.equal(isUtf8(Buffer.of(0xc3, 0xa9)), true);
  assert.throws(() => decode(Buffer.of()), refusal);
});

test("no statement in the modules keeps a bundler from dropping unused code", () => {
  const folder = require.resolve("u8gen").replace("index.cjs", ""), files = readdirSync(folder).filter((file) => file.endsWith(".js"));
  assert.equal(files.length, u8gen.encodings.length + 3);
  const kept = /^(import |export \{|(export )?(async )?function |(export )?const \w+ = (\/\* @__PURE__ \*\/ |["{\d])|[ })\]]|\/(\/|\*)|$)/;
  for (const file of files) {
    readFileSync(folder + file, "utf8").split("\n").forEach((line) => assert.match(line, kept, file));
  }
});

test("bytes in views and buffers of different kinds", () => {
  const bytes = Buffer.from("xé€xx"), exact = Uint8Array.from(bytes), shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  const other = runInNewContext("({ buffer: new ArrayBuffer(8), text: new Uint8Array(8) })");
  new Uint8Array(other.buffer).set(bytes);
  other.text.set(bytes);
  const same = [bytes, exact, exact.buffer, other.buffer, other.text, new DataView(exact.buffer), new Uint16Array(exact.buffer), new Int8Array(exact.buffer), shared, shared.buffer];
  for (const text of same) {
    assert.equal(u8gen.isUtf8(text), true);
    assert.equal(Buffer.from(u8gen.repair("utf8", text)).toString(), "xé€xx");
    assert.equal(u8gen.decode("utf8", text), "xé€xx");
    assert.equal(u8gen.count("utf8", text), 5);
  }
  assert.equal(u8gen.isUtf8(exact.subarray(2)), false);
  assert.equal(u8gen.isUtf8(new DataView(exact.buffer, 1, 2)), true);
  assert.ok(u8gen.isUtf8(new Uint8Array(0)) && u8gen.isUtf8(new ArrayBuffer(0)) && u8gen.repair("utf8", new Uint8Array(0)).length === 0);
});

test("values other than bytes are refused, and the reason says what to do", () => {
  assert.throws(() => u8gen.isUtf8("text"), { name: "TypeError", message: /^isUtf8: .*not a string.*TextEncoder/ });
  assert.throws(() => u8gen.firstError("utf8", "text"), { name: "TypeError", message: /^firstError: .*not a string/ });
  assert.throws(() => u8gen.repair("utf8", [0x41]), { name: "TypeError", message: /Uint8Array\.from/ });
  for (const value of [undefined, null, 7, {}, 7n, Symbol("x"), () => 0, { [Symbol.toStringTag]: "ArrayBuffer" }]) {
    assert.throws(() => u8gen.decode("utf8", value), { name: "TypeError", message: /^decode: .*must be a Uint8Array/ });
    assert.throws(() => u8gen.isMutf8(value), { name: "TypeError", message: /^isMutf8: .*must be a Uint8Array/ });
  }
  for (const value of [undefined, null, 7, {}, Buffer.of(0x41)]) {
    assert.throws(() => u8gen.encode("utf8", value), { name: "TypeError", message: /^encode: .*must be a string/ });
  }
  for (const options of [null, true, "fatal"]) {
    assert.throws(() => u8gen.decode("utf8", Buffer.of(), options), { name: "TypeError", message: /^decode: .*fatal: true/ });
    assert.throws(() => u8gen.encoder("utf8", options), { name: "TypeError", message: /^encoder: .*fatal: true/ });
  }
  for (const name of ["utf16", "", "__proto__", "toString", undefined, null, 8]) {
    assert.throws(() => u8gen.firstError(name, Buffer.of()), { name: "RangeError", message: /one of assignables, cesu8/ });
  }
});

/** Views of a buffer from byte 8 on: two of each kind, one with a fixed length, and one that ends where the buffer ends. */
function viewsOf(buffer) {
  const kinds = [Uint8Array, Uint16Array, BigInt64Array, DataView];
  return kinds.flatMap((Kind) => [new Kind(buffer, 8, 8 / (Kind.BYTES_PER_ELEMENT ?? 1)), new Kind(buffer, 8)]);
}

/** Calls of the functions that read a text. */
const callsOf = (text) => [
  () => u8gen.isUtf8(text), () => u8gen.validator("utf8").feed(text), () => u8gen.codePointAt("utf8", text, 0), () => u8gen.decoder("utf8").feed(text),
  ...["firstError", "repair", "count", "decode"].map((name) => () => u8gen[name]("utf8", text)),
];

test("a text in a detached or shrunk buffer is refused, and the reason says what to do", () => {
  const moved = new ArrayBuffer(16), views = viewsOf(moved);
  structuredClone(moved, { transfer: [moved] });
  const texts = [moved, ...views];
  if (ArrayBuffer.prototype.resize) {
    const shrunk = new ArrayBuffer(16, { maxByteLength: 16 });
    texts.push(...viewsOf(shrunk));
    shrunk.resize(4);
  }
  for (const text of texts) {
    callsOf(text).forEach((call) => assert.throws(call, { name: "TypeError", message: /: the text has no memory.*transferred.*resize.*new view/ }));
  }
  for (const view of viewsOf(new ArrayBuffer(16)).map(({ constructor: Kind }) => new Kind(new ArrayBuffer(0)))) {
    callsOf(view).forEach((call) => call());
    assert.equal(u8gen.count("utf8", view), 0);
  }
});

test("a buffer that grows: the text has its length at the time of the call", () => {
  if (!ArrayBuffer.prototype.resize) {
    return;
  }
  for (const [Kind, grow] of [[ArrayBuffer, "resize"], [SharedArrayBuffer, "grow"]]) {
    const buffer = new Kind(2, { maxByteLength: 1 << 18 }), text = new Uint8Array(buffer);
    text[1] = 0xc3;
    assert.equal(u8gen.isUtf8(text), false);
    buffer[grow](3);
    text[2] = 0xa9;
    assert.ok(u8gen.isUtf8(text) && u8gen.isUtf8(buffer) && u8gen.decode("utf8", text) === "\0\u00e9");
    buffer[grow](1 << 17);
    assert.equal(u8gen.count("utf8", text), (1 << 17) - 1);
  }
  // In place of another thread, one of the reads of `length` makes the buffer grow.
  class Growing extends Uint8Array {
    reads = 0;

    get length() {
      if (++this.reads === this.most) {
        this.buffer.grow(this.buffer.maxByteLength);
      }
      return super.length;
    }
  }
  for (const [before, after] of [[7, 99], [1 << 17, 1 << 18]]) {
    for (let most = 1; most < 5; most++) {
      const growing = () => Object.assign(new Growing(new SharedArrayBuffer(before, { maxByteLength: after })), { most });
      // The memory of the WebAssembly is filled with ill-formed bytes, so that bytes that are not copied give an error.
      u8gen.isUtf8(Buffer.alloc(1 << 16, 0xff));
      assert.equal(u8gen.isUtf8(growing()), true);
      u8gen.decode("utf8", Buffer.alloc(1 << 14, 0xff));
      assert.match(u8gen.decode("utf8", growing()), /^\0+$/);
    }
  }
  // The buffer grows after its length was read, while the first call compiles.
  const { Module } = WebAssembly, { checks, texts } = freshText("utf8");
  for (const call of [checks.isValid, texts.decode]) {
    const buffer = new SharedArrayBuffer(7, { maxByteLength: 1 << 17 });
    WebAssembly.Module = class extends Module {
      constructor(code) {
        super(code);
        buffer.grow(1 << 17);
      }
    };
    try {
      assert.ok(call(buffer));
    } finally {
      WebAssembly.Module = Module;
    }
  }
});

test("a text may be of a subclass whose constructor takes other arguments", () => {
  class Packet extends Uint8Array {
    constructor(bytes, id) {
      super(bytes);
      this.id = id;
    }
  }
  for (const size of [0, 1 << 17]) {
    const packet = new Packet(Buffer.concat([Buffer.alloc(size, 0x61), Buffer.from("xé€x")]), 7), pieces = u8gen.decoder("utf8");
    assert.ok(u8gen.isUtf8(packet) && u8gen.firstError("utf8", packet) === null && u8gen.validator("utf8").feed(packet));
    assert.deepEqual(u8gen.codePointAt("utf8", packet, size + 1), { codePoint: 0xe9, length: 2 });
    assert.equal(u8gen.count("utf8", packet), size + 4);
    assert.deepEqual(Buffer.from(u8gen.repair("utf8", packet)), Buffer.from(packet));
    assert.equal(u8gen.decode("utf8", packet), "a".repeat(size) + "xé€x");
    assert.equal(pieces.feed(packet) + pieces.end(), "a".repeat(size) + "xé€x");
  }
});

test("the name of an encoding may be written as in its standard", () => {
  for (const name of ["UTF-8", "utf_8", "Utf8"]) {
    assert.equal(u8gen.firstError(name, Buffer.of(0x80)).fault, "too_long");
  }
  assert.equal(u8gen.firstError("XML-1.0", Buffer.of(0x01)).offset, 0);
});

test("codePointAt reads code points, fromCodePoint writes them", () => {
  const text = Buffer.from("aé€\u{1F600}");
  const points = [];
  for (let at = 0, next; (next = u8gen.codePointAt("utf8", text, at)); at += next.length) {
    points.push(next.codePoint);
  }
  assert.deepEqual(points, [0x61, 0xe9, 0x20ac, 0x1f600]);
  assert.equal(u8gen.codePointAt("utf8", text, 2), null);
  assert.equal(u8gen.codePointAt("utf8", text, 99), null);
  assert.deepEqual(u8gen.codePointAt("cesu8", Buffer.from("eda0bdedb880", "hex"), 0), { codePoint: 0x1f600, length: 6 });
  assert.deepEqual(u8gen.codePointAt("fssutf", Buffer.from("fdbfbfbfbfbf", "hex"), 0), { codePoint: 0x7fffffff, length: 6 });
  assert.deepEqual(Buffer.from(u8gen.fromCodePoint("cesu8", 0x1f600)), Buffer.from("eda0bdedb880", "hex"));
  assert.deepEqual(Buffer.from(u8gen.fromCodePoint("mutf8", 0)), Buffer.from("c080", "hex"));
  assert.deepEqual([u8gen.fromCodePoint("mutf8", 0x1f600), u8gen.fromCodePoint("utf8", 0xd800), u8gen.fromCodePoint("utf8", 0x110000)], [null, null, null]);
  for (const point of [-1, 0.5, "A", 2 ** 32, NaN]) {
    assert.throws(() => u8gen.fromCodePoint("utf8", point), RangeError);
  }
  for (const offset of [-1, 0.5, "0", undefined, Infinity]) {
    assert.throws(() => u8gen.codePointAt("utf8", text, offset), RangeError);
  }
});

test("an encoding alone, as CommonJS, and compiled beforehand", async () => {
  for (const name of u8gen.encodings) {
    const alone = require("u8gen/" + name);
    await alone.init();
    const check = Object.entries(alone).find(([key]) => /^is[A-Z]/.test(key));
    assert.equal(check[0].slice(2).toLowerCase(), name);
    assert.equal(check[1](Buffer.of(0x41)), true);
    assert.equal(alone.firstError(Buffer.of(0xfe)).fault, "not_a_form");
    assert.equal(alone.specHash, u8gen.specHash[name]);
    assert.equal(alone.version, u8gen.version);
  }
  await u8gen.init();
  await common.init("utf8", "MUTF-8");
  await assert.rejects(u8gen.init("utf16"), RangeError);
  assert.throws(() => require("u8gen/core.js"), { code: "ERR_PACKAGE_PATH_NOT_EXPORTED" });
});

await runAll();
