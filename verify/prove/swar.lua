-- SPDX-License-Identifier: 0BSD
-- swar: annotations for the proof of the swar kernel. They extend the proof of `shift`, because swar uses the table of shift.
--
-- In: a model and the annotated copy of an encoding (prove.lua). Out of `annotate`: the copy with more annotations; unchanged if the copy
-- has no swar kernel or no facts about `shift`. Out of `words`: the number of facts about NAME_high_bits that z3 proves, and of all facts.
--
-- The idea: NAME_shift_reached(START, t, n) means that the first n bytes of t are well-formed and the next character begins after them. A
-- plain byte (passthrough.range) keeps the automaton in START. Swar skips only plain bytes, so its state stays START (NAME_calm). From an
-- offset where the state is START, a new automaton reaches the same states as one that reads from the beginning (NAME_joined). One fact
-- remains: the words that swar skips consist of plain bytes. WP cannot prove this about 64-bit numbers; z3 does, from NAME_high_bits.

local lists = require "gen.common.lists"
local parser = require "verify.prove.parser"
local passthrough = require "gen.plan.passthrough"
local values = require "verify.prove.values"
local z3 = require "verify.prove.z3"

local M = {}

---Ghost functions, inserted above NAME_high_bits. NAME_calm and NAME_joined are proved. NAME_or is assumed: a fact about & and |.
local GHOSTS <const> = [==[
/*@ predicate $p_plain{L}(uint8_t *t, integer n) =
        \forall uint8_t *q; \base_addr(q) == \base_addr(t) && t <= q < t + n ==> $lo <= *q <= $hi; */
/*@ ghost
    /@ assigns \nothing;
       ensures or: \forall integer a, b, m; ((a | b) & m) == 0 ==> (a & m) == 0 && (b & m) == 0; @/
    void $p_or(void); */
/*@ ghost
    /@ requires \valid_read(t + (0 .. from + size - 1)) && from <= n <= from + size && from + size <= SIZE_MAX;
       assigns \nothing;
       ensures calm: $p_plain((uint8_t *)t + from, size) && $p_shift_reached($U_SHIFT_START, (uint8_t *)t, n) ==>
           $p_shift_reached($U_SHIFT_START, (uint8_t *)t, from + size); @/
    void $p_calm(const uint8_t *t, size_t from, size_t size, size_t n) {
        size_t k = n - from;
        /@ loop invariant place: n - from <= k <= size;
           loop invariant calm: $p_plain((uint8_t *)t + from, size) && $p_shift_reached($U_SHIFT_START, (uint8_t *)t, n) ==>
               $p_shift_reached($U_SHIFT_START, (uint8_t *)t, from + k);
           loop assigns k;
           loop variant size - k; @/
        while (k < size) {
            $p_shift_meaning(t, from + k);
            $p_shift_read(t, from + k);
            /@ assert byte: $p_plain((uint8_t *)t + from, size) ==> $lo <= *(t + from + k) <= $hi; @/
            /@ assert stays: $p_plain((uint8_t *)t + from, size) ==> $p_shift_next($U_SHIFT_START, t[from + k]) == $U_SHIFT_START; @/
            k++;
        }
    } */
/*@ ghost
    /@ requires \valid_read(t + (0 .. from + size - 1)) && from + size <= SIZE_MAX;
       requires begins: $p_shift_reached($U_SHIFT_START, (uint8_t *)t, from);
       assigns \nothing;
       ensures alike: \forall integer k, s; 0 <= k <= size ==>
           ($p_shift_reached(s, (uint8_t *)t + from, k) ==> $p_shift_reached(s, (uint8_t *)t, from + k));
       ensures well: \forall integer n; from <= n <= from + size ==>
           (well_formed((uint8_t *)t + from, n - from) <==> well_formed((uint8_t *)t, n)); @/
    void $p_joined(const uint8_t *t, size_t from, size_t size) {
        size_t k = 0;
        uint64_t s = $U_SHIFT_START;
        $p_shift_meaning(t + from, 0);
        $p_shift_meaning(t, from);
        /@ loop invariant place: 0 <= k <= size;
           loop invariant is_state: $p_shift_state(s) && 0 <= s <= 63;
           loop invariant here: $p_shift_reached(s, (uint8_t *)t + from, k);
           loop invariant there: $p_shift_reached(s, (uint8_t *)t, from + k);
           loop invariant alike: \forall integer j, r; 0 <= j <= k ==>
               ($p_shift_reached(r, (uint8_t *)t + from, j) ==> $p_shift_reached(r, (uint8_t *)t, from + j));
           loop invariant well: \forall integer n; from <= n <= from + k ==>
               (well_formed((uint8_t *)t + from, n - from) <==> well_formed((uint8_t *)t, n));
           loop assigns k, s;
           loop variant size - k; @/
        while (k < size) {
            $p_shift_row(s, t[from + k]);
            $p_shift_read(t + from, k);
            $p_shift_read(t, from + k);
            s = ($p_shift_table[t[from + k]] >> s) & 63;
            k++;
            $p_shift_meaning(t + from, k);
            $p_shift_meaning(t, from + k);
        }
    } */
]==]

local IS_STATE <const> = "loop invariant is_state: $p_shift_state(state & 63);"
local STATE <const> = IS_STATE .. "\nloop invariant reached: $p_shift_reached(state & 63, bytes, i);"
local BEGINS <const> = "loop invariant begins: $p_shift_reached($U_SHIFT_START, bytes, i);"
local STEP <const> = "/*@ ghost $p_shift_row(state & 63, bytes[i]); */\n/*@ ghost $p_shift_read(bytes, i); */"
local EXACT <const> = [[
ensures only_well_formed: \result ==> well_formed((uint8_t *)%s, size);
ensures all_well_formed: well_formed((uint8_t *)%s, size) ==> \result;]]
local SIXTEEN <const> = [[
/*@ ghost $p_shift_read_8(bytes, i); */
/*@ assert eight: $p_shift_reached($p_shift_eight(state & 63, bytes + i), bytes, i + 8); */
/*@ assert fits: (size_t)(i + 8) == i + 8; */
/*@ ghost $p_shift_read_8(bytes, i + 8); */
/*@ assert again: \forall integer s;
        $p_shift_reached(s, bytes, i + 8) ==> $p_shift_reached($p_shift_eight(s, bytes + i + 8), bytes, i + 16); */
/*@ assert sixteen:
        $p_shift_reached($p_shift_eight($p_shift_eight(state & 63, bytes + i), bytes + i + 8), bytes, i + 16); */]]

---The masks with which swar tests words: if NAME_high_bits(word) & mask is 0, the lowest `bytes` bytes of the word are plain.
local WORDS <const> = {
  { bytes = 1, mask = "0x80" }, { bytes = 4, mask = "0x80808080" }, { bytes = 8, mask = "0x8080808080808080" },
}

---{ function, where, text }. Where: "contract", or the beginning of a line. The search for the line starts after the line of the function's
---previous entry; with `above`, at that line. `requires` are added to the front of a contract, and `ensures` to its end. A text that begins
---with `loop` is added to the front of the annotation above the line. Other text is inserted above the line; with `above`, above the line's
---annotation. With `last`, the entry is repeated with 57, 58, ... `last` instead of 56.
local ADDED <const> = {
  { "high_bits", "contract", table.concat(lists.map(WORDS, function(one)
    return ("ensures plain_%d: (\\result & %s) == 0 ==> \\forall uint8_t *t; word == %s ==> $p_plain(t, %d);"):format(one.bytes, one.mask,
      one.bytes == 1 and "*t" or ("prove_word_%d(t)"):format(one.bytes), one.bytes)
  end), "\n") },
  { "high_bits_8", "contract", [[ensures plain: (\result & 0x8080808080808080) == 0 ==> $p_plain((uint8_t *)bytes, 8);]] },
  { "ascii_16", "contract", [[ensures plain: \result ==> $p_plain((uint8_t *)bytes, 16);]] },
  { "ascii_16", "return", "/*@ ghost $p_or(); */" },
  { "high_bits_32", "contract", [[ensures plain: (\result & 0x8080808080808080) == 0 ==> $p_plain((uint8_t *)bytes, 32);]] },
  { "high_bits_32", "return", "/*@ ghost $p_or(); */" },
  { "ascii_64", "contract", [[ensures plain: \result ==> $p_plain((uint8_t *)bytes, 64);]] },
  { "ascii_64", "return", "/*@ ghost $p_or(); */" },

  { "state_after", "contract", [[
ensures is_state: $p_shift_state(\result & 63);
ensures reached: $p_shift_reached(\result & 63, (uint8_t *)at, $after);]] },
  { "state_after", "for (", IS_STATE .. "\nloop invariant reached: $p_shift_reached(state & 63, (uint8_t *)at, i);" },
  { "state_after", "for (", "/*@ ghost $p_shift_meaning(at, 0); */", above = true },
  { "state_after", "state =", "/*@ ghost $p_shift_read_8(at, i); */" },
  { "state_after", "state = $p_shift_table[at[56]]", "/*@ ghost $p_shift_row(state & 63, at[56]); */\n/*@ ghost $p_shift_read(at, 56); */",
    last = 63 },

  { "swar_dense", "contract", [[
requires begins: $p_shift_reached($U_SHIFT_START, (uint8_t *)bytes, i);
ensures begins: $p_shift_reached($U_SHIFT_START, (uint8_t *)bytes, \result);]] },
  { "swar_dense", "while (", BEGINS },
  { "swar_dense", "size_t next", "/*@ ghost $p_joined(bytes, i, 64); */" },
  { "swar_dense", "for (;", IS_STATE .. "\nloop invariant reached: $p_shift_reached(state & 63, bytes, next);" },
  { "swar_dense", "state = ", "/*@ ghost $p_shift_row(state & 63, bytes[next]); */\n/*@ ghost $p_shift_read(bytes, next); */" },

  { "swar_end", "contract", [[
requires rest: size - i < 16;
requires is_state: $p_shift_state(state & 63);
requires reached: $p_shift_reached(state & 63, (uint8_t *)bytes, i);
ensures only_well_formed: \result ==> well_formed((uint8_t *)bytes, size);]] },
  { "swar_end", "if (", "/*@ ghost $p_shift_meaning(bytes, size); */\n/*@ ghost if (size >= 16) { $p_calm(bytes, size - 16, 16, i); } */" },
  { "swar_end", "state = ", "/*@ ghost $p_shift_read_8(bytes, i); */" },
  { "swar_end", "while (", STATE },
  { "swar_end", "state = ", STEP },

  { "swar_valid_prefix", "contract", [[
ensures is_well_formed: well_formed((uint8_t *)text, \result);
ensures none_longer: \forall integer n; \result < n <= size ==> !well_formed((uint8_t *)text, n);]] },
  { "swar_valid_prefix", "while (", STATE .. "\nloop invariant start: $p_shift_reached($U_SHIFT_START, bytes, start);" },
  { "swar_valid_prefix", "while (", "/*@ ghost $p_shift_meaning(bytes, 0); */", above = true },
  { "swar_valid_prefix", "while (", BEGINS },
  { "swar_valid_prefix", "i += 16;", "/*@ ghost $p_calm(bytes, i, 16, i); */" },
  { "swar_valid_prefix", "while (", BEGINS },
  { "swar_valid_prefix", "i += 64;", "/*@ ghost $p_calm(bytes, i, 64, i); */" },
  { "swar_valid_prefix", "do {", STATE },
  { "swar_valid_prefix", "state = ", SIXTEEN },
  { "swar_valid_prefix", "while (", STATE },
  { "swar_valid_prefix", "state = ", STEP },
  { "swar_valid_prefix", "return start", "/*@ ghost $p_joined(bytes, start, size - start); */" },

  { "few_ascii", "contract", [[ensures calm: \result ==> $p_shift_reached($U_SHIFT_START, (uint8_t *)bytes, size);]] },
  { "few_ascii", "if (", "/*@ ghost $p_or(); */\n/*@ ghost $p_shift_meaning(bytes, 0); */" },
  { "few_ascii", "return", [[
/*@ ghost if (size >= 1) { $p_calm(bytes, 0, 1, 0); } */
/*@ ghost if (size >= 2) { $p_calm(bytes, size / 2, 1, 1); } */
/*@ ghost if (size >= 3) { $p_calm(bytes, size - 1, 1, 2); } */]] },
  { "few_ascii", "return", "/*@ ghost $p_calm(bytes, 0, 8, 0); */\n/*@ ghost $p_calm(bytes, size - 8, 8, 8); */" },
  { "few_ascii", "return", "/*@ ghost $p_calm(bytes, 0, 4, 0); */\n/*@ ghost $p_calm(bytes, size - 4, 4, 4); */" },

  { "swar_many_valid", "contract", EXACT:gsub("%%s", "bytes") },
  { "swar_many_valid", "return", [[
/*@ ghost size_t n = last < 16 ? 16 : last < 32 ? 32 : last; */
/*@ ghost $p_shift_meaning(bytes, 0); */
/*@ ghost $p_shift_meaning(bytes, size); */
/*@ ghost $p_calm(bytes, 0, 16, 0); */
/*@ ghost $p_calm(bytes, second, 16, 16); */
/*@ ghost if (32 <= last && last <= 48) { $p_calm(bytes, last - 16, 16, 32); } */
/*@ ghost $p_calm(bytes, last, 16, n); */]] },

  { "swar_valid", "contract", EXACT:gsub("%%s", "text") },
  { "swar_valid", "return", "/*@ ghost $p_shift_meaning(bytes, size); */" },
}

---@return integer first, integer open, integer close the line numbers of a function's name, of its { and of its }
local function place(lines, name)
  for i, line in ipairs(lines) do
    if line:find("%f[%w_]" .. name .. "%(") and not line:find("^ ") and not line:find(";$") then
      local open = i
      while lines[open] ~= "{" do
        open = open + 1
      end
      local close = open
      while lines[close] ~= "}" do
        close = close + 1
      end
      return i, open, close
    end
  end
  error("error: there is no function to annotate: " .. name)
end

---Inserts the lines of a text before line `at`, each with this indent.
local function insert(lines, at, text, indent)
  for line in text:gmatch("[^\n]+") do
    table.insert(lines, at, indent .. line)
    at = at + 1
  end
end

---Returns the number of the first line of the annotation that ends directly above line `at`.
local function annotation_above(lines, at)
  at = at - 1
  assert(lines[at]:find("%*/$"), "error: no annotation above: " .. lines[at + 1])
  while not lines[at]:find("^ */%*@") do
    at = at - 1
  end
  return at
end

---Adds clauses to the annotation that ends directly above line `at`: `ensures` at its end, others at its front.
local function extend(lines, at, clauses, indent)
  local first <const> = annotation_above(lines, at)
  local rest <const> = lines[first]:match("/%*@ (.*)")
  local front, back = {}, {}
  for clause in clauses:gmatch("[^\n]+") do
    table.insert(clause:find("^ensures") and back or front, indent .. "    " .. clause)
  end
  if #back > 0 then
    lines[at - 1] = lines[at - 1]:gsub(" %*/$", "")
    back[#back] = back[#back] .. " */"
    insert(lines, at, table.concat(back, "\n"), "")
  end
  if #front > 0 then
    lines[first] = indent .. "    " .. (first == at - 1 and #back > 0 and rest:gsub(" %*/$", "") or rest)
    front[1] = front[1]:gsub("^ *", indent .. "/*@ ")
    insert(lines, first, table.concat(front, "\n"), "")
  end
end

---Finds the first line in a range that begins with `text` after the indent. Returns the number and the indent of the line.
local function line_with(lines, from, to, text)
  for i = from, to do
    local indent <const> = lines[i]:match("^ *")
    if lines[i]:sub(#indent + 1, #indent + #text) == text and not lines[i]:find("^ */%*@") then
      return i, indent
    end
  end
  error("error: there is no line to annotate: " .. text)
end

---Adds an entry's text to a function. @return integer the new number of the line that the entry selects
local function add(lines, one, from, to)
  local at, indent <const> = line_with(lines, from, to, one[2])
  local count <const> = #lines
  if one[3]:find("^loop") then
    extend(lines, at, one[3], indent)
  else
    insert(lines, one.above and annotation_above(lines, at) or at, one[3], indent)
  end
  return at + #lines - count
end

---Returns ADDED and GHOSTS with the names and bytes of an encoding. Repeats an entry with `last` for each index from 56 to `last`.
local function entries(model, text, p)
  local lo <const>, hi <const> = passthrough.range(model.analysis)
  local sized <const> = text:find(p .. "state_after(const uint8_t *at, size_t size)", 1, true)
  local prefix <const>, list <const> = p:sub(1, -2), {}
  local names <const> = { p = prefix, U = prefix:upper(), lo = tostring(lo), hi = tostring(hi), after = sized and "size" or "64" }
  for _, one in ipairs(ADDED) do
    for j = 56, one.last or 56 do
      local filled <const> = { p .. one[1], above = one.above }
      for k = 2, 3 do
        filled[k] = one[k]:gsub("%$([pU])", names):gsub("%$(%l+)", names):gsub("56", tostring(j))
      end
      list[#list + 1] = filled
    end
  end
  return list, (GHOSTS:gsub("%$([pU])", names):gsub("%$(%l+)", names))
end

---@param model table
---@param text string
---@param p string prefix of names, as "utf8_"
---@return string text
function M.annotate(model, text, p)
  if not text:find(p .. "shift_reached", 1, true) or not text:find(p .. "swar_valid(", 1, true) then
    return text
  end
  local lines <const>, list <const>, ghosts <const> = {}, entries(model, text, p)
  for line in text:gmatch("([^\n]*)\n") do
    lines[#lines + 1] = line
  end
  local cursor, before = 1, nil
  for _, one in ipairs(list) do
    local head <const>, open <const>, close <const> = place(lines, one[1])
    if one[2] == "contract" then
      extend(lines, head, one[3], "")
    else
      cursor = add(lines, one, (one[1] == before and cursor or open) + (one.above and 0 or 1), close)
      before = one[1]
    end
  end
  insert(lines, annotation_above(lines, (place(lines, p .. "high_bits"))), ghosts, "")
  return table.concat(lines, "\n") .. "\n"
end

---@param prefix string
---@param text string result of `annotate`
---@param folder string for the file that z3 reads
---@return integer? held the number of facts about NAME_high_bits that z3 proves; nil if the text assumes none
---@return integer? all the number of these facts
function M.words(prefix, text, folder)
  local lo <const>, hi <const> = text:match("predicate " .. prefix .. "_plain{.- ==> (%d+) <= %*q <= (%d+);")
  if not lo then
    return nil
  end
  local name <const> = prefix .. "_high_bits"
  local body <const> = assert(text:match("%f[%w_]" .. name .. "%(uint64_t word%)\n{\n +return (.-);\n}"), name)
  local q <const> = values.new({ constants = {}, functions = {} }, name)
  local result <const> = values.number(q, values.eval(q, { env = { word = { term = "word" } }, path = {} }, parser.expression(body), {}))
  local lines <const> = { "(set-logic QF_BV)", "(declare-const word (_ BitVec 64))", table.concat(q.declared, "\n") }
  for _, one in ipairs(WORDS) do
    local plain <const> = {}
    for k = 0, 7 do
      local byte <const> = ("((_ extract %d %d) word)"):format(8 * k + 7, 8 * k)
      lines[#lines + 1] = (k == 0 and "(push)" or "") .. (k < one.bytes and "" or ("(assert (= %s #x00))"):format(byte))
      plain[#plain + 1] = k < one.bytes and ("(bvule #x%02X %s) (bvule %s #x%02X)"):format(lo, byte, byte, hi) or nil
    end
    lines[#lines + 1] = ("(assert (= (bvand %s %s) (_ bv0 64)))(assert (not (and %s)))(check-sat)(pop)"):format(result,
      values.bv(math.tointeger(one.mask)), table.concat(plain, " "))
  end
  return z3.held(lines, folder, name), #WORDS
end

return M
