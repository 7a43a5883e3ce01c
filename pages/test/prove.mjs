// SPDX-License-Identifier: 0BSD
// Tests "Prove it here": the kernel as WebAssembly agrees with the automaton, and a flipped bit is caught exactly if it matters.

import assert from "node:assert/strict";
import { test } from "./browser.mjs";
import { spec, start, type } from "./drive.mjs";

const ALL = "16,777,216 texts of three bytes";

/** Calls `begin`, which starts a check, and waits for the result of the check. */
async function checked(page, begin) {
  await page.evaluate(() => document.getElementById("prove-result").replaceChildren());
  await begin();
  await page.waitForFunction(() => document.getElementById("prove-bar").hidden && document.getElementById("prove-result").textContent !== "", null, { timeout: 60000 });
  return page.textContent("#prove-result");
}

/** The bits of the nibble tables: [table, index, mask, whether the page shows that it matters, or undefined if the bit is not set]. */
const bits = (page) => page.locator("#nibbles .entry").evaluateAll((all) => all.flatMap((entry) => [...entry.querySelectorAll(".pip")].map((pip) => {
  const mask = 1 << Number(/bit(\d)/.exec(pip.getAttribute("class"))[1]);
  return [entry.dataset.table, Number(entry.dataset.at), mask, pip.classList.contains("on") ? !pip.classList.contains("idle") : undefined];
})));

async function flip(page, [table, index, mask]) {
  await page.selectOption("#flip-table", table);
  await page.selectOption("#flip-index", String(index));
  return checked(page, () => page.click(`#flip-bits button:has-text("${mask.toString(16).toUpperCase().padStart(2, "0")}")`));
}

async function testProve(page, whole) {
  await test("the kernel agrees with the automaton on all texts of three bytes", async () => {
    assert.match(await checked(page, () => page.click("#prove-run")), new RegExp(`^they agree on ${ALL}, the same followed by 80, and [\\d,]+ unfinished ones`));
  });

  await test("a flipped bit is caught and can be restored; in full, bits that do not matter are reported as such", async () => {
    assert.equal(await page.isDisabled("#flip-restore"), true);
    assert.equal(await page.locator(".right .stale").count(), 0);
    await page.click('#nibbles .entry[data-table="prev_high"][data-at="14"]');
    assert.equal(await page.textContent("#flip-value"), "1A");
    const shown = await checked(page, () => page.click('#flip-bits button:has-text("10")'));
    assert.match(shown, /^caught ED [AB][0-9A-F] .* is ill-formed, and the kernel accepts it; [\d,]+ of .*Flipped: bit 10 of prev_high\[E\]/);
    assert.equal(await page.textContent("#flip-value"), "0A");
    await page.setInputFiles("#file", { name: "bits.txt", mimeType: "text/plain", buffer: Buffer.from("eda080", "hex") });
    await page.waitForFunction(() => /ill-formed bits\.txt/.test(document.getElementById("file-result").textContent));
    await page.click("#prove-result button");
    assert.match(await page.inputValue("#text"), /^ED [AB]/);
    await page.click("#flip-restore");
    assert.equal(await page.textContent("#flip-value"), "1A");
    const all = (await bits(page)).filter((one) => one[3] !== undefined), idle = all.filter((one) => !one[3]), matter = all.filter((one) => one[3]);
    assert.ok(idle.length > 0 && matter.length > 100);
    const some = whole ? [...idle.slice(0, 5), ...matter.filter((_, i) => i % 12 === 0)] : [];
    for (const bit of some) {
      assert.match(await flip(page, bit), bit[3] ? /^caught/ : /^no difference/, bit.join(" "));
      await page.click("#flip-restore");
    }
  });

  whole && await test("edited rules and sets of bytes are checked, too; for a language without a kernel, the reason is shown", async () => {
    await type(page, spec("utf-8").replace(/well_formed[^]*$/, "").replace("surrogate", 'soft = "U+1234", surrogate'));
    assert.match(await checked(page, () => page.click("#prove-run")), new RegExp(`^they agree on ${ALL}`));
    await start(page, "json-clean");
    assert.match(await checked(page, () => page.click("#prove-run")), new RegExp(`^they agree on ${ALL}, in`));
    assert.match(await flip(page, ["forbidden_high", 3, 1]), /^caught/);
    await start(page, "shift_jis");
    assert.equal(await page.isVisible("#prove-run"), false);
    assert.match(await page.textContent("#prove-none"), /^No kernel can be checked: no window of any length/);
  });

  if (whole) {
    for (const name of ["cesu-8", "wtf-8", "mutf-8", "fss-utf", "xml-1.0", "toml-1.0", "utf-8-interchange", "assignables", "no-bidi-controls"]) {
      await test(`the kernel of ${name} agrees with its automaton`, async () => {
        await start(page, name);
        const shown = await checked(page, () => page.click("#prove-run"));
        console.log(`        ${shown}`);
        assert.match(shown, new RegExp(`^they agree on ${ALL}`));
      });
    }
  }
}

export { testProve };
