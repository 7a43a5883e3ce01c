-- SPDX-License-Identifier: 0BSD
-- api: lists the public functions in their order, and decides which of them the emitted .h and .c have.
--
-- In:  a model and the names after --without. Out of `of`: the parts of both files, as rows of `functions`; impossible parts, with reasons.
--
-- Each row is a part of templates/api/: a function, or a few that belong together. NAME.h has declarations, comments and inline functions;
-- NAME.c has the other code. encoding.h and encoding.c concatenate the parts. The option --without NAME omits a part from the files, and
-- the macro PREFIX_NO_NAME omits it when they are compiled. Parts that need an omitted part are omitted, too: --without chunk also omits
-- repair, which needs it. --only check keeps three parts: `check`; `prefix`, which `check` needs; and `valid`, which is always there.
--
-- A new function needs these two files, a row here and, if its templates need facts of their own, a view in function_views.lua.
-- CONTRIBUTING.md lists the further steps in verify/ and tests/.

local lists = require "gen.common.lists"
local characters = require "gen.language.characters"
local measures = require "gen.language.measures"
local pieces = require "gen.language.pieces"
local repair = require "gen.language.repair"
local streams = require "gen.language.streams"

local M = {}

---The most wanted functions come first in both files. In the C file, dispatch.c, which chooses the kernel, precedes them.
---  name      of the part's two files
---  always    whether the part cannot be left out
---  needs     earlier parts that the part's code uses
---  refused   (model) -> why a language has no such function, or nil
---  holds     the part's functions; nil: a single one, with the part's name
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
  { name = "seek", needs = { "count" } },
  { name = "rows", holds = { "valid_rows", "valid_rows64" } },
  { name = "utf16", needs = { "prefix", "status" }, refused = characters.refused,
    holds = { "to_utf16", "utf16_size", "from_utf16", "size_of_utf16", "valid_utf16", "trim_utf16" } },
  { name = "utf32", needs = { "prefix", "status" }, refused = characters.refused,
    holds = { "to_utf32", "utf32_size", "from_utf32", "size_of_utf32", "valid_utf32", "trim_utf32" } },
  { name = "utf16_lossy", needs = { "repair", "utf16" }, refused = repair.refused_in_utf16,
    holds = { "to_utf16_lossy", "utf16_lossy_size", "from_utf16_lossy", "size_of_utf16_lossy" } },
  { name = "utf32_lossy", needs = { "repair", "utf32" },
    holds = { "to_utf32_lossy", "utf32_lossy_size", "from_utf32_lossy", "size_of_utf32_lossy" } },
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

---The part with this name, or with a function of this name.
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

---The names to pass to `of` as `without`, so that only the named parts, the parts that these need, and `valid` remain.
---@param only string[] names of parts
---@return string[] without
---@return table with { {name, by} } the parts that are added, each with a part that needs it
function M.only(only)
  local kept, with, without = {}, {}, {}
  for _, name in ipairs(only) do
    kept[name] = true
  end
  -- Needed parts come earlier in the list.
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

---Whether a list has a part of this name.
---@param parts table rows of `functions`
---@param name string
function M.has(parts, name)
  return lists.any(parts, function(one) return one.name == name end)
end

---The names of the parts that are not in a list.
---@param parts table rows of `functions`
function M.left_out(parts)
  return lists.picked(M.functions, function(row) return not M.has(parts, row.name) and row.name end)
end

---@param without string[]? names of parts
---@return table parts rows of `functions`
---@return table missing { {name, reason} } the parts that the language cannot have, except those that `without` leaves out anyway
function M.of(model, without)
  local parts <const>, missing <const>, left_out <const>, asked <const> = {}, {}, {}, {}
  for _, name in ipairs(without or {}) do
    asked[name], left_out[name] = true, true
  end
  for _, row in ipairs(M.functions) do
    local reason = row.refused and row.refused(model)
    for _, name in ipairs(row.needs or {}) do
      asked[row.name] = asked[row.name] or asked[name]
      reason = reason or left_out[name] and ("there is no %s"):format(name)
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
