# SPDX-License-Identifier: 0BSD
"""Every code point to U+10FFFF in bytes, as CPython's codec utf-8 writes it.

In: utf8, utf8generalized or cesu8. Out: on standard output for each code point how many bytes it has (none where
it can't be written), and these.
"""
import sys


def halves(c):
    c -= 0x10000
    return chr(0xD800 + (c >> 10)) + chr(0xDC00 + (c & 0x3FF))


def text_of(name, c):
    if 0xD800 <= c <= 0xDFFF and name != "utf8generalized":
        return ""
    return halves(c) if c > 0xFFFF and name == "cesu8" else chr(c)


def main():
    name = sys.argv[1]
    out = bytearray()
    for c in range(0x110000):
        character = text_of(name, c).encode("utf-8", "surrogatepass")
        out.append(len(character))
        out += character
    sys.stdout.buffer.write(out)


main()
