-- What all budgets of a rule share: who is alive, the pause of the rule, and its pace. Beside the keys of the schedules there
-- is one for each rule, and one for its heartbeats if there is one to tell; after the terms in ARGV comes the news of the first
-- rule: name of this process or '', pause in microseconds, 1 if it is of the key alone, calls that succeeded, and that found
-- the downstream overloaded.
--
-- The state of a rule is doubles, which are written and read faster than anything else, then `history` as MessagePack:
--   1            the form
--   seen         time of the last change
--   pause        nobody goes before
--   gap, slot    the pace: time between two calls, 0: none; the last slot
--   before, cut  calls per 1,000 s before the pace began, and when it was last cut
--   since, good, bad   results counted since
--   second, admitted, history   calls admitted in this second of the epoch, and in each of those before, newest first
local live = -1
--each rule
local sharedwrite`, form`, sharedseen`, sharedpause`, gap`, paced`, before`, cut`, since`, good`, bad`, second`, admitted`, history`
local renew` = true
do
  local stored, sound, at = try('GET', SHARED`), false, nil
  if type(stored) == 'string' and #stored > 96 then
    form`, sharedseen`, sharedpause`, gap`, paced`, before`, cut`, since`, good`, bad`, second`, admitted`, at =
      struct.unpack('<dddddddddddd', stored)
    sound, history` = form` == 1, stored:sub(at)
  end
  if not sound then               -- nobody was there, or it made no sense: the next write mends it
    sharedseen`, sharedpause`, gap`, paced`, before`, cut`, since`, good`, bad` = time, 0, 0, 0, 0, 0, time, 0, 0
    second`, admitted`, history` = floor(time / 1000000), 0, pack({})
  else
    renew` = false
  end
  if sound and sharedseen` - time > 1000000 then      -- the clock was set back, and all with it
    local back = sharedseen` - time
    sharedpause`, paced`, cut`, since` = sharedpause` - back, paced` - back, cut` - back, since` - back
    second`, sharedseen`, sharedwrite`, renew` = floor(time / 1000000), time, true, true
  end
end
--end
do
  local process, pause, key, succeeded, overloaded = unpacked(ARGV[SCHEDULES + 4])
  if pause > 0 then
    if key == 1 then
      if now1 + pause > pause1 then pause1, seen1, write1 = now1 + pause, now1, true end
    elseif time + pause > sharedpause1 then
      sharedpause1, sharedwrite1, renew1 = time + pause, true, true
    end
  end
  if succeeded + overloaded > 0 then
    good1, bad1, sharedwrite1 = good1 + succeeded, bad1 + overloaded, true
  end
--if beat
  local told = try('ZADD', LIVE, time, process)
  if type(told) == 'table' then   -- a full server refuses it, too, until something was deleted
    if not told.err:find('WRONGTYPE', 1, true) then return told end
    call('DEL', LIVE)
    call('ZADD', LIVE, time, process)
  end
  call('ZREMRANGEBYSCORE', LIVE, '-inf', time - 15000000)
  call('ZREMRANGEBYSCORE', LIVE, time + 15000000, '+inf')
  call('PEXPIRE', LIVE, 15000)
  live = call('ZCARD', LIVE)
--end
end
