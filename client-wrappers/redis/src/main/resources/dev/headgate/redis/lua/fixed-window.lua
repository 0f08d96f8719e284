-- Fixed window: at most `cap` tokens between `start` and `start + per`; who does not fit goes at the start of the next one.
-- numbers: cap@ per@ offset@
-- state: start@ used@
-- before: start@ used@

--: fresh
start@, used@ = now$ - (now$ - offset@) % per@, 0
--: earliest
if t >= start@ and t < start@ + per@ and used@ + n > cap@ then t = start@ + per@ end
--: commit
if t >= start@ and t < start@ + per@ then
  used@ = used@ + n
else
  start@, used@ = t - (t - offset@) % per@, n
end
--: available
local v = cap@
if t >= start@ and t < start@ + per@ then v = cap@ - used@ end
if v < most then most = v end
--: expiry
local e = start@ + per@
if used@ > 0 and e > till then till = e end
