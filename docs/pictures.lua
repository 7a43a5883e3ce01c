-- SPDX-License-Identifier: 0BSD
-- pictures: the pictures of README.md and docs/theory.md, drawn from the generator's tables.
--
--     lua5.4 docs/pictures.lua NAME      the picture docs/pictures/NAME.svg, on standard output; `make pictures` writes all
--
-- In:  gen/specs/utf-8.lua. Out: SVG, in the colors of the playground (svg.lua).
--
--     lookup   A text moves past a window of two bytes. Three of their nibbles select a column in each of three tables; a lamp is on for
--              each bit that all three columns have. The picture is animated. With reduced motion, it shows the pair with an error.
--     cover    A cell for each pair of a byte and the next byte's high nibble, in the color of the pair's first rule bit. The widest run
--              of a bit's cells has the mask of the bit. A gray cell has no bit, although no well-formed text contains its pair. An
--              empty cell is a pair that some well-formed text contains.

package.path = "./?.lua;" .. package.path
local automata <const> = require "gen.language.automaton"
local files <const> = require "gen.common.files"
local pipeline <const> = require "gen.pipeline"
local nibble <const> = require "gen.plan.nibble"
local svg <const> = require "docs.svg"

---The number of a bit: 3 for 08.
local function number_of(mask)
  local number = 0
  while mask >> number > 1 do
    number = number + 1
  end
  return number
end

-- lookup

---A text of one- and two-byte characters, with the overlong form C0 AF of `/`. After the last byte, the text begins again.
local BYTES <const> = { 0x6E, 0xC3, 0xA9, 0x2F, 0xC0, 0xAF, 0x2E }
---The step of the pair C0 AF. It is shown for twice the time of the others; with reduced motion, only this step is shown.
local SHOWN <const>, SECONDS <const>, STEP_SECONDS <const> = 5, 14, 1.75

---Places and sizes: bytes of the text, the window's first byte, tables with their columns and rows, lamps.
local BYTE <const>, FIRST_X <const> = 60, 196
local TABLES <const> = { { name = "prev_high", x = 16 }, { name = "prev_low", x = 184 }, { name = "this_high", x = 352 } }
local COLUMN <const>, ROW <const>, TABLE_Y <const>, LAMP_X <const> = 9, 19, 166, 526

---The nibbles of two bytes by which the tables are looked up.
local function nibbles_of(first, second)
  return { first >> 4, first & 15, second >> 4 }
end

---Style rules that show two groups in each step; in step 3 these are `.f3`, the lookup, and `.r3`, its result. `.strip` moves by a byte.
local function motion()
  local lines <const>, moves <const>, at = { "@media(prefers-reduced-motion:no-preference){" }, {}, 0
  local function percent(seconds)
    return ("%.2f%%"):format(100 * seconds / SECONDS)
  end
  for step = 1, #BYTES do
    local begin <const>, long <const> = at, step == SHOWN and 2 * STEP_SECONDS or STEP_SECONDS
    at = at + long
    for kind, delay in ("f0.4r0.8"):gmatch "(%l)([%d.]+)" do
      local from <const> = begin + tonumber(delay)
      lines[#lines + 1] = ("@keyframes %s%d{0%%,%s{opacity:0}%s,%s{opacity:1}%s,100%%{opacity:0}}.%s%d{animation:%s%d %gs linear infinite}")
        :format(kind, step, percent(from - 0.1), percent(from), percent(at - 0.1), percent(at), kind, step, kind, step, SECONDS)
    end
    moves[#moves + 1] = ("%s{transform:translateX(%dpx)}%s{transform:translateX(%dpx)}"):format(percent(begin), -BYTE * (step - 1),
      percent(begin + 0.4), -BYTE * step)
  end
  lines[#lines + 1] = ("@keyframes move{%s100%%{transform:translateX(%dpx)}}"):format(table.concat(moves), -BYTE * #BYTES)
  lines[#lines + 1] = (".strip{animation:move %gs ease-in-out infinite}}"):format(SECONDS)
  return (".hidden{opacity:0}.strip{transform:translateX(%dpx)}\n"):format(-BYTE * SHOWN) .. table.concat(lines, "\n")
end

---Draws the parts that never change: the window, the tables, the lamps and the rules' names.
local function draw_still(canvas, plan)
  canvas.rect({ FIRST_X - 4, 12, 2 * BYTE + 4, 56 }, "mark", 'rx="9" fill="none" stroke-width="3"')
  for i, one in ipairs(TABLES) do
    local from <const>, middle <const> = FIRST_X + ({ 18, 38, 78 })[i], one.x + 8 * COLUMN
    canvas.add('<path d="M%g 68C%g 88 %g 84 %g 106" class="wire" fill="none" stroke-width="2"/>', from, from, middle, middle)
    canvas.text(middle, 156, "soft mono", one.name, 'font-size="15" text-anchor="middle"')
    canvas.text(middle + 8 * COLUMN + 12, TABLE_Y + 4 * ROW + 8, "ink mono", i < 3 and "&" or "=", 'font-size="22" text-anchor="middle"')
    for column = 0, 15 do
      for _, bit in ipairs(plan.bits) do
        local number <const> = number_of(bit.mask)
        local is_on <const> = plan.tables[one.name][column] & bit.mask ~= 0
        canvas.rect({ one.x + column * COLUMN + 1, TABLE_Y + number * ROW + 2, COLUMN - 2, ROW - 4 }, is_on and "bit" .. number or "off",
          is_on and 'opacity="0.5"' or nil)
      end
    end
  end
  for _, bit in ipairs(plan.bits) do
    local y <const> = TABLE_Y + number_of(bit.mask) * ROW + ROW / 2
    canvas.add('<circle cx="%g" cy="%g" r="6" class="off"/>', LAMP_X, y)
    canvas.text(LAMP_X + 16, y + 5, "soft", bit.name, 'font-size="15"')
  end
end

---Draws the text around the window, long enough to fill the picture at each step.
local function draw_text(canvas)
  canvas.add '<clipPath id="c"><rect x="16" y="0" width="708" height="80"/></clipPath><g clip-path="url(#c)"><g class="strip">'
  for i = 1 - #BYTES, 3 * #BYTES do
    local x <const>, byte <const> = FIRST_X + i * BYTE, BYTES[(i - 1) % #BYTES + 1]
    canvas.rect({ x, 18, BYTE - 4, 44 }, "paper edge", 'rx="6"')
    canvas.text(x + BYTE / 2 - 2, 48, "ink mono", ("%02X"):format(byte), 'font-size="24" text-anchor="middle"')
  end
  canvas.add "</g></g>"
end

---Draws a step: the columns that the nibbles of a pair select, and the lamp of the bit that all of them have.
local function draw_step(canvas, plan, step)
  local first <const>, second <const> = BYTES[step], BYTES[step % #BYTES + 1]
  local nibbles <const>, all, terms = nibbles_of(first, second), 0xFF, {}
  local hidden <const> = step == SHOWN and "" or " hidden"
  canvas.add('<g class="f%d%s">', step, hidden)
  for i, one in ipairs(TABLES) do
    local x <const>, entry <const> = one.x + nibbles[i] * COLUMN, plan.tables[one.name][nibbles[i]]
    all, terms[i] = all & entry, ("%s[%X]"):format(one.name, nibbles[i])
    canvas.rect({ one.x + 8 * COLUMN - 18, 106, 36, 30 }, "sheet mark", 'rx="7" stroke-width="2"')
    canvas.text(one.x + 8 * COLUMN, 128, "ink mono", ("%X"):format(nibbles[i]), 'font-size="21" font-weight="700" text-anchor="middle"')
    for bit = 0, 7 do
      canvas.rect({ x + 1, TABLE_Y + bit * ROW + 2, COLUMN - 2, ROW - 4 }, entry >> bit & 1 == 1 and "bit" .. bit or "off")
    end
    canvas.rect({ x - 1, TABLE_Y - 1, COLUMN + 2, 8 * ROW + 2 }, "mark", 'rx="3" fill="none" stroke-width="2"')
  end
  canvas.add('</g>\n<g class="r%d%s">', step, hidden)
  canvas.text(16, 348, "ink mono", ("%s = %02X"):format(table.concat(terms, " & "), all), 'font-size="17"')
  local name
  for _, bit in ipairs(plan.bits) do
    local number <const> = number_of(bit.mask)
    local y <const> = TABLE_Y + number * ROW + ROW / 2
    if all & bit.mask ~= 0 then
      name = bit.name
      canvas.add('<circle cx="%g" cy="%g" r="15" class="bit%d" opacity="0.3"/>', LAMP_X, y, number)
      canvas.add('<circle cx="%g" cy="%g" r="9" class="bit%d"/>', LAMP_X, y, number)
      canvas.rect({ LAMP_X + 16, y - 9, 160, 18 }, "sheet")
      canvas.text(LAMP_X + 18, y + 6, "bit" .. number, name, 'font-size="18" font-weight="700"')
    end
  end
  assert((name ~= nil) == (step == SHOWN), "exactly one pair must have an error")
  local verdict <const> = name and "an error, " .. name or "no bit is in all three columns"
  canvas.text(16, 376, "ink", ("%02X %02X: %s"):format(first, second, verdict), 'font-size="17"' .. (name and ' font-weight="700"' or ""))
  canvas.add "</g>"
end

local PICTURES <const> = {}

function PICTURES.lookup(model)
  local canvas <const> = svg.new(740, 394, "How three lookups find an error in UTF-8",
    "The bytes of a text move past a window of two. The high and the low nibble of the first byte and the high nibble of the second "
    .. "select a column in three tables. Each table has a row for each of eight rules. The pair C0 AF has the bit overlong_2 in all "
    .. "three columns.",
    motion())
  draw_text(canvas)
  draw_still(canvas, model.plan)
  for step = 1, #BYTES do
    draw_step(canvas, model.plan, step)
  end
  return canvas.finished()
end

-- cover

local WIDTH <const>, HEIGHT <const>, LEFT <const>, TOP <const>, LEGEND <const> = 3, 24, 92, 62, 30

---Whether some well-formed text contains these two adjacent bytes.
local function occurs(automaton, first, second)
  for state = 1, automaton.count do
    local after <const> = automaton.next[state][first]
    if state ~= automata.DEAD and automaton.next[after][second] ~= automata.DEAD then
      return true
    end
  end
  return false
end

---Whether some well-formed text contains the first byte and then a byte with this high nibble.
local function occurs_before_nibble(automaton, first, high)
  for low = 0, 15 do
    if occurs(automaton, first, high << 4 | low) then
      return true
    end
  end
  return false
end

---The first rule bit that a pair has, or nil.
local function caught_by(plan, first, high)
  for _, bit in ipairs(plan.bits) do
    local sets <const> = bit.product
    if sets[1] >> (first >> 4) & sets[2] >> (first & 15) & sets[3] >> high & 1 == 1 then
      return bit
    end
  end
end

---The class of a cell: that of the pair's first rule bit. Without such a bit: nil if a well-formed text has the pair, else "off".
local function class_of(model, first, high)
  local bit <const> = caught_by(model.plan, first, high)
  return bit and "bit" .. number_of(bit.mask) or not occurs_before_nibble(model.automaton, first, high) and "off" or nil
end

---Draws runs of equal cells in each line. @return table widest class -> its widest run { x, y, width }
local function draw_cells(canvas, model)
  local widest <const> = {}
  for high = 0, 15 do
    local from, class = 0, class_of(model, 0, high)
    for first = 1, 256 do
      local next_class <const> = first < 256 and class_of(model, first, high) or nil
      if next_class ~= class or first == 256 then
        local run <const> = { x = LEFT + from * WIDTH, y = TOP + high * HEIGHT, width = (first - from) * WIDTH }
        if class then
          canvas.rect({ run.x, run.y, run.width, HEIGHT }, class)
          widest[class] = widest[class] and widest[class].width >= run.width and widest[class] or run
        end
        from, class = first, next_class
      end
    end
  end
  return widest
end

---Writes a bit's mask into its widest run of cells. The mask of a narrow run is after it if the next ten cells are empty, else before it.
local function draw_number(canvas, model, run, class, number)
  local x, anchor, is_inside = run.x + run.width / 2, "middle", run.width >= 30
  if run.width > 32 * WIDTH then
    x = x + 8 * WIDTH -- between two lines
  elseif not is_inside then
    local after <const>, high <const> = (run.x + run.width - LEFT) // WIDTH, (run.y - TOP) // HEIGHT
    local is_free = after + 9 < 256
    for first = after, math.min(after + 9, 255) do
      is_free = is_free and not class_of(model, first, high)
    end
    x, anchor = is_free and run.x + run.width + 3 or run.x - 3, is_free and "start" or "end"
  end
  canvas.text(x, run.y + 18, is_inside and "sheet mono" or class .. " mono", number,
    ('font-size="17" font-weight="700" text-anchor="%s"'):format(anchor))
end

function PICTURES.cover(model)
  local plan <const> = model.plan
  local canvas <const> = svg.new(LEFT + 256 * WIDTH + 20, TOP + 16 * HEIGHT + 24 + #plan.bits * LEGEND,
    "Which rule bit of UTF-8 catches which pair of bytes",
    "A table of 256 bytes and the 16 high nibbles of the next byte. A pair that a rule bit catches has the color of the bit.")
  canvas.text(LEFT + 128 * WIDTH, 24, "soft", "a byte", 'font-size="19" text-anchor="middle"')
  local widest <const> = draw_cells(canvas, model)
  for high = 0, 15 do
    canvas.text(LEFT + (high * 16 + 8) * WIDTH, TOP - 10, "soft mono", ("%X_"):format(high), 'font-size="18" text-anchor="middle"')
    canvas.text(LEFT - 8, TOP + high * HEIGHT + 18, "soft mono", ("then %X_"):format(high), 'font-size="18" text-anchor="end"')
  end
  for line = 0, 16 do
    canvas.add('<path d="M%d %dv%dM%d %dh%d" class="edge" fill="none"/>', LEFT + line * 16 * WIDTH, TOP, 16 * HEIGHT,
      LEFT, TOP + line * HEIGHT, 256 * WIDTH)
  end
  for i, bit in ipairs(plan.bits) do
    local class <const>, number <const> = "bit" .. number_of(bit.mask), ("%02X"):format(bit.mask)
    local y <const> = TOP + 16 * HEIGHT + 18 + (i - 1) * LEGEND
    draw_number(canvas, model, widest[class], class, number)
    canvas.rect({ LEFT, y, 20, 20 }, class, 'rx="4"')
    local before <const>, this <const> = nibble.text(bit.product[1]) .. " " .. nibble.text(bit.product[2]), nibble.text(bit.product[3])
    canvas.text(LEFT + 30, y + 16, "ink mono", number, 'font-size="18" font-weight="700"')
    canvas.text(LEFT + 64, y + 16, "ink", ("%s: %s, then %s"):format(bit.name, before, this), 'font-size="19"')
  end
  return canvas.finished()
end

local draw <const> = PICTURES[arg[1]] or error("no picture is called " .. tostring(arg[1]))
io.write(draw(pipeline.compile(assert(files.read "gen/specs/utf-8.lua"), "gen/specs/utf-8.lua")))
