// SPDX-License-Identifier: 0BSD
// Reads a zip file by its central directory: a Map from names to texts. Checks sizes and checksums.

import assert from "node:assert/strict";
import { inflateRawSync } from "node:zlib";

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) {
      crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    }
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function unzipped(bytes) {
  const files = new Map(), end = bytes.length - 22;
  assert.equal(bytes.readUInt32LE(end), 0x06054b50, "the directory's end");
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    assert.equal(bytes.readUInt32LE(at), 0x02014b50, "an entry");
    const [crc, packed, size] = [16, 20, 24].map((field) => bytes.readUInt32LE(at + field));
    const length = bytes.readUInt16LE(at + 28), head = bytes.readUInt32LE(at + 42);
    const name = bytes.toString("utf8", at + 46, at + 46 + length);
    const begin = head + 30 + bytes.readUInt16LE(head + 26) + bytes.readUInt16LE(head + 28);
    const body = inflateRawSync(bytes.subarray(begin, begin + packed));
    assert.equal(body.length, size, name);
    assert.equal(crc32(body), crc, name);
    files.set(name, body.toString("utf8"));
    at += 46 + length;
  }
  return files;
}

export { unzipped };
