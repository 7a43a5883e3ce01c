-- SPDX-License-Identifier: 0BSD
-- Finds habits of wording that make a sentence hard to read, in documents and comments. `make lint` runs it.
--
--     lua5.4 tests/house/words_lint.lua [FILE...]             these files; by default those that prose.written lists
--     lua5.4 tests/house/words_lint.lua --lower               lowers each number of the list that is above the current count
--     lua5.4 tests/house/words_lint.lua --moved               like --lower; also adds files without an entry, after a file was renamed or
--                                                             split. It fails if the sum of the list would rise
--     lua5.4 tests/house/words_lint.lua --allowed LIST ...    another list
--
-- In:  files; words_allowed.txt, the number of findings that each file may have. Out: for each file that has more, its findings as
--      FILE:LINE: "WORDS": advice; a line for each number of the list that is wrong; the total; exit 1 if a number is wrong.
--
-- A habit is a word or a short phrase. The list only shrinks: a file without an entry must have no findings, and a file with fewer
-- findings than its entry fails until the entry is lowered.

package.path = "./?.lua;" .. package.path
local files <const> = require "gen.common.files"
local prose <const> = require "tests.lib.prose"

---Each phrase, and the advice. `a|b` matches either word.
local HABITS <const> = {
  { "what is|are|was|were|it|they|one|others|has|have|can|may|must|shall|stands|stays|remains|follows|belongs|comes|holds|needs|dies",
    "a noun: ill-formed bytes, payload bits" },
  { "stand|stands|stood", "is, is written" },
  { "lie|lies", "is, is at" },
  { "goes", "continues, is passed" },
  { "go|goes|going|went on", "continue, resume" },
  { "tell|tells|told|telling", "report, show, distinguish" },
  { "behind", "after" },
  { "beside", "next to, compared with" },
  { "of before", "earlier" },
  { "of no", "does not, without" },
  { "none that", "does not" },
  { "is|are|was|were no", "is not a" },
  { "so many|much", "up to n, at most n" },
  { "as many|much as there", "up to n, at most n" },
  { "is|are asked for", "an active verb" },
  { "of which it|they is|are", "an active verb" },
  { "shall", "must, is to" },
  { "but for", "except" },
  { "all but", "except, almost" },
  { "besides", "also, except" },
  { "at large", "in general" },
  { "anew", "again" },
  { "the like", "similar ones" },
  { "foresee|foresees|foreseen|unforeseen", "predict" },
  { "mend|mends|mended|mending", "fix, repair" },
  { "dear|dearer|dearest", "costly" },
  { "neighbour|neighbours|neighbouring|behaviour|colour|colours|licence|judgement|centre|centred|organise|"
    .. "recognise|recognised|optimise|optimised|initialise|initialised|normalise|normalised|minimise|summarise|"
    .. "analyse|analysed|labelled|modelled|cancelled|grey|artefact|artefacts|defence|whilst",
    "American spelling" },
}

---Good English that begins like a habit, or contains one.
local GOOD <const> = { "stand|stands|stood for", "there is|are|was|were no" }

---@param list table phrases, or { phrase, instead }
---@return table by_first first word -> the phrases that begin with it: each is a list of sets of words, with `instead`
local function compiled(list)
  local by_first <const> = {}
  for _, entry in ipairs(list) do
    local phrase <const> = { instead = type(entry) == "table" and entry[2] or nil }
    for place in (type(entry) == "table" and entry[1] or entry):gmatch "%S+" do
      local set <const> = {}
      for word in place:gmatch "[^|]+" do
        set[word] = true
      end
      phrase[#phrase + 1] = set
    end
    for word in next, phrase[1] do
      by_first[word] = by_first[word] or {}
      table.insert(by_first[word], phrase)
    end
  end
  return by_first
end

local BAD_BY_FIRST <const>, GOOD_BY_FIRST <const> = compiled(HABITS), compiled(GOOD)

---Finds the longest phrase that starts at a word, and where it ends.
local function phrase_at(by_first, text, word, after)
  local found, last
  for _, phrase in ipairs(by_first[word] or {}) do
    local at = after
    for i = 2, #phrase do
      local next_word <const>, next_at <const> = text:match("^%s+(%a+)()", at)
      at = next_word and phrase[i][next_word] and next_at
      if not at then
        break
      end
    end
    if at and (not last or at > last) then
      found, last = phrase, at
    end
  end
  return found, last
end

---Returns the findings of a text without code, in order.
---@param text string in lower case
---@return table[] findings { line, words, instead }
local function findings_of(text)
  local list <const>, line, counted, skip = {}, 1, 1, 0
  for at, word, after in text:gmatch "()%f[%w_'-](%a+)%f[^%w_'-]()" do
    if at >= skip and (BAD_BY_FIRST[word] or GOOD_BY_FIRST[word]) then
      local _, good_end <const> = phrase_at(GOOD_BY_FIRST, text, word, after)
      local phrase <const>, bad_end <const> = phrase_at(BAD_BY_FIRST, text, word, after)
      local is_question <const> = word == "what" and text:find("^[^.!;:?]*%?", at)
      skip = good_end or bad_end or 0
      if phrase and not good_end and not is_question then
        line = line + select(2, text:sub(counted, at - 1):gsub("\n", ""))
        counted = at
        list[#list + 1] = { line = line, words = text:sub(at, bad_end - 1):gsub("%s+", " "), instead = phrase.instead }
      end
    end
  end
  return list
end

---@param path string of lines COUNT FILE
---@return table allowed file -> count
local function allowed_in(path)
  local allowed <const> = {}
  for line in assert(files.read(path)):gmatch "[^\n]+" do
    local count <const>, file <const> = line:match "^(%d+) (%S+)$"
    assert(count and count ~= "0" and not allowed[file], path .. ": " .. line)
    allowed[file] = tonumber(count)
  end
  return allowed
end

---If a file has too many findings, prints them. If its entry is too high, prints a message. @return boolean is_right if both are equal
local function judge(file, found, most)
  if #found > most then
    for _, one in ipairs(found) do
      print(("%s:%d: \"%s\": %s"):format(file, one.line, one.words, one.instead))
    end
    print(("%s: error: %d findings; %d allowed (tests/house/words_allowed.txt); this number must not rise"):format(file, #found, most))
  elseif #found < most then
    print(("%s: error: %d findings, and %d allowed: lower the entry (tests/house/words_lint.lua --lower)"):format(file, #found, most))
  end
  return #found == most
end

---Lowers each entry that is above the current count, and drops entries of 0. With is_moved, adds files without an entry.
---@return boolean is_right false if the sum would rise; then nothing is written
local function lower(path, allowed, counts, is_moved)
  local lines <const>, before, after = {}, 0, 0
  for file, most in next, allowed do
    before = before + most
    counts[file] = math.min(most, counts[file] or most)
  end
  for file, count in next, counts do
    if count > 0 and (allowed[file] or is_moved) then
      after = after + count
      lines[#lines + 1] = ("%d %s\n"):format(count, file)
    end
  end
  if after > before then
    print(("words: error: %d findings, and the sum of the list is %d"):format(after, before))
    return false
  end
  table.sort(lines, function(a, b) return a:match " .*" < b:match " .*" end)
  files.write(path:match "^(.*)/" or ".", { { name = path:match "[^/]*$", text = table.concat(lines) } })
  return true
end

local function main(arguments)
  local path, is_lowered, is_moved, list = "tests/house/words_allowed.txt", false, false, {}
  while arguments[1] do
    local argument <const> = table.remove(arguments, 1)
    if argument == "--lower" or argument == "--moved" then
      is_lowered, is_moved = true, argument == "--moved"
    elseif argument == "--allowed" then
      path = table.remove(arguments, 1)
    else
      list[#list + 1] = argument
    end
  end
  local allowed <const>, counts <const>, is_whole <const> = allowed_in(path), {}, #list == 0
  list = is_whole and prose.written() or list
  local is_right, total = true, 0
  for _, file in ipairs(list) do
    local found <const> = findings_of(prose.of(file) or "")
    counts[file], total = #found, total + #found
    is_right = (is_lowered or judge(file, found, allowed[file] or 0)) and is_right
  end
  for file, most in next, allowed do
    if not counts[file] and (is_whole or not files.read(file)) then
      counts[file] = 0
      is_right = (is_lowered or judge(file, {}, most)) and is_right
    end
  end
  if is_lowered then
    is_right = lower(path, allowed, counts, is_moved)
  end
  print(("words: %d findings in %d files"):format(total, #list))
  return is_right and 0 or 1
end

os.exit(main { table.unpack(arg) })
