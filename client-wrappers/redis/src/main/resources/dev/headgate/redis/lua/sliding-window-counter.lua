-- Sliding window counter: `current` tokens went in the window from `start`, `previous` in the one before. n may go when
-- current + previous * left / per + n <= cap, where `left` is what is left of the window; compared by multiplication.
-- numbers: cap@ per@
-- state: start@ current@ previous@
-- before: start@ current@ previous@

--: fresh
start@, current@, previous@ = now$ - now$ % per@, 0, 0
--: counts
local w, c, p = t - t % per@, 0, 0
if w == start@ then
  c, p = current@, previous@
elseif w == start@ + per@ then
  p = current@
end
--: earliest
while true do
  --part counts
  local room = cap@ - c - n
  if room >= 0 and p * (w + per@ - t) <= room * per@ then break end
  t = w + per@
  if room > 0 then t = t - floor(room * per@ / p) end
end
--: commit
--part counts
start@, current@, previous@ = w, c + n, p
--: available
--part counts
local v = cap@ - c - ceil(p * (w + per@ - t) / per@)
if v < most then most = v end
--: expiry
local e = 0
if current@ > 0 then e = start@ + 2 * per@ elseif previous@ > 0 then e = start@ + per@ end
if e > till then till = e end
