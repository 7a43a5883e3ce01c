// SPDX-License-Identifier: 0BSD
// Makes the pictures of docs/playground.md: the playground wide and light, wide and dark, and narrow; the page of all encodings in light
// colors; the page of CESU-8 in dark colors. All pages are in the folder of the playground.
//
//     node pages/test/pictures.mjs build/pages/playground.html docs/pictures

import { dirname, join, resolve } from "node:path";
import { launch, open } from "./browser.mjs";

const [, , built, folder] = process.argv;
const browser = await launch();

async function picture(name, { width, height, colorScheme, hex, part }) {
  const page = await open(browser, "file://" + resolve(built), { viewport: { width, height }, colorScheme, reducedMotion: "reduce" });
  await page.waitForFunction(() => /^automaton in/.test(document.getElementById("status").textContent), null, { timeout: 60000 });
  await page.waitForFunction(() => document.getElementById("c").dataset.ms !== undefined);
  part && await page.click("#c-fold");
  await page.check("#as-hex");
  await page.fill("#text", hex);
  await page.waitForFunction(() => document.getElementById("stepper").getAttribute("aria-busy") === "false");
  await page.evaluate((id) => {
    document.activeElement.blur();
    document.getElementById("status").textContent = "";
    window.scrollTo(0, id ? document.getElementById(id).closest("section").getBoundingClientRect().top + window.scrollY - 20 : 0);
  }, part);
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(folder, name) });
  await page.close();
}

async function lightPicture(name, { file, hash, ready, width, height, colorScheme }) {
  const page = await open(browser, `file://${resolve(dirname(built), file)}${hash}`, { viewport: { width, height }, colorScheme });
  await page.waitForSelector(ready);
  await page.screenshot({ path: join(folder, name) });
  await page.close();
}

await picture("playground-light.png", { width: 1240, height: 1000, colorScheme: "light", hex: "41 E0 80 AF C3 A9" });
await picture("playground-dark.png", { width: 1240, height: 800, colorScheme: "dark", hex: "E2 82 AC", part: "automaton" });
await picture("playground-phone.png", { width: 390, height: 780, colorScheme: "light", hex: "ED A0 80", part: "text" });
await lightPicture("encodings.png", { file: "index.html", hash: "#hex=41EDA0BDEDB880", ready: ".badge.good", width: 1240, height: 800, colorScheme: "light" });
await lightPicture("encoding-dark.png", { file: "cesu-8.html", hash: "#hex=EDA0BDEDB88041EDA080", ready: "#prices table", width: 1240, height: 800, colorScheme: "dark" });
await browser.close();
