-- Sliding window log: never more than `cap` tokens in any `per` microseconds. A list holds the slot of every token, oldest
-- first; its tokens are numbered gone + 1 ... pushed. Only what is older than now - per leaves the list, for a slot that is
-- cancelled must find what was there before it. n may go when the token numbered pushed + n - cap is `per` old.
-- With `spread`, a waiting call of cost n leaves at least n * per / cap = n * whole + n * part / of after the slot before it.
-- Until `walk` the list may not be in order of time, and only the full script reads it.
-- numbers: cap@ per@ whole@ part@ of@
-- state: pushed@ gone@ oldest@ newest@ walk@
-- before: pushed@

--: declare
local stale@, entries@, rebuild@ = false, nil, false
--: load
if walk@ > now$ and not entries@ then return UNREADABLE end
local stored@, head@, more@, size@ = pushed@, gone@, {}, 0
local piece@, from@, to@ = nil, 0, 0         -- a piece of the list: the tokens numbered from ... to
if gone@ < pushed@ and walk@ <= now$ and oldest@ <= now$ - per@ and (last$ <= now$ or pushed@ - gone@ > cap@ + 64 + cap@ / 8) then
  if newest@ <= now$ - per@ then
    gone@ = pushed@
  else
    local many = floor(2 * #asks / (COSTS + 1)) + 6
    repeat
      piece@, from@ = try('LRANGE', KEY@, gone@ - head@, gone@ - head@ + many - 1), gone@ + 1
      to@ = gone@ + #piece@
      while gone@ < to@ do
        local v = tonumber(piece@[gone@ + 2 - from@])
        if not v then return UNREADABLE end
        oldest@ = v
        if v > now$ - per@ then break end
        gone@ = gone@ + 1
      end
      if #piece@ < many and gone@ == to@ then gone@ = pushed@ end
      many = 256
    until gone@ < to@ or gone@ == pushed@
  end
end
--: fresh
pushed@, gone@, oldest@, newest@, walk@, stale@ = 0, 0, 0, 0, 0, true
--: rebuild
if rebuild@ then
  local t = last$ > now$ and last$ or now$
  stale@, walk@ = true, LOG.unsorted(entries@, t, per@)
  for k = 1, #entries@, 2 do
    if pushed@ == 0 then oldest@ = entries@[k] end
    if entries@[k] > newest@ then newest@ = entries@[k] end
    for each = 1, entries@[k + 1] do more@[pushed@ + each] = entries@[k] end
    pushed@ = pushed@ + entries@[k + 1]
  end
  size@ = pushed@
end
if walk@ <= now$ then entries@ = nil end
--: earliest
--if full
if entries@ then t = LOG.walk(entries@, n, t, per@, cap@) else
--end
local i = pushed@ + n - cap@
if i > gone@ then
  local v
  if i > stored@ then
    v = more@[i - stored@]
  else
    if i < from@ or i > to@ then
      local many = #asks - next + 2
      if many > 256 then many = 256 end
      from@, to@ = i, i + many - 1
      piece@ = try('LRANGE', KEY@, i - head@ - 1, to@ - head@ - 1)
    end
    v = piece@[i - from@ + 1]
    if v then
      v = tonumber(v)
      if not v then return UNREADABLE end
    end
  end
  if v and v + per@ > t then t = v + per@ end
end
--if full
end
--end
--: gap
local v = last$ + n * whole@ + ceil(n * part@ / of@)
if v > slot$ then slot$ = v end
--: commit
--if full
if entries@ then entries@[#entries@ + 1], entries@[#entries@ + 2] = t, n end
--end
if gone@ == pushed@ then oldest@ = t end
if t > newest@ then newest@ = t end
for k = size@ + 1, size@ + n do more@[k] = t end
size@, pushed@ = size@ + n, pushed@ + n
--: available
local v = cap@ - pushed@ + gone@
--if full
if entries@ then v = LOG.room(entries@, t, per@, cap@) end
--end
if v < most then most = v end
--: save
if stale@ then call('DEL', KEY@) end
if size@ > 0 then
  local length
  for k = 1, size@, 1000 do
    length = try('RPUSH', KEY@, unpack(more@, k, k + 999 < size@ and k + 999 or size@))
    if type(length) == 'table' then             -- no list any more: what was there has gone
      if not length.err:find('WRONGTYPE') then return length end
      call('DEL', KEY@)
      length = call('RPUSH', KEY@, unpack(more@, k, k + 999 < size@ and k + 999 or size@))
    end
  end
  local missing = pushed@ - head@ - length
  if missing ~= 0 then
    head@ = head@ + missing
    if gone@ < head@ then gone@ = head@ end
  end
  call('PEXPIRE', KEY@, ceil((newest@ + per@ + pad) / 1000) - floor(time / 1000))
end
--: trim
if pushed@ < stored@ then call('LTRIM', KEY@, 0, pushed@ - stored@ - 1) end     -- charges were undone
if gone@ > head@ then call('LTRIM', KEY@, gone@ - head@, -1) end
--: expiry
if newest@ > 0 and newest@ + per@ > till then till = newest@ + per@ end
