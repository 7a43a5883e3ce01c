-- SPDX-License-Identifier: 0BSD
-- gen: `u8gen gen` writes the files of specs.
--
-- In:  what the command line says. Out: files, and a line of what was written for each spec.

local path = require "pl.path"

local files = require "gen.common.files"
local kernel = require "gen.kernel.kernel"
local console = require "gen.commands.console"
local jobs = require "gen.commands.jobs"

local M = {}

---What `gen` says of the files it wrote. @return integer status
local function tell(job, written)
  local title <const>, operations = job.title, {}
  for i, cost in ipairs(job.missing and kernel.costs(job.model, job.selection.vectors) or {}) do
    operations[i] = ("%s %d"):format(cost.name, cost.operations)
  end
  console.say("%s: %d file%s in %s: %s%s%s", title, #job.files, #job.files == 1 and "" or "s", job.folder, files.counted(written),
    #operations > 0 and "; operations per vector: " .. table.concat(operations, ", ") or "",
    job.model and "" or "; no character has the same bytes in both")
  return jobs.tell_missing(job)
end

---@param root string the project's folder
---@param args table
---@return integer exit status
function M.run(root, args)
  for _, option in ipairs { { "to", "--to goes with one spec, that of the source" },
    { "output", "-o names one folder, so it goes with one spec" },
    { "prefix", "--prefix names one pair of files, so it goes with one spec" },
    { "trace", "--trace names one folder, so it goes with one spec" } } do
    if args[option[1]] and #args.spec > 1 then
      console.usage_error("%s", option[2])
    end
  end
  if args.acsl and not args.output then
    console.usage_error("--acsl goes with -o: out/ has no annotations")
  end
  local list <const> = {}
  for i, word in ipairs(args.spec) do
    list[i] = jobs.named_job(root, word, args)
    list[i].folder = args.output or args.model or path.join("out", list[i].options.prefix)
    list[i].files = (args.output or not args.model) and list[i].files or list[i].side
  end
  local written <const>, status = jobs.write(root, list, args), 0
  for i, job in ipairs(list) do
    status = math.max(status, tell(job, written[i]))
  end
  return status
end

return M
