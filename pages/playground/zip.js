// SPDX-License-Identifier: 0BSD
// Makes a zip file (PKWARE's APPNOTE.TXT, 4.3) of deflated files. All have the same date, so that in one browser the same files give the
// same bytes.

import { deflated } from "./payload.js";

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) {
    n = (n >>> 1) ^ (n & 1 ? 0xedb88320 : 0);
  }
  return n;
});

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc = (crc >>> 8) ^ CRC[(crc ^ byte) & 255];
  }
  return ~crc >>> 0;
}

/** Fields of two or four bytes, little-endian: [size, value]. */
function record(...fields) {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [size]) => sum + size, 0)));
  let at = 0;
  for (const [size, value] of fields) {
    size === 2 ? view.setUint16(at, value, true) : view.setUint32(at, value, true);
    at += size;
  }
  return new Uint8Array(view.buffer);
}

const FIRST_OF_1980 = 1 << 5 | 1;
const UTF8_NAMES = 1 << 11;

/** files: { name, text, executable? }[] -> Blob */
async function zip(files) {
  const parts = [], entries = [];
  let offset = 0, directory = 0;
  for (const file of files) {
    const name = new TextEncoder().encode(file.name), bytes = new TextEncoder().encode(file.text), body = await deflated(bytes);
    const common = [[2, 20], [2, UTF8_NAMES], [2, 8], [2, 0], [2, FIRST_OF_1980], [4, crc32(bytes)], [4, body.length], [4, bytes.length],
      [2, name.length], [2, 0]];
    const head = record([4, 0x04034b50], ...common);
    const mode = 0o100000 | (file.executable ? 0o755 : 0o644);
    const entry = record([4, 0x02014b50], [2, 3 << 8 | 20], ...common, [2, 0], [2, 0], [2, 0], [4, mode * 0x10000], [4, offset]);
    parts.push(head, name, body);
    entries.push(entry, name);
    offset += head.length + name.length + body.length;
    directory += entry.length + name.length;
  }
  const end = record([4, 0x06054b50], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, directory], [4, offset], [2, 0]);
  return new Blob([...parts, ...entries, end], { type: "application/zip" });
}

export { zip };
