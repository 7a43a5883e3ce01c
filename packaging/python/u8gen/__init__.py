# SPDX-License-Identifier: 0BSD
"""Validators, decoders and encoders of UTF-8 and related encodings, from C that u8gen generates and verifies.

>>> import u8gen
>>> u8gen.is_valid(b"\\xC0\\xAF")
False
>>> b"A\\xC0\\x80".decode("mutf-8")
'A\\x00'
"""

import codecs
from typing import NamedTuple, Optional, Tuple

try:
    from . import _u8gen
except ImportError as reason:
    import sysconfig

    raise ImportError(
        f"u8gen: its compiled part does not load in Python {sysconfig.get_python_version()} on {sysconfig.get_platform()}"
        f" ({reason}). Install the wheel of this platform, or build it here: pip install u8gen-VERSION.tar.gz"
        " needs a C compiler, and Python 3.11 or later with its headers (Debian: gcc, python3-dev)"
    ) from reason

from ._u8gen import count, decode, encode, is_valid, repair
from ._version import version as __version__

__all__ = ["Error", "Validator", "check", "count", "decode", "encode", "encodings", "is_valid", "repair", "spec_hash"]


class Error(NamedTuple):
    """The first error of a text."""

    offset: int  # the length of the longest well-formed prefix
    length: int  # the number of ill-formed bytes from there
    fault: str  # such as "truncated" or "overlong"
    expected: Tuple[Tuple[int, int], ...]  # ranges of the bytes that are accepted where the error was found


spec_hash = _u8gen.hashes  # name of an encoding -> the fingerprint of its spec
encodings = tuple(spec_hash)  # their names


def check(data, encoding: str = "utf-8") -> Optional[Error]:
    """The first error of a text; None if it is well-formed."""
    error = _u8gen.check(data, encoding)
    return None if error is None else Error._make(error)


class Validator(_u8gen.Validator):
    """Checks a text that comes in pieces: Validator(encoding="utf-8")."""

    __slots__ = ()

    def end(self) -> Optional[Error]:
        """Ends the text: its first error, or None. The next piece begins a new text."""
        error = super().end()
        return None if error is None else Error._make(error)


def _codec(name: str) -> codecs.CodecInfo:
    def whole_encode(text, errors="strict"):
        return encode(text, name, errors), len(text)

    def whole_decode(data, errors="strict"):
        return decode(data, name, errors), memoryview(data).nbytes

    # Whether the two surrogates of a pair, each encoded alone and then joined, are ill-formed, as in WTF-8.
    apart = not is_valid(b"".join(encode(half, name, "ignore") for half in "\ud83d\ude00"), name)

    class IncrementalEncoder(codecs.IncrementalEncoder):
        """Encodes each piece completely: io.TextIOWrapper does not say which piece is the last."""

        _high = 0  # 1 after a high surrogate, if `apart`

        def encode(self, text, final=False):
            data, rest = b"", text
            while self._high and not data and "\udc00" <= rest[:1] <= "\udfff":
                error = UnicodeEncodeError(name, rest, 0, 1, "its high surrogate was in an earlier piece, and is already encoded")
                data, at = codecs.lookup_error(self.errors)(error)
                data, rest = data if isinstance(data, bytes) else encode(data, name), rest[at:]
            data += encode(rest, name, self.errors)
            if final or data:
                self._high = int(apart and not final and "\ud800" <= rest[-1:] <= "\udbff")
            return data

        def reset(self):
            self._high = 0

        def getstate(self):
            return self._high

        def setstate(self, state):
            self._high = state

    class IncrementalDecoder(codecs.BufferedIncrementalDecoder):
        def _buffer_decode(self, data, errors, final):
            return whole_decode(data, errors) if final else _u8gen.decode_piece(data, name, errors)

    class StreamWriter(codecs.StreamWriter):
        def __init__(self, stream, errors="strict"):
            super().__init__(stream, errors)
            self._encoder = IncrementalEncoder()

        def encode(self, text, errors="strict"):
            self._encoder.errors = errors
            return self._encoder.encode(text), len(text)

        def reset(self):
            self._encoder.reset()

    class StreamReader(codecs.StreamReader):
        def decode(self, data, errors="strict"):
            if data != self.bytebuffer:
                return _u8gen.decode_piece(data, name, errors)
            # Nothing new was read: the file ends. An unfinished character is still kept, as by Python's own readers.
            error = check(data, name)
            return whole_decode(data[: error.offset] if error else data, errors)

    return codecs.CodecInfo(
        whole_encode, whole_decode, StreamReader, StreamWriter, IncrementalEncoder, IncrementalDecoder, name
    )


def _search(name: str) -> Optional[codecs.CodecInfo]:
    """Called for names that Python's own codecs do not have: "utf-8" remains Python's."""
    try:
        return _codec(_u8gen.name_of(name))
    except LookupError:
        return None


codecs.register(_search)
