-- SPDX-License-Identifier: 0BSD
-- man: writes the manual pages, section 3: a page for each part of the interface. If a function and its part have different names,
-- a page with the function's name just includes the part's page.
--
-- In:  a job (views.lua), and the text of each part of its header, as C. Out of `pages`: { {name, text} } for a folder man3/.
--
-- The pages have the text of the header's comments. A comment and the declarations directly below it are an item. From
--
--     // Whether the size bytes at text are well-formed UTF-8. NULL with size 0 is well-formed.
--     bool utf8_valid(const void *text, size_t size);
--
-- NAME gets the first sentence about a function, up to a colon or semicolon; SYNOPSIS the declaration; DESCRIPTION the whole comment and
-- declarations of types. RETURN VALUES is written if the comment begins with the result ("Whether ...", "How many ..."): "returns true if
-- the size bytes at text are well-formed UTF-8". The pages are mdoc with each sentence on its own lines; `mandoc -T lint` reports nothing.

local lists = require "gen.common.lists"
local layout = require "gen.common.layout"
local banner = require "gen.emit.banner"

local M = {}

---The date of the generator's version. A page needs a date, and the same spec must give the same page.
M.DATE = "2026-11-22"

local MONTHS <const> = { "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
  "December" }

---The date in the form of manual pages: "November 22, 2026".
function M.date()
  local year <const>, month <const>, day <const> = M.DATE:match("^(%d+)%-(%d+)%-0?(%d+)$")
  return ("%s %s, %s"):format(MONTHS[tonumber(month)], day, year)
end

local WIDTH <const> = 76

-- ---- Reading a header ----

---The parts of a function declaration: its result, its name, its parameters; nil for other code.
local function function_of(code)
  local flat <const> = code:gsub("//[^\n]*", ""):gsub("%s+", " "):gsub("^ ", ""):gsub(" $", "")
  local declared <const> = flat:gsub(" ?{.*$", ""):gsub(";$", "")
  local result <const>, name <const>, list <const> = declared:match("^([%w_ *]-)([%w_]+)%(([^()]*)%)$")
  if not result or result:find("^typedef") then
    return nil
  end
  local parameters = {}
  for one in list:gmatch("[^,]+") do
    parameters[#parameters + 1] = one ~= "void" and one:gsub("^ ", "") or nil
  end
  return { result = result:gsub(" $", ""), name = name, parameters = parameters }
end

---@param text string a part of a header
---@return table items { comment: string[] lines, functions: table[], types: string[] }
local function items_of(text)
  local items, item, code, depth = {}, nil, {}, 0
  local function close()
    items[#items + 1] = item
    item = nil
  end
  local function take(declaration)
    item = item or { comment = {}, functions = {}, types = {} }
    local declared <const> = function_of(declaration)
    table.insert(declared and item.functions or item.types, declared or declaration)
  end
  for line in (text .. "\n"):gmatch("([^\n]*)\n") do
    -- Skip lines that are only for the compiler.
    local for_compiler <const> = depth == 0 and (line:find("^#") or line:find("^__attribute__%b()$"))
    if #code == 0 and line:find("^//") then
      if item and #item.functions + #item.types > 0 then
        close()
      end
      item = item or { comment = {}, functions = {}, types = {} }
      table.insert(item.comment, (line:gsub("^// ?", "")))
    elseif #code == 0 and line == "" then
      close()
    elseif not for_compiler then
      code[#code + 1] = line
      depth = depth + select(2, line:gsub("[{(]", "")) - select(2, line:gsub("[})]", ""))
      if depth == 0 and line:find("[;}]$") then
        take(table.concat(code, "\n"))
        code = {}
      end
    end
  end
  close()
  return items
end

---The sentences of a text without line ends.
local function sentences_of(text)
  local sentences = {}
  for sentence in (text .. " "):gmatch("(.-[.?!]\"?) %f[%S\0]") do
    sentences[#sentences + 1] = sentence
  end
  local rest <const> = text:sub(#table.concat(sentences, " ") + 1):gsub("^ ", "")
  sentences[#sentences + 1] = rest ~= "" and rest or nil
  return sentences
end

---The paragraphs of a comment. Each is a list of sentences or, for an example, a list of lines with the field `literal`.
local function paragraphs_of(lines)
  local paragraphs, words = {}, {}
  local function close()
    if #words > 0 then
      paragraphs[#paragraphs + 1] = sentences_of(table.concat(words, " "))
      words = {}
    end
  end
  for _, line in ipairs(lines) do
    local last <const> = paragraphs[#paragraphs]
    if line:find("^    ") and #words == 0 and last and last.literal then
      last[#last + 1] = line:sub(5)
    elseif line:find("^    ") then
      close()
      paragraphs[#paragraphs + 1] = { line:sub(5), literal = true }
    elseif line == "" then
      close()
    else
      words[#words + 1] = line
    end
  end
  close()
  return paragraphs
end

-- ---- Writing mdoc ----

---A text escaped for roff, for any place in a line.
local function escaped(text)
  text = text:gsub("\\", "\\e"):gsub("^([.'])", "\\&%1"):gsub("([%w_])%(%)", "%1\\&()")
  return (text:gsub(utf8.charpattern, function(character)
    return #character > 1 and ("\\[u%04X]"):format(utf8.codepoint(character)) or nil
  end))
end

---An argument of a roff macro, in quotes.
local function argument(text)
  return '"' .. escaped(text):gsub('"', "\\(dq") .. '"'
end

---A page: its `lines`, and functions that append lines.
local function page_of()
  local lines <const> = {}
  local page = { lines = lines }
  function page.put(text, ...)
    lines[#lines + 1] = text:format(...)
  end
  function page.sentence(text)
    for _, line in ipairs(layout.packed(layout.words(text), WIDTH, " ")) do
      lines[#lines + 1] = escaped(line)
    end
  end
  function page.literal(text_lines)
    page.put(".Bd -literal")
    for _, line in ipairs(text_lines) do
      lines[#lines + 1] = line == "" and "\\&" or escaped(line)
    end
    page.put(".Ed")
  end
  return page
end

---The lines of a type. Comments are filled again, since pages are narrower than the header.
local function type_lines(code)
  local lines, indent, words = {}, nil, {}
  local function flush()
    if indent then
      for _, line in ipairs(layout.packed(words, WIDTH - #indent - 3, " ")) do
        lines[#lines + 1] = indent .. "// " .. line
      end
    end
    indent, words = nil, {}
  end
  for line in (code .. "\n"):gmatch("([^\n]*)\n") do
    local before <const>, text <const> = line:match("^( *)// (.*)$")
    if text and (not indent or indent == before) then
      indent = before
      table.move(layout.words(text), 1, #layout.words(text), #words + 1, words)
    else
      flush()
      lines[#lines + 1] = line
    end
  end
  flush()
  return lines
end

local function put_paragraphs(page, paragraphs)
  for i, paragraph in ipairs(paragraphs) do
    if paragraph.literal then
      page.literal(paragraph)
    else
      if i > 1 then
        page.put(".Pp")
      end
      for _, sentence in ipairs(paragraph) do
        page.sentence(sentence)
      end
    end
  end
end

---A sentence with a lower-case first letter, unless it begins with a name in capitals.
local function lowered(sentence)
  return sentence:find("^%u%u") and sentence or sentence:sub(1, 1):lower() .. sentence:sub(2)
end

---The text after "returns" for a function, from its comment: "true if ..."; nil if the comment does not begin with the result.
local function returned(declared, item)
  local first <const> = (paragraphs_of(item.comment)[1] or {})[1]
  if declared.result == "void" or not first then
    return nil
  elseif declared.result == "bool" and first:find("^Whether ") then
    return "true if " .. first:match("^Whether ([^;]*)"):gsub("%.$", "") .. "."
  elseif #item.functions == 1 and (first:find "^How many " or first:find "^The " or first:find "^Where " or first:find "^A ") then
    return lowered(first)
  end
end

---The text after the name in NAME: the beginning of the first sentence about a function.
local function title_of(items)
  for _, item in ipairs(items) do
    local first <const> = (paragraphs_of(item.comment)[1] or {})[1]
    if first and #item.functions > 0 then
      return lowered(first:match("^[^;:]*"):gsub("%.$", ""))
    end
  end
  return items[1].functions[1].name
end

local function put_synopsis(page, items, header)
  page.put(".Sh SYNOPSIS")
  page.put(".In %s", header)
  for _, item in ipairs(items) do
    for _, declared in ipairs(item.functions) do
      page.put(".Ft %s", argument(declared.result))
      page.put(".Fo %s", declared.name)
      for _, one in ipairs(declared.parameters) do
        page.put(".Fa %s", argument(one))
      end
      if #declared.parameters == 0 then
        page.put(".Fa void")
      end
      page.put(".Fc")
    end
  end
end

local function put_description(page, items)
  page.put(".Sh DESCRIPTION")
  for i, item in ipairs(items) do
    if i > 1 and #item.functions + #item.comment > 0 then
      page.put(".Pp")
    end
    for j, declared in ipairs(item.functions) do
      page.put(".Fn %s%s", declared.name, j < #item.functions and " ," or " :")
    end
    put_paragraphs(page, paragraphs_of(item.comment))
    for _, code in ipairs(item.types) do
      page.literal(type_lines(code))
    end
  end
end

local function put_returned(page, items)
  local headed = false
  for _, item in ipairs(items) do
    for _, declared in ipairs(item.functions) do
      local text <const> = returned(declared, item)
      if text then
        page.put(headed and ".Pp" or ".Sh RETURN VALUES")
        headed = true
        page.put("The")
        page.put(".Fn %s", declared.name)
        page.put("function returns")
        page.sentence(text)
      end
    end
  end
end

---@param job table see views.job
---@param names string[] of all parts of the header
local function put_end(page, job, part, names)
  local others <const> = lists.picked(names, function(name) return name ~= part and job.p .. name end)
  table.sort(others)
  if #others > 0 then
    page.put(".Sh SEE ALSO")
  end
  for i, name in ipairs(others) do
    page.put(".Xr %s 3%s", name, i < #others and " ," or "")
  end
  page.put(".Sh STANDARDS")
  page.sentence(("The rules are those of %s: %s."):format(job.model.spec.title, job.model.spec.source:gsub("%.$", "")))
end

---@param items table[] of a part
---@return string[] names of its functions
local function names_of(items)
  local names = {}
  for _, item in ipairs(items) do
    for _, declared in ipairs(item.functions) do
      names[#names + 1] = declared.name
    end
  end
  return names
end

---@param job table see views.job
---@param parts table[] { name, text }: the header's text of each part
---@return table pages { {name, text} }
function M.pages(job, parts)
  local pages, names <const>, header <const> = {}, {}, job.options.prefix .. ".h"
  for i, part in ipairs(parts) do
    names[i] = part.name
  end
  for _, part in ipairs(parts) do
    local items <const>, page <const>, title <const> = items_of(part.text), page_of(), job.p .. part.name
    page.put('.\\" Generated by u8gen %s from %s; spec %s.', banner.version(job.root), escaped(job.options.spec_name), job.model.spec.hash)
    page.put(".Dd %s", M.date())
    page.put(".Dt %s 3", title:upper())
    page.put(".Os u8gen %s", banner.version(job.root))
    page.put(".Sh NAME")
    local functions <const> = names_of(items)
    for i, name in ipairs(functions) do
      page.put(".Nm %s%s", name, i < #functions and " ," or "")
      if name ~= title then
        pages[#pages + 1] = { name = name .. ".3", text = (".so man3/%s.3\n"):format(title) }
      end
    end
    page.put(".Nd %s", argument(title_of(items)))
    put_synopsis(page, items, header)
    put_description(page, items)
    put_returned(page, items)
    put_end(page, job, part.name, names)
    pages[#pages + 1] = { name = title .. ".3", text = table.concat(page.lines, "\n") .. "\n" }
  end
  table.sort(pages, function(a, b) return a.name < b.name end)
  return pages
end

return M
