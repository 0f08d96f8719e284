-- Looks at a schedule, or changes it outside of the line: one verb with a number.
--include load
-- The verbs, and what the number after them is:
--   0  how many tokens would go now          2  charge this many, whether they fit or not
--   1  when all is as if unused              3  give back this many; 4: also above the capacity
--   5  as if unused                          6  take over from the terms in ARGV[5]: as is, reset, proportionally, additive
-- Reply: 0, the time, an answer: of 0 tokens, of 1 a time, of 2 how long until no limit is exceeded, else 0.
local answer = 0
--each schedule
if verb == AVAILABLE then
  local t, most = now1, NEVER
  if last1 <= now1 and (gap1 == 0 or last1 < pause1 or last1 + gap1 <= now1) then
--each limit
    do
--part available
    end
--end
  else
    most = 0
  end
  if most < 0 then most = 0 end
  if holes1 then
    for k = hole1, #holes1, HOLE$ do
      local fits = NEVER
      for each = 0, LIMITS$ - 1 do fits = math.min(fits, holes1[k + 2 + each]) end
      if holes1[k] == now1 then most = math.max(most, math.min(fits, <<names ', ': NEVER cap*>>)) end
    end
  end
  answer = pause1 > now1 and 0 or most
elseif verb == FULL_AT then
  local t = last1 > now1 and last1 or now1
--each limit
  do
    local n = cap@
--part earliest
  end
--end
  answer = t
elseif verb == CONSUME then
  local t = last1 > now1 and last1 or now1
--each limit
  do
    local n = amount
--part commit
  end
--end
  last1, seen1, marks1, write1 = t, now1, marks1 + 1, true
  mark1 = marks1
  if probe1 > 0 and t >= pause1 then
    pause1 = t + probe1
    if tried1 == 0 then tried1 = t end
  end
--each limit
  do
    local n = 0
--part earliest
  end
--end
  answer = t - now1
end
--end
--include save
return {0, now1, answer}
