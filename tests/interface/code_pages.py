# SPDX-License-Identifier: 0BSD
"""Lists the characters of a codec of CPython.

In: the name of a codec, and a file to write. Out: the file has a line of hexadecimal digits for each character of
the codec. Characters of four bytes are a sample: those with some of the first and third bytes. Standard output has a
line for each length: the length, then the bytes at each place: "2 81..84,88..9F,E0..EA 40..7E,80..FC".
"""
import itertools
import sys


def ranges(values):
    """Numbers as text, such as "81..9F,E0..EA"."""
    out = []
    for value in sorted(values):
        if out and out[-1][1] == value - 1:
            out[-1][1] = value
        else:
            out.append([value, value])
    return ",".join("%02X" % lo if lo == hi else "%02X..%02X" % (lo, hi) for lo, hi in out)


def is_character(codec, text):
    try:
        return len(text.decode(codec)) > 0
    except UnicodeDecodeError:
        return False


def main(codec, name):
    characters = [bytes([a]) for a in range(256) if is_character(codec, bytes([a]))]
    ones = {text[0] for text in characters}
    leads = [a for a in range(256) if a not in ones]
    seconds = {a: set() for a in leads}
    for a in leads:
        for b in range(256):
            if is_character(codec, bytes([a, b])):
                characters.append(bytes([a, b]))
                seconds[a].add(b)
    if codec == "euc_jp":
        longer = (bytes([0x8F, b, c]) for b in range(256) for c in range(256))
    elif codec == "gb18030":
        longer = map(bytes, itertools.product((0x81, 0x84, 0x90, 0xE2, 0xE3, 0xFE), range(256), (0x80, 0x81, 0xC0, 0xFE, 0xFF), range(0x28, 0x42)))
    else:
        longer = ()
    characters += [text for text in longer if text[1] not in seconds[text[0]] and is_character(codec, text)]
    with open(name, "w", encoding="ascii") as file:
        file.writelines(text.hex() + "\n" for text in characters)
    for length in range(1, 5):
        places = list(zip(*(text for text in characters if len(text) == length)))
        if places:
            print(length, *(ranges(set(place)) for place in places))


main(*sys.argv[1:])
