// SPDX-License-Identifier: 0BSD
//
// Tests the interface of the npm package, in node.
//
// In:  the folder where `u8gen` is installed; standard input: lines `NAME HEX` of a text that is well-formed, or
//      `NAME HEX OFFSET LENGTH FAULT EXPECTED` of one that isn't, EXPECTED being 256 characters 0 or 1; and lines `hash NAME HEX`.
// Out: a line for each promise, `N passed, N failed`.

import assert from "node:assert/strict";
import { isUtf8 as nodeIsUtf8 } from "node:buffer";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(process.argv[2] + "/x.js");
const common = require("u8gen");
const u8gen = await import(pathToFileURL(require.resolve("u8gen").replace(/cjs$/, "js")));
const lines = readFileSync(0, "latin1").trim().split("\n").map((line) => line.split(" "));
const texts = lines.filter(([word]) => word !== "hash").map(([name, hex, offset, length, fault, expected]) => ({
  name, bytes: Buffer.from(hex, "hex"), error: fault && { fault, offset: Number(offset), length: Number(length) }, expected,
}));
const tests = [];
const test = (name, run) => tests.push({ name, run });

/** The validators by the names of their encodings: isUtf8Nonul is that of utf8nonul. */
const validators = Object.fromEntries(Object.keys(u8gen).filter((key) => /^is[A-Z]/.test(key))
  .map((key) => [key.slice(2).toLowerCase(), u8gen[key]]));

/** A generator of pseudorandom numbers, the same in every run. */
let seed = 1;
function below(limit) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return Math.floor(seed / 2 ** 32 * limit);
}

/** A text of characters, some of them damaged. */
function randomText(most) {
  const pieces = [];
  for (let n = below(most); n >= 0; n--) {
    const character = Buffer.from(String.fromCodePoint([below(0x80), below(0x800), 0x1000 + below(0x8000), 0x10000 + below(0x100000)][below(4)]));
    const kind = below(12);
    pieces.push(kind === 0 ? character.subarray(1) : kind === 1 ? character.subarray(0, -1) : kind === 2 ? Buffer.of(below(256)) : character);
  }
  return Buffer.concat(pieces);
}

/** Repairs by `firstError` alone: a copy of the text with EF BF BD in place of each error. */
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

test("the encodings of the catalogue, by the same names everywhere", () => {
  assert.equal(u8gen.encodings.length, readdirSync(new URL("../../gen/specs", import.meta.url)).length);
  assert.deepEqual(Object.keys(validators).sort(), [...u8gen.encodings].sort());
  assert.deepEqual(Object.keys(common).sort(), Object.keys(u8gen).sort());
  for (const name of u8gen.encodings) {
    assert.ok(texts.some((text) => text.name === name), name);
  }
});

const { encoding } = await import(pathToFileURL(require.resolve("u8gen").replace("index.cjs", "core.js")));

/** The two modules of an encoding: for every engine, and with vectors. */
function modulesOf(name) {
  return readFileSync(require.resolve("u8gen/" + name), "latin1").match(/, "([A-Za-z0-9+/=]+)", "([A-Za-z0-9+/=]+)"\)/).slice(1);
}

/** The functions of an encoding as they are before the first call. */
function fresh(name) {
  return encoding("", ...modulesOf(name));
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
    const said = u8gen.firstError(name, bytes), hex = name + " " + bytes.toString("hex");
    assert.equal(validators[name](bytes), !error, hex);
    if (error) {
      const { fault, offset, length } = said;
      assert.deepEqual({ fault, offset, length }, error, hex);
      const set = Array(256).fill("0");
      said.expected.forEach(([first, last]) => set.fill("1", first, last + 1));
      assert.equal(set.join(""), expected, hex);
    } else {
      assert.equal(said, null, hex);
    }
  }
});

test("without vectors all of that is the same", () => {
  const plain = Object.fromEntries(u8gen.encodings.map((name) => [name, encoding("", modulesOf(name)[0])]));
  for (const { name, bytes, error } of texts) {
    assert.equal(plain[name].isValid(bytes), !error);
    assert.deepEqual(plain[name].firstError(bytes), u8gen.firstError(name, bytes));
    assert.deepEqual(plain[name].repair(bytes), u8gen.repair(name, bytes));
  }
});

test("vectors are for engines that have them", () => {
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

test("repair replaces what each error covers, and what it gives is well-formed", () => {
  for (const { name, bytes } of texts) {
    const repaired = u8gen.repair(name, bytes);
    assert.deepEqual(Buffer.from(repaired), repairedBy((rest) => u8gen.firstError(name, rest), bytes), name);
    assert.ok(validators[name](repaired));
  }
});

test("UTF-8: every text of up to three bytes as node's own", () => {
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

test("UTF-8: random texts as TextDecoder, repaired, too", () => {
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

test("texts longer than a piece: errors around its ends are found where they are", () => {
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

test("repair gives its memory back, and the others take none", async () => {
  const memories = [], Instance = WebAssembly.Instance;
  WebAssembly.Instance = function (module) {
    const instance = new Instance(module);
    memories.push(new WeakRef(instance.exports.memory));
    return instance;
  };
  try {
    const utf8 = fresh("utf8"), text = Buffer.alloc(30e6, "abc\xff", "latin1");
    assert.ok(!utf8.isValid(text) && utf8.firstError(text).offset === 3);
    assert.ok(memories[0].deref().buffer.byteLength < 200e3);
    const repaired = utf8.repair(text);
    assert.equal(repaired.length, 45e6);
    assert.equal(memories.length, 1);
    await new Promise(setImmediate);
    globalThis.gc();
    assert.equal(memories[0].deref(), undefined);
    assert.ok(utf8.isValid(repaired) && !utf8.isValid(text));
    assert.equal(memories.length, 2);
  } finally {
    WebAssembly.Instance = Instance;
  }
});

test("bytes of every kind", () => {
  const bytes = Buffer.from("xé€xx"), exact = Uint8Array.from(bytes), shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  const same = [bytes, exact, exact.buffer, new DataView(exact.buffer), new Uint16Array(exact.buffer), new Int8Array(exact.buffer), shared, shared.buffer];
  for (const text of same) {
    assert.equal(u8gen.isUtf8(text), true);
    assert.equal(Buffer.from(u8gen.repair("utf8", text)).toString(), "xé€xx");
  }
  assert.equal(u8gen.isUtf8(exact.subarray(2)), false);
  assert.equal(u8gen.isUtf8(new DataView(exact.buffer, 1, 2)), true);
  assert.ok(u8gen.isUtf8(new Uint8Array(0)) && u8gen.isUtf8(new ArrayBuffer(0)) && u8gen.repair("utf8", new Uint8Array(0)).length === 0);
});

test("what is no bytes is refused, and the reason says what to do", () => {
  assert.throws(() => u8gen.isUtf8("text"), { name: "TypeError", message: /^isUtf8: .*not a string.*TextEncoder/ });
  assert.throws(() => u8gen.firstError("utf8", "text"), { name: "TypeError", message: /^firstError: .*not a string/ });
  assert.throws(() => u8gen.repair("utf8", [0x41]), { name: "TypeError", message: /Uint8Array\.from/ });
  for (const value of [undefined, null, 7, {}, 7n, Symbol("x"), () => 0]) {
    assert.throws(() => u8gen.isMutf8(value), { name: "TypeError", message: /^isMutf8: .*must be a Uint8Array/ });
  }
  const gone = new Uint8Array(4);
  structuredClone(gone.buffer, { transfer: [gone.buffer] });
  assert.throws(() => u8gen.isUtf8(gone), TypeError);
  for (const name of ["utf16", "", "__proto__", "toString", undefined, null, 8]) {
    assert.throws(() => u8gen.firstError(name, Buffer.of()), { name: "RangeError", message: /one of assignables, cesu8/ });
  }
});

test("an encoding's name as its standard writes it", () => {
  for (const name of ["UTF-8", "utf_8", "Utf8"]) {
    assert.equal(u8gen.firstError(name, Buffer.of(0x80)).fault, "too_long");
  }
  assert.equal(u8gen.firstError("XML-1.0", Buffer.of(0x01)).offset, 0);
});

test("code points, one after the other", () => {
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

let failed = 0;
for (const { name, run } of tests) {
  try {
    await run();
    console.log("ok    " + name);
  } catch (error) {
    failed++;
    console.log("wrong " + name + "\n" + error.stack);
  }
}
console.log(`${tests.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
