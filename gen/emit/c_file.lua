-- SPDX-License-Identifier: 0BSD
-- c_file: parses the text of an emitted C file into nodes.
--
-- In:  a text from the templates. Out: its nodes in order; everything between #if and #endif is one node.
--
-- The text has a fixed form. A declaration or definition begins in the first column. Its last line ends in `;` or `}`; if its braces span
-- several lines, its last line begins with `}`. A comment belongs to the code after it, unless a blank line separates them.

local M = {}

---Removes the comment at the end of a line, if there is one.
function M.without_comment(line)
  local is_plain <const> = not line:find("//", 1, true) or line:find('"[^"]*//')
  return is_plain and line or line:match "^(.-)%s*//"
end

---The lines of a text; a directive and its continuation lines are one line.
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

---The index of the last line of the code that begins at a line.
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

---The node of all branches of an #if, and the index of the line after its #endif.
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

---The node that begins with a line that is not a comment, and the index of the line after it.
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

---The nodes from a line on, up to an #else, #elif or #endif, or to the end; and the index of the line after these nodes.
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
---  remark       comments that no code follows directly: { lines }
---  fixed        a directive that is always kept: { lines }
---  undef        an #undef: { lines, name }
---  item         a declaration, a definition, a #define, or #include <string.h>: { lines }
---  choice       { branches, ending }: a branch { directive, nodes } for each #if, #elif and #else; `ending` is the line of the #endif
---A node of the last four kinds may have `lead`, the comments before it.
function M.read(text)
  return (nodes_of(lines_of(text), 1))
end

return M
