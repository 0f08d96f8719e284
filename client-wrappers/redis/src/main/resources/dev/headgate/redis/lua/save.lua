-- The end of every script. Lists are trimmed last: where a server that is full takes no more, nothing may have been lost.
--each schedule
if write$ then
  local till = pause$ > now$ and pause$ or now$
  if last$ > till then till = last$ end
  if gap$ > 0 or probe$ > 0 then till = till + 60000000 end
--each limit
  do
--part save
--part expiry
  end
--end
  if holes$ then
    if hole$ > 1 then
      local open = {}
      for k = hole$, #holes$ do open[k - hole$ + 1] = holes$[k] end
      holes$ = open
    end
    holes$ = holes$[1] ~= nil and pack(holes$)
  end
  till = ceil((till + pad) / 1000) - floor(time / 1000)       -- the server counts whole ones from the one it is in
  if till < 1 then till = 1 end
  call('SET', KEY$, pack(ARGV[3 + $], <<names ', ': seen$ last$ mark$ marks$ generation$ pause$ gap$ probe$ tried$ holes$ state>>), 'PX', till)
--each limit
--part trim
--end
end
--end
