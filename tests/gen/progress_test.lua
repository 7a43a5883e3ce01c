-- SPDX-License-Identifier: 0BSD
-- The messages that a terminal shows during a long generation.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local progress <const> = require "gen.common.progress"

TestProgress = {}

function TestProgress.tearDown()
  progress.finish()
  progress.world = TestProgress.world
end

---Replaces progress.world with a simulated one.
---@return table one { now (the time, which a test sets), written (texts), asked (the number of calls of is_terminal) }
local function world(is_terminal)
  local one = { now = 0, written = {}, asked = 0 }
  TestProgress.world = TestProgress.world or progress.world
  progress.world = {
    clock = function() return one.now end,
    write = function(text) one.written[#one.written + 1] = text end,
    is_terminal = function()
      one.asked = one.asked + 1
      return is_terminal
    end,
  }
  return one
end

function TestProgress.test_a_terminal_shows_progress_after_two_seconds_and_is_cleared()
  local one <const> = world(true)
  progress.start "UTF-8"
  progress.stage("automaton, states", 7)
  one.now = 1.9
  progress.stage "rows"
  lu.assertEquals(one, { now = 1.9, written = {}, asked = 0 })
  one.now = 2
  progress.stage("automaton, states", 1200)
  one.now = 2.1
  progress.stage "window"
  one.now = 2.3
  progress.stage("tries", 3, 40)
  progress.finish()
  progress.stage "after the end"
  lu.assertEquals(one.written, {
    "\ru8gen: UTF-8: automaton, states: 1200", "\ru8gen: UTF-8: tries: 3 of 40" .. (" "):rep(9), "\r" .. (" "):rep(28) .. "\r",
  })
  lu.assertEquals(one.asked, 1)
end

-- In a loop the line is updated, although most calls do not read the clock.
function TestProgress.test_a_loop_shows_progress_without_reading_the_clock_each_time()
  local one <const>, asked = world(true), 0
  progress.start "UTF-8"
  progress.world.clock = function()
    asked = asked + 1
    return 10 + asked
  end
  for i = 1, 1000 do
    progress.stage("loop", i)
  end
  lu.assertTrue(asked < 50 and #one.written == asked)
end

function TestProgress.test_nothing_is_written_if_standard_error_is_not_a_terminal()
  local one <const> = world(false)
  progress.start "UTF-8"
  one.now = 3
  progress.stage "rows"
  one.now = 4
  progress.stage "automaton"
  progress.finish()
  lu.assertEquals(one, { now = 4, written = {}, asked = 1 })
end

os.exit(lu.LuaUnit.run())
