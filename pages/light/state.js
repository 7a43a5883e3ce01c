// SPDX-License-Identifier: 0BSD
// Stores the typed text in the address after #: "#text=..." or "#hex=...". Links are untrusted; their content is used as text only.

const MOST = 20000;

/** { how, text } -> "#hex=C3A9"; without the text if the address would be too long. */
function linkOf({ how, text }) {
  const shown = how === "hex" ? text.replace(/\s/g, "") : text;
  try {
    const link = `#${how}=${encodeURIComponent(shown)}`;
    return link.length <= MOST ? link : "#";
  } catch {
    return "#";  // a lone surrogate
  }
}

/** { how, text }; an empty object if the link is empty; undefined if it cannot be read. */
function readLink(link) {
  if (link.length <= 1) {
    return {};
  }
  const [, how, text] = link.match(/^#(text|hex)=(.*)$/s) ?? [];
  if (how === undefined || link.length > 3 * MOST) {
    return undefined;
  }
  try {
    const read = decodeURIComponent(text);
    return { how, text: how === "hex" ? read.replace(/[0-9a-f]{2}(?=.)/gi, "$& ") : read };
  } catch {
    return undefined;
  }
}

export { linkOf, readLink };
