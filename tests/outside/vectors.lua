-- SPDX-License-Identifier: 0BSD
-- vectors: the test vectors of other decoders, as bytes in hex.
--
-- In: nothing. Out: a list of { encoding, source, vectors }: the encoding's name in out/, the source of the vectors, and the vectors with
-- the answers that the source expects. A vector is a line:
--
--     C2 80               ok             well-formed
--     C0                  bad            ill-formed
--     41 C3 A9 20 FF      at 4           ill-formed, and well-formed before that byte
--     41 C3 A9 20 E0 A0   at 4 length 2  the same, with the length of the fault
--     C0 AF 41            -> EF BF BD EF BF BD 41     repaired
--
-- `80..BF` denotes all bytes of the range, one after the other.

local M = {}

local function add(encoding, source, vectors)
  M[#M + 1] = { encoding = encoding, source = source, vectors = vectors }
end

add("utf8", "The Unicode Standard, chapter 3, Table 3-4: examples of encoding forms", [[
4D ok
D0 B0 ok
E4 BA 8C ok
F0 90 8C 82 ok
4D D0 B0 E4 BA 8C F0 90 8C 82 ok
]])

add("utf8", "The Unicode Standard, chapter 3, D92 and its text: C0 AF and E0 9F 80 are ill-formed, F4 80 83 92 is well-formed", [[
C0 AF bad
E0 9F 80 bad
F4 80 83 92 ok
]])

add("utf8", "The Unicode Standard, chapter 3, Tables 3-8 to 3-11: U+FFFD substitution of maximal subparts", [[
C0 AF E0 80 BF F0 81 82 41 -> EF BF BD EF BF BD EF BF BD EF BF BD EF BF BD EF BF BD EF BF BD EF BF BD 41
ED A0 80 ED BF BF ED AF 41 -> EF BF BD EF BF BD EF BF BD EF BF BD EF BF BD EF BF BD EF BF BD EF BF BD 41
F4 91 92 93 FF 41 80 BF 42 -> EF BF BD EF BF BD EF BF BD EF BF BD EF BF BD 41 EF BF BD EF BF BD 42
E1 80 E2 F0 91 92 F1 BF 41 -> EF BF BD EF BF BD EF BF BD EF BF BD 41
]])

add("utf8", "Markus Kuhn, UTF-8 decoder capability and stress test, sections 1 to 3 (a decoder of up to U+10FFFF)", [[
CE BA E1 BD B9 CF 83 CE BC CE B5 ok
00 ok
C2 80 ok
E0 A0 80 ok
F0 90 80 80 ok
F8 88 80 80 80 bad
FC 84 80 80 80 80 bad
7F ok
DF BF ok
EF BF BF ok
F7 BF BF BF bad
FB BF BF BF BF bad
FD BF BF BF BF BF bad
ED 9F BF ok
EE 80 80 ok
EF BF BD ok
F4 8F BF BF ok
F4 90 80 80 bad
80 bad
BF bad
80 BF bad
80 BF 80 bad
80 BF 80 BF bad
80 BF 80 BF 80 bad
80 BF 80 BF 80 BF bad
80 BF 80 BF 80 BF 80 bad
80..BF bad
C0 20 bad
DF 20 bad
E0 20 bad
EF 20 bad
F0 20 bad
F7 20 bad
F8 20 bad
FB 20 bad
FC 20 bad
FD 20 bad
C0 bad
E0 80 bad
F0 80 80 bad
F8 80 80 80 bad
FC 80 80 80 80 bad
DF at 0 length 1
EF BF at 0 length 2
F7 BF BF bad
FB BF BF BF bad
FD BF BF BF BF bad
C0 E0 80 F0 80 80 F8 80 80 80 FC 80 80 80 80 DF EF BF F7 BF BF FB BF BF BF FD BF BF BF BF bad
FE bad
FF bad
FE FE FF FF bad
]])

add("utf8", "Markus Kuhn, UTF-8 decoder capability and stress test, sections 4 and 5: overlong sequences, illegal code positions", [[
C0 AF bad
E0 80 AF bad
F0 80 80 AF bad
F8 80 80 80 AF bad
FC 80 80 80 80 AF bad
C1 BF bad
E0 9F BF bad
F0 8F BF BF bad
F8 87 BF BF BF bad
FC 83 BF BF BF BF bad
C0 80 bad
E0 80 80 bad
F0 80 80 80 bad
F8 80 80 80 80 bad
FC 80 80 80 80 80 bad
ED A0 80 bad
ED AD BF bad
ED AE 80 bad
ED AF BF bad
ED B0 80 bad
ED BE 80 bad
ED BF BF bad
ED A0 80 ED B0 80 bad
ED A0 80 ED BF BF bad
ED AD BF ED B0 80 bad
ED AD BF ED BF BF bad
ED AE 80 ED B0 80 bad
ED AE 80 ED BF BF bad
ED AF BF ED B0 80 bad
ED AF BF ED BF BF bad
EF BF BE ok
EF BF BF ok
]])

-- The same file's tests of boundaries and of overlong sequences of up to six bytes apply to FSS-UTF, which encodes up to 31 bits.
add("fssutf", "Markus Kuhn, UTF-8 decoder capability and stress test, sections 2 to 4 (a decoder of 31 bits)", [[
F8 88 80 80 80 ok
FC 84 80 80 80 80 ok
F7 BF BF BF ok
FB BF BF BF BF ok
FD BF BF BF BF BF ok
F4 90 80 80 ok
F8 80 80 80 bad
FC 80 80 80 80 bad
F7 BF BF at 0 length 3
FB BF BF BF at 0 length 4
FD BF BF BF BF at 0 length 5
F8 80 80 80 AF bad
FC 80 80 80 80 AF bad
F8 87 BF BF BF bad
FC 83 BF BF BF BF bad
F8 80 80 80 80 bad
FC 80 80 80 80 80 bad
FE bad
FF bad
]])

add("utf8interchange", "Markus Kuhn, UTF-8 decoder capability and stress test, section 5.3: noncharacters", [[
EF BF BE at 0
EF BF BF at 0
EF B7 90 at 0
EF B7 AF at 0
F0 9F BF BE at 0
F0 9F BF BF at 0
F0 AF BF BE at 0
F3 BF BF BF at 0
F4 8F BF BE at 0
F4 8F BF BF at 0
]])

add("utf8", "web-platform-tests, encoding/textdecoder-fatal.any.js", [[
FF bad
C0 bad
E0 bad
C0 00 bad
C0 C0 bad
E0 00 bad
E0 C0 bad
E0 80 00 bad
E0 80 C0 bad
FC 80 80 80 80 80 bad
FE 80 80 80 80 80 bad
C0 80 bad
E0 80 80 bad
F0 80 80 80 bad
F8 80 80 80 80 bad
C1 BF bad
E0 81 BF bad
F0 80 81 BF bad
F8 80 80 81 BF bad
FC 80 80 80 81 BF bad
E0 9F BF bad
F0 80 9F BF bad
F8 80 80 9F BF bad
FC 80 80 80 9F BF bad
F0 8F BF BF bad
F8 80 8F BF BF bad
FC 80 80 8F BF BF bad
F8 84 8F BF BF bad
FC 80 84 8F BF BF bad
ED A0 80 bad
ED B0 80 bad
ED A0 80 ED B0 80 bad
E2 99 A5 ok
E2 99 at 0 length 2
]])

add("utf8", "Go, src/unicode/utf8/utf8_test.go: utf8map, surrogateMap and validTests", [[
00 ok
01 ok
7E ok
7F ok
C2 80 ok
C2 81 ok
C2 BF ok
C3 80 ok
C3 81 ok
C3 88 ok
C3 90 ok
C3 A0 ok
C3 B0 ok
C3 B8 ok
C3 BF ok
C4 80 ok
DF BF ok
D0 80 ok
E0 A0 80 ok
E0 A0 81 ok
E1 80 80 ok
ED 80 80 ok
ED 9F BF ok
EE 80 80 ok
EF BF BE ok
EF BF BF ok
F0 90 80 80 ok
F0 90 80 81 ok
F1 80 80 80 ok
F4 8F BF BE ok
F4 8F BF BF ok
EF BF BD ok
ED A0 80 bad
ED BF BF bad
61 61 E2 at 2
42 FA at 1
42 FA 43 at 1
61 EF BF BD 62 ok
F4 90 80 80 bad
F7 BF BF BF bad
FB BF BF BF BF bad
C0 80 bad
]])

add("utf8", "Go, src/unicode/utf8/utf8_test.go: invalidSequenceTests, ill-formed from the first byte on", [[
ED A0 80 80 at 0
ED BF BF 80 at 0
91 80 80 80 at 0
C2 7F 80 80 at 0
C2 C0 80 80 at 0
DF 7F 80 80 at 0
DF C0 80 80 at 0
E0 9F BF 80 at 0
E0 A0 7F 80 at 0
E0 BF C0 80 at 0
E0 C0 80 80 at 0
E1 7F BF 80 at 0
E1 80 7F 80 at 0
E1 BF C0 80 at 0
E1 C0 80 80 at 0
ED 7F BF 80 at 0
ED 80 7F 80 at 0
ED 9F C0 80 at 0
F0 8F BF BF at 0
F0 90 7F BF at 0
F0 90 80 7F at 0
F0 BF BF C0 at 0
F0 BF C0 80 at 0
F0 C0 80 80 at 0
F1 7F BF BF at 0
F1 80 7F BF at 0
F1 80 80 7F at 0
F1 BF BF C0 at 0
F1 BF C0 80 at 0
F1 C0 80 80 at 0
F4 7F BF BF at 0
F4 80 7F BF at 0
F4 80 80 7F at 0
F4 8F BF C0 at 0
F4 8F C0 80 at 0
F4 90 80 80 at 0
]])

-- Where Rust's error_len() is None, the text ends inside a character, and its last bytes are one fault.
add("utf8", "Rust, library/alloctests/tests/str.rs: from_utf8_error, valid_up_to and error_len", [[
41 C3 A9 20 FF 20 at 4 length 1
41 C3 A9 20 80 20 at 4 length 1
41 C3 A9 20 C1 20 at 4 length 1
41 C3 A9 20 C1 at 4 length 1
41 C3 A9 20 C2 at 4 length 1
41 C3 A9 20 C2 20 at 4 length 1
41 C3 A9 20 C2 C0 at 4 length 1
41 C3 A9 20 E0 at 4 length 1
41 C3 A9 20 E0 9F at 4 length 1
41 C3 A9 20 E0 A0 at 4 length 2
41 C3 A9 20 E0 A0 C0 at 4 length 2
41 C3 A9 20 E0 A0 20 at 4 length 2
41 C3 A9 20 ED A0 80 20 at 4 length 1
41 C3 A9 20 F1 at 4 length 1
41 C3 A9 20 F1 80 at 4 length 2
41 C3 A9 20 F1 80 80 at 4 length 3
41 C3 A9 20 F1 20 at 4 length 1
41 C3 A9 20 F1 80 20 at 4 length 2
41 C3 A9 20 F1 80 80 20 at 4 length 3
]])

add("utf8", "Rust, library/alloctests/tests/str.rs: is_utf8, and string.rs: from_utf8_lossy", [[
C0 AE bad
E0 80 AF bad
E0 81 81 bad
F0 82 82 AC bad
F4 90 80 80 bad
C2 80 ok
DF BF ok
E0 A0 80 ok
ED 9F BF ok
EE 80 80 ok
EF BF BF ok
F0 90 80 80 ok
F4 8F BF BF ok
48 C2 20 54 FF 20 47 -> 48 EF BF BD 20 54 EF BF BD 20 47
48 C0 80 20 54 E6 83 20 47 -> 48 EF BF BD EF BF BD 20 54 EF BF BD 20 47
F5 66 6F 6F F5 80 62 61 72 -> EF BF BD 66 6F 6F EF BF BD EF BF BD 62 61 72
F1 66 6F 6F F1 80 62 61 72 F1 80 80 62 61 7A -> EF BF BD 66 6F 6F EF BF BD 62 61 72 EF BF BD 62 61 7A
F4 66 6F 6F F4 80 62 61 72 F4 BF 62 61 7A -> EF BF BD 66 6F 6F EF BF BD 62 61 72 EF BF BD EF BF BD 62 61 7A
F0 80 80 80 66 6F 6F F0 90 80 80 62 61 72 -> EF BF BD EF BF BD EF BF BD EF BF BD 66 6F 6F F0 90 80 80 62 61 72
ED A0 80 66 6F 6F ED BF BF 62 61 72 -> EF BF BD EF BF BD EF BF BD 66 6F 6F EF BF BD EF BF BD EF BF BD 62 61 72
]])

-- ED AE 80 and ED B0 80 have no length here: each is one fault of three bytes to the JDK, and three faults in Unicode's tables.
add("utf8", "OpenJDK, test/jdk/sun/nio/cs/TestUTF8.java: malformed, with the length of the malformed bytes", [[
FF at 0 length 1
C0 at 0 length 1
80 at 0 length 1
FF FF at 0 length 1
A0 80 at 0 length 1
C0 80 at 0 length 1
C1 BF at 0 length 1
C2 00 at 0 length 1
C2 C0 at 0 length 1
D0 00 at 0 length 1
D0 C0 at 0 length 1
DF 00 at 0 length 1
DF C0 at 0 length 1
E0 80 80 at 0 length 1
E0 81 BF at 0 length 1
E0 9F BF at 0 length 1
E0 C0 BF at 0 length 1
E0 A0 7F at 0 length 2
E0 A0 C0 at 0 length 2
E1 80 42 at 0 length 2
E0 C0 80 at 0 length 1
E0 80 C0 at 0 length 1
E0 41 at 0 length 1
E1 40 at 0 length 1
ED AE 80 at 0
ED B0 80 at 0
F0 80 80 80 at 0 length 1
F0 80 81 BF at 0 length 1
F0 80 9F BF at 0 length 1
F0 8F BF BF at 0 length 1
F0 C0 80 80 at 0 length 1
F0 29 at 0 length 1
F0 90 C0 80 at 0 length 2
F0 90 80 C0 at 0 length 3
F0 90 41 at 0 length 2
F1 C0 80 80 at 0 length 1
F1 80 C0 80 at 0 length 2
F1 80 80 C0 at 0 length 3
F4 90 80 C0 at 0 length 1
F4 C0 80 C0 at 0 length 1
F5 80 80 C0 at 0 length 1
F6 80 80 80 at 0 length 1
F6 80 80 at 0 length 1
F6 80 at 0 length 1
F6 at 0 length 1
F5 80 80 80 at 0 length 1
F5 80 80 at 0 length 1
F5 80 at 0 length 1
F5 at 0 length 1
F4 90 80 80 at 0 length 1
F4 90 80 at 0 length 1
F4 90 at 0 length 1
F4 7F 80 80 at 0 length 1
F4 7F at 0 length 1
F0 80 80 at 0 length 1
F0 80 at 0 length 1
F0 C0 80 at 0 length 1
F0 C0 at 0 length 1
F8 80 80 80 80 at 0 length 1
F8 C0 80 80 80 at 0 length 1
F8 80 C0 80 80 at 0 length 1
F8 80 80 C1 BF at 0 length 1
F8 80 80 9F C0 at 0 length 1
FC 80 80 80 80 80 at 0 length 1
FC 80 80 80 81 BF at 0 length 1
FC 80 80 8F BF BF at 0 length 1
]])

add("cesu8", "OpenJDK, test/jdk/sun/nio/cs/TestUTF8.java: malformed_cesu8, with the length of the malformed bytes", [[
FF at 0 length 1
C0 at 0 length 1
80 at 0 length 1
A0 80 at 0 length 1
C0 80 at 0 length 1
C1 BF at 0 length 1
C2 00 at 0 length 1
C2 C0 at 0 length 1
DF C0 at 0 length 1
E0 80 80 at 0 length 1
E0 9F BF at 0 length 1
E0 A0 7F at 0 length 2
E0 A0 C0 at 0 length 2
E0 C0 80 at 0 length 1
E0 80 C0 at 0 length 1
F0 80 80 80 at 0 length 1
F0 8F BF BF at 0 length 1
F0 29 at 0 length 1
F0 90 C0 80 at 0 length 1
F0 90 80 C0 at 0 length 1
F0 90 41 at 0 length 1
F1 80 80 C0 at 0 length 1
F4 90 80 C0 at 0 length 1
F8 80 80 80 80 at 0 length 1
FC 80 80 80 80 80 at 0 length 1
]])

add("cesu8", "Unicode Technical Report 26, section 3: U+10000 and UTF-16's D800 DC00", [[
4D ok
C3 A9 ok
ED A0 80 ED B0 80 ok
F0 90 80 80 bad
ED A0 80 bad
]])

add("wtf8", "The WTF-8 encoding, section 3: a pair of surrogates has four bytes, as in UTF-8; a lone surrogate has three", [[
F0 9F 92 A9 ok
ED A0 BD ok
ED B2 A9 ok
ED A0 BD ED B2 A9 bad
ED B2 A9 ED A0 BD ok
]])

return M
