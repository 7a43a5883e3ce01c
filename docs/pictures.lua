-- SPDX-License-Identifier: 0BSD
-- pictures: what docs/theory.md shows, drawn from what the generator derives.
--
--     lua5.4 docs/pictures.lua NAME      the picture docs/pictures/NAME.svg, on standard output; `make pictures` writes all
--
-- In:  gen/specs/utf-8.lua. Out: SVG: `cover` has a cell for each pair of a byte and the next one's high nibble. Its colour is the first
--      rule bit that calls the pair an error; grey is what no bit catches though no text holds it; white is what some text holds.

package.path = "./?.lua;" .. package.path
local automata <const> = require "gen.language.automaton"
local files <const> = require "gen.common.files"
local pipeline <const> = require "gen.pipeline"
local nibble <const> = require "gen.plan.nibble"

local WIDTH <const>, HEIGHT <const> = 3, 16
local LEFT <const>, TOP <const>, LEGEND <const> = 52, 34, 22

---Of eight colours that are told apart without seeing red or green (Okabe and Ito 2008), the seven that are not black, and a light one.
local COLOURS <const> = { "#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#F0E442", "#999933" }
local MISSED <const> = "#CFCFCF"

---Whether some text holds the two bytes, the first of them anywhere.
local function is_live(automaton, first, second)
  for state = 1, automaton.count do
    local after <const> = automaton.next[state][first]
    if state ~= automata.DEAD and automaton.next[after][second] ~= automata.DEAD then
      return true
    end
  end
  return false
end

---Whether a byte of this high nibble may follow.
local function is_live_nibble(automaton, first, high)
  for low = 0, 15 do
    if is_live(automaton, first, high << 4 | low) then
      return true
    end
  end
  return false
end

---The number of the first rule bit that catches a pair, or nil.
local function caught_by(plan, first, high)
  for i, bit in ipairs(plan.bits) do
    local sets <const> = bit.product
    if sets[1] >> (first >> 4) & sets[2] >> (first & 15) & sets[3] >> high & 1 == 1 then
      return i
    end
  end
end

local PICTURES <const> = {}

function PICTURES.cover()
  local model <const> = pipeline.compile(assert(files.read("gen/specs/utf-8.lua")), "gen/specs/utf-8.lua")
  local plan <const>, automaton <const> = model.plan, model.automaton
  local lines <const> = {}
  local function add(format, ...)
    lines[#lines + 1] = format:format(...)
  end
  local function text(x, y, words, anchor)
    add('<text x="%d" y="%d" text-anchor="%s">%s</text>', x, y, anchor, words)
  end
  local width <const> = LEFT + 256 * WIDTH + 12
  local height <const> = TOP + 16 * HEIGHT + 14 + #plan.bits * LEGEND // 2 + LEGEND
  add('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="11">', width, height)
  add "<title>Which rule bit of UTF-8 catches which pair of bytes</title>"
  add('<rect width="%d" height="%d" fill="#fff"/>', width, height)
  text(LEFT + 128 * WIDTH, 12, "a byte", "middle")
  for high = 0, 15 do
    text(LEFT + (high * 16 + 8) * WIDTH, TOP - 6, ("%X_"):format(high), "middle")
    text(LEFT - 6, TOP + high * HEIGHT + 12, ("then %X_"):format(high), "end")
    local from, colour
    for first = 0, 256 do
      local bit <const> = first < 256 and caught_by(plan, first, high)
      local fill <const> = bit and COLOURS[bit]
        or first < 256 and not is_live_nibble(automaton, first, high) and MISSED or first < 256 and "#fff" or nil
      if fill ~= colour then
        if colour and colour ~= "#fff" then
          add('<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>', LEFT + from * WIDTH, TOP + high * HEIGHT, (first - from) * WIDTH,
            HEIGHT, colour)
        end
        from, colour = first, fill
      end
    end
  end
  for high = 0, 16 do
    add('<path d="M%d %dv%d M%d %dh%d" stroke="#0003" fill="none"/>', LEFT + high * 16 * WIDTH, TOP, 16 * HEIGHT, LEFT, TOP + high * HEIGHT,
      256 * WIDTH)
  end
  for i, bit in ipairs(plan.bits) do
    local x <const>, y <const> = LEFT + (i - 1) % 2 * 128 * WIDTH, TOP + 16 * HEIGHT + 16 + (i - 1) // 2 * LEGEND
    add('<rect x="%d" y="%d" width="14" height="14" fill="%s"/>', x, y, COLOURS[i])
    local before <const>, this <const> = nibble.text(bit.product[1]) .. " " .. nibble.text(bit.product[2]), nibble.text(bit.product[3])
    text(x + 20, y + 11, ("%02X %s: %s, then %s"):format(bit.mask, bit.name, before, this), "start")
  end
  add "</svg>"
  return table.concat(lines, "\n") .. "\n"
end

io.write((PICTURES[arg[1]] or error("no picture is called " .. tostring(arg[1])))())
