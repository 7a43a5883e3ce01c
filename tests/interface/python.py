# SPDX-License-Identifier: 0BSD
"""Tests the interface of the Python package.

In:  the folder where `u8gen` is installed; on standard input, the lines of tests/lib/known_answers.lua.
Out: a line and a traceback for each failed test, then `N passed, N failed`.
"""

import array
import codecs
import io
import mmap
import os
import random
import sys
import threading
import traceback
import tracemalloc

sys.path.insert(0, sys.argv[1])
import u8gen  # noqa: E402

LINES = [line.split() for line in sys.stdin]
PREFIXES = {name.replace("-", "").replace(".", ""): name for name in u8gen.encodings}
TEXTS = [(PREFIXES[w[0]], bytes.fromhex(w[1]) if len(w) not in (1, 5) else b"", w[-4:] if len(w) > 2 else None)
         for w in LINES if w[0] != "hash"][:: 1 if "ALL" in os.environ else 3]
# Encodings in which every str can be written.
TOTAL = ["mutf-8", "mutf-8-android", "mutf-8-lenient", "cesu-8-lax", "wtf-8", "utf-8-generalized", "fss-utf"]
STRINGS = ["", "a", "A\0é€😀", "\ud83d", "\ude00", "\ude00\ud83d", "x\ud83dy\ude00", "é" * 50000, "😀" * 40000, "\uffff\U0010ffff\ud800"]


def raised(kind, call, *args, **named):
    """Calls a function, and returns the exception that it raises. Fails if it raises none."""
    try:
        got = call(*args, **named)
    except kind as error:
        return error
    raise AssertionError(f"{call} returned {got!r}")


def plain(data):
    """Decodes well-formed bytes by the bits of lead and continuation bytes. Python's decoder of UTF-16 joins pairs."""
    points = []
    for byte in data:
        if byte & 0xC0 == 0x80:
            points[-1] = points[-1] << 6 | byte & 0x3F
        else:
            points.append(byte & (0x7F if byte < 0x80 else 0x1F if byte < 0xE0 else 0x0F if byte < 0xF0 else 0x07))
    return "".join(map(chr, points)).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def fits(data):
    """Whether all characters of a well-formed text are at most U+10FFFF. FSS-UTF also has greater ones."""
    leads = [i for i, b in enumerate(data) if b & 0xC0 != 0x80]
    return not any(data[i] >= 0xF5 or data[i] == 0xF4 and data[i + 1] >= 0x90 for i in leads)


def parts(name, data):
    """The parts of a text by `check` alone: (well-formed, ill-formed), from the first to the last."""
    while True:
        error = u8gen.check(data, name)
        if error is None:
            yield data, b""
            return
        yield data[: error.offset], data[error.offset : error.offset + error.length]
        data = data[error.offset + error.length :]


def test_spec_hashes():
    hashes = {PREFIXES[w[1]]: w[2] for w in LINES if w[0] == "hash"}
    assert hashes == u8gen.spec_hash and len(hashes) == len(u8gen.encodings)


def test_verdicts_and_errors():
    assert len(TEXTS) > 1000
    for name, data, wrong in TEXTS:
        for kind in (bytes, bytearray, memoryview):
            assert u8gen.is_valid(kind(data), name) == (wrong is None), (name, data)
        error = u8gen.check(data, name)
        if wrong is None:
            assert error is None
            continue
        assert (error.offset, error.length, error.fault) == (int(wrong[0]), int(wrong[1]), wrong[2]), (name, data, error)
        assert [any(a <= b <= z for a, z in error.expected) for b in range(256)] == [c == "1" for c in wrong[3]]


def test_a_validator_fed_in_pieces():
    roll = random.Random(1)
    for name, data, wrong in TEXTS:
        validator, at = u8gen.Validator(name), 0
        while at < len(data):
            size = roll.randrange(1, 4)
            may = validator.feed(data[at : at + size])
            assert may or wrong is not None
            at += size
        assert validator.end() == u8gen.check(data, name)
        assert validator.feed(b"") and validator.end() is None


def test_repair_and_count():
    for name, data, wrong in TEXTS:
        assert u8gen.repair(data, name) == b"\xEF\xBF\xBD".join(good for good, _ in parts(name, data)), (name, data)
        assert (u8gen.count(data, name) is None) == (wrong is not None)


def test_decode():
    for name, data, wrong in TEXTS:
        if wrong is None and fits(data):
            assert u8gen.decode(data, name) == plain(data), (name, data)
        elif wrong is not None and all(fits(good) for good, _ in parts(name, data)):
            error = raised(UnicodeDecodeError, u8gen.decode, data, name)
            assert error.object is data and raised(UnicodeDecodeError, u8gen.decode, bytearray(data), name).object == data
            offset, length, fault = int(wrong[0]), int(wrong[1]), wrong[2]
            assert (error.encoding, error.object, error.start, error.end, error.reason) == (name, data, offset, offset + length, fault)
            split = list(parts(name, data))
            for errors, instead in {"replace": "\uFFFD", "ignore": ""}.items():
                assert u8gen.decode(data, name, errors) == instead.join(plain(good) for good, _ in split)
            escaped = "".join(plain(good) + "".join(f"\\x{b:02x}" for b in bad) for good, bad in split)
            assert data.decode(name, "backslashreplace") == escaped or name == "utf-8"


def test_utf8_as_python_does():
    roll = random.Random(2)
    for _ in range(3000):
        data = bytes(roll.choice([0x41, 0x80, 0xBF, 0xC3, 0xE0, 0xED, 0xA0, 0xF0, 0x9F, 0xF4, 0xFF]) for _ in range(roll.randrange(12)))
        for errors in ("strict", "replace", "ignore", "surrogateescape", "backslashreplace"):
            try:
                want = data.decode("utf-8", errors)
            except UnicodeDecodeError as error:
                got = raised(UnicodeDecodeError, u8gen.decode, data, "utf-8", errors)
                assert (got.start, got.end) == (error.start, error.end)
            else:
                assert u8gen.decode(data, "utf-8", errors) == want
    for text in STRINGS + ["\udc80a\udcff", "a\ud800b"]:
        for errors in ("strict", "replace", "ignore", "surrogateescape", "backslashreplace", "xmlcharrefreplace", "namereplace"):
            try:
                want = text.encode("utf-8", errors)
            except UnicodeEncodeError as error:
                got = raised(UnicodeEncodeError, u8gen.encode, text, "utf-8", errors)
                assert (got.start, got.object, got.encoding) == (error.start, text, "utf-8")
            else:
                assert u8gen.encode(text, "utf-8", errors) == want


def test_every_string_survives_a_round_trip():
    for name in TOTAL:
        for text in STRINGS:
            data = text.encode(name)
            assert u8gen.is_valid(data, name) and data.decode(name) == text, (name, text[:9])
    assert "\ud83d\ude00".encode("wtf-8") == "😀".encode()  # a pair is one code point
    assert "A\0😀".encode("mutf-8") == bytes.fromhex("41C080EDA0BDEDB880")


def test_code_points_beyond_unicode():
    data = b"a\xF8\x88\x80\x80\x80b\xF4\x90\x80\x80"  # U+200000, U+110000
    assert u8gen.is_valid(data, "fss-utf") and u8gen.count(data, "fss-utf") == 4
    error = raised(UnicodeDecodeError, u8gen.decode, data, "fss-utf")
    assert (error.start, error.end) == (1, 6) and "U+10FFFF" in error.reason
    assert u8gen.decode(data, "fss-utf", "replace") == data.decode("fss_utf", "replace") == "a\uFFFDb\uFFFD"
    assert data.decode("fss_utf", "ignore") == "ab"
    assert u8gen.decode(data + b"\xFF" + data[:6], "fss-utf", "replace") == "a\uFFFDb\uFFFD\uFFFDa\uFFFD"


def test_codecs():
    for name in u8gen.encodings:
        for spelling in (name, name.upper(), name.replace("-", "_")):
            info = codecs.lookup(spelling)
            assert info.name == name, (spelling, info.name)
        if name != "utf-8":
            assert info.encode("aé") == ("aé".encode(), 2) and info.decode("aé".encode()) == ("aé", 3)
    raised(LookupError, codecs.lookup, "mutf-9")
    stream = io.TextIOWrapper(io.BytesIO("a\0😀\r\n".encode("mutf-8")), encoding="mutf-8", newline="")
    assert stream.read(2) == "a\0" and stream.read() == "😀\r\n"
    reader = codecs.getreader("cesu-8")(io.BytesIO("x😀y".encode("cesu-8")))
    assert reader.read(4) + reader.read() == "x😀y"
    for end, last in ((b"\xED\xA0\xBD", "\ud83d"), (b"\xED\xA0\xBD\xED\xB8", "\ud83d"), (b"\xED\xA0", "")):  # the file ends
        for name in TOTAL:
            assert codecs.getreader(name)(io.BytesIO(b"x" + end)).read() == "x" + last, (name, end)
            assert codecs.getreader(name)(io.BytesIO(b"x\n" + end)).readlines() == ["x\n", last][: 1 + len(last)], (name, end)
    target = io.BytesIO()
    codecs.getwriter("mutf-8")(target).write("\0é")
    assert target.getvalue() == b"\xC0\x80\xC3\xA9"


def test_incremental_codecs():
    roll = random.Random(3)
    for name, data, wrong in TEXTS:
        if name == "utf-8" or not all(fits(good) for good, _ in parts(name, data)):
            continue
        decoder, whole, at = codecs.getincrementaldecoder(name)("replace"), data.decode(name, "replace"), 0
        got = ""
        while at < len(data):
            size = roll.randrange(1, 4)
            got += decoder.decode(data[at : at + size])
            state = decoder.getstate()
            decoder.setstate(state)
            at += size
        got += decoder.decode(b"", True)
        assert got == whole, (name, data)
    for name in TOTAL:
        for text in STRINGS[:7]:
            encoder = codecs.getincrementalencoder(name)()
            got = b"".join(encoder.encode(c) for c in text) + encoder.encode("", True)
            assert got == text.encode(name), (name, text)


def written(name, texts, errors="strict"):
    """Writes texts one after the other, and returns the bytes. A file, a stream writer and an incremental encoder must agree."""
    results = []
    for way in "file", "writer", "encoder":
        target, encoder = io.BytesIO(), codecs.getincrementalencoder(name)(errors)
        stream = io.TextIOWrapper(target, encoding=name, errors=errors) if way == "file" else codecs.getwriter(name)(target, errors)
        try:
            for text in texts:
                target.write(encoder.encode(text)) if way == "encoder" else stream.write(text)
            stream.flush()
            results.append(target.getvalue())
        except UnicodeEncodeError as error:
            results.append((error.encoding, error.object, error.start, error.end))
    assert results[0] == results[1] == results[2], (name, texts, results)
    return results[0]


def test_surrogates_at_the_edges_of_pieces():
    high, low = b"\xED\xA0\xBD", b"\xED\xB8\x80"
    for name in set(u8gen.encodings) - {"utf-8"}:
        if name not in TOTAL:
            assert written(name, ["a", "b\ud83d"]) == (name, "b\ud83d", 1, 2)
            assert written(name, ["\ud83d", "\ude00"], "replace") == b"??" and written(name, ["\ud83d", "\ude00a"], "ignore") == b"a"
            continue
        assert written(name, ["A\ud83d"]) == b"A" + high and written(name, ["\ud83d", "", "b\ud83d"]) == high + b"b" + high
        if name != "wtf-8":
            assert written(name, ["\ud83d", "\ude00"]) == high + low and (high + low).decode(name) == "😀"
    assert written("wtf-8", ["\ud83d", "", "\ude00a"]) == ("wtf-8", "\ude00a", 0, 1)
    assert written("wtf-8", ["\ud83d", "\ude00\ude00a"], "replace") == high + b"?" + low + b"a"
    assert written("wtf-8", ["\ud83d", "\ude00\ude00", "\ude00a\ud83d", "\ude00", "\ud83d"], "ignore") == high + b"a" + high + high
    for stream in codecs.getwriter("wtf-8")(io.BytesIO()), io.TextIOWrapper(io.BytesIO(), encoding="wtf-8"):
        stream.write("\ud83d")
        raised(UnicodeEncodeError, stream.write, "\ude00")
        raised(UnicodeEncodeError, stream.write, "\ude00")
        stream.seek(0)
        stream.write("\ude00")
    encoder = codecs.getincrementalencoder("wtf-8")()
    for state, final in (encoder.getstate(), False), (None, True):
        encoder.encode("\ud83d", final)
        if not final:
            raised(UnicodeEncodeError, encoder.encode, "\ude00")
            encoder.setstate(state)
        assert encoder.encode("\ude00") == low


def test_encode_errors():
    assert "a\0\ud800b".encode("utf-8-nonul", "replace") == b"a??b"
    assert "a\0b".encode("utf-8-nonul", "ignore") == b"ab"
    error = raised(UnicodeEncodeError, "é\0".encode, "utf-8-nonul")
    assert (error.encoding, error.start, error.end, error.object) == ("utf-8-nonul", 1, 2, "é\0")
    codecs.register_error("test-nul", lambda error: ("\0", error.end))
    raised(UnicodeEncodeError, "a\0".encode, "utf-8-nonul", "test-nul")
    codecs.register_error("test-raw", lambda error: (b"\xFF", error.end))
    assert "a\0".encode("utf-8-nonul", "test-raw") == b"a\xFF"


def test_handlers_that_choose_where_to_continue():
    """A handler chooses where to continue: after more than the ill-formed bytes, at a place counted from the end, or at the end."""
    for errors, position in {"test-skip": lambda error: error.end + 1, "test-last": lambda error: -1, "test-all": lambda error: len(error.object)}.items():
        codecs.register_error(errors, lambda error, position=position: ("?", position(error)))
        rest = {"test-skip": "cd", "test-last": "d", "test-all": ""}[errors]
        assert u8gen.decode(b"a\xFFbcd", "wtf-8", errors) == "a?" + rest
        assert u8gen.encode("a\0bcd", "utf-8-nonul", errors) == b"a?" + rest.encode()


def test_hostile_handlers():
    answers = [None, 1, (), ("x",), ("x", "y"), ("x", 10**30), ("x", 99), ("x", -99), (1, 1), (b"x", 1), ("x", 1, 2), ["x", 1]]
    for i, answer in enumerate(answers):
        codecs.register_error(f"test-{i}", lambda error, answer=answer: answer)
        kinds = (TypeError, IndexError, OverflowError)
        raised(kinds, u8gen.decode, b"a\xFFb", "wtf-8", f"test-{i}")
        if answer != (b"x", 1):
            raised(kinds, u8gen.encode, "a\0b", "utf-8-nonul", f"test-{i}")

    def raises(error):
        raise KeyError("handler")

    codecs.register_error("test-raises", raises)
    raised(KeyError, u8gen.decode, b"\xFF", "wtf-8", "test-raises")
    raised(KeyError, u8gen.encode, "\0", "utf-8-nonul", "test-raises")
    raised(LookupError, u8gen.decode, b"\xFF", "wtf-8", "no such handler")
    data = bytearray(b"a\xFF" * 100)

    def grows(error):
        raised(BufferError, data.extend, b"x")  # the text is exported during the call
        data[:] = b"\xFF" * len(data)
        return "", error.end

    codecs.register_error("test-grows", grows)
    u8gen.decode(data, "wtf-8", "test-grows")


def test_hostile_arguments():
    functions = [u8gen.is_valid, u8gen.check, u8gen.count, u8gen.repair, u8gen.decode]
    for f in functions:
        for wrong in (None, 1, 1.5, "text", [65], object(), {}):
            raised(TypeError, f, wrong)
        raised(BufferError, f, memoryview(b"abcdef")[::2])
        released = memoryview(b"abc")
        released.release()
        raised(ValueError, f, released)
        raised(LookupError, f, b"", "")
        raised(LookupError, f, b"", "utf-8" * 1000)
        raised(LookupError, f, b"", "utf-8é")
        raised(ValueError, f, b"", "utf\0-8")
        raised(TypeError, f, b"", b"utf-8")
        raised(TypeError, f, b"", None)
        raised(TypeError, f)
        raised(TypeError, f, b"", "utf-8", "strict", "more")
        assert f(b"") in (True, None, 0, b"", "")
    for wrong in (None, 1, b"bytes", bytearray(b"x"), ["a"]):
        raised(TypeError, u8gen.encode, wrong)
    assert u8gen.is_valid(array.array("I", [0x41414141])) and u8gen.is_valid(memoryview(b"a" * 16).cast("B", (4, 4)))
    validator = u8gen.Validator("WTF_8")
    for wrong in (None, "text", 1):
        raised(TypeError, validator.feed, wrong)
    raised(LookupError, u8gen.Validator, "x")
    raised(TypeError, u8gen.Validator, 1)
    raised(UnicodeDecodeError, codecs.lookup("wtf-8").decode, bytearray(b"\xFF"))

    class Text(str):
        def isascii(self):
            return True

    assert u8gen.encode(Text("éé")) == b"\xC3\xA9\xC3\xA9" and u8gen.encode(Text("\ud800"), "wtf-8") == b"\xED\xA0\x80"


def test_large_texts():
    with mmap.mmap(-1, 1 << 26) as zeros:
        assert u8gen.is_valid(zeros) and u8gen.check(zeros, "mutf-8")[:2] == (0, 1) and u8gen.count(zeros) == 1 << 26
    text = "aé€😀" * 20000
    assert u8gen.decode(text.encode()) == text and u8gen.decode(text.encode() + b"\xFF", "wtf-8", "replace") == text + "\uFFFD"


def test_many_errors():
    """Takes long if the time is quadratic in the number of errors."""
    for name, part in (("mutf-8", b"\0"), ("fss-utf", b"\xF8\x88\x80\x80\x80"), ("utf-8-nonul", b"a\xFF"), ("wtf-8", b"\xC3\xA9\xE2\x82")):
        data = part * 20000
        good = part.decode("utf-8", "ignore").replace("\0", "") if name != "fss-utf" else ""
        assert u8gen.decode(data, name, "ignore") == good * 20000
        assert data.decode(name, "replace").count("\uFFFD") == 20000
    text = "\ud800é" * 10000
    assert u8gen.encode(text, "utf-8", "ignore") == "é".encode() * 10000
    roll = random.Random(5)  # pieces of random sizes between errors
    for _ in range(40):
        sizes = [roll.randrange(3000) for _ in range(5)]
        data, want = b"\xFF".join("é€a😀".encode() * size for size in sizes), "?".join("é€a😀" * size for size in sizes)
        codecs.register_error("test-mark", lambda error: ("?", error.end))
        assert u8gen.decode(data, "wtf-8", "test-mark") == want
    data = "😀\ud83d".encode("mutf-8") * 1000 + b"\xFF" + "😀\ud83d".encode("mutf-8") * 1000
    assert u8gen.decode(data, "mutf-8", "test-mark") == "😀\ud83d" * 1000 + "?" + "😀\ud83d" * 1000


def test_another_thread_writes():
    """The result is unspecified, but nothing crashes, and the exceptions are those of the documentation."""
    text, stop = "aé€😀".encode() * 4000, threading.Event()
    data = bytearray(text)

    def write():
        roll = random.Random(4)
        while not stop.is_set():
            at = roll.randrange(len(data) - 64)
            data[at : at + 64] = bytes(roll.choice((0x41, 0x80, 0xC3, 0xE2, 0xF0, 0xF7, 0xFF)) for _ in range(64))
            data[at : at + 64] = text[at : at + 64]

    thread = threading.Thread(target=write)
    thread.start()
    try:
        for _ in range(40):
            for call in (u8gen.is_valid, u8gen.check, u8gen.count, u8gen.repair, u8gen.decode,
                         lambda d: u8gen.decode(d, "wtf-8", "replace"), lambda d: u8gen.decode(d, "fss-utf", "ignore")):
                try:
                    call(data)
                except (BufferError, UnicodeDecodeError):
                    pass
    finally:
        stop.set()
        thread.join()


def test_no_leak():
    data, text = b"a\xC3\xA9\xFF" * 50, "é\0" * 50

    def work():
        for _ in range(20):
            for errors in ("replace", "ignore", "strict"):
                for call, value in ((u8gen.decode, data), (u8gen.encode, text)):
                    try:
                        call(value, "utf-8-nonul", errors)
                    except UnicodeError:
                        pass
            u8gen.check(data), u8gen.repair(data), u8gen.Validator().feed(data), "é".encode("mutf-8")
            for wrong in (1, None, memoryview(data)[::2]):
                try:
                    u8gen.decode(wrong)
                except (TypeError, BufferError):
                    pass

    work()
    tracemalloc.start()
    work()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(10):
        work()
    assert tracemalloc.get_traced_memory()[0] - before < 20000
    tracemalloc.stop()


def main():
    passed = failed = 0
    for name, run in list(globals().items()):
        if name.startswith("test_"):
            try:
                run()
                passed += 1
            except Exception:
                failed += 1
                print(f"FAILED {name}\n{traceback.format_exc()}")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
