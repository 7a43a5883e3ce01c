// SPDX-License-Identifier: 0BSD
// Tests what the playground shows about an edit, the specs to start from, the reference of the words, and links.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "./browser.mjs";
import { TWEAKED, readText, readable, start, type } from "./drive.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Returns the entries of all tables, as the page shows them: "prev_low/13" -> "E3". */
const entries = (page) => page.locator(".entry[data-table]").evaluateAll((all) => Object.fromEntries(all.map((one) =>
  [`${one.dataset.table}/${one.dataset.at}`, one.querySelector("code").textContent])));

const operations = (page) => page.locator("#prices tbody tr").evaluateAll((all) => all.map((row) => [row.children[0].textContent, Number(row.children[2].textContent)]));

async function testEdits(page, whole) {
  await test("an edit shows which texts changed their verdict, and which numbers changed; changed cells are marked", async () => {
    await type(page, TWEAKED);
    const before = await entries(page), had = new Map(await operations(page));
    await type(page, TWEAKED.replace(', except = { soft_hyphen = "U+00AD" }', "").replace("U+D800..U+DFFF", "U+D800..U+DBFF"));
    const now = await entries(page), text = await page.textContent("#changes");
    assert.match(text, /Accepted now.*soft_hyphen *C2 AD *U\+00AD/);
    assert.match(text, /surrogate *ED B0 80/);
    assert.doesNotMatch(text, /Refused now/);
    const changed = Object.keys(now).filter((key) => now[key] !== before[key]).sort();
    assert.ok(changed.length > 5);
    assert.match(text, new RegExp(`Table entries: ${changed.length} of ${Object.keys(now).length} differ`));
    assert.deepEqual(await page.locator(".entry.changed").evaluateAll((all) => all.map((one) => `${one.dataset.table}/${one.dataset.at}`).sort()), changed);
    for (const [name, count] of await operations(page)) {
      assert.ok(text.includes(had.get(name) === count ? `${name} ${count} as before` : `${name} ${had.get(name)} → ${count}`), name);
    }
    assert.deepEqual(await page.locator("#rows .two > div:first-child .changed").allTextContents(), ["C2..DF 80..BF", "ED 80..9F 80..BF", "ED B0..BF 80..BF"].filter((row) =>
      !row.startsWith("ED 80")));
    assert.notEqual(await page.evaluate(() => getComputedStyle(document.querySelector(".entry.changed")).animationName), "none");
    await page.emulateMedia({ reducedMotion: "reduce" });
    assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector(".entry.changed")).animationName), "none");
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.click("#changes button:has-text('C2 AD')");
    assert.equal(await page.inputValue("#text"), "C2 AD");
  });

  whole && await test("the opposite edit shows that the text is refused now, and a comment changes nothing", async () => {
    await type(page, TWEAKED);
    assert.match(await page.textContent("#changes"), /Refused now.*soft_hyphen *C2 AD *U\+00AD/);
    await type(page, TWEAKED + "-- a comment\n");
    assert.match(await page.textContent("#changes"), /accepts the same texts as before/);
    assert.match(await page.textContent("#changes"), /Table entries: 0 of/);
  });

  await test("a spec can start from an example outside of the catalogue, such as strings of JSON", async () => {
    for (const [name, good, bad] of [
      ["json-clean", "20 C3 A9", "5C"],
      ...whole ? [["shift_jis", "82 A0 41 B1", "82 3F"], ["gb18030", "C4 E3 81 30 81 30", "81 30 41"], ["http-field-value", "74 09 FF", "0D"]] : [],
    ]) {
      await start(page, name);
      assert.equal(await page.inputValue("#spec"), readFileSync(join(root, `docs/examples/specs/${name}.lua`), "utf8"));
      assert.match(await readText(page, "hex", good), /^well-formed/, name);
      assert.match(await readText(page, "hex", bad), /^ill-formed/, name);
    }
  });

  await test("the reference of the words has each word; the links lead to pages of the tree", async () => {
    await page.click("#words");
    const text = await page.innerText("#reference-text");
    for (const [, word] of readFileSync(join(root, "gen/spec/words.lua"), "utf8").matchAll(/^WORDS\.(\w+) = /gm)) {
      assert.match(text, new RegExp(`\\b${word}\\b`));
    }
    assert.match(text, /except or disallow.*three faults, as in UTF-8/s);
    whole && await readable(page, "the reference", true);
    await page.click("#reference-close");
    assert.equal(await page.isVisible("#reference"), false);
    for (const link of await page.locator("header nav a").evaluateAll((all) => all.map((one) => one.getAttribute("href")))) {
      assert.ok(link === "index.html" ? readdirSync(join(root, "pages/light")).includes(link) : existsSync(join(root, "build/pages", link)), link);
    }
  });
}

export { testEdits };
