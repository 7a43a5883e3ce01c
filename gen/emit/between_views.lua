-- SPDX-License-Identifier: 0BSD
-- between_views: the views (the names that templates may use) for conversions between two encodings.
--
-- In:  the job of views.between_job. Its fields `source` and `target` are jobs, too, for the templates of automata and of characters.
--      `same` is the job of the language that is compiled for them (between.language), or nil. Out: for each template file's name, a
--      function from the job to the view.
--
-- Source and target have prefixes of their own: in between.c, $(source_part("scalar/automaton.c")) is that template, filled for the source.

local code_points = require "gen.emit.code_points"
local comparisons = require "gen.emit.comparisons"
local fold = require "gen.emit.fold"
local figures = require "gen.emit.figures"
local layout = require "gen.common.layout"
local macros = require "gen.emit.macros"
local ranges_ = require "gen.common.ranges"
local bytes_ = require "gen.common.bytes"
local states = require "gen.emit.states"
local utf8_ = require "gen.language.utf8"

local M = {}

---The most ranges of code points that a header lists.
local MOST_SHOWN <const> = 16

---The comment in the header about code points that the target lacks; nil if there are none.
local function unwritten_text(job)
  local unwritten <const> = job.facts.unwritten
  if #unwritten == 0 then
    return nil
  end
  local text <const> = #unwritten <= MOST_SHOWN and ranges_.text(unwritten)
    or ("%d code points, from U+%04X to U+%04X"):format(ranges_.count(unwritten), unwritten[1].lo, unwritten[#unwritten].hi)
  return layout.filled("// ", ("%s cannot encode these code points of %s: %s."):format(
    job.target.model.spec.title, job.source.model.spec.title, text), "// ")
end

M["files/between.h"] = function(job)
  local facts_ <const> = setmetatable({ unwritten_text = unwritten_text(job) or false }, { __index = job.facts })
  return {
    name = job.options.prefix, source = job.source.model.spec, target = job.target.model.spec, facts = facts_,
    quoted = function(spec) return layout.comment_block(spec.text) end,
  }
end

---A C test whether the `size` bytes at `bytes` begin a row but do not complete it.
local function begins_row(row)
  local tests = {}
  for place, range in ipairs(row.bytes) do
    local test <const> = comparisons.set({ range }, ("bytes[%d]"):format(place - 1)):gsub("^.* && .*$", "(%0)")
    tests[place] = place == 1 and test or place < #row.bytes and ("(size < %d || %s)"):format(place, test) or nil
  end
  return ("size < %d && %s"):format(#row.bytes, table.concat(tests, " && "))
end

---The part of the view about the language of the kernels, `same`.
local function same_view(same)
  local view <const> = macros.options(same)
  view.same, view.figures, view.short = same.model.spec, figures.of(same), states.of(same).short
  view.longest_alike, view.has_vectors = #same.model.analysis.counts, #same.vectors > 0
  return view
end

---UTF-8's lead byte of two-byte characters, without payload bits; the least continuation byte, as C; U+0080..U+00FF.
local LEAD <const>, TRAIL <const>, HIGH_HALF <const> = utf8_.LEADS[2], layout.hex(utf8_.TRAIL), utf8_.HIGH_HALF

---A C expression. It marks, by a sign bit, each byte of `word` that begins a character to rewrite for the target, and some other bytes.
local function differences(recode)
  local terms <const> = {}
  terms[1] = recode.wide and "word" or nil
  if recode.zero then
    -- A borrow begins only at a byte that is 0, so a byte is marked by mistake only if it follows a marked byte.
    terms[#terms + 1] = recode.splits and "((word - 0x0101010101010101) & ~word)"
      or ("(((word ^ %s) - 0x0101010101010101) & ~(word ^ %s))"):gsub("%%s", "0x" .. layout.hex(LEAD):sub(3):rep(8))
  end
  if recode.pairs then
    -- The bytes from F0 on have four leading ones. Surrogates begin with ED: EC to EF have ones in bits 7, 6, 5, 3 and 2.
    terms[#terms + 1] = recode.splits and "(word & word << 1 & word << 2 & word << 3)"
      or "(word & word << 1 & word << 2 & word << 4 & word << 5)"
  end
  return #terms == 1 and terms[1] or ("(%s)"):format(table.concat(terms, " | "))
end

M["shared/recode.c"] = function(job)
  local recode <const>, tests = job.recode, {}
  tests[1] = recode.wide and recode.lowest > bytes_.SIGN_BIT and ("byte < %s"):format(layout.hex(recode.lowest)) or nil
  tests[#tests + 1] = recode.wide and recode.highest < 0xFF and ("byte > %s"):format(layout.hex(recode.highest)) or nil
  local joined, first, second, long = {}, "byte", TRAIL, {}
  joined[1] = not recode.splits and recode.zero and "byte == " .. layout.hex(LEAD) or nil
  joined[#joined + 1] = not recode.splits and recode.wide and "(byte & 0xFE) == " .. layout.hex(LEAD | HIGH_HALF.lo >> 6) or nil
  long[1] = recode.zero and "byte == 0" or nil
  long[#long + 1] = recode.wide and "byte >= " .. TRAIL or nil
  if recode.wide then
    first = ("%s | byte >> 6"):format(layout.hex(LEAD))
    second = ("(uint8_t)(%s | (byte & %s))"):format(TRAIL, layout.hex(utf8_.PAYLOAD))
  elseif recode.zero then
    first = layout.hex(LEAD)
  end
  local is_long <const> = #long == 2 and ("(%s || %s)"):format(long[1], long[2]) or long[1] or "false"
  return {
    recode = recode, splits = recode.splits, widens = recode.wide and recode.splits, differences = differences(recode),
    above = not recode.wide and not (recode.zero and recode.splits),
    other = recode.splits and #tests > 0 and ("byte >= %s && (%s)"):format(TRAIL, table.concat(tests, " || ")),
    joined = #joined == 2 and ("(%s || %s)"):format(joined[1], joined[2]) or joined[1] or false,
    first = ("(uint8_t)(%s ? %s : byte)"):format(is_long, first), second = second, length = ("%s ? 2 : 1"):format(is_long),
  }
end

M["files/between.c"] = function(job, views)
  local same <const>, source <const>, target <const> = job.same, job.source, job.target
  local view <const> = same and same_view(same) or { same = false, has_vectors = false }
  view.widens = job.facts.recode and job.facts.recode.wide and job.facts.recode.splits
  view.name, view.s, view.S, view.t, view.T = job.options.prefix, source.p, source.U, target.p, target.U
  view.source, view.target, view.facts, view.single_header = source.model.spec, target.model.spec, job.facts,
    job.options.single_header or false
  view.quoted = function(spec) return layout.comment_block(spec.text) end
  view.self_including = same and fold.wanted(same) or false
  view.option_lines = function(name, text) return macros.option_lines(job.U, name, text) end
  for key, one in next, { same_part = same, source_part = source, target_part = target } do
    view[key] = function(name) return views.render(one, name) end
  end
  -- If the target's spans have too many gaps to compare, its automaton finds the code points in gaps.
  view.target_gaps = select(2, code_points.spans(target.model.spec))
  view.target_automaton = job.facts.tracked or view.target_gaps
  view.companion = same and views.common(same).companion
  view.active_prefix = same and views.common(same).active "valid_prefix"
  view.source_boundary = states.of(source).boundary
  local may_end <const> = { states.of(source).accepts "item.source", job.facts.tracked and states.of(target).accepts "item.target" or nil }
  view.may_end = table.concat(may_end, " && ")
  view.low_rows = {}
  for i, row in ipairs(job.facts.low_rows) do
    view.low_rows[i] = { text = bytes_.text(row.bytes), test = begins_row(row) }
  end
  view.macros = {}
  for _, macro in ipairs(same and macros.defined(same) or { "GNU", "COPY", "NOINLINE", "WRAPS", "TABLE" }) do
    view.macros[#view.macros + 1] = ("%s_%s"):format(job.U, macro)
  end
  for _, U in ipairs { source.U, target.U } do
    for _, macro in ipairs { "TABLE", "COPY" } do
      view.macros[#view.macros + 1] = ("%s_%s"):format(U, macro)
    end
  end
  return view
end

return M
