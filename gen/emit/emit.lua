-- SPDX-License-Identifier: 0BSD
-- emit: turns a model and the templates into the files of out/NAME/.
--
-- In:  the model of pipeline.compile, and options. Out of `files`: an ordered list of { name = "utf8.c", text = ... }. files.write puts
--      such a list into a folder. Out of `between`, `manual` and `picture`: such lists, too; out of `make_rule`: a rule for Make.
--
-- Files with `side` are not for users to copy: NAME_model.h, the claims that verify/ checks; NAME.re, re2c's source; NAME.dot.
--
-- The stages, in order: selection chooses the kernels, views makes the view of each template, templates fills the template,
-- re2c makes a scanner of NAME.re, reach leaves out unused code, fold joins the vector kernels, layout wraps lines, banner adds the banner.

local banner = require "gen.emit.banner"
local certificate = require "gen.emit.certificate"
local man = require "gen.emit.man"
local selection = require "gen.kernel.selection"
local dot = require "gen.emit.dot"
local views = require "gen.emit.views"
local re2c = require "gen.emit.re2c"
local reach = require "gen.emit.reach"
local files_ = require "gen.common.files"
local names_ = require "gen.common.names"

local M = {}

---The grammars other than re2c's. A grammar's file and its template have the same ending.
local GRAMMARS <const> = {
  { ending = "abnf", leader = ";", note = " as a grammar in ABNF (RFC 5234), in both directions." },
  { ending = "peg", leader = "--", note = " as a parsing expression grammar, in both directions." },
}

---The file NAME.dot, as a list like that of `files`. It needs no template, and only the spec and the automaton of the model.
---@param root string the project's folder
function M.picture(root, model, options)
  local job <const>, body <const> = { root = root, model = model, options = options }, dot.text(model.whole, options.prefix)
  local text <const> = banner.sealed(job, ": the automaton, for Graphviz to draw.", "//", body)
  return { { name = options.prefix .. ".dot", text = text, side = true } }
end

---The header and the source as one file. A C file that defines PREFIX_IMPLEMENTATION may include this header more than once.
local function single_header(header, source, U)
  local begun <const> = source:find(("\n#ifndef %s_ISA\n"):format(U), 1, true)
  local again <const> = begun and ("defined(%s_ISA) || "):format(U) or ""
  local test <const> = ("#if %sdefined(%s_IMPLEMENTATION) && !defined(%s_IMPLEMENTED)"):format(again, U, U)
  return table.concat({
    header, ("%s\n%s#define %s_IMPLEMENTED%s"):format(test, begun and ("#ifndef %s_ISA\n"):format(U) or "", U, begun and "\n#endif" or ""),
    (source:gsub("^//\n", "")), ("#endif  // %s_IMPLEMENTATION"):format(U),
  }, "\n\n")
end

---@param root string the project's folder, with templates/
---@param model table
---@param options table { prefix, spec_name, command, kernels?, processors?, without?, single_header?, flat?, plain_words?, acsl?,
---  no_scanner? }
---@return table files { {name, text, side?, hash?} } in the order of their names
---@return table selection see selection.of
---@return table missing the parts that the language cannot have, see api.of: { {name, reason} }
function M.files(root, model, options)
  local job <const> = views.job(root, model, options)
  local name <const>, files <const> = options.prefix, {}
  local function add(ending, note, body)
    local text <const>, hash <const> = banner.sealed(job, note, "//", body)
    local file <const> = { name = name .. ending, text = text, hash = hash }
    files[#files + 1] = file
    return file
  end
  files[1] = M.picture(root, model, options)[1]
  for _, language in ipairs(GRAMMARS) do
    local body <const> = views.render(job, "files/encoding." .. language.ending)
    files[#files + 1] = { name = name .. "." .. language.ending, text = banner.sealed(job, language.note, language.leader, body) }
  end
  if selection.wanted(job.scalar, "re2c") then
    local grammar <const> = add(".re", " as a re2c grammar.", views.render(job, "files/encoding.re"))
    grammar.side, job.scanner = true, re2c.run(grammar.text, name)
  end
  local header <const>, claims <const> = views.render(job, "files/encoding.h"), views.render(job, "files/model.h")
  local full <const> = reach.text(views.render(job, "files/encoding.c"), reach.facts(job))
  local source <const> = views.folded(job, full)
  local together <const> = options.single_header and single_header(header, source, job.U)
  if selection.wanted(job.left_out, "check") == false then
    names_.check_faults(model, name, table.concat({ together or header, full, source, claims }, "\n"))
  end
  local pair <const> = together and { add(".h", " validation: the interface, and the code.", together) }
    or { add(".h", " validation: the interface.", header), add(".c", " validation: the code.", source) }
  files[#files + 1] = { name = name .. ".json", text = certificate.text(job, pair) }
  add("_model.h", ": the claims of the generator, which verify/ checks. Not for vendoring.", claims).side = true
  table.sort(files, function(a, b) return a.name < b.name end)
  return files, job.selection, job.missing_parts
end

---The files of a conversion between two encodings.
---@param root string the project's folder
---@param source table a model
---@param target table another
---@param same table? the model of the language that is compiled for them, if there is one, see between.language
---@param options table see `files`
---@return table files { {name, text, side?} } in the order of their names
---@return table? selection of the kernels of `same`
function M.between(root, source, target, same, options)
  local job <const>, name <const>, files <const> = views.between_job(root, source, target, same, options), options.prefix, {}
  local function add(ending, note, body)
    files[#files + 1] = { name = name .. ending, text = banner.sealed(job, note, "//", body), side = ending == "_model.h" }
  end
  local header <const> = views.render(job, "files/between.h")
  local body <const> = views.folded(job.same, reach.text(views.render(job, "files/between.c"), reach.facts(job)))
  if options.single_header then
    add(".h", ": the interface, and the code.", single_header(header, body, job.U))
  else
    add(".c", ": the code.", body)
    add(".h", ": the interface.", header)
  end
  if job.same then
    add("_model.h", ": the claims of the generator, which verify/ checks. Not for vendoring.",
      views.render(job.same, "files/model.h"))
  end
  return files, job.same and job.same.selection
end

---The manual pages of section 3.
---@param root string
---@param model table
---@param options table as for `files`
---@return table files { {name, text} } for a folder man3/
function M.manual(root, model, options)
  local job <const>, parts <const> = views.job(root, model, options), {}
  for i, one in ipairs(job.parts) do
    local text = views.render(job, ("api/%s.h"):format(one.name))
    for _, macro in ipairs { "API", "INLINE", "WRAPS" } do
      text = text:gsub(("%s_%s "):format(job.U, macro), "")
    end
    parts[i] = { name = one.name, text = text }
  end
  return man.pages(job, parts)
end

---A rule for Make: the C files and headers depend on VERSION, ORIGIN, all files of gen/ and templates/, and the specs. Other outputs are
---left out: a build compiles only C, and Ninja accepts only targets that its own rule also lists.
---@param jobs table { { folder, files } }
---@param inputs string[] the files of the specs
function M.make_rule(root, jobs, inputs)
  local targets, sources = {}, { files_.join(root, "VERSION"), files_.join(root, "ORIGIN") }
  for _, job in ipairs(jobs) do
    for _, file in ipairs(job.files) do
      targets[#targets + 1] = file.name:find "%.[ch]$" and files_.join(job.folder, file.name)
    end
  end
  for _, folder in ipairs { "gen", "templates" } do
    local found <const> = files_.list_all(files_.join(root, folder))
    table.move(found, 1, #found, #sources + 1, sources)
  end
  table.sort(sources)
  table.move(inputs, 1, #inputs, #sources + 1, sources)
  return files_.rule(targets, sources)
end

return M
