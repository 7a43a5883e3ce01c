-- SPDX-License-Identifier: 0BSD
-- new: `u8gen new` writes a spec from options or questions.
--
-- In:  the arguments, or answers from a terminal. Out: a file. The spec is compiled first; if that fails, nothing is written.

local lfs = require "lfs"
local path = require "pl.path"

local difference = require "gen.common.difference"
local files = require "gen.common.files"
local names_ = require "gen.common.names"
local outside = require "gen.common.outside"
local progress = require "gen.common.progress"
local re2c = require "gen.emit.re2c"
local pipeline = require "gen.pipeline"
local catalogue = require "gen.commands.catalogue"
local console = require "gen.commands.console"
local jobs = require "gen.commands.jobs"
local new_spec = require "gen.commands.new_spec"
local questions = require "gen.commands.questions"

local M = {}

---The reason why a spec cannot be read, or nil.
local function unreadable(root, word)
  local ok <const>, problem <const> = pcall(jobs.load_language, root, word)
  if not ok and type(problem) ~= "table" then
    error(problem, 0)
  end
  return not ok and problem.message or nil
end

---Asks the questions. Returns the answers in the form of options.
local function asked(root, args)
  local known <const> = catalogue.names(root)
  local answers <const> = questions.ask {
    from = function(text) return unreadable(root, text) end,
    name = function(text) return new_spec.unfit_name(text, known) end,
    without = function(text) return (select(2, new_spec.points { text })) end,
    max = function(text) return (select(2, new_spec.code_point(text))) end,
    output = function(text) return lfs.symlinkattributes(text, "mode") and text .. " exists already" or nil end,
  }
  answers.without = { answers.without }
  return setmetatable(answers, { __index = args })
end

---Converts options to the edits of a spec.
---@return table edits see new_spec.lua
---@return string file
local function edits_of(root, args)
  local function must(value, reason)
    return value or console.usage_error("%s", reason)
  end
  local name <const> = args.name or args.output and path.basename(args.output):gsub("%.lua$", "")
    or console.usage_error("--name NAME or -o FILE is needed; without --name, the encoding has the name of the file")
  local reason <const> = new_spec.unfit_name(name, catalogue.names(root))
  if reason then
    console.usage_error("%s", reason)
  end
  return {
    name = name, without = must(new_spec.points(args.without)), max = args.max and must(new_spec.code_point(args.max)),
    replacement = args.replacement and must(new_spec.code_point(args.replacement)),
  }, args.output or names_.of(name) .. ".lua"
end

---@param root string the project's folder
---@param args table
---@return integer exit status
function M.run(root, args)
  local has_options <const> = args.from or args.name or args.output or args.max or args.replacement or #args.without > 0
  if not has_options and not questions.possible() then
    console.usage_error("standard input is not a terminal for questions; use options instead: "
      .. "u8gen new --from utf-8 --max U+FFFF --name Utf8mb3")
  end
  args = has_options and args or asked(root, args)
  local edits <const>, file <const> = edits_of(root, args)
  if lfs.symlinkattributes(file, "mode") and not args.force then
    console.usage_error("%s exists already; --force overwrites it", file)
  end
  local found <const> = { word = file, shown = file, name = path.basename(file), file = file }
  local ok <const>, job <const> = pcall(function()
    found.text = new_spec.text(jobs.load_language(root, args.from or "utf-8"), edits, function(text)
      found.text = text
      return pipeline.understand(text, file)
    end)
    return jobs.spec_job(root, found, { kernels = not re2c.version() and "dfa" or nil })
  end)
  if not ok and type(job) == "table" and job.spec_error and found.text then
    local line <const> = difference.lines(found.text)[job.line or 1]
    console.usage_error("the new spec would be invalid, and is not written: %s (its line: %s)", job.message, line)
  elseif not ok then
    error(job, 0)
  end
  local folder <const>, base <const> = files.split(file)
  files.write(folder, { { name = base, text = found.text } })
  progress.finish()
  local word <const> = outside.shell_word(file)
  console.say("%s: %s; 'u8gen tour %s' shows it, 'u8gen vendor %s FOLDER' writes its C", file, job.title, word, word)
  return jobs.report_missing(job)
end

return M
