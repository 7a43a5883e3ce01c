// SPDX-License-Identifier: 0BSD
// The input of a light page: a text, or bytes in hexadecimal. Shows why an input cannot be read, and stores the input in the address.

import { find, show } from "../playground/dom.js";
import { hex, readHex, readText, textOf } from "./text.js";
import { readLink, linkOf } from "./state.js";

const PAUSE_MS = 200;

/** encoding: encodes the text; example: the input if the address gives none; judge(bytes): shows results. Returns a setter of the input. */
function startInput(encoding, example, judge) {
  let how, linkTimer;

  function fault(reason) {
    find("text").setAttribute("aria-invalid", String(reason !== undefined));
    find("text-fault").hidden = reason === undefined;
    show(find("text-fault"), reason);
  }

  function bytesNow() {
    const { bytes, wrong } = (how === "hex" ? readHex : readText)(encoding, find("text").value);
    fault(wrong);
    return bytes;
  }

  function read() {
    const bytes = bytesNow();
    bytes && judge(bytes);
  }

  function keepLink() {
    const text = find("text").value, lone = /\p{Surrogate}/u.test(text);
    history.replaceState(null, "", linkOf(lone ? { how: "hex", text: hex(readText(encoding, text).bytes) } : { how, text }));
  }

  function typed() {
    read();
    clearTimeout(linkTimer);
    linkTimer = setTimeout(keepLink, PAUSE_MS);
  }

  function set(state) {
    how = state.how;
    find("as-" + how).checked = true;
    find("text").value = state.text;
  }

  /** Converts the input to the notation that was just chosen, text or hexadecimal. If no text has these bytes, keeps them and says so. */
  function turn(event) {
    const bytes = bytesNow(), to = event.target.id.replace("as-", ""), text = bytes && (to === "hex" ? hex(bytes) : textOf(encoding, bytes));
    set({ how: text === undefined ? how : to, text: text ?? find("text").value });
    bytes && text === undefined ? fault("No text is encoded as these bytes; they remain hexadecimal.") : typed();
  }

  function fromLink() {
    const state = readLink(location.hash);
    find("note").hidden = state !== undefined;
    show(find("note"), "The link cannot be read; an example is shown instead.");
    set(state?.text === undefined ? example : state);
    read();
  }

  find("text").addEventListener("input", typed);
  find("as-text").addEventListener("change", turn);
  find("as-hex").addEventListener("change", turn);
  window.addEventListener("hashchange", fromLink);
  fromLink();
  return (state) => {
    set(state);
    typed();
  };
}

export { startInput };
