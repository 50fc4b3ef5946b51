-- Note that somebody looks after the tables, and since when nobody had if that was too long ago.
--
-- KEYS  the beat: a hash of its last moment and of the last outage
-- ARGV  1 now, 2 the longest gap between two beats that is no outage
-- Answers the last outage ever noticed: its two ends, or nothing.

local now, longest = tonumber(ARGV[1]), tonumber(ARGV[2])
local kept = redis.call('HGET', KEYS[1], 'last') or ARGV[1]
local last = tonumber(kept)

if now - last > longest then
  redis.call('HSET', KEYS[1], 'outage_from', kept, 'outage_to', ARGV[1])
end
-- Of two that beat at once, the later one counts; one from far ahead was told by a clock that was wrong.
if now >= last or last - now > longest then
  redis.call('HSET', KEYS[1], 'last', ARGV[1])
end
local outage = redis.call('HMGET', KEYS[1], 'outage_from', 'outage_to')
return outage[1] and outage or {}
