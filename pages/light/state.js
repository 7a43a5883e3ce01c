// SPDX-License-Identifier: 0BSD
// What is typed, in the part of the address behind #: "#text=..." or "#hex=...". A link comes from anybody; what it holds is text only.

const MOST = 20000;

/** { how, text } -> "#hex=C3A9"; a text that would make too long an address is left out. */
function linkOf({ how, text }) {
  const shown = how === "hex" ? text.replace(/\s/g, "") : text;
  try {
    const link = `#${how}=${encodeURIComponent(shown)}`;
    return link.length <= MOST ? link : "#";
  } catch {
    return "#";  // half of a surrogate pair
  }
}

/** { how, text }; an empty object if the link says nothing; undefined if it cannot be read. */
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
