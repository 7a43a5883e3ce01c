-- SPDX-License-Identifier: 0BSD
-- main: the commands. What they make of a spec is the pipeline (pipeline.lua).

local lfs = require "lfs"
local path = require "pl.path"
local dir = require "pl.dir"

local command_line = require "gen.commands.command_line"
local banner = require "gen.emit.banner"
local catalogue = require "gen.commands.catalogue"
local copy = require "gen.commands.copy"
local names_ = require "gen.common.names"
local spec = require "gen.spec.spec"
local pipeline = require "gen.pipeline"
local options_ = require "gen.commands.options"
local dfa = require "gen.plan.dfa"
local progress = require "gen.common.progress"
local emit = require "gen.emit.emit"
local files = require "gen.common.files"
local outside = require "gen.common.outside"
local facts = require "gen.emit.facts"
local tour = require "gen.commands.tour"
local trace = require "gen.commands.trace"
local explain = require "gen.commands.explain"
local diff = require "gen.commands.diff"
local difference = require "gen.common.difference"
local new_spec = require "gen.commands.new"
local questions = require "gen.commands.questions"
local verify = require "gen.commands.verify"
local vendor = require "gen.commands.vendor"
local selection = require "gen.kernel.selection"
local between = require "gen.language.between"
local characters = require "gen.language.characters"
local kernel = require "gen.kernel.kernel"
local re2c = require "gen.emit.re2c"

local M = {}

M.understand, M.compile = pipeline.understand, pipeline.compile

local function usage_error(message, ...)
  error({ usage_error = true, message = message:format(...) }, 0)
end

---@return table model, string spec_name how the output names its source
function M.load_model(root, word)
  local found <const> = catalogue.find(root, word)
  return M.compile(found.text, found.shown), found.name
end

---The language alone, without tables and kernels.
---@return table model, string spec_name how the output names its source
local function load_language(root, word)
  local found <const> = catalogue.find(root, word)
  return M.understand(found.text, found.shown), found.name
end

-- ---- Commands ----

---Puts text out. What is longer than the buffer may fail here, and nothing is left then for the flush at the end (u8gen) to fail at.
local function put(text)
  if not io.write(text) then
    error({ message = "cannot write to standard output" }, 0)
  end
end

---A line, or several, of what a command says.
local function say(text, ...)
  put((text:format(...):gsub("[^\n]+", outside.shown)) .. "\n")
end

M.options = options_.of

---Refuses a language whose characters are no code points: only these can be converted.
local function require_code_points(model)
  local reason <const> = characters.refused(model)
  if reason then
    error({
      spec_error = true, path = model.spec.path, line = math.tointeger(reason:match("line (%d+)")),
      message = ("%s cannot be converted: %s"):format(model.spec.title, reason),
    }, 0)
  end
end

---What users copy of a job's files, and what they do not.
---@return table copied, table side lists of { name, text }, see emit.files
local function parted(all)
  local copied <const>, side <const> = {}, {}
  for _, file in ipairs(all) do
    table.insert(file.side and side or copied, file)
  end
  return copied, side
end

---The agreements that were compiled, by their specs: there and back it is often the same.
local agreements <const> = {}

---What a conversion is made of, and its files.
---@param root string the project's folder
---@param found table[] the source and the target, see catalogue.find
---@param args table what the command line says: prefix?, kernels?, single_header?
---@return table job { model (of the agreement, if there is one), spec, files, side, selection?, options, title, inputs (both specs'
---  files) }
local function between_job(root, found, args)
  local models, names, inputs = {}, {}, {}
  for i, one in ipairs(found) do
    models[i], names[i], inputs[i] = M.understand(one.text, one.shown), one.name, one.file
    models[i].dfa = dfa.table_layout(models[i].automaton, models[i].spec)
    require_code_points(models[i])
  end
  local source <const>, target <const> = models[1], models[2]
  if source.spec.name == target.spec.name then
    usage_error("--to names another encoding than %s itself", found[1].word)
  end
  local text <const> = between.agreement(source.spec, target.spec)
  agreements[text or ""] = agreements[text or ""] or text and M.compile(text, "the agreement") or nil
  local same <const> = agreements[text or ""]
  local prefix <const> = args.prefix or ("%s_to_%s"):format(source.spec.name, target.spec.name)
  local options <const> = M.options({ spec = { name = prefix } }, table.concat(names, " and "), {
    prefix = args.prefix, kernels = args.kernels, ["for"] = args["for"], flat = args.flat, single_header = args.single_header,
    spec_word = found[1].word, to = found[2].word,
  })
  local all <const>, chosen <const> = emit.between(root, source, target, same, options)
  local copied <const>, side <const> = parted(all)
  return { model = same, spec = between.spec(source.spec, target.spec), files = copied, side = side, selection = chosen, options = options,
    title = ("%s to %s"):format(source.spec.title, target.spec.title), inputs = inputs }
end

---What is made of one spec, and its files.
---@param root string the project's folder
---@param found table see catalogue.find
---@param args table what the command line says: see M.options
---@return table job { model, spec, files, side, selection, missing, options, title, inputs }
local function spec_job(root, found, args)
  local model <const> = M.compile(found.text, found.shown)
  local options <const> = M.options(model, found.name, setmetatable({ spec_word = found.word }, { __index = args }))
  local all <const>, chosen <const>, missing <const> = emit.files(root, model, options)
  local copied <const>, side <const> = parted(all)
  return { model = model, spec = model.spec, files = copied, side = side, selection = chosen, missing = missing, options = options,
    title = model.spec.title, inputs = { found.file } }
end

---The job of one spec, or of a conversion between two.
---@param found table[] one or two, see catalogue.find
local function job_of(root, found, args)
  return #found == 2 and between_job(root, found, args) or spec_job(root, found[1], args)
end

---The job that words of the command line name.
---@param word string a spec
---@param args table with `to?`, another
local function named_job(root, word, args)
  for _, option in ipairs { "trace", "only", "without", "man" } do
    if args.to and args[option] then
      usage_error("--%s says nothing of a conversion, and does not go with --to", option)
    end
  end
  return job_of(root, { catalogue.find(root, word), args.to and catalogue.find(root, args.to) }, args)
end

---All files of a job.
local function all_of(job)
  return table.move(job.side, 1, #job.side, #job.files + 1, { table.unpack(job.files) })
end

local COMMANDS = {}

---What a job's language cannot have, and why.
---@return integer status 1 if something is missing because the generator's own check refuses it
local function tell_missing(job)
  local title <const>, status = job.title, 0
  for _, one in ipairs(job.missing and job.options.with or {}) do
    say("%s: with %s comes %s, which it needs", title, one.by, one.name)
  end
  for _, list in ipairs { job.selection and job.selection.missing or {}, job.missing } do
    for _, one in ipairs(list) do
      if job.missing or one.defect then
        say("%s: no %s%s: %s", title, one.name, list == job.missing and "" or " kernel", one.reason)
      end
      status = one.defect and 1 or status
    end
  end
  local plan <const> = job.missing and job.model.plan or { given_up = {} }
  for _, message in ipairs(plan.given_up) do
    say("%s: %s", title, message)
  end
  local cover <const> = plan.cover
  if cover and not cover.candidates then
    say("%s: the search for the fewest products was given up: %d found, at least %d are needed", title, #cover.products,
      #cover.certificate)
  end
  return status
end

---What `gen` says of the files it wrote. @return integer status
local function tell(job, written)
  local title <const>, operations = job.title, {}
  for i, cost in ipairs(job.missing and kernel.costs(job.model, job.selection.vectors) or {}) do
    operations[i] = ("%s %d"):format(cost.name, cost.operations)
  end
  say("%s: %d file%s in %s: %s%s%s", title, #job.files, #job.files == 1 and "" or "s", job.folder, files.counted(written),
    #operations > 0 and "; operations per vector: " .. table.concat(operations, ", ") or "",
    job.model and "" or "; no character has the same bytes in both")
  return tell_missing(job)
end

---Writes the files of some jobs, and a rule for Make if one is asked for.
---@return table[] counts see files.write_all
local function write(root, jobs, args)
  local all = { table.unpack(jobs) }
  if args.depfile then
    local inputs <const> = {}
    for _, job in ipairs(jobs) do
      table.move(job.inputs, 1, #job.inputs, #inputs + 1, inputs)
    end
    local folder <const>, name <const> = path.splitpath(args.depfile)
    all[#all + 1] = { folder = folder == "" and "." or folder, files = { { name = name, text = emit.make_rule(root, jobs, inputs) } } }
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
    all[#all + 1] = { folder = args.trace, files = trace.files(job.model, made, kernel.costs(job.model, made)) }
  end
  local counts <const> = files.write_all(all)
  progress.finish()
  return counts
end

function COMMANDS.gen(root, args)
  for _, option in ipairs { { "to", "--to goes with one spec, that of the source" },
    { "output", "-o names one folder, so it goes with one spec" },
    { "prefix", "--prefix names one pair of files, so it goes with one spec" },
    { "trace", "--trace names one folder, so it goes with one spec" } } do
    if args[option[1]] and #args.spec > 1 then
      usage_error("%s", option[2])
    end
  end
  if args.acsl and not args.output then
    usage_error("--acsl goes with -o: out/ has no annotations")
  end
  local jobs <const> = {}
  for i, word in ipairs(args.spec) do
    jobs[i] = named_job(root, word, args)
    jobs[i].folder = args.output or args.model or path.join("out", jobs[i].options.prefix)
    jobs[i].files = (args.output or not args.model) and jobs[i].files or jobs[i].side
  end
  local written <const>, status = write(root, jobs, args), 0
  for i, job in ipairs(jobs) do
    status = math.max(status, tell(job, written[i]))
  end
  return status
end

function COMMANDS.dot(root, args)
  args.spec_word = args.spec
  local model <const>, spec_name <const> = load_language(root, args.spec)
  local folder <const> = args.output or "."
  local texts <const> = emit.picture(root, model, M.options(model, spec_name, args))
  files.write(folder, texts)
  say("%s: %s; 'dot -Tsvg' draws it", model.spec.title, args.output and path.join(folder, texts[1].name) or texts[1].name)
  return 0
end

function COMMANDS.vendor(root, args)
  local found <const> = { catalogue.find(root, args.spec), args.to and catalogue.find(root, args.to) }
  local job <const> = named_job(root, args.spec, args)
  job.files, job.folder = vendor.files(root, job, found), args.folder
  local state <const> = vendor.compare(args.folder, job.files)
  local edits <const> = vendor.edits(state, args.force, function(name)
    local generate <const> = function(specs, told) return all_of(job_of(root, specs, told)) end
    return (select(4, copy.look(root, name, {}, generate)))
  end)
  if edits ~= "" then
    say("%s", edits)
  end
  if edits ~= "" and not args.force then
    say("nothing was changed in %s; --force overwrites what was edited", args.folder)
    return 1
  end
  local changed <const> = vendor.changes(args.folder, state, job.options.prefix)
  if changed ~= "" then
    say("%s", changed)
  end
  local written <const> = write(root, { job }, args)
  say("%s: %d files in %s: %s; README.md there says how to compile, check and upgrade them", job.title, #job.files, args.folder,
    files.counted(written[1]))
  say("%s", vendor.sizes(job.files))
  return tell_missing(job)
end

---Looks at generated files in somebody's tree.
local function check_copies(root, args)
  local worst, seen, made = 0, {}, {}
  local function generate(found, told, of)
    local key <const> = of.spec .. of.command
    made[key] = made[key] or all_of(job_of(root, found, told))
    return made[key]
  end
  for _, name in ipairs(args.copy) do
    local status <const>, text <const>, of <const> = copy.look(root, name, args.spec, generate)
    worst = math.max(worst, status)
    seen[#seen + 1] = of and { name = name, facts = of }
    progress.finish()
    if status == 2 then
      io.stdout:flush()
      io.stderr:write(outside.shown(text), "\n")
    else
      say("%s", text)
    end
  end
  local mixed <const> = copy.mixed(seen)
  if mixed then
    say("%s", mixed)
  end
  return mixed and math.max(worst, 1) or worst
end

---Whether out/ is here, with generated files. Where u8gen is installed there are none but certificates.
local function has_out()
  for _, folder in ipairs(path.isdir("out") and dir.getdirectories("out") or {}) do
    if #dir.getfiles(folder) > #dir.getfiles(folder, "*.json") then
      return true
    end
  end
  return false
end

function COMMANDS.check(root, args)
  if args.copy and #args.specs > 0 then
    usage_error("--copy is followed by files in your tree, and goes with no spec but that of --spec")
  elseif args.copy then
    return check_copies(root, args)
  elseif #args.spec > 0 then
    usage_error("--spec names the spec of a copy, and goes with --copy")
  end
  local words = #args.specs > 0 and args.specs or catalogue.names(root)
  for _, word in ipairs(words) do
    catalogue.find(root, word)
  end
  if not has_out() then
    usage_error("no generated C is in out/ here: 'u8gen check' compares out/ of u8gen's own source tree with the specs; "
      .. "'u8gen check --copy FILE ...' looks at generated files in your tree")
  end
  local wrong = 0
  local function complain(text, ...)
    wrong = wrong + 1
    say(text, ...)
  end
  local version = re2c.version()
  local same_re2c = version == re2c.VERSION
  if version and not same_re2c then
    say("re2c here is %s and out/ is defined for %s: the re2c section is left out of the comparison", version, re2c.VERSION)
  end
  local expected_folders = {}
  ---Compares a folder of out/ with its files; `how` is what follows `u8gen gen`.
  local function compare(name, texts, how)
    local folder <const>, expected = path.join("out", name), {}
    expected_folders[name] = true
    if not path.isdir(folder) then
      return complain("missing: %s, %d files\n    'u8gen gen %s' writes them", folder, #texts, how)
    end
    for _, file in ipairs(texts) do
      expected[file.name] = true
      local target = path.join(folder, file.name)
      local text = files.read(target)
      local new = file.text
      if text and not same_re2c then
        text, new = re2c.without_scanner(text), re2c.without_scanner(new)
      end
      if not text then
        complain("missing: %s\n    'u8gen gen %s' writes it", target, how)
      elseif text ~= new then
        complain("stale: %s\n%s\n    'u8gen gen %s' mends it", target, difference.show(text, new), how)
      end
    end
    for _, file in ipairs(path.isdir(folder) and dir.getfiles(folder) or {}) do
      if not expected[path.basename(file)] then
        complain("extra: %s\n    no spec gives it; 'rm %s' removes it", file, outside.shell_word(file))
      end
    end
  end
  for _, word in ipairs(words) do
    local job <const> = named_job(root, word, {})
    compare(job.spec.name, job.files, outside.shell_word(word))
  end
  local counted = ("%d %s"):format(#words, #words == 1 and "encoding" or "encodings")
  if #args.specs == 0 then
    for _, pair in ipairs(between.COMMITTED) do
      local job <const> = named_job(root, pair[1], { to = pair[2] })
      compare(job.options.prefix, job.files, ("%s --to %s"):format(pair[1], pair[2]))
    end
    counted = ("%s, %d conversions"):format(counted, #between.COMMITTED)
    for _, folder in ipairs(path.isdir("out") and dir.getdirectories("out") or {}) do
      if not expected_folders[path.basename(folder)] then
        complain("extra: %s\n    no spec gives it; 'rm -r %s' removes it", folder, outside.shell_word(folder))
      end
    end
  end
  if wrong == 0 then
    say("out/ is what the specs give (%s), and the models for verify/ can be made", counted)
  end
  return wrong == 0 and 0 or 1
end

---The reason why a spec cannot be read, or nil.
local function unreadable(root, word)
  local ok <const>, problem <const> = pcall(load_language, root, word)
  if not ok and type(problem) ~= "table" then
    error(problem, 0)
  end
  return not ok and problem.message or nil
end

---What questions on a terminal say, as options would.
local function asked(root, args)
  local known <const> = catalogue.names(root)
  local answers <const> = questions.ask {
    from = function(text) return unreadable(root, text) end,
    name = function(text) return new_spec.unfit_name(text, known) end,
    without = function(text) return (select(2, new_spec.points { text })) end,
    max = function(text) return (select(2, new_spec.code_point(text))) end,
    output = function(text) return lfs.symlinkattributes(text, "mode") and text .. " is there already" or nil end,
  }
  answers.without = { answers.without }
  return setmetatable(answers, { __index = args })
end

---What options of `new` wish.
---@return table wishes see gen/commands/new.lua
---@return string file
local function wishes_of(root, args)
  local function must(value, reason)
    return value or usage_error("%s", reason)
  end
  local name <const> = args.name or args.output and path.basename(args.output):gsub("%.lua$", "")
    or usage_error("--name says what the encoding is called, or -o FILE, whose name it is then")
  local reason <const> = new_spec.unfit_name(name, catalogue.names(root))
  if reason then
    usage_error("%s", reason)
  end
  return {
    name = name, without = must(new_spec.points(args.without)), max = args.max and must(new_spec.code_point(args.max)),
    replacement = args.replacement and must(new_spec.code_point(args.replacement)),
  }, args.output or names_.of(name) .. ".lua"
end

function COMMANDS.new(root, args)
  local is_told <const> = args.from or args.name or args.output or args.max or args.replacement or #args.without > 0
  if not is_told and not questions.possible() then
    usage_error("standard input is no terminal to ask at; options say what the spec shall be: "
      .. "u8gen new --from utf-8 --max U+FFFF --name Utf8mb3")
  end
  args = is_told and args or asked(root, args)
  local wishes <const>, file <const> = wishes_of(root, args)
  if lfs.symlinkattributes(file, "mode") and not args.force then
    usage_error("%s is there already; --force overwrites it", file)
  end
  local found <const> = { word = file, shown = file, name = path.basename(file), file = file }
  local ok <const>, job <const> = pcall(function()
    found.text = new_spec.text(load_language(root, args.from or "utf-8"), wishes, function(text)
      found.text = text
      return M.understand(text, file)
    end)
    return spec_job(root, found, { kernels = not re2c.version() and "dfa" or nil })
  end)
  if not ok and type(job) == "table" and job.spec_error and found.text then
    local line <const> = difference.lines(found.text)[job.line or 1]
    usage_error("such a spec would be refused, and is not written: %s (its line: %s)", job.message, line)
  elseif not ok then
    error(job, 0)
  end
  local folder <const>, base <const> = path.splitpath(file)
  files.write(folder == "" and "." or folder, { { name = base, text = found.text } })
  progress.finish()
  local word <const> = outside.shell_word(file)
  say("%s: %s; 'u8gen tour %s' shows it, 'u8gen vendor %s FOLDER' writes its C", file, job.title, word, word)
  return tell_missing(job)
end

---Published tables are short; so many bytes at most.
local MOST_PUBLISHED <const> = 1 << 20

function COMMANDS.tour(root, args)
  local model <const> = M.load_model(root, args.spec)
  if not args.against then
    put(tour.show(model, kernel.costs(model, selection.of(model, {}).vectors)))
    return 0
  end
  local text, why = files.read(args.against, MOST_PUBLISHED)
  if not text then
    usage_error("cannot read %s", why)
  end
  local report, right = tour.against(model, text, args.against)
  put(report)
  return right and 0 or 1
end

function COMMANDS.explain(root, args)
  local model <const> = load_language(root, args.spec)
  local bytes <const>, reason <const> = explain.read_bytes(args.bytes, model.spec)
  if not bytes then
    usage_error("%s", reason)
  end
  local others = {}
  for i, name in ipairs(catalogue.names(root)) do
    others[i] = { name = name, model = load_language(root, name) }
  end
  put(explain.show(model, bytes, others, args.verbose))
  return 0
end

function COMMANDS.diff(root, args)
  local pair = {}
  for i, word in ipairs { args.one, args.other } do
    pair[i] = { name = outside.shown(word), model = load_language(root, word) }
  end
  local text, same = diff.show(pair[1], pair[2])
  put(text)
  return same and 0 or 1
end

function COMMANDS.verify(root, args)
  local job <const> = named_job(root, args.spec, {})
  if args.output then
    files.write(args.output, job.files)
  end
  -- What make is told is a folder of our own: it would run what stands in some names.
  local folder <const> = verify.temporary_folder()
  local ok, result = pcall(function()
    files.write(folder, all_of(job))
    progress.finish()
    return verify.run(root, folder, job.spec.name,
      { label = outside.shown(args.spec), missing = job.selection.missing, sample = args.sample })
  end)
  verify.remove_folder(folder)
  return ok and result or error(result, 0)
end

function COMMANDS.list(root)
  local entries = {}
  for i, name in ipairs(catalogue.names(root)) do
    local found <const> = catalogue.entry(root, name)
    local read <const> = spec.read(found.text, found.shown)
    entries[i] = { name = name, spec = read, facts = facts.of_file(path.join(root, "out", read.name, read.name .. ".json")) }
  end
  put(tour.list(entries))
  return 0
end

---@param root string the project's folder
---@param arguments string[]
---@return integer exit status
function M.run(root, arguments)
  local p <const> = command_line.parser(function()
    say("u8gen %s", banner.version(root))
    error({ status = 0 }, 0)
  end)
  p.error = function(_, message)
    error({ usage_error = true, message = message .. " ('u8gen --help' shows what is)" }, 0)
  end
  local ok, result = pcall(function()
    local args <const> = p:parse(arguments)
    local empty <const> = command_line.empty(args)
    if empty then
      usage_error("%s", empty)
    end
    return COMMANDS[args.command](root, args)
  end)
  progress.finish()
  if ok then
    return result
  elseif type(result) ~= "table" then
    error(result, 0)
  elseif result.status then
    return result.status
  end
  local message <const> = result.path and spec.message(result) or "u8gen: error: " .. result.message
  io.stderr:write((message:gsub("[^\n]+", outside.shown)), "\n")
  return 2
end

return M
