-- Token bucket, greedy refill. The level is in units: a token is worth `per` of them, and `refill` flow in with every
-- microsecond, so fractions are exact. It is negative after debt, and above full after tokens were added by force: then
-- nothing flows in.
-- numbers: cap@ refill@ per@ initial@
-- state: level@ at@
-- before: level@ at@

--: load
local full@ = cap@ * per@
--: fresh
level@, at@ = initial@ * per@, now$
if initial@ < cap@ then write$ = true end
--: level
local v = level@
if v < full@ then
  v = v + (t - at@) * refill@
  if v > full@ then v = full@ end
end
--: earliest
--part level
v = n * per@ - v
if v > 0 then t = t + ceil(v / refill@) end
--: commit
--part level
v = v - n * per@
level@, at@ = v < DEEPEST and DEEPEST or v, t
--: available
--part level
v = floor(v / per@)
if v < most then most = v end
--: expiry
local e = level@ > full@ and now$ + DAY or at@ + ceil((full@ - level@) / refill@)
if initial@ < cap@ then e = e + DAY end
if e > till then till = e end
