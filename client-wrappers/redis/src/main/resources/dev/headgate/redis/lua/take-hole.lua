-- Whoever needs the whole hole stands where the one before stood; else the slot is shared and can only be a hole again. Where
-- there is a gap from call to call, nobody shares one.
local rest, shared = false, false
--each limit
holes$[found$ + 2 + LIMIT@] = holes$[found$ + 2 + LIMIT@] - c@
if holes$[found$ + 2 + LIMIT@] > 0 then rest = true end
--end
shared = rest or gap$ > 0
if shared then holes$[found$ + 1] = -1 end
if take > 0 then
  out[o + 1], out[o + 2], out[o + 3] = generation$, holes$[found$ + 1], slot$
  for k = 1, BEFORE$ do out[o + 3 + k] = shared and 0 or holes$[found$ + 1 + LIMITS$ + k] end
  o = o + 3 + BEFORE$
end
if not rest or gap$ > 0 then
  for k = found$, #holes$ do holes$[k] = holes$[k + HOLE$] end
end
