-- SPDX-License-Identifier: 0BSD
-- pruned: prints a C file without the code that nothing reaches.
--
-- In:  its nodes (c_file.lua), each item with the condition under which it is needed (reach.lua). Out: its text; code that is only needed
--      under a condition is between #if and #endif.
--
-- The idea: a kept node becomes a chunk, { lines, guard? (the test of its #if), blank?, remark? (see c_file.lua), undef? }.
-- Adjacent chunks of equal guards share one #if. If all chunks of a choice (an #if with its branches) have one guard, the choice gets it.

local lists = require "gen.common.lists"
local c_file = require "gen.emit.c_file"
local directives = require "gen.emit.directives"

local M = {}

-- ---- Chunks to lines ----

---Whether a chunk is neither a blank line nor a remark.
local function is_code(chunk)
  return chunk and not chunk.blank and not chunk.remark
end

local function is_section(chunk)
  return chunk.remark and chunk.lines[1]:find "^// %-%-%-%-" ~= nil
end

---The kept code that a remark is about, or nil. For a section's title: the first code of the section. Otherwise: the next code of the
---section, unless it is an #undef.
local function subject_of(chunks, at)
  for i = at + 1, #chunks do
    if is_section(chunks[i]) then
      return nil
    elseif is_code(chunks[i]) then
      return (is_section(chunks[at]) or not chunks[i].undef) and chunks[i] or nil
    end
  end
end

---The next code after a remark.
local function code_after(chunks, at)
  repeat
    at = at + 1
  until not chunks[at] or is_code(chunks[at])
  return chunks[at]
end

---@return string[] lines
local function joined(chunks)
  local lines, open, blank = {}, nil, false
  for i, chunk in ipairs(chunks) do
    if chunk.blank then
      blank = #lines > 0
    elseif not chunk.remark or i == 1 or subject_of(chunks, i) then
      local guard = chunk.guard
      if chunk.remark then
        -- If the next code continues the open #if, the remark is inside this #if, too; otherwise, it precedes the #if of that code.
        local following <const> = code_after(chunks, i)
        guard = following and following.guard == open and open or nil
      end
      lines[#lines + 1] = open and open ~= guard and "#endif" or nil
      lines[#lines + 1] = blank and "" or nil
      lines[#lines + 1] = guard and open ~= guard and directives.line(guard) or nil
      blank, open = false, guard
      table.move(chunk.lines, 1, #chunk.lines, #lines + 1, lines)
    end
  end
  lines[#lines + 1] = open and "#endif" or nil
  return lines
end

-- ---- Nodes to chunks ----

---The lines of an item. Tests of macros with known values are evaluated, and branches that are never compiled are left out.
local function decided(R, lines)
  local D <const>, out <const>, stack <const>, kept = R.D, {}, {}, true
  for _, line in ipairs(lines) do
    local top <const> = stack[#stack]
    if line:find "^#if" then
      local code <const> = c_file.without_comment(line)
      local here <const>, value = D.condition(code), nil
      if here == D.A.NEVER or here == D.A.ALWAYS then
        value = here == D.A.ALWAYS
      end
      if kept and value == nil then
        out[#out + 1] = D.is_decided(code) and directives.line(directives.asked(D, here, D.anything)) or line
      end
      stack[#stack + 1] = { outer = kept, known = value, taken = value == true }
      kept = kept and value ~= false
    elseif line:find "^#el" and top.known ~= nil then
      assert(line:find "^#else", "an #elif after a test with a known value")
      kept = top.outer and not top.taken
    elseif line:find "^#endif" then
      kept, stack[#stack] = top.outer, nil
      out[#out + 1] = kept and top.known == nil and line or nil
    else
      out[#out + 1] = kept and line or nil
    end
  end
  return out
end

local chunks_of

---The branches of a choice that may be compiled: { directive, always, asked, chunks }.
local function branches_of(R, node)
  local branches, A <const> = {}, R.D.A
  for _, branch in ipairs(node.branches) do
    local here <const> = branch.directive:find "^#else" and A.ALWAYS or R.D.condition(branch.directive)
    if #here > 0 then
      branches[#branches + 1] = {
        directive = branch.directive, always = here == A.ALWAYS, asked = here, chunks = chunks_of(R, branch.nodes),
      }
    end
    if here == A.ALWAYS then
      break
    end
  end
  return branches
end

---Removes and returns the guard that all chunks of some branches share.
---@return boolean any whether the branches contain code
---@return string? guard
local function take_guard(branches)
  local first, same = nil, true
  for _, branch in ipairs(branches) do
    for _, chunk in ipairs(branch.chunks) do
      if is_code(chunk) then
        first = first or chunk
        same = same and chunk.guard == first.guard
      end
    end
  end
  local guard <const> = first and same and first.guard or nil
  for _, branch in ipairs(guard and branches or {}) do
    for _, chunk in ipairs(branch.chunks) do
      chunk.guard = nil
    end
  end
  return first ~= nil, guard
end

---The directive of a kept branch; `is_first` says whether it is the first one.
local function directive_of(R, branch, is_first, path)
  local is_elif <const> = branch.directive:find "^#elif"
  if branch.always and not is_first then
    return "#else"
  elseif is_elif and is_first or not branch.always and R.D.is_decided(branch.directive) then
    local line <const> = directives.line(directives.asked(R.D, branch.asked, path))
    return is_first and line
      or (line:gsub("^#ifdef (.*)$", "#elif defined(%1)"):gsub("^#ifndef (.*)$", "#elif !defined(%1)"):gsub("^#if", "#elif"))
  end
  return branch.directive
end

---For each kind of node, a function that returns its chunk, or nil.
local WRITERS <const> = {
  blank = function() return { blank = true, lines = { "" } } end,
  remark = function(_, node) return { remark = true, lines = node.lines } end,
  fixed = function(_, node) return { lines = node.lines } end,
}

function WRITERS.undef(R, node)
  -- A macro belongs to the user if the file does not define it, and undefines it only under a condition.
  local is_theirs <const> = not R.defined[node.name] and node.path ~= R.D.A.ALWAYS
  local any <const> = is_theirs or not R.is_own(node.name) or lists.any(R.defined[node.name] or {}, function(item)
    return item.needed ~= nil and #item.needed > 0
  end)
  return any and { lines = node.lines, undef = true } or nil
end

---The test around an item; nil if the item is needed whenever the code around it is compiled.
function M.guard(R, item)
  local D <const> = R.D
  local guard <const> = D.A.under(item.needed or D.A.NEVER, D.A.both(D.anything, R.plain(item.path)))
  return guard ~= D.A.ALWAYS and directives.asked(D, guard, item.path) or nil
end

function WRITERS.item(R, node)
  if node.needed and #R.D.A.both(node.needed, node.path) > 0 then
    return { lines = decided(R, node.lines), guard = M.guard(R, node) }
  end
end

---A choice without code is left out. A single branch that is always compiled replaces it. Empty branches at a choice's end are left out.
function WRITERS.choice(R, node)
  local branches <const> = branches_of(R, node)
  local any <const>, guard <const> = take_guard(branches)
  if not any then
    return nil
  elseif #branches == 1 and branches[1].always then
    return { lines = joined(branches[1].chunks), guard = guard }
  end
  local inner, last = {}, 1
  for i, branch in ipairs(branches) do
    inner[i] = joined(branch.chunks)
    last = #inner[i] > 0 and i or last
  end
  local lines <const> = {}
  for i = 1, last do
    lines[#lines + 1] = directive_of(R, branches[i], i == 1, node.path)
    table.move(inner[i], 1, #inner[i], #lines + 1, lines)
  end
  lines[#lines + 1] = node.ending
  return { lines = lines, guard = guard }
end

---@return table[] chunks
function chunks_of(R, nodes)
  local chunks, carried <const> = {}, {}
  for i, node in ipairs(nodes) do
    local chunk <const>, is_remark <const> = WRITERS[node.kind](R, node), node.kind == "remark"
    local lead <const> = not is_remark and (node.lead or carried[i]) or nil
    chunks[#chunks + 1] = chunk
    if chunk and lead then
      chunk.lines = table.move(chunk.lines, 1, #chunk.lines, #lead + 1, { table.unpack(lead) })
    end
    -- A comment before several nodes moves to the next node if the first one is left out.
    local following <const> = nodes[i + 1]
    if not chunk and lead and following and following.kind ~= "blank" and not following.lead then
      carried[i + 1] = lead
    end
  end
  return chunks
end

---@param R table { D (see directives.new), defined (name -> items), is_own (whether a name is the file's), plain (see reach.lua,
---  without_compilers) }
---@param nodes table[]
---@return string text
function M.text(R, nodes)
  return table.concat(joined(chunks_of(R, nodes)), "\n")
end

return M
