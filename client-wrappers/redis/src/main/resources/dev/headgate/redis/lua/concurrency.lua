-- So many at once in the whole fleet. A permit is a lease: its owner renews it, and it lapses with its owner.
-- One run does all that one process has to say about one limit: give back, renew, enter, in that order.
--
-- KEYS, all of one slot
--   1  permits  zset: permit -> when its lease ends
--   2  line     zset: process with waiters -> since when it has waited for a turn
--   3  callers  zset: process with waiters -> until when it counts as waiting without another word
--   4  numbers  hash: revision, atOnce of the newest file of which a process has spoken lately
-- All times are microseconds since 1970, whole numbers below 2^53.
--
-- ARGV
--   1  now of the caller       2  how far it may be from TIME to be taken instead of it; 0: TIME is taken
--   3  atOnce, 1 or more       4  revision of the file that says so, 0: none
--   5  life of a lease         6  how long the process counts as waiting after this run
--   7  process                 8  how many permits it keeps, not counting what it gives back and enters here
--   9  1 if those that are not let in go on waiting, 0 if not
--  10  how many permits it gives back    11  how many it renews    12 and on: the permits given back, renewed, to enter
--
-- Reply, integers: now, atOnce that holds, revision that says so, permits in the fleet, how many were let in (the first of
-- those to enter), 1 if a key held something else and was dropped, then the places (from 1) of the renewed permits that were
-- not there: they had lapsed, or had never been told. They are there again, be it above the limit; nobody new comes in then.
--
-- Who comes in: while no other process waits, whoever asks and finds room. Else each of the w processes that want in has a
-- right to floor(atOnce / w) as soon as there is room; what is over goes one at a time to the process first in line, which
-- then goes to its end. A process that asks without waiting has no place in line.

local FURTHEST = 120000000 -- no lease is longer

local call = redis.call
local permits, line, callers, numbers = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local time = call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local own, skew = tonumber(ARGV[1]), tonumber(ARGV[2])
if skew > 0 and math.abs(own - now) <= skew then now = own end
local at_once, revision, life = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local patience, me, keeps, waits = tonumber(ARGV[6]), ARGV[7], tonumber(ARGV[8]), ARGV[9] == '1'
local renewed_from = 12 + tonumber(ARGV[10])
local entered_from = renewed_from + tonumber(ARGV[11])
local wanted = #ARGV - entered_from + 1
local dropped = 0

local function text(number)
  return string.format('%.0f', number)
end

-- The first look at a key: if it holds something else it is dropped, and looked at again.
local function first_look(command, key, ...)
  local found = redis.pcall(command, key, ...)
  if type(found) == 'table' and found.err then
    call('DEL', key)
    dropped = 1
    return call(command, key, ...)
  end
  return found
end

-- What was written before the clock went back would stand too long.
local function bring_back(key, latest, instead)
  for _, member in ipairs(first_look('ZRANGEBYSCORE', key, '(' .. text(latest), '+inf')) do
    call('ZADD', key, text(instead), member)
  end
end

local known = first_look('HMGET', numbers, 'revision', 'atOnce')
local newest, newest_at_once = tonumber(known[1] or ''), tonumber(known[2] or '')
if newest and newest_at_once and newest > revision and newest < 9007199254740992 and newest_at_once >= 1
    and newest_at_once < 2147483648 and newest % 1 == 0 and newest_at_once % 1 == 0 then
  at_once, revision = newest_at_once, newest
elseif revision > 0 then
  call('HSET', numbers, 'revision', text(revision), 'atOnce', text(at_once))
  call('PEXPIRE', numbers, text(math.ceil(2 * life / 1000)))
end

local ends, now_text = now + life, text(now)
local last = ends
first_look('ZREMRANGEBYSCORE', permits, '-inf', now_text)
if call('ZCOUNT', permits, '(' .. text(ends), '+inf') > 0 then
  bring_back(permits, now + FURTHEST, ends)
  last = tonumber(call('ZRANGE', permits, -1, -1, 'WITHSCORES')[2])
end
for place = 12, renewed_from - 1 do
  call('ZREM', permits, ARGV[place])
end
local lapsed = {}
for place = renewed_from, entered_from - 1 do
  if call('ZADD', permits, text(ends), ARGV[place]) == 1 then lapsed[#lapsed + 1] = place - renewed_from + 1 end
end

local inside = call('ZCARD', permits)
local let_in = math.min(wanted, math.max(0, at_once - inside))

if waits or call('EXISTS', callers, line) > 0 then
  first_look('ZREMRANGEBYSCORE', callers, '-inf', now_text)
  bring_back(callers, now + patience, now + patience)
  bring_back(line, now, now)
  if waits then
    call('ZADD', callers, text(now + patience), me)
    call('ZADD', line, 'NX', now_text, me)
  else
    call('ZREM', callers, me)
    call('ZREM', line, me)
  end
  local first = call('ZRANGE', line, 0, 0)[1]
  while first and not call('ZSCORE', callers, first) do
    call('ZREM', line, first)
    first = call('ZRANGE', line, 0, 0)[1]
  end
  local others = call('ZCARD', callers) - (waits and 1 or 0)
  if others > 0 and let_in > 0 then
    local due = math.max(0, math.floor(at_once / (others + 1)) - keeps)
    if let_in > due then
      let_in = due
      if first == me then
        let_in = due + 1
        call('ZADD', line, now_text, me)
      end
    end
  end
  if waits and let_in >= wanted then
    call('ZREM', callers, me)
    call('ZREM', line, me)
  end
  call('PEXPIRE', callers, text(math.ceil(patience / 1000)))
  call('PEXPIRE', line, text(math.ceil(patience / 1000)))
end

for place = entered_from, entered_from + let_in - 1 do
  call('ZADD', permits, text(ends), ARGV[place])
end
if inside + let_in > 0 then call('PEXPIRE', permits, text(math.ceil((last - now) / 1000))) end

local reply = {now, at_once, revision, inside + let_in, let_in, dropped}
for _, place in ipairs(lapsed) do
  reply[#reply + 1] = place
end
return reply
