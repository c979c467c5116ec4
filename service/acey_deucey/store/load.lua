-- Reads the newest state, with the record of an idempotency key. Writes nothing.
-- KEYS: game, log, records, tombstone
-- ARGV: record field
local current = redis.call('GET', KEYS[1])
if not current then
  return {redis.call('EXISTS', KEYS[4]) == 1 and 'expired' or 'unknown'}
end
local earlier = ARGV[1] ~= '' and redis.call('HGET', KEYS[3], ARGV[1])
return {'loaded', current, earlier}
