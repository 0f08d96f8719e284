-- Decides a list of asks, in order, under one time, as if they had come one by one.
--include load
--
-- An ask is: how far away a slot may be (LOOK, OWE and LEAVING mean something else), then a cost for each limit, all or none;
-- after LEAVING also how much must be left in each limit. A limit with cost 0 is neither asked nor charged.
--
-- Reply: 0, or 2 if another process has other terms of no later revision, the time of the first schedule, its pause, how many processes are alive or -1, then for each ask
--   0, what is left                                         it goes now, all was charged
--   1, wait, schedule, generation, mark, slot, last slot and mark before, state of the limits before
--                                                           it has a slot: charged in that schedule alone
--   2, time until it would go at once, schedule, limit      it was refused; limit -1: by a pause, -2: by the pace
local LOOK, OWE, LEAVING = -1, -2, -3
--if shared
--include shared
--each rule
local taken` = 0
--end
--each schedule
local held$ = pause$ > sharedpauseRULE$ and pause$ or sharedpauseRULE$
--end
local out, o = {0, now1, held1, live}, 4
--end
--if alone
--each schedule
local held$ = pause$
--end
local out, o = {0, now1, held1, -1}, 4
--end
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
  elseif <<limits ' or ': c@ > 0>> then
    if holes$ and wait ~= LEAVING then
      for k = hole$, #holes$, HOLE$ do
        if holes$[k] >= held$ and <<limits ' and ': holes$[k + 2 + LIMIT@] >= c@>> then
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
      if held$ > t then t, by$ = held$, -1 end
--if shared
      if gapRULE$ > 0 and pacedRULE$ + gapRULE$ > t then t, by$ = pacedRULE$ + gapRULE$, -2 end
--end
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
--if first
      takenRULE$, sharedwriteRULE$ = takenRULE$ + 1, true
--end
      if <<limits ' or ': c@ > 0>> then
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
--if shared
          if gapRULE$ > 0 and t > pacedRULE$ then pacedRULE$ = t end
--end
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
--if shared
--include shared-save
--end
--include save
return out
