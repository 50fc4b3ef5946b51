-- Forget a table wholly, if it is still as it was when it was found: closed before a moment.
--
-- KEYS  the table, its events, its hands, what lies beside it, who is present;
--       its shard's due list, lobby, ended hands, closed tables, and what lies beside tables
-- ARGV  1 id of the table, 2 the moment

local TABLE, EVENTS, HANDS, BESIDE, PRESENT, DUE, LOBBY, ENDED, CLOSED, ASIDES = unpack(KEYS)
local closed = redis.call('ZSCORE', CLOSED, ARGV[1])
if not closed or tonumber(closed) >= tonumber(ARGV[2]) then
  return 'stale'
end

local hands = redis.call('ZRANGE', HANDS, 0, -1, 'WITHSCORES')
for at = 2, #hands, 2 do
  redis.call('ZREM', ENDED, ARGV[1] .. '\0' .. hands[at])
end
for _, name in ipairs(redis.call('HKEYS', BESIDE)) do
  redis.call('ZREM', ASIDES, ARGV[1] .. '\0' .. name)
end
local entry = redis.call('HGET', TABLE, 'lobby')
if entry then
  redis.call('ZREM', LOBBY, ARGV[1] .. '\0' .. entry)
end
redis.call('ZREM', DUE, ARGV[1])
redis.call('UNLINK', TABLE, EVENTS, HANDS, BESIDE, PRESENT)
redis.call('ZREM', CLOSED, ARGV[1])
return 'written'
