// SPDX-License-Identifier: 0BSD
// $title: $source. Used by: $users.

import type { Bytes, CodePoint, ConversionOptions, Decoder, Encoder, OwnBytes, TextError, Validator, WasmModule } from "./index.js";

/** Whether the bytes are well-formed $title. */
export declare function $test(bytes: Bytes): boolean;
/** The first error of the bytes; null if they are well-formed. */
export declare function firstError(bytes: Bytes): TextError | null;
/** A copy with U+FFFD for each ill-formed sequence. */
export declare function repair(bytes: Bytes): OwnBytes;
/** Checks a text that comes in pieces, which may end inside a character. */
export declare function validator(): Validator;
/** The number of characters; null if the bytes are ill-formed. */
export declare function count(bytes: Bytes): number | null;
/** The character at the offset; null if no complete well-formed character begins there. */
export declare function codePointAt(bytes: Bytes, offset: number): CodePoint | null;
/** The bytes of a code point; null if the encoding cannot represent it. */
export declare function fromCodePoint(codePoint: number): OwnBytes | null;
/** The bytes as a string, with U+FFFD for each ill-formed sequence; { fatal: true } throws a TypeError instead, with the members of TextError. */
export declare function decode(bytes: Bytes, options?: ConversionOptions): string;
/** The bytes of a string, with U+FFFD for each code point that the encoding lacks; { fatal: true } throws a TypeError instead. */
export declare function encode(string: string, options?: ConversionOptions): OwnBytes;
/** Decodes a text that comes in pieces, which may end inside a character. */
export declare function decoder(options?: ConversionOptions): Decoder;
/** Encodes a string that comes in pieces, which may separate surrogates. */
export declare function encoder(options?: ConversionOptions): Encoder;
/** The decoder as a stream, for pipeThrough. */
export declare function decoderStream(options?: ConversionOptions): TransformStream<Bytes, string>;
/** The encoder as a stream, for pipeThrough. */
export declare function encoderStream(options?: ConversionOptions): TransformStream<string, OwnBytes>;
/**
 * Compiles without blocking, for hosts that cannot compile the module synchronously. Otherwise the first call compiles it. If the host
 * never compiles modules, pass the imports of u8gen/$name.wasm (checks) and u8gen/$name-text.wasm (decode, encode), or only the first.
 */
export declare function init(...modules: WasmModule[]): Promise<void>;
/** A hash of the spec: the same as in the C. */
export declare const specHash: "$hash";
export declare const version: string;
