-- What the verbs of `admin` do while the state is loaded.
local AVAILABLE, FULL_AT, CONSUME, ADD, FORCE, RENEW, REPLACE = 0, 1, 2, 3, 4, 5, 6
local verb, amount = asks[1], asks[2]
if verb == ADD or verb == FORCE then given, force = amount, verb == FORCE end
renew = verb == RENEW
if verb == REPLACE then before, how = ARGV[5], amount end
