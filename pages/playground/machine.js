// SPDX-License-Identifier: 0BSD
// The automata as arrays and the kernel as WebAssembly: with these, the page judges bytes without the generator.
//
// In:  replies of machine.lua.

/** Returns an automaton: next[state << 8 | byte], accepts[state], boundary[state]. */
function automatonOf({ class_of: classOf, next: steps, accepts, boundary, origin, start, dead }) {
  const next = new Uint16Array(steps.length << 8);
  steps.forEach((row, state) => classOf.forEach((kind, byte) => { next[state << 8 | byte] = row[kind]; }));
  return { next, accepts: Uint8Array.from(accepts), boundary: Uint8Array.from(boundary), origin, start, dead, count: steps.length };
}

/** For each state, the shortest sequence of bytes that leads to a state where a text may end; undefined for the dead state. */
function endingsOf({ next, accepts, count, dead }) {
  const endings = Array.from(accepts, (accepting) => accepting ? [] : undefined);
  for (let changed = true; changed;) {
    changed = false;
    for (let state = 0; state < count; state++) {
      for (let byte = 0; byte < 256 && state !== dead; byte++) {
        const rest = endings[next[state << 8 | byte]];
        if (rest && (endings[state] === undefined || rest.length + 1 < endings[state].length)) {
          endings[state] = [byte, ...rest];
          changed = true;
        }
      }
    }
  }
  return endings;
}

/** reply: the data of machine.lua. Out: these data, with the kernel instantiated and the automata as arrays. */
function machineOf(reply) {
  const code = Uint8Array.from(reply.module.match(/../g), (digits) => parseInt(digits, 16));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code)), memory = new Uint8Array(exports.memory.buffer);
  for (const one of reply.tables) {
    memory.set(one.entries, one.address);
  }
  const whole = reply.whole && automatonOf(reply.whole);
  return { ...reply, exports, memory, whole, inner: reply.inner ? automatonOf(reply.inner) : whole, is_inner: !reply.inner, code };
}

/** Lets the page draw and respond, without the delay of timers. */
function rest() {
  return new Promise((done) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      done();
    };
    channel.port2.postMessage(0);
  });
}

export { automatonOf, endingsOf, machineOf, rest };
