-- SPDX-License-Identifier: 0BSD
-- decoders: programs by others that read these encodings, and how they are run.
--
-- In: nothing. Out: a list of decoders = {
--        name, package (Debian's), probe (a command that succeeds if it is installed), version (a command that prints its version),
--        build (a command; nil if there is nothing to build), run (a command that answers as tests/outside/stream.h describes; run.lua
--        appends the way's name),
--        slow (true: its ways that are not `brief` start first, and its ways with an OPERATION get fewer texts),
--        quick (how many of its ways, from the first on, `make check` runs; nil: none, for example if setup.sh does not install it),
--        ways = list of { NAME, folder of out/ (an encoding or a conversion), OPERATION, leave_out, refuses, joins,
--                        brief (true: fewer texts; for most of these encodings, another way gets all texts of three bytes) },
--      }
-- A way is one decoder, or a composition of decoders and rules that accepts exactly the encoding's texts; the comments of the program
-- explain it. Without an operation, a way reports whether a text is well-formed ("check").
--
-- Known differences are data, each with its reason and source:
--     leave_out   rows of bytes (tests/outside/cases.h); a text that contains one is not given to the decoder
--     refuses     rows; the decoder also rejects every well-formed text that contains one of them, with the row's offset if it reports any
--     joins       rows that are one fault to the decoder, and several here
-- No other difference is allowed.

local B <const> = "build/outside/"
local CC <const> = os.getenv("CC") or "cc"

---The command that compiles one of this folder's C programs.
local function in_c(name, libraries, flags)
  return ("%s -std=c11 -O2 -Wall -Wextra -Werror %s -o %s%s tests/outside/%s.c %s"):format(CC, flags or "", B, name, name, libraries)
end

local function by_pkg_config(name, library)
  return in_c(name, ("$(pkg-config --cflags --libs %s)"):format(library))
end

---A command that succeeds if a header is installed.
local function header(name, flags)
  return ("echo '#include <%s>' | %s -E %s - >/dev/null"):format(name, CC, flags or "")
end

local MARKUP <const> = {
  rows = { "anywhere:3C", "anywhere:26", "anywhere:5D 5D 3E" },
  reason = "<, & and ]]> are markup in a document", source = "XML 1.0, section 2.4",
}

-- In a conversion from UTF-32 by the emitted C, a high surrogate and a low one directly after it become one code point.
local PAIR <const> = {
  rows = { "anywhere:00..FF D8..DB 00 00 00..FF DC..DF 00 00" },
  reason = "two surrogates as units of UTF-32 become their code point here; strict UTF-32 rejects them",
  source = "The Unicode Standard, D90",
}
local PAIR_IN_TEXT <const> = {
  rows = { "anywhere:ED A0..AF 80..BF ED B0..BF 80..BF" }, reason = "two surrogates in a row become their code point here",
  source = "docs/functions.md",
}

local JAVA_SURROGATE <const> = {
  rows = { "anywhere:ED A0..BF", "anywhere:ED A0..BF 80..BF" }, reason = "a surrogate is rejected after its three bytes have been read",
  source = "OpenJDK 17, sun/nio/cs/UTF_8.java, decodeArrayLoop and isMalformed3_2",
}
local ICU_FOUR_BYTES <const> = {
  rows = {
    "anywhere:F0 90..BF", "anywhere:F0 90..BF 80..BF", "anywhere:F0 90..BF 80..BF 80..BF",
    "anywhere:F1..F3 80..BF", "anywhere:F1..F3 80..BF 80..BF", "anywhere:F1..F3 80..BF 80..BF 80..BF",
    "anywhere:F4 80..8F", "anywhere:F4 80..8F 80..BF", "anywhere:F4 80..8F 80..BF 80..BF",
  },
  reason = "CESU-8 has no characters of four bytes; they are rejected after they have been read",
  source = "ICU 72, ucnv_u8.cpp, ucnv_toUnicode_UTF_8",
}

local JDK <const> = [["$(dirname "$(readlink -f "$(command -v javac)")")/../include"]]

return {
  {
    name = "CPython", slow = true, package = "python3", probe = "python3 -c 'import tomllib'", version = "python3 --version", quick = 100,
    run = "python3 tests/outside/cpython.py",
    ways = {
      { "utf-8", "utf8" }, { "surrogatepass", "utf8generalized" },
      { "wtf8", "wtf8", brief = true }, { "cesu8", "cesu8", brief = true }, { "cesu8lax", "cesu8lax", brief = true },
      { "mutf8", "mutf8", brief = true }, { "mutf8android", "mutf8android", brief = true },
      { "mutf8paired", "mutf8paired", brief = true }, { "nonul", "utf8nonul", brief = true },
      { "interchange", "utf8interchange", brief = true }, { "assignables", "assignables", brief = true },
      { "mqtt", "mqttstrict", brief = true }, { "xml10", "xml10", brief = true }, { "yaml12", "yaml12", brief = true },
      { "toml10", "toml10", brief = true },
      { "replace", "utf8", "repair" }, { "to16", "utf8", "to16" }, { "to32", "utf8", "to32" }, { "from16", "utf8", "from16" },
      { "from32", "utf8", "from32", refuses = { PAIR } },
      { "replace-to16", "utf8", "to16-lossy" }, { "replace-to32", "utf8", "to32-lossy" }, { "replace-from16", "utf8", "from16-lossy" },
      { "replace-from32", "utf8", "from32-lossy", leave_out = { PAIR } },
      { "pass-to16", "utf8generalized", "to16", brief = true }, { "pass-to32", "utf8generalized", "to32", brief = true },
      { "pass-from16", "utf8generalized", "from16" }, { "pass-from32", "utf8generalized", "from32" },
      { "pass-from16", "wtf8", "from16" }, { "pass-from32", "wtf8", "from32" },
      { "between mutf8 utf8", "mutf8_to_utf8", "pair", brief = true }, { "between utf8 mutf8", "utf8_to_mutf8", "pair", brief = true },
      { "between cesu8 utf8", "cesu8_to_utf8", "pair", brief = true }, { "between utf8 cesu8", "utf8_to_cesu8", "pair", brief = true },
      { "between wtf8 utf8", "wtf8_to_utf8", "pair", brief = true }, { "between utf8 wtf8", "utf8_to_wtf8", "pair", brief = true },
    },
  },
  {
    name = "CPython's tomllib", slow = true, package = "python3", probe = "python3 -c 'import tomllib'", version = "python3 --version",
    run = "python3 tests/outside/cpython.py",
    ways = {
      { "tomllib", "toml10", leave_out = {
        { rows = { "anywhere:27 27 27" }, reason = "three quotes end the string", source = "TOML 1.0, String" },
      }, refuses = {
        { rows = { "anywhere:0D 00..09", "anywhere:0D 0B..FF", "end:0D" }, reason = "a document has CR only before LF",
          source = "TOML 1.0, toml.abnf: newline, mll-char" },
      } },
    },
  },
  {
    name = "Rust's std", package = "rustc", probe = "command -v rustc", version = "rustc --version",
    build = "rustc --edition 2018 -O -o " .. B .. "rust tests/outside/rust.rs", run = B .. "rust",
    ways = {
      { "from_utf8", "utf8" }, { "lossy", "utf8", "repair" }, { "encode_utf16", "utf8", "to16" }, { "decode_utf16", "utf8", "from16" },
      { "from_u32", "utf8", "from32", refuses = { PAIR } },
    },
  },
  {
    name = "OpenJDK", slow = true, package = "default-jdk-headless", probe = "command -v java && command -v javac",
    version = "java -version 2>&1 | head -n 1",
    build = "javac -d " .. B .. " tests/outside/Outside.java",
    run = "java -Xshare:auto -XX:+UseSerialGC -cp " .. B .. " Outside",
    ways = {
      { "UTF-8", "utf8", joins = { JAVA_SURROGATE } }, { "CESU-8", "cesu8lax" }, { "cesu8", "cesu8" }, { "readUTF", "mutf8lenient" },
      { "mutf8", "mutf8" }, { "mutf8paired", "mutf8paired" },
      { "replace", "utf8", "repair", joins = { JAVA_SURROGATE } },
      { "to16", "utf8", "to16" }, { "to32", "utf8", "to32" }, { "from16", "utf8", "from16" },
      { "from32", "utf8", "from32", leave_out = {
        { rows = { "begin:FF FE 00 00" }, reason = "a byte order mark is skipped",
          source = "OpenJDK 17, sun/nio/cs/UTF_32Coder.java" },
      } },
      { "cesu8-from16", "cesu8", "from16" },
      { "readUTF-to16", "mutf8lenient", "to16" }, { "writeUTF-from16", "mutf8", "from16" },
      { "mutf8-utf8", "mutf8_to_utf8", "pair" }, { "utf8-mutf8", "utf8_to_mutf8", "pair" }, { "cesu8-utf8", "cesu8_to_utf8", "pair" },
      { "utf8-cesu8", "utf8_to_cesu8", "pair" },
    },
  },
  {
    name = "JNI", slow = true, package = "default-jdk-headless", probe = "test -f " .. JDK .. "/jni.h",
    version = "java -version 2>&1 | head -n 1",
    build = ("javac -d %s tests/outside/Outside.java && %s -std=c11 -O1 -Wall -Wextra -Werror -shared -fPIC -I %s -I %s/linux"
      .. " -o %slibjni.so tests/outside/jni.c"):format(B, CC, JDK, JDK, B),
    run = "java -Xshare:auto -Xcheck:jni -cp " .. B .. " Outside",
    ways = { { 'jni "$PWD/build/outside/libjni.so"', "mutf8", "from16" } },
  },
  {
    name = "node", slow = true, package = "nodejs", probe = "node -e 'require(\"buffer\").isUtf8.name'",
    version = "node --version", quick = 100, run = "node tests/outside/node.mjs",
    ways = {
      { "isUtf8", "utf8" }, { "fatal", "utf8", brief = true }, { "replacement", "utf8", "repair" }, { "Buffer", "utf8", "repair" },
      { "to16", "utf8", "to16", brief = true }, { "from16", "utf8", "from16" },
      { "replace-to16", "utf8", "to16-lossy" }, { "replace-from16", "utf8", "from16-lossy" },
    },
  },
  {
    name = "ICU", package = "libicu-dev", probe = header "unicode/ucnv.h", version = "pkg-config --modversion icu-uc",
    build = by_pkg_config("icu", "icu-uc"), run = B .. "icu",
    ways = {
      { "UTF-8", "utf8" }, { "CESU-8", "cesu8lax", joins = { ICU_FOUR_BYTES } }, { "UTF-8 replace", "utf8", "repair" },
      { "UTF-8 to16", "utf8", "to16" },
      { "UTF-8 from16", "utf8", "from16" }, { "CESU-8 from16", "cesu8lax", "from16" },
    },
  },
  {
    name = "GLib", package = "libglib2.0-dev", probe = "pkg-config --exists glib-2.0", version = "pkg-config --modversion glib-2.0",
    build = by_pkg_config("glib", "glib-2.0"), run = B .. "glib",
    ways = {
      { "validate", "utf8nonul" },
      { "to16", "utf8", "to16" }, { "to32", "fssutf", "to32", leave_out = { PAIR_IN_TEXT } }, { "from16", "utf8", "from16" },
      { "from32", "fssutf", "from32", leave_out = { PAIR } },
    },
  },
  {
    name = "Perl", slow = true, package = "perl", probe = "perl -MEncode -e 1", version = "perl -e 'print \"perl $^V\"'", quick = 2,
    run = "perl tests/outside/perl.pl",
    ways = {
      { "UTF-8", "utf8interchange" }, { "utf8", "fssutf" }, { "wtf8", "wtf8" }, { "assignables", "assignables" },
      { "generalized", "utf8generalized", brief = true }, { "cesu8lax", "cesu8lax", brief = true }, { "nonul", "utf8nonul", brief = true },
      { "interchange", "utf8interchange", brief = true }, { "mqtt", "mqttstrict", brief = true }, { "xml10", "xml10", brief = true },
      { "yaml12", "yaml12", brief = true }, { "toml10", "toml10", brief = true },
    },
  },
  {
    name = "expat", package = "libexpat1-dev", probe = header "expat.h", version = "pkg-config --modversion expat",
    build = in_c("expat", "-lexpat"), run = B .. "expat",
    ways = { { "", "xml10", leave_out = { MARKUP } } },
  },
  {
    name = "libxml2", package = "libxml2-dev", probe = "pkg-config --exists libxml-2.0", version = "pkg-config --modversion libxml-2.0",
    build = by_pkg_config("libxml2", "libxml-2.0"), run = B .. "libxml2",
    ways = { { "", "xml10", leave_out = { MARKUP } } },
  },
  {
    name = "simdjson", package = "libsimdjson-dev", probe = header("simdjson.h", "-x c++ -std=c++17"),
    version = "pkg-config --modversion simdjson",
    build = "c++ -std=c++17 -O2 -Wall -Wextra -o " .. B .. "simdjson tests/outside/simdjson.cpp -lsimdjson", run = B .. "simdjson",
    ways = { { "best", "utf8" }, { "westmere", "utf8" }, { "fallback", "utf8" } },
  },
  {
    name = "glibc's iconv", package = "libc6-dev", probe = header "iconv.h", version = "ldd --version | head -n 1", quick = 100,
    build = in_c("iconv", ""), run = B .. "iconv",
    ways = {
      { "UTF-8 UTF-32LE check", "utf8" }, { "UTF-8 UTF-16LE", "utf8", "to16" }, { "UTF-8 UTF-32LE", "utf8", "to32" },
      { "UTF-16LE UTF-8", "utf8", "from16" }, { "UTF-32LE UTF-8", "utf8", "from32", refuses = { PAIR } },
    },
  },
  {
    name = "Lua", slow = true, package = "lua5.4", probe = "command -v lua5.4", version = "lua5.4 -v", quick = 100,
    run = "lua5.4 tests/outside/lua.lua",
    ways = { { "strict", "utf8" }, { "lax", "fssutf" } },
  },
  {
    name = "jansson", package = "libjansson-dev", probe = header "jansson.h", version = "pkg-config --modversion jansson", quick = 100,
    build = in_c("jansson", "-ljansson"), run = B .. "jansson",
    ways = { { "", "utf8" } },
  },
  {
    name = "libunistring", package = "libunistring-dev", probe = header "unistr.h",
    version = "printf '#include <unistring/version.h>\\n_LIBUNISTRING_VERSION' | " .. CC .. " -E - | tail -n 1",
    build = in_c("unistring", "-lunistring"), run = B .. "unistring",
    ways = {
      { "check", "utf8" }, { "to16", "utf8", "to16" }, { "to32", "utf8", "to32" }, { "from16", "utf8", "from16" },
      { "from32", "utf8", "from32", refuses = { PAIR } },
    },
  },
  {
    name = "PCRE2", package = "libpcre2-dev", probe = header("pcre2.h", "-DPCRE2_CODE_UNIT_WIDTH=8"),
    version = "pkg-config --modversion libpcre2-8",
    build = in_c("pcre2", "-lpcre2-8"), run = B .. "pcre2",
    ways = { { "", "utf8" } },
  },
  {
    name = "libyaml", package = "libyaml-dev", probe = header "yaml.h", version = "pkg-config --modversion yaml-0.1",
    build = in_c("libyaml", "-lyaml"), run = B .. "libyaml",
    ways = { { "", "yaml12" } },
  },
  {
    name = "libdbus", package = "libdbus-1-dev", probe = "pkg-config --exists dbus-1", version = "pkg-config --modversion dbus-1",
    build = by_pkg_config("dbus", "dbus-1"), run = B .. "dbus",
    ways = { { "", "utf8nonul" } },
  },
  {
    name = "mosquitto", package = "libmosquitto-dev", probe = header "mosquitto.h", version = "pkg-config --modversion libmosquitto",
    build = in_c("mosquitto", "-lmosquitto"), run = B .. "mosquitto",
    ways = { { "", "mqttstrict" } },
  },
  {
    name = "Ruby", slow = true, package = "ruby", probe = "ruby -e 'Encoding.find(\"CESU-8\")'", version = "ruby --version",
    run = "ruby tests/outside/ruby.rb",
    ways = { { "UTF-8", "utf8" }, { "CESU-8", "cesu8" }, { "scrub", "utf8", "repair" }, { "to16", "utf8", "to16" } },
  },
}
