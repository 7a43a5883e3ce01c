-- SPDX-License-Identifier: 0BSD
-- Tests which fault comes first (docs/specs.md, 'What a fault is') in specs that combine pairs, `never` rules, "end", `disallow` and
-- `allow`. The model (gen/language/faults.lua), the judge (tests/lib/judge.lua) and the C (check, expected, streams) agree on short texts.
--
-- The automaton and the profile treat all bytes of a kind alike, so one byte of each kind is enough. After the first byte that makes a text
-- ill-formed, only the rest of one character matters. The test tries all texts of the lowest byte of each kind, the shortest first, up to a
-- length that MOST determines. Then it does so with the first byte of each kind in the spec's examples, up to a length of five or more.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local dir <const> = require "pl.dir"
local automata <const> = require "gen.language.automaton"
local faults <const> = require "gen.language.faults"
local files <const> = require "gen.common.files"
local judge <const> = require "tests.lib.judge"
local pipeline <const> = require "gen.pipeline"
local trials <const> = require "tests.lib.trials"

local WORK <const> = "build/fault_order"
---The most texts of one length, for each of the two sets of bytes.
local MOST <const> = 5000

dir.makepath(WORK)

---Reads lines of bytes in hexadecimal. For each line, it prints the result of `check` and the expected bytes among ASKED. A stream that is
---fed the bytes one by one must give the same result.
local PROGRAM <const> = [[
#include "it.h"
#include <stdio.h>
#include <stdlib.h>
static const unsigned char asked[] = { ASKED };
int main(void)
{
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        unsigned char bytes[64];
        size_t size = 0;
        for (char *at = line, *end; bytes[size] = (unsigned char)strtoul(at, &end, 16), end != at; at = end) {
            size++;
        }
        it_error error, streamed;
        it_stream stream;
        it_stream_start(&stream);
        for (size_t i = 0; i < size; i++) {
            it_stream_feed(&stream, bytes + i, 1);
        }
        it_stream_end(&stream);
        if (it_check(bytes, size, &error)) {
            puts(it_stream_error(&stream, &streamed) ? "its stream finds an error" : "well-formed");
            continue;
        }
        if (!it_stream_error(&stream, &streamed) || streamed.offset != error.offset || streamed.length != error.length ||
            streamed.fault != error.fault || streamed.state != error.state) {
            puts("its stream finds another error");
            continue;
        }
        printf("%d %d %s", (int)error.offset, (int)error.length, it_fault_name(error.fault));
        for (size_t i = 0; i < sizeof asked; i++) {
            if (it_expected(error.state, asked[i])) {
                printf(" %02X", asked[i]);
            }
        }
        putchar('\n');
    }
    return 0;
}
]]

---The kind of each byte: its class, and for each byte range of each row that the profile forbids, whether the range contains the byte.
local function kinds_of(model)
  local kinds = {}
  for byte = 0, 255 do
    local words <const> = { model.automaton.class_of[byte] }
    for _, row in ipairs(model.disallowed) do
      for _, range in ipairs(row.bytes) do
        words[#words + 1] = range.lo <= byte and byte <= range.hi and 1 or 0
      end
    end
    kinds[byte] = table.concat(words, " ")
  end
  return kinds
end

---The lowest byte of each kind.
local function boundary_bytes(model)
  local list, seen, kinds <const> = {}, {}, kinds_of(model)
  for byte = 0, 255 do
    list[#list + 1] = not seen[kinds[byte]] and byte or nil
    seen[kinds[byte]] = true
  end
  return list
end

---The first byte of each kind in a spec's examples.
local function example_bytes(model)
  local list, seen, kinds <const> = {}, {}, kinds_of(model)
  for _, example in ipairs(model.spec.examples) do
    for _, byte in ipairs(example.bytes) do
      list[#list + 1] = not seen[kinds[byte]] and byte or nil
      seen[kinds[byte]] = true
    end
  end
  return list
end

---All texts of these bytes up to some length, the shortest first: at most MOST of each length, and at most 2 * MOST in all.
---@param rest integer a text has at most this many bytes after the one at which it becomes ill-formed
local function texts_of(automaton, bytes, rest)
  local texts, level = {}, { { state = automata.START, dead = 0 } }
  while #texts + #level <= MOST do
    local longer = {}
    for _, text in ipairs(level) do
      for _, byte in ipairs(text.dead <= rest and bytes or {}) do
        local state <const> = text.dead > 0 and automata.DEAD or automaton.next[text.state][byte]
        local new = { state = state, dead = state == automata.DEAD and text.dead + 1 or 0, table.unpack(text) }
        new[#new + 1] = byte
        longer[#longer + 1] = new
      end
      if #longer > MOST then
        return texts
      end
    end
    level = longer
    table.move(level, 1, #level, #texts + 1, texts)
  end
  return texts
end

---The answers of the C that is generated from the spec, one line for each text.
local function answers_of_c(name, spec, bytes, texts)
  local folder <const>, asked, lines = WORK .. "/" .. name, {}, {}
  for i, byte in ipairs(bytes) do
    asked[i] = ("0x%02X"):format(byte)
  end
  for i, text in ipairs(texts) do
    lines[i] = trials.hex(text) .. "\n"
  end
  dir.makepath(folder)
  files.write(folder, {
    { name = "ask.c", text = (PROGRAM:gsub("ASKED", table.concat(asked, ", "))) }, { name = "texts", text = table.concat(lines) },
  })
  local pipe <const> = io.popen(("{ ./u8gen gen %s --prefix it --kernels dfa -o %s >%s/log && %s -std=c99 -Og -Wall -Wextra -Wconversion "
    .. "-Werror -I %s -o %s/ask %s/ask.c %s/it.c && %s/ask < %s/texts; } 2>&1"):format(spec, folder, folder, os.getenv("CC") or "cc",
    folder, folder, folder, folder, folder, folder))
  local answers = {}
  for line in pipe:lines() do
    answers[#answers + 1] = line
  end
  lu.assertTrue(pipe:close(), answers[1])
  return answers
end

---The answer of the judge, as a line in the format of PROGRAM.
local function answer_of_judge(meaning, bytes, text)
  local fault <const> = judge.fault(meaning, text)
  if not fault then
    return "well-formed"
  end
  local words = { ("%d %d %s"):format(fault.offset, fault.length, fault.fault) }
  for _, byte in ipairs(bytes) do
    words[#words + 1] = fault.expected:byte(byte + 1) == ("1"):byte() and ("%02X"):format(byte) or nil
  end
  return table.concat(words, " ")
end

TestFaultOrder = {}

for _, name in ipairs {
  "ends/pairs-after-it", "ends/pairs-and-rows", "ends/pairs-between-neighbors", "ends/pairs-in-a-chain", "ends/pairs-only-after-it",
  "ends/pairs-themselves", "ends/pairs-with-a-shared-name", "ends/two-rules", "pairs/halves-of-two-forms",
  "profiles/empty-form", "profiles/pairs-and-rules", "profiles/planes", "profiles/shared-leads",
} do
  TestFaultOrder["test_model_judge_and_C_agree_on_" .. name:gsub("%W", "_")] = function()
    local spec <const> = ("tests/specs/%s.lua"):format(name)
    local source <const> = assert(files.read(spec))
    local model <const>, meaning <const> = pipeline.understand(source, spec), judge.read(source)
    local bytes <const> = boundary_bytes(model)
    -- With a profile, up to four bytes follow the first wrong byte: the rest of a character that the profile forbids, and one more byte.
    local more <const> = #model.disallowed > 0 and 4 or 0
    local texts <const> = texts_of(model.automaton, bytes, math.max(2, more))
    local of_examples <const> = texts_of(model.automaton, example_bytes(model), math.max(1, more))
    lu.assertTrue(#of_examples[#of_examples] > 4, #of_examples[#of_examples])
    table.move(of_examples, 1, #of_examples, #texts + 1, texts)
    local answers <const> = answers_of_c(name:gsub("%W", "_"), spec, bytes, texts)
    lu.assertEquals(#answers, #texts)
    for i, text in ipairs(texts) do
      local wrong <const> = trials.wrong_fault(meaning, model, text)
      lu.assertNil(wrong, ("%s: %s"):format(trials.hex(text), wrong))
      lu.assertEquals(answers[i], answer_of_judge(meaning, bytes, text), trials.hex(text))
    end
  end
end

---Compares tables of docs/specs.md with gen/language/faults.lua. A row has a text and its fault, such as `truncated` at 1, length 4.
---@param rules string the rules that the tables illustrate; the spec has these rules and the forms of UTF-8, with surrogates
---@param document string the text that has the tables
---@return integer shown the number of texts that were compared
local function compared_texts(rules, document)
  local source <const> = [[
encoding "Shown"
source   "docs/specs.md"
form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF" }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }
]]
  local model <const>, shown = pipeline.understand(source .. rules .. "\n", "shown.lua"), 0
  for text, fault, offset, length in document:gmatch "| `([%x ]+)` | `([%w_]+)` at (%d+), length (%d+) |" do
    local bytes = {}
    for digits in text:gmatch "%x%x" do
      bytes[#bytes + 1] = tonumber(digits, 16)
    end
    local found <const> = faults.of(model, bytes)
    lu.assertEquals(("%s at %d, length %d"):format(found.fault, found.offset, found.length),
      ("%s at %s, length %s"):format(fault, offset, length), text)
    shown = shown + 1
  end
  return shown
end

function TestFaultOrder.test_the_examples_in_specs_md_have_the_documented_faults()
  local document <const> = assert(files.read "docs/specs.md")
  local pairs_ <const> = 'pair { high = "U+D800..U+DBFF", low = "U+DC00..U+DFFF" }\n'
  local rule <const>, profile <const> = document:match "`(never { \"U%+0060\", \"end\", name = \"last\" })`",
    document:match "`(disallow { plane_2 = [^`]*})`"
  local at <const> = document:find(profile, 1, true)
  lu.assertEquals(compared_texts(pairs_ .. rule, document:sub(1, at)), 5)
  lu.assertEquals(compared_texts(profile, document:sub(at)), 4)
end

os.exit(lu.LuaUnit.run())
