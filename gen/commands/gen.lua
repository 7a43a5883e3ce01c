-- SPDX-License-Identifier: 0BSD
-- gen: `u8gen gen` writes the files of specs.
--
-- In:  the arguments. Out: files; for each spec, a line about its files, and the lines of jobs.report_missing.

local path = require "pl.path"

local files = require "gen.common.files"
local lists = require "gen.common.lists"
local kernel = require "gen.kernel.kernel"
local console = require "gen.commands.console"
local jobs = require "gen.commands.jobs"

local M = {}

---Reports the files that were written for a job, and its missing kernels and functions. @return integer status of jobs.report_missing
local function report(job, written)
  local costs <const> = job.missing and kernel.costs(job.model, job.selection.vectors) or {}
  local operations <const> = lists.map(costs, function(cost) return ("%s %d"):format(cost.name, cost.operations) end)
  console.say("%s: %d file%s in %s: %s%s%s", job.title, #job.files, #job.files == 1 and "" or "s", job.folder, files.counted(written),
    #operations > 0 and "; operations per vector: " .. table.concat(operations, ", ") or "",
    job.model and "" or "; no character has the same bytes in both")
  return jobs.report_missing(job)
end

---@param root string the project's folder
---@param args table
---@return integer exit status
function M.run(root, args)
  for _, option in ipairs { { "to", "--to needs exactly one source spec" },
    { "output", "-o names one folder, so only one spec is allowed" },
    { "prefix", "--prefix names the files of one spec, so only one spec is allowed" },
    { "trace", "--trace names one folder, so only one spec is allowed" } } do
    if args[option[1]] and #args.spec > 1 then
      console.usage_error("%s", option[2])
    end
  end
  if args.acsl and not args.output then
    console.usage_error("--acsl needs -o: out/ has no annotations")
  elseif args.acsl and args.to then
    console.usage_error("--acsl is for one encoding: conversions with --to have no annotations")
  end
  local list <const> = {}
  for i, word in ipairs(args.spec) do
    list[i] = jobs.named_job(root, word, args)
    list[i].folder = args.output or args.model or path.join("out", list[i].options.prefix)
    list[i].files = (args.output or not args.model) and list[i].files or list[i].side
  end
  local written <const>, status = jobs.write(root, list, args), 0
  for i, job in ipairs(list) do
    status = math.max(status, report(job, written[i]))
  end
  return status
end

return M
