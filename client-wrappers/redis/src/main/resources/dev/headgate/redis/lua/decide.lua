-- Decides a list of asks, in order, under one time, as if they had come one by one.
--each watched
if redis.call('EXISTS', WATCHED`) == 1 then return 2 end
--end
--include load
--
-- An ask is: how far away a slot may be (LOOK, OWE and LEAVING mean something else), then a cost for each limit, all or none;
-- after LEAVING also how much must be left in each limit. A limit with cost 0 is neither asked nor charged.
--
-- Reply: a sum of 2 if another process has other terms of no later revision and 4 if a schedule is paused or paced; the time of
-- the first schedule, how many processes are alive or -1, then for each ask
--   0, what is left                                         it goes now, all was charged
--   1, wait, schedule, generation, mark, slot, last slot and mark before, state of the limits before
--                                                           it has a slot: charged in that schedule alone
--   2, time until it would go at once, schedule, limit      it was refused; limit -1: by a pause, -2: by the pace
-- then with 4 for each schedule how long it is paused, its gap and its probe (negative: calls try), and if something was told,
-- calls per 1,000 s that go and that went before the pace began.
local LOOK, OWE, LEAVING = -1, -2, -3
-- After the terms in ARGV come the news, if there are any: name of this process or '', what is said of one schedule (how
-- long from now nobody goes, how long then one call tries alone, 1 if a call was served), and what is told of its rule.
local live = -1
--if beat
--include beat
--end
--if ordered
--each ordered schedule
do
  local _, pause, probe, served = unpacked(ARGV[SCHEDULES + 4])
  if served == 1 then
--include served
  end
  if pause > 0 then
    local till = now$ + pause
--include pause
  end
end
--end
--end
--if told
--include told
--end
local out, o = {0, now1, live}, 3
--if full
out[1] = foreign
--end
while next <= #asks do
  local wait = asks[next]
--each schedule
--each limit
  local c@, g@ = asks[next + @], 0
--end
--end
  next = next + COSTS + 1
  if wait == LEAVING then
--each schedule
--each limit
    g@ = asks[next + @ - 1]
--end
--end
    next = next + COSTS
  end
--each schedule
  local slot$, first$, by$, found$ = now$, now$, 0, nil
  if wait == OWE then
    if last$ > now$ then slot$ = last$ end
  elseif <<limits ' or ': c@ > 0>> or gap$ > 0 or probe$ > 0 or pause$ > now$ then
    if holes$ and probe$ == 0 and wait ~= LEAVING then
      for k = hole$, #holes$, HOLE$ do
        if holes$[k] >= pause$ and <<limits ' and ': holes$[k + 2 + LIMIT@] >= c@>> then
          found$ = k
          break
        end
      end
    end
    if found$ then
      first$, slot$ = holes$[found$], holes$[found$]
    else
      local t = now$
      if last$ > t then t = last$ end
      if pause$ > t then
        t, by$ = pause$, -1
      elseif gap$ > 0 and last$ >= pause$ and last$ + gap$ > t then
        t, by$ = last$ + gap$, -2
      end
--each limit
      if c@ > 0 then
        local n, before = c@ + g@, t
        if n > cap@ then
          t = NEVER
        else
--part earliest
        end
        if t > before then by$ = LIMIT@ end
      end
--end
      first$, slot$ = t, t
--if gap
      if t > now$ and last$ > 0 then
--each limit
--if gap
        if c@ > 0 then
          local n = c@
--part gap
        end
--end
--end
      end
--end
    end
  end
--end
  local far, take = slot1 - now1, 1
--each later schedule
  if slot$ - now$ > far then far, take = slot$ - now$, $ end
--end
  if wait == OWE or (far == 0 and wait ~= LOOK) then
    out[o + 1], out[o + 2], take = 0, 0, 0
    o = o + 2
  else
    local patience = wait
--each schedule
    if take == $ then
--each limit
--part patience
--end
    end
--end
    if far <= patience then
      out[o + 1], out[o + 2], out[o + 3] = 1, far, take - 1
      o = o + 3
    else
      local back, against, by = first1 - now1, 0, by1
--each later schedule
      if first$ - now$ > back then back, against, by = first$ - now$, $ - 1, by$ end
--end
      out[o + 1], out[o + 2], out[o + 3], out[o + 4] = 2, back, against, by
      o, take = o + 4, -1
    end
  end
  if take >= 0 then
    local most = NEVER
--each schedule
    if take == 0 or take == $ then
      if <<limits ' or ': c@ > 0>> or gap$ > 0 or probe$ > 0 or pause$ > now$ then
        if found$ then
--include take-hole
        else
          local t, mark = slot$, marks$ + 1
          if take > 0 then
            local before = {generation$, mark, t, last$, mark$, <<names ', ': before>>}
            for k = 1, BEFORE$ + 3 do out[o + k] = before[k] end
            o = o + BEFORE$ + 3
          end
--each limit
          if c@ > 0 then
            local n = c@
--part commit
          end
--end
          last$, mark$, marks$ = t, mark, mark
          if probe$ > 0 and t >= pause$ then
            pause$ = t + probe$
            if tried$ == 0 then tried$ = t end
          end
        end
        seen$, write$ = now$, true
      end
      if take == 0 and last$ > now$ then
        most = 0
      elseif take == 0 then
        local t = now$
--each limit
        if c@ > 0 then
--part available
        end
--end
      end
    end
--end
    if take == 0 then out[o] = most > 0 and most or 0 end
  end
end
--each schedule
--if bare
if terms$ and gap$ == 0 and probe$ == 0 and pause$ <= now$ then write$ = true end       -- of no use any more
--end
--end
if <<schedules ' or ': gap$ > 0 or probe$ > 0 or pause$ > now$>> then
  out[1] = out[1] + 4
--each schedule
  out[o + 1], out[o + 2], out[o + 3] = pause$ > now$ and pause$ - now$ or 0, gap$, tried$ > 0 and -probe$ or probe$
  o = o + 3
--end
end
--if told
out[o + 1], out[o + 2] = pace, rate
call('SET', SHARED, kept, 'PX', keptfor)
--end
--include save
return out
