-- Stores a new game as version 1, or tells why not. One atomic step; nothing is written before all is decided.
-- KEYS: game, log, records, tombstone
-- ARGV: state with its version, log entry, seconds to live, seconds to be remembered, record field, record,
--       the milliseconds between which it counts by this server's clock (or nothing), then the log entries of the
--       versions that follow at once
local game, log, records, tombstone = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local state, entry, ttl, remembered, field, record, earliest, ends = unpack(ARGV)

if redis.call('EXISTS', game) == 1 then
  local earlier = field ~= '' and redis.call('HGET', records, field)
  if earlier then
    return {'replay', earlier}
  end
  return {'exists'}
end
if redis.call('EXISTS', tombstone) == 1 then
  return {'expired'}
end
-- A game with a clock begins by this clock too.
if earliest ~= '' then
  local seconds, microseconds = unpack(redis.call('TIME'))
  local now = seconds * 1000 + math.floor(microseconds / 1000)
  if now < tonumber(earliest) or now >= tonumber(ends) then
    return {'untimely', now}
  end
end

-- The first write is one that a full store refuses, so a refusal leaves nothing half done.
redis.call('SET', game, state, 'EX', ttl)
redis.call('RPUSH', log, entry, unpack(ARGV, 9))
redis.call('EXPIRE', log, ttl)
redis.call('SET', tombstone, '', 'EX', remembered)
if field ~= '' then
  redis.call('HSET', records, field, record)
  redis.call('EXPIRE', records, ttl)
end
return {'saved'}
