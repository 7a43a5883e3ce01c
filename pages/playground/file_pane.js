// SPDX-License-Identifier: 0BSD
// The part "A file": checks a file that the user drops or chooses, shows its first fault, and offers a repaired copy.

import { h, find, show, hex2 } from "./dom.js";
import { automatonOf } from "./machine.js";
import { checkFile, otherEncodings } from "./file_check.js";
import { saveBlob } from "./save.js";

const ROW = 16, MOST_FOR_HINTS = 1 << 28, UNITS = ["bytes", "KB", "MB", "GB"];

let ask, failed, machine, file, runs = 0;

const number = (value) => value.toLocaleString("en");

/** "1.5 MB" */
function sizeText(size) {
  const unit = Math.min(Math.floor(Math.log10(Math.max(size, 1)) / 3), 3);
  return unit === 0 ? `${size} byte${size === 1 ? "" : "s"}` : `${(size / 1000 ** unit).toFixed(1)} ${UNITS[unit]}`;
}

/** Rows of sixteen bytes around a fault, which is marked. */
async function dump({ offset, length }) {
  const from = Math.max(0, offset - offset % ROW - ROW), bytes = new Uint8Array(await file.slice(from, from + 4 * ROW).arrayBuffer());
  const rows = [];
  for (let at = 0; at < bytes.length; at += ROW) {
    const row = [...bytes.subarray(at, at + ROW)], is = (i) => from + at + i >= offset && from + at + i < offset + length;
    rows.push(h("span", { class: "line" }, h("span", { class: "muted" }, (from + at).toString(16).toUpperCase().padStart(8, "0"), "  "),
      row.map((byte, i) => [h(is(i) ? "mark" : "span", {}, hex2(byte)), " "]), " ".repeat(3 * (ROW - row.length)), " ",
      row.map((byte) => byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".").join("")));
  }
  return h("pre", { class: "dump", tabindex: "0", role: "region", "aria-label": "bytes around the fault" }, rows);
}

/** Paragraphs for the page: whether the file has a byte order mark of UTF-16, and in which encodings it is well-formed. */
async function hints(turn) {
  // Two bytes have this sum only if they are FE FF or FF FE.
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer()), marks = head[0] + head[1] === 0xfe + 0xff;
  const list = (await ask("others")).list.map((one) => ({ ...one, automaton: automatonOf(one.automaton) }));
  const names = (await otherEncodings(file, list, MOST_FOR_HINTS, () => turn === runs)).map((one) => one.title);
  const what = file.size > MOST_FOR_HINTS ? `Its first ${sizeText(MOST_FOR_HINTS)} are` : "It is";
  return [marks && h("p", {}, "It begins with a byte order mark of UTF-16."),
    h("p", { id: "file-hint" }, names.length > 0 ? [`${what} well-formed as `, h("b", {}, names.join(", ")), "."] : `${what} not well-formed in any encoding of the catalogue.`)];
}

async function showFound(found, milliseconds, turn) {
  const speed = (bytes, time) => `${(bytes / 1e6 / Math.max(time, 0.1)).toFixed(1)} GB/s`, { first } = found;
  const parts = [h("p", {}, h("span", { class: "badge " + (first ? "bad" : "good") }, first ? "ill-formed" : "well-formed"), " ",
    h("b", {}, file.name), `, ${sizeText(found.size)} in ${number(milliseconds)} ms`, found.size > 1e6 && `, ${speed(found.size, milliseconds)} with reading`,
    found.checked > 1e6 && `, the kernel alone ${speed(found.checked, found.milliseconds)}`, ".")];
  if (first) {
    parts.push(h("p", { id: "file-first" }, `The first fault: line ${number(first.line)}, ${first.column ? `column ${number(first.column)}, ` : ""}byte ${number(first.offset)}: `,
      h("span", { class: "fault" }, first.fault), ` (expected: ${first.expected}). Total faults ${number(found.total)}: `,
      [...found.names].map(([name, count]) => `${name} ${number(count)}`).join(", "), "."), await dump(first));
    parts.push(machine.refused ? h("p", { class: "muted" }, `There is no repaired copy: ${machine.refused}.`)
      : h("p", {}, h("button", { type: "button", id: "file-save", onclick: () => saveBlob(new Blob(found.parts), "repaired-" + file.name) }, "Download a repaired copy"),
        h("small", {}, ` each fault becomes ${machine.replacement.map(hex2).join(" ")}`)));
  }
  if (turn === runs) {
    show(find("file-result"), parts);
    const words = first && await hints(turn);
    turn === runs && words && show(find("file-hints"), words);
  }
}

/** Checks the file by the current rules. */
async function check() {
  const turn = ++runs, begin = performance.now(), bar = find("file-bar");
  show(find("file-result"));
  show(find("file-hints"));
  if (!machine?.whole) {
    show(find("file-result"), machine ? "The automaton is too large for this page." : "The rules are not read yet.");
    return;
  }
  bar.hidden = find("file-stop").hidden = false;
  find("file-again").hidden = true;
  try {
    const found = await checkFile(file, machine, (...words) => ask("fault", ...words), (part) => {
      bar.value = part;
      return turn === runs;
    });
    found && await showFound(found, Math.round(performance.now() - begin), turn);
  } catch (error) {
    error instanceof DOMException ? show(find("file-result"), `${file.name} cannot be read: ${error.message}`) : failed(error);
  }
  if (turn === runs) {
    bar.hidden = find("file-stop").hidden = true;
    find("file-again").hidden = false;
  }
}

function stop() {
  runs++;
  find("file-bar").hidden = find("file-stop").hidden = true;
  find("file-again").hidden = !file;
  show(find("file-result"), "stopped");
}

function take(files) {
  file = files[0] ?? file;
  file && check();
}

/** Uses the machine of a new language from now on. Stops a check that still uses the old one. */
function showFileCheck(made) {
  machine = made;
  if (!find("file-bar").hidden) {
    stop();
  }
}

/** engine(...words): requests a reply of bridge.lua; onError(error): called if that fails. */
function startFile(engine, onError) {
  ask = engine;
  failed = onError;
  find("file").addEventListener("change", (event) => take(event.target.files));
  find("file-again").addEventListener("click", check);
  find("file-stop").addEventListener("click", stop);
  const over = (on) => document.body.classList.toggle("dropping", on);
  document.addEventListener("dragover", (event) => {
    if (event.dataTransfer.types.includes("Files")) {
      event.preventDefault();
      over(true);
    }
  });
  document.addEventListener("dragleave", (event) => event.relatedTarget === null && over(false));
  document.addEventListener("drop", (event) => {
    over(false);
    if (event.dataTransfer.files.length > 0) {
      event.preventDefault();
      take(event.dataTransfer.files);
      find("files").scrollIntoView({ block: "nearest" });
    }
  });
}

export { startFile, showFileCheck };
