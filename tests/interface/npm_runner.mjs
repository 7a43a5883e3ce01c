// SPDX-License-Identifier: 0BSD
/** Runs the tests of the npm package in order, and counts those that pass: `test` adds a test, `runAll` runs all tests. */

const tests = [];

export const test = (name, run) => tests.push({ name, run });

export async function runAll() {
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
}
