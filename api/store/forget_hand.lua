-- Forget a hand, all hands of its table before it, and all events until its last one.
--
-- KEYS  the table, its events, its hands, its shard's ended hands
-- ARGV  1 id of the table, 2 number of the hand, 3 its last event
-- The table's own last event stays, since the next write is numbered by it.

local TABLE, EVENTS, HANDS, ENDED = unpack(KEYS)
local version = tonumber(redis.call('HGET', TABLE, 'version') or 0)

local hands = redis.call('ZRANGEBYSCORE', HANDS, '-inf', ARGV[2], 'WITHSCORES')
for at = 2, #hands, 2 do
  redis.call('ZREM', ENDED, ARGV[1] .. '\0' .. hands[at])
end
redis.call('ZREM', ENDED, ARGV[1] .. '\0' .. ARGV[2])
redis.call('ZREMRANGEBYSCORE', HANDS, '-inf', ARGV[2])
redis.call('XTRIM', EVENTS, 'MINID', string.format('%.0f-0', math.min(tonumber(ARGV[3]) + 1, version)))
return 'written'
