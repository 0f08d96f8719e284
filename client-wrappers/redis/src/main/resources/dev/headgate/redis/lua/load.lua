-- The beginning of every script: the time, then what each schedule remembers.
--
-- KEYS      for each schedule its state, then the list of each of its logs
-- ARGV[1]   the time in microseconds since the epoch; 0: that of the server
-- ARGV[2]   how far that time may be from the server's; with 0 for the time it means nothing
-- ARGV[3]   what is asked: numbers in one MessagePack array
-- ARGV[4]+  for each schedule its terms, MessagePack: the kinds of its limits, the revision, the numbers of each limit
--
-- The state of a schedule is MessagePack: its terms, then
--   seen       time of the last change; time never runs back
--   last       the last slot, 0: none
--   mark       number of the charge that the limits stand at
--   marks      how many there were
--   generation slots of other generations can no longer be cancelled
--   pause      nobody goes before
--   gap        that much at least between the slots after a pause, 0: the limits alone say
--   probe      0, or after the pause one call tries for so long, before others may
--   tried      0, or the first slot that such a call has; then the pause ends when the last one has had its time
--   holes      false, or the slots that were cancelled and may be taken, in the order of their times:
--              slot, mark (-1: cannot be undone), costs, last slot and mark before, state of the limits before
-- and what each limit remembers. It has a time to live: until it equals a state that nobody has used.
--
-- Other replies than those of each script:
--   1                    nothing was done, since this quick script cannot: the state has other terms, the clock was set back by
--                        more than a second, or something is odd. The full script can
--   2                    nothing was done, since a schedule without limits is there that was only looked at: it is paused or paced
--   1, schedule, terms   nothing was done: another process has a later revision of the file, with these terms
--   an error HGSTATE     the state made no sense and was deleted
--
-- Names that end in the number of a schedule or a limit stand beside each other: no two kinds of them may be the same.
--
-- All numbers are integers below 2^53, which a double holds exactly. A quotient is exact when dividend + divisor <= 2^53.
local call, try, floor, ceil, max = redis.call, redis.pcall, math.floor, math.ceil, math.max
local pack, unpacked = cmsgpack.pack, cmsgpack.unpack
local NEVER, HIGHEST, DEEPEST, DAY = 4503599627370496, 2251799813685248, -2251799813685248, 86400000000
local time, pad = tonumber(ARGV[1]), 0
if time == 0 then
  local clock = call('TIME')
  time = clock[1] * 1000000 + clock[2]
else
  pad = tonumber(ARGV[2])
  if pad < DAY then
    local clock = call('TIME')
    local server = clock[1] * 1000000 + clock[2]
    if time < server - pad or time > server + pad then time = server end
  else
    pad = DAY
  end
end
local asks = unpacked(ARGV[3])
local next = 1
--if full
--include full
--if admin
--include admin-options
--end
--end
--each schedule
local write$ = false
local <<names ', ': kinds$ revision$ numbers>> = unpacked(ARGV[3 + $])
local terms$, seen$, last$, mark$, marks$, generation$, pause$, gap$, probe$, tried$, holes$
local <<names ', ': now$ hole$ state>> = time, 1
--each limit
--part declare
--end
do
  local stored = try('GET', KEY$)
--if quick
  if stored then
    local whole
    whole, <<names ', ': terms$ seen$ last$ mark$ marks$ generation$ pause$ gap$ probe$ tried$ holes$ state>> = pcall(unpacked, stored)
    if terms$ ~= ARGV[3 + $] then return 1 end
    if not pcall(max, <<names ', ': seen$ last$ mark$ marks$ generation$ pause$ gap$ probe$ tried$ state>>) then return 1 end
    if (<<names ' + ': seen$ last$ mark$ marks$ generation$ pause$ gap$ probe$ tried$ state>>) % 1 ~= 0 then return 1 end
    if time < seen$ then
      if seen$ - time > 1000000 then return 1 end
      now$ = seen$
    end
    if holes$ then
      whole, holes$ = pcall(unpacked, holes$)
      if type(holes$) ~= 'table' then return 1 end
      while holes$[hole$] and holes$[hole$] < now$ do hole$ = hole$ + HOLE$ end
    end
  else
    seen$, last$, mark$, marks$, generation$, pause$, gap$, probe$, tried$, holes$ = time, 0, 0, 0, time, 0, 0, 0, 0, false
--each limit
--part fresh
--end
  end
--end
--if full
--include load-full
--end
end
--each limit
--part load
--if full
--part rebuild
--end
--end
--end
