-- Stores the next version of a game, or tells why not. One atomic step; nothing is written before all is decided.
-- KEYS: game, log, records, tombstone; if it has an owner, his lists
-- ARGV: state with its version, log entry, seconds to live, seconds to be remembered, record field, record,
--       expected version and a space, new version, the milliseconds between which it counts by this server's clock
--       (or nothing), if it has an owner its shelf and its name there, then the log entries of the versions that follow
--       at once
local game, log, records, tombstone = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local state, entry, ttl, remembered, field, record, expected, version, earliest, ends = unpack(ARGV)

-- Before the version: an honest retry must get its first answer, though the game has moved on since.
local earlier = field ~= '' and redis.call('HGET', records, field)
if earlier then
  return {'replay', earlier}
end
local current = redis.call('GET', game)
if not current then
  return {redis.call('EXISTS', tombstone) == 1 and 'expired' or 'unknown'}
end
if string.sub(current, 1, #expected) ~= expected then
  return {'stale', current}
end
-- This clock alone says whether a command still came in time: those of the services may differ.
if earliest ~= '' then
  local seconds, microseconds = unpack(redis.call('TIME'))
  local now = seconds * 1000 + math.floor(microseconds / 1000)
  if now < tonumber(earliest) or now >= tonumber(ends) then
    return {'untimely', now}
  end
end

-- The first write is one that a full store refuses. A log of another length is not this game's: leave it as it was.
local length = redis.call('RPUSHX', log, entry, unpack(ARGV, 13))
if length ~= tonumber(version) then
  if length > 0 then
    redis.call('RPOP', log, #ARGV - 11)
  end
  return {'broken'}
end
-- The game is the first to get its new end, and so the first to go: none is ever seen without its log and records.
redis.call('SET', game, state, 'EX', ttl)
redis.call('EXPIRE', log, ttl)
redis.call('SET', tombstone, '', 'EX', remembered)
if field ~= '' then
  redis.call('HSET', records, field, record)
end
redis.call('EXPIRE', records, ttl)
if #KEYS > 4 then
  shelve({unpack(KEYS, 5)}, ARGV[11], ARGV[12], ttl)
end
redis.call(RING, game, version)
return {'saved'}
