-- Write one table over the version it was built on: all of it, or nothing.
--
-- A script that fails half-way keeps what it has done so far. So everything that can refuse comes before the first
-- write: the version, the number of the last event, and a read of each key, which fails on a key of another kind.
--
-- KEYS  the table, its events, its shard's due list, its shard's lobby
-- ARGV  1 id of the write, 2 id of the table, 3 version it was built on, 4 state,
--       5 due, or empty for never, 6 lobby entry, 7 deck, 8 and on: the events
--       (6 and 7 are empty for none, else an equals sign and the bytes)
-- Answers "written", "stale", or "damaged" if Redis has lost a part of the table.

local TABLE, EVENTS, DUE, LOBBY = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local over = tonumber(ARGV[3])

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
redis.call('ZCARD', DUE)
redis.call('ZCARD', LOBBY)
local listed = redis.call('HGET', TABLE, 'lobby')

for at = 8, #ARGV do
  redis.call('XADD', EVENTS, id(over + at - 7), 'write', ARGV[1], 'event', ARGV[at])
end
redis.call('HSET', TABLE, 'version', string.format('%.0f', over + #ARGV - 7), 'state', ARGV[4])

local deck = given(ARGV[7])
if deck then
  redis.call('HSET', TABLE, 'deck', deck)
end

if ARGV[5] == '' then
  redis.call('ZREM', DUE, ARGV[2])
else
  redis.call('ZADD', DUE, ARGV[5], ARGV[2])
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
return 'written'
