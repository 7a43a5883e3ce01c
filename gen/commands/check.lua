-- SPDX-License-Identifier: 0BSD
-- check: `u8gen check` compares out/ with the files that the specs generate, or checks whether copies in other trees are unchanged.
--
-- In:  the arguments, and out/. Out: lines for each file or folder that is missing, stale or extra; exit status 1 if there is one. With
--      --copy: the lines of copy.lua for each file; the greatest of their exit statuses, at least 1 if files of a pair do not match.

local path = require "pl.path"
local dir = require "pl.dir"

local lists = require "gen.common.lists"
local difference = require "gen.common.difference"
local files = require "gen.common.files"
local outside = require "gen.common.outside"
local progress = require "gen.common.progress"
local between = require "gen.language.between"
local re2c = require "gen.emit.re2c"
local catalogue = require "gen.commands.catalogue"
local console = require "gen.commands.console"
local copy = require "gen.commands.copy"
local jobs = require "gen.commands.jobs"

local M = {}

---Checks generated files in a user's tree.
local function check_copies(root, args)
  local worst, seen, made = 0, {}, {}
  local function generate(found, options, of)
    local key <const> = of.spec .. of.command
    made[key] = made[key] or jobs.job_of(root, found, options).all
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
      console.say("%s", text)
    end
  end
  local mixed <const> = copy.mixed(seen)
  if mixed then
    console.say("%s", mixed)
  end
  return mixed and math.max(worst, 1) or worst
end

local function folders()
  return path.isdir("out") and dir.getdirectories("out") or {}
end

---A comparison of out/ with generated files.
---@return table comparison { folder (compares a folder), others (reports folders that were not compared), wrong = number of complaints }
local function comparison()
  local C <const>, expected_folders <const> = { wrong = 0 }, {}
  local version <const> = re2c.version()
  local same_re2c <const> = version == re2c.VERSION
  if version and not same_re2c then
    console.say("re2c here has version %s, but out/ needs %s: the sections that re2c generated are not compared", version, re2c.VERSION)
  end
  local function complain(text, ...)
    C.wrong = C.wrong + 1
    console.say(text, ...)
  end
  local function compare(target, new, how)
    local text = files.read(target)
    if text and not same_re2c then
      text, new = re2c.without_scanner(text), re2c.without_scanner(new)
    end
    if not text then
      complain("missing: %s\n    'u8gen gen %s' writes it", target, how)
    elseif text ~= new then
      complain("stale: %s\n%s\n    'u8gen gen %s' updates it", target, difference.show(text, new), how)
    end
  end

  ---Compares a folder of out/ with generated files; `how`: the arguments of `u8gen gen` that write them.
  function C.folder(name, texts, how)
    local folder <const>, expected = path.join("out", name), {}
    expected_folders[name] = true
    if not path.isdir(folder) then
      return complain("missing: %s, %d files\n    'u8gen gen %s' writes them", folder, #texts, how)
    end
    for _, file in ipairs(texts) do
      expected[file.name] = true
      compare(path.join(folder, file.name), file.text, how)
    end
    for _, file in ipairs(dir.getfiles(folder)) do
      if not expected[path.basename(file)] then
        complain("extra: %s\n    no spec generates it; 'rm %s' removes it", file, outside.shell_word(file))
      end
    end
  end

  function C.others()
    for _, folder in ipairs(folders()) do
      if not expected_folders[path.basename(folder)] then
        complain("extra: %s\n    no spec generates it; 'rm -r %s' removes it", folder, outside.shell_word(folder))
      end
    end
  end
  return C
end

---@param root string the project's folder
---@param args table
---@return integer exit status
function M.run(root, args)
  if args.copy and (args.model or #args.specs > 0) then
    console.usage_error(args.model and "--copy does not take --model" or "--copy takes only the files to check; name a spec with --spec")
  elseif args.copy then
    return check_copies(root, args)
  elseif #args.spec > 0 then
    console.usage_error("--spec names the spec of a copy, and needs --copy")
  end
  local words = #args.specs > 0 and args.specs or catalogue.names(root)
  for _, word in ipairs(words) do
    catalogue.find(root, word)
  end
  -- The out/ of an installed u8gen has only certificates.
  if not lists.any(folders(), function(folder) return #dir.getfiles(folder) > #dir.getfiles(folder, "*.json") end) then
    console.usage_error("./out has no generated C: 'u8gen check' compares out/ of u8gen's own source tree with the specs; "
      .. "'u8gen check --copy FILE ...' checks generated files in your tree")
  end
  local compared <const> = comparison()
  local function check(folder, job, how)
    compared.folder(folder, job.files, how)
    if args.model then
      files.write(args.model, job.side)
    end
  end
  for _, word in ipairs(words) do
    local job <const> = jobs.named_job(root, word, {})
    check(job.spec.name, job, outside.shell_word(word))
  end
  local counted = ("%d %s"):format(#words, #words == 1 and "encoding" or "encodings")
  if #args.specs == 0 then
    for _, pair in ipairs(between.COMMITTED) do
      local job <const> = jobs.named_job(root, pair[1], { to = pair[2] })
      check(job.options.prefix, job, ("%s --to %s"):format(pair[1], pair[2]))
    end
    counted = ("%s, %d conversions"):format(counted, #between.COMMITTED)
    compared.others()
  end
  if compared.wrong == 0 then
    console.say("out/ is up to date (%s)", counted)
  end
  return compared.wrong == 0 and 0 or 1
end

return M
