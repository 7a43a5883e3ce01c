-- SPDX-License-Identifier: 0BSD
-- c_file: the text of a C file as nodes.
--
-- In:  a text as the templates give it. Out: what stands in it, one node after the other; what stands between #if and #endif is in one.
--
-- The text keeps to some forms: what is neither a comment nor for the preprocessor begins in the first column, and ends with a line that
-- ends in `;`, or begins with `}` if it has braces. A comment belongs to what follows it without a blank line.

local M = {}

---A line without a comment at its end.
function M.without_comment(line)
  local is_plain <const> = not line:find("//", 1, true) or line:find('"[^"]*//')
  return is_plain and line or line:match "^(.-)%s*//"
end

---Lines one by one; a directive with the lines that continue it.
local function lines_of(text)
  local lines, joined = {}, nil
  for line in (text .. "\n"):gmatch "([^\n]*)\n" do
    joined = joined and joined .. "\n" .. line or line
    if not (joined:find "^#" and line:find "\\$") then
      lines[#lines + 1], joined = joined, nil
    end
  end
  lines[#lines + 1] = joined
  return lines
end

---Where what begins with a line ends.
local function end_of(lines, from)
  local braces = false
  for at = from, #lines do
    local line <const> = M.without_comment(lines[at])
    braces = braces or line:find "^{" ~= nil or line:find "{$" ~= nil
    if braces and line:find "^}" or not braces and line:find "[;}]$" and not line:find "^#" then
      return at
    end
  end
  return #lines
end

local nodes_of

---All branches of a choice; the place behind it.
local function choice_of(lines, at)
  local node <const> = { kind = "choice", branches = {} }
  repeat
    local branch <const> = { directive = lines[at] }
    branch.nodes, at = nodes_of(lines, at + 1)
    node.branches[#node.branches + 1] = branch
  until lines[at]:find "^#endif"
  node.ending = lines[at]
  return node, at + 1
end

---What begins with a line, if that is no comment; the place behind it.
local function node_of(lines, at)
  local line <const> = lines[at]
  if line == "" then
    return { kind = "blank" }, at + 1
  elseif line:find "^#if" then
    return choice_of(lines, at)
  elseif line:find "^#undef" then
    return { kind = "undef", lines = { line }, name = line:match "^#undef ([%w_]+)" }, at + 1
  elseif line:find "^#" then
    return { kind = (line:find "^#define" or line:find "^#include <string") and "item" or "fixed", lines = { line } }, at + 1
  end
  local last <const> = end_of(lines, at)
  return { kind = "item", lines = table.move(lines, at, last, 1, {}) }, last + 1
end

---The nodes from a line on, up to an #else, #elif or #endif; its place.
function nodes_of(lines, at)
  local nodes, lead = {}, nil
  while at <= #lines and not lines[at]:find "^#e[ln]" do
    if lines[at]:find "^//" then
      lead = lead or {}
      lead[#lead + 1] = lines[at]
      at = at + 1
    else
      if lead and lines[at] == "" then
        nodes[#nodes + 1], lead = { kind = "remark", lines = lead }, nil
      end
      local node
      node, at = node_of(lines, at)
      node.lead, lead = lead, nil
      nodes[#nodes + 1] = node
    end
  end
  nodes[#nodes + 1] = lead and { kind = "remark", lines = lead } or nil
  return nodes, at
end

---@param text string
---@return table[] nodes
---  blank        a blank line
---  remark       comments that a blank line follows: { lines }
---  fixed        a directive that stays: { lines }
---  undef        { lines, name }
---  item         { lines }
---  choice       { branches = { { directive, nodes } }, ending } of #if, #elif, #else; and the line of its #endif
---Each may have `lead`, the comments before it.
function M.read(text)
  return (nodes_of(lines_of(text), 1))
end

return M
