-- SPDX-License-Identifier: 0BSD
-- Tests that the commands in the documents print the output that the documents show. Linked files, anchors and targets of make must exist.
--
-- Needs: build/u8check
--
-- The test follows each document from its first line to its last, as a newcomer would, in a separate folder, with only PATH, HOME and LANG
-- set. The folder is a checkout whose build/ has only u8check, or it contains such a checkout, named u8gen. The commands of
-- `console` blocks run, and blocks with a file's name become files (tests/lib/shown.lua). Other blocks are tested elsewhere, or not at all.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local files <const> = require "gen.common.files"
local shown <const> = require "tests.lib.shown"

local ROOT <const> = io.popen("pwd"):read("l")

---Each document, and the path of the checkout from the folder in which the document's commands run.
local DOCUMENTS <const> = {
  { name = "README.md", checkout = "." },
  { name = "docs/guide/streams.md", checkout = "u8gen" },
  { name = "docs/guide/repair.md", checkout = "u8gen" },
  { name = "docs/guide/conversions.md", checkout = "u8gen" },
  { name = "docs/guide/columns.md", checkout = "u8gen" },
  { name = "docs/guide/kernels.md", checkout = "u8gen" },
  { name = "docs/guide/rules.md", checkout = "u8gen" },
  { name = "docs/guide/upgrading.md", checkout = "u8gen" },
  { name = "docs/specs.md", checkout = "." },
  { name = "docs/theory.md", checkout = "." },
  { name = "docs/faq.md", checkout = "." },
  { name = "docs/review.md", checkout = "." },
  { name = "docs/u8check.md", checkout = "." },
}

local function read(name)
  return assert(files.read(name))
end

---Runs a command in a folder. @return string output of both streams
local function run(folder, command)
  local script <const> = os.tmpname()
  local file <const> = assert(io.open(script, "w"))
  file:write(command, "\n")
  file:close()
  local alone <const> = "cd '%s' && env -i PATH=\"$PATH\" HOME='%s' LANG=C.UTF-8 sh %s 2>&1"
  local pipe <const> = assert(io.popen(alone:format(folder, folder, script)))
  local output <const> = pipe:read("a")
  pipe:close()
  os.remove(script)
  return output
end

---Makes a folder with a checkout, as a newcomer has it. @return string its path
local function new_folder(checkout)
  local folder <const> = assert(io.popen("mktemp -d"):read("l"))
  local root <const> = checkout == "." and folder or folder .. "/" .. checkout
  local make <const> = "mkdir -p '%s/build' && ln -s '%s'/* '%s/' 2>/dev/null; rm -f '%s/build/build' && cp '%s/build/u8check' '%s/build/'"
  assert(os.execute(make:format(root, ROOT, root, root, ROOT, root)))
  return folder
end

---Runs the commands of one document. @return integer commands that were run
local function walk(document)
  local folder <const> = new_folder(document.checkout)
  local count = 0
  for _, block in ipairs(shown.blocks(read(document.name))) do
    if block.name then
      local file <const> = assert(io.open(folder .. "/" .. block.name, "w"))
      file:write(block.text)
      file:close()
    elseif block.language == "console" then
      for _, step in ipairs(shown.commands(block.text)) do
        count = count + 1
        local output <const> = run(folder, step.command)
        if not shown.is_shown(output, step.shown) then
          lu.assertEquals(output, step.shown, document.name .. ": " .. step.command)
        end
      end
    end
  end
  os.execute(("rm -rf '%s'"):format(folder))
  return count
end

TestDocuments = {}

for _, document in ipairs(DOCUMENTS) do
  TestDocuments["test_" .. document.name:match("(%w+)%.md")] = function()
    lu.assertTrue(walk(document) >= 1)
  end
end

function TestDocuments.test_shown_output_is_compared()
  lu.assertTrue(shown.is_shown("a\nb\nc\n", "a\n...\nc\n"))
  lu.assertTrue(shown.is_shown("a\nb\nc\n", "a\n...\n"))
  lu.assertTrue(shown.is_shown("", ""))
  lu.assertFalse(shown.is_shown("a\nb\nc\n", "a\nc\n"))
  lu.assertFalse(shown.is_shown("a\nb\nc\n", "b\n...\n"))
  lu.assertFalse(shown.is_shown("a\nb\nc\n", "a\n...\nb\n"))
  lu.assertFalse(shown.is_shown("a\n", ""))
  lu.assertTrue(shown.is_shown("a b c\nd\n", "a ...\nd\n"))
  lu.assertFalse(shown.is_shown("a b c\nd\n", "a ...\n"))
end

---A command that lists documents with links.
local LINKING <const> = "ls README.md CONTRIBUTING.md CHANGELOG.md SECURITY.md docs/*.md docs/guide/*.md bench/results/*.md "
  .. "packaging/README.md packaging/*/README.md"

function TestDocuments.test_linked_files_exist()
  for name in io.popen(LINKING):lines() do
    local folder <const> = name:match "^(.*/)" or ""
    for path in read(name):gmatch "%]%(([^)#]+)[^)]*%)" do
      lu.assertTrue(path:find "^https:" ~= nil or io.open(folder .. path) ~= nil, name .. ": " .. path)
    end
  end
end

---A link's anchor is a heading of the linked document, in GitHub's spelling.
function TestDocuments.test_anchors_of_links_are_headings()
  for name in io.popen(LINKING):lines() do
    local folder <const> = name:match "^(.*/)" or ""
    for path, anchor in read(name):gmatch "%]%(([^)#:]*)#([^)]+)%)" do
      local anchors <const> = {}
      for heading in ("\n" .. read(path == "" and name or folder .. path)):gmatch "\n#+ ([^\n]+)" do
        anchors[heading:lower():gsub("[^%w%- _]", ""):gsub(" ", "-")] = true
      end
      lu.assertTrue(anchors[anchor], ("%s: %s#%s"):format(name, path, anchor))
    end
  end
end

function TestDocuments.test_targets_of_make_exist()
  local help <const> = run(ROOT, "make help")
  for name in io.popen("ls README.md CONTRIBUTING.md SECURITY.md docs/*.md docs/guide/*.md"):lines() do
    for target in read(name):gmatch "`make ([%l%d-]*[%l%d])%f[^%l%d-]" do
      lu.assertTrue(help:find("  " .. target .. " ", 1, true) ~= nil or os.execute(("make -n %s >/dev/null 2>&1"):format(target)) ~= nil,
        name .. ": make " .. target)
    end
  end
end

function TestDocuments.test_the_readme_has_exactly_two_commands_to_set_up()
  local set_up <const> = read("README.md"):match("\n## Set%-up\n(.-)\n## ")
  lu.assertEquals(select(2, set_up:gsub("\n    %S", "")), 2)
end

os.exit(lu.LuaUnit.run("-v", table.unpack(arg)))
