-- Write one table over the version it was built on: all of it, or nothing.
--
-- A script that fails half-way keeps what it has done so far. So everything that can refuse comes before the first
-- write: the version, the number of the last event, and a read of each key, which fails on a key of another kind.
--
-- KEYS  the table, its events, its hands; its shard's due list, lobby, ended hands, closed tables;
--       the request, where there is one
-- ARGV  1 id of the write, 2 id of the table, 3 version it was built on, 4 state, 5 due, 6 lobby entry, 7 deck,
--       8 closed, 9 hand's number, 10 moment it ended, 11 hand, 12 milliseconds to keep the request, 13 request,
--       14 and on: the events
--       (empty for none; of 6 and 7, which may be empty bytes, what is there follows an equals sign)
-- Answers "written", "stale", or "damaged" if Redis has lost a part of the table.

local TABLE, EVENTS, HANDS, DUE, LOBBY, ENDED, CLOSED, ONCE = unpack(KEYS)
local FIRST = 14 -- where the events begin
local over = tonumber(ARGV[3])
local version = over + #ARGV - FIRST + 1

local function id(number)
  return string.format('%.0f-0', number)
end

local function given(argument)
  if argument == '' then
    return false
  end
  return string.sub(argument, 2)
end

-- Each event keeps the id of the write that brought it, so a write is recognised however late it is repeated.
local function is_written()
  local event = redis.call('XRANGE', EVENTS, id(over + 1), id(over + 1))[1]
  return event ~= nil and event[2][2] == ARGV[1]
end

if tonumber(redis.call('HGET', TABLE, 'version') or 0) ~= over then
  return is_written() and 'written' or 'stale'
end
local last = redis.call('XREVRANGE', EVENTS, '+', '-', 'COUNT', 1)[1]
if (last and last[1] or id(0)) ~= id(over) then
  return 'damaged'
end
for _, key in ipairs({HANDS, DUE, LOBBY, ENDED, CLOSED}) do
  redis.call('ZCARD', key)
end
local listed = redis.call('HGET', TABLE, 'lobby')

for at = FIRST, #ARGV do
  redis.call('XADD', EVENTS, id(over + at - FIRST + 1), 'write', ARGV[1], 'event', ARGV[at])
end
redis.call('HSET', TABLE, 'version', string.format('%.0f', version), 'state', ARGV[4])

local deck = given(ARGV[7])
if deck then
  redis.call('HSET', TABLE, 'deck', deck)
end

local function put_moment(list, moment)
  if moment == '' then
    redis.call('ZREM', list, ARGV[2])
  else
    redis.call('ZADD', list, moment, ARGV[2])
  end
end

put_moment(DUE, ARGV[5])
put_moment(CLOSED, ARGV[8])

if ARGV[9] ~= '' then
  redis.call('ZREMRANGEBYSCORE', HANDS, ARGV[9], ARGV[9])
  redis.call('ZADD', HANDS, ARGV[9], ARGV[11])
  redis.call('ZADD', ENDED, ARGV[10], ARGV[2] .. '\0' .. ARGV[9])
end

if ONCE then
  redis.call('SET', ONCE, ARGV[13], 'PX', ARGV[12])
end

-- The lobby is one sorted set, ordered by its members' bytes: the table's id, a NUL, the entry. A page is then one
-- look, and an entry can never be listed without its table or the other way round.
local entry = given(ARGV[6])
if entry ~= listed then
  if listed then
    redis.call('ZREM', LOBBY, ARGV[2] .. '\0' .. listed)
    redis.call('HDEL', TABLE, 'lobby')
  end
  if entry then
    redis.call('ZADD', LOBBY, 0, ARGV[2] .. '\0' .. entry)
    redis.call('HSET', TABLE, 'lobby', entry)
  end
end

-- Who may not publish is slower, not wrong: followers look at the version now and then.
redis.pcall('PUBLISH', 'regrets:written', ARGV[2])
return 'written'
