-- SPDX-License-Identifier: 0BSD
-- Certificates: verify/certificate.py accepts two certificates of out/ and three others. If the certificate, the C or the header is
-- changed, the program names the error.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local json <const> = require "tests.lib.json"
local place <const> = require "tests.lib.workplace" "certificate_test"

local CHECK <const> = ("python3 '%s/verify/certificate.py' "):format(place.root)

---Mistakes in a copy of wtf8, in groups. The mistakes of a group are planted at once, and are independent. Each has the ending of the file,
---the text there, its replacement, and a part of the output.
local MISTAKES <const> = {
  claims = {
    { "json", '"spec": "', '"spec": "0', "bodies and the spec's hash: wtf8.c was made from" },
    { "json", '"after_F4": "80..8F tail_2"', '"after_F4": "80..90 tail_2"',
      "the automaton is that of the rows: the two automata differ on the text F4 90 80 80" },
    { "json", '"characters": [128, 1920', '"characters": [128, 1921',
      "characters: computed [128, 1920, 63488, 1048576]; the certificate says [128, 1921" },
    { "json", '"bytes": 5', '"bytes": 6', "bytes of a window: computed 5; the certificate says 6" },
    { "json", '"apart": ["02 80"', '"apart": ["C2 7F"', "nibbles: cover: one product can have both C27F and C200, which are in `apart`" },
  },
  contexts_and_rules = {
    { "json", '"barred": [2]', '"barred": []',
      "the automaton is that of the rows: the two automata differ on the text ED A0 80 ED B0 80" },
    { "json", '"products": [\n        {"prev_high": "0-7"', '"products": [\n        {"prev_high": "0-6"',
      "nibbles: cover: the cover lacks the wrong pair 7080" },
    { "c", "wtf8_prev_high[16] = {\n    WTF8_RULE_TOO_LONG", "wtf8_prev_high[16] = {\n    WTF8_RULE_TOO_LONG | 0x10",
      "nibbles: rules: prev_high[0] is 11 in the C, and 01" },
  },
  rows = {
    { "json", '"E0 A0..BF 80..BF"', '"E0 A1..BF 80..BF"',
      "the automaton is that of the rows: the two automata differ on the text E0 A0 80" },
  },
  tables_and_words = {
    { "h", "WTF8_H", "WTF9_H", "bodies and the spec's hash: wtf8." },
    { "c", " 0,  13,  26,  52,  65, 104", " 0,  13,  26,  52,  52, 104",
      "the tables of dfa in the C have the language of the rows: the two automata differ on the text ED" },
    { "c", "wtf8_demand[0] - 0x80", "wtf8_demand[0] - 0x7F", "sse: windows flag exactly the ill-formed texts: " },
    { "c", "V(or)(c2, c3)", "V(and)(c2, c3)", "avx2: windows flag exactly the ill-formed texts: " },
    { "c", "wtf8_this_class[128] ALIGNED = {\n    0x00", "wtf8_this_class[128] ALIGNED = {\n    0x02",
      "classes: rules: this[0] is 02 in the C, and 00" },
  },
  products = {
    { "json", '"products": [\n        {"prev_high": "0-7"', '"products": [\n        {"prev_high": "0-8"',
      "nibbles: cover: the cover has the pair 8080, which well-formed texts have" },
  },
  code = {
    { "c", "V(xor)(V(and)(c0, c1), demanded)", "__import__(demanded)", "_combine has code other than calls of words" },
  },
}

TestCertificates = {}

function TestCertificates:setUp() -- luacheck: ignore 212
  lu.skipIf(not os.execute "command -v python3 >/dev/null", "python3 is missing")
  place.clear()
end

function TestCertificates.test_certificates_of_out_hold()
  place.expect(("%s '%s/out/cesu8' '%s/out/cesu8lax'"):format(CHECK, place.root, place.root), 0,
    "  passed  simd128: windows flag exactly", ", 0 failed")
end

function TestCertificates.test_the_certificate_of_a_single_header_without_vectors_holds()
  place.expect("u8gen gen cesu-8-lax --kernels dfa --single-header --prefix one -o one", 0)
  lu.assertNotStrContains(place.expect(CHECK .. "one", 0, "0 failed"), "windows flag")
  lu.assertNil(json.decode(place.read "one/one.json").nibbles)
end

---The vector code of this spec has long expressions, which are on several lines.
function TestCertificates.test_a_certificate_of_many_rules_holds()
  place.expect(("u8gen gen '%s/tests/specs/never/chain.lua' -o chain"):format(place.root), 0)
  place.expect(CHECK .. "chain", 0, "  passed  avx2: windows flag exactly", ", 0 failed")
end

function TestCertificates.test_windows_may_ignore_rules_on_the_end_only_if_leaves_end_is_true()
  place.expect(("u8gen gen '%s/tests/specs/ends/not-after-cr.lua' --kernels dfa,sse -o cr"):format(place.root), 0)
  place.expect(CHECK .. "cr", 0, "  passed  sse: windows flag exactly", ", 0 failed")
  place.edit("cr/notaftercr.json", '"leaves_end": true', '"leaves_end": false')
  place.expect(CHECK .. "cr", 1, "sse: windows flag exactly the ill-formed texts: 0D is not flagged, but ill-formed")
end

for name, mistakes in next, MISTAKES do
  TestCertificates["test_mistakes_in_" .. name] = function()
    place.sh(("mkdir wtf8 && cp '%s'/out/wtf8/wtf8.[chj]* wtf8"):format(place.root))
    local facts <const> = {}
    for i, mistake in ipairs(mistakes) do
      place.edit("wtf8/wtf8." .. mistake[1], mistake[2], mistake[3])
      facts[i] = mistake[4]
    end
    place.expect(CHECK .. "wtf8", 1, table.unpack(facts))
  end
end

os.exit(lu.LuaUnit.run())
