// SPDX-License-Identifier: 0BSD
// The link stores the input in the address after #, as JSON that is deflated and in base64 with - and _ instead of + and /.
//
// Links are untrusted: their content is checked, and used only as text and as names of choices.

import { inflated, deflated, fromBase64 } from "./payload.js";

const MOST_BYTES = 1 << 20, MOST_OPTIONS = 1000;
/** JSON has at most six bytes for each unit of the spec and of the text. */
const MOST_JSON = 13 * MOST_BYTES;
/** Some programs truncate longer addresses. */
const MOST_LINK = 30000;

/** { spec, from, how, text, other, c } -> "#..."; undefined if this link, the spec or the text would be too long. */
async function linkOf(state) {
  if ([state.spec, state.text].some((text) => text?.length > MOST_BYTES)) {
    return undefined;
  }
  const bytes = await deflated(new TextEncoder().encode(JSON.stringify(state)));
  let text = "";
  for (const byte of bytes) {
    text += String.fromCharCode(byte);
  }
  const link = "#" + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return link.length <= MOST_LINK ? link : undefined;
}

/** The content of a link. names: the values that `from` and `other` may have. Throws an Error with the reason if it cannot be read. */
async function readLink(link, names) {
  let state;
  try {
    const base64 = link.replace(/^#/, "").replaceAll("-", "+").replaceAll("_", "/");
    state = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await inflated(fromBase64(base64), MOST_JSON)));
  } catch {
    throw new Error("it is cut off or was changed");
  }
  const is = (value, test) => value === undefined || (typeof value === "string" && test(value));
  if (state === null || typeof state !== "object" || Array.isArray(state)) {
    throw new Error("it has no state of this page");
  } else if (!is(state.spec, (text) => text.length <= MOST_BYTES) || !is(state.text, (text) => text.length <= MOST_BYTES)) {
    throw new Error("its rules or its text are not a text of at most 1 MB");
  } else if (!is(state.from, (name) => names.from.includes(name)) || !is(state.other, (name) => names.other.includes(name))) {
    throw new Error("it names an encoding that the catalogue does not have");
  } else if (!is(state.how, (how) => how === "hex" || how === "text")) {
    throw new Error("its notation is neither text nor hexadecimal");
  } else if (!is(state.c, (options) => options.length <= MOST_OPTIONS && /^[^|]*\|[\w,]*\|[\w,]*\|(single)?$/.test(options))) {
    throw new Error("its options for the C are not in the format of this page");
  }
  return state;
}

export { linkOf, readLink };
