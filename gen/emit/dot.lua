-- SPDX-License-Identifier: 0BSD
-- dot: draws the automaton in Graphviz's language.
--
-- In:  automaton. Out: a graph of the states. An arrow from one state to another has the bytes that lead there.
--      UTF-8: start -> after_E0 with "E0", after_E0 -> tail_1 with "A0..BF", tail_1 -> to_start with "80..BF".
--
-- No arrow points back. For this, a state where a character may begin is drawn twice: on the left, where its arrows start, and as `to_NAME`
-- on the right, where the arrows to it end. The dead state is left out: a byte that has no arrow makes the text ill-formed.

local automata = require "gen.language.automaton"
local bytes_ = require "gen.common.bytes"

local M = {}

local DEAD <const> = automata.DEAD
local WIDTH <const> = 16

---Words on lines of at most WIDTH characters, unless a word is longer.
local function wrapped(words)
  local lines, line = {}, nil
  for _, word in ipairs(words) do
    if line and #line + 1 + #word > WIDTH then
      lines[#lines + 1] = line
      line = nil
    end
    line = line and line .. " " .. word or word
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\\n")
end

local KEYWORDS <const> = { digraph = true, edge = true, graph = true, node = true, strict = true, subgraph = true }

---The label of a state: "after ED A0..AF" for after_ED_A0_to_AF.
local function label(name)
  local words = {}
  for word in name:gsub("_to_", ".."):gsub("after_", "after "):gsub("_(%x%x)", " %1"):gmatch("%S+") do
    words[#words + 1] = word
  end
  return wrapped(words)
end

---For each state inside a character, the most bytes until the character ends. Other states have no entry.
local function longest_rests(automaton)
  local rests = {}
  local function rest(state)
    if not rests[state] then
      rests[state] = 1
      for _, target in ipairs(automata.successors(automaton, state)) do
        rests[state] = math.max(rests[state], automaton.boundary[target] and 1 or 1 + rest(target))
      end
    end
    return rests[state]
  end
  for state = 1, automaton.count do
    rests[state] = not automaton.boundary[state] and state ~= DEAD and rest(state) or nil
  end
  return rests
end

---@param automaton table
---@return table states { name, label, goal?, final } in order, without the dead one; `goal`: the name on the right, `to_NAME`, if any
function M.states(automaton)
  local states = {}
  for state = 1, automaton.count do
    if state ~= DEAD then
      local name <const> = automaton.names[state]
      states[#states + 1] = {
        name = name, label = label(name), goal = automaton.boundary[state] and "to_" .. name or nil, final = automaton.accepts[state],
      }
    end
  end
  return states
end

---@param automaton table
---@return table columns a list of names for each column: first the states where characters begin; then the others, by descending number
---  of bytes until the character ends; last the first column again, as `to_NAME`
function M.columns(automaton)
  local rests <const>, columns, most = longest_rests(automaton), {}, 0
  for state = 1, automaton.count do
    most = math.max(most, rests[state] or 0)
  end
  for column = 1, most + 2 do
    columns[column] = {}
  end
  for state, name in ipairs(automaton.names) do
    if rests[state] then
      table.insert(columns[most + 2 - rests[state]], name)
    elseif state ~= DEAD then
      table.insert(columns[1], name)
      table.insert(columns[most + 2], "to_" .. name)
    end
  end
  return columns
end

---@param automaton table
---@return table arrows { from, to, label }, by the states where they start, then by the bytes
function M.arrows(automaton)
  local arrows = {}
  for from = 1, automaton.count do
    for _, to in ipairs(from == DEAD and {} or automata.successors(automaton, from)) do
      local words = {}
      for word in bytes_.ranges_text(automata.between(automaton, from, to)):gmatch("%S+") do
        words[#words + 1] = word
      end
      arrows[#arrows + 1] = {
        from = automaton.names[from], to = (automaton.boundary[to] and "to_" or "") .. automaton.names[to], label = wrapped(words),
      }
    end
  end
  return arrows
end

local HEAD <const> = [[
//
// An arrow reads a byte of a character; the first byte is on the left. A state where a character may
// begin is drawn twice: on the left, and again on the right, where the previous character ends. A
// text may end in a state with a double border. A byte without an arrow makes the text ill-formed.

digraph %s {
    rankdir = LR
    ranksep = 0.7
    nodesep = 0.35
    node [shape = box, style = rounded, fontname = "Helvetica", fontsize = 12]
    edge [color = "#555555", fontname = "Courier", fontsize = 11, arrowsize = 0.7]
    begin [shape = point, width = 0.1]
    begin -> %s
]]

---@param automaton table
---@param name string of the graph
---@return string graph
function M.text(automaton, name)
  local graph <const> = KEYWORDS[name:lower()] and ('"%s"'):format(name) or name
  local lines, states <const> = { HEAD:format(graph, automaton.names[automaton.origin]) }, M.states(automaton)
  local function put(format, ...)
    lines[#lines + 1] = format:format(...)
  end
  for _, place in ipairs { "name", "goal" } do
    for _, state in ipairs(states) do
      if state[place] then
        put('    %s [label = "%s"%s]', state[place], state.label, state.final and ", peripheries = 2" or "")
      end
    end
  end
  put("")
  for _, column in ipairs(M.columns(automaton)) do
    put("    { rank = same; %s }", table.concat(column, " "))
  end
  put("")
  for _, arrow in ipairs(M.arrows(automaton)) do
    put('    %s -> %s [label = "%s"]', arrow.from, arrow.to, arrow.label)
  end
  put("}")
  return table.concat(lines, "\n")
end

return M
