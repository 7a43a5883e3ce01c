// SPDX-License-Identifier: 0BSD
// The payload: the files that a page contains, deflated, in base64. In the playground these are the worker's script, Lua as WebAssembly,
// and files of u8gen; in the page of the catalogue, a WebAssembly module for each encoding.
// Inflated, the payload is a line of JSON, [[name, size], ...], followed by the bytes of all files.

async function inflated(bytes, most = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  for (let size = 0, part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > most) {
      throw new Error("too long");
    }
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function deflated(bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer());
}

const fromBase64 = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

async function unpacked(text) {
  const bytes = await inflated(fromBase64(text));
  const end = bytes.indexOf(10);
  const decoder = new TextDecoder();
  const files = new Map();
  let at = end + 1;
  for (const [name, size] of JSON.parse(decoder.decode(bytes.subarray(0, end)))) {
    files.set(name, bytes.subarray(at, at + size));
    at += size;
  }
  return files;
}

export { inflated, deflated, fromBase64, unpacked };
