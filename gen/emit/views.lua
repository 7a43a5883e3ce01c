-- SPDX-License-Identifier: 0BSD
-- views: makes the view of each template except files/vendor.md (gen/commands/vendor.lua).
--
-- In:  a job: a model, options, and the chosen kernels. Out of `render`: the text of a template.
--
-- A template may have a function, under its file's name, that returns its view: the names that its holes may use. Except for
-- vendor.md and vector/companions.c, templates also see `common`, and can include others by part("api/valid.c"). A template without a view
-- only sees `common` and the names that the including template passes to it. So a template's view shows its dependencies: api/prefix.h
-- depends on nothing in the model, kernel_shift.c on the automaton and on the table of `shift`.
--
--     encoding_views.lua   the files of an encoding: encoding.h and .c, grammars, automaton, kernels, model.h
--     vector_view.lua      values for vectors.c, and a view for each vector kernel; carry_view.lua: the same for kernels that carry bits
--     function_views.lua   the public functions, api/NAME.h and .c, and code that several of them call
--     count_views.lua      api/measure, count, seek, rows, and code for counts
--     unit_views.lua       the functions for UTF-16 and UTF-32: units.c, append_units.c
--     between_views.lua    the files between two encodings

local lists = require "gen.common.lists"
local between_views = require "gen.emit.between_views"
local encoding_views = require "gen.emit.encoding_views"
local count_views = require "gen.emit.count_views"
local function_views = require "gen.emit.function_views"
local unit_views = require "gen.emit.unit_views"
local fold = require "gen.emit.fold"
local layout = require "gen.common.layout"
local selection = require "gen.kernel.selection"
local templates = require "gen.emit.templates"
local api = require "gen.kernel.api"
local code_points = require "gen.emit.code_points"
local between = require "gen.language.between"
local companions_ = require "gen.kernel.companions"
local measures = require "gen.language.measures"

local M = {}

local VIEWS <const> = lists.update({}, encoding_views, function_views, count_views, unit_views, between_views)

-- ---- Jobs ----

---@param root string the project's folder
---@param model table
---@param options table see emit.files
---@return table job; emit adds `scanner`, the output of re2c
function M.job(root, model, options)
  local chosen <const> = selection.of(model, options)
  local parts <const>, missing <const> = api.of(model, options.without)
  local job <const> = {
    root = root, model = model, options = options, p = options.prefix .. "_", U = options.prefix:upper(),
    selection = chosen, scalar = chosen.scalar, families = chosen.families, vectors = chosen.vectors,
    parts = parts, missing_parts = missing, left_out = api.left_out(parts),
  }
  -- The kernel that functions call, if dispatch has no choice.
  local is_limited <const> = api.has(parts, "limit") and #chosen.names > 1
  job.sole = #chosen.vectors == 0 and not is_limited and chosen.scalar[#chosen.scalar] or false
  job.companions = (job.sole or #job.vectors == 0 or model.carry) and {} or companions_.of(model, parts)
  -- Whether characters are counted, and how bytes determine the counts.
  job.counts = api.has(parts, "measure") or api.has(parts, "count")
  job.by_bytes = job.counts and not measures.refused(model) and measures.by_bytes(model) or nil
  return job
end

---@param root string the project's folder
---@param source table a model
---@param target table another
---@param same table? the model of the language that is compiled for them, see between.language
---@param options table see emit.files
---@return table job with jobs of the source, of the target and, if there is one, of that language
function M.between_job(root, source, target, same, options)
  -- For each of the two languages, only the templates of the automaton and the characters are filled.
  local function language(model, suffix)
    local prefix <const> = options.prefix .. suffix
    return { root = root, options = options, model = model, p = prefix .. "_", U = prefix:upper(), scalar = { "dfa" }, tables_only = true }
  end
  local same_options <const> = setmetatable({ without = api.optional(), no_scanner = true }, { __index = options })
  local alike <const>, facts <const> = same and M.job(root, same, same_options), between.facts(source, target)
  if alike then
    alike.recode = facts.recode
    alike.companions = #alike.vectors > 0 and companions_.between(same, facts.recode) or {}
    alike.parts, alike.converts = {}, { source = source.spec.name, target = target.spec.name }
  end
  return {
    root = root, options = options, p = options.prefix .. "_", U = options.prefix:upper(), facts = facts,
    source = language(source, "_source"), target = language(target, "_target"), same = alike,
    model = { spec = between.spec(source.spec, target.spec) },
  }
end

-- ---- Templates ----

---The names that templates see in addition to their view: `p` is the prefix of functions and tables; the prefix of macros is `U` and a _.
---@param job table
function M.common(job)
  return {
    ipairs = ipairs, p = job.p, U = job.U, sole = job.sole or false,
    -- The words before small functions: a macro. The source and target parts of a conversion lack this macro, and use `static`.
    inline = job.companions and job.U .. "_ALWAYS_INLINE" or "static",
    -- Whether a `never` rule applies at the start of a text.
    starts = job.model.starts or false,
    -- The names of functions: the active kernel's version; the version without rules for the start of a text; the active companion.
    active = function(name) return job.p .. (job.sole and job.sole .. "_" or "active()->") .. name end,
    body = function(name) return job.model.starts and M.common(job).active(name) or job.p .. name end,
    companion = function(name)
      local has_forms <const> = companions_.named(job.companions, name) ~= nil
      return (has_forms and "%s%s_of[%sactive_index()]" or "%sscalar_%s"):format(job.p, name, job.p)
    end,
    -- The function for places that rarely write a code point. It is not inline.
    write = function()
      return job.p .. (job.companions and not select(2, code_points.spans(job.model.spec)) and "write" or "spell")
    end,
    hex = layout.hex, hex64 = layout.hex64, ruler = layout.ruler, pad_to = layout.pad_to, decimals = layout.decimals,
    part = function(name, view) return M.render(job, name, view) end,
    -- The parameters of an entry in the list of kernels, and its last arguments for a vector kernel, or for a scalar one.
    entry = "name, supported, " .. (companions_.forms(job.companions or {}, {}) == "scalar" and "form" or "form, units"),
    forms = function(isa) return companions_.forms(job.companions, job.vectors, isa) end,
    -- The table of all kernels' versions of a companion, and whether there is one.
    companions = function(name)
      local one <const> = companions_.named(job.companions, name)
      return templates.render(job.root, "vector/companions.c", {
        one = one, entry = M.common(job).entry, parameters = one.parameters:gsub("%$%(p%)", job.p), p = job.p, U = job.U,
      })
    end,
    has_companions = function(name) return companions_.named(job.companions, name) ~= nil end,
  }
end

---The text of a file as printed. If there are several vector kernels, and no option asks for each in full, they share one text.
---@param job table? the job of these kernels
---@param text string
function M.folded(job, text)
  if not (job and fold.wanted(job)) then
    return text
  end
  local view <const> = setmetatable(M.of(job, "vector/self_include.c"), { __index = M.common(job) })
  return fold.fold(text, job, function(template, more)
    return templates.render(job.root, template, setmetatable(more or {}, { __index = view }))
  end)
end

---@param job table
---@param name string a template's file
---@return table view the names that only this template sees
function M.of(job, name)
  return VIEWS[name] and VIEWS[name](job, M) or {}
end

---@param job table
---@param name string a template's file
---@param view table? replaces the template's own view
---@return string text
function M.render(job, name, view)
  return templates.render(job.root, name, setmetatable(view or M.of(job, name), { __index = M.common(job) }))
end

return M
