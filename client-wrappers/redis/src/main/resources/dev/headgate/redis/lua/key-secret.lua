-- Agrees about the secret under which values of keys are hashed: the first that any process brings is that of all.
--
-- KEYS[1]   where it is kept
-- ARGV[1]   the one that this process would take
-- ARGV[2]   for how many seconds it is kept after anybody has asked
--
-- Reply: the one that holds
local secret = redis.call('GET', KEYS[1]) or ARGV[1]
redis.call('SET', KEYS[1], secret, 'EX', ARGV[2])
return secret
