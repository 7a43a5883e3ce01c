// SPDX-License-Identifier: 0BSD
// Writes and reads the typed text in the address after #: "#text=..." or "#hex=...". Links are untrusted: they are used as text only.

const MOST = 20000;

/** { how, text } -> "#hex=C3A9"; only "#" if that would be too long or the text has a lone surrogate. */
function linkOf({ how, text }) {
  const shown = how === "hex" ? text.replace(/\s/g, "") : text;
  try {
    const link = `#${how}=${encodeURIComponent(shown)}`;
    return link.length <= MOST ? link : "#";
  } catch {
    return "#";
  }
}

/** "#hex=C3A9" -> { how, text }; an empty object if the link is empty; undefined if it cannot be read or is too long. */
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
