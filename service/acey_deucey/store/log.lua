-- Reads the log entries of some versions: entry number i is that of version i. Writes nothing.
-- KEYS: game, log, records, tombstone
-- ARGV: index of the first entry, index of the last
local entries = redis.call('LRANGE', KEYS[2], ARGV[1], ARGV[2])
if #entries == 0 and redis.call('EXISTS', KEYS[1]) == 0 then
  return {redis.call('EXISTS', KEYS[4]) == 1 and 'expired' or 'unknown'}
end
return {'log', entries}
