-- SPDX-License-Identifier: 0BSD
-- The files that u8check reads in folders and lists, how it lists them, and its output on a terminal.
--
-- Needs: build/u8check

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local u8 <const> = require "tests.lib.u8check"

local U8CHECK <const>, quote <const>, file <const>, run <const> = u8.PROGRAM, u8.quote, u8.file, u8.run
local has <const> = u8.has

TestLikeIsutf8 = {}

-- For a well-formed and an ill-formed file, isutf8 1.2 of moreutils has the same output and exit status, except with -ql and -qv.
function TestLikeIsutf8.test_lists()
  local bad <const>, good <const> = file("bad", "a\xFF"), file("good", "é")
  for _, case in ipairs {
    { "-l", "bad\n", 1 }, { "--list", "bad\n", 1 }, { "-i", "good\n", 1 }, { "--invert", "good\n", 1 }, { "-il", "good\n", 1 },
    { "-q", "", 1 }, { "--quiet", "", 1 }, { "-qv", "", 1 }, { "-ql", "bad\n", 1 },
  } do
    local command <const> = ("u8check %s %s %s"):format(case[1], bad, good)
    if case[1] == "-ql" then
      case[2] = ""    -- isutf8 prints the list here; in u8check, -q prints nothing
    elseif has "isutf8" and case[1] ~= "-qv" then
      lu.assertEquals({ run((command:gsub("u8check", "isutf8"))) }, { case[2], case[3] })
    end
    lu.assertEquals({ run(command) }, { case[2], case[3] })
  end
  lu.assertEquals({ run("u8check -i good") }, { "good\n", 0 })
  lu.assertEquals({ run("u8check -l good") }, { "", 0 })
  lu.assertEquals({ run("printf '\\377' | u8check -l") }, { "stdin\n", 1 })
  if not has "isutf8" then
    print "skipped: the comparison with isutf8 (Debian's moreutils is missing)"
  end
end

function TestLikeIsutf8.test_names_with_a_zero_byte()
  local names <const> = { "new\nline\xFF", "sp ace\\" }
  for _, name in ipairs(names) do
    file(name, "\xFF")
  end
  local words <const> = quote(names[1]) .. " " .. quote(names[2])
  lu.assertEquals({ run("u8check -l0 " .. words) }, { names[1] .. "\0" .. names[2] .. "\0", 1 })
  lu.assertEquals({ run("u8check --list --null " .. words) }, { names[1] .. "\0" .. names[2] .. "\0", 1 })
  lu.assertEquals({ run("u8check -l " .. words) }, { "new\\x0Aline\\xFF\nsp ace\\\\\n", 1 })
  lu.assertEquals({ run("u8check -l0 " .. words .. " | u8check -l0 --files0-from=-") }, { names[1] .. "\0" .. names[2] .. "\0", 1 })
end

TestFolders = {}

local function tree()
  run [[
    rm -rf tree; mkdir -p tree/b/.hidden tree/.git tree/a tree/empty
    printf 'x\377' >tree/b/2; printf ok >tree/b/10; printf '\377' >tree/b/.hidden/1; printf '\377' >tree/.git/2; printf '\377' >tree/.dot
    printf 'x\377\000\001\002' >tree/a/program; printf '\037\213\010\000x' >tree/a/packed; printf 'a\000b\000\351\000\n\000c\000' \
      >tree/a/wide
    printf 'zeros\000are text' >tree/a/zeros; ln -s .. tree/b/loop; ln -s 2 tree/b/link; mkfifo tree/b/pipe; printf '\377' >'tree/new
line']]
end

function TestFolders.test_files_of_a_folder()
  tree()
  local passed <const> = "u8check: skipped: %d hidden (--hidden), %d binary (--binary), %d neither files nor folders\n"
  lu.assertEquals({ run("u8check -rl tree") }, { "tree/a/wide\ntree/b/2\ntree/new\\x0Aline\n" .. passed:format(3, 2, 3), 1 })
  lu.assertEquals({ run("u8check -ri tree/") }, { "tree/a/zeros\ntree/b/10\n" .. passed:format(3, 2, 3), 1 })
  lu.assertEquals({ run("u8check -rl --hidden tree 2>/dev/null") },
    { "tree/.dot\ntree/.git/2\ntree/a/wide\ntree/b/.hidden/1\ntree/b/2\ntree/new\\x0Aline\n", 1 })
  lu.assertEquals({ run("u8check -rl --binary tree 2>/dev/null") },
    { "tree/a/packed\ntree/a/program\ntree/a/wide\ntree/b/2\ntree/new\\x0Aline\n", 1 })
  lu.assertEquals({ run("u8check -rq tree/empty") }, { "", 0 })
  lu.assertEquals({ run("cd tree/b && u8check -rl 2>/dev/null") }, { "./2\n", 1 })
end

-- Files that are named are read even if they are hidden, binary or links. With --no-binary, binary ones are skipped.
function TestFolders.test_named_files()
  tree()
  lu.assertEquals({ run("u8check -l tree/a/program tree/.dot tree/b/link") }, { "tree/a/program\ntree/.dot\ntree/b/link\n", 1 })
  lu.assertEquals({ run("u8check -l --no-binary tree/a/program tree/.dot 2>&1") },
    { "tree/.dot\nu8check: skipped: 0 hidden (--hidden), 1 binary (--binary), 0 neither files nor folders\n", 1 })
  lu.assertEquals({ run("u8check tree") }, { "u8check: cannot read tree: Is a directory\n", 2 })
  lu.assertEquals({ run("ln -s loop1 loop2; ln -s loop2 loop1; u8check loop1") },
    { "u8check: cannot open loop1: Too many levels of symbolic links\n", 2 })
  lu.assertEquals({ run("printf 'x\\377' >tree/b/pipe & u8check -l tree/b/pipe; wait") }, { "tree/b/pipe\n", 0 })
end

function TestFolders.test_lists_of_names()
  tree()
  lu.assertEquals({ run("find tree -type f -name '[0-9]*' -print0 | sort -z | u8check -l --files0-from=-") },
    { "tree/.git/2\ntree/b/.hidden/1\ntree/b/2\n", 1 })
  lu.assertEquals({ run("printf 'tree/b/2\\0tree/b/10' >list; u8check -l --files0-from list") }, { "tree/b/2\n", 1 })
  lu.assertEquals({ run("printf 'gone\\0\\0-\\0tree/b/2\\0' | u8check -l --files0-from=-") },
    { "u8check: cannot open gone: No such file or directory\nu8check: cannot open a file without a name: No such file or directory\n"
      .. "u8check: cannot read stdin, the list of names: Device or resource busy\ntree/b/2\n", 2 })
  lu.assertEquals({ run("u8check --files0-from=absent") }, { "u8check: cannot open absent: No such file or directory\n", 2 })
  lu.assertEquals({ run("u8check --files0-from=/dev/null") }, { "", 0 })
end

-- A path may be longer than the system's limit, and more folders may be nested than the process can open at once.
function TestFolders.test_deep_folders()
  local name <const>, depth <const> = ("d"):rep(60), 90
  run(("mkdir deep && cd deep; for part in 1 2 3; do mkdir -p %s; i=0\n"
    .. "while [ $i -lt %d ]; do cd -P %s && printf '\\377' >f; i=$((i + 1)); done; done")
    :format((name .. "/"):rep(depth // 3), depth // 3, name))
  local lines <const> = {}
  for i = depth, 1, -1 do
    lines[#lines + 1] = "deep/" .. (name .. "/"):rep(i) .. "f\n"
  end
  local all <const> = table.concat(lines)
  for _, jobs in ipairs { 1, 3 } do
    lu.assertEquals({ run(("ulimit -n 24; u8check -rl -j %d deep"):format(jobs)) }, { all, 1 })
  end
  -- u8check gets the longest path from a list, as an argument, and with --repair. Then it gets the folder of this file.
  local longest <const> = lines[1]:sub(1, -2)
  file("names", longest .. "\0")
  lu.assertEquals({ run("u8check -l --files0-from=names") }, { lines[1], 1 })
  lu.assertEquals({ run("u8check -l " .. longest) }, { lines[1], 1 })
  lu.assertEquals({ run("u8check --repair " .. longest) }, { "\u{FFFD}", 0 })
  lu.assertEquals({ run("u8check -rl " .. longest:gsub("f$", "///")) }, { longest:gsub("f$", "///f\n"), 1 })
  -- A file that does not exist is reported, and so is a name that is too long for any folder.
  lu.assertEquals(run("u8check -l " .. longest .. "f"), ("u8check: cannot open %sf: No such file or directory\n"):format(longest))
  for _, before in ipairs { "", "/", "deep/", longest:gsub("f$", "") } do
    lu.assertStrContains(run(("u8check -r %s%s"):format(before, ("x"):rep(5000))), "File name too long")
  end
end

function TestFolders.test_without_permission()
  if io.popen("id -u"):read("l") == "0" then
    lu.skip "root reads all folders"
  end
  run "mkdir -p shut/in && printf '\\377' >shut/f && chmod 0 shut/in"
  lu.assertEquals({ run("u8check -rl shut; s=$?; chmod 700 shut/in; exit $s") },
    { "shut/f\nu8check: cannot open shut/in: Permission denied\n", 2 })
end

TestTerminal = {}

---Returns the output of a command on a terminal. @param environment string variables for the command, such as "TERM=xterm"
local function on_terminal(command, environment)
  local line <const> = command:gsub("u8check", (U8CHECK:gsub("%%", "%%%%")))
  return run(("env -u NO_COLOR -u TERM %s script -qec %s /dev/null </dev/null"):format(environment, quote(line)))
end

function TestTerminal.test_colors_only_where_they_are_requested()
  lu.skipIf(not has "script", "missing: script (Debian's bsdutils)")
  file("bad", "a\xFF")
  lu.assertStrContains(on_terminal("u8check -v bad", "TERM=xterm"), "\27[1mbad\27[m: line 1, column 2, byte 1: \27[1;31mnot_a_form\27[m")
  for _, environment in ipairs { "TERM=dumb", "TERM=xterm NO_COLOR=1", "OTHER=1" } do
    lu.assertNotStrContains(on_terminal("u8check -v bad", environment), "\27")
  end
  lu.assertStrContains(on_terminal("u8check bad", "TERM=xterm NO_COLOR="), "\27")
  lu.assertNotStrContains(on_terminal("u8check --color=never bad", "TERM=xterm"), "\27")
  lu.assertNotStrContains(on_terminal("u8check --format=json bad", "TERM=xterm"), "\27")
  lu.assertNotStrContains(on_terminal("u8check -v bad | cat", "TERM=xterm"), "\27")
  lu.assertStrContains(run("u8check --color=always --format=gcc bad"), "bad:1:2: \27[1;31merror:\27[m not_a_form")
end

function TestTerminal.test_progress()
  lu.skipIf(not has "script", "missing: script (Debian's bsdutils)")
  local slow <const> = "(for i in 1 2 3 4; do head -c 3000000 /dev/zero; sleep 0.25; done) | u8check -"
  local shown <const> = on_terminal(slow, "TERM=xterm")
  lu.assertStrMatches(shown, ".*u8check: 0 files, 0%.0 GB, %d+%.%d%d GB/s.*\r\27%[K")
  lu.assertEquals((on_terminal(slow, "TERM=dumb")), "")
  lu.assertEquals((on_terminal(slow .. " 2>&1 | cat", "TERM=xterm")), "")
  lu.assertEquals((on_terminal(slow .. " -q", "TERM=xterm")), "")
end

u8.run_tests()
