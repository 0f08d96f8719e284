-- What only the full scripts can, in functions of the numbers and the state of one limit, each in a table in the order of the
-- kind's lists: to move it back with the clock, to take it over on other terms, to give tokens back.
local AS_IS, RESET, PROPORTIONALLY, ADDITIVE = 0, 1, 2, 3
local how, force, renew, given, before = AS_IS, false, false, 0, nil
local foreign = 0                          -- 2: another process keeps this budget on other terms, of no later revision
local KINDS = FAMILIES                  -- family, how many numbers, how many values of state

-- Whatever made no sense is deleted: the next decision finds nothing and begins anew, also where no time to live would end it.
local function lost(...)
  call('DEL', ...)
  return redis.error_reply('HGSTATE what was kept in ' .. (...) .. ' made no sense and was deleted')
end

-- floor(a * b / c), and whether something is left; a, b >= 0, c > 0, all below 2^51. One bit of a at a time where the product
-- is too large to be exact.
local function share(a, b, c)
  if a * b <= NEVER then
    local q = floor(a * b / c)
    return q, a * b - q * c > 0
  end
  local whole = floor(b / c)
  local rest, q, r, bit = b - whole * c, 0, 0, NEVER
  while bit >= 1 do
    q, r = q * 2, r * 2
    if r >= c then q, r = q + 1, r - c end
    if a >= bit then
      a, q, r = a - bit, q + whole, r + rest
      if r >= c then q, r = q + 1, r - c end
    end
    bit = bit / 2
  end
  return q, r > 0
end

local function share_up(a, b, c)
  local q, more = share(a, b, c)
  return more and q + 1 or q
end

-- As share, also for negative a.
local function share_down(a, b, c)
  return a < 0 and -share_up(-a, b, c) or (share(a, b, c))
end

local function bounded(units)
  return units > HIGHEST and HIGHEST or units < DEEPEST and DEEPEST or units
end

local TOKEN, LEAKY, WINDOW, COUNTER, LOG = {}, {}, {}, {}, {}

function TOKEN.fresh(n, t) return {n[4] * n[3], t} end
function TOKEN.refreshed(n, t) return {n[1] * n[3], t} end
function TOKEN.level(n, s, t)
  local full = n[1] * n[3]
  return s[1] >= full and s[1] or math.min(full, s[1] + (t - s[2]) * n[2])
end
function TOKEN.shift(n, s, t, back) return {TOKEN.level(n, s, t), t - back} end
function TOKEN.add(n, s, t, more)
  local level = TOKEN.level(n, s, t) + more * n[3]
  return {bounded(force and level or math.min(n[1] * n[3], level)), t}
end
function TOKEN.inherit(n, s, to, t)
  local level, full = TOKEN.level(n, s, t), to[1] * to[3]
  if how == PROPORTIONALLY then
    level = share_down(level, full, n[1] * n[3])
  else
    level = share_down(level, to[3], n[3])
    if how == ADDITIVE and to[1] > n[1] then level = level + (to[1] - n[1]) * to[3] end
  end
  return {bounded(math.min(full, level)), t}
end

function LEAKY.fresh(n, t) return {0, t} end
LEAKY.refreshed = LEAKY.fresh
function LEAKY.used(n, s, t) return math.max(0, s[1] - (t - s[2]) * n[2]) end
function LEAKY.shift(n, s, t, back) return {LEAKY.used(n, s, t), t - back} end
function LEAKY.add(n, s, t, more) return {math.max(0, LEAKY.used(n, s, t) - more * n[3]), t} end
function LEAKY.inherit(n, s, to, t)
  local used = LEAKY.used(n, s, t)
  if how == PROPORTIONALLY then
    local full, wanted = n[1] * n[3], to[1] * to[3]
    return {bounded(wanted - math.min(wanted, share_down(full - used, wanted, full))), t}
  end
  return {bounded(share_up(used, to[3], n[3])), t}
end

function WINDOW.start(n, t) return t - (t - n[3]) % n[2] end
function WINDOW.fresh(n, t) return {WINDOW.start(n, t), 0} end
WINDOW.refreshed = WINDOW.fresh
function WINDOW.used(n, s, t) return t >= s[1] and t < s[1] + n[2] and s[2] or 0 end
function WINDOW.shift(n, s, t, back) return {WINDOW.start(n, t - back), WINDOW.used(n, s, t)} end
function WINDOW.add(n, s, t, more) return {WINDOW.start(n, t), math.max(0, WINDOW.used(n, s, t) - more)} end
function WINDOW.inherit(n, s, to, t)
  local used = WINDOW.used(n, s, t)
  return {WINDOW.start(to, t), how == PROPORTIONALLY and share_up(used, to[1], n[1]) or used}
end

function COUNTER.fresh(n, t) return {t - t % n[2], 0, 0} end
COUNTER.refreshed = COUNTER.fresh
function COUNTER.counts(n, s, t)
  local start = t - t % n[2]
  if start == s[1] then return s[2], s[3] end
  return 0, start == s[1] + n[2] and s[2] or 0
end
function COUNTER.shift(n, s, t, back)
  local current, previous = COUNTER.counts(n, s, t)
  return {t - back - (t - back) % n[2], current, previous}
end
function COUNTER.add(n, s, t, more)
  local current, previous = COUNTER.counts(n, s, t)
  return {t - t % n[2], math.max(0, current - more), math.max(0, previous - math.max(0, more - current))}
end
function COUNTER.inherit(n, s, to, t)
  local current, previous = COUNTER.counts(n, s, t)
  if how == PROPORTIONALLY then
    current, previous = share_up(current, to[1], n[1]), share_up(previous, to[1], n[1])
  end
  return {t - t % to[2], current, previous}
end

-- A log in full: its entries, oldest first, each a stamp and how many tokens have it. `cell` is nil where every token has its
-- own stamp. The state of a log that was changed is left to `rebuild`.
function LOG.fresh() return {entries = {}} end
LOG.refreshed = LOG.fresh
function LOG.entries(n, s, key)
  local entries, list, before = {}, key and try('LRANGE', key, 0, -1) or {}, s[2]
  for k = 1, #list do
    list[k] = tonumber(list[k])
    if not list[k] then return nil end
  end
  if not n[6] then
    for k = 1, #list do entries[2 * k - 1], entries[2 * k] = list[k], 1 end
    return entries
  end
  for k = 1, #list, 2 do
    entries[k], entries[k + 1] = (s[8] + list[k]) * n[6] + n[6] - 1, list[k + 1] - before
    before = list[k + 1]
  end
  if s[1] > before then entries[#entries + 1], entries[#entries + 2] = s[4], s[1] - before end
  return entries
end
function LOG.counted(n, s, t)
  local counted, all = {}, s.entries
  for k = 1, #all, 2 do
    if all[k] > t - n[2] then counted[#counted + 1], counted[#counted + 2] = all[k], all[k + 1] end
  end
  return counted
end
function LOG.stamp(n, t) return n[6] and t - t % n[6] + n[6] - 1 or t end
function LOG.shift(n, s, t, back)
  local entries = LOG.counted(n, s, t)
  for k = 1, #entries, 2 do entries[k] = LOG.stamp(n, entries[k] - back) end
  return {entries = entries}
end
function LOG.add(n, s, t, more)
  local entries = LOG.counted(n, s, t)
  for k = 2, #entries, 2 do
    local gone = math.min(more, entries[k])
    more, entries[k] = more - gone, entries[k] - gone
  end
  return {entries = entries}
end
function LOG.inherit(n, s, to, t)
  local entries, seen = LOG.counted(n, s, t), 0
  for k = #entries - 1, 1, -2 do
    if how == PROPORTIONALLY then       -- counted from the youngest, the first tokens become as many, rounded up
      local less = share_up(seen, to[1], n[1])
      seen = seen + entries[k + 1]
      entries[k + 1] = share_up(seen, to[1], n[1]) - less
    end
    entries[k] = LOG.stamp(to, entries[k])
  end
  return {entries = entries}
end
-- When enough of the entries that count at t have left, in their order, for n more to be within the capacity. After cells or
-- the clock have changed, an entry may have a later stamp than the next.
function LOG.walk(entries, n, t, per, cap)
  local edge, leave, left = t - per, n - cap, t
  for k = 1, #entries, 2 do
    if entries[k] > edge then leave = leave + entries[k + 1] end
  end
  for k = 1, #entries, 2 do
    if leave <= 0 then break end
    if entries[k] > edge then
      leave = leave - entries[k + 1]
      if entries[k] + per > left then left = entries[k] + per end
    end
  end
  return left
end
function LOG.room(entries, t, per, cap)
  for k = 1, #entries, 2 do
    if entries[k] > t - per then cap = cap - entries[k + 1] end
  end
  return cap
end
-- Until when calls must walk: 0 if the entries are in order and no later one can have an earlier stamp.
function LOG.unsorted(entries, stamp, per)
  local latest, unsorted = 0, false
  for k = 1, #entries, 2 do
    if entries[k + 1] > 0 then
      unsorted = unsorted or entries[k] < latest
      if entries[k] > latest then latest = entries[k] end
    end
  end
  return (unsorted or latest > stamp) and latest + per or 0
end

local ACTIONS = {T = TOKEN, M = LEAKY, Q = LEAKY, F = WINDOW, L = LOG, C = COUNTER}
