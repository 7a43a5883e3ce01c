-- SPDX-License-Identifier: 0BSD
-- vendor: writes or upgrades a copy in a user's tree.
--
-- In:  a job (jobs.lua), its specs, a folder. Out: `files` returns the copy, { {name, text} }: the pair or header, the license, a README, a
--      bill of materials, and the specs that are not in the catalogue. `compare` returns the state of the folder.
--
--     third_party/utf8: app_utf8 changes:
--         u8gen       1.0.0 -> 1.1.0
--         functions   new: app_utf8_count
--
-- The idea: edited files are only overwritten with --force. The banners of the pair have hashes. The bill of materials has a hash of each
-- file, itself included. A file that differs from its hash, or that has no hash, counts as edited.

local lfs = require "lfs"
local path = require "pl.path"

local banner = require "gen.emit.banner"
local changes = require "gen.commands.changes"
local copy = require "gen.commands.copy"
local digest = require "gen.common.digest"
local files_ = require "gen.common.files"
local man = require "gen.emit.man"
local origin = require "gen.common.origin"
local outside = require "gen.common.outside"
local sbom = require "gen.commands.sbom"
local templates = require "gen.emit.templates"
local catalogue = require "gen.commands.catalogue"
local console = require "gen.commands.console"
local jobs = require "gen.commands.jobs"

local M = {}

local fail <const> = console.usage_error

-- ---- The copy ----

---The files of a pair: extension, identifier in the bill of materials, and description in README.md.
local PAIR <const> = {
  { ending = ".h", id = "Header", what = "the interface" }, { ending = ".c", id = "Source", what = "the code" },
}

---The files of a pair among those of a job.
local function pair_of(job)
  local pair = {}
  for _, kind in ipairs(PAIR) do
    for _, file in ipairs(job.files) do
      if file.name == job.options.prefix .. kind.ending then
        pair[#pair + 1] = { name = file.name, text = file.text, id = kind.id, kind = "SOURCE", generated = true,
          what = job.options.single_header and "the interface and the code" or kind.what,
          comment = "body " .. banner.read(file.text).said }
      end
    end
  end
  return pair
end

---Escapes a text for Markdown: replaces punctuation other than .,;:()/- by numeric character references.
local function in_markdown(text)
  return (outside.shown(text):gsub("%p", function(mark)
    return not (".,;:()/-"):find(mark, 1, true) and ("&#%d;"):format(mark:byte()) or nil
  end))
end

---A file name in Markdown.
local function name_in_markdown(name)
  return name:find("^[%w._-]+$") and ("`%s`"):format(name) or in_markdown(name)
end

---The command that regenerates the copy, run in its folder.
local function upgrade_of(command)
  local words = outside.words(command)
  for i, word in ipairs(words) do
    words[i] = outside.shell_word(i == 3 and word:gsub("^%-", "./-") or word)
  end
  return ("u8gen vendor %s . %s"):format(words[3], table.concat(words, " ", 4)):gsub(" $", "")
end

---@param root string the project's folder
---@param job table
---@param found table[] its specs, see catalogue.find
---@return table files { {name, text, generated?} }, the pair first
function M.files(root, job, found)
  local prefix <const>, options <const>, all <const> = job.options.prefix, job.options, pair_of(job)
  local version <const>, from <const> = banner.version(root), origin.read(root)
  local license <const> = assert(files_.read(path.join(root, "LICENSE")))
  local specs, copies = {}, {}
  for i, one in ipairs(all) do
    copies[i] = one.name
  end
  all[#all + 1] = { name = "LICENSE", text = license, id = "License", kind = "TEXT", what = "the license of the C code, 0BSD" }
  for i, one in ipairs(found) do
    specs[i] = { name = one.name, text = one.text, id = "Spec" .. (i == 1 and "" or i), kind = "SOURCE", own = one.own,
      comment = one.own and "the rules" or "the rules: a file of u8gen, not of this folder" }
  end
  local listed = { table.unpack(all) }
  for _, one in ipairs(specs) do
    listed[#listed + 1] = one.own and { name = one.name, what = "the rules" } or nil
  end
  listed[#listed + 1] = { name = prefix .. ".spdx", what = "the bill of materials (SPDX 2.3), with the hashes of all of them" }
  for i, one in ipairs(listed) do
    listed[i] = { name = name_in_markdown(one.name), what = one.what }
  end
  local title <const> = #found == 2 and "conversion of " .. job.title or job.title .. " validation"
  local readme <const> = templates.render(root, "files/vendor.md", {
    ipairs = ipairs, prefix = prefix, U = prefix:upper(), version = version, source = in_markdown(job.spec.source), files = listed,
    what = in_markdown((title:gsub("^%l", string.upper))), single = options.single_header or false, copies = table.concat(copies, " "),
    upgrade = upgrade_of(options.command), hash = job.spec.hash, home = from.homepage or false,
  })
  all[#all + 1] = { name = "README.md", text = readme .. "\n", id = "Readme", kind = "DOCUMENTATION" }
  local text <const> = sbom.write({
    name = prefix, title = job.title, version = version, hash = job.spec.hash, command = options.command, date = man.DATE .. "T00:00:00Z",
    holder = license:match("\n(Copyright[^\n]*)"), origin = from,
  }, all, specs)
  all[#all + 1] = { name = prefix .. ".spdx", text = text }
  for _, one in ipairs(specs) do
    all[#all + 1] = one.own and { name = one.name, text = one.text } or nil
  end
  return all
end

---The sizes of the pair: "app_utf8.h: 120 lines, 5230 bytes; ...".
---@param files table[] see M.files
---@return string text
function M.sizes(files)
  local words <const> = {}
  for _, file in ipairs(files) do
    words[#words + 1] = file.generated and ("%s: %d lines, %d bytes"):format(file.name, select(2, file.text:gsub("\n", "")), #file.text)
      or nil
  end
  return table.concat(words, "; ")
end

-- ---- The state of the folder ----

---The SHA-256 of the folder's files in a bill of materials; nil if the bill does not exist or was edited.
local function bill_of(name)
  return lfs.attributes(name, "mode") == "file" and sbom.read(copy.read(name) or "") or nil
end

---Raises an error if the folder has another copy's unedited bill, since both copies would have the same README.
local function require_own_folder(folder, mine)
  if lfs.attributes(folder, "mode") ~= "directory" then
    return
  end
  for name in lfs.dir(folder) do
    local other <const> = name:match("^([%a][%w_]*)%.spdx$")
    if other and name ~= mine and bill_of(path.join(folder, name)) then
      fail("%s has the copy %s already; each copy needs its own folder", folder, other)
    end
  end
end

---Whether a pair's file is unedited, but from another version of u8gen or of Unicode's data, another spec, or other options.
local function is_former(text, new)
  local old <const>, now <const> = banner.read(text), banner.read(new)
  if not old or old.said ~= old.is or outside.trouble(text) then
    return false
  end
  return old.version ~= now.version or old.spec ~= now.spec or old.command ~= now.command or old.unicode ~= now.unicode
end

---Compares a copy with the files of a folder.
---@param folder string
---@param files table[] see M.files
---@return table state { edited = { {name, old, new, generated} }, old (existing texts of the pair), new (new texts of the pair),
---  left (names of files of the former copy that the new one does not have) }
function M.compare(folder, files)
  local state <const> = { edited = {}, old = {}, new = {}, left = {} }
  local own <const>, mine = {}, nil
  for _, file in ipairs(files) do
    if own[file.name] then
      fail("the spec's file is called %s, like another file of the copy; rename the spec", outside.shown(file.name))
    end
    own[file.name], mine = true, file.name:match("^[%a][%w_]*%.spdx$") or mine
  end
  require_own_folder(folder, mine)
  local bill <const> = bill_of(path.join(folder, mine))
  for _, file in ipairs(files) do
    local name <const> = path.join(folder, file.name)
    local mode <const> = lfs.attributes(name, "mode")
    local old, why = nil, "it is a " .. (mode or "")
    if mode == "file" then
      old, why = copy.read(name)
    end
    if mode and not old then
      fail("%s cannot be overwritten: %s", name, why)
    end
    if file.generated then
      state.new[#state.new + 1], state.old[#state.old + 1] = file.text, old
    end
    if old ~= file.text then
      local listed <const> = bill and bill[outside.shown(file.name)]
      local is_known = file.name == mine and bill ~= nil
      if listed then
        is_known = listed == digest.sha256(old or "")
      elseif file.generated then
        is_known = is_former(old or "", file.text)
      end
      if old and not is_known then
        state.edited[#state.edited + 1] = { name = name, old = old, new = file.text, generated = file.generated }
      end
    end
  end
  for name in next, bill or {} do
    if not own[name] and name:find("^[%w._-]+$") and lfs.attributes(path.join(folder, name), "mode") == "file" then
      state.left[#state.left + 1] = path.join(folder, name)
    end
  end
  table.sort(state.left)
  return state
end

-- ---- Messages ----

---Describes edited files: the difference from the original if this u8gen can regenerate it, otherwise from the new text.
---@param force boolean? whether they are overwritten
---@param look fun(name: string): string? differences from copy.look
---@return string text
function M.edits(state, force, look)
  local lines = {}
  for _, one in ipairs(state.edited) do
    local known <const> = one.generated and look(one.name)
    lines[#lines + 1] = ("%s was edited%s%s:\n%s"):format(one.name, known and "" or ", or is not a file of u8gen",
      force and ", and is overwritten" or "", known or copy.edited(one.new, one.old))
  end
  return table.concat(lines, "\n")
end

---Describes the changes of an upgrade, and the files that the copy no longer contains.
---@param prefix string
---@return string text
function M.changes(folder, state, prefix)
  local lines <const> = #state.old > 0 and changes.between(state.old, state.new, prefix) or {}
  for i, line in ipairs(lines) do
    lines[i] = "    " .. line
  end
  if #lines > 0 then
    table.insert(lines, 1, ("%s: %s changes:"):format(folder, prefix))
  end
  for _, name in ipairs(state.left) do
    lines[#lines + 1] = ("%s is no longer part of the copy; 'rm %s' removes it"):format(name, outside.shell_word(name))
  end
  return table.concat(lines, "\n")
end

-- ---- The command ----

---@param root string the project's folder
---@param args table
---@return integer exit status
function M.run(root, args)
  local found <const> = { catalogue.find(root, args.spec), args.to and catalogue.find(root, args.to) }
  local job <const> = jobs.named_job(root, args.spec, args)
  job.files, job.folder = M.files(root, job, found), args.folder
  local state <const> = M.compare(args.folder, job.files)
  local edits <const> = M.edits(state, args.force, function(name)
    local generate <const> = function(specs, options) return jobs.job_of(root, specs, options).all end
    return (select(4, copy.look(root, name, {}, generate)))
  end)
  if edits ~= "" then
    console.say("%s", edits)
  end
  if edits ~= "" and not args.force then
    console.say("nothing was changed in %s; --force overwrites edited files", args.folder)
    return 1
  end
  local changed <const> = M.changes(args.folder, state, job.options.prefix)
  if changed ~= "" then
    console.say("%s", changed)
  end
  local written <const> = jobs.write(root, { job }, args)
  console.say("%s: %d files in %s: %s; README.md there says how to compile, check and upgrade them", job.title, #job.files, args.folder,
    files_.counted(written[1]))
  console.say("%s", M.sizes(job.files))
  return jobs.report_missing(job)
end

return M
