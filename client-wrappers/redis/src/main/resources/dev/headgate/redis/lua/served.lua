-- Whoever tried after the pause was served: it is over. What was sent before the pause and answered late ends nothing.
if tried$ > 0 and now$ >= tried$ then
  pause$, probe$, tried$, write$ = 0, 0, 0, true
end
