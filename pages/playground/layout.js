// SPDX-License-Identifier: 0BSD
// The layout of an automaton: the positions of its states and of the labels of its arrows.
//
// In:  columns of names, labels of states and arrows. Out: boxes { x, y, width, height, left, right }, and the boxes on the path of each
// arrow. x, y is the center of a box; left and right are the bounds of its layer.
//
// A layered layout (Sugiyama, Tagawa and Toda 1981). Layers of states alternate with layers of labels, so that no label covers anything.
// An arrow over several layers has its label in the first of them and an empty box in each of the others. Boxes are ordered by the mean
// position of their neighbors. Then each layer gets the positions nearest to these means (pool adjacent violators: least squares with a
// minimum distance). Neighbors within a long arrow have more weight, so that the arrow is straight (Gansner and others 1993).

const SWEEPS = 24, GAP = { state: 16, label: 8, empty: 18 }, BETWEEN = 26, STRAIGHT = 6;

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** layers: the boxes of each layer; routes: the boxes on the path of each arrow. */
function boxesOf(columns, states, arrows, sizes) {
  const layers = Array.from({ length: 2 * columns.length - 1 }, () => []), byName = new Map(), layerOf = new Map();
  const add = (layer, box) => {
    box.layer = layer;
    box.before = [];
    box.after = [];
    layers[layer].push(box);
    return box;
  };
  columns.forEach((names, column) => names.forEach((name) => {
    byName.set(name, add(2 * column, { kind: "state", name, ...sizes.state(states.get(name)) }));
    layerOf.set(name, 2 * column);
  }));
  const routes = arrows.map((arrow) => {
    const route = [byName.get(arrow.from)], end = layerOf.get(arrow.to);
    for (let layer = layerOf.get(arrow.from) + 1; layer < end; layer++) {
      const first = layer === layerOf.get(arrow.from) + 1;
      route.push(add(layer, first ? { kind: "label", ...sizes.label(arrow.label) } : { kind: "empty", width: 0, height: 0 }));
    }
    route.push(byName.get(arrow.to));
    route.slice(1).forEach((box, i) => {
      route[i].after.push(box);
      box.before.push(route[i]);
    });
    return route;
  });
  return { layers, routes };
}

function order(layers) {
  layers.forEach((layer) => layer.forEach((box, i) => { box.rank = i; }));
  const sorted = (layer, side) => {
    layer.forEach((box) => { box.key = box[side].length > 0 ? mean(box[side].map((other) => other.rank / other.of)) : box.rank / layer.length; });
    layer.sort((a, b) => a.key - b.key || a.rank - b.rank);
    layer.forEach((box, i) => { box.rank = i; });
  };
  const counted = () => layers.forEach((layer) => layer.forEach((box) => { box.of = layer.length; }));
  counted();
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    sweep % 2 === 0 ? layers.slice(1).forEach((layer) => sorted(layer, "before"))
      : layers.slice(0, -1).reverse().forEach((layer) => sorted(layer, "after"));
  }
}

/** Returns the minimum distance between the centers of two neighbors. */
const apart = (a, b) => (a.height + b.height) / 2 + Math.max(GAP[a.kind], GAP[b.kind]);

/** Places the boxes of a layer as near as possible to their wanted positions. */
function place(layer) {
  const blocks = [];
  let offset = 0;
  layer.forEach((box, i) => {
    offset += i > 0 ? apart(layer[i - 1], box) : 0;
    box.offset = offset;
    blocks.push({ wants: [box.want - offset], boxes: [box] });
    while (blocks.length > 1 && mean(blocks.at(-2).wants) > mean(blocks.at(-1).wants)) {
      const last = blocks.pop();
      blocks.at(-1).wants.push(...last.wants);
      blocks.at(-1).boxes.push(...last.boxes);
    }
  });
  blocks.forEach((block) => block.boxes.forEach((box) => { box.y = mean(block.wants) + box.offset; }));
}

/** Returns the position that a box should have: the weighted mean of the positions of the boxes that it is connected to. */
function wanted(box) {
  let sum = 0, weights = 0;
  for (const other of [...box.before, ...box.after]) {
    const weight = box.kind !== "state" && other.kind !== "state" ? STRAIGHT : 1;
    sum += weight * other.y;
    weights += weight;
  }
  return weights > 0 ? sum / weights : box.y;
}

function settle(layers) {
  layers.forEach((layer) => {
    let y = 0;
    layer.forEach((box, i) => {
      y += i > 0 ? apart(layer[i - 1], box) : 0;
      box.y = y;
    });
    layer.forEach((box) => { box.y -= y / 2; });
  });
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const layer of sweep % 2 === 0 ? layers : [...layers].reverse()) {
      layer.forEach((box) => {
        box.want = wanted(box);
      });
      place(layer);
    }
  }
}

/** columns: names; states: name -> state; arrows: { from, to, label }; sizes.state(state), sizes.label(text) -> { width, height } */
function laidOut(columns, states, arrows, sizes) {
  const { layers, routes } = boxesOf(columns, states, arrows, sizes);
  order(layers);
  settle(layers);
  let x = 0;
  for (const layer of layers) {
    const width = Math.max(0, ...layer.map((box) => box.width));
    layer.forEach((box) => Object.assign(box, { x: x + width / 2, left: x, right: x + width }));
    x += width + BETWEEN;
  }
  const all = layers.flat();
  const top = Math.min(...all.map((box) => box.y - box.height / 2)), bottom = Math.max(...all.map((box) => box.y + box.height / 2));
  all.forEach((box) => { box.y -= top; });
  return { boxes: all, routes, width: x - BETWEEN, height: bottom - top };
}

export { laidOut };
