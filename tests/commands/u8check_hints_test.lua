-- SPDX-License-Identifier: 0BSD
-- u8check's hints about the encoding of a text, its note about a byte order mark, and how it shows names that are hostile to terminals.
--
-- Needs: build/u8check

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local u8 <const> = require "tests.lib.u8check"

local U8CHECK <const>, START <const>, folder <const>, quote <const> = u8.PROGRAM, u8.START, u8.FOLDER, u8.quote
local bytes <const>, file <const>, run <const> = u8.bytes, u8.path, u8.run
local u8check <const>, verdict <const>, remarks <const>, piped <const> = u8.u8check, u8.verdict, u8.remarks, u8.piped
local line_of <const> = u8.line_of

TestHints = {}

-- Texts in several languages, which the tests convert to other encodings.
local texts <const> = {
  french = "Dès Noël, où un zéphyr haï me vêt de glaçons würmiens, je dîne d'exquis rôtis de bœuf au kir à l'aÿ d'âge mûr.\n",
  german = "Falsches Üben von Xylophonmusik quält jeden größeren Zwerg, sagte er: schön und gut, aber für mich?\n",
  typographic = "“Don’t”, she said – and left… That’s all there is to it, or so the story goes, says the fiancé at the door.\n",
  english = "The quick brown fox (it isn't that quick) jumps over the lazy dog's naïve friend at the café.\n",
  russian = "Съешь же ещё этих мягких французских булок, да выпей чаю. И ещё: «в чащах юга жил бы цитрус?»\n",
  greek = "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία, λέει ο γέρος, και φεύγει από το σπίτι του.\n",
  japanese = "いろはにほへと ちりぬるを わかよたれそ つねならむ。日本語の文章です。\n",
  chinese = "人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心,并应以兄弟关系的精神相对待。\n",
  emoji = "a 😀 and then 🎉🎉, for a good while, until the 🐄 come home\n",
}

local LATIN <const>, WINDOWS <const> = "Latin-1 or similar", "Windows-1252"

---@return string text converted by iconv
local function converted(text, encoding)
  local path <const> = file("original", text)
  local output <const>, status <const> = run(("iconv -f utf-8 -t %s %s"):format(encoding .. "//TRANSLIT", path))
  lu.assertEquals(status, 0, encoding)
  return output
end

-- Returns the hint about a text in a file, or else all of stderr. For a short text, a pipe must give the same hint, except that
-- "looks" may replace "is".
local function hinted(text, options)
  local path <const> = file("hinted", text)
  local output <const> = remarks((options or "") .. " " .. path)
  local count <const> = select(2, output:gsub("\n", ""))
  lu.assertTrue(count <= 1, output)
  if #text <= 4096 then
    local other <const> = piped(text, #text, (options or "") .. " 2>&1 >/dev/null")
    lu.assertEquals(other:gsub("^stdin", path):gsub("this looks well%-formed", "this is well-formed"), output)
  end
  return output:match("^" .. path:gsub("%p", "%%%0") .. ": hint: this (.*)\n$") or output
end

function TestHints.test_utf_16_and_utf_32_are_recognized()
  for name, text in pairs(texts) do
    for order, words in pairs { LE = "little-endian", BE = "big-endian" } do
      for _, bits in ipairs { 16, 32 } do
        local wide <const> = converted(text, ("UTF-%d%s"):format(bits, order))
        local marked <const> = converted("\u{FEFF}" .. text, ("UTF-%d%s"):format(bits, order))
        local hint <const> = ("looks like UTF-%d, %s"):format(bits, words)
        for _, times in ipairs { 1, 3000 } do
          lu.assertEquals(hinted(marked:rep(1) .. wide:rep(times)), hint .. " (its byte order mark)", name)
          if not (bits == 16 and (name == "japanese" or name == "chinese")) then
            local given <const> = hinted(wide:rep(times))
            lu.assertEquals(given, hint .. " (zeros in the place of high bytes)", name)
          end
        end
      end
    end
  end
end

-- ASCII in UTF-16 is well-formed UTF-8, zeros included. So the fault can be far into the file, and the sample around the fault may begin
-- inside a unit.
function TestHints.test_a_fault_at_a_large_offset()
  for encoding, words in pairs {
    ["UTF-16LE"] = "UTF-16, little-endian", ["UTF-16BE"] = "UTF-16, big-endian",
    ["UTF-32LE"] = "UTF-32, little-endian", ["UTF-32BE"] = "UTF-32, big-endian",
  } do
    for before = 65535, 65537 do
      local text <const> = converted(("a"):rep(before) .. texts.german .. texts.french, encoding)
      lu.assertStrContains(hinted(text), "looks like " .. words)
      lu.assertStrContains(piped(text, 4096, "2>&1 >/dev/null"), "looks like " .. words)
    end
  end
  local latin <const> = ("nothing but ASCII in this line\n"):rep(30000) .. converted(texts.german, "ISO-8859-1")
  lu.assertStrContains(hinted(latin), LATIN)
  lu.assertStrContains(piped(latin, 4096, "2>&1 >/dev/null"), LATIN)
end

function TestHints.test_encodings_of_one_byte_for_each_character()
  for _, times in ipairs { 1, 2000 } do
    for _, name in ipairs { "german", "english" } do
      lu.assertStrContains(hinted(converted(texts[name], "ISO-8859-1"):rep(times)), LATIN)
    end
    for _, name in ipairs { "french", "typographic" } do
      lu.assertStrContains(hinted(converted(texts[name], "CP1252"):rep(times)), WINDOWS)
    end
  end
  lu.assertStrContains(hinted("caf\xE9"), LATIN)
  lu.assertStrContains(hinted("na\xEFve"), LATIN)
  lu.assertStrContains(hinted("\27[1mna\xEFve\27[0m"), LATIN)
  lu.assertStrContains(hinted(converted(texts.german:rep(50) .. "\7", "ISO-8859-1")), LATIN)
  lu.assertStrContains(hinted("say \x93hello\x94 to them\n"), WINDOWS)
end

function TestHints.test_a_text_in_another_encoding_of_the_catalogue()
  for _, case in ipairs {
    { "utf-8", "61 ED A0 BD ED B8 80", "cesu-8" },        { "utf-8", "ED A0 80 41", "wtf-8" },
    { "utf-8", "61 C0 80", "mutf-8" },                    { "utf-8", "C0 80 ED A0 BD", "mutf-8" },
    { "utf-8", "ED A0 BD ED B8 80 F0 9F 98 80", "utf-8-generalized" },
    { "utf-8", "C0 80 F0 9F 98 80 ED A0 BD", "mutf-8-android" },
    { "utf-8", "FC 84 80 80 80 80", "fss-utf" },          { "mutf-8", "61 F0 9F 98 80", "utf-8" },
    { "utf-8-nonul", "61 00 62", "utf-8" },               { "xml-1.0", "E4 B8 AD 01", "utf-8" },
    { "cesu-8", "ED A0 80 41", "wtf-8" },                 { "toml-1.0", "ED A0 80 7F", "wtf-8" },
  } do
    lu.assertEquals(hinted(bytes(case[2]), "-e " .. case[1]), "is well-formed with --encoding " .. case[3], case[2])
  end
  local long <const> = ("中文\n"):rep(50000)
  lu.assertEquals(hinted(long .. "\xED\xA0\xBD\xED\xB8\x80" .. long), "looks well-formed with --encoding cesu-8")
end

function TestHints.test_compressed_files()
  for program, magic in pairs { gzip = "\x1F\x8B", xz = "\xFD7zXZ", bzip2 = "BZh", zstd = "\x28\xB5\x2F\xFD" } do
    if select(2, run("command -v " .. program)) == 0 then
      for name, text in pairs(texts) do
        local packed <const> = run(("%s -c <%s"):format(program, file("original", text:rep(20))))
        lu.assertEquals(packed:sub(1, #magic), magic)
        lu.assertEquals(hinted(packed), "looks like a file compressed by " .. program, name)
        lu.assertEquals(hinted(packed:sub(21)), "", name)
      end
    end
  end
end

-- Other code pages, damaged or cut UTF-8 and programs get no hint, since a wrong hint is worse than none.
function TestHints.test_other_input_gets_no_hint()
  for _, case in ipairs {
    { "russian", "KOI8-R", "CP1251", "ISO-8859-5", "CP866" }, { "greek", "ISO-8859-7", "CP1253" },
    { "japanese", "EUC-JP", "SHIFT_JIS" }, { "chinese", "GB18030", "BIG5" }, { "german", "CP850", "CP437", "MACINTOSH" },
  } do
    for i = 2, #case do
      local text <const> = converted(texts[case[1]], case[i])
      lu.assertEquals(hinted(text), "", case[i])
      lu.assertEquals(hinted(text:rep(500)), "", case[i])
    end
  end
  for name, text in pairs(texts) do
    local half <const> = utf8.offset(text, utf8.len(text) // 2)
    lu.assertEquals(hinted(text:sub(1, half - 1) .. "\xFF" .. text:sub(half)), "", name)
    if name ~= "english" then
      lu.assertEquals(hinted((text:gsub("[\x80-\xBF]%f[^\x80-\xBF]", "", 1))), "", name)
    end
  end
  for _, text in ipairs { "\x80", "\xFF", "a\xFF", "abcdef\xE4\xB8", "abcdef\xF0\x9F\x98", "\xC0\xAF",
    "abc\x80\0", "abcdefgh\xE9\7" } do
    lu.assertEquals(hinted(text), "", text)
  end
  lu.assertEquals(hinted(("abcdef\0"):rep(8) .. "\xE9"), "")    -- zeros at both even and odd places
  local marked_up <const> = '<paragraph class="introduction">слово</paragraph>\n'
  lu.assertEquals(hinted(converted(marked_up, "ISO-8859-5"):rep(10)), "")
  local program <const> = assert(io.open(U8CHECK, "rb")):read("a")
  lu.assertEquals(hinted(program), "")
end

function TestHints.test_random_bytes_get_no_hint()
  math.randomseed(9)
  for i = 1, 200 do
    local noise <const> = {}
    for j = 1, 20 + 5 * i do
      noise[j] = string.char(math.random(0, 255))
    end
    lu.assertEquals(hinted("\xFF" .. table.concat(noise)), "", i)
  end
end

TestNotes = {}

function TestNotes.test_a_byte_order_mark()
  local good <const>, bad <const> = "\xEF\xBB\xBFabc", "\xEF\xBB\xBF\xFF"
  for _, text in ipairs { good, bad } do
    local path <const> = file("marked", text)
    local note <const> = ": note: begins with a byte order mark (EF BB BF)\n"
    lu.assertEquals(remarks("-v " .. path), path .. note)
    lu.assertEquals(remarks("--verbose " .. path), path .. note)
    lu.assertEquals(remarks(path), "")
    lu.assertEquals((verdict("-v " .. path):match("^[^\n]*\n?")), (verdict(path)))
    for _, size in ipairs { 1, 2, 3, 4, 10 } do
      lu.assertEquals((piped(text, size, "-v 2>&1 >/dev/null")), "stdin" .. note)
      lu.assertEquals((piped(text, size, "-vt 2>&1 >/dev/null")), "stdin" .. note)
    end
  end
  local paused <const> = run(("(printf '\\357'; sleep 0.1; printf '\\273'; sleep 0.1; printf '\\277a') | %s -v"):format(U8CHECK))
  lu.assertStrContains(paused, "stdin: note: begins with a byte order mark")
  for _, text in ipairs { "", "a", "\xEF\xBB", "\xEF\xBB\xBE", "a\xEF\xBB\xBF" } do
    lu.assertNotStrContains(u8check("-v " .. file("unmarked", text)), "note")
    lu.assertNotStrContains(piped(text, 1, "-v"), "note")
  end
  local long <const> = ("a"):rep(700000) .. "\xEF\xBB\xBF"
  lu.assertEquals((piped(long, 4096, "-v")), "")
  lu.assertStrContains(piped("\xEF\xBB\xBF" .. long, 4096, "-v"), "note")
end

TestNames = {}

-- The inverse of docs/examples/u8check_shown.c, which escapes names.
local function unescaped(text)
  local result <const> = {}
  local at = 1
  while at <= #text do
    local hex <const> = text:match("^\\x(%x%x)", at)
    local code <const> = text:match("^\\u{(%x+)}", at)
    local one <const> = hex and string.char(tonumber(hex, 16)) or code and utf8.char(tonumber(code, 16))
      or text:match("^\\\\", at) and "\\" or text:match("^[^\\]", at)
    lu.assertNotNil(one, text)
    result[#result + 1] = one
    at = at + (hex and 4 or code and #code + 4 or one == "\\" and 2 or 1)
  end
  return table.concat(result)
end

-- Fails if the line has a character that a terminal or a reader of lines interprets.
local function assert_safe(line)
  lu.assertNotNil(utf8.len(line), line)
  for _, c in utf8.codes(line) do
    local bidi <const> = c == 0x61C or c == 0x200E or c == 0x200F or c >= 0x202A and c <= 0x202E or c >= 0x2066 and c <= 0x2069
    lu.assertFalse(c < 0x20 or c >= 0x7F and c <= 0x9F or c == 0x2028 or c == 0x2029 or bidi, line)
  end
end

function TestNames.test_names_are_shown_with_escapes()
  for name, expected in pairs {
    ["new\nline"] = "new\\x0Aline", ["\27[31mred"] = "\\x1B[31mred", ["\xFF\xC3"] = "\\xFF\\xC3", ["back\\slash"] = "back\\\\slash",
    ["a\u{202E}b"] = "a\\u{202E}b", ["\u{85}"] = "\\u{85}", ["\u{2028}"] = "\\u{2028}", ["\x7F"] = "\\x7F",
    ["naïve 中 😀 ❤️"] = "naïve 中 😀 ❤️",
    ["\xED\xA0\x80"] = "\\xED\\xA0\\x80", ["\u{2067}\u{61C}"] = "\\u{2067}\\u{61C}", ["e\xCC"] = "e\\xCC",
  } do
    local path <const> = quote(file(name, "\xFF"))
    local shown <const> = folder .. "/" .. expected
    lu.assertEquals((u8check(path)), line_of(shown, { nil, 1, 1, 0, "not_a_form", "expected " .. START .. ", found FF" }))
    os.remove(folder .. "/" .. name)
    lu.assertEquals((u8check(path)), "u8check: cannot open " .. shown .. ": No such file or directory\n")
  end
end

function TestNames.test_two_hundred_random_names()
  math.randomseed(200)
  local pieces <const> = { "\n", "\r", "\27]0;x\7", "\u{202E}", "\u{2066}", "\u{9B}", "\u{2029}", "\\", "\\x0A", "\\u{202E}",
    "é", "中", "😀", " ", ": ", "\xE2\x80", "\xF0\x9F", "\xC0\xAF", "%", "'", "\"" }
  local names <const>, words <const> = {}, {}
  for i = 1, 200 do
    local parts <const> = { i .. "" }
    for _ = 1, math.random(12) do
      local byte <const> = string.char(math.random(255))
      parts[#parts + 1] = math.random(2) == 1 and byte ~= "/" and byte or pieces[math.random(#pieces)]
    end
    names[i] = folder .. "/" .. table.concat(parts)
    words[i] = quote(file(table.concat(parts), "\xFF"))
  end
  local function lines_of(pattern, ...)
    local at = 0
    for line in u8check("-- " .. table.concat(words, " ")):gmatch("([^\n]*)\n") do
      at = at + 1
      assert_safe(line)
      lu.assertEquals(unescaped(line:match(pattern, ...)), names[at])
    end
    lu.assertEquals(at, 200)
  end
  lines_of("^(.*): line 1, column 1, byte 0: not_a_form ")
  for _, name in ipairs(names) do
    os.remove(name)
  end
  lines_of("^u8check: cannot open (.*): No such file or directory$")
end

-- A file's name may look like an option, and an option's value may be any string.
function TestNames.test_unknown_options_and_values_are_shown_with_escapes()
  for _, arguments in ipairs { "'--\27[31m'", "-\27", "-e '\27[31m'", "-k '\27[31m\nx'" } do
    local output <const>, status <const> = u8check(arguments .. " </dev/null")
    lu.assertStrContains(output, "u8check: ")
    lu.assertStrContains(output, "\\x1B")
    assert_safe((output:gsub("\n", " ")))
    lu.assertEquals(status, 2)
  end
end

u8.run_tests()
