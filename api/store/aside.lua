-- Put something beside a table over the version it was built on, or take it away.
--
-- KEYS  what lies beside the table, its shard's list of such by the moment they are due
-- ARGV  1 a nonce, 2 id of the table, 3 name, 4 version, 5 value after an equals sign, or empty to take it away,
--       6 due, or empty for never
-- Answers "written" or "stale". What the same nonce has put is there, and what is gone was taken away.

local ASIDES, DUE = KEYS[1], KEYS[2]
local nonce, name, over = ARGV[1], ARGV[3], tonumber(ARGV[4])
local member = ARGV[2] .. '\0' .. name

local found = redis.call('HGET', ASIDES, name)
local version, by = 0, ''
if found then
  version, by = string.match(found, '^(%d+) (%x+) ')
end
redis.call('ZCARD', DUE)

if ARGV[5] == '' and not found or by == nonce then
  return 'written'
end
if tonumber(version) ~= over then
  return 'stale'
end
if ARGV[5] == '' then
  redis.call('HDEL', ASIDES, name)
  redis.call('ZREM', DUE, member)
  return 'written'
end
redis.call('HSET', ASIDES, name, string.format('%.0f', over + 1) .. ' ' .. nonce .. ' ' .. string.sub(ARGV[5], 2))
if ARGV[6] == '' then
  redis.call('ZREM', DUE, member)
else
  redis.call('ZADD', DUE, ARGV[6], member)
end
return 'written'
