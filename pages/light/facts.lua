-- SPDX-License-Identifier: 0BSD
-- facts: writes the data of an encoding's light page as JSON.
--
-- In:  lua5.4 pages/light/facts.lua NAME, the name of a spec of the catalogue. Out: JSON on standard output: the spec's name (`file`), text
--      and first comment (`about`); the language and the plan, as for the playground (pages/playground/shown_*.lua); and `hash`, the digest
--      of the rules from which the C in out/ was generated.

local facts = require "gen.emit.facts"
local files = require "gen.common.files"
local json = require "gen.common.json"
local pipeline = require "gen.pipeline"
local selection = require "gen.kernel.selection"

local shown_language = require "pages.playground.shown_language"
local shown_plan = require "pages.playground.shown_plan"

---Returns the text of the comment at the top of a spec.
local function comment_of(text)
  local lines <const> = {}
  for line in text:gmatch("([^\n]*)\n") do
    local words <const> = line:match("^%-%- ?(.*)$")
    if not words then
      break
    end
    lines[#lines + 1] = words
  end
  return table.concat(lines, " ")
end

local function main(name)
  local file <const> = ("gen/specs/%s.lua"):format(name)
  local text <const> = assert(files.read(file))
  local model <const> = pipeline.compile(text, file)
  model.catalogue_name = name
  local known <const> = assert(facts.of_file(("out/%s/%s.json"):format(model.spec.name, model.spec.name)))
  local plan <const> = shown_plan.of(model)
  plan.kernels = selection.of(model, {}).names
  io.write(json.text {
    file = name, text = text, about = comment_of(text), hash = known.hash, language = shown_language.of(model), plan = plan,
  }, "\n")
end

main(...)
