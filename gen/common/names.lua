-- SPDX-License-Identifier: 0BSD
-- names: derives and checks names of files and symbols.
--
-- In:  for `of`, the name of an encoding, such as "UTF-8 (strict)". Out: the prefix of files and symbols, "utf8strict"; or nil and the
--      reason, which may propose another name. `unfit` says why a prefix cannot be used; `is_limit` says whether C may define a name.
--      `check_faults` takes a model and its C, and refuses a fault whose C name has another meaning.
--
-- The idea: the prefix begins the names of symbols (utf8_valid), of files (utf8.h) and, in capitals, of macros (UTF8_KERNEL). A prefix is
-- refused only if it is too long or would break one of these names. So `int` is allowed (int_valid), but not as a conversion's name.

local places = require "gen.common.places"

local M = {}

local LONGEST <const> = 64

local function set_of(words)
  local set = {}
  for word in words:gmatch("%S+") do
    set[word] = true
  end
  return set
end

---Headers of C and of instruction sets, and glibc's `features`, all without .h. With -I, a file of such a name would be included instead.
local HEADERS <const> = set_of [[
  assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic stdbool stddef stdint
  stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype features arm_neon arm_sve riscv_vector
]]

---Macros of C's headers and of compilers, in small letters or capitals. The compiler may expand such a prefix before ## joins it to a name.
local MACROS <const> = set_of "bool eof errno false linux null true unix"

---Keywords of C and C++, and functions that compilers call.
local KEYWORDS <const> = set_of [[
  alignas alignof and and_eq asm auto bitand bitor break case catch char class compl concept const const_cast constexpr continue decltype
  default delete do double dynamic_cast else enum explicit export extern float for friend goto if inline int long main memcmp memcpy memmove
  memset mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires
  restrict return short signed sizeof static static_assert static_cast struct switch template this thread_local throw try typedef typeid
  typename typeof union unsigned using virtual void volatile while xor xor_eq
]]

---The beginnings, in small letters, of names that C defines, such as INT_MAX and UINT8_C.
local TYPES <const> = set_of [[
  char schar uchar shrt ushrt int uint long ulong llong ullong size ptrdiff wchar wint sig_atomic flt dbl ldbl intmax uintmax intptr uintptr
]]
local LIMITS <const> = set_of "bit c epsilon dig max min width"

---@param prefix string
---@param is_whole boolean? whether the prefix alone is also a name: the name of a conversion
---@return string? reason why names cannot begin with the prefix
function M.unfit(prefix, is_whole)
  local word <const> = prefix:lower()
  if not prefix:find("^%a[%w_]*$") then
    return "is not a C name, which begins with a letter and has only letters, digits and _"
  elseif prefix:find("__", 1, true) or prefix:find("_$") then
    return "makes names with two underscores in a row, which C++ reserves"
  elseif #prefix > LONGEST then
    return ("is longer than %d characters"):format(LONGEST)
  elseif HEADERS[word] or word:find("intrin$") or word:find("^wasm_simd") then
    return ("would give a file %s.h, which compilers could include instead of the standard header"):format(prefix)
  elseif MACROS[word] then
    return "is a macro of C or of some compilers, in small letters or in capitals"
  end
  return is_whole and KEYWORDS[prefix] and "is a keyword of C or C++, or a function that compilers call" or nil
end

---Whether PREFIX_NAME, in capitals, looks like a limit that C defines. INT_MAX is one; CHAR_EPSILON is not, but also gives true.
function M.is_limit(prefix, name)
  local type_ <const>, limit <const> = (prefix:lower() .. "_" .. name):gsub("^(u?int)_?%l*%d+_", "%1_"):match("^(.*)_(.*)$")
  return TYPES[type_] and LIMITS[limit] or false
end

---For each character from À to ÿ, the nearest letter of ASCII; * for those that are not letters.
local UNMARKED <const> = "AAAAAAACEEEEIIIIDNOOOOO*OUUUUYTsaaaaaaaceeeeiiiidnooooo*ouuuuyty"

---The pattern of the bytes after the first one of a character: the second set of utf8.charpattern.
local CONTINUED <const> = utf8.charpattern:match("%[[^%[]*$")

---A similar name in ASCII, for a message.
local function in_ascii(title)
  return (title:gsub("[^ -~]" .. CONTINUED, function(character)
    local place <const> = utf8.codepoint(character) - utf8.codepoint("À") + 1
    return place > 0 and UNMARKED:sub(place, place):gsub("%*", "") or ""
  end))
end

---@param title string the argument of `encoding` in a spec, one line of UTF-8
---@return string? name the prefix of files and symbols: letters in lower case, digits, and single _ between them
---@return string? reason
function M.of(title)
  local name <const> = title:lower():gsub("[^%w_]", ""):gsub("_+", "_"):gsub("^_", ""):gsub("_$", "")
  if title:find("[^ -~]") then
    local plain <const> = in_ascii(title)
    return nil, ("it becomes the name of files and symbols, so it must be ASCII, such as %q"):format(M.of(plain) and plain or "Mine")
  elseif title:find("\\") or title:find("??/", 1, true) then
    return nil, "it is written into comments, where a backslash or ??/ would join two lines"
  elseif name == "" then
    return nil, 'files and symbols are named by its letters and digits, and it has none; a valid name is "UTF-8"'
  elseif name:find("^%d") then
    local digits <const>, rest <const> = name:match("^([%d_]+)(.*)$")
    local other <const> = (rest == "" and "code" or rest) .. digits:gsub("_", "")
    return nil, ("files and symbols would be called %s, but names in C begin with a letter; choose a name such as %q"):format(name, other)
  end
  local reason <const> = M.unfit(name)
  return not reason and name or nil, reason and ("files and symbols would be called %s, which %s"):format(name, reason)
end

---For each name that begins with U and _: how often it occurs as an enumerator or in a directive.
local function meanings(text, U)
  local counts, name_pattern <const> = {}, "%f[%w_]" .. U .. "_[%w_]+"
  local function count(name)
    counts[name] = (counts[name] or 0) + 1
  end
  local code <const> = ("\n" .. text):gsub("//[^\n]*", ""):gsub("\\\n", " ")
  for line in code:gmatch("\n%s*#([^\n]*)") do
    for name in line:gmatch(name_pattern) do
      count(name)
    end
  end
  for body in code:gsub("\n%s*#[^\n]*", ""):gmatch("%f[%w_]enum%f[^%w_][^;{]*(%b{})") do
    for entry in body:sub(2, -2):gmatch("[^,]+") do
      count(entry:match(name_pattern) or "")
    end
  end
  return counts
end

---In a spec of several files, the line of the rule that names a fault. Without such a rule, the first line with the name as key or string.
local function line_of_name(spec, name)
  local number, lists_ = 0, { spec.files[1] and spec.nevers }
  for _, form in ipairs(spec.files[1] and spec.forms or {}) do
    lists_[#lists_ + 1] = form.except
  end
  for _, list in ipairs(lists_) do
    for _, rule in ipairs(list) do
      if rule.name == name then
        return rule.line
      end
    end
  end
  for line in (spec.text .. "\n"):gmatch("(.-)\n") do
    number = number + 1
    if line:find("%f[%w_]" .. name .. "%s*=") or line:find("[\"'%[]" .. name .. "[\"'%]]") then
      return number
    end
  end
end

---Refuses a fault whose name in C has another meaning.
---@param model table
---@param prefix string
---@param text string the C files
function M.check_faults(model, prefix, text)
  local U <const> = prefix:upper()
  local counts <const> = meanings(text, U)
  for _, name in ipairs(model.fault_names) do
    local word <const> = ("%s_%s"):format(U, name:upper())
    if counts[word] ~= 1 or M.is_limit(prefix, name) then
      local err <const> = {
        spec_error = true, line = line_of_name(model.spec, name),
        message = ("a fault cannot be called %s: its name in C would be %s, which has another meaning"):format(name, word),
      }
      places.locate(model.spec.files, err)
      error(err, 0)
    end
  end
end

return M
