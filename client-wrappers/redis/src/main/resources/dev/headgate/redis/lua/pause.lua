-- Nobody goes before `till`; of several pauses the latest end holds, but what the downstream says when calls try holds instead
-- of the time that they were given.
if tried$ > 0 or till > pause$ then
  pause$, probe$, tried$ = till, probe, 0
elseif till == pause$ and probe > probe$ then
  probe$ = probe
end
seen$, write$ = now$, true
