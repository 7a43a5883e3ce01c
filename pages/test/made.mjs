// SPDX-License-Identifier: 0BSD
// For tests of downloads: makes random texts, compiles and runs downloaded C, and runs u8gen. All files are written to a folder `work`.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Random texts in hexadecimal, from a fixed seed: random characters, and characters and bytes that are special in encodings like UTF-8. */
function texts(count) {
  const whole = ["00", "41", "7f", "c2ad", "dfbf", "e0a080", "ed9fbf", "efbfbf", "f0908080", "f48fbfbf"];
  const parts = ["80", "8f", "90", "9f", "a0", "ad", "bf", "c0", "c1", "c2", "e0", "e1", "ed", "eda080", "f0", "f4", "f5", "ff"];
  let seed = 1;
  const random = (below) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % below;
  };
  const hex = (...bytes) => Buffer.from(bytes).toString("hex"), tail = () => 0x80 + random(64);
  const kinds = [
    () => whole[random(whole.length)], () => parts[random(parts.length)], () => hex(0xc2 + random(30), tail()),
    () => hex(0xe1 + random(12), tail(), tail()), () => hex(0xf1 + random(3), tail(), tail(), tail()),
  ];
  return Array.from({ length: count }, () => Array.from({ length: 1 + random(6) }, () => kinds[random(kinds.length)]()).join(""));
}

/** Compiles downloaded files. Returns the results of the C for texts: "fault offset length", or "well-formed". */
function compiledVerdicts(work, files, prefix, lines) {
  const folder = join(work, prefix);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of files) {
    writeFileSync(join(folder, basename(name)), text);
  }
  writeFileSync(join(folder, "judge.c"), `#include "${prefix}.h"
#include <stdio.h>
#include <string.h>

int main(void)
{
    static char line[4096];
    static unsigned char bytes[2048];
    while (fgets(line, sizeof line, stdin)) {
        size_t size = 0;
        unsigned byte;
        ${prefix}_error error;
        for (const char *at = line; sscanf(at, "%2x", &byte) == 1; at += 2) {
            bytes[size++] = (unsigned char)byte;
        }
        if (${prefix}_valid(bytes, size)) {
            puts("well-formed");
        } else {
            ${prefix}_check(bytes, size, &error);
            printf("%s %d %d\\n", ${prefix}_fault_name(error.fault), (int)error.offset, (int)error.length);
        }
    }
    return 0;
}
`);
  execFileSync("cc", ["-O0", "-o", join(folder, "judge"), join(folder, "judge.c"), join(folder, prefix + ".c")], { stdio: "inherit" });
  return execFileSync(join(folder, "judge"), { input: lines.join("\n") + "\n", encoding: "utf8" }).trim().split("\n");
}

/** Runs the command that the page shows. Returns a function from the name of a file to its text. */
function generated(work, command) {
  const folder = mkdtempSync(join(work, "gen-"));
  const words = command.match(/'[^']*'|\S+/g).map((word) => word.replaceAll("'", ""));
  execFileSync(join(root, "u8gen"), [...words.slice(1), "-o", folder], { cwd: work });
  return (name) => readFileSync(join(folder, name), "utf8");
}

/** Runs the verify.sh of a download. `u8gen verify` takes minutes, so only its arguments are printed. Returns them. */
function verified(work, folder) {
  const u8gen = join(work, "u8gen");
  writeFileSync(u8gen, `#!/bin/sh\n[ "$1" = verify ] && echo "$@" || exec '${join(root, "u8gen")}' "$@" >&2\n`, { mode: 0o755 });
  return execFileSync("sh", ["verify.sh"], { cwd: folder, env: { ...process.env, U8GEN: u8gen }, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
}

export { compiledVerdicts, generated, texts, verified };
