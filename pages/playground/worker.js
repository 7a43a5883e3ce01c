// SPDX-License-Identifier: 0BSD
// The worker: runs the generator in Lua. The build appends this file to wasmoon's index.js; both are one script.
//
// In:  first { files, wasm }: texts by name, and Lua as a WebAssembly module; then { id, words }: requests of bridge.lua.
// Out: { progress }, and for each request { id, reply }: JSON.

"use strict";

let started;

/** Returns the bytes of a text in hexadecimal, encoded as in UTF-8. Lone surrogates are encoded, too; TextEncoder would replace them. */
const hex = (text) => text.split(/(\p{Surrogate})/u).map((part, i) => {
  const bytes = i % 2 === 0 ? new TextEncoder().encode(part) : [0xed, 0x80 | part.charCodeAt(0) >> 6 & 63, 0x80 | part.charCodeAt(0) & 63];
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}).join("");

/** Starts Lua. Out: the function `answer` of bridge.lua. */
async function start({ files, wasm }) {
  // wasmoon fetches its .wasm, but the page allows no requests. Instead it gets the module that the page compiled once for all workers.
  self.fetch = async () => undefined;
  WebAssembly.instantiateStreaming = async (_, imports) => ({ module: wasm, instance: await WebAssembly.instantiate(wasm, imports) });
  const lua = await new wasmoon.LuaFactory("embedded.wasm").createEngine();
  lua.global.set("page_file", (name) => files[name]);
  lua.global.set("page_progress", (text) => postMessage({ progress: text }));
  lua.global.set("page_catalogue", Object.keys(files).map((name) => /^gen\/specs\/(.*)\.lua$/.exec(name)?.[1] ?? "").sort().join(" "));
  await lua.doString(files["pages/start.lua"]);
  return lua.global.get("answer");
}

onmessage = async ({ data }) => {
  if (data.files) {
    started = start(data);
    return;
  }
  try {
    const answer = await started;
    postMessage({ id: data.id, reply: answer(data.words[0], ...data.words.slice(1).map(hex)) });
  } catch (error) {
    postMessage({ id: data.id, reply: JSON.stringify({ broken: String(error) }) });
  }
};
