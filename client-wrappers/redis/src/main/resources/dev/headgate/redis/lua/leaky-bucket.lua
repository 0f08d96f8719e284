-- Leaky bucket. `used` is the level in units: a token is worth `per` of them, and `rate` drain with every microsecond. As a
-- meter `cap` is its depth; as a queue it is what may leave in one instant, and nobody waits longer than `longest`.
-- numbers: cap@ rate@ per@ longest@
-- state: used@ at@
-- before: used@ at@

--: load
local full@ = cap@ * per@
--: fresh
used@, at@ = 0, now$
--: level
local v = used@ - (t - at@) * rate@
if v < 0 then v = 0 end
--: earliest
--part level
v = v + n * per@ - full@
if v > 0 then t = t + ceil(v / rate@) end
--: commit
--part level
v = v + n * per@
used@, at@ = v > HIGHEST and HIGHEST or v, t
--: available
--part level
v = floor((full@ - v) / per@)
if v < most then most = v end
--: patience
if c@ > 0 and longest@ < patience then patience = longest@ end
--: expiry
local e = at@ + ceil(used@ / rate@)
if e > till then till = e end
