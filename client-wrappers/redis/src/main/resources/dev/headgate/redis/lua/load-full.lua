local limits, lists = {}, {}
--each limit
lists[LIMIT@ + 1] = LIST@
--end
local terms, values = before or ARGV[3 + $], {}
if stored then
  values = {pcall(unpacked, type(stored) == 'string' and stored or '')}
  terms = values[2]
  if not values[1] or type(terms) ~= 'string' then return UNREADABLE end
end
local old = {pcall(unpacked, terms)}
if not old[1] or type(old[2]) ~= 'string' or type(old[3]) ~= 'number' then return UNREADABLE end
if terms ~= ARGV[3 + $] and old[3] > revision$ then return {1, $ - 1, terms} end
if stored and not before and terms ~= ARGV[3 + $] and old[3] == revision$ then foreign = 2 end
if stored then
  terms$, seen$, last$, mark$, marks$, generation$, pause$, gap$, probe$, tried$, holes$ = unpack(values, 2, 12)
  if type(holes$) == 'string' then
    local sound, open = pcall(unpacked, holes$)
    holes$ = open
    if not sound or type(open) ~= 'table' or #open % HOLE$ ~= 0 then return UNREADABLE end
  elseif holes$ ~= false then
    return UNREADABLE
  end
else
  seen$, last$, mark$, marks$, generation$, pause$, gap$, probe$, tried$, holes$ = time, 0, 0, 0, time, 0, 0, 0, 0, false
end
for _, each in ipairs({<<names ', ': seen$ last$ mark$ marks$ generation$ pause$ gap$ probe$ tried$>>}) do
  if type(each) ~= 'number' or each % 1 ~= 0 then return UNREADABLE end
end
local number, at = 4, 13
for k = 1, #old[2] do
  local kind = KINDS[old[2]:sub(k, k)]
  if not kind then return UNREADABLE end
  local limit = {family = kind[1], numbers = {unpack(old, number, number + kind[2] - 1)}, actions = ACTIONS[kind[1]]}
  if stored then
    limit.state = {unpack(values, at, at + kind[3] - 1)}
    for each = 1, kind[3] do
      local value = limit.state[each]
      if type(value) ~= 'number' or value % 1 ~= 0 then return UNREADABLE end
    end
    if kind[1] == 'L' then
      limit.state.entries = LOG.entries(limit.numbers, limit.state, lists[k])
      if not limit.state.entries then return UNREADABLE end
      limit.state.kept = true
    end
  else
    limit.state = limit.actions.fresh(limit.numbers, time)
  end
  number, at, limits[k] = number + kind[2], at + kind[3], limit
end
if not stored then
  for k = 1, #limits do
    if limits[k].family == 'T' and limits[k].numbers[4] < limits[k].numbers[1] then write$ = true end
  end
end
local changed = false
if time < seen$ then
  local back = seen$ - time
  if back > 1000000 then
    for _, each in ipairs(limits) do
      each.state = each.actions.shift(each.numbers, each.state, math.max(seen$, last$), back)
    end
    last$ = last$ > 0 and last$ - back or 0
    pause$ = pause$ > 0 and pause$ - back or 0
    tried$ = tried$ > 0 and tried$ - back or 0
    changed = true
  else
    now$ = seen$
  end
end
if terms ~= ARGV[3 + $] or before then
  if how == RESET then last$ = 0 end
  local t = math.max(now$, last$)
--each limit
  do
    local wanted, limit = {<<own ', ': numbers>>}, limits[LIMIT@ + 1]
    if limit and limit.family == 'FAMILY@' and how ~= RESET then
      limit.state = limit.actions.inherit(limit.numbers, limit.state, wanted, t)
    else
      limit = {state = ACTIONS['FAMILY@'].fresh(wanted, now$)}
    end
    limit.numbers, limit.actions = wanted, ACTIONS['FAMILY@']
    limits[LIMIT@ + 1] = limit
  end
--end
  changed = true
end
if given > 0 or renew then
  if renew then last$ = 0 end
  local t = math.max(now$, last$)
  for _, each in ipairs(limits) do
    each.state = renew and each.actions.refreshed(each.numbers, now$) or each.actions.add(each.numbers, each.state, t, given)
  end
  changed = true
end
if changed then
  seen$, holes$, generation$, marks$, write$ = now$, false, generation$ + 1, marks$ + 1, true
  mark$ = marks$
end
while holes$ and holes$[hole$] and holes$[hole$] < now$ do hole$ = hole$ + HOLE$ end
--each limit
do
  local state = limits[LIMIT@ + 1].state
--if rebuild
  rebuild@, entries@ = not state.kept, state.entries
  if rebuild@ then state = {ZEROS@} end
--end
  <<own ', ': state>> = unpack(state, 1, STATES@)
end
--end
