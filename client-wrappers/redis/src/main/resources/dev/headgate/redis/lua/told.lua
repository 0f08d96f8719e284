-- What one process tells of a rule: how many calls it let go, what became of those that were answered, and what the downstream
-- ordered. Only who tells touches what is counted for the rule, under a key of its own; what follows from it, pause and gap, is
-- put into the rule's lead schedule, which every decision reads.
--
-- In the news this is, from the fifth value on: how long from now nobody shall go, how long then one call tries alone or 0, how
-- long nobody shall go unless most calls are served, how long nobody of some key shall go, calls that went, that were served, that were too many, pace of the
-- tightest limit or 0, 1 if failures cut the pace, then pace and what went before as this process knows them, or 0: where
-- Redis has lost them they hold on. Paces are calls per 1,000 s.
--
-- The same as the class Pacer, in microseconds. What is kept are doubles, written and read faster than anything else:
--   the form, times of the last look and of the last use, seconds counted, when the latest began, the counts of ten, latest
--   first; window since, good and bad in it, when the last one closed, good and bad in that; 1 if engaged, pace, what went
--   before, end of the pause, end of the trouble
local kept, keptfor, pace, rate = (function()
  local SECOND, MOST, LEAST, FORM = 1000000, 1000000000, 1000, 2
  local pause, probe, backoff, part, admitted, succeeded, overloaded, tightest, adaptive, known, knownbefore =
    select(5, unpacked(ARGV[SCHEDULES + 4]))
  local at, p, cells, _ = time, {}, {}, nil
  local stored, all = try('GET', SHARED), {}
  if type(stored) == 'string' and #stored == 208 then
    all = {struct.unpack('<dddddddddddddddddddddddddd', stored)}
  end
  local sound = all[1] == FORM
  for k = 2, 26 do
    if sound and (all[k] % 1 ~= 0 or all[k] > NEVER or all[k] < -NEVER) then sound = false end
  end
  if not sound then               -- nobody was there, or it made no sense
    all = {FORM, time, time, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
  end
  _, p.seen, p.used, p.seconds, p.latest = unpack(all, 1, 5)
  cells = {unpack(all, 6, 15)}
  p.from, p.good, p.bad, p.closed, p.closedgood, p.closedbad = unpack(all, 16, 21)
  p.engaged, p.pace, p.before, p.paused, p.trouble = unpack(all, 22, 26)

  local back = p.seen - time
  if back > SECOND then           -- the clock was set back, and all with it
    for _, each in ipairs({'used', 'latest', 'from', 'closed', 'paused', 'trouble'}) do p[each] = p[each] - back end
  elseif back > 0 then
    at = p.seen
  end
  p.seen = at
  local idle = at - p.used
  if p.engaged == 1 and at - p.trouble < idle then idle = at - p.trouble end
  if idle >= 60 * SECOND then
    p.engaged, p.seconds, p.good, p.bad, p.closedgood, p.closedbad = 0, 0, 0, 0, 0, 0
    for k = 1, 10 do cells[k] = 0 end
  end

  local function turn()
    if p.seconds == 0 then p.seconds, p.latest = 1, at end
    local turns = floor((at - p.latest) / SECOND)
    if turns > 0 then
      for k = 10, 1, -1 do cells[k] = k > turns and cells[k - turns] or 0 end
      p.seconds, p.latest = math.min(10, p.seconds + turns), p.latest + turns * SECOND
    end
  end
  local function engage()
    if p.engaged == 1 then return end
    turn()
    local sum = 0
    for k = 1, 10 do sum = sum + cells[k] end
    local covered = (p.seconds - 1) * 1000 + floor((at - p.latest) / 1000)
    local rate = floor(max(0, sum) * 1000000 / max(1000, covered))
    rate = max(LEAST, math.min(tightest == 0 and MOST or tightest, rate))
    p.engaged, p.pace, p.before, p.paused, p.trouble = 1, rate, rate, at, at
  end

  if p.engaged == 0 and known > 0 and pause > 0 then        -- all was lost, and somebody knows it
    p.engaged, p.pace, p.before, p.paused, p.trouble = 1, known, knownbefore, at, at
  end
  if admitted ~= 0 then
    p.used = at
    turn()
    cells[1] = cells[1] + admitted
  end
--each told schedule
  if succeeded > 0 then
    local tried = tried$
--include served
    if tried > 0 and tried$ == 0 then
      p.used, p.paused, p.trouble = at, math.min(p.paused, at), at
    end
  end
--end
  if succeeded + overloaded > 0 then
    p.used = at
    if p.engaged == 1 and at >= p.paused then
      for _ = 1, succeeded do
        if p.pace >= MOST then break end
        local of = p.pace >= p.before and max(p.pace, tightest) or p.before
        p.pace = math.min(MOST, p.pace + floor(50 * of / p.pace))
      end
    end
    if p.good + p.bad + p.closedgood + p.closedbad == 0 then p.from = at end
    p.good, p.bad = p.good + succeeded, p.bad + overloaded
    local count = p.good + p.bad
    if at - p.from >= SECOND and count >= 10 then
      if adaptive == 1 and p.bad >= 3 and p.bad * 10 >= count then
        engage()
        local cut = floor(p.pace * max(700, math.min(1000, floor(1500 * p.good / count))) / 1000)
        p.pace = max(cut, max(floor(p.before / 20), LEAST))
        p.trouble = max(p.trouble, at)
      end
      p.closed, p.from, p.closedgood, p.closedbad, p.good, p.bad = at, at, p.good, p.bad, 0, 0
    end
  end
--each told schedule
  local unknown = false           -- too few results to tell what to come back to: such a pause just ends
  if backoff > pause then
    local lately = at - p.closed < 30 * SECOND
    local served = p.good + (lately and p.closedgood or 0)
    local count = served + p.bad + (lately and p.closedbad or 0)
    if count < 10 or served * 3 < count * 2 then pause, probe, unknown = backoff, 0, count < 10 end
  end
  if pause > 0 then
    if not unknown then
      p.used = at
      engage()
      p.paused = max(p.paused, time + pause)
      p.trouble = max(p.trouble, p.paused)
    end
    local till = now$ + pause
--include pause
  end
  if part > 0 then
    p.used = at
    engage()
    p.trouble = max(p.trouble, time + part)
  end
  if p.pace >= p.before and at - p.trouble >= 10 * SECOND and last$ <= now$ and probe$ == 0 then p.engaged = 0 end
  local gap = p.engaged == 1 and floor((SECOND * 1000 + p.pace - 1) / p.pace) or 0
  if gap > 0 or gap$ > 0 then write$ = true end   -- it is kept as long as somebody tells
  if gap ~= gap$ then gap$, seen$ = gap, now$ end
--end
  local doubles = struct.pack('<dddddddddddddddddddddddddd', FORM, p.seen, p.used, p.seconds, p.latest, cells[1], cells[2], cells[3],
    cells[4], cells[5], cells[6], cells[7], cells[8], cells[9], cells[10], p.from, p.good, p.bad, p.closed, p.closedgood,
    p.closedbad, p.engaged, p.pace, p.before, p.paused, p.trouble)
  local till = p.engaged == 1 and p.trouble > time and p.trouble or time
  return doubles, ceil((till - time + pad) / 1000) + 60000, p.engaged * p.pace, p.engaged * p.before
end)()
