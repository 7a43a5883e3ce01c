// SPDX-License-Identifier: 0BSD
//
// Uses the types of the npm package. tests/interface/npm_tools.mjs compiles this file; nothing runs it.

import { count, decoderStream, encoderStream, firstError, isUtf8, repair, specHash, validator } from "u8gen";
import type { Encoding, TextError } from "u8gen";
import { decode, encode, fromCodePoint, init } from "u8gen/mutf8";
import wasm from "u8gen/mutf8.wasm";

// Results have memory of their own, as Blob, fetch and WebCrypto require since TypeScript 5.9.
const own: Uint8Array<ArrayBuffer> = encode("a");
const all: (Uint8Array<ArrayBuffer> | null)[] = [repair("utf8", own), fromCodePoint(0)];
export const blob = new Blob([own]);

// A text may be in any kind of buffer or view.
const shared = new SharedArrayBuffer(1);
export const verdicts: boolean[] = [own, own.buffer, shared, new Uint8Array(shared), new Uint16Array(1), new DataView(shared)].map((text) => isUtf8(text));
// @ts-expect-error: a string is not bytes
isUtf8("a");
// @ts-expect-error: an array is not bytes
decode([0x41]);
// @ts-expect-error: the option's name is `fatal`
decode(own, { strict: true });

const name: Encoding = "mutf8";
const error: TextError | null = firstError("UTF-8", own);
export const facts: [number | null, string, number | undefined, boolean] = [
  count(name, own), specHash[name], error?.expected[0]?.[1], validator(name).feed(own),
];

export const strings: ReadableStream<string> = new ReadableStream<Uint8Array<ArrayBuffer>>().pipeThrough(decoderStream(name, { fatal: true }));
export const bytes: ReadableStream<Uint8Array<ArrayBuffer>> = strings.pipeThrough(encoderStream(name));

const module: WebAssembly.Module = wasm;
export const ready: Promise<void> = init(module);
export const last = all;
