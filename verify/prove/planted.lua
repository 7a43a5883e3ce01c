-- SPDX-License-Identifier: 0BSD
-- planted: plants mistakes in proved functions of UTF-8. The proof of the function that contains the mistake must fail.
--
-- In: nothing, or the name of a function; without a name, functions that `make prove` leaves out are skipped. Out: one line per entry of
-- PLANTED: refused, with the goals that fail; NOT refused; a problem; or skipped. Then one line for each function that rows.lua, swar.lua
-- and points.lua prove.
--
-- Each entry of PLANTED replaces a text in one function, or in the contract above it, in a copy of the annotated file. $U stands for UTF8.

package.path = "./?.lua;" .. package.path

local acsl = require "gen.emit.acsl"
local files = require "gen.common.files"
local frama_c = require "verify.prove.frama_c"
local functions = require "verify.prove.functions"
local points = require "verify.prove.points"
local prove = require "verify.prove.prove"
local rows = require "verify.prove.rows"
local swar = require "verify.prove.swar"

---The seconds that a prover has for one goal of a function with a mistake. On a false goal, a prover often uses all of them.
local TIMEOUT <const> = 5

---The description of a mistake in a contract; all others are in code.
local OPPOSITE <const> = "the contract's opposite"

---{ function, text in it or in its contract, replacement, description, the property of WP that the mistake breaks }
local PLANTED <const> = {
  { "dfa_valid", "i < size && state != $U_DEAD", "i <= size && state != $U_DEAD", "reads a byte after the text", "mem_access" },
  { "dfa_valid", "i < size && state != $U_DEAD", "i + 1 < size && state != $U_DEAD", "leaves the last byte out", "living" },
  { "dfa_valid", "ensures only_well_formed: \\result ==>", "ensures only_well_formed: !\\result ==>", OPPOSITE,
    "only_well_formed" },
  { "dfa_valid_prefix", "end = i + 1", "end = i", "a prefix without its last byte", "ends_well" },
  { "dfa_valid_prefix", "is_well_formed: well_formed", "is_well_formed: !well_formed", OPPOSITE, "is_well_formed" },
  { "eight_steps", "at[3]] >> (state & 63)", "at[3]] >> (state & 31)", "a mask of five bits", "steps" },
  { "eight_steps", "table[at[7]]", "table[at[6]]", "a block without its last byte", "steps" },
  { "shift_valid", "size - i >= 16", "size - i >= 15", "reads a byte after the text", "@requires" },
  { "shift_valid", "(state, bytes + i), bytes + i + 8)", "(state, bytes + i), bytes + i + 7)", "a block one byte short", "reached" },
  { "shift_valid", "for (; i < size; i++)", "for (; i + 1 < size; i++)", "leaves the last byte out", "only_well_formed" },
  { "shift_valid", "ensures all_well_formed: well", "ensures all_well_formed: !well", OPPOSITE, "all_well_formed" },
  { "shift_valid_prefix", "i < size; i++", "i <= size; i++", "reads a byte after the text", "mem_access" },
  { "shift_valid_prefix", "end = i + 1", "end = i", "a prefix without its last byte", "ends_well" },
  { "shift_valid_prefix", "bytes[i]] >> (state & 63)", "bytes[i]] >> (state & 62)", "a wrong mask", "reached" },
  { "high_bits_8", "&word, bytes, 8)", "&word, bytes - 1, 8)", "a word one byte off", "plain" },
  { "ascii_16", "0x8080808080808080", "0x80808080808080", "a wrong mask", "plain" },
  { "ascii_16", "bytes + 8)", "bytes + 7)", "a block one byte short", "plain" },
  { "high_bits_32", "bytes + 24)", "bytes + 16)", "a block one word short", "plain" },
  { "ascii_64", "bytes + 32)", "bytes + 31)", "a block one byte short", "plain" },
  { "state_after", "at[63]] >> (state & 63)", "at[63]] >> (state & 31)", "a wrong mask", "reached" },
  { "state_after", "states[size - 61]", "states[64 - size]", "the state after another number of bytes", "reached" },
  { "swar_dense", "size - i > 64", "size - i >= 64", "reads a byte after the text", "@requires" },
  { "swar_dense", "i = next;", "i = next - 1;", "a block one byte short", "begins" },
  { "swar_end", "bytes + size - 16)", "bytes + size - 17)", "the last word is one byte off", "only_well_formed" },
  { "swar_end", "i += 8;", "i += 9;", "leaves a byte out", "reached" },
  { "swar_valid_prefix", "i += 64;", "i += 65;", "skips a byte that was not tested", "begins" },
  { "swar_valid_prefix", "        return size;", "        return size - 1;", "leaves the last byte out", "none_longer" },
  { "few_ascii", "[size / 2]", "[size / 3]", "a byte left out", "calm" },
  { "swar_many_valid", "bytes + last - second)", "bytes + second)", "a block left out", "only_well_formed" },
  { "swar_valid", "ensures all_well_formed: well", "ensures all_well_formed: !well", OPPOSITE, "all_well_formed" },
  { "swar_valid_prefix", "size - i >= 64", "size - i >= 63", "reads a byte after the text", "@requires" },
  { "re2c_valid_prefix", "*)text + size", "*)text + size + 1", "continues after the text", "@requires" },
  { "re2c_valid_prefix", "within: \\result <= size", "within: \\result > size", OPPOSITE, "within" },
  { "sse_ascii_end", "size - i >= UTF8_SSE_BLOCK &&", "size - i >= UTF8_SSE_BLOCK - 1 &&", "reads a byte after the text", "@requires" },
  { "sse_run", "    for (; from < to; from", "    for (; from + UTF8_SSE_WIDTH < to; from", "leaves the last vector out",
    "@ensures" },
  { "sse_medium_valid", "errors(end));\n", "errors(end - 1));\n", "the last vector is one byte off", "no_window_is_bad" },
  { "sse_medium_valid", "no_window_is_bad: \\result", "no_window_is_bad: !\\result", OPPOSITE, "no_window_is_bad" },
  { "sse_brief_valid", "i < last ? i : last", "i < last ? i : last - 1", "the last vector is one byte off", "@invariant" },
  { "boundary", "at > first &&", "at >= first &&", "reads a byte before the text", "@invariant" },
  { "segment", "while (length < size &&", "while (length <= size &&", "reads a byte after the text", "@invariant" },
  { "segment", "a_character: *whole ==>", "a_character: !*whole ==>", OPPOSITE, "a_character" },
  { "segment_at", "begin > least &&", "begin >= least &&", "reads a byte before the text", "@invariant" },
  { "tail_from", "tail.at = i;", "tail.at = i - 1;", "a rest that begins too early", "@invariant" },
  { "row_of", "i < count; i++", "i <= count; i++", "reads a row after the table", "@requires" },
  { "diagnose", "length += length == 0", "length += length != 0", "an error of no bytes", "within" },
  { "check", "if (offset != size)", "if (offset + 1 != size)", "an error at the last byte is ignored", "within" },
  { "check", "is_well_formed: error != \\null ==> well", "is_well_formed: error != \\null ==> !well", OPPOSITE,
    "is_well_formed" },
  { "stream_take", "length - held < size; length++", "length - held <= size; length++", "reads a byte after the piece", "mem_access" },
  { "stream_resume", "at < size && state", "at <= size && state", "reads a byte after the piece", "mem_access" },
  { "stream_feed", "at + i < size ? at + i : size - 1", "at + i", "reads bytes after the piece", "mem_access" },
  { "stream_end", "ended: stream->held == $U_STREAM_ENDED ||", "ended: stream->held != $U_STREAM_ENDED &&", OPPOSITE,
    "ended" },
  { "previous_segment", "bytes, size, end - 1,", "bytes, size, end,", "reads the byte after the text", "@requires" },
}

---Makes two jobs per mistake: the function without it, and with it. A function that fails without it would be rejected with any mistake.
local function jobs_of(subject, one, i, planted)
  local from <const>, to <const> = planted[2]:gsub("%$U", subject.prefix:upper()), planted[3]:gsub("%$U", subject.prefix:upper())
  local place <const> = assert(subject.text:find("%f[%w_]" .. one.name .. "%([^;{]*%)\n{"), one.name)
  local head = place
  for at in subject.text:sub(1, place):gmatch("()\n/%*@") do
    head = at
  end
  local at <const>, stop <const> = subject.text:find(from, head, true)
  assert(at, one.name .. ": error: the text to replace is not there: " .. from)
  local name <const>, folder <const> = ("planted-%d.c"):format(i), "build/prove/" .. subject.prefix
  local text <const> = subject.text:sub(1, at - 1) .. to .. subject.text:sub(stop + 1)
  assert((acsl.stripped(text) == acsl.stripped(subject.text)) == (planted[4] == OPPOSITE),
    one.name .. ": error: in code, a mistake must change code; in a contract, only the contract: " .. from)
  files.write(folder, { { name = name, text = text } })
  local pair <const> = { prove.job(subject, one), prove.job(subject, one) }
  for _, job in ipairs(pair) do
    job.smoke, job.property, job.log = false, planted[5], nil
  end
  pair[1].cache = "update"
  pair[2].cache, pair[2].file, pair[2].timeouts = "none", folder .. "/" .. name, { TIMEOUT }
  return pair
end

---Returns the names of a job's goals that are not proved.
local function missing(job, result)
  local list <const> = {}
  for _, goal in ipairs(result.goals) do
    list[#list + 1] = goal.verdict ~= "valid" and goal.name:gsub("^" .. job.name .. "_", "") or nil
  end
  return list
end

---Flips one bit of each number in the text of shift's table, one of the 54 bits that the states use. Prints one line.
---@return integer passed
---@return integer failed
local function flipped_rows(subject)
  local head <const>, folder <const> = subject.prefix .. "_shift_table[256] = {", "build/prove/" .. subject.prefix
  local at = assert(subject.text:find(head, 1, true))
  local stop <const>, passed, failed, bit = subject.text:find("};", at, true), 0, 0, 0
  while true do
    local first <const>, last <const>, word <const> = subject.text:find("(0x%x+)", at)
    if not first or first > stop then
      break
    end
    local other <const> = ("0x%016X"):format(math.tointeger(word) ~ 1 << bit)
    local text <const> = subject.text:sub(1, first - 1) .. other .. subject.text:sub(last + 1)
    local held <const>, all <const> = rows.check(subject.prefix, text, folder)
    local refused <const> = held and all > 0 and held > 0 and held < all
    passed, failed = passed + (refused and 1 or 0), failed + (refused and 0 or 1)
    at, bit = last, (bit + 7) % 54
  end
  io.write(("%-20s %-36s refused: %d of %d\n"):format("shift_row", "a flipped bit of each word", passed, passed + failed))
  return passed, failed
end

---Plants a mistake in NAME_high_bits: the word is shifted. Prints one line. @return integer passed, integer failed
local function wrong_words(subject)
  local name <const>, text <const> = subject.prefix .. "_high_bits(uint64_t word)\n{\n    return ", subject.text
  local _, at <const> = assert(text:find(name, 1, true))
  local held <const>, all <const> = swar.words(subject.prefix, text:sub(1, at) .. "word << 1 | " .. text:sub(at + 1):gsub("word", "0", 1),
    "build/prove/" .. subject.prefix)
  local refused <const> = all > 0 and held < all
  io.write(("%-20s %-36s %s\n"):format("high_bits", "a shifted word", refused and "refused: plain" or "NOT refused: its facts are proved"))
  return refused and 1 or 0, refused and 0 or 1
end

---Mistakes in the functions that points.lua proves: { text, replacement }.
local POINTS <const> = {
  spell = { { "<= 0x7FFU", "<= 0x800U" }, { ">= 0xD800U", ">= 0xD801U" }, { "<= 0xDFFFU", "<= 0xE000U" },
    { "<= 0x10FFFFU", "<= 0x110000U" }, { "0xE0U", "0xE1U" }, { ">> 18", ">> 17" }, { "& 0x3FU", "& 0x1FU" } },
  code_point = { { "0x7FU", "0x3FU" }, { "<< 12", "<< 11" }, { "0x07U", "0x03U" }, { "length == 2", "length == 3" },
    { "bytes[3]", "bytes[2]" } },
}

---Plants each mistake of POINTS in the function `name`, which `check` proves. Prints one line. @return integer passed, integer failed
local function wrong_points(subject, name, check)
  local text <const>, folder <const>, passed = subject.text, "build/prove/" .. subject.prefix, 0
  local place <const> = assert(text:find("%f[%w_]" .. subject.prefix .. "_" .. name .. "%([^;{]*%)\n{"), name)
  for _, one in ipairs(POINTS[name]) do
    local from <const>, to <const> = text:find(one[1], place, true)
    assert(from, name .. ": error: the text to replace is not there: " .. one[1])
    local held <const>, all <const> = check(subject.prefix, text:sub(1, from - 1) .. one[2] .. text:sub(to + 1), folder)
    passed = passed + (held > 0 and held < all and 1 or 0)
  end
  io.write(("%-20s %-36s refused: %d of %d\n"):format(name, "a wrong bound, mask, shift or byte", passed, #POINTS[name]))
  return passed, #POINTS[name] - passed
end

local jobs, mistakes, skipped = {}, {}, 0
local subject <const> = prove.subject("utf-8")
for _, one in ipairs(functions.of(subject.text, subject.prefix)) do
  for i, planted in ipairs(PLANTED) do
    if one.name == subject.prefix .. "_" .. planted[1] and (#arg == 0 or arg[1] == planted[1]) then
      local reason <const> = #arg == 0 and prove.left_out(one.name)
      if reason then
        skipped = skipped + 1
        io.write(("%-20s %-36s skipped: %s\n"):format(planted[1], planted[4], reason))
      else
        table.move(jobs_of(subject, one, i, planted), 1, 2, #jobs + 1, jobs)
        mistakes[#mistakes + 1] = planted
      end
    end
  end
end
assert(#arg > 0 or #mistakes + skipped == #PLANTED, "error: PLANTED names a function that utf8.c does not have")

local passed, failed, before = 0, 0, nil
frama_c.each(jobs, function(i, result)
  local planted <const>, list <const> = mistakes[(i + 1) // 2], missing(jobs[i], result)
  if i % 2 == 1 then
    before = { list = list, problem = result.problem }
    return
  end
  local problem <const> = before.problem or result.problem or #before.list > 0 and "not proved without the mistake: " .. before.list[1]
  local refused <const> = not problem and #list > 0
  passed, failed = passed + (refused and 1 or 0), failed + (refused and 0 or 1)
  local verdict <const> = problem or refused and "refused: " .. table.concat(list, ", ") or "NOT refused: its goals are proved"
  io.write(("%-20s %-36s %s\n"):format(planted[1], planted[4], verdict))
  io.flush()
end)
for _, one in ipairs { { "shift_row", flipped_rows }, { "high_bits", wrong_words }, { "spell", wrong_points, points.spelled },
  { "code_point", wrong_points, points.value } } do
  if #arg == 0 or arg[1] == one[1] then
    local p <const>, f <const> = one[2](subject, one[1], one[3])
    passed, failed = passed + p, failed + f
  end
end
if passed + failed + skipped == 0 then
  io.stderr:write("planted: error: no mistake is planted in a function of this name: ", arg[1], "\n")
end
io.write(("%d passed, %d failed%s\n"):format(passed, failed, skipped > 0 and (", %d skipped"):format(skipped) or ""))
os.exit(failed == 0 and passed > 0)
