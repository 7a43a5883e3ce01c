// SPDX-License-Identifier: 0BSD
// Drives the playground, for its tests.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { unzipped } from "./unzip.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const spec = (name) => readFileSync(join(root, "gen/specs", name + ".lua"), "utf8");

/** UTF-8 without U+00AD and code points above U+FFFF, as a user may write it. */
const TWEAKED = `encoding "Short"
source   "a test"

form "0xxxxxxx"                    { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"           { "U+0080..U+07FF", except = { soft_hyphen = "U+00AD" } }
form "1110xxxx 10xxxxxx 10xxxxxx"  { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
`;

const linkOf = (state) => "#" + deflateRawSync(Buffer.from(typeof state === "string" ? state : JSON.stringify(state))).toString("base64url");

/** Waits until everything is derived. */
const derived = (page) => page.waitForFunction(() => /^automaton in/.test(document.getElementById("status").textContent), null, { timeout: 30000 });

async function type(page, text) {
  await page.fill("#spec", text);
  await page.waitForFunction(() => document.body.classList.contains("busy"));
  await derived(page);
}

async function readText(page, how, text) {
  await page.fill("#text", "");
  await page.check("#as-" + how);
  await page.fill("#text", text);
  await page.waitForFunction(() => document.getElementById("stepper").getAttribute("aria-busy") === "false");
  return page.textContent("#verdict");
}

async function download(page, button = "#download") {
  const [file] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
  return unzipped(readFileSync(await file.path()));
}

/** Starts from a spec of the menu, and waits until everything is derived. */
async function start(page, name) {
  await page.evaluate(() => { document.getElementById("status").textContent = ""; });
  await page.selectOption("#from", name);
  await derived(page);
}

/** Runs first in the page: records the worker that last received a message, so that a test can send it requests. */
function catchWorker() {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function(...message) {
    window.theWorker = this;
    return post.apply(this, message);
  };
}

/** Sends a request of bridge.lua to the worker that `catchWorker` recorded. Returns a promise of the reply. */
const ask = (page, ...words) => page.evaluate((request) => new Promise((done) => {
  const listener = ({ data }) => {
    if (data.id === "test") {
      window.theWorker.removeEventListener("message", listener);
      done(JSON.parse(data.reply));
    }
  };
  window.theWorker.addEventListener("message", listener);
  window.theWorker.postMessage({ id: "test", words: request });
}), words);

/** Fails if axe finds a problem on a narrow light page or, if `whole`, on a wide or dark one. */
async function readable(page, state, whole) {
  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  for (const [width, colorScheme] of [[390, "light"], ...whole ? [[1400, "light"], [390, "dark"], [1400, "dark"]] : []]) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run());
    assert.deepEqual(violations.map((one) => [one.id, one.nodes.slice(0, 3).map((node) => node.html)]), [], `${state}: ${width} ${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: "light" });
}

export { TWEAKED, ask, catchWorker, derived, download, linkOf, readText, readable, spec, start, type };
