# SPDX-License-Identifier: 0BSD
"""Checks the certificates of out/: NAME.json, NAME.h and NAME.c must agree. It shares no code with the generator.

    python3 verify/certificate.py [--care] FOLDER...          FOLDER contains NAME.json, NAME.h and NAME.c

Out: a line for each claim, and 'N passed, N failed'. --care flips each bit of the vectors' tables, and checks the windows after each flip.
If the tables have a look (a filter that leaves some errors to the automaton), it checks no windows and flips no bits.

The idea: an automaton is made from the rows. The C functions of each vector kernel that check a window are translated to Python, word by
word. So the flags of a lane are a function of the bytes of its window. A walk visits every state of the automaton together with the earlier
bytes, as far as windows distinguish them. It shows that exactly the ill-formed texts are flagged, whatever their length.

Not checked: whether the rows follow the standard; how words (sse_and ...) are implemented; loads, loops, tails, dispatch; the kernels
shift, re2c and swar; functions other than `valid`; conversions. The rest of verify/ checks these.
"""
import functools, json, operator, re, sys
from copy import copy
from pathlib import Path
from types import SimpleNamespace

BYTES = bytes(range(256))

class Wrong(Exception):
    """A claim that is wrong, with the reason."""

def demand(holds, why, *words):
    if not holds:
        raise Wrong(why % words)

def equal(made, claims):
    demand(made == claims, "computed %s; the certificate says %s", made, claims)
    return made

def bytes_of(ranges):
    """The bytes of '80..8F, ED'."""
    ends = [part.split("..") for part in re.findall(r"[^, ]+", ranges)]
    return {byte for end in ends for byte in range(int(end[0], 16), int(end[-1], 16) + 1)}

def hexed(text):
    return text.hex(" ").upper() or "nothing"

# ---- The language ----

class Automaton:
    """States are numbers; the start is 0. next[state][byte] is the next state. `live` states can lead to an accepting state."""

    def __init__(self, start, step, accepts, boundary=lambda _: False):
        number, states, self.next = {start: 0}, [start], []
        for state in states:
            targets = [step(state, byte) for byte in BYTES]
            states += [target for target in dict.fromkeys(targets) if target not in number]
            number = {one: i for i, one in enumerate(states)}
            self.next.append([number[target] for target in targets])
        self.accepts, self.boundary = [accepts(state) for state in states], [boundary(state) for state in states]
        self.live, before = self.accepts, None
        while self.live != before:
            before = self.live
            self.live = [is_live or any(before[t] for t in row) for is_live, row in zip(before, self.next)]

    def after(self, states, byte):
        return frozenset(t for t in (self.next[s][byte] for s in states) if self.live[t])

    def anywhere(self):
        return frozenset(s for s, is_live in enumerate(self.live) if is_live)

def of_rows(rows, ends, start):
    """A state is a set. Its items are begun rows, as (row, bytes read), and contexts, in which a character can begin."""
    rows = [row if isinstance(row, dict) else {"bytes": row, "to": 1, "barred": []} for row in rows]
    places = [[bytes_of(place) for place in row["bytes"].split(" ")] for row in rows]

    def step(state, byte):
        begun = [item for item in state if isinstance(item, tuple)]
        begun += [(i, 0) for c in contexts(state) for i, row in enumerate(rows) if c not in row["barred"]]
        return frozenset(rows[i]["to"] if read + 1 == len(places[i]) else (i, read + 1) for i, read in begun if byte in places[i][read])

    def contexts(state):
        return [item for item in state if not isinstance(item, tuple)]
    return Automaton(frozenset([start]), step, lambda s: any(c not in ends for c in contexts(s)), lambda s: bool(contexts(s)))

def of_states(claims):
    """The automaton of claims["states"], which has the steps of each state by name, such as 'A0..BF tail_1, C0 start'."""
    table = {}
    for name, steps in claims["states"].items():
        for ranges, target in (step.split(" ") for step in steps.split(", ") if step):
            table.update({(name, byte): target for byte in bytes_of(ranges)})
    return Automaton(claims.get("start", "start"), lambda s, byte: table.get((s, byte)), lambda s: s in claims["accepts"])

def same_language(a, b):
    texts, pending = {(0, 0): b""}, [(0, 0)]
    for one, other in pending:
        demand(a.accepts[one] == b.accepts[other], "the two automata differ on the text %s", hexed(texts[one, other]))
        for byte in BYTES:
            pair = a.next[one][byte], b.next[other][byte]
            if pair not in texts:
                texts[pair] = texts[one, other] + bytes([byte])
                pending.append(pair)

def characters(automaton):
    """A list of the numbers of characters of one byte, of two bytes, ..."""
    counts, here = [], {0: 1}
    while here:
        there = {}
        for state, ways in here.items():
            for target in (t for t in automaton.next[state] if automaton.live[t]):
                there[target] = there.get(target, 0) + ways
        counts.append(sum(ways for state, ways in there.items() if automaton.boundary[state]))
        here = {state: ways for state, ways in there.items() if not automaton.boundary[state]}
    return counts

def window(automaton):
    """One more than the number of bytes after which a state no longer depends on earlier bytes; at least two, since vectors check pairs."""
    sets, apart = {automaton.anywhere()}, 0
    while any(len(states) > 1 for states in sets):
        demand(apart <= len(automaton.live) ** 2, "no window of any length decides")
        sets, apart = {automaton.after(states, byte) for states in sets if len(states) > 1 for byte in BYTES}, apart + 1
    return max(2, apart + 1)

# ---- The meaning of words on a lane ----

class Lane:
    """A value of one lane: a table by the byte at `place` of the window (None: a constant), or a function of other values."""

    def __init__(self, place, table=None, function=None, parts=()):
        self.place, self.table, self.function, self.parts = place, table, function, parts

    def leaves(self):
        return [self] if self.table else [leaf for part in self.parts for leaf in part.leaves()]

def lane(function, *parts):
    """Applies a function to values. Moves masks inward, to the bytes. Makes bytes equal that a function of two bytes treats alike."""
    places = {part.place for part in parts if part.place is not None}
    inner = [part for part in parts if not part.table]
    if len(places) < 2 and not inner:
        return Lane(places.pop() if places else None, bytes(map(function, *(part.table for part in parts))))
    if inner and all(part is inner[0] or part.table and part.place is None for part in parts):
        rest, within = [part.table and part.table[0] for part in parts], inner[0].function
        if function is operator.and_ and within in (operator.and_, operator.or_, operator.xor) and len(inner) == 1:
            mask = parts[parts[0] is inner[0]]
            return lane(within, *(lane(function, part, mask) for part in inner[0].parts))
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
    """The value for the window that is `by` bytes earlier."""
    if value.table:
        return Lane(None if value.place is None else value.place + by, value.table)
    return Lane(-1, None, value.function, [earlier(part, by) for part in value.parts])

def constant(byte):
    return Lane(None, bytes([byte]) * 256)

def true(truth):
    return 255 if truth else 0

def signed(byte):
    return byte ^ 128

WORDS = {
    "and": operator.and_, "or": operator.or_, "xor": operator.xor, "without": lambda a, b: a & ~b, "average": lambda a, b: a + b + 1 >> 1,
    "add": lambda a, b: a + b & 255, "add_saturating": lambda a, b: min(a + b, 255), "subtract_saturating": lambda a, b: max(a - b, 0),
    "max": max, "equal": lambda a, b: true(a == b), "cmpgt": lambda a, b: true(signed(a) > signed(b)), "both": lambda a, b: true(a and b),
    "either": lambda a, b: true(a or b), "differ": lambda a, b: true(bool(a) != bool(b)), "marked": true,
    "high_nibbles": lambda a: a >> 4, "low_nibbles": lambda a: a & 15,
}
WORDS = {name: lambda *parts, word=word: lane(word, *parts) for name, word in WORDS.items()}
WORDS.update({
    "load": lambda at: Lane(-at, BYTES), "splat": constant, "lookup": lambda table, v: lane(lambda a: table[a & len(table) - 1], v),
    "any_of": lambda v, bits: lane(true, lane(operator.and_, v, constant(bits))),
    "and_or_xor": lambda a, b, bits: lane(lambda x, y: x & y & ~bits | (x ^ y) & bits, a, b),
    "twice_prev2": lambda v, _: lane(lambda a: 2 * a & 255, earlier(v, 2)),
})
for n in range(1, 8):
    WORDS["prev%d" % n] = lambda v, _, by=n: earlier(v, by)
    WORDS["shl%d" % n] = lambda v, by=n: lane(lambda a: a << by & 255, v)
    WORDS["shr%d" % n] = lambda v, by=n: lane(lambda a: a >> by, v)

# ---- The C ----

def of_set(lines, macro, upper):
    """The lines that the compiler keeps for one instruction set. An #if tests bits of the macro."""
    asked, kept = [], []
    for line in lines:
        test = re.fullmatch(r"#(?:el)?if (!?)\(?%s & \(?([A-Z0-9_ |]+)\)*" % macro, line)
        holds = test and (upper in test[2].split(" | ")) != bool(test[1])
        if line.startswith("#if"):
            asked.append([holds, holds] if test else None)  # is this branch compiled, and was this one or an earlier one?
        elif line.startswith("#elif") and asked[-1]:
            asked[-1] = [holds and not asked[-1][1], holds or asked[-1][1]]
        elif line.startswith("#else") and asked[-1]:
            asked[-1] = [not asked[-1][1], True]
        elif line.startswith("#endif") and asked:
            asked.pop()
        elif all(one is None or one[0] for one in asked):
            kept.append(line)
    return "\n".join(kept)

def unfolded(text, prefix):
    """The text of a file that includes itself for each instruction set: with inclusions expanded, and each function on its own lines."""
    macro = prefix.upper() + "_ISA"
    head, _, shared = text.partition("\n#else\n// ---- The vector kernels, for the instruction set %s" % macro)
    parts = [head]
    for upper, lower in re.findall(r"#define %s (\w+)\n#define V\(name\) (\w+?)##name\n" % macro, head):
        kernel = re.sub(r"\bV\((\w+)\)", lower + r"\1", of_set(shared.split("\n"), macro, upper))
        parts.append(re.sub(r"^INLINE ", upper + "_INLINE ", re.sub(r"\bW\((\w+)\)", upper + r"_\1", kernel), flags=re.M))
    return re.sub(r"\) \{ ([^{}\n]*;) \}$", r")\n{\n    \1\n}", "\n".join(parts), flags=re.M)

class Source:
    """The text of NAME.c, or of the single header that contains it."""

    def __init__(self, text, prefix):
        self.prefix, self.text, self.programs = prefix, re.sub(r"//[^\n]*", "", unfolded(text, prefix)), {}
        form = r"_TABLE uint\d+_t %s_(\w+)\[\d+\][^=;]*= \{([^}]*)\}" % prefix
        self.names = {}
        for body in re.findall(r"\benum \{([^}]*)\}", self.text):
            for name, value in re.findall(r"(\w+) = ([^,]*)", body):
                self.names[name] = self.number(value)
        self.tables = {name: [self.number(entry) for entry in body.split(",") if self.number(entry) is not None]
                       for name, body in re.findall(form, self.text)}

    def number(self, text):
        """The value of a text of numbers and names of bits, joined by |; None for other texts."""
        words = [word.strip() for word in text.split("|")]
        values = [int(word, 0) if re.fullmatch(r"0x[0-9A-F]+|0|[1-9]\d*", word) else self.names.get(word) for word in words]
        return None if None in values else functools.reduce(operator.or_, values)

    def dfa(self):
        step, kind, P = self.tables["dfa_next"], self.tables["dfa_class"], self.prefix.upper()
        body = re.search(r"bool %s_dfa_valid\(.*?\n\}" % self.prefix, self.text, re.S)[0]
        final = {int(re.search(r"\b%s = (\d+)" % name, self.text)[1]) for name in re.findall(r"state == (%s_\w+)" % P, body)}
        many = re.search(r"_is_final\[\d+\] = \{([^}]*)\}", self.text)  # one entry per state, if there are too many states for comparisons
        if many:
            each = int(re.search(r"return %s_is_final\[state / (\d+)U\]" % self.prefix, body)[1])
            final = {i * each for i, word in enumerate(re.findall(r"\w+", many[1])) if word in ("true", "1")}
        origin = re.search(r"\b%s_ORIGIN = (\d+)" % P, self.text)  # the empty text is well-formed, but the kernel has no test for it
        start = int((origin or re.search(r"\b%s_START = (\d+)" % P, self.text))[1])
        final |= {start} if origin or not final else set()  # if START is the only one, the kernel has no test for it
        return Automaton(start, lambda s, byte: step[s + kind[byte]], lambda s: s in final)

    def kernels(self):
        listed = re.findall(r"^#define %s_NEEDED_BY_(\w+) 0x" % self.prefix.upper(), self.text, re.M)
        return listed or re.findall(r"^static bool %s_([a-z0-9]+)_valid\(" % self.prefix, self.text, re.M)

    def sets(self):
        """The instruction sets that check windows."""
        return re.findall(r"_INLINE \w+ %s_([a-z0-9]+)_errors\(" % self.prefix, self.text)

    def program(self, isa, name, known):
        """Adds a function of an instruction set, translated to Python, and its callees to `known`. At first, `known` has only the words."""
        p = "%s_%s_" % (self.prefix, isa)
        found = re.search(r"_INLINE [\w ]+ %s%s\(([^)]*)\)\n\{\n(.*?)\n\}" % (p, name), self.text, re.S)
        demand(found, "%s%s is neither a word nor a function of the file", p, name)
        known["f_" + name], lines = "", []
        for line in re.sub(r"\s+", " ", found[2]).replace("(uint8_t)", "u8").replace("->", ".").strip(" ;").split("; "):
            line = re.sub(r"^%s\w+ (?=\w+ =)" % p, "", line)
            line = re.sub(r"= \*(\w+)$", r"= copy(\1)", re.sub(r"(?<=[(,] )&|(?<=\()&", "", line))
            lines.append(re.sub(r"\b%s_(\w+)" % self.prefix, r"t_\1", re.sub(r"\b%s(\w+)" % p, r"f_\1", line)))
        for called in re.findall(r"\bf_(\w+)", " ".join(lines)):
            if "f_" + called not in known:
                self.program(isa, called, known)
        code = "def f_%s(%s):\n  %s" % (name, ", ".join(re.findall(r"(\w+)(?:,|$)", found[1])), "\n  ".join(lines))
        demand(re.fullmatch(r"[\w\s,:()\[\]=.+-]*", code) and "__" not in code, "%s%s has code other than calls of words", p, name)
        known["f_" + name] = code
        return known

    def windows(self, isa, tables):
        """The flags that an instruction set gives a window, 0 if none; and the functions of the set."""
        known = dict({"f_" + name: word for name, word in WORDS.items()}, u8=lambda n: n & 255, copy=copy)
        if isa not in self.programs:
            functions = self.program(isa, "errors", dict.fromkeys(known)).values()
            self.programs[isa] = compile("\n".join(filter(None, functions)), isa, "exec")
        known.update({"t_" + name: table for name, table in tables.items()})
        exec(self.programs[isa], known)
        if known["f_errors"].__code__.co_argcount == 1:
            known["single"] = "f_combine" not in known  # each byte alone decides; by classes, its high bit counts
            known["classes"] = known["single"] and re.search(r"_%s_any_high_bit\(\w+_errors\(" % isa, self.text) is not None
            value = known["f_errors"](0)
            return lane(operator.and_, value, constant(0x80)) if known["classes"] else value, known
        bits = {int(n, 16) for n in re.findall(r"_%s_any\(errors, 0x(\w\w)\)" % isa, self.text)}
        # In each lane, the carry between vectors of classes holds only bytes of the lane's window.
        carry = SimpleNamespace(**dict.fromkeys(re.findall(r"\bcarry->(\w+)", self.text)))
        value = known["f_errors"](Lane(0, BYTES), Lane(1, BYTES), carry)
        return lane(operator.and_, value, constant(0xFF if "f_flags" in known else min(bits))), known

# ---- Windows and the automaton ----

def flagged(value, columns):
    """The flags of windows that are given as columns, the current bytes first."""
    if value.table:
        return columns[value.place or 0].translate(value.table)
    return bytes(map(value.function, *(flagged(part, columns) for part in value.parts)))

def walk(value, automaton, pads):
    """Demands that texts of any length, between pads, are flagged exactly if they are ill-formed."""
    leaves = [leaf for leaf in value.leaves() if leaf.place is not None]
    reach = range(max(leaf.place for leaf in leaves))
    same = []  # for each place and byte: the first byte with the same effect there and at all places further back
    for place in range(len(reach) + 1):
        rows = [leaf.table for leaf in leaves if leaf.place >= place] + ([] if place else automaton.next)
        words = list(zip(*rows))
        same.append([words.index(word) for word in words])
    some = bytes(sorted(set(same[0])))

    def moved(context, byte):
        return bytes(table[one] for table, one in zip(same[1:], bytes([byte]) + context))
    start = 0, bytes(table[pads[-1 - place % len(pads)]] for place, table in enumerate(same[1:]))
    texts, pending = {start: b""}, [start]
    while pending:
        columns = [some * len(pending)] + [b"".join(bytes([c[i]]) * len(some) for _, c in pending) for i in reach]
        steps, pending = ((node, byte) for node in pending for byte in some), []
        for flag, (node, byte) in zip(flagged(value, columns), steps):
            target = automaton.next[node[0]][byte]
            demand(not flag or not automaton.live[target], "%s is flagged, but begins well-formed texts", hexed(texts[node] + bytes([byte])))
            new = target, moved(node[1], byte)
            if not flag and new not in texts:
                texts[new] = texts[node] + bytes([byte])
                pending.append(new)
    contexts, flags = [context for _, context in texts], bytes(len(texts))
    for pad in (pads[place % len(pads)] for place in reach):
        columns = [bytes([pad]) * len(texts)] + [bytes(c[i] for c in contexts) for i in reach]
        flags = bytes(map(operator.or_, flags, flagged(value, columns)))
        contexts = [moved(context, pad) for context in contexts]
    for (state, _), text, flag in zip(texts, texts.values(), flags):
        demand(bool(flag) != automaton.accepts[state], "%s is %s", hexed(text),
               "flagged, but well-formed" if flag else "not flagged, but ill-formed")
    return "%d nodes" % len(texts)

def care(claims, source, isa, automaton, pads):
    """Demands that flipping a bit changes the language exactly if the certificate says that the bit matters."""
    for name, lines in sorted(claims.items()):
        for at, matters in enumerate(bytes.fromhex(" ".join(lines))):
            for bit in (1 << b for b in range(8)):
                table = [n ^ bit if i == at else n for i, n in enumerate(source.tables[name])]
                try:
                    walk(source.windows(isa, dict(source.tables, **{name: table}))[0], automaton, pads)
                    changed = False
                except Wrong:
                    changed = True
                demand(changed == bool(matters & bit), "flipping bit %02X of %s[%d] %s the language; the certificate says the opposite",
                       bit, name, at, "changes" if changed else "does not change")

# ---- Rules, the cover and its bound ----

AXES = {"prev_high": 12, "prev_low": 8, "this_high": 4, "this_low": 0}

def nibbles(text):
    """The nibbles of '0-7 C-F'; of '*', all."""
    ends = [part.split("-") for part in ("0-F" if text == "*" else text).split()]
    return {n for end in ends for n in range(int(end[0], 16), int(end[-1], 16) + 1)}

def rules(claims, tables, members):
    """Demands that the entries of tables follow from the rules; `members` reads the set of a rule."""
    for name, table in tables.items():
        for at, entry in enumerate(table):
            bits = sum(int(rule["bit"], 16) for rule in claims if at in members(rule[name]))
            demand(entry == bits, "%s[%d] is %02X in the C, and %02X by the rules", name, at, entry, bits)
    return len(claims)

def cover(claims, automaton):
    """Demands that products contain no pair of a well-formed text, but contain each other pair whose second byte is in such a text. Also
    demands that no product can contain two pairs of `apart`."""
    after = [automaton.after(automaton.anywhere(), byte) for byte in BYTES]
    live = {b1 << 8 | b2 for b1 in BYTES for b2 in BYTES if automaton.after(after[b1], b2)}
    products = [[(AXES[axis], nibbles(text)) for axis, text in product.items()] for product in claims["products"]]

    def held(pair, product):
        return all(pair >> shift & 15 in members for shift, members in product)
    for pair in range(1 << 16):
        caught = any(held(pair, product) for product in products)
        demand(not caught or pair not in live, "the cover has the pair %04X, which well-formed texts have", pair)
        demand(caught or pair in live or not after[pair & 255], "the cover lacks the wrong pair %04X", pair)
    apart = [int(pair.replace(" ", ""), 16) for pair in claims["apart"]]
    for i, pair in enumerate(apart):
        demand(pair not in live and after[pair & 255], "%04X is in `apart`, but is not a wrong pair", pair)
        for other in apart[:i]:
            both = [(shift, {pair >> shift & 15, other >> shift & 15}) for shift, _ in products[0]]
            demand(any(held(one, both) for one in live), "one product can have both %04X and %04X, which are in `apart`", other, pair)
    return "%d products; at least %d are needed" % (len(products), len(apart))

# ---- All of it ----

def bodies(claims, texts):
    for name, claimed in claims["bodies"].items():
        banner, body = re.match(r"(.*?\n//   body .*?\n)(.*)", texts[name], re.S).groups()
        lines, fnv = dict(re.findall(r"^//   (\w+) +([0-9a-f]{16})", banner, re.M)), 0xCBF29CE484222325
        for byte in body.encode():
            fnv = (fnv ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
        demand(lines["spec"] == claims["spec"], "%s was made from the spec %s, the certificate from %s", name, lines["spec"],
               claims["spec"])
        demand("%016x" % fnv == lines["body"] == claimed, "%s was changed: its body, its banner and the certificate differ", name)

def facts(folder, with_care):
    """Yields the claims to check: a name each, and a function that returns a result to print (or None), or raises Wrong."""
    claims = json.loads(next(Path(folder).glob("*.json")).read_text())
    texts = {name: (Path(folder) / name).read_text() for name in claims["bodies"]}
    source, language = Source(texts[min(texts)], claims["prefix"]), of_rows(claims["rows"], claims["ends"], 1)
    # Windows and the number of characters ignore the rules that apply at the start of a text; `whole` includes these rules.
    whole = of_rows(claims["rows"], claims["ends"], claims["start"]) if "start" in claims else language
    yield "bodies and the spec's hash", lambda: bodies(claims, texts)
    yield "the automaton is that of the rows", lambda: same_language(whole, of_states(claims["automaton"]))
    yield "the tables of dfa in the C have the language of the rows", lambda: same_language(whole, source.dfa())
    yield "characters", lambda: equal(characters(language), claims["characters"])
    yield "kernels", lambda: equal(source.kernels(), claims["kernels"])
    if "window" in claims:
        inner = of_rows(claims["rows"], [], 1) if claims["window"].get("leaves_end") else language
        yield "bytes of a window", lambda: equal(window(inner), claims["window"]["bytes"])
    seen, decided = set(), not any(name.startswith("look_") for name in source.tables)
    if not decided:
        print("  skipped the windows and the bits that matter: a filter leaves some texts to the automaton")
    for isa in source.sets():
        (value, known), pads = source.windows(isa, source.tables), bytes.fromhex(claims["window"]["pad"])
        if decided:
            yield isa + ": windows flag exactly the ill-formed texts", lambda: walk(value, inner, pads)
        kind = "classes" if "f_pair" in known or known.get("classes") else "nibbles"
        if known.get("single"):
            pass  # the tables have no rules on pairs
        elif kind == "nibbles" and kind not in seen:
            yield "nibbles: rules", lambda: rules(claims[kind]["rules"], {n: t for n, t in source.tables.items() if n in AXES}, nibbles)
            yield "nibbles: cover", lambda: cover(claims[kind]["cover"], inner)
        elif kind == "classes":
            entries = {name: known["f_classify_%d" % place](Lane(place, BYTES)).table for place, name in enumerate(("this", "prev"))}
            yield "classes: rules", lambda: rules(claims[kind]["rules"], entries, bytes_of)
        if with_care and decided and kind not in seen:
            yield kind + ": bits that matter", lambda: care(claims[kind]["care"], source, isa, inner, pads)
        seen.add(kind)
    yield "kinds of tables", lambda: equal(sorted(seen), sorted({"classes", "nibbles"} & set(claims)))

def main(words):
    count = {"passed": 0, "FAILED": 0}
    for folder in (word for word in words if word != "--care"):
        print(folder)
        try:
            for name, fact in facts(folder, "--care" in words):
                try:
                    result = fact()
                    verdict, detail = "passed", "" if result is None else ": %s" % (result,)
                except Wrong as why:
                    verdict, detail = "FAILED", ": %s" % why
                count[verdict] += 1
                print("  %s  %s%s" % (verdict, name, detail))
        except (Wrong, OSError, LookupError, ValueError, TypeError, StopIteration) as why:
            count["FAILED"] += 1
            print("  FAILED  the files of this folder are missing or cannot be checked: %r" % why)
    print("%d passed, %d failed" % tuple(count.values()))
    return count["FAILED"] > 0 or count["passed"] == 0

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
