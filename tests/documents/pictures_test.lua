-- SPDX-License-Identifier: 0BSD
-- Tests that the pictures docs/pictures/*.svg and the plots are up to date. The contents of `lookup` and of the plots must be right. All
-- pictures must be readable in both color schemes, and must not move if the reader prefers reduced motion.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local files <const> = require "gen.common.files"
local svg <const> = require "docs.svg"

local WORK <const> = "build/pictures_test"
local PICTURES <const>, PLOTS <const> = { "lookup", "cover" }, { "text-16KiB", "text-8MiB", "strings" }

local function read(name)
  return assert(files.read(name))
end

---Returns the pictures and plots: name -> text.
local function all()
  local texts <const> = {}
  for _, name in ipairs(PICTURES) do
    texts[name] = read("docs/pictures/" .. name .. ".svg")
  end
  for _, name in ipairs(PLOTS) do
    texts[name] = read("docs/plots/quick-" .. name .. ".svg")
  end
  return texts
end

TestPictures = {}

function TestPictures.test_pictures_and_plots_are_up_to_date()
  for _, name in ipairs(PICTURES) do
    local pipe <const> = io.popen("lua5.4 docs/pictures.lua " .. name)
    lu.assertTrue(pipe:read "a" == read("docs/pictures/" .. name .. ".svg"), name .. ": make pictures")
    pipe:close()
  end
  lu.assertTrue(os.execute(("mkdir -p %s && lua5.4 bench/plot.lua %s/quick < docs/plots/quick.csv > %s/output"):format(WORK, WORK, WORK)))
  for _, name in ipairs(PLOTS) do
    lu.assertTrue(read(("%s/quick-%s.svg"):format(WORK, name)) == read(("docs/plots/quick-%s.svg"):format(name)), name)
  end
end

---Tags are closed in order. Each picture has a title, a description and a dark style, and moves only if the reader accepts motion.
function TestPictures.test_pictures_are_valid_and_accessible()
  for name, text in next, all() do
    local open <const> = {}
    for slash, tag, alone in text:gmatch "<(/?)(%l%w*)[^>]-(/?)>" do
      if slash == "/" then
        lu.assertEquals(table.remove(open), tag, name)
      elseif alone == "" then
        open[#open + 1] = tag
      end
    end
    lu.assertEquals(open, {}, name)
    lu.assertStrMatches(text, '<svg [^>]*>\n<title id="t">[^<]+</title>\n<desc id="d">[^<]+</desc>.*', nil, nil, name)
    lu.assertStrContains(text, "@media(prefers-color-scheme:dark){")
    local still <const>, moving <const> = text:gsub("@media%(prefers%-reduced%-motion:no%-preference%)%b{}", "")
    lu.assertEquals(moving, name == "lookup" and 1 or 0, name)
    lu.assertNil(still:find "animation[-:]" or still:find "<animate" or still:find "<set", name)
  end
end

---Draws two other kinds of plots from made-up numbers: one of text lengths, with a panel for each text, and one of a busy core. The `limit`
---rows are not drawn.
function TestPictures.test_plots_of_text_lengths_and_of_a_busy_core()
  local head <const> = read("docs/plots/quick.csv"):match "\n(section[^\n]*\n)"
  local lines <const> = { head }
  for _, text in ipairs { "ascii", "mix" } do
    for bytes = 1, 3 do
      for _, who in ipairs { "swar,scalar,gcc,ours", "peer,scalar,,peer", "read,scalar,,limit" } do
        lines[#lines + 1] = ("sizes,%s,%d,0,alone,utf8,%s,GB/s,1,2,%d\n"):format(text, bytes, who, 2 + bytes)
      end
    end
  end
  lines[#lines + 1] = "chain,ascii,64,0,busy,utf8,swar,scalar,gcc,ours,ns/call,1,2,3\n"
  os.execute("mkdir -p " .. WORK)
  files.write(WORK, { { name = "other.csv", text = table.concat(lines) } })
  local pipe <const> = io.popen(("lua5.4 bench/plot.lua %s/other < %s/other.csv"):format(WORK, WORK))
  lu.assertEquals(pipe:read "a", ("drawn: %s/other-sizes.svg\ndrawn: %s/other-chain-busy.svg\n"):format(WORK, WORK))
  pipe:close()
  local sizes <const>, chain <const> = read(WORK .. "/other-sizes.svg"), read(WORK .. "/other-chain-busy.svg")
  -- For each text, two validators have three marks each. The key has one mark for each validator.
  lu.assertEquals(select(2, sizes:gsub(' transform="translate', "")), 2 * 3 * 2 + 2)
  lu.assertEquals(select(2, sizes:gsub("<polyline", "")), 4)
  lu.assertStrContains(chain, "busy core")
  lu.assertStrContains(chain, "lower is better")
end

---Returns the contrast of two colors, by their luminance (WCAG 2.2, 1.4.3 and 1.4.11).
local function contrast(one, other)
  local function luminance(color)
    local sum = 0
    for i, weight in ipairs { 0.2126, 0.7152, 0.0722 } do
      local value <const> = tonumber(color:sub(2 * i, 2 * i + 1), 16) / 255
      sum = sum + weight * (value <= 0.04045 and value / 12.92 or ((value + 0.055) / 1.055) ^ 2.4)
    end
    return sum
  end
  local a <const>, b <const> = luminance(one), luminance(other)
  return (math.max(a, b) + 0.05) / (math.min(a, b) + 0.05)
end

function TestPictures.test_colors_have_enough_contrast()
  lu.assertAlmostEquals(contrast("#000000", "#ffffff"), 21, 1e-9)
  for _, colors in ipairs { table.pack(svg.colors()), } do
    for _, sheet in ipairs(colors) do
      for _, name in ipairs { "ink", "soft", "blue", "b0", "b1", "b2", "b3", "b4", "b5", "b6", "b7" } do
        lu.assertTrue(contrast(sheet[name], sheet.sheet) >= 4.5, name)
      end
    end
  end
  local light <const>, dark <const> = svg.colors()
  lu.assertNotEquals(light.sheet, dark.sheet)
end

---The steps of `lookup` are right: Lua's own decoder finds the same first error in the text, and no other pair is an error.
function TestPictures.test_the_steps_of_lookup_are_right()
  local text <const>, pairs_, bytes = read "docs/pictures/lookup.svg", {}, {}
  for first, second, verdict in text:gmatch ">(%x%x) (%x%x): ([^<]+)</text>" do
    pairs_[#pairs_ + 1] = { first, second, verdict }
    bytes[#bytes + 1] = string.char(tonumber(first, 16))
  end
  lu.assertTrue(#pairs_ >= 5)
  local _, at <const> = utf8.len(table.concat(bytes))
  for i, pair in ipairs(pairs_) do
    lu.assertEquals(pair[2], pairs_[i % #pairs_ + 1][1])
    lu.assertEquals(pair[3]:match "^an error, (.*)$", i == at and "overlong_2" or nil)
    lu.assertEquals(select(2, text:gsub('<g class="f' .. i .. (i == at and '">' or ' hidden">'), "")), 1, "without motion: the error only")
  end
end

---The tables of `lookup` are those of out/utf8/utf8.c, with the same rules in each entry.
function TestPictures.test_lookup_has_the_tables_of_out()
  local text <const>, code <const>, rules, count = read "docs/pictures/lookup.svg", read "out/utf8/utf8.c", {}, 0
  for y, rule in text:gmatch '<text x="542" y="([%d.]+)" class="soft" font%-size="15">([%w_]+)</text>' do
    rules[(tonumber(y) - 180.5) / 19] = rule
    count = count + 1
  end
  lu.assertEquals(count, 8)
  for table_name, left in next, { prev_high = 17, prev_low = 185, this_high = 353 } do
    local column = 0
    local body <const> = code:match("utf8_" .. table_name .. "%[16%] = {\n(.-)}"):gsub("//[^\n]*", "")
      :gsub("UTF8_PREV_LOW_ALL", (assert(code:match "UTF8_PREV_LOW_ALL = ([^,]+),")))
    for entry in body:gmatch "[^,]*[%w_][^,]*" do
      local expected <const>, shown <const> = {}, {}
      for rule in entry:gmatch "UTF8_RULE_([%w_]+)" do
        expected[rule:lower()] = true
      end
      for x, y, bit in text:gmatch '<rect x="(%d+)" y="(%d+)" width="7" height="15" class="bit(%d)" opacity="0.5"/>' do
        if tonumber(x) == left + 9 * column then
          lu.assertEquals(tonumber(y), 168 + 19 * tonumber(bit))
          shown[rules[tonumber(bit)]] = true
        end
      end
      lu.assertEquals(shown, expected, table_name .. column)
      column = column + 1
    end
    lu.assertEquals(column, 16)
  end
end

---Converts the positions of a plot's marks back to values, by the numbers at its axis. The values are the medians of the CSV. All panels
---have the same axis.
function TestPictures.test_the_marks_of_plots_are_the_medians_of_the_csv()
  for _, name in ipairs(PLOTS) do
    local expected <const>, found <const>, axes <const>, axis, is_marked = {}, {}, {}, nil, true
    local section <const>, bytes <const> = name:match "^%a+", ({ ["text-16KiB"] = "16384", ["text-8MiB"] = "8388608" })[name]
    for line in read "docs/plots/quick.csv":gmatch "[^\n]+" do
      local cells <const> = {}
      for cell in line:gmatch "[^,]*" do
        cells[#cells + 1] = cell
      end
      expected[#expected + 1] = cells[1] == section and (not bytes or cells[3] == bytes) and tonumber(cells[13]) or nil
    end
    for line in read(("docs/plots/quick-%s.svg"):format(name)):gmatch "[^\n]+" do
      local y <const>, value <const> = line:match '^<text x="58" y="([%d.]+)" class="soft"[^>]*>([%d.]+)</text>$'
      local x <const>, mark <const> = line:match 'transform="translate%(([%d.]+) ([%d.]+)%)"'
      if y and is_marked then
        axis, is_marked = {}, false
        axes[#axes + 1] = axis
      end
      if y then
        axis[#axis + 1] = { y = tonumber(y) - 5, value = tonumber(value) }
      elseif x and tonumber(x) < 650 then
        local low <const>, high <const> = axis[1], axis[#axis]
        local part <const> = (tonumber(mark) - low.y) / (high.y - low.y)
        found[#found + 1], is_marked = low.value * (high.value / low.value) ^ part, true
      end
    end
    table.sort(expected)
    table.sort(found)
    lu.assertEquals(#found, #expected)
    for i, value in ipairs(expected) do
      lu.assertAlmostEquals(found[i] / value, 1, 0.005)
    end
    lu.assertEquals(#axes, 4)
    for _, one in ipairs(axes) do
      lu.assertEquals({ #one, one[1].value, one[#one].value }, { #axis, axis[1].value, axis[#axis].value })
      lu.assertAlmostEquals(one[1].y - one[#one].y, axis[1].y - axis[#axis].y, 0.01)
    end
  end
end

os.exit(lu.LuaUnit.run())
