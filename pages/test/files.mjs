// SPDX-License-Identifier: 0BSD
// Tests the check of files: faults, lines and columns, hints, and the repaired copy, which for UTF-8 must equal TextDecoder's output.

import assert from "node:assert/strict";
import { closeSync, ftruncateSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { test } from "./browser.mjs";
import { readable, start, TWEAKED, type } from "./drive.mjs";

const PIECE = 1 << 20;

/** Chooses a file, and waits for the result. */
async function checked(page, name) {
  await page.evaluate(() => document.getElementById("file-result").replaceChildren());
  await page.setInputFiles("#file", name);
  await page.waitForFunction(() => document.getElementById("file-bar").hidden && document.getElementById("file-result").textContent !== "", null, { timeout: 120000 });
  return page.textContent("#files");
}

async function repaired(page) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("#file-save")]);
  return readFileSync(await file.path());
}

/** Returns the bytes repaired by TextDecoder, with U+FFFD for each maximal subpart. */
const decoded = (bytes) => Buffer.from(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));

/** Text of two and a half pieces, with faults inside of pieces, across their ends, and at the end. */
function faulty() {
  const line = Buffer.from("naïve €5 😀 plain text\n"), bytes = Buffer.alloc(2.5 * PIECE | 0);
  for (let at = 0; at < bytes.length; at += line.length) {
    line.copy(bytes, at);
  }
  const parts = [
    [PIECE - 2, "41E282"], [2 * PIECE - 1, "F09F41"], [PIECE + 1000, "EDA080"], [PIECE + 5000, "FFC0AF80F5"], [2 * PIECE + 77, "F0808080"], [bytes.length - 3, "41F09F"],
  ];
  for (const [at, hex] of parts) {
    Buffer.from(hex, "hex").copy(bytes, at);
  }
  return bytes;
}

async function testFiles(page, { work, whole }) {
  const put = (name, bytes) => {
    writeFileSync(join(work, name), bytes);
    return join(work, name);
  };

  await test("a file is checked: the first fault with line and column, the bytes around it, a hint", async () => {
    whole && await start(page, "utf-8");
    const name = put("menu.txt", Buffer.concat([Buffer.from("soupe à l'oignon\nnaïv"), Buffer.from("eda0bdedb880", "hex"), Buffer.from(" fin\n")]));
    const shown = await checked(page, name);
    assert.match(shown, /ill-formed menu\.txt, 34 bytes/);
    assert.match(shown, /line 2, column 5, byte 23: surrogate \(expected: 80\.\.9F\)\. Total faults 6: surrogate 2, too_long 4/);
    assert.deepEqual(await page.locator(".dump mark").allTextContents(), ["ED"]);
    assert.match(await page.textContent(".dump"), /00000010 {2}6E 0A 6E .*n\.na\.\.v/);
    await page.waitForSelector("#file-hint");
    assert.match(await page.textContent("#file-hint"), /well-formed as .*CESU-8/);
    assert.deepEqual(await repaired(page), decoded(readFileSync(name)));
    whole && await readable(page, "a file with a fault", true);
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(["caf\u00e9"], "dropped.txt"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    await page.waitForFunction(() => /well-formed dropped\.txt, 5 bytes/.test(document.getElementById("file-result").textContent));
    assert.match(await checked(page, put("good.txt", "naïve €5 😀\n".repeat(90000))), /^\s*A file.*well-formed good\.txt, 1\.[0-9] MB in [\d,]+ ms, [\d.]+ GB\/s with reading, the kernel alone [\d.]+ GB\/s/s);
  });

  await test("faults across pieces are found, and the repaired copy equals TextDecoder's output", async () => {
    const bytes = faulty(), shown = await checked(page, put("pieces.txt", bytes)), copy = decoded(bytes);
    assert.deepEqual(await repaired(page), copy);
    const count = (text, part) => text.toString("latin1").split(part).length - 1;
    assert.match(shown, new RegExp(`Total faults ${count(copy, "\xef\xbf\xbd")}: `));
    assert.match(shown, new RegExp(`byte ${(PIECE - 1).toLocaleString("en")}: too_short`));
    assert.match(shown, new RegExp(`line ${(count(bytes.subarray(0, PIECE - 1), "\n") + 1).toLocaleString("en")}, column`));
    assert.match(await checked(page, put("empty.txt", "")), /well-formed empty\.txt, 0 bytes/);
    const noise = Buffer.from(Array.from({ length: 50000 }, (_, i) => Math.imul(i ^ i >> 7, 2654435761) >>> 24));
    await checked(page, put("noise.bin", noise));
    assert.deepEqual(await repaired(page), decoded(noise));
  });

  whole && await test("a file is checked by the rules on the page, also by those that no kernel checks", async () => {
    await start(page, "shift_jis");
    assert.match(await checked(page, put("sjis.txt", Buffer.from("82a041b1835c0a82f00a823f", "hex"))), /line 3, column 1, byte 10: too_short/);
    await start(page, "wtf-8");
    const name = put("wtf8.txt", Buffer.from("41eda08041eda080edb08042", "hex"));
    assert.match(await checked(page, name), /line 1, column 5, byte 8: .*Total faults 1:/);
    assert.equal((await repaired(page)).toString("hex"), "41eda08041eda080efbfbd42");
    await type(page, TWEAKED + 'never { "U+000A", "end" }\n');
    const ending = Buffer.concat([Buffer.alloc(PIECE - 5, "x"), Buffer.from("\naaa\n\n")]);
    const short = (await checked(page, put("ending.txt", ending.subarray(PIECE - 8)))).match(/line 2, column 4, byte 7: (.*) \(/);
    assert.ok(short);
    assert.ok((await checked(page, put("ending.txt", ending))).includes(`line 2, column 4, byte ${(PIECE - 1).toLocaleString("en")}: ${short[1]} (`));
    const many = Buffer.concat([Buffer.alloc(PIECE - 100, "x"), Buffer.alloc(200, "\n")]), total = /Total faults \d+: .*/;
    const few = (await checked(page, put("many.txt", many.subarray(PIECE - 108)))).match(total)[0], repairedFew = await repaired(page);
    assert.equal((await checked(page, put("many.txt", many))).match(total)[0], few);
    assert.deepEqual((await repaired(page)).subarray(PIECE - 108), repairedFew);
  });

  if (whole) {
    await test("the page responds while it checks a file of 1 GB", async () => {
      await start(page, "utf-8");
      const name = join(work, "large.bin"), file = openSync(name, "w");
      ftruncateSync(file, 1e9);
      writeSync(file, Buffer.from("\nab\xe9", "latin1"), 0, 4, 999e6);
      closeSync(file);
      const begin = performance.now(), ended = checked(page, name);
      await page.waitForFunction(() => !document.getElementById("file-bar").hidden && document.getElementById("file-bar").value > 0);
      assert.equal(await page.evaluate(() => 1 + 1), 2);
      const shown = await ended;
      console.log(`        ${Math.round(performance.now() - begin)} ms: ${shown.replace(/\s+/g, " ").slice(0, 160)}`);
      assert.match(shown, /line 2, column 3, byte 999,000,003: too_short/);
    });
  }
}

export { testFiles };
