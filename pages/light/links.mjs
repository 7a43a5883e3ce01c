// SPDX-License-Identifier: 0BSD
// Links from one page to another.

import { deflateRawSync } from "node:zlib";

/** What follows the playground's address to have it begin with a spec of the catalogue; see pages/playground/link.js. */
const playgroundLink = (spec) => "#" + deflateRawSync(JSON.stringify({ from: spec })).toString("base64url");

export { playgroundLink };
