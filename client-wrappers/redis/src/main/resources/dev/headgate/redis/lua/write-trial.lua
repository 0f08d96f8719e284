-- Tries whether this server takes writes at all: one that is full, or follows another, answers everything else as ever.
--
-- KEYS[1]   a key of its own, gone when the script has ended
--
-- Reply: 1, or the error that every write would meet
redis.call('SET', KEYS[1], '', 'PX', 1000)
redis.call('DEL', KEYS[1])
return 1
