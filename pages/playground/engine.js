// SPDX-License-Identifier: 0BSD
// An engine: runs the generator in a worker. A busy worker cannot be interrupted, so canceling terminates it and starts another.

class Canceled extends Error {}

/** files: a Map from `unpacked`. Out: a function that starts an engine. */
async function prepareEngines(files) {
  const decoder = new TextDecoder();
  const texts = {};
  for (const [name, bytes] of files) {
    if (/^(gen|templates|pages)\/|^[A-Z]+$/.test(name)) {
      texts[name] = decoder.decode(bytes);
    }
  }
  const script = URL.createObjectURL(new Blob([files.get("worker.js")], { type: "text/javascript" }));
  const wasm = await WebAssembly.compile(files.get("glue.wasm"));
  return (progress) => startEngine(script, { files: texts, wasm }, progress);
}

/** script: the worker's URL; first: the first message to it; progress(text): called while the worker computes. */
function startEngine(script, first, progress) {
  let worker, waiting, last = 0;

  function start() {
    waiting = new Map();
    worker = new Worker(script);
    worker.onmessage = ({ data }) => {
      if (data.progress !== undefined) {
        progress(data.progress);
      } else if (waiting.has(data.id)) {
        waiting.get(data.id).resolve(JSON.parse(data.reply));
        waiting.delete(data.id);
      }
    };
    worker.postMessage(first);
  }

  /** Sends a request of bridge.lua and its arguments. Returns a promise of the reply. */
  function ask(...words) {
    return new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      worker.postMessage({ id: last, words });
    });
  }

  /** If requests are unanswered, cancels them and starts another worker: the model of the last `understand` is lost. */
  function cancel() {
    if (waiting.size === 0) {
      return;
    }
    worker.terminate();
    const left = [...waiting.values()];
    start();
    left.forEach((one) => one.reject(new Canceled()));
  }

  start();
  return { ask, cancel };
}

export { prepareEngines, Canceled };
