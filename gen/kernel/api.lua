-- SPDX-License-Identifier: 0BSD
-- api: the public functions, in their order, and which of them a pair of files has.
--
-- In:  a model and what --without names. Out of `of`: rows of `functions`, and those that are missing, each with its reason.
--
-- Each row is a part of templates/api/: a function, or some that belong together, in one place: NAME.h is what the header says of it,
-- NAME.c how it is done. encoding.h and encoding.c put the parts one behind the other. P_NO_NAME leaves a part out when the C file is
-- compiled, --without NAME when it is generated; what needs a part goes with it. --without check leaves out chunk, and with it repair.
-- --only check leaves out all others but `valid`, which is always there, and prefix, which check needs.
--
-- A new function is its two files and a row here; what its templates want to know, besides what all see, is a view of theirs
-- (function_views.lua). CONTRIBUTING.md says what belongs to it in verify/ and tests/.

local lists = require "gen.common.lists"
local characters = require "gen.language.characters"
local measures = require "gen.language.measures"
local pieces = require "gen.language.pieces"
local repair = require "gen.language.repair"
local streams = require "gen.language.streams"

local M = {}

---What most want first, in the header and in the C file; dispatch.c, which chooses the kernel that they call, stands before them there.
---  name      of the part's two files
---  always    it can't be left out
---  needs     parts that stand before it, without which it can't be
---  refused   (model) -> why a language has no such function, or nil
---  holds     its functions, where they are not called as it is
---@type { name: string, always: boolean?, needs: string[]?, refused: (fun(model: table): string?)?, holds: string[]? }[]
M.functions = {
  { name = "valid", always = true },
  { name = "prefix", holds = { "valid_prefix" } },
  { name = "check", needs = { "prefix" }, holds = { "check", "fault_name", "expected" } },
  { name = "status", holds = { "status_name" } },
  { name = "chunk", needs = { "check" }, holds = { "next_chunk" } },
  { name = "repair", needs = { "check", "status", "chunk" }, refused = repair.refused, holds = { "repaired_size", "repair" } },
  { name = "repair_stream", needs = { "repair" }, refused = pieces.refused, holds = { "repair_start", "repair_feed", "repair_end" } },
  { name = "stream", needs = { "check", "status" }, refused = streams.refused,
    holds = { "stream_start", "stream_feed", "stream_end", "stream_error" } },
  { name = "decode", refused = characters.refused, holds = { "decode", "decode_last" } },
  { name = "encode", refused = characters.refused },
  { name = "iterate", refused = characters.refused, holds = { "next", "previous" } },
  { name = "cut", holds = { "trim", "floor" } },
  { name = "measure", needs = { "prefix" }, refused = measures.refused },
  { name = "count" },
  { name = "utf16", needs = { "prefix", "status" }, refused = characters.refused,
    holds = { "to_utf16", "utf16_size", "from_utf16", "size_of_utf16", "trim_utf16" } },
  { name = "utf32", needs = { "prefix", "status" }, refused = characters.refused,
    holds = { "to_utf32", "utf32_size", "from_utf32", "size_of_utf32", "trim_utf32" } },
  { name = "kernels", holds = { "kernel_count", "kernel_at", "active_kernel" } },
  { name = "limit", holds = { "limit_kernels" } },
  { name = "spec_hash" },
}

---The names of the parts that may be left out.
function M.optional()
  return lists.picked(M.functions, function(row) return not row.always and row.name end)
end

---The names of all parts.
function M.names()
  return lists.map(M.functions, function(row) return row.name end)
end

---The part that a name says: its own, or that of a function.
---@param name string
---@return string? part
function M.part_of(name)
  for _, row in ipairs(M.functions) do
    for _, one in ipairs(row.holds or {}) do
      if one == name then
        return row.name
      end
    end
    if row.name == name then
      return name
    end
  end
end

---What there is to leave out so that some parts are left, and those that they need.
---@param only string[] names of parts
---@return string[] without
---@return table with { {name, by} } the parts that come with these, and which part needs them
function M.only(only)
  local kept, with, without = {}, {}, {}
  for _, name in ipairs(only) do
    kept[name] = true
  end
  -- What a part needs stands before it.
  for i = #M.functions, 1, -1 do
    local row <const> = M.functions[i]
    for _, name in ipairs(kept[row.name] and row.needs or {}) do
      if not kept[name] then
        kept[name] = true
        table.insert(with, 1, { name = name, by = row.name })
      end
    end
  end
  for _, name in ipairs(M.optional()) do
    without[#without + 1] = not kept[name] and name or nil
  end
  return without, with
end

---Whether a part is among these.
---@param parts table rows of `functions`
---@param name string
function M.has(parts, name)
  return lists.any(parts, function(one) return one.name == name end)
end

---The names of the parts that are not among these.
---@param parts table rows of `functions`
function M.left_out(parts)
  return lists.picked(M.functions, function(row) return not M.has(parts, row.name) and row.name end)
end

---@param model table
---@param without string[]? names of parts
---@return table parts rows of `functions`
---@return table missing { {name, reason} } those that are left out without being asked to
function M.of(model, without)
  local parts <const>, missing <const>, left_out <const>, asked <const> = {}, {}, {}, {}
  for _, name in ipairs(without or {}) do
    asked[name], left_out[name] = true, true
  end
  for _, row in ipairs(M.functions) do
    local reason = row.refused and row.refused(model)
    for _, name in ipairs(row.needs or {}) do
      asked[row.name] = asked[row.name] or asked[name]
      reason = reason or left_out[name] and ("it needs %s"):format(name)
    end
    if asked[row.name] or reason then
      left_out[row.name] = true
      missing[#missing + 1] = not asked[row.name] and { name = row.name, reason = reason } or nil
    else
      parts[#parts + 1] = row
    end
  end
  return parts, missing
end

return M
