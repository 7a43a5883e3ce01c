# SPDX-License-Identifier: 0BSD
"""Conversions to and from UTF-16 and UTF-32 against CPython's codecs.

In: the program of outside_utf.c. Out: `N conversions are Python's`, or the first that is not, and exit status 1.
WTF-8 is what 'utf-8' with 'surrogatepass' gives of a string that 'utf-16-le' with 'surrogatepass' has read: pairs are code points then.
"""
import random
import subprocess
import sys

REST = {"unexpected end of data": "incomplete"}


def cases():
    """Tuples of the request and the answer, if that is known."""
    chance = random.Random(16)
    for first in range(0, 0x110000, 0x200):
        string = "".join(map(chr, range(first, first + 0x200)))
        if not 0xD800 <= first < 0xE000:
            yield from both_ways("utf8", string, narrow=True)
        yield from both_ways("wtf8", string, wide=True)
    for _ in range(1500):
        units = bytes(random_units(chance))
        string = units.decode("utf-16-le", "surrogatepass")
        yield from both_ways("wtf8", string, narrow=True, wide=True)
        yield from both_ways("utf8generalized", string, narrow=True, wide=True)
        yield strict_units(units)
        yield strict_text(bytes(random_text(chance)))


def random_units(chance):
    for _ in range(chance.randrange(40)):
        unit = chance.choice([chance.randrange(0x80), chance.randrange(0x10000), chance.randrange(0xD800, 0xE000)])
        yield unit & 0xFF
        yield unit >> 8


def random_text(chance):
    for _ in range(chance.randrange(12)):
        character = chr(chance.choice([0x41, 0x7FF, 0x1000, 0x10000, 0x10FFFF, 0xD800])).encode("utf-8", "surrogatepass")
        yield from character[: chance.choice([len(character), len(character), len(character), 1, 2])]


def swapped(units, width):
    """Hex of units in the order of digits."""
    return "".join(units[i : i + width][::-1].hex() for i in range(0, len(units), width)).upper()


def both_ways(name, string, narrow=False, wide=False):
    text = string.encode("utf-8", "surrogatepass")
    for asked, bits, width in (narrow, 16, 2), (wide, 32, 4):
        if asked:
            units = string.encode(f"utf-{bits}-le", "surrogatepass")
            yield f"{name} to{bits} {text.hex()}", f"complete {len(text)} {swapped(units, width)}"
            yield f"{name} from{bits} {swapped(units, width)}", f"complete {len(units) // width} {text.hex().upper()}"


def strict_units(units):
    """UTF-8 has no surrogates: where Python stops, and why."""
    try:
        end, status = len(units), "complete"
        units.decode("utf-16-le")
    except UnicodeDecodeError as error:
        end, status = error.start, REST.get(error.reason, "ill_formed")
    text = units[:end].decode("utf-16-le").encode("utf-8")
    return f"utf8 from16 {swapped(units, 2)}", f"{status} {end // 2} {text.hex().upper()}"


def strict_text(text):
    try:
        end, status = len(text), "complete"
        text.decode("utf-8")
    except UnicodeDecodeError as error:
        end, status = error.start, REST.get(error.reason, "ill_formed")
    return f"utf8 to16 {text.hex()}", f"{status} {end} {swapped(text[:end].decode('utf-8').encode('utf-16-le'), 2)}"


def main():
    asked = list(cases())
    said = subprocess.run(
        [sys.argv[1]], input="".join(request + "\n" for request, _ in asked), capture_output=True, text=True, check=True
    ).stdout.split("\n")
    for (request, answer), line in zip(asked, said):
        if line != answer:
            sys.exit(f"{request}\n  is {line}\n  and in Python {answer}")
    if len(said) != len(asked) + 1:
        sys.exit(f"{len(said) - 1} answers to {len(asked)}")
    print(f"{len(asked)} conversions are Python's")


main()
