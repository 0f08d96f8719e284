-- Counts the processes of the first rule that were heard lately, this one among them; what it is called begins the news.
do
  local told = try('ZADD', LIVE, time, (unpacked(ARGV[SCHEDULES + 4])))
  if type(told) == 'table' then   -- a full server refuses it, too, until something was deleted
    if not told.err:find('WRONGTYPE', 1, true) then return told end
    call('DEL', LIVE)
    call('ZADD', LIVE, time, (unpacked(ARGV[SCHEDULES + 4])))
  end
  call('ZREMRANGEBYSCORE', LIVE, '-inf', time - 15000000)
  call('ZREMRANGEBYSCORE', LIVE, time + 15000000, '+inf')
  call('PEXPIRE', LIVE, 15000)
  live = call('ZCARD', LIVE)
end
