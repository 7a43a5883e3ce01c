// SPDX-License-Identifier: 0BSD
// Tests the light pages (those without the generator) in a browser: results, pictures, links, layout; they make no network requests.
//
//     node pages/test/light.mjs build/pages NAME... [all]
//
// `all`: also the index; texts in MUTF-8, XML 1.0 and FSS-UTF; and times.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { NOTATIONS, launch, open, test, finish } from "./browser.mjs";

const [, , folder, ...words] = process.argv;
const whole = words.includes("all"), names = words.filter((word) => word !== "all");
const fileOf = (name) => resolve(folder, name + ".html"), urlOf = (name) => "file://" + fileOf(name);
const factsOf = (name) => JSON.parse(readFileSync(resolve(folder, "facts", name + ".json"), "utf8"));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const MOST_BYTES = 150e3, FIRST_MS = 100, KEY_MS = 16, MOST_FOR_ALL = 3;
const ENCODINGS = readdirSync(new URL("../../gen/specs", import.meta.url)).length;

const browser = await launch();

/** Runs first in the page: records the time of the first result, by the page's own clock. */
function watchVerdict() {
  new MutationObserver(() => {
    const element = document.querySelector("#verdict, #sum");
    if (element?.textContent && !window.firstVerdict) {
      window.firstVerdict = performance.now();
    }
  }).observe(document, { childList: true, subtree: true });
}

async function type(page, how, text) {
  await page.fill("#text", "");
  await page.check("#as-" + how);
  await page.fill("#text", text);
  return page.textContent("#verdict");
}

/** Returns a page's result for each of many texts in hexadecimal: "well-formed", or the fault and its offset. */
const verdicts = (page, texts) => page.evaluate((all) => {
  document.getElementById("text").value = "";
  document.getElementById("as-hex").click();
  const field = document.getElementById("text");
  return all.map((text) => {
    field.value = text;
    field.dispatchEvent(new Event("input"));
    const [, fault, offset] = /^ill-formed (\w+) at byte (\d+)/.exec(document.getElementById("verdict").textContent) ?? [];
    return fault ? `${fault} ${offset}` : document.querySelector("#verdict .badge").textContent;
  });
}, texts);

const cells = (page) => page.locator("#cells li").allTextContents();

async function accessible(page, name) {
  for (const [width, colorScheme] of [[1400, "light"], [390, "dark"]]) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run());
    assert.deepEqual(violations.map((one) => [one.id, one.nodes.slice(0, 3).map((node) => node.html)]), [], `${name} ${width} ${colorScheme}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${name}: wider than ${width}`);
  }
}

function silent(page, name) {
  assert.deepEqual(page.requests, [], name);
  assert.deepEqual(page.complaints, [], name);
  assert.ok(statSync(fileOf(name)).size <= MOST_BYTES, `${name} has ${statSync(fileOf(name)).size} bytes`);
}

/** Checks that the page's verdict on each example of the spec is the fault that the spec names, or well-formed. */
async function judgesExamples(page, { language }) {
  const got = await verdicts(page, language.examples.map((one) => one.hex));
  assert.deepEqual(got.map((one) => one.replace(/ \d+$/, "")), language.examples.map((one) => one.fault));
  assert.ok(language.examples.length > 2);
}

/** Milliseconds from a page's arrival to its first result: a list of one. */
async function firstVerdict(name) {
  const page = await open(browser, urlOf(name), { before: watchVerdict });
  await page.waitForFunction(() => window.firstVerdict);
  const time = await page.evaluate(() => window.firstVerdict - performance.getEntriesByType("navigation")[0].responseEnd);
  await page.close();
  return [time];
}

/** Milliseconds for each of ten key presses in a text of about 1,000 bytes, including layout. Five presses to warm up come first. */
const keyTimes = (page) => page.evaluate(() => {
  const field = document.getElementById("text"), times = [];
  document.getElementById("text").value = "";
  document.getElementById("as-text").click();
  field.value = "naïve €5 😀 text ".repeat(60).slice(0, 780);
  for (let key = 0; key < 15; key++) {
    const begin = performance.now();
    field.setRangeText("é", 300 + key, 300 + key, "end");
    field.dispatchEvent(new Event("input"));
    document.body.getBoundingClientRect();
    times.push(performance.now() - begin);
  }
  return times.slice(5);
});

/** Takes the minimum time of each action over several attempts, since other load on the machine can only add to a time. Returns the maximum
 *  of these minima. Stops as soon as it is less than `enough`. */
async function slowest(enough, measured) {
  let least = await measured();
  for (let attempt = 0; attempt < 30 && Math.max(...least) >= enough; attempt++) {
    const now = await measured();
    least = least.map((time, i) => Math.min(time, now[i]));
  }
  return Math.max(...least);
}

for (const name of names) {
  const facts = factsOf(name), page = await open(browser, urlOf(name), { before: watchVerdict });
  await page.waitForSelector("#prices table");

  await test(`${name}: the emitted C judges the examples of the spec`, () => judgesExamples(page, facts));

  await test(`${name}: the rows, the automaton and the tables, and equal hashes of the rules and the C`, async () => {
    const { language, plan } = facts;
    assert.equal(await page.locator("#rows .two > div:first-child li").count(), language.rows.length);
    assert.equal(await page.locator("#automaton svg .state").count(), language.automaton.states.length
      + language.automaton.states.filter((state) => state.goal).length);
    assert.equal(await page.locator("#nibbles .legend tbody tr").count(), plan.nibbles.bits.length);
    assert.equal(await page.locator("#prices tbody tr").count(), plan.prices.length);
    assert.match(await page.textContent("#facts"), new RegExp(`hash of the spec${facts.hash}hash in the C${facts.hash}$`));
    assert.equal(await page.textContent("#spec"), readFileSync(new URL(`../../gen/specs/${name}.lua`, import.meta.url), "utf8") + "\n");
  });

  await test(`${name}: accessible, wide and narrow, dark and light; no errors or warnings in the console`, async () => {
    await accessible(page, name);
    silent(page, name);
  });

  if (whole) {
    await test(`${name}: the first verdict within ${FIRST_MS} ms of loading, each key within ${KEY_MS} ms for 1,000 bytes`, async () => {
      const first = await slowest(FIRST_MS, () => firstVerdict(name)), key = await slowest(KEY_MS, () => keyTimes(page));
      console.log(`        first verdict ${first.toFixed(0)} ms, a key at most ${key.toFixed(1)} ms`);
      assert.ok(first < FIRST_MS && key < KEY_MS);
    });
  }
  await page.close();
}

if (names.includes("utf-8")) {
  const page = await open(browser, urlOf("utf-8"));
  await page.waitForSelector("#prices table");

  await test("the fault is described in words, and shown in the pictures", async () => {
    assert.match(await type(page, "hex", "41 E0 80 AF"), /^ill-formed overlong at byte 1a shorter form writes this code point: after E0 found 80, expected A0\.\.BF\.$/);
    assert.deepEqual(await cells(page), ["AU+004141", "overlongbyte 1E0", "too_longbyte 280", "too_longbyte 3AF"]);
    assert.equal(await page.locator("#automaton .state.here").getAttribute("data-state"), "after_E0");
    assert.match(await page.textContent("#lookups"), /E0 80 looks up 1A & CF & CD, which share overlong_3/);
    assert.equal(await page.locator("#nibbles .entry.now").count(), 3);
    await type(page, "hex", "E2 82 41 F0 9F 98");
    assert.deepEqual(await cells(page), ["too_shortbyte 0E2 82", "AU+004141", "truncatedbyte 3F0 9F 98"]);
    assert.match(await type(page, "hex", "C3"), /truncated at byte 0.*after C3 found the end, expected 80\.\.BF/);
    assert.match(await type(page, "hex", "80"), /too_long at byte 0.*: found 80, expected 00\.\.7F or C2\.\.F4/);
    assert.match(await type(page, "text", "é😀"), /^well-formed 2 characters in 6 bytes$/);
    assert.deepEqual(await cells(page), ["éU+00E9C3 A9", "😀U+1F600F0 9F 98 80"]);
    assert.equal(await page.isVisible("#lookups"), false);
    assert.match(await type(page, "text", ""), /^well-formed 0 characters in 0 bytes$/);
  });

  await test("after each edit, the cells show the characters of the text", async () => {
    const seen = async () => (await cells(page)).map((text) => text.replace(/U\+.*/, "")).join("");
    for (const text of ["abcdef", "abXcdef", "abXcde", "bXcde", "bbXXcdee", "Xcdee", "", "aaaa", "aaa", "aaaaaa", "abc", "bca", "cab", "abcabc", "bcabca"]) {
      await type(page, "text", text);
      assert.equal(await seen(), text);
    }
  });

  await test("a long text is checked to its end, and shown up to a limit", async () => {
    assert.match(await type(page, "hex", "41".repeat(70000) + "FF"), /not_a_form at byte 70000/);
    assert.equal(await page.locator("#cells li").count(), 1000);
    assert.match(await page.textContent("#rest"), /all 70001 bytes are checked/);
    assert.match(await type(page, "hex", "FF".repeat(4096)), /not_a_form at byte 0/);
  });

  await test("all characters of a long text are counted, and none is cut", async () => {
    assert.match(await type(page, "text", "é".repeat(5000)), /^well-formed 5000 characters in 10000 bytes$/);
    assert.match(await type(page, "text", "a" + "é".repeat(5000)), /^well-formed 5001 characters in 10001 bytes$/);
    assert.match(await page.textContent("#walk"), /in start, where a text may end\.$/);
    assert.match(await type(page, "text", "a" + "😀".repeat(1100) + "é"), /^well-formed 1102 characters in 4403 bytes$/);
    assert.equal(await page.locator("#cells .bad").count(), 0);
  });

  await test("bytes are accepted in the notations that programs print", async () => {
    for (const text of NOTATIONS) {
      await type(page, "hex", text);
      assert.equal(await page.isVisible("#text-fault"), false, text);
      assert.deepEqual(await cells(page), ["éU+00E9C3 A9"], text);
    }
  });

  await test("input is converted between text and hexadecimal", async () => {
    await type(page, "text", "é😀\n");
    await page.check("#as-hex");
    assert.equal(await page.inputValue("#text"), "C3 A9 F0 9F 98 80 0A");
    await page.check("#as-text");
    assert.equal(await page.inputValue("#text"), "é😀\n");
    await type(page, "hex", "41 FF");
    await page.click("#as-text");
    assert.equal(await page.isChecked("#as-hex"), true);
    assert.equal(await page.inputValue("#text"), "41 FF");
    assert.match(await page.textContent("#text-fault"), /^No text is encoded as these bytes; they remain hexadecimal/);
  });

  await test("a lone surrogate is kept, here and in the address", async () => {
    await type(page, "text", "");
    await page.evaluate(() => {
      document.getElementById("text").value = "a\ud83d";
      document.getElementById("text").dispatchEvent(new Event("input"));
    });
    assert.match(await page.textContent("#verdict"), /surrogate at byte 1/);
    await page.waitForFunction(() => location.hash === "#hex=61EDA0BD");
  });

  await test("the result of an older text is pale next to an error, and has enough contrast", async () => {
    await type(page, "hex", "80");
    const color = () => page.evaluate(() => getComputedStyle(document.querySelector("#verdict .badge")).color);
    const before = await color();
    await page.fill("#text", "8");
    assert.notEqual(await color(), before);
    await accessible(page, "utf-8 with a fault");
    await page.fill("#text", "80");
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.emulateMedia({ colorScheme: "light" });
    assert.equal(await color(), before);
  });

  await test("the drawing begins at its left end, and the tables of classes are marked", async () => {
    const narrow = await open(browser, urlOf("utf-8"), { viewport: { width: 390, height: 800 } });
    await narrow.waitForSelector("#prices table");
    assert.ok(await narrow.evaluate(() => document.querySelector(".drawing").scrollWidth > document.querySelector(".drawing").clientWidth));
    assert.equal(await narrow.evaluate(() => document.querySelector(".drawing").scrollLeft), 0);
    await type(narrow, "hex", "E0 80");
    assert.deepEqual(await narrow.locator("#classes .entry.now").evaluateAll((all) => all.map((one) => [one.dataset.table, one.dataset.at])),
      [["prev_class", String(0xe0 - 127)], ["this_class", "1"]]);
    await narrow.close();
  });

  await test("without JavaScript there is a message, and no empty card", async () => {
    const plain = await open(browser, urlOf("utf-8"), { javaScriptEnabled: false });
    assert.match(await plain.textContent("noscript"), /JavaScript/);
    assert.equal(await plain.isVisible("noscript p"), true);
    assert.equal(await plain.isVisible("main"), false);
    await plain.close();
  });

  await test("input that is not hexadecimal is reported", async () => {
    for (const text of ["E0 8", "xyz", "<img src=x>", "C3 A"]) {
      await type(page, "hex", text);
      assert.match(await page.textContent("#text-fault"), /is not hexadecimal: each byte has two digits/);
      assert.equal(await page.getAttribute("#text", "aria-invalid"), "true");
    }
    await type(page, "hex", "0xC3 a9, 41");
    assert.equal(await page.isVisible("#text-fault"), false);
    assert.equal((await cells(page)).length, 2);
  });

  await test("an example is chosen, and the address keeps it", async () => {
    await page.click("#examples button:has-text('surrogate')");
    assert.match(await page.textContent("#verdict"), /surrogate at byte 0/);
    await page.waitForFunction(() => location.hash.startsWith("#hex=EDA1"));
    const other = await open(browser, page.url());
    assert.match(await other.textContent("#verdict"), /surrogate at byte 0/);
    await other.close();
    await type(page, "text", "50 % <b>&é\n#");
    await page.waitForFunction(() => location.hash.startsWith("#text=50"));
    const third = await open(browser, page.url());
    assert.equal(await third.inputValue("#text"), "50 % <b>&é\n#");
    await third.close();
  });

  await test("a broken link shows an example and a note", async () => {
    for (const link of ["#", "#hex=%", "#loud=41", "#text", "#text=%FF", "#hex=" + "41".repeat(40000), "#__proto__=1"]) {
      const other = await open(browser, urlOf("utf-8") + link);
      assert.equal(await other.isVisible("#note"), link !== "#", link.slice(0, 40));
      assert.equal(await other.inputValue("#text"), "naïve €5 😀");
      assert.deepEqual(other.complaints, []);
      await other.close();
    }
  });

  await test("the Tab key reaches the text, the choice of input and the cells", async () => {
    await page.goto("about:blank");
    await page.goto(urlOf("utf-8"));
    await page.waitForSelector("#prices table");
    const reached = [];
    for (let press = 0; press < 16; press++) {
      await page.keyboard.press("Tab");
      reached.push(await page.evaluate(() => document.activeElement.id || document.activeElement.tagName));
    }
    for (const id of ["text", "cells", "as-text"]) {
      assert.ok(reached.includes(id), `${id} among ${reached.join(" ")}`);
    }
  });
  await page.close();
}

if (whole) {
  const mutf8 = await open(browser, urlOf("mutf-8"));
  await test("text is converted to the bytes of the encoding", async () => {
    assert.match(await type(mutf8, "text", "\u{1F600}"), /^well-formed 2 characters in 6 bytes$/);
    assert.deepEqual(await cells(mutf8), ["surrogateU+D83DED A0 BD", "surrogateU+DE00ED B8 80"]);
    await mutf8.close();
  });

  await test("a forbidden character is described by its first wrong byte", async () => {
    const xml = await open(browser, urlOf("xml-1.0"));
    assert.match(await type(xml, "hex", "41 EF BF BE"), /noncharacter at byte 1.*: after EF BF found BE, expected 80\.\.BD\.$/);
    await xml.close();
  });

  await test("a code point above U+10FFFF stays hexadecimal, since no text of JavaScript has it", async () => {
    const fssutf = await open(browser, urlOf("fss-utf"));
    await type(fssutf, "hex", "F4 90 80 80");
    await fssutf.click("#as-text");
    assert.equal(await fssutf.inputValue("#text"), "F4 90 80 80");
    assert.match(await fssutf.textContent("#text-fault"), /^No text is encoded as these bytes; they remain hexadecimal/);
    await fssutf.close();
  });

  const index = await open(browser, urlOf("index"), { before: watchVerdict });
  await index.waitForFunction(() => document.getElementById("sum").textContent !== "");
  const accepting = async (hex) => {
    await index.check("#as-hex");
    await index.fill("#text", hex);
    return (await index.locator(".card:has(.badge.good) h3").evaluateAll((all) => all.map((one) => one.id))).sort().join(" ");
  };

  await test("the index: which encodings accept each of eight texts", async () => {
    const surrogates = ["cesu8lax", "fssutf", "mutf8", "mutf8android", "mutf8lenient", "utf8generalized"];
    const four = ["assignables", "fssutf", "mqttstrict", "mutf8android", "toml10", "utf8", "utf8generalized", "utf8interchange", "utf8nonul", "wtf8", "xml10", "yaml12"];
    assert.equal(await accepting("ED A0 BD ED B8 80"), [...surrogates, "cesu8", "mutf8paired"].sort().join(" "));
    assert.equal(await accepting("ED A0 BD"), [...surrogates, "wtf8"].join(" "));
    assert.equal(await accepting("F0 9F 98 80"), four.join(" "));
    assert.equal(await accepting("41 C0 80"), "mutf8 mutf8android mutf8lenient mutf8paired");
    assert.equal(await accepting("C0 AF"), "mutf8lenient");
    assert.equal(await accepting("F4 90 80 80"), "fssutf");
    assert.equal(await accepting("F0 9F BF BE"), "fssutf mutf8android toml10 utf8 utf8generalized utf8nonul wtf8 xml10 yaml12");
    assert.equal((await accepting("41")).split(" ").length, ENCODINGS);
  });

  await test("the index: each result is on one line next to its encoding's name", async () => {
    const tall = await index.locator(".card .badge").evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height > 30).map((one) => one.id));
    assert.deepEqual(tall, []);
  });

  await test("the index: notations, conversion between text and hexadecimal, older results pale next to a fault", async () => {
    const expected = await accepting("C3 A9"), color = () => index.evaluate(() => getComputedStyle(document.getElementById("says-utf8")).color);
    for (const text of NOTATIONS) {
      assert.equal(await accepting(text), expected, text);
    }
    await index.check("#as-text");
    assert.equal(await index.inputValue("#text"), "é");
    const before = await color();
    await index.check("#as-hex");
    assert.equal(await index.inputValue("#text"), "C3 A9");
    await index.fill("#text", "C");
    assert.notEqual(await color(), before);
    await accessible(index, "index with a fault");
  });

  await test("the index: each linked page exists, and a light page receives the text", async () => {
    await accepting("C0 80");
    const links = await index.locator(".ways a").evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    assert.equal(links.length, 2 * ENCODINGS);
    for (const link of links) {
      assert.ok(statSync(resolve(folder, link.split("#")[0])).size > 0, link);
    }
    await index.click("#mutf8 ~ .ways a:first-child");
    assert.match(await index.textContent("#verdict"), /^well-formed 1 character in 2 bytes/);
    await index.goBack();
  });

  await test("the index: accessible, wide and narrow, dark and light; no errors or warnings; the first verdict in time", async () => {
    const fresh = await open(browser, urlOf("index"), { before: watchVerdict });
    await fresh.waitForFunction(() => window.firstVerdict);
    await accessible(fresh, "index");
    silent(fresh, "index");
    await fresh.close();
    // The index and a page with one encoding take turns. For both, the minimum is used.
    let one = Infinity, all = Infinity;
    for (let turn = 0; turn < 8; turn++) {
      one = Math.min(one, ...await firstVerdict("utf-8"));
      all = Math.min(all, ...await firstVerdict("index"));
    }
    console.log(`        first verdicts of all ${all.toFixed(0)} ms, of one ${one.toFixed(0)} ms`);
    assert.ok(all < MOST_FOR_ALL * one);
  });
}

await browser.close();
finish();
