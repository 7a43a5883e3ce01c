// SPDX-License-Identifier: 0BSD
// Links from one page to another.

import { deflateRawSync } from "node:zlib";

/** Returns the suffix of the playground's address that selects a spec of the catalogue; see pages/playground/link.js. */
const playgroundLink = (spec) => "#" + deflateRawSync(JSON.stringify({ from: spec })).toString("base64url");

export { playgroundLink };
