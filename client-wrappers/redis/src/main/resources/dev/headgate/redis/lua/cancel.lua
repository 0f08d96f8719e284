-- Gives slots back: a list of tickets of one schedule, in order.
--include load
--
-- A ticket is what the decision gave: slot, mark, costs, last slot and mark before, state of the limits before, generation.
--
-- Reply: 0, the time, then for each ticket 1: it was given back, or 0: its slot is due or stands for good.
--
-- If the limits are as this slot left them, they become what they were before it, and so on for cancelled slots that are then
-- the last. Any other slot becomes a hole.
local out, o = {0, now1}, 2
--each schedule
local open, count = {}, 0
if holes1 then
  for k = hole1, #holes1 do open[k - hole1 + 1] = holes1[k] end
  count, hole1 = #open, 1
end
while next <= #asks do
  local slot, freed = asks[next], 0
  if slot > now1 and asks[next + HOLE$] == generation1 then
    local at = count + 1
    while at > 1 and open[at - HOLE$] > slot do at = at - HOLE$ end
    for k = count, at, -1 do open[k + HOLE$] = open[k] end
    for k = 0, HOLE$ - 1 do open[at + k] = asks[next + k] end
    count, seen1, write1, freed = count + HOLE$, now1, true, 1
    if tried1 > 0 and slot >= tried1 and pause1 == slot + probe1 then
      pause1 = slot
      if slot == tried1 then tried1 = 0 end
    end
    repeat
      local last
      for k = 1, count, HOLE$ do
        if open[k + 1] == mark1 then
          last = k
          break
        end
      end
      if last then
        <<names ', ': last1 mark1 before>> = unpack(open, last + 2 + LIMITS$, last + HOLE$ - 1)
        for k = last, count do open[k] = open[k + HOLE$] end
        count = count - HOLE$
      end
    until not last
  end
  o = o + 1
  out[o] = freed
  next = next + HOLE$ + 1
end
holes1 = count > 0 and open
--end
--include save
return out
