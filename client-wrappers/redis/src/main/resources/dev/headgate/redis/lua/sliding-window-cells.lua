-- Sliding window log in cells, for many tokens: time is cut into cells of `cell` microseconds from the epoch, and a token
-- counts as taken in the last microsecond of its cell. A list holds two numbers for every cell that is over, oldest first: the
-- cell, counted from `base`, and the number of its last token; the cell that is still `open` is in the state. Rows of the list
-- are numbered head + 1 ... rows; a cursor remembers the row that the last waiting call had to see leave, since the next one
-- looks there or a little later.
-- Until `walk` the rows may not be in order of time, and only the full script reads them.
-- numbers: cap@ per@ whole@ part@ of@ cell@
-- state: pushed@ gone@ closed@ open@ eldest@ head@ rows@ base@ row@ rowcell@ rowlast@ rowbefore@ walk@
-- before: pushed@ closed@ rows@ open@

--: declare
local stale@, entries@, rebuild@ = false, nil, false
--: load
--if full
if not rebuild@ and try('LLEN', KEY@) ~= 2 * (rows@ - head@) then       -- somebody took the list away
  entries@, rebuild@ = {}, true
  <<own ', ': state>> = ZEROS@
end
--end
if walk@ > now$ and not entries@ then return UNREADABLE end
local stored@, dropped@, more@, size@ = rows@, head@, {}, 0
local piece@, from@, to@ = nil, 0, 0        -- a piece of the list: the rows numbered from ... to
if gone@ < pushed@ and walk@ <= now$ and eldest@ <= now$ - per@ and (last$ <= now$ or rows@ - head@ > 1100) then
  if open@ <= now$ - per@ then
    gone@, head@ = pushed@, rows@
  else
    local many = 4
    while head@ < rows@ do
      if head@ >= to@ then
        from@, to@ = head@ + 1, head@ + many
        piece@ = try('LRANGE', KEY@, (head@ - dropped@) * 2, (to@ - dropped@) * 2 - 1)
        many = 64
      end
      local v, w = tonumber(piece@[(head@ - from@) * 2 + 3]), tonumber(piece@[(head@ - from@) * 2 + 4])
      if not v or not w then return UNREADABLE end
      eldest@ = (base@ + v) * cell@ + cell@ - 1
      if eldest@ > now$ - per@ then break end
      head@, gone@ = head@ + 1, w
    end
    if head@ == rows@ then eldest@ = open@ end
  end
end
--: fresh
pushed@, gone@, closed@, open@, eldest@, head@, rows@, base@ = 0, 0, 0, 0, 0, 0, 0, 0
row@, rowcell@, rowlast@, rowbefore@, walk@, stale@ = 0, 0, 0, 0, 0, true
--: earliest
--if full
if entries@ then t = LOG.walk(entries@, n, t, per@, cap@) else
--end
local i = pushed@ + n - cap@
if i > closed@ then
  if i > gone@ and open@ + per@ > t then t = open@ + per@ end
elseif i > gone@ then
  while i <= rowbefore@ or i > rowlast@ or row@ <= head@ do
    local want, before = row@ + 1, rowlast@
    if row@ <= head@ then
      want, before = head@ + 1, gone@
    elseif i <= rowbefore@ then             -- charges were undone since: back by some rows, then on
      want, before = row@ - 16, nil
      if want <= head@ then want, before = head@ + 1, gone@ end
    end
    local v, w
    if want > stored@ then
      v, w = more@[(want - stored@) * 2 - 1], more@[(want - stored@) * 2]
    else
      if want < from@ or want > to@ then
        from@, to@ = want, want + 15
        piece@ = try('LRANGE', KEY@, (want - dropped@) * 2 - 2, (to@ - dropped@) * 2 - 1)
      end
      v, w = tonumber(piece@[(want - from@) * 2 + 1]), tonumber(piece@[(want - from@) * 2 + 2])
      if not v or not w then return UNREADABLE end
    end
    row@, rowcell@, rowlast@, rowbefore@ = want, v, w, before or w
  end
  local v = (base@ + rowcell@) * cell@ + cell@ - 1 + per@
  if v > t then t = v end
end
--if full
end
--end
--: gap
local v = last$ + n * whole@ + ceil(n * part@ / of@)
if v > slot$ then slot$ = v end
--: append
if gone@ == pushed@ then
  open@, eldest@, closed@, base@, head@ = stamp, stamp, pushed@, (stamp + 1) / cell@ - 1, rows@
elseif stamp ~= open@ then
  more@[size@ + 1], more@[size@ + 2] = (open@ + 1) / cell@ - 1 - base@, pushed@
  size@, rows@, closed@, open@ = size@ + 2, rows@ + 1, pushed@, stamp
end
pushed@ = pushed@ + n
--: rebuild
if rebuild@ then
  local t = last$ > now$ and last$ or now$
  stale@, walk@ = true, LOG.unsorted(entries@, t - t % cell@ + cell@ - 1, per@)
  stored@, dropped@, more@, size@ = 0, 0, {}, 0
  for k = 1, #entries@, 2 do
    local stamp, n = entries@[k], entries@[k + 1]
    if n > 0 then
--part append
    end
  end
end
if walk@ <= now$ then entries@ = nil end
--: commit
local stamp = t - t % cell@ + cell@ - 1
--part append
--if full
if entries@ then entries@[#entries@ + 1], entries@[#entries@ + 2] = stamp, n end
--end
--: available
local v = cap@ - pushed@ + gone@
--if full
if entries@ then v = LOG.room(entries@, t, per@, cap@) end
--end
if v < most then most = v end
--: save
if stale@ or (head@ > dropped@ and head@ >= stored@) then
  call('DEL', KEY@)
  dropped@ = head@
end
for k = 1, size@, 1000 do
  local length = try('RPUSH', KEY@, unpack(more@, k, k + 999 < size@ and k + 999 or size@))
  if type(length) == 'table' then return length end
end
if rows@ < stored@ then                     -- charges were undone
  if row@ > rows@ then row@ = 0 end
  if rows@ < head@ then head@ = rows@ end
end
local e = open@ + per@ > walk@ and open@ + per@ or walk@
if rows@ > head@ then call('PEXPIRE', KEY@, ceil((e + pad) / 1000) - floor(time / 1000)) end
--: trim
if rows@ < stored@ then call('LTRIM', KEY@, 0, (rows@ - stored@) * 2 - 1) end
if head@ > dropped@ then call('LTRIM', KEY@, (head@ - dropped@) * 2, -1) end
--: expiry
if pushed@ > 0 and e > till then till = e end
