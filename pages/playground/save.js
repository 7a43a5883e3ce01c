// SPDX-License-Identifier: 0BSD
// Saves a file that the page made.

import { h } from "./dom.js";
import { zip } from "./zip.js";

const KEPT_MS = 10000;

function saveBlob(blob, name) {
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/** Saves the files of a download (packed.lua) as a zip file. */
async function saveFolder({ folder, files }) {
  saveBlob(await zip(files.map((file) => ({ ...file, name: `${folder}/${file.name}`, executable: file.name.endsWith(".sh") }))), folder + ".zip");
}

export { saveBlob, saveFolder };
