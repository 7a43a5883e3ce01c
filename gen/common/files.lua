-- SPDX-License-Identifier: 0BSD
-- files: reads files, optionally with a limit on their size, and writes files. If a text cannot be written, no file is changed.
--
-- In:  names of files to read; names and texts of files to write. Out: the texts that were read.
--
-- The idea: a user may name any file, even /dev/zero, so the kind of each file is checked. Only a regular file is replaced, never a device
-- or a folder. A symbolic link stays; its target is replaced. Each changed text is first written to a file in a temporary folder next to
-- its place. When all these files are complete, they are renamed. If a rename fails, files that are already renamed keep their new text.

local lfs = require "lfs"
local dir = require "pl.dir"
local path = require "pl.path"
local lists = require "gen.common.lists"
local outside = require "gen.common.outside"

local M = {}

local MOST_LINKS <const> = 40

---The error number EEXIST.
local EXISTS <const> = 17

---The kinds of files that may be read. A device may have no end.
local READABLE <const> = { file = true, ["named pipe"] = true }

---The name of a file in a folder: join("templates", "api", "valid.h").
M.join = path.join

---The files of a folder, in no particular order; `list_all` includes those of subfolders.
M.list, M.list_all = dir.getfiles, dir.getallfiles

---Splits a path into its folder, with a slash at the end, and the name in this folder: "/" and "x" for "/x", "" and "x" for "x".
function M.split(name)
  return name:match("^(.-)([^/]*)$")
end

---Raises an error of the generator, as opposed to one of a spec.
function M.fail(message, ...)
  error({ emit_error = true, message = message:format(...) }, 0)
end
local fail <const> = M.fail

---@param name string
---@param most integer? the most bytes
---@return string? text
---@return string? reason
function M.read(name, most)
  local mode <const> = lfs.attributes(name, "mode")
  if mode and not READABLE[mode] then
    return nil, ("%s: it is a %s"):format(name, mode)
  end
  local file <const>, why <const> = io.open(name, "rb")
  if not file then
    return nil, why
  end
  local text <const>, reason <const> = file:read(most and most + 1 or "a")
  file:close()
  if reason then
    return nil, ("%s: %s"):format(name, reason)
  elseif most and #(text or "") > most then
    return nil, ("%s: it has more than %d bytes"):format(name, most)
  end
  return text or ""
end

---The path of a file that exists or will be written, after following symbolic links. Fails if the path exists but is not a regular file, or
---after MOST_LINKS links.
local function place_of(name)
  local place = name
  for _ = 1, MOST_LINKS do
    local mode <const> = lfs.symlinkattributes(place, "mode")
    if mode == "link" then
      local target <const> = lfs.symlinkattributes(place, "target")
      place = path.isabs(target) and target or M.split(place) .. target
    elseif mode and mode ~= "file" then
      fail("cannot write %s: it is a %s, and only a regular file is replaced", name, mode)
    else
      return place
    end
  end
  fail("cannot write %s: its symbolic links form a loop", name)
end

---Makes a folder, and the folders above it. Another run may make one of these at the same time. An error names the folder `whole`.
local function make_folder(folder, whole)
  local function is_there() return folder == "" or lfs.attributes(folder, "mode") == "directory" end
  if is_there() then
    return
  end
  make_folder(folder:gsub("/+$", ""):match("^.*/") or "", whole or folder)
  local _ <const>, reason <const> = lfs.mkdir(folder)
  return is_there() or fail("cannot make the folder %s: %s", whole or folder, reason)
end

---Makes a folder with a new name in `folder`, which is "" or ends in a slash. lfs.mkdir fails if the name exists, so no other run has it.
local function own_folder(folder)
  for number = 1, math.huge do
    local name <const> = ("%s.u8gen%d"):format(folder, number)
    local made <const>, reason <const>, code <const> = lfs.mkdir(name)
    if made then
      return name
    elseif code ~= EXISTS then
      fail("cannot write in %s: %s", folder == "" and "." or folder, reason)
    end
  end
end

---Writes the files of all jobs into their folders. If a text cannot be written, no file is changed; if a rename fails, earlier renames
---stay. A file that already has its new text is not written.
---@param jobs table { { folder, files = { {name, text} } } }
---@return table[] counts { new, changed, unchanged } of each job
function M.write_all(jobs)
  local pending, texts, own, counts = {}, {}, {}, {}
  local function prepare(target, text)
    local place <const> = place_of(target)
    local folder <const>, base <const> = M.split(place)
    local known <const> = lfs.attributes(folder == "" and "." or folder) or {}
    local key <const> = ("%s %s %s"):format(known.dev, known.ino, base)
    if texts[key] and texts[key] ~= text then
      fail("two outputs would be the same file %s; change -o, --prefix or --depfile, or generate the specs one by one", target)
    end
    local old <const> = texts[key] or M.read(place)
    texts[key] = text
    if old == text then
      return "unchanged"
    end
    own[folder] = own[folder] or own_folder(folder)
    local temporary <const> = path.join(own[folder], #pending + 1 .. "")
    local handle <const>, reason <const> = io.open(temporary, "wb")
    if not handle then
      fail("cannot write %s", reason)
    end
    pending[#pending + 1] = { temporary = temporary, place = place }
    local written <const>, broken <const> = handle:write(text)
    local closed <const>, late <const> = handle:close()
    if not written or not closed then
      fail("cannot write %s: %s; no file was changed", target, broken or late)
    end
    return lfs.symlinkattributes(place, "mode") and "changed" or "new"
  end
  local ok <const>, problem <const> = pcall(function()
    for i, job in ipairs(jobs) do
      make_folder(job.folder)
      counts[i] = { new = 0, changed = 0, unchanged = 0 }
      for _, file in ipairs(job.files) do
        local how <const> = prepare(path.join(job.folder, file.name), file.text)
        counts[i][how] = counts[i][how] + 1
      end
    end
    for _, step in ipairs(pending) do
      local renamed <const>, reason <const> = os.rename(step.temporary, step.place)
      if not renamed then
        fail("cannot rename %s to %s: %s", step.temporary, step.place, reason)
      end
    end
  end)
  for _, step in ipairs(ok and {} or pending) do
    os.remove(step.temporary)
  end
  for _, folder in next, own do
    lfs.rmdir(folder)
  end
  return ok and counts or error(problem, 0)
end

---Writes the files of one folder.
function M.write(folder, files)
  M.write_all({ { folder = folder, files = files } })
end

---The counts of a job, which write_all returns, as text.
---@param counts table
---@return string text "3 new, 2 changed, 3 unchanged", without zero counts
function M.counted(counts)
  return table.concat(lists.picked({ "new", "changed", "unchanged" }, function(how)
    return counts[how] > 0 and ("%d %s"):format(counts[how], how)
  end), ", ")
end

---A rule for Make, and an empty rule for each source. Without the empty rules, Make would fail once a source no longer exists.
---@param targets string[] names of files
---@param sources string[] the files from which they are made
function M.rule(targets, sources)
  local function words(names, glue)
    return lists.joined(names, glue, function(name)
      local word <const>, reason <const> = outside.make_word(name)
      return word or fail("%s", reason)
    end)
  end
  return ("%s: \\\n  %s\n\n%s:\n"):format(words(targets, " "), words(sources, " \\\n  "), words(sources, ":\n"))
end

return M
