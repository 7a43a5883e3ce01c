-- SPDX-License-Identifier: 0BSD
-- pairs: makes programs that convert between two encodings.
--
-- In:  the names or files of two specs, `u8gen gen A --to B`, tests/interface/between_filter.c, a C compiler.
-- Out: a program that converts; its answers to lines "ROOM HEX" (between_filter.c); the model of a spec. From UTF-8 to MUTF-8, the answer
--      to "- 41 C3" is "incomplete 1 1 1 41".

local lu <const> = require "luaunit"
local path = require "pl.path"
local dir = require "pl.dir"
local files_ <const> = require "gen.common.files"
local pipeline <const> = require "gen.pipeline"

---WORK: the folder of the programs. Test files run in parallel, so each of them except between_test.lua sets another folder.
local M = { WORK = "build/between_test", WARNINGS = "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef -Werror" }

function M.output_of(command)
  local pipe <const> = io.popen("{ " .. command .. "; } 2>&1")
  local text <const> = pipe:read("a")
  local _, _, status = pipe:close()
  return text, status
end

function M.run(command)
  local text <const>, status <const> = M.output_of(command)
  lu.assertEquals(status, 0, command .. "\n" .. text)
  return text
end

---Compiles between_filter.c with the files PAIR.h and PAIR.c in a folder.
function M.filter_of(pair, folder, options)
  local program <const> = ("%s/%s"):format(M.WORK, pair)
  M.run(("cc -std=c11 -Og %s %s -DPAIR=%s -D%s_STATIC -I %s -o %s tests/interface/between_filter.c"):format(M.WARNINGS, options or "", pair,
    pair:upper(), folder, program))
  return program
end

---Generates the conversion between two encodings, given by name or file, and compiles between_filter.c with it.
---@return string program
---@return string folder
---@return string pair the name of the files
function M.made(source, target, options)
  local folder <const> = ("%s/%s"):format(M.WORK, (source .. "-" .. target):gsub("[^%w]+", "_"))
  M.run(("./u8gen gen %s --to %s -o %s --kernels dfa,shift,swar"):format(source, target, folder))
  local pair <const> = path.basename(dir.getfiles(folder, "*.c")[1]):gsub("%.c$", "")
  return M.filter_of(pair, folder, options), folder, pair
end

---The lines that a program prints: one for each line of input.
function M.answers(program, lines)
  local name <const> = os.tmpname()
  files_.write(path.dirname(name), { { name = path.basename(name), text = table.concat(lines, "\n") .. "\n" } })
  local text <const> = M.run(("%s < %s"):format(program, name))
  os.remove(name)
  local out = {}
  for line in text:gmatch("[^\n]+") do
    out[#out + 1] = line
  end
  lu.assertEquals(#out, #lines, "one answer for each line")
  return out
end

---The model of a spec. @param word string a name of the catalogue, or a file's path with a slash
function M.load(word)
  local name <const> = word:find("/") and word or ("gen/specs/%s.lua"):format(word)
  return pipeline.understand(files_.read(name), name)
end

return M
