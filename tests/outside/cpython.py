# SPDX-License-Identifier: 0BSD
"""CPython's codecs as decoders of UTF-8, and of most other encodings by further tests of the decoded string.

In: a name in WAYS, or `between` and the names of two encodings; blocks of sources on standard input, as
tests/outside/stream.h describes them. Out: an answer for each source.

The codec 'utf-8' is strict, and with 'surrogatepass' it reads surrogates. Regular expressions find the code points that an encoding
leaves out (unicodedata gives the controls), and the codec 'utf-16-le' rejects lone surrogates. One of the ways for TOML reads a document
with tomllib.
"""
import re
import struct
import sys
import tomllib
import unicodedata

NONCHARACTERS = "".join(map(chr, [*range(0xFDD0, 0xFDF0), *(plane + end for plane in range(0, 0x110000, 0x10000) for end in (0xFFFE, 0xFFFF))]))
CONTROLS = "".join(c for c in map(chr, range(0x100)) if unicodedata.category(c) == "Cc")


def kept(controls, allowed):
    return "".join(c for c in controls if c not in allowed)


# For each of these encodings, the characters that it leaves out of UTF-8, from the text of its standard.
REFUSED = {
    "nonul": "\0",
    "interchange": NONCHARACTERS,
    "xml10": kept(CONTROLS[:0x20], "\t\n\r") + "\ufffe\uffff",
    "assignables": kept(CONTROLS, "\t\n\r") + NONCHARACTERS,
    "mqtt": CONTROLS + NONCHARACTERS,
    "yaml12": kept(CONTROLS, "\t\n\r\x85") + "\ufffe\uffff",
    "toml10": kept(CONTROLS[:0x21], "\t\n\r"),
}
REFUSED = {name: re.compile("[" + re.escape(characters) + "]") for name, characters in REFUSED.items()}
BEYOND = re.compile("[\U00010000-\U0010ffff]")
PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")


def verdict(well_formed):
    return b"y" if well_formed else b"n"


def number(count):
    return struct.pack("<I", count)


def utf8(text):
    try:
        text.decode("utf-8")
        return b"y"
    except UnicodeDecodeError as error:
        return b"l" + struct.pack("<II", error.start, error.end - error.start)


def generalized(text):
    try:
        text.decode("utf-8", "surrogatepass")
        return b"y"
    except UnicodeDecodeError as error:
        return b"o" + number(error.start)


def without(pattern):
    """Returns a function that answers for UTF-8 without the characters that a pattern matches."""

    def answer(text):
        try:
            string, end = text.decode("utf-8"), None
        except UnicodeDecodeError as error:
            end = error.start
            string = text[:end].decode("utf-8")
        found = pattern.search(string)
        if found:
            return b"o" + number(len(string[: found.start()].encode("utf-8")))
        return b"y" if end is None else b"o" + number(end)

    return answer


def string_of(text):
    """The string with each surrogate as a code point, or None."""
    try:
        return text.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return None


def wtf8(text):
    string = string_of(text)
    return verdict(string is not None and not PAIR.search(string))


def cesu8lax(text):
    string = string_of(text)
    return verdict(string is not None and not BEYOND.search(string))


def paired(string):
    try:
        string.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
        return True
    except UnicodeDecodeError:
        return False


def cesu8(text):
    string = string_of(text)
    return verdict(string is not None and not BEYOND.search(string) and paired(string))


def android(text):
    """The string that JNI on Android reads, or None."""
    return None if b"\0" in text else string_of(text.replace(b"\xc0\x80", b"\0"))


def java(text):
    """The string of a text in modified UTF-8, or None."""
    string = android(text)
    return None if string is None or BEYOND.search(string) else string


def mutf8android(text):
    return verdict(android(text) is not None)


def mutf8(text):
    return verdict(java(text) is not None)


def mutf8paired(text):
    string = java(text)
    return verdict(string is not None and paired(string))


def toml(text):
    """Whether tomllib reads a document with the text between literal quotes, which have no escapes."""
    try:
        tomllib.loads("x = '''" + text.decode("utf-8") + "'''")
        return b"y"
    except ValueError:
        return b"n"


def joined_string(string):
    """The string with each pair of surrogates as one code point."""
    return string.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def halves(text):
    """The bytes of a string, with each code point above U+FFFF as two surrogates."""
    units = text.encode("utf-16-le", "surrogatepass")
    return "".join(map(chr, struct.unpack(f"<{len(units) // 2}H", units))).encode("utf-8", "surrogatepass")


# READ has functions that turn a text of an encoding into a string, or None. WRITE has functions that write a string in an
# encoding; the one for utf8 raises an error for a lone surrogate.
READ = {
    "utf8": lambda text: text.decode("utf-8") if utf8(text) == b"y" else None,
    "wtf8": lambda text: string_of(text) if wtf8(text) == b"y" else None,
    "cesu8": lambda text: string_of(text) if cesu8(text) == b"y" else None,
    "mutf8": java,
}
WRITE = {
    "utf8": lambda string: string.encode("utf-8"),
    "wtf8": lambda string: string.encode("utf-8", "surrogatepass"),
    "cesu8": halves,
    "mutf8": lambda string: halves(string).replace(b"\0", b"\xc0\x80"),
}


def between(source, to):
    read, write = READ[source], WRITE[to]

    def answer(text):
        string = read(text)
        if string is None:
            return b"n"
        string = joined_string(string)
        try:
            out = write(string)
            return target(len(out), out)
        except UnicodeEncodeError as error:
            good = string[: error.start]
            out = write(good)
            return b"p" + struct.pack("<II", len(WRITE[source](good)), len(out)) + out

    return answer


def target(size, bytes_):
    return b"t" + number(size) + bytes_


def replaced(text):
    repaired = text.decode("utf-8", "replace").encode("utf-8")
    return target(len(repaired), repaired)


def replacing(codec, to):
    """Converts with U+FFFD for each fault."""

    def answer(source):
        out = source.decode(codec, "replace").encode(to)
        return target(len(out), out)

    return answer


def written(codec, source, errors, to):
    """Converts from a codec to another one, up to the first fault."""
    try:
        out = source.decode(codec, errors).encode(to, errors)
        return target(len(out), out)
    except UnicodeDecodeError as error:
        out = source[: error.start].decode(codec, errors).encode(to, errors)
        return b"p" + struct.pack("<II", error.start, len(out)) + out


def converting(codec, errors, to):
    return lambda source: written(codec, source, errors, to)


def from_wide(source):
    """UTF-32 to UTF-8 by the strict codecs: the decoder rejects numbers that are not scalar values."""
    return written("utf-32-le", source, "strict", "utf-8")


def joined(codec, to):
    """Converts with surrogates; a pair of them becomes a code point, by way of UTF-16."""

    def answer(source):
        try:
            string = joined_string(source.decode(codec, "surrogatepass"))
        except UnicodeDecodeError as error:
            return b"o" + number(error.start)
        out = string.encode(to, "surrogatepass")
        return target(len(out), out)

    return answer


WAYS = {
    "utf-8": utf8,
    "surrogatepass": generalized,
    "wtf8": wtf8,
    "cesu8": cesu8,
    "cesu8lax": cesu8lax,
    "mutf8": mutf8,
    "mutf8android": mutf8android,
    "mutf8paired": mutf8paired,
    "tomllib": toml,
    "replace": replaced,
    "replace-to16": replacing("utf-8", "utf-16-le"),
    "replace-to32": replacing("utf-8", "utf-32-le"),
    "replace-from16": replacing("utf-16-le", "utf-8"),
    "replace-from32": replacing("utf-32-le", "utf-8"),
    "to16": converting("utf-8", "strict", "utf-16-le"),
    "to32": converting("utf-8", "strict", "utf-32-le"),
    "from16": converting("utf-16-le", "strict", "utf-8"),
    "from32": from_wide,
    "pass-to16": joined("utf-8", "utf-16-le"),
    "pass-to32": joined("utf-8", "utf-32-le"),
    "pass-from16": joined("utf-16-le", "utf-8"),
    "pass-from32": joined("utf-32-le", "utf-8"),
    **{name: without(pattern) for name, pattern in REFUSED.items()},
}


def main():
    answer = between(*sys.argv[2:4]) if sys.argv[1] == "between" else WAYS[sys.argv[1]]
    read, write = sys.stdin.buffer.read, sys.stdout.buffer.write
    while head := read(8):
        count, size = struct.unpack("<II", head)
        block = read(count * size)
        texts = [block[i : i + size] for i in range(0, len(block), size)] if size else [b""] * count
        write(b"".join(map(answer, texts)))
    sys.stdout.buffer.flush()


main()
