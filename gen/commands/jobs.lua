-- SPDX-License-Identifier: 0BSD
-- jobs: generates the files of one spec, or of a conversion between two, and writes them.
--
-- In:  words of the command line. Out: a job: { model?, spec, all (files), files (for users to copy), side (all others), selection?,
--      options, title, inputs, missing? }. The stages are those of gen/pipeline.lua. `write` writes files and counts them.

local path = require "pl.path"

local files = require "gen.common.files"
local lists = require "gen.common.lists"
local progress = require "gen.common.progress"
local between = require "gen.language.between"
local characters = require "gen.language.characters"
local dfa = require "gen.plan.dfa"
local spec = require "gen.spec.spec"
local isas = require "gen.kernel.isas"
local kernel = require "gen.kernel.kernel"
local emit = require "gen.emit.emit"
local pipeline = require "gen.pipeline"
local catalogue = require "gen.commands.catalogue"
local console = require "gen.commands.console"
local options_ = require "gen.commands.options"
local trace = require "gen.commands.trace"

local M = {}

---@return table model, string spec_name how the output names its source
function M.load_model(root, word)
  local found <const> = catalogue.find(root, word)
  return pipeline.compile(found.text, found.shown), found.name
end

---Compiles only the language, without tables and kernels.
---@return table model, string spec_name how the output names its source
function M.load_language(root, word)
  local found <const> = catalogue.find(root, word)
  return pipeline.understand(found.text, found.shown), found.name
end

---Raises an error if a language cannot be converted: some characters have no code points, or code points of more than 32 bits.
local function require_code_points(model)
  local reason <const>, line <const> = characters.refused(model)
  if reason then
    local err <const> = { spec_error = true, line = line, message = "" }
    spec.locate(model.spec, err)
    err.message = ("%s cannot be converted: %s%s"):format(model.spec.title, reason, err.message)
    error(err, 0)
  end
end

---Splits files into files that users copy and all others.
---@return table copied, table side lists of { name, text }, see emit.files
local function parted(all)
  return lists.picked(all, function(one) return not one.side and one end), lists.picked(all, function(one) return one.side and one end)
end

---A cache of the languages that are compiled for conversions, by their texts. Both directions may have the same language.
local agreements <const> = {}

---The job of a conversion.
---@param root string the project's folder
---@param found table[] the source and the target, see catalogue.find
---@param args table from the command line: prefix?, kernels?, for?, flat?, single_header?
---@return table job { model? (of between.language), spec, all, files, side, selection?, options, title, inputs (the files of both specs) }
local function between_job(root, found, args)
  local models, names, inputs = {}, {}, {}
  for i, one in ipairs(found) do
    models[i], names[i] = pipeline.understand(one.text, one.shown), one.name
    table.move(one.inputs, 1, #one.inputs, #inputs + 1, inputs)
    models[i].dfa = dfa.table_layout(models[i].automaton, models[i].spec)
    require_code_points(models[i])
  end
  local source <const>, target <const> = models[1], models[2]
  if source.spec.name == target.spec.name then
    console.usage_error("--to must name another encoding than %s: both are called %q", found[1].word, source.spec.title)
  end
  local text <const> = between.language(source.spec, target.spec)
  agreements[text or ""] = agreements[text or ""] or text and pipeline.compile(text, "the agreement") or nil
  local same <const> = agreements[text or ""]
  local default <const> = ("%s_to_%s"):format(source.spec.name, target.spec.name)
  local options <const> = options_.of({ spec = { name = default } }, table.concat(names, " and "), {
    prefix = args.prefix, kernels = args.kernels, ["for"] = args["for"], flat = args.flat, single_header = args.single_header,
    spec_word = found[1].word, to = found[2].word,
  })
  local all <const>, chosen <const> = emit.between(root, source, target, same, options)
  local copied <const>, side <const> = parted(all)
  return { model = same, spec = between.spec(source.spec, target.spec), all = all, files = copied, side = side, selection = chosen,
    options = options, title = ("%s to %s"):format(source.spec.title, target.spec.title), inputs = inputs }
end

---The job of one spec.
---@param root string the project's folder
---@param found table see catalogue.find
---@param args table from the command line, see options_.of
---@return table job { model, spec, all, files, side, selection, missing, options, title, inputs }
function M.spec_job(root, found, args)
  local model <const> = pipeline.compile(found.text, found.shown)
  local options <const> = options_.of(model, found.name, setmetatable({ spec_word = found.word }, { __index = args }))
  local all <const>, chosen <const>, missing <const> = pipeline.emit(root, model, options)
  local copied <const>, side <const> = parted(all)
  return { model = model, spec = model.spec, all = all, files = copied, side = side, selection = chosen, missing = missing,
    options = options, title = model.spec.title, inputs = found.inputs }
end

---The job of one spec, or of a conversion between two.
---@param found table[] one or two, see catalogue.find
function M.job_of(root, found, args)
  return #found == 2 and between_job(root, found, args) or M.spec_job(root, found[1], args)
end

---The job that the command line names.
---@param word string a spec
---@param args table with `to?`, the target of a conversion
function M.named_job(root, word, args)
  for _, option in ipairs { "trace", "only", "without", "man" } do
    if args.to and args[option] then
      console.usage_error("--%s does not apply to conversions and cannot be combined with --to", option)
    end
  end
  return M.job_of(root, { catalogue.find(root, word), args.to and catalogue.find(root, args.to) }, args)
end

---Lines about missing kernels or functions, one for each reason: "no shift kernel: 33 states ...". If one reason applies to all vector
---kernels, the line is "no vector kernels: ...".
---@param missing table[] { {name, reason} }
---@param is_kernels boolean whether these are kernels; otherwise they are functions
---@return string[] lines in the order of the first names
function M.missing_lines(missing, is_kernels)
  local lines <const>, names <const> = {}, {}
  for _, one in ipairs(missing) do
    lines[#lines + 1] = not names[one.reason] and one.reason or nil
    names[one.reason] = names[one.reason] or {}
    table.insert(names[one.reason], one.name)
  end
  for i, reason in ipairs(lines) do
    local list <const> = names[reason]
    local text = table.concat(list, ", ") .. (is_kernels and (#list > 1 and " kernels" or " kernel") or "")
    text = is_kernels and #list == #isas.rows and "vector kernels" or text
    lines[i] = ("no %s: %s"):format(text, reason)
  end
  return lines
end

---Reports the kernels and functions that a job does not have, with the reasons. Also reports functions that were added, and searches that
---stopped early.
---@return integer status 1 if something is missing because the generator's own check failed
function M.report_missing(job)
  local title <const>, status = job.title, 0
  for _, one in ipairs(job.missing and job.options.with or {}) do
    console.say("%s: %s needs %s, which is therefore included", title, one.by, one.name)
  end
  for i, list in ipairs { job.selection and job.selection.missing or {}, job.missing } do
    for _, line in ipairs(M.missing_lines(list, i == 1)) do
      console.say("%s: %s", title, line)
    end
    status = lists.any(list, function(one) return one.defect end) and 1 or status
  end
  local plan <const> = job.missing and job.model.plan or { given_up = {} }
  for _, message in ipairs(plan.given_up) do
    console.say("%s: %s; the C is right, but may be slower", title, message)
  end
  local cover <const> = plan.cover
  if cover and not cover.candidates then
    console.say("%s: the search for the smallest tables stopped early: %d rule bits, at least %d needed; the C is right, but may be slower",
      title, #cover.products, #cover.certificate)
  end
  return status
end

---Writes the files of some jobs, and those of --depfile, --man, --model and --trace.
---@return table[] counts of each job, then of these options, see files.write_all
function M.write(root, jobs, args)
  local all = { table.unpack(jobs) }
  if args.depfile then
    local inputs <const> = {}
    for _, job in ipairs(jobs) do
      table.move(job.inputs, 1, #job.inputs, #inputs + 1, inputs)
    end
    local folder <const>, name <const> = files.split(args.depfile)
    all[#all + 1] = { folder = folder, files = { { name = name, text = emit.make_rule(root, jobs, inputs) } } }
  end
  if args.man then
    local pages <const> = {}
    for _, job in ipairs(jobs) do
      local texts <const> = emit.manual(root, job.model, job.options)
      table.move(texts, 1, #texts, #pages + 1, pages)
    end
    all[#all + 1] = { folder = path.join(args.man, "man3"), files = pages }
  end
  for _, job in ipairs(args.model and args.output and jobs or {}) do
    all[#all + 1] = { folder = args.model, files = job.side }
  end
  if args.trace then
    local job <const> = jobs[1]
    local made <const> = job.selection.vectors
    all[#all + 1] = { folder = args.trace, files = trace.files(job.model, made, kernel.costs(job.model, made), job.all) }
  end
  local counts <const> = files.write_all(all)
  progress.finish()
  return counts
end

return M
