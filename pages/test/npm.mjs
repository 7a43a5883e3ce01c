// SPDX-License-Identifier: 0BSD
// Tests the npm package in a browser: imports its files from a simulated server.
//
//     node pages/test/npm.mjs build/npm/package

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { launch, test, finish } from "./browser.mjs";

const folder = resolve(process.argv[2]);
const browser = await launch(), page = await browser.newPage();
const asked = [];
await page.route("**", (route) => {
  const path = new URL(route.request().url()).pathname;
  asked.push(path);
  const policy = path.startsWith("/policy/") && { "Content-Security-Policy": "script-src 'self' " + decodeURIComponent(path.slice(8)) };
  return path === "/" || policy ? route.fulfill({ contentType: "text/html", headers: policy || {}, body: "<!DOCTYPE html><title>npm</title>" })
    : route.fulfill({ contentType: path.endsWith(".wasm") ? "application/wasm" : "text/javascript", body: readFileSync(folder + path) });
});
await page.goto("http://package.test/");

await test("one encoding alone loads nothing else", async () => {
  assert.deepEqual(await page.evaluate(async () => {
    const { isUtf8, firstError, repair } = await import("/utf8.js");
    const text = new TextEncoder().encode("naïve");
    return [isUtf8(text), isUtf8(text.subarray(0, 3)), firstError(text.subarray(0, 3)), new TextDecoder().decode(repair(text.subarray(0, 3)))];
  }), [true, false, { fault: "truncated", offset: 2, length: 1, expected: [[128, 191]] }, "na\ufffd"]);
  assert.deepEqual(asked.slice(1), ["/utf8.js", "/core.js", "/text.js"]);
});

await test("strings are encoded and decoded without node's Buffer", async () => {
  assert.deepEqual(await page.evaluate(async () => {
    const { decode, encode } = await import("/wtf8.js"), string = "A\0\u00e9\u{1F600}\ud83d".repeat(9000);
    return [Array.from(encode("\u{1F600}\ud83d")), decode(encode(string)) === string, decode(Uint8Array.of(0x41, 0xff))];
  }), [[0xf0, 0x9f, 0x98, 0x80, 0xed, 0xa0, 0xbd], true, "A\ufffd"]);
});

await test("all encodings give the same answers before and after init", async () => {
  const answers = () => page.evaluate(async () => {
    const u8gen = await import("/index.js"), text = Uint8Array.of(0x41, 0xed, 0xa0, 0x80);
    return u8gen.encodings.map((name) => u8gen.firstError(name, text)?.fault ?? "well-formed").join(" ");
  });
  const first = await answers();
  assert.ok(first.split(" ").length >= 17, first);
  await page.evaluate(async () => (await import("/index.js")).init());
  assert.equal(await answers(), first);
});

await test("a text of 3 MB, in the page and in a worker", async () => {
  const script = (big) => `import { isUtf8, repair } from "http://package.test/utf8.js";
    const text = new Uint8Array(${big}).fill(0x61);
    const good = isUtf8(text);
    text[${big} - 1] = 0xff;
    export const results = [good, isUtf8(text), repair(text).length];`;
  assert.deepEqual(await page.evaluate(async (source) => {
    const { results } = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
    return results;
  }, script(3e6)), [true, false, 3e6 + 2]);
  assert.deepEqual(await page.evaluate((source) => new Promise((done, failed) => {
    const worker = new Worker(URL.createObjectURL(new Blob([source + "postMessage(results);"], { type: "text/javascript" })), { type: "module" });
    worker.onmessage = ({ data }) => done(data);
    worker.onerror = (error) => failed(new Error(error.message));
  }), script(3e6)), [true, false, 3e6 + 2]);
});

await test("init takes a module that was compiled from a file", async () => {
  assert.deepEqual(await page.evaluate(async () => {
    const { init, encode } = await import("/mutf8.js?again");
    await init(await WebAssembly.compileStreaming(fetch("/mutf8-text.wasm")));
    return Array.from(encode("\0"));
  }), [0xc0, 0x80]);
});

await test("a page's policy that forbids WebAssembly: the message says what to do; the policy that the message names is sufficient", async () => {
  const answers = async (policy) => {
    await page.goto("http://package.test/policy/" + encodeURIComponent(policy));
    return page.evaluate(async () => {
      const { isUtf8, init } = await import("/utf8.js"), messageOf = (error) => error.message;
      const first = await init().catch(messageOf);
      try {
        return [first, isUtf8(Uint8Array.of(0x41))];
      } catch (error) {
        return [first, messageOf(error)];
      }
    });
  };
  const refused = await answers(""), policy = refused[0].match(/must allow ('[a-z-]+')/)?.[1];
  assert.equal(refused[1].includes("Content Security Policy must allow " + policy), true, refused[1]);
  assert.deepEqual(await answers(policy), [undefined, true]);
});

await browser.close();
finish();
