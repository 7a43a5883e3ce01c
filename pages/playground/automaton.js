// SPDX-License-Identifier: 0BSD
// The automaton, as a drawing and as a table.

import { h, s, show, table } from "./dom.js";
import { laidOut } from "./layout.js";

const MOST_ARROWS = 150, MARGIN = 14, LEAST_SCALE = 0.8, HEAD = 7, LINE = 15, STATE_LETTER = 6.9, LABEL_LETTER = 6.7;

const linesOf = (text) => text.split("\\n");
const longest = (lines) => Math.max(...lines.map((line) => line.length));

const sizes = {
  state: (state) => ({ width: longest(linesOf(state.label)) * STATE_LETTER + 22, height: linesOf(state.label).length * LINE + 13 }),
  label: (text) => ({ width: longest(linesOf(text)) * LABEL_LETTER + 10, height: linesOf(text).length * (LINE - 1) + 2 }),
};

function lines(text, x, y, height, name) {
  const all = linesOf(text);
  return s("text", { class: name, x, y: y - (all.length - 1) * height / 2 }, all.map((line, i) =>
    s("tspan", { x, dy: i === 0 ? "0.34em" : height }, line)));
}

/** Returns the path of a line through boxes. It is horizontal at its states and its label, and curved between the boxes. */
function pathOf(route) {
  const first = route[0], last = route.at(-1), end = last.left - HEAD;
  let path = `M${first.x + first.width / 2} ${first.y}`;
  route.slice(1).forEach((box, i) => {
    const before = route[i], from = before.kind === "empty" && box !== last ? before.x : before.right;
    const to = box === last ? end : box.kind === "empty" ? box.x : box.left, middle = (from + to) / 2;
    path += `H${from}C${middle} ${before.y} ${middle} ${box.y} ${to} ${box.y}`;
  });
  return `${path}H${last.x - last.width / 2 - HEAD}`;
}

/** Returns the head of an arrow. */
const head = (id) => s("marker", { id, viewBox: "0 0 8 8", refX: 1, refY: 4, markerWidth: HEAD + 1, markerHeight: HEAD + 1, markerUnits: "userSpaceOnUse", orient: "auto" },
  s("path", { d: "M0 0.6L7.6 4L0 7.4z" }));

function drawing(automaton) {
  const states = new Map();
  for (const state of automaton.states) {
    states.set(state.name, state);
    state.goal && states.set(state.goal, state);
  }
  const { boxes, routes, width, height } = laidOut(automaton.columns, states, automaton.arrows, sizes);
  const arrows = automaton.arrows.map((arrow, i) => {
    const label = routes[i][1];
    return s("g", { class: "arrow", "data-from": arrow.from, "data-to": arrow.to },
      s("path", { d: pathOf(routes[i]) }),
      routes[i].length > 2 && s("rect", { x: label.x - label.width / 2, y: label.y - label.height / 2, width: label.width, height: label.height, rx: 4 }),
      routes[i].length > 2 && lines(arrow.label, label.x, label.y, LINE - 1, "label"));
  });
  const nodes = boxes.filter((box) => box.kind === "state").map((box) => {
    const state = states.get(box.name), rim = (inside, name) => s("rect", {
      class: name, x: box.x - box.width / 2 + inside, y: box.y - box.height / 2 + inside, width: box.width - 2 * inside,
      height: box.height - 2 * inside, rx: 9 - inside,
    });
    return s("g", { class: "state", "data-state": box.name }, rim(0, "rim"), state.final && rim(3, "inner"),
      lines(state.label, box.x, box.y, LINE, "name"));
  });
  const box = [-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN];
  const svg = s("svg", { viewBox: box.join(" "), width: box[2], height: box[3], role: "img", "aria-labelledby": "automaton-title automaton-desc" },
    s("title", { id: "automaton-title" }, `An automaton with ${automaton.count} states`),
    s("desc", { id: "automaton-desc" }, "From left to right: the bytes of one character. The table below has the same transitions."),
    s("defs", {}, head("head"), head("head-here")),
    arrows, nodes);
  svg.style.minWidth = `${Math.round(LEAST_SCALE * box[2])}px`;
  return svg;
}

/** Shows the automaton in an element. */
function showAutomaton(element, automaton) {
  const count = `The minimal automaton: ${automaton.count} states including the dead one, ${automaton.classes.length} classes of bytes.`;
  const parts = [h("p", {}, count, " A byte without an arrow makes the text ill-formed; a text may end in a state with a double border.")];
  if (automaton.states.length === 0) {
    parts.push(h("p", { class: "note" }, "It is too large to show here; u8gen gen writes it completely."));
  } else {
    parts.push(automaton.arrows.length <= MOST_ARROWS
      ? h("div", { class: "drawing scroll", tabindex: "0", role: "region", "aria-label": "drawing of the automaton" }, drawing(automaton))
      : h("p", { class: "note" }, "It has too many arrows for a drawing; the table has all of them."));
    parts.push(h("details", {}, h("summary", {}, "As a table"),
      table("Transitions of each state", ["state", "bytes and next states"], automaton.states.map((state) => [
        h("span", { class: "mono" }, state.name), state.steps.map((step) => h("span", { class: "step" }, h("code", {}, step.bytes), " → ", step.to)),
      ]), "steps")));
  }
  show(element, parts);
}

/** Scrolls the drawing, but not the page, to a state. */
function reveal(state) {
  const drawing = state.closest(".drawing"), { left, right } = state.getBoundingClientRect(), seen = drawing.getBoundingClientRect();
  if (left < seen.left || right > seen.right) {
    drawing.scrollLeft += (left + right - seen.left - seen.right) / 2;
  }
}

/** Marks the current state of the automaton, and the arrow that leads to it. `follow`: scrolls the drawing to the state. */
function markAutomaton(element, { from, to, boundary, follow }) {
  element.querySelectorAll(".here").forEach((one) => one.classList.remove("here"));
  if (to === undefined) {
    return;
  }
  const goal = boundary ? "to_" + to : to;
  for (const one of element.querySelectorAll(`[data-state="${goal}"], [data-from="${from}"][data-to="${goal}"]`)) {
    one.classList.add("here");
    one.matches(".arrow") ? one.parentNode.insertBefore(one, one.parentNode.querySelector(".state")) : follow && reveal(one);
  }
}

export { showAutomaton, markAutomaton };
