-- SPDX-License-Identifier: 0BSD
-- answers: keeps the provers' answers for goals in one text file, so that other machines need not run the provers again.
--
-- In: WP's cache of a function: one file HASH.json per goal and prover. Out: `answers.tsv`, sorted, with one line per file: function, hash,
-- prover with version, answer, seconds, steps. `unpack` writes the JSON files from these lines.
--
--     utf8_dfa_valid   358753560a7e06e6d04b11ef60a62cc8   Z3:4.8.12   valid   0.18   736088
--
-- The idea: WP always generates the goals from the C and its annotations, but runs a prover only for hashes that are not in its cache.
-- A hash covers all input of the prover, so it changes with the C, the annotations and the prover.

local path = require "pl.path"
local files = require "gen.common.files"

local M = {}

M.FILE = "verify/prove/answers.tsv"

---@return table by_function { [function] = { line, ... } }
local function read()
  local by_function <const> = {}
  for line in (files.read(M.FILE) or ""):gmatch("[^\n]+") do
    local name <const> = line:match("^[^\t]+")
    by_function[name] = by_function[name] or {}
    table.insert(by_function[name], line)
  end
  return by_function
end

local function folder_of(session)
  return session .. "/cache"
end

---Writes the known answers for a function into a session; existing files are kept.
---@param name string of the function
---@param session string a folder
function M.unpack(name, session)
  local list <const> = {}
  for _, line in ipairs(read()[name] or {}) do
    local hash <const>, prover <const>, verdict <const>, seconds <const>, steps <const> =
      line:match("^[^\t]+\t(%x+)\t([^\t]+)\t(%a+)\t([^\t]*)\t([^\t]*)$")
    list[#list + 1] = not path.exists(("%s/%s.json"):format(folder_of(session), assert(hash, line))) and { name = hash .. ".json",
      text = ('{ "prover": "%s", "verdict": "%s"%s%s }\n'):format(prover, verdict,
        seconds ~= "" and (', "time": %s'):format(seconds) or "", steps ~= "" and (', "steps": %s'):format(steps) or "") } or nil
  end
  files.write(folder_of(session), list)
end

---Returns the lines of answers.tsv for the answers of a session.
local function lines_of(name, session)
  local lines <const> = {}
  for _, file in ipairs(files.list(folder_of(session))) do
    local text <const> = files.read(file)
    local hash <const> = file:match("(%x+)%.json$")
    lines[#lines + 1] = table.concat({ name, hash, text:match('"prover": "([^"]+)"'), text:match('"verdict": "(%a+)"'),
      text:match('"time": ([%d.e+-]+)') or "", text:match('"steps": (%d+)') or "" }, "\t")
  end
  return lines
end

local function write(by_function)
  local lines <const> = {}
  for _, list in next, by_function do
    table.move(list, 1, #list, #lines + 1, lines)
  end
  table.sort(lines)
  files.write(path.dirname(M.FILE), { { name = path.basename(M.FILE), text = table.concat(lines, "\n") .. "\n" } })
end

---Replaces the known answers for a function by those of a session.
---@param name string
---@param session string
function M.pack(name, session)
  local by_function <const> = read()
  by_function[name] = lines_of(name, session)
  write(by_function)
end

---Removes the answers for all functions except `names`.
---@param names table<string, true>
function M.retain(names)
  local by_function <const> = read()
  for name in next, by_function do
    by_function[name] = names[name] and by_function[name]
  end
  write(by_function)
end

return M
