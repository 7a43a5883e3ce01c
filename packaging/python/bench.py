# SPDX-License-Identifier: 0BSD
"""Compares the speed of the package with Python's own codecs, in GB/s: `python3 bench.py WHEEL`, a Markdown table."""

import sys
import tempfile
import timeit
import zipfile

SENTENCES = {"English": "The quick brown fox jumps. ", "German": "Zwölf große Boxkämpfer. ", "Chinese": "我能吞下玻璃而不伤身体。", "emoji": "😀😃😄"}
REPEATS = 7


def speed(call, size):
    number = max(3, 4_000_000 // size // 10)
    return f"{size / min(timeit.repeat(call, number=number, repeat=REPEATS)) * number / 1e9:.2f}"


def main(wheel):
    with tempfile.TemporaryDirectory() as folder:
        zipfile.ZipFile(wheel).extractall(folder)
        sys.path.insert(0, folder)
        import u8gen

        print("| text | bytes | `is_valid` | `bytes.decode` | `decode` | `decode`, MUTF-8 | `str.encode` | `encode`, MUTF-8 |\n|---|--:|--:|--:|--:|--:|--:|--:|")
        for name, sentence in SENTENCES.items():
            for size in (20, 1000, 1000000):
                text = sentence * (size // len(sentence.encode()) + 1)
                utf8, mutf8 = text.encode(), text.encode("mutf-8")
                row = [speed(lambda: u8gen.is_valid(utf8), len(utf8)), speed(utf8.decode, len(utf8)),
                       speed(lambda: u8gen.decode(utf8), len(utf8)), speed(lambda: u8gen.decode(mutf8, "mutf-8"), len(mutf8)),
                       speed(text.encode, len(utf8)), speed(lambda: u8gen.encode(text, "mutf-8"), len(mutf8))]
                print(f"| {name} | {len(utf8)} | {' | '.join(row)} |")


main(sys.argv[1])
