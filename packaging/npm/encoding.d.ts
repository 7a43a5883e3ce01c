// SPDX-License-Identifier: 0BSD
// $title: $source. Used by: $users.

import type { Bytes, CodePoint, TextError } from "./index.js";

/** Whether the bytes are well-formed $title. */
export declare function $test(bytes: Bytes): boolean;
/** Where the bytes stop being well-formed, and why; null if they are well-formed. */
export declare function firstError(bytes: Bytes): TextError | null;
/** A copy with U+FFFD for each ill-formed sequence. */
export declare function repair(bytes: Bytes): Uint8Array;
/** The character at the offset; null if there is no complete well-formed one. */
export declare function codePointAt(bytes: Bytes, offset: number): CodePoint | null;
/** The bytes of a code point; null if the encoding has none for it. */
export declare function fromCodePoint(codePoint: number): Uint8Array | null;
/** Compiles without blocking, for hosts that cannot compile the module synchronously. Otherwise the first call compiles it. */
export declare function init(): Promise<void>;
/** A hash of the rules: the same as in the C. */
export declare const specHash: "$hash";
export declare const version: string;
