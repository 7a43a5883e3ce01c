-- SPDX-License-Identifier: 0BSD
-- bridge: answers the page's requests to the generator.
--
-- In:  a request, as in `answer("understand", text)`; globals of the worker: page_catalogue, names of specs; page_progress, a function.
--      Out: JSON. An invalid spec, text or choice gives { "fault": { line?, message } }, a failure of the generator { "broken": message }.
--
--      understand TEXT          the language: rows, states, faults (shown_language.lua)
--      update                   the spec's text, with rows and examples corrected by the forms (updated.lua)
--      plan                     the tables of vector kernels, and their costs (shown_plan.lua)
--      judge HOW TEXT           a list of verdicts: if HOW is `text`, one on TEXT; if HOW is `hex`, one on each line
--      turn HOW TEXT            if HOW is `text`, TEXT's bytes in hexadecimal; if HOW is `hex`, the code points that TEXT's bytes encode
--      read HOW TEXT            the text's bytes one by one, and as characters (shown_text.lua)
--      differ NAME              the shortest texts on which the spec and a spec of the catalogue differ
--      choices                  the kernels and functions that the C may have (shown_c.lua)
--      emit CHOICE              the C, with the origins of its lines (shown_c.lua)
--      changes TEXT             the shortest texts whose verdict changed since the spec was TEXT
--      pack CHOICE              the files of a download (packed.lua)
--      machine                  the kernel as WebAssembly, and the automata (machine.lua)
--      fault BEGINS BYTES       the first fault of BYTES (hexadecimal); BEGINS is `begins` if a text begins with BYTES, else empty
--      others                   the automata of the catalogue that are not too large
--
-- CHOICE is four words: prefix, kernels, functions, and `single` for a single header; an empty word leaves the default.
--
-- The arguments of a request are in hexadecimal, since wasmoon cuts strings at a zero byte. A request uses the model of the last
-- `understand` that succeeded.

local pipeline = require "gen.pipeline"
local spec = require "gen.spec.spec"
local diff = require "gen.commands.differences"
local explain = require "gen.commands.explanation"
local faults = require "gen.language.faults"
local files = require "gen.common.files"
local json = require "gen.common.json"
local outside = require "gen.common.outside"
local progress = require "gen.common.progress"
local bytes_ = require "gen.common.bytes"

local updated = require "pages.updated"
local shown_language = require "pages.shown_language"
local shown_plan = require "pages.shown_plan"
local shown_text = require "pages.shown_text"
local machine = require "pages.machine"
local shown_c = require "pages.shown_c"
local packed = require "pages.packed"

-- Reports the progress of a stage to the page, after half a second and then at most five times per second.
progress.world = {
  first = 0.5, clock = os.clock, is_terminal = function() return true end,
  write = function(line) page_progress(line:match("u8gen: (.-)%s*$") or "") end,
}

---@type table?, table[] the model of the last `understand`, and the lines whose rows and examples do not agree with its forms
local model, disagreements
---@type table? the model of the last `understand` but one
local previous

---The encodings of the catalogue, each { name, text, model? }.
local catalogue <const> = {}
for name in page_catalogue:gmatch("%S+") do
  catalogue[#catalogue + 1] = { name = name, text = files.read("gen/specs/" .. name .. ".lua") }
end

---Returns the name of the catalogue's spec with this text; nil if the catalogue has no such spec.
local function name_of(text)
  for _, entry in ipairs(catalogue) do
    if entry.text == text then
      return entry.name
    end
  end
end

local function understood(entry)
  entry.model = entry.model or pipeline.understand(entry.text, entry.name)
  return entry
end

local function whole_catalogue()
  for _, entry in ipairs(catalogue) do
    understood(entry)
  end
  return catalogue
end

local REQUESTS <const> = {}

function REQUESTS.understand(text)
  local name <const> = name_of(text)
  local found <const> = {}
  local made <const> = pipeline.understand(text, name or "spec.lua", function(line, message, ...)
    found[#found + 1] = { line = line, message = outside.shown(message:format(...)) }
  end)
  made.catalogue_name = name
  previous, model, disagreements = model, made, found
  local shown <const> = shown_language.of(model)
  shown.disagreements = found
  return shown
end

function REQUESTS.update()
  local wrong <const> = {}
  for _, one in ipairs(disagreements) do
    wrong[one.line] = true
  end
  return { text = updated.of(model, wrong) }
end

function REQUESTS.plan()
  progress.start(model.spec.title)
  pipeline.plan(model)
  return shown_plan.of(model)
end

---@return integer[]? bytes
---@return string? reason
local function bytes_of(how, text)
  if how == "hex" then
    return explain.read_bytes({ text }, model.spec)
  end
  return shown_text.written(model, text)
end

function REQUESTS.judge(how, text)
  local texts <const>, verdicts <const> = {}, {}
  for line in (text .. "\n"):gmatch("([^\n]*)\n") do
    texts[#texts + 1] = line
  end
  for i, one in ipairs(how == "hex" and texts or { text }) do
    local bytes <const>, wrong <const> = bytes_of(how, one)
    if not bytes then
      return { fault = { message = wrong } }
    end
    local fault <const> = faults.of(model, bytes) or {}
    verdicts[i] = { bytes = #bytes, fault = fault.fault, offset = fault.offset, length = fault.length }
  end
  return { verdicts = verdicts }
end

function REQUESTS.turn(how, text)
  local bytes <const>, wrong <const> = bytes_of(how, text)
  if bytes and how == "text" then
    return { text = bytes_.hex(bytes) }
  end
  local points <const> = bytes and shown_text.code_points(model, bytes)
  if not points then
    return { fault = { message = wrong or "no text is encoded as these bytes; they remain hexadecimal" } }
  end
  return { code_points = points }
end

function REQUESTS.read(how, text)
  return shown_text.of(model, bytes_of(how, text), whole_catalogue())
end

---Returns the differences of two languages, in both directions.
---@param one table { name, model }
---@param other table { name, model }
local function differences(one, other)
  local ways <const> = diff.both(one, other)
  for i, way in ipairs(ways) do
    local shown <const> = {}
    for d, found in ipairs(way.differences) do
      shown[d] = { fault = found.fault, hex = bytes_.hex(found.bytes), code_points = found.code_points }
    end
    ways[i] = { accepting = way.accepting.name, refusing = way.refusing.name, differences = shown }
  end
  return { ways = ways }
end

function REQUESTS.differ(name)
  for _, entry in ipairs(catalogue) do
    if entry.name == name then
      return differences({ name = "this spec", model = model }, understood(entry))
    end
  end
  return { fault = { message = "the catalogue has no " .. outside.shown(name) } }
end

function REQUESTS.changes(text)
  local before <const> = previous and previous.text == text and previous
    or pipeline.understand(text, name_of(text) or "spec.lua", function() end)
  return differences({ name = "now", model = model }, { name = "before", model = before })
end

function REQUESTS.machine()
  return machine.of(model)
end

function REQUESTS.fault(begins, digits)
  return machine.fault(model, bytes_of("hex", digits), begins == "begins")
end

function REQUESTS.others()
  return { list = machine.others(whole_catalogue()) }
end

---Returns the options that four words of the page choose.
local function choice_of(prefix, kernels, only, single)
  local function given(word)
    return word ~= "" and word or nil
  end
  return { prefix = given(prefix), kernels = given(kernels), only = given(only), single_header = single == "single" or nil }
end

function REQUESTS.choices()
  return shown_c.choices(model)
end

function REQUESTS.emit(...)
  progress.start(model.spec.title)
  return shown_c.of(model, choice_of(...))
end

function REQUESTS.pack(...)
  progress.start(model.spec.title)
  return packed.of(model, choice_of(...))
end

---Hexadecimal digits -> a string of bytes.
local function unhex(text)
  return (text:gsub("%x%x", function(digits) return string.char(tonumber(digits, 16)) end))
end

---The worker calls this function.
---@param request string
---@param ... string in hexadecimal
---@return string JSON
function answer(request, ...)
  local words <const> = { ... }
  for i, word in ipairs(words) do
    words[i] = unhex(word)
  end
  local ok <const>, result <const> = pcall(REQUESTS[request], table.unpack(words))
  progress.finish()
  if ok then
    return json.text(result)
  elseif type(result) ~= "table" then
    return json.text { broken = outside.shown(tostring(result)) }
  end
  local line <const> = result.line
  return json.text { fault = { line = line, message = outside.shown(result.message or spec.message(result)) } }
end
