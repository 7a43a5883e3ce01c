-- SPDX-License-Identifier: 0BSD
-- fold: turns the vector kernels into one text that the emitted file includes once for each instruction set.
--
-- In:  a file with the full text of each kernel, which has its own names (utf8_sse_load, UTF8_SSE_WIDTH). Out of `fold`: the file with one
--      text for all kernels. V(load) and W(WIDTH) replace these names. A function that several kernels share is printed once.
--
--     UTF8_SSE_INLINE utf8_sse_vec utf8_sse_errors(...)  of sse           #if UTF8_ISA & (UTF8_SSE | UTF8_AVX2)
--     UTF8_AVX2_INLINE utf8_avx2_vec utf8_avx2_errors(...)  of avx2  ->   INLINE V(vec) V(errors)(...)
--
-- The idea: a kernel is a list of units. Outside of braces, a blank line separates units; so does an #if or #ifndef without #else or #elif.
-- A unit that several kernels have, with the same comments, is printed once. A word is printed once for each group of similar kernels.
-- Words come before the other units. Each kernel's units keep their order, so preprocessing gives the same kernel again. A unit that only
-- some kernels have is between #if and #endif. So is a unit that a macro (UTF8_NO_NAME) leaves out, unless the unit may stay unused, like
-- an inline function. A comment that begins several units is printed once. If kernels share a file of words (avx2, avx2gfni), each kernel
-- gets, where possible, all words of this file that any of them uses (guards.lua).

local guards_ = require "gen.emit.guards"
local layout = require "gen.common.layout"
local words_ = require "gen.emit.words"

local M = {}

---A line of one kernel, with the kernel's names replaced by the shared ones. In directives, only INLINE, FUNCTION, ALIGNED are replaced.
---@param line string
---@param one table a kernel, see `shared`
local function shared_line(line, one)
  local upper <const> = one.upper .. "_"
  for _, macro in ipairs { "INLINE", "FUNCTION", "ALIGNED" } do
    line = line:gsub(upper .. macro .. "%f[^%w_]", macro)
  end
  if line:find "^%s*#" then
    return line
  end
  local code <const>, comment <const> = line:match "^(.-)(//.*)$"
  local function renamed(text, function_form, macro_form)
    text = one.narrower and text:gsub("%f[%w_]" .. one.narrower .. "_(valid[%w_]*)", "N(%1)") or text
    return (text:gsub("%f[%w_]" .. one.lower .. "_([%w_]+)", function_form):gsub("%f[%w_]" .. upper .. "([%w_]+)", macro_form))
  end
  return renamed(code or line, "V(%1)", "W(%1)") .. renamed(comment or "", "%1", "%1")
end

---An #if line as an expression that can be an operand of `&&`.
local function expression_of(directive)
  local macro <const>, no_macro <const> = directive:match "^#ifdef (.*)$", directive:match "^#ifndef (.*)$"
  local asked <const> = macro and ("defined(%s)"):format(macro) or no_macro and ("!defined(%s)"):format(no_macro)
    or directive:match "^#if (.*)$"
  return asked:find "||" and not asked:find "^!?%b()$" and ("(%s)"):format(asked) or asked
end

---The number of the line of an #if's #endif; nil if there is an #else or #elif.
local function end_of_choice(lines, from)
  local depth = 0
  for at = from, #lines do
    local line <const> = lines[at]
    depth = depth + (line:find "^#if" and 1 or line:find "^#endif" and -1 or 0)
    if depth == 0 then
      return at
    elseif depth == 1 and line:find "^#el" then
      return nil
    end
  end
end

---@param lines string[] a part of a kernel
---@param one table that kernel, see `shared`
---@return table[] units { text, guards: the lines of #if and #ifndef around it, in order }, in their order
local function units_of(lines, one)
  local units, unit, guards, ends, depth = {}, {}, {}, {}, 0
  local function flush()
    units[#units + 1] = #unit > 0 and { text = layout.short(table.concat(unit, "\n")), guards = table.concat(guards, "\n") } or nil
    unit = {}
  end
  for at, line in ipairs(lines) do
    local outside <const> = depth == 0
    local choice <const> = outside and line:find "^#if" and end_of_choice(lines, at)
    local closed <const> = ends[#ends] == at
    if choice and not line:find "^#ifdef" then
      flush()
      guards[#guards + 1], ends[#ends + 1] = line, choice
    elseif closed then
      flush()
      guards[#guards], ends[#ends] = nil, nil
    elseif outside and line == "" then
      flush()
    else
      unit[#unit + 1] = shared_line(line, one)
      depth = depth + select(2, line:gsub("{", "")) - select(2, line:gsub("}", ""))
    end
  end
  flush()
  return units
end

---All units, each once.
---@param lists table[][] of units, one for each kernel
---@return table[] units { text, guards, mask: a bit for each kernel that has it, followers: set of the units directly after it in some
---  list, waits: the number of units directly before it, place: its relative place (up to 1) in the first list that has it, number,
---  members: the same units in the lists }
local function joined(lists)
  local by_key <const>, all <const> = {}, {}
  for i, list in ipairs(lists) do
    local before
    for n, unit in ipairs(list) do
      local key <const> = unit.guards .. "\n" .. unit.text
      local known = by_key[key]
      if not known then
        known = {
          text = unit.text, guards = unit.guards, mask = 0, followers = {}, waits = 0, place = n / #list, number = #all, members = {},
        }
        by_key[key], all[#all + 1] = known, known
      end
      known.mask = known.mask | 1 << (i - 1)
      table.insert(known.members, unit)
      if before and not before.followers[known] then
        before.followers[known], known.waits = true, known.waits + 1
      end
      before = known
    end
  end
  return all
end

---All units, each once. The order within each list is kept; units of the same kernels are next to each other where possible.
---@param kernels table[]
---@param lists table[][] see `joined`
local function merged(kernels, lists)
  local all <const>, ordered <const>, ready = joined(lists), {}, {}
  guards_.complete(all, kernels)
  for _, unit in ipairs(all) do
    ready[#ready + 1] = unit.waits == 0 and unit or nil
  end
  while #ready > 0 do
    local last <const> = ordered[#ordered]
    table.sort(ready, function(a, b)
      local a_continues <const> = last and a.mask == last.mask and a.guards == last.guards or false
      local b_continues <const> = last and b.mask == last.mask and b.guards == last.guards or false
      if a_continues ~= b_continues then
        return a_continues
      end
      return a.place < b.place or a.place == b.place and a.number < b.number
    end)
    local unit <const> = table.remove(ready, 1)
    ordered[#ordered + 1] = unit
    for follower in next, unit.followers do
      follower.waits = follower.waits - 1
      ready[#ready + 1] = follower.waits == 0 and follower or nil
    end
  end
  assert(#ordered == #all, "kernels have the same functions in different orders")
  return ordered
end

---The #if condition that tests whether the current instruction set is one of those for which `is_meant` holds.
---@param kernels table[] all
---@param is_meant fun(i, one): boolean
local function test_of(kernels, is_meant, U)
  local with, without = {}, {}
  for i, one in ipairs(kernels) do
    local list <const> = is_meant(i, one) and with or without
    list[#list + 1] = one.upper
  end
  local few <const> = #with <= #without and with or without
  local bits <const> = ("%s_ISA & %s"):format(U, #few == 1 and few[1] or "(" .. table.concat(few, " | ") .. ")")
  return few == with and bits or ("!(%s)"):format(bits)
end

---The #if or #ifndef line before a unit, nil if the unit is always compiled; and the line that ends it.
---@param guards string lines of #if, in order
---@param test string? the test for the instruction sets that have the unit; nil if all have it
---@return string? directive
---@return string? ending
local function directive_of(guards, test)
  local tests <const>, only = { test }, nil
  for line in guards:gmatch "[^\n]+" do
    tests[#tests + 1], only = expression_of(line), line
  end
  if #tests == 1 and only then
    return only, ("#endif  // %s"):format(only:match "^#ifndef (.*)$" or ""):gsub("  // $", "") .. ""
  end
  return #tests > 0 and "#if " .. table.concat(tests, " && ") or nil, "#endif"
end

---Prints the units of some kernels. Units that only some of these kernels have, and units with guards, are between #if and #endif.
---@param kernels table[]
---@param ordered table[] their units, see `merged`
---@param U string
---@param known_comments table set of the comments that were printed before, which are not repeated; gets the new ones
---@return string text
local function printed(kernels, ordered, U, known_comments)
  local lines, all <const> = {}, (1 << #kernels) - 1
  local open, ending, short, seen, guarded = nil, nil, false, 0, false
  for _, unit in ipairs(ordered) do
    local text, mask <const> = unit.text, unit.mask
    local comment <const> = text:match "^(//.-\n)[^/]"
    if comment and known_comments[comment] then
      text = text:sub(#comment + 1)
    elseif comment then
      known_comments[comment] = true
    end
    local test <const> = mask ~= all and test_of(kernels, function(i) return mask >> (i - 1) & 1 == 1 end, U) or nil
    local directive, last <const> = directive_of(unit.guards, test)
    local continues <const> = directive == open
    -- If the open #if and its #elif lines are for other kernels than the unit's, the unit is put into another #elif or an #else.
    local otherwise <const> = open and not continues and test and seen & mask == 0
    if otherwise then
      local rest <const> = seen | mask == all and unit.guards == "" and not guarded
      lines[#lines + 1] = rest and "#else" or directive:gsub("^#if", "#elif")
      seen, guarded = seen | mask, guarded or unit.guards ~= ""
    elseif not continues then
      lines[#lines + 1] = ending
      seen, guarded = mask, unit.guards ~= ""
    end
    -- Functions of one line are not separated by blank lines.
    if not (otherwise or continues and short and layout.is_line(text)) then
      lines[#lines + 1] = ""
    end
    if not continues then
      lines[#lines + 1] = not otherwise and directive or nil
      open, ending = directive, directive and (otherwise and "#endif" or last) or nil
    end
    lines[#lines + 1], short = text, layout.is_line(text)
  end
  lines[#lines + 1] = ending
  return table.concat(lines, "\n", 2)
end

---Groups adjacent kernels. A kernel joins the group of the previous kernel if more than half of the words of one of them are in both.
---@param lists table[][] units of each kernel's words
---@return table[] groups { first, last }
local function groups_of(lists)
  local groups, known, count = {}, {}, 0
  for i, units in ipairs(lists) do
    local same, now <const> = 0, {}
    for _, unit in ipairs(units) do
      same, now[unit.text] = same + (known[unit.text] and 1 or 0), true
    end
    if 2 * same > math.min(#units, count) then
      groups[#groups].last = i
    else
      groups[#groups + 1] = { first = i, last = i }
    end
    known, count = now, #units
  end
  return groups
end

---Whether a file includes itself: it has several vector kernels, and no option asks for each kernel in full.
---@param job table see views.job
function M.wanted(job)
  return #job.vectors > 1 and not (job.options.flat or job.options.acsl or job.options.plain_words)
end

---Whether kernels call a narrower kernel (for a set of single bytes). N(valid) replaces its name, so that kernels can share the caller.
local function calls_narrower(job)
  return job.model.plan and job.model.plan.set ~= nil
end

---The names that replace the names of an instruction set. A user's macros with these names are saved and restored.
---@param job table see views.job
function M.names(job)
  return { "V", "W", "INLINE", "FUNCTION", "ALIGNED", calls_narrower(job) and "N" or nil }
end

---The name of the file that includes itself, as `gen` writes it.
---@param job table see views.job
function M.file_name(job)
  return job.options.prefix .. (job.options.single_header and ".h" or ".c")
end

---The heading between the words of a kernel and the functions that use them.
---@param row table of the kernel
function M.ruler(row)
  return row.name .. ": functions that use these words"
end

---@param kernels table[] { words, loops: lines of its text, lower, upper: the prefixes of its functions and of its macros, both without the
---  last _, files: word -> the file of its paragraph, if the kernel's file includes that file, narrower?: prefix of a called kernel }
---@param p string the file's prefix, with _
---@param U string this prefix in capitals, without _
---@return string text
local function shared(kernels, p, U)
  local words <const>, loops <const>, all <const>, texts <const>, orders <const>, known_comments <const> = {}, {}, {}, {}, {}, {}
  for i, one in ipairs(kernels) do
    words[i], loops[i] = units_of(one.words, one), units_of(one.loops, one)
    all[i] = table.move(loops[i], 1, #loops[i], #words[i] + 1, { table.unpack(words[i]) })
  end
  guards_.unguard(kernels, all, p)
  local groups <const> = groups_of(words)
  for i, group in ipairs(groups) do
    group.kernels = table.move(kernels, group.first, group.last, 1, {})
    orders[i] = merged(group.kernels, table.move(words, group.first, group.last, 1, {}))
  end
  orders[#orders + 1] = merged(kernels, loops)
  guards_.adopt(orders, guards_.users_of(kernels, all))
  for i, group in ipairs(groups) do
    texts[i] = printed(group.kernels, orders[i], U, known_comments)
  end
  local rest <const> = printed(kernels, orders[#orders], U, known_comments)
  for i, group in ipairs(#groups > 1 and groups or {}) do
    local test <const>, tested = test_of(kernels, function(n) return group.first <= n and n <= group.last end, U), i > 1
    for _, one in ipairs(group.kernels) do
      tested = tested and ("\n" .. rest):find("\n#if [^\n]*%f[%w_]" .. one.upper .. "%f[^%w_]")
    end
    -- gcc and clang call a macro unused if only #elif lines test it and an earlier condition holds.
    texts[i] = ("%s %s\n%s"):format(i == 1 and "#if" or tested and "#elif" or "#endif\n#if", test, texts[i])
  end
  texts[#texts] = texts[#texts] .. (#groups > 1 and "\n#endif" or "")
  return table.concat({ table.concat(texts, "\n"), layout.ruler "Functions for all vector types", rest }, "\n\n")
end

local function lines_of(text)
  local lines <const> = {}
  for line in (text .. "\n"):gmatch "([^\n]*)\n" do
    lines[#lines + 1] = line
  end
  return lines
end

---The lines with numbers `from` to `to`. Each #if of two lines becomes one line.
local function whole_lines(lines, from, to)
  local text <const> = ("\n" .. table.concat(lines, "\n", from, to)):gsub("\n#if[^\n]*\\\n[^\n]*", function(directive)
    return (directive:gsub("%s*\\\n%s*", " "))
  end)
  return lines_of(text:sub(2))
end

---The words that the file of an instruction set includes from another file: word -> that other file.
local function files_of(root, row)
  local own <const>, files <const> = ("isa/%s.c"):format(row.name), {}
  for _, paragraph in ipairs(words_.read(root, own)) do
    files[paragraph.word or ""] = paragraph.file ~= own and paragraph.file or nil
  end
  return files
end

---The index of the first line from `from` on that matches `pattern`, and of the last line up to it that matches `last`; nil if none does.
local function find_line(lines, from, pattern, last)
  local before
  for at = from, #lines do
    before = last and lines[at]:find(last) and at or before
    if lines[at]:find(pattern) then
      return at, before
    end
  end
end

---Turns a file with the full text of each kernel into one that includes itself.
---@param text string of the file
---@param job table see views.job
---@param render fun(template: string, view: table): string fills a template, which also sees the view of `self_include.c`
---@return string text
function M.fold(text, job, render)
  local lines <const>, out <const>, kernels <const>, at = lines_of(text), {}, {}, 1
  local head <const> = find_line(lines, 1, "^$")
  local function copy(to)
    table.move(lines, at, to, #out + 1, out)
    at = to + 1
  end
  copy(head)
  out[#out + 1] = ("#ifndef %s_ISA"):format(job.U)
  for i, row in ipairs(job.vectors) do
    local upper <const> = job.U .. "_" .. row.name:upper()
    local one <const> = {
      lower = job.p .. row.name, upper = upper, files = files_of(job.root, row),
      narrower = calls_narrower(job) and job.p .. row.narrower or nil,
    }
    local entry <const>, family <const> = find_line(lines, at, ("^#define %s_KERNEL%%(X%%) X%%("):format(upper),
      ("^#define %s_%%u[%%u%%d]*_KERNELS%%(X%%)"):format(job.U))
    local middle <const> = find_line(lines, entry + 1, "^// %-%-%-%- " .. M.ruler(row))
    local last = find_line(lines, middle, "^#undef " .. upper .. "_")
    one.words, one.loops = whole_lines(lines, entry + 1, middle - 1), whole_lines(lines, middle + 1, last - 1)
    kernels[i] = one
    if i == 1 then
      copy(family - 2)
      out[#out + 1] = render("vector/self_include.c") .. "\n"
    end
    copy(entry)
    out[#out + 1] = ("#define %s_ISA %s\n#define V(name) %s_##name\n#define W(NAME) %s_##NAME\n%s#include %s_SELF"):format(
      job.U, upper, one.lower, upper, one.narrower and ("#define N(name) %s_##name\n"):format(one.narrower) or "", job.U)
    while lines[last]:find("^#undef " .. upper .. "_") do
      last = last + 1
    end
    at = last
  end
  copy(#lines)
  return render("vector/shared_kernels.c", { main = table.concat(out, "\n"), shared = shared(kernels, job.p, job.U) })
end

return M
