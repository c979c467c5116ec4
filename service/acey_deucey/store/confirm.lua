-- Writes what is there already, so that the WAIT after it waits for all that was written before, by whomever:
-- on some servers it would not wait after a script that only read.
-- KEYS: game, log, records, tombstone
local ends = redis.call('PEXPIRETIME', KEYS[4])
if ends > 0 then
  redis.call('PEXPIREAT', KEYS[4], ends)
end
return {'confirmed'}
