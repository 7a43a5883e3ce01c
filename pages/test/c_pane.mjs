// SPDX-License-Identifier: 0BSD
// Tests the pane with the C: the C equals the output of `u8gen gen`, and a rule, row, state, entry or bit highlights its lines.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "./browser.mjs";
import { download, readable, spec, type } from "./drive.mjs";

const MOST_MS = 300;

/** Waits until the command that gives the shown C matches a pattern. */
const shown = (page, command) => page.waitForFunction((known) => new RegExp(known).test(document.getElementById("c-command").textContent), command);

/** Returns the shown files: name -> text. */
async function files(page) {
  const all = new Map();
  for (const button of await page.locator("#c-files button").all()) {
    await button.click();
    all.set(await button.textContent(), await page.textContent("#c-code"));
  }
  return all;
}

async function isGenerated(page, generated) {
  const made = generated(await page.textContent("#c-command")), all = await files(page);
  for (const [name, text] of all) {
    assert.equal(text, made(name), name);
  }
  const [, lines, bytes] = /^([\d,]+) lines.*? ([\d,]+) bytes/.exec(await page.textContent("#c-size"));
  const texts = [...all.values()];
  assert.equal(Number(lines.replaceAll(",", "")), texts.join("").split("\n").length - 1);
  assert.equal(Number(bytes.replaceAll(",", "")), texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  return all;
}

const lit = (page) => page.locator("#c-code .lit").allTextContents();

/** Returns the least time from the tables to the C, of up to 12 attempts. Other load on the machine can only add to a time. */
async function leastMs(page) {
  let least = Infinity;
  for (let attempt = 0; attempt < 12 && least >= MOST_MS; attempt++) {
    await page.evaluate(() => { delete document.getElementById("c").dataset.ms; });
    await type(page, spec("utf-8") + "-- ".repeat(1 + attempt));
    await page.waitForFunction(() => document.getElementById("c").dataset.ms !== undefined);
    least = Math.min(least, await page.evaluate(() => Number(document.getElementById("c").dataset.ms)));
  }
  return least;
}

async function testC(page, { work, generated, verified, whole }) {
  await test("the C equals the output of `u8gen gen` for three choices, and its size is shown", async () => {
    await shown(page, "--only valid,check$");
    const all = await isGenerated(page, generated);
    assert.deepEqual([...all.keys()], ["utf8.h", "utf8.c"]);
    await page.check('#c-functions input[value="count"]');
    await page.uncheck('#c-kernels input[value="avx2"]');
    await shown(page, "--kernels shift --only valid,check,count$");
    assert.match(await page.textContent("#c-size"), /lines \([+−][\d,]+\), .* bytes \([+−][\d,]+\)/);
    await isGenerated(page, generated);
    await page.fill("#c-prefix", "app_utf8");
    await page.check("#c-single");
    await shown(page, "--prefix app_utf8 .*--single-header$");
    assert.deepEqual([...(await isGenerated(page, generated)).keys()], ["app_utf8.h"]);
  });

  await test("a wrong prefix is reported, and the C remains", async () => {
    await page.fill("#c-prefix", "9x");
    await page.waitForSelector("#c-fault:not([hidden])");
    assert.match(await page.textContent("#c-fault"), /^the prefix 9x .*choose another, such as utf8$/);
    assert.match(await page.textContent("#c-code"), /app_utf8_valid/);
    await page.fill("#c-prefix", "app_utf8");
    await page.waitForSelector("#c-fault", { state: "hidden" });
  });

  await test("the download has the chosen functions, and its verify.sh verifies them", async () => {
    const folder = join(work, "chosen"), zipped = await download(page, "#c-save");
    assert.deepEqual([...zipped.keys()].map((name) => basename(name)).sort(), ["LICENSE", "README.txt", "app_utf8.h", "utf-8.lua", "verify.sh"]);
    mkdirSync(folder);
    for (const [name, text] of zipped) {
      writeFileSync(join(folder, basename(name)), text);
    }
    assert.equal(zipped.get("app_utf8/app_utf8.h"), await page.textContent("#c-code"));
    assert.equal(verified(folder), "verify utf-8");
  });

  await test("the shown C can be copied", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.click("#c-copy");
    await page.waitForFunction(() => /is copied/.test(document.getElementById("c-note").textContent));
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await page.textContent("#c-code"));
    await page.uncheck("#c-single");
    await page.fill("#c-prefix", "");
    await page.check('#c-kernels input[value="avx2"]');
    await page.uncheck('#c-functions input[value="count"]');
    await shown(page, "--kernels shift,avx2 --only valid,check$");
  });

  await test("a rule, a row, a state, a table entry and a bit highlight the lines that were generated from them", async () => {
    await page.click('#c-files button:has-text("utf8.c")');
    await page.hover("#nibbles .bit button[value='16']");
    assert.match((await lit(page))[0], /UTF8_RULE_SURROGATE = 0x10/);
    assert.equal((await lit(page)).length, 8);
    assert.match(await page.textContent("#c-lit"), /^8 lines of utf8\.c/);
    await page.hover('#nibbles .entry[data-table="prev_low"][data-at="13"]');
    assert.deepEqual((await lit(page)).map((line) => line.includes("SURROGATE") || /\/\/ D$/.test(line.trim())), [true, true]);
    await page.hover("#rows .two > div:first-child li:nth-child(5)");
    const row = await lit(page);
    assert.ok(row.some((line) => /^\/\/ +60 {2}after_ED/.test(line)) && row.some((line) => /\/\/ E_$/.test(line.trim())) && !row.some((line) => /after_E0/.test(line)));
    await page.hover('#automaton .state[data-state="after_F4"]');
    assert.deepEqual((await lit(page)).map((line) => /(?<=^\/\/ |\/\/ +\d+ +|\/\/ )after_F4/.test(line)), [true, true, true]);
    await page.hover("#rows .two > div:last-child li:nth-child(2)");
    assert.ok((await lit(page)).some((line) => line.includes("{ 2, { 0xED, 0xA0 }")));
    await page.evaluate(() => document.getElementById("spec").setSelectionRange(0, 0));
    await page.focus("#spec");
    for (let line = 1; line < 10; line++) {
      await page.keyboard.press("ArrowDown");
    }
    const rule = await lit(page);
    assert.ok(rule.some((line) => line.includes("after_E0")) && rule.some((line) => line.includes("UTF8_SURROGATE")) && !rule.some((line) => line.includes("after_F0")));
    const seen = await page.evaluate(() => {
      const first = document.querySelector("#c-code .lit").getBoundingClientRect(), pane = document.getElementById("c-code").getBoundingClientRect();
      return first.top >= pane.top && first.bottom <= pane.bottom;
    });
    assert.equal(seen, true);
  });

  if (whole) {
    await test("axe finds no accessibility problem in the pane", () => readable(page, "the C", true));

    await test(`the C of utf-8 is shown within ${MOST_MS} ms of the tables`, async () => {
      const least = await leastMs(page);
      console.log(`        ${least} ms`);
      assert.ok(least < MOST_MS);
      await type(page, spec("utf-8"));
    });
  }

  await test("the pane can be hidden, then no C is generated", async () => {
    await page.click("#c-fold");
    assert.equal(await page.isVisible("#c-code"), false);
    const before = await page.textContent("#c-size");
    await type(page, spec("utf-8").replace("users", "-- users"));
    assert.equal(await page.textContent("#c-size"), before);
  });
}

export { testC };
