# SPDX-License-Identifier: 0BSD
"""Checks the certificates of out/: that NAME.json, NAME.h and NAME.c agree, without anything of the generator.

    python3 verify/certificate.py [--care] FOLDER...          FOLDER holds NAME.json and the pair

In:  what NAME.json says, and the C as text. Out: a line for each fact, and 'N passed, N failed'; exit status 1 if anything failed.
     --care also flips each bit of the vectors' tables, and walks the windows again.

The idea: rows give an automaton, made here again. Of a vector kernel the C's own functions for a window are translated to Python, word by
word; on a lane they are functions of the bytes of its window. A walk over the automaton's states beside what windows remember then says
for texts of every length whether exactly the ill-formed ones are flagged.

Not looked at: whether the rows are what the standard says; what words (sse_and ...) are made of; loads, loops, tails and dispatch; the
kernels shift, re2c and swar; all functions but dfa's tables. The rest of verify/ is for these.
"""
import json
import operator
import re
import sys
from copy import copy
from pathlib import Path
from types import SimpleNamespace

BYTES = range(256)
NIBBLES = range(16)


class Wrong(Exception):
    """A fact that is none, and why."""


def demand(holds, why):
    if not holds:
        raise Wrong(why)


def bytes_of(ranges):
    """The bytes of '80..8F, ED'."""
    found = set()
    for part in filter(None, re.split(r"[, ]+", ranges)):
        first, _, last = part.partition("..")
        found |= set(range(int(first, 16), int(last or first, 16) + 1))
    return found


def hexed(text):
    return " ".join("%02X" % byte for byte in text) or "nothing"


# ---- The language: an automaton of rows, and one that is written down --------------------------------------------------------

class Automaton:
    """next[state][byte] by numbers, state 0 the start; dead is the state that all is lost in."""

    def __init__(self, start, step, accepts, boundary=lambda _: False):
        number, order, self.next = {start: 0}, [start], []
        for state in order:
            self.next.append([])
            for byte in BYTES:
                target = step(state, byte)
                if target not in number:
                    number[target] = len(order)
                    order.append(target)
                self.next[-1].append(number[target])
        self.accepts = [accepts(state) for state in order]
        self.boundary = [boundary(state) for state in order]
        self.live, before = self.accepts, None
        while self.live != before:
            before = self.live
            self.live = [alive or any(before[t] for t in row) for alive, row in zip(before, self.next)]

    def after(self, states, byte):
        """The live states that a byte leads to."""
        return frozenset(t for t in (self.next[s][byte] for s in states) if self.live[t])

    def count(self):
        """How many states the least automaton has (Moore's refinement)."""
        block = [(a, b) for a, b in zip(self.accepts, self.boundary)]
        while True:
            finer = [(block[s], tuple(block[t] for t in self.next[s])) for s in range(len(block))]
            number = {word: i for i, word in enumerate(dict.fromkeys(finer))}
            if len(number) == len(set(block)):
                return len(number)
            block = [number[word] for word in finer]


def of_rows(rows, ends):
    """States are sets of what may go on: (row, bytes read), or a context, in which a character may begin."""
    rows = [row if isinstance(row, dict) else {"bytes": row, "to": 1, "barred": []} for row in rows]
    for row in rows:
        row["places"] = [bytes_of(place) for place in row["bytes"].split(" ")]

    def step(state, byte):
        after = set()
        for item in state:
            begun = [item] if isinstance(item, tuple) else [(i, 0) for i, row in enumerate(rows) if item not in row["barred"]]
            for i, read in begun:
                if byte in rows[i]["places"][read]:
                    after.add(rows[i]["to"] if read + 1 == len(rows[i]["places"]) else (i, read + 1))
        return frozenset(after)

    def contexts(state):
        return [item for item in state if not isinstance(item, tuple)]
    return Automaton(frozenset([1]), step, lambda s: any(c not in ends for c in contexts(s)), lambda s: bool(contexts(s)))


def of_states(states, accepts):
    """'A0..BF tail_1, C0 start' by the name of each state."""
    table = {name: {} for name in states}
    for name, steps in states.items():
        for step in steps.split(", "):
            ranges, target = step.split(" ")
            demand(target in states, "the state %s leads to %s, which is none" % (name, target))
            table[name].update(dict.fromkeys(bytes_of(ranges), target))
    return Automaton("start", lambda s, byte: table.get(s, {}).get(byte), lambda s: s in accepts)


def same_language(a, b):
    """Nothing, or else a text that only one of two automata accepts."""
    seen = {(0, 0): b""}
    for one, other in (todo := [(0, 0)]):
        text = seen[one, other]
        demand(a.accepts[one] == b.accepts[other], "they differ on %s" % hexed(text))
        for byte in BYTES:
            pair = a.next[one][byte], b.next[other][byte]
            if pair not in seen:
                seen[pair] = text + bytes([byte])
                todo.append(pair)


def characters(automaton):
    """How many characters of one byte, two ... there are."""
    counts, here = [], {0: 1}
    while here:
        ended, there = 0, {}
        for state, ways in here.items():
            for target in filter(lambda t: automaton.live[t], automaton.next[state]):
                if automaton.boundary[target]:
                    ended += ways
                else:
                    there[target] = there.get(target, 0) + ways
        counts.append(ended)
        here = there
    return counts


def window(automaton):
    """After how many bytes the state is known, whatever it was; and one more."""
    sets, apart = {frozenset(s for s in range(len(automaton.live)) if automaton.live[s])}, 0
    while any(len(states) > 1 for states in sets):
        demand(apart <= len(automaton.live) ** 2, "no window decides")
        sets = {after for states in sets for byte in BYTES if len(after := automaton.after(states, byte)) > 1}
        apart += 1
    return apart + 1


# ---- The C ---------------------------------------------------------------------------------------------------------------------

class Lane:
    """A value in a lane: of each byte of its window at `place` (None: of none), or a function of other values."""

    def __init__(self, place, table=None, function=None, parts=()):
        self.place, self.table, self.function, self.parts = place, table, function, parts

    def leaves(self):
        return [self] if self.table else [leaf for part in self.parts for leaf in part.leaves()]

    def reach(self):
        return max(leaf.place or 0 for leaf in self.leaves())


BITWISE = operator.and_, operator.or_, operator.xor


def lane(function, *parts):
    """A function of values: of one byte it is a table. Of two, bytes that it does not tell apart are made alike."""
    places = {part.place for part in parts if part.place is not None}
    if len(places) < 2 and all(part.table for part in parts):
        return Lane(places.pop() if places else None, bytes(map(function, *(part.table for part in parts))))
    inner = [part for part in parts if not part.table]
    if inner and all(part is inner[0] or part.table and part.place is None for part in parts):
        rest, within = [part.table and part.table[0] for part in parts], inner[0].function
        if function is operator.and_ and within in BITWISE and len(inner) == 1:
            bits = parts[parts[0] is inner[0]]
            return lane(within, *(lane(function, part, bits) for part in inner[0].parts))
        return lane(lambda *v: function(*(within(*v) if one is None else one for one in rest)), *inner[0].parts)
    if len(parts) == 2 and not inner:
        a, b = (sorted(set(part.table)) for part in parts)
        parts = (alike(parts[0], a, lambda x: [function(x, y) for y in b]), alike(parts[1], b, lambda y: [function(x, y) for x in a]))
    return Lane(-1, None, function, parts)


def alike(part, values, results):
    first, same = {}, list(BYTES)
    for value in values:
        same[value] = first.setdefault(tuple(results(value)), value)
    return Lane(part.place, part.table.translate(bytes(same)))


def earlier(value, by):
    """The same of the windows so many bytes before."""
    if value.table:
        return Lane(None if value.place is None else value.place + by, value.table)
    return Lane(-1, None, value.function, [earlier(part, by) for part in value.parts])


def constant(byte):
    return Lane(None, bytes([byte]) * 256)


def signed(byte):
    return byte - 256 if byte > 127 else byte


def mask(truth):
    return 255 if truth else 0


# What words mean on a lane; conformance compares their instructions with the same.
WORDS = {
    "and": operator.and_, "or": operator.or_, "xor": operator.xor, "without": lambda a, b: a & ~b,
    "add": lambda a, b: a + b & 255, "subtract": lambda a, b: a - b & 255, "average": lambda a, b: a + b + 1 >> 1,
    "add_saturating": lambda a, b: min(a + b, 255), "subtract_saturating": lambda a, b: max(a - b, 0), "max": max, "max_unsigned": max,
    "equal": lambda a, b: mask(a == b), "cmpgt": lambda a, b: mask(signed(a) > signed(b)), "at_least": lambda a, b: mask(a >= b),
    "both": lambda a, b: mask(a and b), "either": lambda a, b: mask(a or b), "differ": lambda a, b: mask(bool(a) != bool(b)),
    "marked": mask, "high_nibbles": lambda a: a >> 4, "low_nibbles": lambda a: a & 15,
}
WORDS = {name: lambda *parts, word=word: lane(word, *parts) for name, word in WORDS.items()}
WORDS.update({
    "load": lambda at: Lane(-at, bytes(BYTES)), "splat": constant,
    "lookup": lambda table, index: lane(lambda a: table[a & len(table) - 1], index),
    "any_of": lambda v, bits: lane(mask, lane(operator.and_, v, constant(bits))),
    "and_or_xor": lambda a, b, bits: lane(lambda x, y: x & y & ~bits | (x ^ y) & bits, a, b),
    "twice_prev2": lambda v, _: lane(lambda a: 2 * a & 255, earlier(v, 2)),
})
for n in range(1, 8):
    WORDS["prev%d" % n] = lambda v, _, by=n: earlier(v, by)
    WORDS["shl%d" % n] = lambda v, by=n: lane(lambda a: a << by & 255, v)
    WORDS["shr%d" % n] = lambda v, by=n: lane(lambda a: a >> by, v)


class Source:
    """The text of NAME.c, or of the one header that holds it."""

    def __init__(self, text, prefix):
        self.prefix, self.text = prefix, re.sub(r"//[^\n]*", "", text)
        pattern = r"%s_TABLE uint\d+_t %s_(\w+)\[\d+\][^=;]*= \{([^}]*)\}" % (prefix.upper(), prefix)
        self.tables = {name: [int(n, 0) for n in re.findall(r"\b(?:0x)?[0-9A-F]+\b", body)]
                       for name, body in re.findall(pattern, self.text)}

    def constant(self, name):
        return int(re.search(r"\b%s_%s = (\d+)" % (self.prefix.upper(), name), self.text)[1])

    def dfa(self):
        step, kind = self.tables["dfa_next"], self.tables["dfa_class"]
        body = re.search(r"bool %s_dfa_valid\(.*?\n\}" % self.prefix, self.text, re.S)[0]
        final = {self.constant(name) for name in re.findall(r"state == %s_(\w+)" % self.prefix.upper(), body)}
        return Automaton(self.constant("START"), lambda s, byte: step[s + kind[byte]], lambda s: s in final)

    def sets(self):
        """The instruction sets by which a window is looked at."""
        return re.findall(r"_INLINE \w+ %s_([a-z0-9]+)_errors\(" % self.prefix, self.text)

    def function(self, isa, name, known):
        """A function of an instruction set in Python, and in `known` those that it calls, which are words in the end."""
        p = "%s_%s_" % (self.prefix, isa)
        found = re.search(r"_INLINE [\w ]+ %s%s\(([^)]*)\)\n\{\n(.*?)\n\}" % (p, name), self.text, re.S)
        demand(found, "%s%s is no word, and no function that was found" % (p, name))
        known["f_" + name] = None  # being made
        lines = []
        for line in re.sub(r"\s+", " ", found[2]).replace("(uint8_t)", "u8").replace("->", ".").strip(" ;").split("; "):
            line = re.sub(r"^%s\w+ (?=\w+ =)" % p, "", line)
            line = re.sub(r"= \*(\w+)$", r"= copy(\1)", re.sub(r"(?<=[(,] )&|(?<=\()&", "", line))
            lines.append(re.sub(r"\b%s_(\w+)" % self.prefix, r"t_\1", re.sub(r"\b%s(\w+)" % p, r"f_\1", line)))
        for called in re.findall(r"\bf_(\w+)", " ".join(lines)):
            if "f_" + called not in known:
                self.function(isa, called, known)
        names = ", ".join(re.findall(r"(\w+)(?:,|$)", found[1]))
        exec("def f_%s(%s):\n  %s" % (name, names, "\n  ".join(lines)), known)
        return known["f_" + name]

    def windows(self, isa, tables):
        """What an instruction set says of a window, 0 if nothing; and its functions."""
        known = dict({"f_" + name: word for name, word in WORDS.items()}, u8=lambda n: n & 255, copy=copy)
        known.update({"t_" + name: table for name, table in tables.items()})
        errors = self.function(isa, "errors", known)
        bits = {int(n, 16) for n in re.findall(r"_%s_any\(errors, 0x(\w\w)\)" % isa, self.text)}
        if not bits:
            return errors(0), known
        bits = 0xFF if "f_flags" in known else min(bits)
        # What vectors of classes leave for the next is, on a lane, nothing that is not in its window.
        carry = SimpleNamespace(**dict.fromkeys(re.findall(r"\bcarry->(\w+)", self.text)))
        return lane(operator.and_, errors(Lane(0, bytes(BYTES)), Lane(1, bytes(BYTES)), carry), constant(bits)), known


# ---- Windows beside the automaton ------------------------------------------------------------------------------------------------

class Windows:
    """A value in a lane for many windows at once; bytes that it does not tell apart are one."""

    def __init__(self, value, automaton):
        self.value, self.automaton = value, automaton
        leaves = [leaf for leaf in value.leaves() if leaf.place is not None]
        self.reach = value.reach()
        self.same = []  # by place, for each byte the first that is like it there and further back
        for place in range(self.reach + 1):
            tables = [leaf.table for leaf in leaves if leaf.place >= place]
            words = [tuple(table[byte] for table in tables) + ((() if place else tuple(row[byte] for row in automaton.next)))
                     for byte in BYTES]
            self.same.append(bytes(words.index(word) for word in words))

    def flagged(self, columns):
        """Of windows given as columns, the current bytes first."""
        known = {}

        def of(value):
            if id(value) not in known:
                if value.table:
                    known[id(value)] = columns[value.place or 0].translate(value.table)
                else:
                    known[id(value)] = bytes(map(value.function, *map(of, value.parts)))
            return known[id(value)]
        return of(self.value)

    def walk(self, pad):
        """Demands that texts of every length between pads are flagged exactly if they are ill-formed."""
        automaton, some = self.automaton, bytes(sorted(set(self.same[0])))
        later = [self.same[place] for place in range(1, self.reach + 1)]

        def moved(context, byte):
            return bytes(table[one] for table, one in zip(later, bytes([byte]) + context))
        context = bytes(table[pad] for table in later)
        texts = {(0, context): b""}
        todo = [(0, context)]
        while todo:
            columns = [some * len(todo)] + [b"".join(bytes([c[place]]) * len(some) for _, c in todo) for place in range(self.reach)]
            new, at, flags = [], 0, self.flagged(columns)
            for state, context in todo:
                for byte in some:
                    target = automaton.next[state][byte]
                    if flags[at] and automaton.live[target]:
                        raise Wrong("%s is flagged, and well-formed texts begin so" % hexed(texts[state, context] + bytes([byte])))
                    if not flags[at] and (target, moved(context, byte)) not in texts:
                        new.append((target, moved(context, byte)))
                        texts[new[-1]] = texts[state, context] + bytes([byte])
                    at += 1
            todo = new
        nodes = list(texts)
        flags, contexts = bytes(len(nodes)), [context for _, context in nodes]
        for _ in range(self.reach):
            columns = [bytes([pad]) * len(nodes)] + [bytes(c[place] for c in contexts) for place in range(self.reach)]
            flags = bytes(map(operator.or_, flags, self.flagged(columns)))
            contexts = [moved(context, pad) for context in contexts]
        for node, flag in zip(nodes, flags):
            demand(bool(flag) != automaton.accepts[node[0]], "%s is %s" % (hexed(texts[node]), "refused" if flag else "accepted"))
        return len(nodes)


# ---- Rules, the cover and its bound ------------------------------------------------------------------------------------------

AXES = {"prev_high": lambda pair: pair >> 12, "prev_low": lambda pair: pair >> 8 & 15, "this_high": lambda pair: pair >> 4 & 15,
        "this_low": lambda pair: pair & 15}


def nibbles(text):
    """The nibbles of '0-7 C-F', or of '*', all."""
    ends = [part.split("-") for part in ("0-F" if text == "*" else text).split()]
    return {n for end in ends for n in range(int(end[0], 16), int(end[-1], 16) + 1)}


def sets_of(product):
    return {axis: nibbles(product[axis]) for axis in AXES if axis in product}


def rules_of_nibbles(rules, tables):
    for axis in (axis for axis in AXES if axis in tables):
        for n in NIBBLES:
            said = sum(int(rule["bit"], 16) for rule in rules if n in nibbles(rule[axis]))
            demand(tables[axis][n] == said, "%s[%X] is %02X in the C, and %02X by the rules" % (axis, n, tables[axis][n], said))
    return len(rules)


def rules_of_classes(rules, known):
    for which, place in (("this", 0), ("prev", 1)):
        entries = known["f_classify_%d" % place](Lane(place, bytes(BYTES))).table
        for byte in BYTES:
            said = sum(int(rule["bit"], 16) for rule in rules if byte in bytes_of(rule[which]))
            demand(entries[byte] == said, "the class of %02X as %s is %02X in the C, and %02X by the rules" %
                   (byte, which, entries[byte], said))
    return len(rules)


def cover(said, automaton):
    """Demands that products hold each pair to be caught and none that texts hold; and that as many pairs need one each."""
    everywhere = {s for s in range(len(automaton.live)) if automaton.live[s]}
    after = [automaton.after(everywhere, byte) for byte in BYTES]
    live = {b1 << 8 | b2 for b1 in BYTES for b2 in BYTES if automaton.after(after[b1], b2)}
    products = [sets_of(product) for product in said["products"]]

    def held(pair, product):
        return all(AXES[axis](pair) in members for axis, members in product.items())
    for pair in range(1 << 16):
        caught = any(held(pair, product) for product in products)
        demand(not caught or pair not in live, "the cover holds %04X, which texts hold" % pair)
        demand(caught or pair in live or not after[pair & 255], "the cover leaves %04X out, which no text holds" % pair)
    apart = [int(pair.replace(" ", ""), 16) for pair in said["apart"]]
    for i, pair in enumerate(apart):
        demand(pair not in live and after[pair & 255], "%04X need not be caught" % pair)
        for other in apart[:i]:
            both = {axis: {AXES[axis](pair), AXES[axis](other)} for axis in products[0]}
            demand(any(held(one, both) for one in live), "one product can hold %04X and %04X" % (other, pair))
    return "%d products, and %d are needed at least" % (len(products), len(apart))


def care(said, source, isa, automaton, pad):
    """Flips each bit of the tables by itself: the language changes exactly if the bit matters."""
    tables, flips = dict(source.tables), 0
    for name, lines in sorted(said.items()):
        for at, matters in enumerate(int(n, 16) for line in lines for n in line.split()):
            for bit in (1 << b for b in range(8)):
                tables[name] = [n ^ bit if i == at else n for i, n in enumerate(source.tables[name])]
                try:
                    Windows(source.windows(isa, tables)[0], automaton).walk(pad)
                    changed = False
                except Wrong:
                    changed = True
                demand(changed == bool(matters & bit), "bit %02X of %s[%d] %s" % (bit, name, at, "matters" if changed else "does not matter"))
                flips += 1
        tables[name] = source.tables[name]
    return "%d bits" % flips


# ---- All of it -----------------------------------------------------------------------------------------------------------------

def fnv(body):
    h = 0xCBF29CE484222325
    for byte in body:
        h = (h ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return "%016x" % h


def bodies(said, texts):
    for name, claimed in said["bodies"].items():
        banner, body = re.match(r"(.*?\n//   body .*?\n)(.*)", texts[name], re.S).groups()
        lines = dict(re.findall(r"^//   (\w+) +([0-9a-f]{16})", banner, re.M))
        demand(lines.get("spec") == said["spec"], "%s is of the spec %s" % (name, lines.get("spec")))
        demand(fnv(body.encode()) == lines.get("body") == claimed, "%s is not the file that was certified" % name)


def equal(made, said):
    demand(made == said, "it is %s, not %s" % (made, said))
    return made


def facts(folder, with_care):
    """What is to be looked at, one by one: what it is called, and a function that returns what to say, or raises Wrong."""
    said = json.loads(next(Path(folder).glob("*.json")).read_text())
    texts = {name: (Path(folder) / name).read_text() for name in said["bodies"]}
    source, language = Source(texts[min(texts)], said["prefix"]), of_rows(said["rows"], said["ends"])
    written = of_states(said["automaton"]["states"], said["automaton"]["accepts"])
    yield "bodies and the spec's hash", lambda: bodies(said, texts)
    yield "the automaton is that of the rows", lambda: same_language(language, written)
    yield "no automaton has fewer states", lambda: equal(len(said["automaton"]["states"]) + 1, language.count())
    yield "characters", lambda: equal(characters(language), said["characters"])
    yield "the C's tables of dfa", lambda: same_language(language, source.dfa())
    if "window" in said:
        yield "bytes of a window", lambda: equal(window(language), said["window"]["bytes"])
    seen = {}
    for isa in source.sets():
        pad = int(said["window"]["pad"], 16)
        value, known = source.windows(isa, source.tables)
        kind = "classes" if "f_pair" in known else "nibbles"
        yield isa + ": windows flag exactly what is ill-formed", lambda: "%d nodes" % Windows(value, language).walk(pad)
        if kind not in seen:
            seen[kind] = isa
            yield kind + ": rules", lambda: (rules_of_nibbles(said[kind]["rules"], source.tables) if kind == "nibbles" else
                                             rules_of_classes(said[kind]["rules"], known))
            if "cover" in said[kind]:
                yield kind + ": cover", lambda: cover(said[kind]["cover"], language)
            if with_care:
                yield kind + ": bits that matter", lambda: care(said[kind]["care"], source, isa, language, pad)
    yield "tables of each kind are in the C", lambda: equal(sorted(seen), sorted({"classes", "nibbles"} & set(said)))


def main(words):
    passed = failed = 0
    for folder in (word for word in words if word != "--care"):
        print(folder)
        try:
            for name, fact in facts(folder, "--care" in words):
                try:
                    result = fact()
                    passed += 1
                    print("  passed  %s%s" % (name, "" if result is None else ": %s" % (result,)))
                except Wrong as why:
                    failed += 1
                    print("  FAILED  %s: %s" % (name, why))
        except (Wrong, OSError, ValueError, KeyError, StopIteration) as why:
            failed += 1
            print("  FAILED  it cannot be read: %r" % why)
    print("%d passed, %d failed" % (passed, failed))
    return failed > 0 or passed == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
