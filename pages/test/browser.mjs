// SPDX-License-Identifier: 0BSD
// A browser for the tests of the pages: Debian's Chromium. Records a page's requests, errors and warnings.

import { createRequire } from "node:module";
import { existsSync } from "node:fs";

const { chromium } = createRequire(import.meta.url)("playwright-core");

/** U+00E9 in UTF-8, in the notations that the pages and `u8gen explain` read. */
const NOTATIONS = [
  "C3A9", "c3 a9", "C3:A9", "0xC3,0xA9", "{ 0xC3, 0xA9 }", "0xC3A9", "\\xC3\\xA9", 'b"\\xc3\\xa9"', "\\303\\251", "%C3%A9", "=C3=A9", "<C3><A9>",
  "U+00E9", "\\u00E9", "\\u{E9}", "\\U000000E9", "%C3 A9",
];

/** The first of these programs that exists is started. */
const PROGRAMS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

// The flags about networks, updates and synchronization keep Chromium from looking up its vendor's hosts. root needs --no-sandbox.
const FLAGS = [
  "--headless", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
  "--disable-sync", ...process.getuid() === 0 ? ["--no-sandbox"] : [],
];

const launch = () => chromium.launch({ executablePath: PROGRAMS.find(existsSync), args: FLAGS });

/** Opens a page that records requests (except its URL and blobs) and complaints. before: runs first in the page; options: of newPage. */
async function open(browser, url, { before, ...options } = {}) {
  const page = await browser.newPage(options);
  page.requests = [];
  page.complaints = [];
  page.on("request", (request) => request.url().split("#")[0] === url.split("#")[0] || request.url().startsWith("blob:") || page.requests.push(request.url()));
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && page.complaints.push(message.text()));
  page.on("pageerror", (error) => page.complaints.push(String(error)));
  before && await page.addInitScript(before);
  await page.goto(url);
  return page;
}

let passed = 0, failed = 0;

/** Runs one test case. */
async function test(name, body) {
  try {
    await body();
    passed++;
    console.log("ok      " + name);
  } catch (error) {
    failed++;
    console.log(`FAILED  ${name}: ${error.stack}`);
  }
}

/** Prints the summary, and sets the exit status: 1 if a test failed. */
function finish() {
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

export { NOTATIONS, launch, open, test, finish };
