-- Stores new games as version 1, all or none of them, or tells of the first that is not new. One atomic step; nothing
-- is written before all is decided.
-- KEYS: of each game itself, its log, its records, its tombstone; behind them, if they have an owner, his lists
-- ARGV: how many games, record field, record (both of the first game); of each game its state with its version, seconds
--       to live, seconds to be remembered, if it has an owner its shelf and its name there, how many log entries, these
local count, field, record = tonumber(ARGV[1]), unpack(ARGV, 2, 3)
local lists = {unpack(KEYS, 4 * count + 1)}

for number = 0, count - 1 do
  local game, records, tombstone = KEYS[4 * number + 1], KEYS[4 * number + 3], KEYS[4 * number + 4]
  if redis.call('EXISTS', game) == 1 then
    local earlier = number == 0 and field ~= '' and redis.call('HGET', records, field)
    if earlier then
      return {'replay', earlier}
    end
    return {'exists', number}
  end
  if redis.call('EXISTS', tombstone) == 1 then
    return {'expired', number}
  end
end

-- The first write is one that a full store refuses, so a refusal leaves nothing half done.
local at = 4
for number = 0, count - 1 do
  local game, log, records, tombstone = unpack(KEYS, 4 * number + 1, 4 * number + 4)
  local state, ttl, remembered, shelf, member, entries = unpack(ARGV, at, at + 5)
  at = at + 6 + entries
  redis.call('SET', game, state, 'EX', ttl)
  redis.call('RPUSH', log, unpack(ARGV, at - entries, at - 1))
  redis.call('EXPIRE', log, ttl)
  redis.call('SET', tombstone, '', 'EX', remembered)
  if number == 0 and field ~= '' then
    redis.call('HSET', records, field, record)
    redis.call('EXPIRE', records, ttl)
  end
  if #lists > 0 then
    shelve(lists, shelf, member, ttl)
  end
end
return {'saved'}
